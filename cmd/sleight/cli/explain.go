package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sleight/runtime/content/def"
	"sleight/runtime/content/provenance"
	"sleight/runtime/diag"
	"sleight/runtime/diag/codes"
)

func newExplain(w *workspace) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "explain CODE | KIND/ID[.FIELD]",
		Short: "Explain a problem's code, or where a value comes from",
		Long: `Explain what the code of a problem means, or where a value of a definition comes
from: the file and line that first gave it, and each pack that changed it.`,
		Example: "  sleight explain content/unknown-key\n  sleight explain die/d6\n  sleight explain die/d6.sides",
		Args:    exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, ok := diag.Lookup(args[0]); ok {
				_, err := fmt.Fprint(c.OutOrStdout(), codes.Text(args[0]))
				return err
			}
			return w.explainValue(c, args[0], asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write where a value comes from as JSON")
	return c
}

// step is a step of a value's history as JSON.
type step struct {
	Path    string     `json:"path"`
	Op      string     `json:"op"` // "written" for the first
	Pack    string     `json:"pack"`
	Version string     `json:"version,omitempty"`
	Place   diag.Place `json:"place"`
	Before  *def.Node  `json:"before,omitempty"`
	Value   *def.Node  `json:"value,omitempty"`
	Text    string     `json:"text,omitempty"`
}

func newStep(s provenance.Step) step {
	op := string(s.Op)
	if op == "" {
		op = "written"
	}
	return step{s.Path, op, s.Pack, s.Version, s.Place, s.Before, s.Value, s.Text}
}

// cutField cuts KIND/ID.FIELD, optionally preceded by PACK:, at the field.
func cutField(name string) (key, field string) {
	slash := strings.IndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return name, ""
	}
	return name[:slash+1+dot], name[slash+1+dot+1:]
}

func (w *workspace) explainValue(c *cobra.Command, name string, asJSON bool) error {
	content, err := w.playable(c)
	if err != nil {
		return err
	}
	key, field := cutField(name)
	d, ok := content.Catalog.Find(key)
	if !ok {
		return w.notFoundError(w.noNameError(name, key, content.Catalog))
	}
	if err := blockingErrors(content, d.Pack); err != nil {
		return err
	}
	steps, ok := provenance.History(content.Catalog, d, field)
	if !ok {
		return noFieldError(d, field)
	}
	out := c.OutOrStdout()
	if asJSON {
		all := []step{}
		for _, s := range steps {
			all = append(all, newStep(s))
		}
		return writeJSON(out, map[string]any{"definition": d.Pack + ":" + d.Key(), "field": field, "place": d.Place, "history": all})
	}
	if field == "" {
		return explainDefinition(out, content.Catalog, d, steps)
	}
	return explainField(out, d, field, steps)
}

// noNameError reports that a name is neither a code nor a definition.
func (w *workspace) noNameError(name, key string, c *def.Catalog) error {
	text := strings.TrimSpace(codes.Text(name))
	if near, ok := diag.Nearest(key, keys(c)); ok && !strings.Contains(text, "did you mean") {
		text = fmt.Sprintf("unknown definition %q; did you mean %q?", key, near)
	}
	return errors.New(text)
}

func noFieldError(d *def.Definition, field string) error {
	way, ok := def.ParsePath(field)
	if !ok {
		return fmt.Errorf("%q is not a path to a value, such as price, params.gold or entries[ID].weight", field)
	}
	at, known := way.Names(d.Data)
	return unknown(d.Key()+" has no %s", way[:min(at+1, len(way))].String(), known)
}

// packVersion formats a pack with its version.
func packVersion(pack, version string) string {
	if version == "" {
		return pack
	}
	return pack + " " + version
}

func explainDefinition(out io.Writer, c *def.Catalog, d *def.Definition, steps []provenance.Step) error {
	owner, _ := c.Pack(d.Pack)
	fmt.Fprintf(out, "%s, %s, from %s\n  %s\n", d.Key(), d.Name, packVersion(d.Pack, owner.Version), d.Place)
	if len(steps) == 0 {
		_, err := fmt.Fprintf(out, "No other pack changes it.\n")
		return err
	}
	for i, s := range steps {
		if i == 0 || s.Pack != steps[i-1].Pack {
			fmt.Fprintf(out, "%s changes:\n", packVersion(s.Pack, s.Version))
		}
		fmt.Fprintf(out, "  %s\n    %s\n", changeWords(s.Path, s.Op, s.Before, s.Value), s.Place)
	}
	return nil
}

func explainField(out io.Writer, d *def.Definition, field string, steps []provenance.Step) error {
	way, _ := def.ParsePath(field)
	now := way.At(d.Data)
	if value := now.Get("default"); value != nil && len(way) == 2 && way[0].Name == "params" {
		now = value
	}
	if now == nil && way[0].Name == "hooks" {
		fmt.Fprintf(out, "%s.%s runs these functions\n", d.Key(), field)
	} else if now == nil {
		fmt.Fprintf(out, "%s.%s was removed\n", d.Key(), field)
	} else {
		fmt.Fprintf(out, "%s.%s is %s\n", d.Key(), field, brief(now))
	}
	var lines strings.Builder
	table := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	for _, s := range steps {
		what := brief(s.Value)
		switch {
		case s.Op == "" && s.Value == nil:
			what = "written here"
		case s.Op == "":
		case s.Value == nil && s.Before == nil:
			what = string(s.Op)
		default:
			what = changeWords(s.Path, s.Op, s.Before, s.Value)
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", packVersion(s.Pack, s.Version), what, s.Place)
		if s.Text != "" {
			fmt.Fprintf(table, "  \t%s\t\n", s.Text)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
	return nil
}

// changeWords describes the change of a value.
func changeWords(path string, op def.Op, before, after *def.Node) string {
	switch {
	case before == nil && after == nil:
		return fmt.Sprintf("%s %s", op, strings.TrimPrefix(path, "hooks."))
	case before == nil:
		return fmt.Sprintf("%s: %s (new)", path, brief(after))
	case after == nil:
		return fmt.Sprintf("%s: removed (was %s)", path, brief(before))
	case op == def.Add && before.Type() == def.List:
		more := after.Items()[min(len(before.Items()), len(after.Items())):]
		return fmt.Sprintf("%s: %s more", path, brief(def.NewList(after.Position(), more)))
	}
	return fmt.Sprintf("%s: %s → %s", path, brief(before), brief(after))
}

// brief formats a value on one short line.
func brief(n *def.Node) string { return cut(n.Show()) }

// cut shortens a text to what fits on a line.
func cut(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return text
}
