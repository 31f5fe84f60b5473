package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
)

func newList(w *workspace) *cobra.Command {
	lang := ""
	c := &cobra.Command{
		Use:   "list [FILTER]",
		Short: "List definitions and what they do",
		Long:  "List definitions and what they do: all, or those of a KIND, a PACK or an ID.",
		Args:  atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, err := w.playable(c)
			if err != nil {
				return err
			}
			all := slices.Clone(content.Catalog.All())
			if len(args) > 0 {
				named := contenttest.Matching(args[0])
				if err := checkFilter(content, args[0], named); err != nil {
					return w.notFoundError(err)
				}
				all = slices.DeleteFunc(all, func(d *def.Definition) bool { return !named(d) })
			}
			translators, err := openTranslators(c, content, lang)
			if err != nil {
				return err
			}
			return list(c.OutOrStdout(), content, all, translators)
		},
	}
	languageFlag(c, &lang)
	return c
}

// list writes a table of definitions, one per line, as wide as the terminal.
func list(out io.Writer, content *rules.Content, all []*def.Definition, translators func(*def.Definition) *locale.Translator) error {
	var lines strings.Builder
	table := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	for _, d := range all {
		translator := translators(d)
		what := strings.Join(strings.Fields(translator.Describe(d, content.Printed(d))), " ")
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", d.Key(), d.Pack, translator.Name(d), what)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	width := renderOptions(out).Width
	for line := range strings.Lines(lines.String()) {
		line = strings.Map(printable, strings.TrimRight(line, " \n"))
		if chars := []rune(line); width > 0 && len(chars) > width {
			line = string(chars[:width-1]) + "…"
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// printable removes control characters, which a terminal would interpret.
func printable(r rune) rune {
	if strconv.IsGraphic(r) {
		return r
	}
	return -1
}
