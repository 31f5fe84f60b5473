package cli

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sleight/runtime/content/safefile"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
	"sleight/runtime/sim/semantics"
)

// simFlags are the flags of sleight sim.
type simFlags struct {
	bots    []string
	n       int
	seed    uint64
	workers int
	players int
	set     []string
	given   string
	sweep   string
	impact  string
	compare string
	robin   bool
	shard   string
	profile string
	// measured is the profile, if one was requested.
	measured *profiler.Profile
	keeping  keepFlags
	remote   natsFlags
	drawing  output
}

func newSim(w *workspace) *cobra.Command {
	f := &simFlags{}
	c := &cobra.Command{
		Use:   "sim [GAME]",
		Short: "Have a bot play many games and report the results",
		Long: `Have a bot play many games and report the results: how many were won, how long
they took, and the game's metrics, with 95% confidence intervals. The same seed
gives the same report, however many workers there are. Several bots play on the
same seeds and are compared with the first.

Questions play variants of the game on the same seeds: --sweep shows what a number
does, --impact what each definition is worth, --compare what changed since a git
revision or against another workspace.

A run can be split into parts for several machines, which sleight sim merge
combines: --shard 1/4 --out part1.json. In jobs of Slurm, Kubernetes,
GitLab and GitHub, --shard auto takes its numbers from the environment.

--bot 1=NAME --bot 2=NAME gives each seat a bot, and --round-robin lets several bots
play one another. Games that say who wins (winner:) are counted by seat.

--keep DIR saves the first game of each kind that failed, got stuck or did not end,
and --keep-game N any other. To inspect one, type load FILE in sleight repl.`,
		Example: `  sleight sim forward --bot reference -n 20000
  sleight sim forward --bot random --bot reference
  sleight sim GAME --bot 1=greedy --bot 2=random
  sleight sim GAME --bot greedy --bot random --round-robin
  sleight sim forward --bot reference --sweep params.max_hp=16..26
  sleight sim forward --bot reference --impact --out impact.html
  sleight sim forward --bot reference --compare HEAD~1`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && f.impact == everyKind {
				return fmt.Errorf("--impact takes its kinds after an equals sign: --impact=%s", args[1])
			}
			return atMost(1)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.bots, "bot", []string{"random"}, "`NAME` of a bot, or SEAT=NAME of the bot in a seat; names may be repeated to compare bots")
	flags.BoolVar(&f.robin, "round-robin", false, "let the bots play each other, each in each seat")
	flags.IntVarP(&f.n, "games", "n", 1000, "how many games")
	flags.Uint64Var(&f.seed, "seed", 1, "the seed of all random numbers")
	flags.IntVar(&f.workers, "workers", 0, "how many games to play at a time (default: one per processor)")
	flags.IntVar(&f.players, "players", 0, "how many players (default: as few as the game allows)")
	flags.StringArrayVar(&f.set, "set", nil, "`PARAM=VALUE` of a parameter of the game or, as ID.PARAM, of a definition; may be repeated")
	flags.StringVar(&f.given, "given", "", "a YAML `FILE` with the situation in which games start, like the given of a test")
	flags.StringVar(&f.sweep, "sweep", "", "try values of a parameter, or of any number by its path (ogre.hp): `PARAM=FROM..TO`, PARAM=FROM..TO..STEP or PARAM=VALUE,VALUE…")
	flags.StringVar(&f.impact, "impact", "", "measure what each definition is worth, or only those of `KINDS` (--impact=relic,card)")
	flags.Lookup("impact").NoOptDefVal = everyKind
	flags.StringVar(&f.compare, "compare", "", "compare with the content of `OLD`: a git revision, a folder or an archive")
	flags.StringVar(&f.shard, "shard", "", "play only the `I/N`-th part, and write counts for sleight sim merge")
	flags.StringVar(&f.profile, "profile", "", "write where scripts spend time, fuel and API calls to `FILE`, for go tool pprof; --out FILE.html then has a flame graph")
	f.keeping.flags(flags)
	f.remote.flags(flags)
	f.drawing.flags(flags)
	c.AddCommand(newSimMerge())
	return c
}

