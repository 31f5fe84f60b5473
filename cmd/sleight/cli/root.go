// Package cli is the command line: one file for each command. It stands above
// all layers, knows files and terminals, and holds no rule.
package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitOK       = 0
	exitFindings = 1
	exitUsage    = 2
)

// findings is the error of a command that did its work and found faults, which
// it has shown.
var findings = errors.New("findings")

// Main runs the command line and returns the exit code: 0, 1 for faults of
// content or failed tests, 2 for wrong usage or an internal error.
func Main() int {
	err := root().Execute()
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, findings):
		return exitFindings
	}
	fmt.Fprintln(os.Stderr, "error:", err)
	return exitUsage
}

func root() *cobra.Command {
	w := &workspace{}
	c := &cobra.Command{
		Use:           "sleight",
		Short:         "Dice and card games whose every rule is content",
		Long:          "Sleight runs dice and card games whose every rule and item is content: YAML says what a thing is, Lua what it does.",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	c.PersistentFlags().StringArrayVar(&w.folders, "content", nil, "a workspace (a folder with content/ and scripts/) to use instead of the one here; may be repeated")
	c.AddCommand(replCommand(w), testCommand(w), validateCommand(w), listCommand(w), showCommand(w), explainCommand(), docsCommand(), versionCommand())
	return c
}
