// Package validate checks records against each other and against the bytes they
// cite. It only reads and only reports: findings, sorted, without times.
//
// Each rule has a stable id (rules.go). A rule that finds the same thing in a
// sync and in a published tree is the same code: the pipeline runs Document on
// what it is about to publish, the command runs it on what was published.
package validate
