// Package email reads Internet messages (eml) and mailboxes (mbox).
//
// It owns the way from a message to one unit: headers as a person reads them,
// the one body out of its alternatives, quoted text told from new text. What a
// message carries (attachments, pictures, forwarded messages) becomes children,
// at any depth of the MIME structure, addressed by part number. Transfer
// encodings are decoded by go-message; everything in front of that is lenient,
// because mail in the wild is: headers are repaired (header), parameters and
// encoded words read by own code (params, words), parts divided by own code that
// needs no end boundary (split). It refuses to know what is in an attachment, to
// check signatures and to decrypt.
//
// Order of use: New, as any extractor.
package email
