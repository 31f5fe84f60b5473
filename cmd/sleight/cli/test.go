package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

func newTest(w *workspace) *cobra.Command {
	verbose := false
	c := &cobra.Command{
		Use:   "test [FILTER]",
		Short: "Run the tests in content",
		Long:  "Run the tests in content: all, or those of an ID, KIND/ID, KIND or PACK.",
		Args:  atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := w.open(); err != nil {
				return err
			}
			content, err := w.sound(c)
			if err == nil {
				err = runTests(c, w, content, strings.Join(args, ""), verbose)
			}
			if err == nil && len(args) == 0 {
				err = w.left(c)
			}
			var problems diag.List
			if !errors.As(err, &problems) {
				return err
			}
			if err := show(c, problems, w.Loader.Source); err != nil {
				return err
			}
			return errFound
		},
	}
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "name every test")
	return c
}

func runTests(c *cobra.Command, w *workspace, content *rules.Content, filter string, verbose bool) error {
	o := contenttest.Options{}
	if filter != "" {
		o.Filter = contenttest.Named(filter)
		if err := w.testable(content, filter, o.Filter); err != nil {
			return err
		}
	}
	out := c.OutOrStdout()
	if verbose {
		o.Each = func(r contenttest.Result) {
			verdict := "pass"
			if !r.Passed {
				verdict = "FAIL"
			}
			fmt.Fprintf(out, "%s %s: %s\n", verdict, r.Definition.Key(), r.Name)
		}
	}
	ctx, stop := interruptible(c)
	defer stop()
	results := contenttest.Run(ctx, content, o)
	failures := contenttest.Failures(results)
	if err := show(c, failures, w.Loader.Source); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintf(c.ErrOrStderr(), "interrupted after %s, of which %d failed\n", counted(len(results), "test"), len(failures))
		return errInterrupted
	}
	if len(failures) > 0 {
		fmt.Fprintf(out, "\n%d of %d tests failed\n", len(failures), len(results))
		return errFound
	}
	fmt.Fprintf(out, "%s passed\n", counted(len(results), "test"))
	return nil
}

// testable checks that a filter matches anything, and nothing whose game is
// blocked.
func (w *workspace) testable(content *rules.Content, filter string, named func(*def.Definition) bool) error {
	if err := matches(content, filter, named); err != nil {
		return w.missed(err)
	}
	for _, d := range content.Catalog.All() {
		if !named(d) {
			continue
		}
		if err := usable(content, d.Pack); err != nil {
			return err
		}
	}
	return nil
}

// matches checks that a filter can match anything.
func matches(content *rules.Content, filter string, f func(*def.Definition) bool) error {
	all := slices.Concat(content.Catalog.All(), contenttest.Kept(content))
	if slices.ContainsFunc(all, f) {
		return nil
	}
	var known []string
	for _, d := range all {
		known = append(known, d.ID, d.Key(), d.Kind, d.Pack)
	}
	return unknown("no definition, kind or pack is named %q", filter, known)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
