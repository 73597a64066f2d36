// Command quire compiles folders of documents into published knowledge trees and
// answers from them.
package main

import (
	"os"

	"quire/cmd/internal/cli"
	_ "quire/internal/hugeheap" // before all else, whatever the order here
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
