package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim/chart"
	"sleight/runtime/sim/experiment"
)

// balanceFlags are the flags of sleight balance.
type balanceFlags struct {
	most    int
	workers int
	json    bool
}

func newBalance(w *workspace) *cobra.Command {
	f := &balanceFlags{}
	c := &cobra.Command{
		Use:   "balance [GAME...]",
		Short: "Check the balance that games declare",
		Long: `Play the games that declare expectations under balance, all or those named, and
compare the results. The exit code is 1 when an expectation does not hold, so that
a change that upsets a game is not merged by mistake:

  balance:
    - {bot: reference, games: 20000, win_rate: 0.60 ± 0.03}

The same content gives the same figures on every machine.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, args) },
	}
	c.Flags().IntVarP(&f.most, "games", "n", 0, "play at most this many games for each expectation")
	c.Flags().IntVar(&f.workers, "workers", 0, "how many games to play at a time (default: one per processor)")
	c.Flags().BoolVar(&f.json, "json", false, "write a JSON array")
	return c
}

func (f *balanceFlags) run(c *cobra.Command, w *workspace, names []string) error {
	if err := atMostWorkers(f.workers); err != nil {
		return err
	}
	content, err := w.playable(c, names...)
	if err != nil {
		return err
	}
	expectations, err := f.expectations(w, content, names)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c)
	defer stop()
	var verdicts []*experiment.Verdict
	var problems diag.List
	for _, e := range expectations {
		if f.most > 0 {
			e.Question.N = min(e.Question.N, f.most)
		}
		progress, finish := watchProgress(c.ErrOrStderr(), e.Question.N)
		v, err := e.Judge(ctx, content, experiment.RunOptions{Workers: f.workers, Progress: progress})
		finish()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			return stopped(c, ctx, err, "the rest was not checked")
		}
		verdicts = append(verdicts, v)
		problems = append(problems, v.Problems()...)
		if !f.json {
			fmt.Fprint(c.OutOrStdout(), chart.Verdict(v, !unicode()))
		}
	}
	if err := f.finish(c, w, verdicts, problems); err != nil || len(names) > 0 || f.json {
		return err
	}
	return w.reportLeftOut(c)
}

// expectations collects the expectations of games.
func (f *balanceFlags) expectations(w *workspace, content *rules.Content, names []string) ([]experiment.Expectation, error) {
	known := gameIDs(content)
	for _, name := range names {
		if why := content.Blocked(name); len(why) > 0 {
			return nil, why
		}
		if !slices.Contains(known, name) {
			return nil, w.notFoundError(unknown("unknown game %q", name, known))
		}
	}
	var out []experiment.Expectation
	for _, g := range content.Games() {
		if len(names) > 0 && !slices.Contains(names, g.ID()) {
			continue
		}
		list, problems := experiment.Expectations(content, g)
		if problems.Failed() {
			return nil, problems
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		where := "no game"
		if len(names) > 0 {
			where = strings.Join(names, ", ")
		}
		return nil, fmt.Errorf("%s declares no balance expectations", where)
	}
	return out, nil
}

func (f *balanceFlags) finish(c *cobra.Command, w *workspace, verdicts []*experiment.Verdict, problems diag.List) error {
	out := c.OutOrStdout()
	if f.json {
		if err := writeJSON(out, chart.Verdicts(verdicts)); err != nil {
			return err
		}
	} else if len(problems) > 0 {
		fmt.Fprintln(out)
		if err := show(c, problems, w.Loader.Source); err != nil {
			return err
		}
	} else {
		verb := "hold"
		if len(verdicts) == 1 {
			verb = "holds"
		}
		fmt.Fprintf(out, "\n%s %s\n", counted(len(verdicts), "expectation"), verb)
	}
	if len(problems) > 0 {
		return errFound
	}
	return nil
}
