package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/secrets"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

func newTest(w *workspace) *cobra.Command {
	f, hidden := testFlags{}, false
	o := secrets.Options{}
	c := &cobra.Command{
		Use:   "test [FILTER]",
		Short: "Run the tests in content",
		Long: `Run the tests in content: all, or those of an ID, KIND/ID, KIND or PACK.

With --secrets, check that no seat learns what is hidden from it. Play games at
random, all or only GAME, and compare each with one that differs only in what a seat
cannot know: the seat must be shown the same in both.

With --debug-listen, wait until an editor attaches, then run the tests.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			if flag := c.Flags(); !hidden && (flag.Changed("pairs") || flag.Changed("seed")) {
				return errors.New("--pairs and --seed belong to --secrets")
			}
			if hidden && f.debug {
				return errors.New("--debug-listen debugs tests, not --secrets")
			}
			if err := w.open(); err != nil {
				return err
			}
			about := args
			if !hidden && len(args) > 0 && !w.Ships(args[0]) {
				about = nil // it may be found in any pack
			}
			content, err := w.playableOpen(c, about...)
			if err == nil && hidden {
				err = runSecrets(c, w, content, strings.Join(args, ""), o)
			} else if err == nil {
				err = f.run(c, w, content, strings.Join(args, ""))
			}
			if err == nil && len(args) == 0 {
				err = w.reportLeftOut(c)
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
	debugFlag(c, &f.debug)
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "name every test")
	c.Flags().BoolVar(&hidden, "secrets", false, "check that no seat learns what is hidden from it")
	c.Flags().IntVar(&o.Pairs, "pairs", 1000, "with --secrets, the number of comparisons for each game and number of players")
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "with --secrets, the seed of all random numbers")
	return c
}

// runSecrets checks that no seat learns hidden values.
func runSecrets(c *cobra.Command, w *workspace, content *rules.Content, game string, o secrets.Options) error {
	if o.Pairs < 1 {
		return fmt.Errorf("--pairs: expected a number from 1, got %d", o.Pairs)
	}
	if game != "" {
		if _, ok := content.Game(game); !ok {
			var known []string
			for _, g := range content.Games() {
				known = append(known, g.ID())
			}
			return w.notFoundError(unknown("unknown game %q", game, known))
		}
		o.Games = []string{game}
	}
	out := c.OutOrStdout()
	o.Each = func(n secrets.Count) {
		fmt.Fprintf(out, "%s, %s: %s, %d ended by what the game revealed\n",
			n.Game, counted(n.Players, "player"), counted(n.Pairs, "comparison"), n.Revealed)
	}
	ctx, stop := interruptible(c)
	defer stop()
	_, leaks := secrets.Run(ctx, content, o)
	if len(leaks) > 0 {
		return leaks
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

// testFlags are the flags of sleight test without --secrets.
type testFlags struct {
	verbose bool
	debug   bool
}

func (f *testFlags) run(c *cobra.Command, w *workspace, content *rules.Content, filter string) error {
	o := contenttest.Options{}
	if filter != "" {
		o.Filter = contenttest.Matching(filter)
		if err := w.checkTestable(content, filter, o.Filter); err != nil {
			return err
		}
	}
	out := c.OutOrStdout()
	if f.verbose {
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
	if f.debug {
		end, err := debugTests(ctx, c, w, content, &o)
		if err != nil {
			return err
		}
		defer end()
	}
	results := contenttest.Run(ctx, content, o)
	failures := contenttest.Failures(results)
	if err := show(c, slices.Concat(failures, contenttest.Warnings(results)), w.Loader.Source); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintf(c.ErrOrStderr(), "interrupted after %s, of which %d failed\n", counted(len(results), "test"), contenttest.Failed(results))
		return errInterrupted
	}
	if len(failures) > 0 {
		fmt.Fprintf(out, "\n%d of %d tests failed\n", contenttest.Failed(results), len(results))
		return errFound
	}
	fmt.Fprintf(out, "%s passed\n", counted(len(results), "test"))
	return nil
}

// debugTests waits for an editor that debugs the tests. The names for
// breakpoints are those of the game of the first test.
func debugTests(ctx context.Context, c *cobra.Command, w *workspace, content *rules.Content, o *contenttest.Options) (end func(), err error) {
	for _, d := range content.Catalog.All() {
		g := content.GameOf(d)
		if g == nil || len(d.Data.All("tests")) == 0 || o.Filter != nil && !o.Filter(d) || content.DefinitionBlocked(d) {
			continue
		}
		sample, problem := session.New(content, g.ID(), session.Options{Seed: 1})
		if problem != nil {
			return nil, diag.List{*problem}
		}
		target, end, err := w.awaitEditor(ctx, c, sample)
		if err != nil {
			return nil, err
		}
		o.Probe = target.Probe()
		return end, nil
	}
	return nil, errors.New("--debug-listen: there is no test to debug")
}

// checkTestable returns an error if a filter matches nothing, or a definition whose game
// is blocked.
func (w *workspace) checkTestable(content *rules.Content, filter string, named func(*def.Definition) bool) error {
	if err := checkFilter(content, filter, named); err != nil {
		return w.notFoundError(err)
	}
	for _, d := range content.Catalog.All() {
		if !named(d) {
			continue
		}
		if err := blockingErrors(content, d.Pack); err != nil {
			return err
		}
	}
	return nil
}

// checkFilter returns an error if a filter matches nothing.
func checkFilter(content *rules.Content, filter string, f func(*def.Definition) bool) error {
	all := slices.Concat(content.Catalog.All(), contenttest.Saves(content))
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
