package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// noArgs and the functions below reject wrong arguments with an error that
// states the expected ones.
func noArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasParent() || c.HasAvailableSubCommands():
		return unknown("unknown command %q", args[0], names(c))
	}
	return fmt.Errorf("%s takes no arguments, but got %q", c.CommandPath(), args[0])
}

func exactly(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return argumentCountError(c, args)
	}
}

func atLeast(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= n {
			return nil
		}
		return argumentCountError(c, args)
	}
}

func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return argumentCountError(c, args)
	}
}

func argumentCountError(c *cobra.Command, args []string) error {
	return fmt.Errorf("got %s; usage: %s", counted(len(args), "argument"), strings.TrimSuffix(c.UseLine(), " [flags]"))
}

// unknown returns the error for a name that does not exist. It suggests the
// name that was probably meant or, if none is similar and there are few, lists
// them all.
func unknown(format, name string, known []string) error {
	text := fmt.Sprintf(format, name)
	known = slices.Compact(slices.Sorted(slices.Values(known)))
	if near, ok := diag.Nearest(name, known); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	} else if len(known) > 0 && len(known) <= 30 {
		text += "; known: " + strings.Join(known, ", ")
	}
	return errors.New(text)
}

// packIDs, gameIDs and keys list the names that a mistyped one is compared with.
func packIDs(c *rules.Content) (out []string) {
	for _, p := range c.Catalog.Packs() {
		out = append(out, p.ID)
	}
	return out
}

func gameIDs(c *rules.Content) (out []string) {
	for _, g := range c.Games() {
		out = append(out, g.ID())
	}
	return out
}

func keys(c *def.Catalog) (out []string) {
	for _, d := range c.All() {
		out = append(out, d.Key())
	}
	return out
}

func names(c *cobra.Command) []string {
	var out []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			out = append(out, sub.Name())
		}
	}
	return out
}

// flagError describes what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return unknown(c.CommandPath()+" has no flag %s", "--"+missing.GetSpecifiedName(), known)
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f := invalid.GetFlag()
		return fmt.Errorf("--%s %s: expected %s", f.Name, strconv.Quote(invalid.GetValue()), expected(f.Value.Type()))
	}
	return err
}

// expected describes the values of a flag type.
func expected(kind string) string {
	switch kind {
	case "uint64":
		return "a whole number, 0 or more"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	}
	return "a " + kind
}

// newHelp explains a command, and rejects unknown ones.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(c *cobra.Command, args []string) error {
			to, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknown("unknown command %q", strings.Join(args, " "), names(c.Root()))
			}
			to.InitDefaultHelpFlag()
			return to.Help()
		},
	}
}