// everyKind is the value of --impact without kinds.
const everyKind = "all"

func (f *simFlags) run(c *cobra.Command, w *workspace, name string) error {
	if f.n < 1 {
		return fmt.Errorf("-n must be at least 1")
	}
	if err := atMostWorkers(f.workers); err != nil {
		return err
	}
	if err := f.drawing.check(); err != nil {
		return err
	}
	if err := writable("--profile", f.profile); err != nil {
		return err
	}
	if err := f.remote.check(f.shard); err != nil {
		return err
	}
	if f.profile != "" && f.remote.nats != "" {
		return fmt.Errorf("--profile measures games that are played here, not those of --nats")
	}
	games, err := f.games()
	if err != nil {
		return err
	}
	if err := f.keeping.check(games); err != nil {
		return err
	}
	content, q, err := f.question(c, w, name)
	if err != nil {
		return err
	}
	if g, ok := content.New.Game(q.Game); ok && f.shard == "" {
		if _, err := f.drawing.formatOf(sim.Metrics(g, q.Players)); err != nil {
			return err
		}
	}
	ctx, stop := interruptible(c, syscall.SIGTERM) // which timeout sends
	defer stop()
	progress, cleared := watchProgress(c.ErrOrStderr(), (games[1]-games[0])*len(q.Variants))
	result, finish, err := f.play(ctx, c, w, content, &q, games, ofVariants(len(q.Variants), progress))
	cleared()
	if err != nil {
		return stopped(c, ctx, err, fmt.Sprintf("0 of %d games were played", games[1]-games[0]))
	}
	if err := f.writeProfile(); err != nil {
		return err
	}
	if f.shard != "" {
		err = f.drawing.writePart(c, experiment.NewPart(semantics.Digest(), q, content, result))
	} else {
		err = f.drawing.write(c, q.Answer(result))
	}
	if err != nil {
		return err
	}
	finish()
	if err := f.keeping.keep(ctx, c, content, &q, result); err != nil {
		return stopped(c, ctx, err, "not every game was saved")
	}
	return interrupted(c, ctx, result, games, len(q.Variants))
}

// play plays the games, locally or with the workers of a queue. Call finish
// after the results have been written.
func (f *simFlags) play(ctx context.Context, c *cobra.Command, w *workspace, about experiment.Content, q *experiment.Question, games sim.Range, progress func(int)) (result *sim.Result, finish func(), err error) {
	if f.remote.nats != "" {
		return f.remote.play(ctx, c, w, about, q, progress)
	}
	effort := experiment.RunOptions{Workers: f.workers, Progress: progress}
	if f.profile != "" {
		f.measured = &profiler.Profile{}
		effort.NewProbe = f.measured.Probe
	}
	result, err = q.Run(ctx, about, games, effort)
	return result, func() {}, err
}

// writeProfile writes what was measured, if anything.
func (f *simFlags) writeProfile() error {
	if f.measured == nil {
		return nil
	}
	f.drawing.where = f.measured.Tree()
	if err := safefile.Overwrite(safefile.Disk{}, f.profile, f.measured.Write); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	return nil
}

// interrupted reports what was kept of an interrupted run.
func interrupted(c *cobra.Command, ctx context.Context, r *sim.Result, games sim.Range, variants int) error {
	if ctx.Err() == nil || r.Played.N() == games[1]-games[0] {
		return nil
	}
	each := ""
	if variants > 1 {
		each = fmt.Sprintf(" of each of %d variants", variants)
	}
	fmt.Fprintf(c.ErrOrStderr(), "interrupted: %d of %d games%s were played; the figures cover these\n", r.Played.N(), games[1]-games[0], each)
	return errInterrupted
}

