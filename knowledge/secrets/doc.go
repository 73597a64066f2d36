// Package secrets finds secrets in text: keys of services, private keys, tokens,
// passwords, card numbers and bank accounts.
//
// It has two tables, since two askers pay for different mistakes. Find serves
// redaction: it errs towards finding where a secret is announced ("my password is
// …"), because what it misses is kept for good. Scan serves findings about
// documents: it errs towards silence, because a report with false alarms is not
// read. Both share the checks of numbers, placeholders and ordinary words.
//
// It says what kind of secret stands where, and never repeats one. It refuses to
// know documents, files and what becomes of a find.
package secrets
