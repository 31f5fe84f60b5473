package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/fuzz"
)

// keepFlags says which games of a simulation are saved.
type keepFlags struct {
	folder string
	games  []int // counted from 1, as reports do
}

func (k *keepFlags) flags(flags *pflag.FlagSet) {
	flags.StringVar(&k.folder, "keep", "", "save the first game of each kind that fails, gets stuck or does not end into the folder `DIR`, for the REPL's load")
	flags.IntSliceVar(&k.games, "keep-game", nil, "also save game `N`, counted from 1; may be repeated")
}

// check rejects numbers of games that are not played.
func (k *keepFlags) check(games sim.Range) error {
	if k.folder == "" && len(k.games) > 0 {
		return fmt.Errorf("--keep-game needs --keep DIR, the folder to save the games in")
	}
	for _, n := range k.games {
		if n <= games[0] || n > games[1] {
			return fmt.Errorf("--keep-game %d: the games %d to %d are played", n, games[0]+1, games[1])
		}
	}
	return nil
}

// keep plays the games once more, with their history, and saves each.
func (k *keepFlags) keep(ctx context.Context, c *cobra.Command, about experiment.Content, q *experiment.Question, result *sim.Result) error {
	if k.folder == "" {
		return nil
	}
	plan, err := q.Plan(ctx, about)
	if err != nil {
		return err
	}
	type which struct{ variant, number int }
	var all []which
	for _, n := range k.games {
		for v := range plan.Variants {
			all = append(all, which{v, n - 1})
		}
	}
	for _, f := range result.Faults {
		if w := (which{f.Variant, f.Game.Number}); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	if err := (safefile.Disk{}).MkdirAll(k.folder, 0o777); err != nil {
		return fmt.Errorf("--keep: %w", err)
	}
	for _, w := range all {
		name := fmt.Sprintf("%s-%d.json", q.Game, w.number+1)
		if len(plan.Variants) > 1 {
			name = fmt.Sprintf("%s-%d-%d.json", q.Game, w.number+1, w.variant+1)
		}
		if err := k.save(ctx, c, about.New, plan, w.variant, w.number, filepath.Join(k.folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// save saves a game and reports how it ended. If a command fails in the content
// here, it also writes the commands, since a save ends before that one.
func (k *keepFlags) save(ctx context.Context, c *cobra.Command, here *rules.Content, plan sim.Plan, variant, number int, file string) error {
	s, g, err := sim.Replay(ctx, plan, variant, number)
	if err != nil {
		return err
	}
	if err := safefile.Write(safefile.Disk{}, file, 0o600, s.Save); err != nil {
		return fmt.Errorf("--keep: %w", err)
	}
	fmt.Fprintf(c.ErrOrStderr(), "kept %s: %s after %s", filepath.ToSlash(file), g.Outcome, counted(g.Length, "command"))
	if g.Failing != "" {
		fmt.Fprintf(c.ErrOrStderr(), "; then %s fails", g.Failing)
	}
	fmt.Fprintln(c.ErrOrStderr())
	if v := plan.Variants[variant]; g.Failing == "" || g.Problem == nil || v.Given != nil || v.Content != here {
		return nil // the save has every command, or the commands alone cannot reproduce the failure
	}
	x := fuzz.Finding{Problem: *g.Problem, Game: plan.Game, Players: plan.Players, Seed: g.Seed, Commands: append(s.Commands(), g.Failing)}
	file = strings.TrimSuffix(file, ".json") + ".txt"
	if err := safefile.Overwrite(safefile.Disk{}, file, safefile.Bytes([]byte(x.Replay()))); err != nil {
		return fmt.Errorf("--keep: %w", err)
	}
	fmt.Fprintf(c.ErrOrStderr(), "kept %s: the same game, with the command that fails\n", filepath.ToSlash(file))
	return nil
}
