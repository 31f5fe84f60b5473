// Command sleight plays, tests and checks dice and card games whose rules are
// content.
package main

import (
	"os"

	"sleight/cmd/sleight/cli"
)

func main() { os.Exit(cli.Main()) }
