package fuzz

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// FuzzOptions controls how a game is fuzzed.
type FuzzOptions struct {
	Game    string
	Players int    // 0 means as few as the game allows
	Seed    uint64 // decides all random numbers
	Games   int    // number of games to play
	Workers int    // games at a time; 0 means one per processor
	// Progress, if set, is called with the number of games done. Calls do not
	// overlap.
	Progress func(done int)
}

// Finding is a problem, with the shortest sequence of commands found that
// reaches it.
type Finding struct {
	Problem diag.Diagnostic
	Game    string
	Players int // 0 means as few as the game allows
	Seed    uint64
	// Commands holds the commands, as typed, that lead to the problem from the
	// start.
	Commands []string
	// warned marks the Commands that the REPL asks to confirm.
	warned []bool
	// Number is the number of the game in which it was first found, and Length
	// the number of commands played until then.
	Number, Length int
	// Place is the place of the game's definition.
	Place diag.Place
}

// maxFindings is the maximum number of different findings that are kept.
const maxFindings = 50

// Fuzz plays a game in ways that people seldom do, with definitions in play
// that seldom occur and with nonsensical commands. It looks for hooks that
// fail, games that get stuck or never end, and broken engine invariants: undo,
// redo, replay and save must restore the right state, and a refused command
// must change nothing. Equal content and options give equal findings, in the
// order of games.
func Fuzz(ctx context.Context, c *rules.Content, o FuzzOptions) ([]Finding, error) {
	g, ok := c.Game(o.Game)
	if !ok {
		return nil, fmt.Errorf("unknown game %q", o.Game)
	}
	f := &fuzzer{content: c, options: o, explorer: &explorer{content: c, game: g, players: o.Players, items: scriptedItems(c, g)}}
	var (
		next, done atomic.Int64
		mutex      sync.Mutex
		group      sync.WaitGroup
		found      []Finding
	)
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		group.Go(func() {
			for ctx.Err() == nil {
				number := int(next.Add(1)) - 1
				if number >= o.Games {
					return
				}
				finding := f.play(ctx, number)
				if ctx.Err() != nil {
					return // the game was interrupted
				}
				mutex.Lock()
				if finding != nil {
					found = append(found, *finding)
				}
				if now := done.Add(1); o.Progress != nil {
					o.Progress(int(now))
				}
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return f.reduce(ctx, found), nil
}

// fuzzer plays one game in many ways.
type fuzzer struct {
	explorer *explorer
	content  *rules.Content
	options  FuzzOptions
}

// reduce keeps the first finding of each kind and shortens its commands.
func (f *fuzzer) reduce(ctx context.Context, found []Finding) []Finding {
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.Number, b.Number) })
	var out []Finding
	for _, x := range found {
		if slices.ContainsFunc(out, func(y Finding) bool { return sameProblem(x.Problem, y.Problem) }) || len(out) == maxFindings {
			continue
		}
		if x.Problem.Code != "game/endless" { // which cannot be shortened
			x.Commands = minimize(ctx, x.Commands, func(try []string) bool {
				problem := f.retrace(ctx, x.Seed, try)
				return problem != nil && sameProblem(*problem, x.Problem)
			})
		}
		x.warned = f.warnings(x.Seed, x.Commands)
		out = append(out, x)
	}
	return out
}

// warnings returns, for each command, whether it has a warning when it is given.
func (f *fuzzer) warnings(seed uint64, commands []string) (warned []bool) {
	s, problem := f.session(seed)
	if problem != nil {
		return nil
	}
	for _, text := range commands {
		c, refusal, problem := s.Parse(text)
		if refusal != nil || problem != nil {
			break
		}
		warning, _ := s.Warning(c)
		warned = append(warned, warning != "")
		s.Do(c)
	}
	return warned
}

// confirmLine is the line that the REPL expects as confirmation of a warning.
const confirmLine = "confirm"

// typed returns the commands as a player types them into the REPL, which asks
// for confirmation where there is a warning.
func (x *Finding) typed() (lines []string) {
	for i, text := range x.Commands {
		lines = append(lines, text)
		if i < len(x.warned) && x.warned[i] {
			lines = append(lines, confirmLine)
		}
	}
	return lines
}