// games returns the numbers of the games to play.
func (f *simFlags) games() (sim.Range, error) {
	if f.shard == "" {
		return sim.Range{0, f.n}, nil
	}
	s, err := experiment.ParseShard(f.shard, os.Getenv)
	if err != nil {
		return sim.Range{}, err
	}
	if f.drawing.file == "" {
		return sim.Range{}, fmt.Errorf("--shard %s: --out must say where to write the part", f.shard)
	}
	if s.N > f.n {
		return sim.Range{}, fmt.Errorf("--shard %s: there are only %d games", f.shard, f.n)
	}
	return s.Games(f.n), nil
}

// question loads the content and builds the question.
func (f *simFlags) question(c *cobra.Command, w *workspace, name string) (experiment.Content, experiment.Question, error) {
	var none experiment.Question
	content, err := w.playable(c, optional(name)...)
	if err != nil {
		return experiment.Content{}, none, err
	}
	game, _, err := choose(content, name, f.players)
	if err != nil {
		return experiment.Content{}, none, err
	}
	g, _ := content.Game(game)
	q := experiment.Question{Game: game, Title: g.Definition.Name, Players: f.players, Seed: f.seed, N: f.n}
	if f.given != "" {
		text, err := os.ReadFile(f.given)
		if err != nil {
			return experiment.Content{}, none, noPathError("--given", f.given, "file")
		}
		q.Given = &experiment.Text{File: f.given, Text: string(text)}
	}
	about := experiment.Content{New: content}
	params := map[string]float64{}
	for _, s := range f.set {
		key, value, err := parseParam(about, game, s)
		if err != nil {
			return about, none, err
		}
		params[key] = value
	}
	q, err = f.ask(w, &about, q, params)
	return about, q, err
}

// ask builds the question that the flags state.
func (f *simFlags) ask(w *workspace, about *experiment.Content, q experiment.Question, params map[string]float64) (experiment.Question, error) {
	bots, err := joinSeatBots(f.bots)
	if err != nil {
		return q, err
	}
	asked := 0
	if f.robin {
		asked++
	}
	for _, flag := range []string{f.sweep, f.impact, f.compare} {
		if flag != "" {
			asked++
		}
	}
	switch {
	case asked > 1:
		return q, fmt.Errorf("--sweep, --impact, --compare and --round-robin are questions of their own: ask one at a time")
	case f.robin:
		g, _ := about.New.Game(q.Game)
		return q.RoundRobin(g, bots, params)
	case f.compare != "":
		old, err := w.buildOld("--compare", f.compare, q.Game)
		if err != nil {
			return q, err
		}
		about.Old = old
		return q.Compare(f.compare, bots, params), nil
	case asked == 0:
		return q.Bots(bots, params), nil
	case len(bots) > 1:
		return q, fmt.Errorf("--sweep and --impact take one --bot")
	case f.sweep != "":
		return q.Sweep(about.New, f.sweep, bots[0], params)
	}
	var kinds []string
	if f.impact != everyKind {
		kinds = strings.Split(f.impact, ",")
	}
	return q.Impact(about.New, kinds, bots[0], params)
}

// joinSeatBots joins bots that are each given for a seat to the one name that has them all.
func joinSeatBots(bots []string) ([]string, error) {
	seated := 0
	for _, b := range bots {
		if strings.Contains(b, "=") {
			seated++
		}
	}
	switch {
	case seated == 0:
		return bots, nil
	case seated < len(bots):
		return nil, fmt.Errorf("--bot: name the seat of every bot, or of none")
	}
	return []string{strings.Join(bots, ",")}, nil
}

// parseParam parses PARAM=VALUE and returns the full name of the parameter.
func parseParam(about experiment.Content, game, text string) (string, float64, error) {
	name, value, ok := strings.Cut(text, "=")
	number, err := strconv.ParseFloat(value, 64)
	if !ok || err != nil {
		return "", 0, fmt.Errorf("--set %s: expected PARAM=NUMBER or ID.PARAM=NUMBER", text)
	}
	_, full, err := experiment.Param(about.New, game, name)
	return full, number, err
}
