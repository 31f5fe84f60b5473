// Command sleight plays, tests and checks games of dice and cards whose rules
// are content.
package main

import (
	"os"

	"sleight/cmd/sleight/cli"
)

func main() { os.Exit(cli.Main()) }
