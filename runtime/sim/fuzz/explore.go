// Package fuzz finds faults that appear only in play. It plays every game at
// random, puts definitions into play that seldom occur, and reports each fault
// once, with the shortest command sequence found that reaches it.
//
// Layer sim. It plays through package sim. It does not know any game or front
// end.
package fuzz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
)

// Options controls how much to play.
type Options struct {
	// Games is the minimum number of plays per game and number of players; 0
	// means 200. Games with many definitions are played more often.
	Games int
	// Seed decides all random numbers.
	Seed uint64
}

const (
	minGames      = 200
	plantedItems  = 3   // definitions put into play per game
	maxReplays    = 300 // to shorten the commands that reach a fault
	maxCommands   = 2000
	maxListed     = 200 // commands before a fault that are all listed; more are those of endless games
	shownCommands = 12  // of more, the last
	examineShare  = 16  // one situation in this many is examined
	botGames      = 20  // games per bot of the content
)

// Run plays games and returns the faults found. It stops early when the context
// ends.
func Run(ctx context.Context, c *rules.Content, o Options) diag.List {
	if o.Games <= 0 {
		o.Games = minGames
	}
	var problems diag.List
	for _, g := range c.Games() {
		for players := g.MinPlayers; players <= g.MaxPlayers && ctx.Err() == nil; players++ {
			d := &explorer{content: c, game: g, players: players, items: scriptedItems(c, g)}
			for _, p := range d.run(ctx, o) {
				if !slices.ContainsFunc(problems, func(q diag.Diagnostic) bool { return sameProblem(p, q) }) {
					problems = append(problems, p)
				}
			}
		}
	}
	problems.Sort()
	return problems
}

// sameProblem reports whether two problems have the same cause.
func sameProblem(a, b diag.Diagnostic) bool { return a.Code == b.Code && a.Place == b.Place }

// explorer plays one game at random, with a fixed number of players.
type explorer struct {
	content *rules.Content
	game    *rules.Game
	players int
	items   []*def.Definition
}

// scriptedItems lists the definitions of a game that have their own behaviour.
func scriptedItems(c *rules.Content, g *rules.Game) []*def.Definition {
	var out []*def.Definition
	for _, d := range g.Catalog().All() {
		if d.Script != nil && d != g.Definition {
			out = append(out, d)
		}
	}
	return out
}

