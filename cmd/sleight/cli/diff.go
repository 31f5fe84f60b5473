package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"sleight/runtime/content/def"
	"sleight/runtime/content/provenance"
	"sleight/runtime/diag"
)

func newDiff(w *workspace) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "diff PACK",
		Short: "Show what a pack adds and changes",
		Long: `Show what a pack adds, and what it changes in other packs, value by value, as it
takes effect together with the enabled packs.`,
		Args: exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := w.playable(c)
			if err != nil {
				return err
			}
			s, ok := provenance.Summarize(content.Catalog, args[0])
			if !ok {
				return w.notFoundError(unknown("unknown pack %q", args[0], packIDs(content)))
			}
			if err := w.errorsOf(args[0]); err != nil {
				return err
			}
			if asJSON {
				return diffJSON(c.OutOrStdout(), s)
			}
			return diffWords(c.OutOrStdout(), s)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	return c
}

func diffWords(out io.Writer, s provenance.Summary) error {
	fmt.Fprintf(out, "%s: adds %s, changes %s of other packs\n", packVersion(s.Pack.ID, s.Pack.Version),
		counted(len(s.Adds), "definition"), counted(len(s.Changes), "definition"))
	if len(s.Adds) > 0 {
		fmt.Fprintln(out, "\nAdds:")
	}
	for _, d := range s.Adds {
		fmt.Fprintf(out, "  %s, %s\n    %s\n", d.Key(), d.Name, d.Place)
	}
	if len(s.Changes) > 0 {
		fmt.Fprintln(out, "\nChanges:")
	}
	for _, d := range s.Changes {
		fmt.Fprintf(out, "  %s:%s, %s\n", d.Definition.Pack, d.Definition.Key(), d.Definition.Name)
		why := ""
		for _, c := range d.Changes {
			if c.Text != why && c.Text != "" {
				fmt.Fprintf(out, "    (%s)\n", c.Text)
			}
			why = c.Text
			fmt.Fprintf(out, "    %s\n      %s\n", changeWords(c.Path, c.Op, c.Before, c.After), c.Place)
		}
	}
	return nil
}

// difference is what a pack changes, as JSON.
type difference struct {
	Pack    string         `json:"pack"`
	Version string         `json:"version,omitempty"`
	Games   []string       `json:"games,omitempty"`
	Adds    []added        `json:"adds"`
	Changes []changedValue `json:"changes"`
}

type added struct {
	Definition string     `json:"definition"`
	Name       string     `json:"name"`
	Place      diag.Place `json:"place"`
}

// changedValue is one changed value.
type changedValue struct {
	Definition string     `json:"definition"`
	Path       string     `json:"path"`
	Op         def.Op     `json:"op"`
	Before     *def.Node  `json:"before,omitempty"`
	After      *def.Node  `json:"after,omitempty"`
	Place      diag.Place `json:"place"`
	Text       string     `json:"text,omitempty"`
}

func diffJSON(out io.Writer, s provenance.Summary) error {
	d := difference{Pack: s.Pack.ID, Version: s.Pack.Version, Games: s.Pack.Games, Adds: []added{}, Changes: []changedValue{}}
	for _, a := range s.Adds {
		d.Adds = append(d.Adds, added{a.Pack + ":" + a.Key(), a.Name, a.Place})
	}
	for _, c := range s.Changes {
		for _, ch := range c.Changes {
			d.Changes = append(d.Changes, changedValue{c.Definition.Pack + ":" + c.Definition.Key(), ch.Path, ch.Op, ch.Before, ch.After, ch.Place, ch.Text})
		}
	}
	return writeJSON(out, d)
}
