package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/repl"
)

func newShow(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "show KIND/ID",
		Short: "Show a definition, its parameters and its script",
		Args:  exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := w.good()
			if err != nil {
				return err
			}
			d, ok := content.Catalog.Find(args[0])
			if !ok {
				var known []string
				for _, d := range content.Catalog.All() {
					known = append(known, d.ID, d.Key())
				}
				text := fmt.Sprintf("there is no definition %q", args[0])
				if near, ok := diag.Nearest(args[0], known); ok {
					text += fmt.Sprintf("; did you mean %s?", near)
				}
				return fmt.Errorf("%s", text)
			}
			out := c.OutOrStdout()
			return repl.Describe(repl.Options{Out: out, Color: colors(out)}, d)
		},
	}
}
