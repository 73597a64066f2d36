// Package workspace is the only place that knows folder names and quire.yaml.
//
// It finds a workspace, reads and writes its configuration, and says which roots
// outside of it the user has confirmed. It refuses to know what a sync does.
package workspace
