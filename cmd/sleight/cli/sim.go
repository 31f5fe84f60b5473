package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/engine"
	"sleight/runtime/lab"
	"sleight/runtime/repl"
	"sleight/runtime/sim"
)

// simFlags are the flags of sleight sim.
type simFlags struct {
	bots    []string
	n       int
	seed    uint64
	workers int
	players int
	set     []string
	json    bool
}

func newSim(w *workspace) *cobra.Command {
	f := &simFlags{}
	c := &cobra.Command{
		Use:   "sim [GAME]",
		Short: "Play many games by a bot and tell what came of them",
		Long: `Play many games by a bot and tell what came of them: how many were won, how long
they took, and what the game's metrics came to, with intervals that hold the
true value 95 times in 100. The same seed gives the same report, however many
workers there are. Several bots play on the same seeds and are compared with
the first.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	c.Flags().StringArrayVar(&f.bots, "bot", []string{"random"}, "`NAME` of a bot; may be repeated to compare")
	c.Flags().IntVarP(&f.n, "games", "n", 1000, "how many games")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "what decides all chance")
	c.Flags().IntVar(&f.workers, "workers", 0, "how many games at a time (default: one for each processor)")
	c.Flags().IntVar(&f.players, "players", 0, "how many play (default: as few as the game allows)")
	c.Flags().StringArrayVar(&f.set, "set", nil, "`ID.PARAM=VALUE` of a parameter; may be repeated")
	c.Flags().BoolVar(&f.json, "json", false, "write one JSON object")
	return c
}

func (f *simFlags) run(c *cobra.Command, w *workspace, name string) error {
	if f.n < 1 {
		return fmt.Errorf("-n must be at least 1")
	}
	content, err := w.good()
	if err != nil {
		return err
	}
	game, _, err := choose(content, name, f.players)
	if err != nil {
		return err
	}
	content, err = f.tune(content)
	if err != nil {
		return err
	}
	p := sim.Plan{Game: game, Players: f.players, Seed: f.seed, N: f.n, Workers: f.workers}
	for _, bot := range f.bots {
		p.Variants = append(p.Variants, sim.Variant{Name: bot, Content: content, Bot: bot})
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt)
	defer stop()
	result, err := sim.Run(ctx, p)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintf(c.ErrOrStderr(), "interrupted after %d of %d games\n", result.Variants[0].Games, f.n)
	}
	return f.write(c, result, result.Reports(p))
}

// tune sets the parameters given with --set.
func (f *simFlags) tune(content *engine.Content) (*engine.Content, error) {
	if len(f.set) == 0 {
		return content, nil
	}
	params := map[string]float64{}
	for _, s := range f.set {
		name, value, ok := strings.Cut(s, "=")
		number, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("--set %s: expected ID.PARAM=NUMBER", s)
		}
		params[name] = number
	}
	tuned, problems := content.With(params)
	if tuned == nil {
		return nil, problems
	}
	return tuned, nil
}

func (f *simFlags) write(c *cobra.Command, result *sim.Result, reports []sim.Report) error {
	if f.json {
		e := json.NewEncoder(c.OutOrStdout())
		e.SetIndent("", "  ")
		if len(reports) == 1 {
			return e.Encode(reports[0])
		}
		return e.Encode(map[string]any{"variants": reports})
	}
	o := lab.Options{ASCII: !unicode(), Metrics: result.Metrics}
	if f, ok := c.OutOrStdout().(*os.File); ok {
		o.Width, _ = repl.TerminalWidth(f)
	}
	return lab.Text(c.OutOrStdout(), reports, o)
}