// play plays a game with the policy for its number and returns the first
// problem found.
func (f *fuzzer) play(ctx context.Context, number int) *Finding {
	luck := random.New(f.options.Seed+uint64(number), "fuzz")
	seed := luck.Below(1 << 32) // short enough to type
	s, problem := f.session(seed)
	if problem != nil {
		return f.finding(number, seed, nil, *problem)
	}
	policy, bot, problem := f.policy(number)
	if problem != nil {
		return f.finding(number, seed, nil, *problem)
	}
	if number%2 == 1 && !bot {
		f.plantSome(s, &luck)
	}
	for length := 0; ; length++ {
		if ctx.Err() != nil {
			return nil
		}
		if (number+length)%examineInterval == 0 || s.Over() {
			if problem := s.Examine(); problem != nil {
				return f.finding(number, seed, s.Commands(), *problem)
			}
		}
		if s.Over() {
			break
		}
		if length == maxCommands {
			return f.finding(number, seed, s.Commands(), f.endless(s.Commands()))
		}
		if !bot && luck.Below(nonsenseInterval) == 0 {
			if problem, text := f.tryNonsense(s, &luck); problem != nil {
				return f.finding(number, seed, append(s.Commands(), text), *problem)
			}
			if s.Over() {
				continue
			}
		}
		c, ok, problem := policy.Choose(ctx, s, &luck)
		if ctx.Err() != nil {
			return nil
		}
		if problem == nil && !ok {
			problem = f.stuck()
		}
		if problem != nil {
			return f.finding(number, seed, s.Commands(), *problem)
		}
		text := s.Format(c)
		if r := s.Do(c); r.Problem != nil {
			return f.finding(number, seed, append(s.Commands(), text), *r.Problem)
		} else if r.Refusal != nil {
			return f.finding(number, seed, s.Commands(), f.refusedProblem(policy, bot, s, text, r.Refusal))
		}
	}
	if problem := f.checkInvariants(ctx, s); problem != nil {
		return f.finding(number, seed, s.Commands(), *problem)
	}
	return nil
}

// refusedProblem returns the problem that a command was refused although it was listed
// as legal, or a bot chose it.
func (f *fuzzer) refusedProblem(policy sim.Bot, bot bool, s *session.Session, text string, refusal *diag.Message) diag.Diagnostic {
	if bot {
		return sim.RefusedCommand(policy, s, text, refusal)
	}
	return diag.New("engine/internal", f.explorer.game.Definition.Place, "%q is listed as legal and refused: %s", text, refusal)
}

// examineInterval is the number of commands between two examined situations.
const examineInterval = 4

// policy returns the player of a game: one of the policies, or one of the
// game's own bots, whose games have neither nonsense nor planted definitions
// because bots need not cope with those.
func (f *fuzzer) policy(number int) (player sim.Bot, bot bool, problem *diag.Diagnostic) {
	bots := f.explorer.game.StandaloneIDs("bot")
	i := number % (len(policies) + len(bots))
	if i < len(policies) {
		return policies[i](), false, nil
	}
	player, err := sim.NewBot(f.explorer.game, bots[i-len(policies)])
	if err != nil {
		return nil, true, f.violation("%v", err)
	}
	return player, true, nil
}

func (f *fuzzer) session(seed uint64) (*session.Session, *diag.Diagnostic) {
	return session.New(f.content, f.options.Game, session.Options{Seed: seed, Players: f.options.Players})
}

func (f *fuzzer) finding(number int, seed uint64, commands []string, problem diag.Diagnostic) *Finding {
	return &Finding{
		Problem: problem, Game: f.options.Game, Players: f.options.Players, Seed: seed,
		Commands: commands, Number: number, Length: len(commands), Place: f.explorer.game.Definition.Place,
	}
}

func (f *fuzzer) endless(commands []string) diag.Diagnostic {
	return sim.EndlessGame(f.explorer.game.Definition.Place, maxCommands, commands[max(0, len(commands)-sim.LoopTail):])
}

func (f *fuzzer) stuck() *diag.Diagnostic {
	d := diag.New("game/stuck", f.explorer.game.Definition.Place, "%s is not over, but no command is legal", f.explorer.game.Definition.Name)
	return &d
}

// retrace plays commands, of which only the last may fail, and returns the
// problem found after them. A command that is refused is not a problem.
func (f *fuzzer) retrace(ctx context.Context, seed uint64, commands []string) *diag.Diagnostic {
	s, problem := f.session(seed)
	if problem != nil {
		return problem
	}
	for i, text := range commands {
		before := s.Hash()
		r := s.Run(text)
		switch {
		case r.Problem != nil && i == len(commands)-1:
			return r.Problem
		case r.Refusal != nil && s.Hash() != before:
			return f.violation("a refused command, %q, changes something", text)
		case !r.OK():
			return nil
		}
	}
	if problem := s.Examine(); problem != nil {
		return problem
	}
	if !s.Over() {
		legal, problem := s.Legal(1)
		if problem != nil {
			return problem
		}
		if len(legal) == 0 {
			return f.stuck()
		}
	}
	return f.checkInvariants(ctx, s)
}

// Call returns what to type to reproduce a finding: the command line, then the
// input.
func (x *Finding) Call() string {
	call := fmt.Sprintf("sleight repl %s --seed %d", x.Game, x.Seed)
	if x.Players > 0 {
		call += fmt.Sprintf(" --players %d", x.Players)
	}
	return call
}

// Diagnostic returns the problem, with the commands that reach it as a note.
func (x *Finding) Diagnostic() diag.Diagnostic {
	text := summarize(x.typed())
	if text == "" {
		text = "no commands, since the problem exists at the start"
	}
	return x.Problem.WithNote(x.Place, "it is reached %sby %s, then: %s", planted(x.Commands), x.Call(), text)
}
