package cli

import (
	"github.com/spf13/cobra"

	"sleight/runtime/ui/repl"
)

func newShow(w *workspace) *cobra.Command {
	lang := ""
	c := &cobra.Command{
		Use:   "show KIND/ID",
		Short: "Show a definition, its parameters and its script",
		Args:  exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := w.playable(c)
			if err != nil {
				return err
			}
			d, ok := content.Catalog.Find(args[0])
			if !ok {
				var known []string
				for _, d := range content.Catalog.All() {
					known = append(known, d.ID, d.Key())
				}
				return w.notFoundError(unknown("unknown definition %q", args[0], known))
			}
			out := c.OutOrStdout()
			translators, err := openTranslators(c, content, lang)
			if err != nil {
				return err
			}
			return repl.Describe(repl.Options{Out: out, Color: colors(out)}, d, translators(d), content.Printed(d))
		},
	}
	languageFlag(c, &lang)
	return c
}
