// Package email reads Internet messages (eml), mailboxes (mbox) and web pages that
// a browser saved as a message (mhtml).
//
// It owns the way from a message to one unit: headers as a person reads them,
// the one body out of its alternatives, quoted text told from new text. What a
// message carries (attachments, pictures, forwarded messages) becomes children,
// at any depth of the MIME structure, addressed by part number. A saved page is
// read as the HTML extractor reads it, with the style sheets and pictures that
// stand in other parts found by their ids and addresses (webpage). Transfer
// encodings are decoded by go-message; everything in front of that is lenient,
// because mail in the wild is: headers are repaired (header), parameters and
// encoded words read by own code (params, words), parts divided by own code that
// needs no end boundary (split). It refuses to know what is in an attachment, to
// check signatures and to decrypt.
//
// Order of use: New, as any extractor.
package email
