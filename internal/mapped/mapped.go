// Package mapped reads files through the memory of the process, as the system pages them in.
package mapped
