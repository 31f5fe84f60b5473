package cli

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
)

func listCommand(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "list [KIND]",
		Short: "List the definitions",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := w.require()
			if err != nil {
				return err
			}
			for _, d := range c.Catalog.All() {
				if len(args) == 0 || d.Kind == args[0] {
					fmt.Printf("%-12s %-28s %s\n", d.Pack, d.Key(), d.Name)
				}
			}
			return nil
		},
	}
}

func showCommand(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:     "show KIND/ID",
		Short:   "Show a definition as it is written",
		Example: "  sleight show consumable/flip",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := w.require()
			if err != nil {
				return err
			}
			d, ok := c.Catalog.Find(args[0])
			if !ok {
				var known []string
				for _, d := range c.Catalog.All() {
					known = append(known, d.Key())
				}
				text := fmt.Sprintf("there is no definition %q", args[0])
				if near, ok := diag.Nearest(args[0], known); ok {
					text += fmt.Sprintf("; did you mean %q?", near)
				}
				return fmt.Errorf("%s", text)
			}
			fmt.Printf("%s (%s)\n%s\n", d.Name, d.Key(), d.Place)
			if text := d.Describe(); text != "" {
				fmt.Println(text)
			}
			if d.Script != nil {
				fmt.Printf("script %s\n", d.Script.File)
			}
			return nil
		},
	}
}

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain CODE",
		Short:   "Explain a code that a problem carries",
		Example: "  sleight explain content/unknown-key",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if _, ok := diag.Lookup(args[0]); !ok {
				var known []string
				for _, c := range diag.Codes {
					known = append(known, c.Name)
				}
				if near, ok := diag.Nearest(args[0], known); ok {
					return fmt.Errorf("there is no code %q; did you mean %q?", args[0], near)
				}
				return fmt.Errorf("there is no code %q", args[0])
			}
			fmt.Fprintln(os.Stdout, diag.Explain(args[0]))
			return nil
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			version := "(built from source)"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
				version = info.Main.Version
			}
			fmt.Println("sleight", version)
			return nil
		},
	}
}