// run plays random games, and some games with each of the game's own bots.
func (d *explorer) run(ctx context.Context, o Options) diag.List {
	problems := d.playVariant(ctx, o, max(o.Games, 2*len(d.items)), sim.Variant{Content: d.content, Bot: "random", Given: d.placeDefinitions})
	for _, bot := range d.game.StandaloneIDs("bot") {
		for _, p := range d.playVariant(ctx, o, botGames, sim.Variant{Content: d.content, Bot: bot}) {
			if !slices.ContainsFunc(problems, func(q diag.Diagnostic) bool { return sameProblem(p, q) }) {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// playVariant plays one variant and explains each fault found.
func (d *explorer) playVariant(ctx context.Context, o Options, n int, v sim.Variant) (problems diag.List) {
	p := sim.Plan{
		Game: d.game.ID(), Players: d.players, Seed: o.Seed, MaxCommands: maxCommands,
		N: n, Variants: []sim.Variant{v}, Examine: examineShare,
	}
	result, err := sim.Run(ctx, p)
	if err != nil {
		return diag.List{d.startProblem(err)}
	}
	for _, f := range result.Faults {
		problem := f.Game.Problem
		switch {
		case f.Game.Outcome == sim.Stuck && v.Given != nil && plants(f.Game.Seed):
			problems = append(problems, d.stuckAnyway(ctx, o, n, v)...)
			continue
		case f.Game.Outcome == sim.Stuck:
			stuck := diag.New("game/stuck", d.game.Definition.Place, "%s is not over, but no command is legal", d.game.Definition.Name)
			problem = &stuck
		case problem == nil:
			continue // a long game is not a fault
		}
		if slices.ContainsFunc(problems, func(q diag.Diagnostic) bool { return sameProblem(*problem, q) }) {
			continue
		}
		problems = append(problems, d.explain(ctx, p, f.Game, *problem))
	}
	return problems
}

// stuckAnyway reports a variant's stuck games without definitions put into play. Those could
// be too many for the rules, such as a fourth card in a hand of three.
func (d *explorer) stuckAnyway(ctx context.Context, o Options, n int, v sim.Variant) diag.List {
	v.Given = nil
	return slices.DeleteFunc(d.playVariant(ctx, o, n, v), func(p diag.Diagnostic) bool { return p.Code != "game/stuck" })
}

func (d *explorer) startProblem(err error) diag.Diagnostic {
	if problem, ok := err.(*diag.Diagnostic); ok {
		return *problem
	}
	return diag.New("engine/internal", d.game.Definition.Place, "%v", err)
}

// placeDefinitions puts some definitions into play at the start of every second game, each
// in a zone where it can act. The game's seed decides which.
func (d *explorer) placeDefinitions(s *session.Session) error {
	if len(d.items) == 0 {
		return nil
	}
	if !plants(s.State().Seed) {
		return nil
	}
	luck := random.New(s.State().Seed, "plant")
	luck.Below(2) // which plants has used
	for range plantedItems {
		item := d.items[luck.Below(uint64(len(d.items)))]
		if zone := homeZone(s.State().Layout, item.Kind); zone != "" {
			s.Run(fmt.Sprintf(plantPrefix+"%q, %q)", item.ID, zone)) // a full zone refuses it
		}
	}
	return nil
}

// plants reports whether placeDefinitions puts definitions into play in the game of a seed.
func plants(seed uint64) bool {
	luck := random.New(seed, "plant")
	return luck.Below(2) != 0
}

// homeZone returns a zone in which instances of a kind receive events, or else
// one that accepts them. Zones for a single instance are left to the rules,
// which expect to find them empty.
func homeZone(l *state.Layout, kind string) string {
	name := ""
	for i := range l.Zones {
		z := &l.Zones[i]
		if !z.Accepts(kind) || z.Limit == 1 {
			continue
		}
		if z.Listens {
			return z.Name
		}
		if name == "" {
			name = z.Name
		}
	}
	return name
}

// explain adds to a problem the commands that reach it.
func (d *explorer) explain(ctx context.Context, p sim.Plan, g sim.Game, problem diag.Diagnostic) diag.Diagnostic {
	s, again, err := sim.Replay(ctx, p, 0, g.Number)
	if err != nil {
		return problem
	}
	commands := d.shorten(ctx, s.Commands(), again, problem)
	if again.Failing != "" {
		commands = append(commands, again.Failing)
	}
	call := fmt.Sprintf("sleight repl %s --seed %d", d.game.ID(), g.Seed)
	if d.game.MaxPlayers > d.game.MinPlayers {
		call += fmt.Sprintf(" --players %d", d.players)
	}
	return problem.WithNote(d.game.Definition.Place, "it is reached %sby %s, then: %s", planted(commands), call, summarize(commands))
}

// planted says that some of the commands are those that put definitions into play, or
// nothing if none are.
func planted(commands []string) string {
	if !slices.ContainsFunc(commands, func(text string) bool { return strings.HasPrefix(text, plantPrefix) }) {
		return ""
	}
	return "with definitions put into play that the game may never have there, "
}

// plantPrefix begins a command that puts a definition into play.
const plantPrefix = "lua add("

// summarize lists commands. Of more than maxListed it lists only the last, and counts the
// others.
func summarize(commands []string) string {
	if len(commands) <= maxListed {
		return strings.Join(commands, "; ")
	}
	return fmt.Sprintf("%d commands; %s", len(commands)-shownCommands, strings.Join(commands[len(commands)-shownCommands:], "; "))
}

// shorten removes commands that are not needed to reach a problem.
func (d *explorer) shorten(ctx context.Context, commands []string, g sim.Game, problem diag.Diagnostic) []string {
	if g.Outcome != sim.Faulty {
		return commands
	}
	return minimize(ctx, commands, func(try []string) bool { return d.fails(g.Seed, try, g.Failing, problem) })
}

// minimize removes commands that are not needed for shows to return true: halves
// first, then ever smaller parts, up to maxReplays attempts.
func minimize(ctx context.Context, way []string, shows func([]string) bool) []string {
	left := maxReplays
	for size := (len(way) + 1) / 2; size > 0 && left > 0 && ctx.Err() == nil; {
		found := false
		for from := 0; from < len(way) && left > 0 && ctx.Err() == nil; {
			try := slices.Concat(way[:from], way[min(len(way), from+size):])
			left--
			if shows(try) {
				way, found = try, true
			} else {
				from += size
			}
		}
		if !found || size > 1 {
			size /= 2
		}
	}
	return way
}

// fails reports whether commands lead to the same problem: last, if not empty, fails
// after them, or else something fails in the situation that they lead to.
func (d *explorer) fails(seed uint64, commands []string, last string, problem diag.Diagnostic) bool {
	s, failed := session.New(d.content, d.game.ID(), session.Options{Seed: seed, Players: d.players})
	if failed != nil {
		return false
	}
	for _, command := range commands {
		if r := s.Run(command); !r.OK() {
			return false
		}
	}
	found := s.Examine()
	if last != "" {
		found = s.Run(last).Problem
	}
	return found != nil && sameProblem(*found, problem)
}
