package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/diag/filter"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/rules"
)

// follow checks, and checks again after every save, until it is interrupted.
func (v *validation) follow(c *cobra.Command) error {
	if len(v.workspace.Folders()) == 0 {
		return errors.New("--watch: there is no folder to watch; run it in a workspace, or name one")
	}
	ctx, stop := interruptible(c)
	defer stop()
	watcher, err := v.workspace.Watch(ctx)
	if err != nil {
		return err
	}
	defer watcher.Close()
	last := v.checkOnce(ctx)
	for last == nil || errors.Is(last, errFound) {
		select {
		case <-ctx.Done():
			return last
		case change, ok := <-watcher.Changes():
			if !ok {
				return last
			}
			v.saved = change
			fmt.Fprintf(v.errs, "\nsaved: %s\n", strings.Join(change.Files, ", "))
		}
		last = v.checkOnce(ctx)
	}
	return last
}

// summarize prints to standard error what was ignored and, if requested, statistics.
func (v *validation) summarize(found *render.Findings, verdict filter.Result, content *rules.Content) error {
	if n := repairs(found.Problems); n > 0 && v.format.Name == "human" {
		fmt.Fprintf(v.errs, "%s can be fixed safely: --fix does it, --diff shows how\n", counted(n, "problem"))
	}
	if verdict.Fixed > 0 {
		fmt.Fprintf(v.errs, "%s: %s in it no longer occur; --write-baseline removes them\n",
			v.flags.baseline, counted(verdict.Fixed, "problem"))
	}
	if !v.flags.stats {
		return nil
	}
	table := tabwriter.NewWriter(v.errs, 0, 0, 2, ' ', 0)
	kinds := map[string]int{}
	for _, name := range found.Files {
		kinds[path.Ext(name)]++
	}
	figures := v.workspace.Loader.Stats()
	fmt.Fprintf(table, "files\t%d\t%s\n", len(found.Files), tally(kinds))
	if content != nil {
		all := map[string]int{}
		for _, d := range content.Catalog.All() {
			all[d.Kind]++
		}
		fmt.Fprintf(table, "definitions\t%d\t%s\n", len(content.Catalog.All()), tally(all))
	}
	fmt.Fprintf(table, "read\t%d\tof them parsed %d, definitions made %d\n", figures.Read, figures.Parsed, figures.Built)
	codes := map[string]int{}
	for _, d := range found.Problems {
		codes[d.Code]++
	}
	fmt.Fprintf(table, "found\t%d\t%s\n", len(found.Problems), tally(codes))
	fmt.Fprintf(table, "ignored\t%d\tby comments %d, by the baseline %d\n",
		verdict.Ignored+verdict.Known, verdict.Ignored, verdict.Known)
	fmt.Fprintf(table, "took\t%s\t\n", found.Took.Round(100*time.Microsecond))
	return table.Flush()
}

// tally formats counts, the greatest first.
func tally(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}
