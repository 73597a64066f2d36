// Package notebook reads Jupyter notebooks (ipynb).
//
// It owns how cells become a document: cells of Markdown are read as Markdown,
// cells of code are code blocks, of what the code has put out the form that tells
// most is read: a table before its drawing in characters, text before nothing.
// Pictures put out or attached are children. Every block has the lines of its
// cell in the original. It refuses to run anything.
package notebook
