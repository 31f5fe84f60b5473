package cli

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sleight/runtime/engine"
)

func newList(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "list [KIND]",
		Short: "List definitions",
		Args:  atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := w.good()
			if err != nil {
				return err
			}
			all := content.Catalog.All()
			if len(args) > 0 {
				all = content.Catalog.Kind(args[0])
				if len(all) == 0 {
					return unknown("there is no definition of the kind %q", args[0], kinds(content))
				}
			}
			table := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, d := range all {
				fmt.Fprintf(table, "%s\t%s\t%s\n", d.Key(), d.Name, d.Place.File)
			}
			return table.Flush()
		},
	}
}

func kinds(content *engine.Content) []string {
	var out []string
	for _, d := range content.Catalog.All() {
		out = append(out, d.Kind)
	}
	return slices.Compact(out)
}

// good loads the content; errors in it are the error.
func (w *workspace) good() (*engine.Content, error) {
	content, problems, err := w.load()
	if err != nil {
		return nil, err
	}
	if content == nil {
		return nil, problems
	}
	return content, nil
}
