// Package secrets tests whether a seat learns what is hidden from it. It plays
// games at random and, beside each, a second world that differs only in what a
// seat cannot know. What the seat is shown in both worlds must be the same,
// byte for byte.
//
// Layer check. It plays sessions and observes them through package seat. It
// derives what is hidden from the declarations alone, so it finds mistakes in
// what players are shown as well as in content.
package secrets

import (
	"context"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Options say how much to compare.
type Options struct {
	// Pairs is the number of pairs of worlds that are compared for each game and
	// number of players; 0 means 1,000.
	Pairs int
	// Seed decides all random numbers.
	Seed uint64
	// Games are the ids of the games to play; all if empty.
	Games []string
	// Also, if set, is what else a program shows to a player, counted from 1, or to
	// a watcher, 0, after a command with a result, which is zero if it revealed how the
	// worlds differ. It must be the same in both worlds too.
	Also func(s *session.Session, r session.Result, player int) any
	// Each, if set, is called with every count as soon as it is known.
	Each func(Count)
}

// Count is what was compared in the games of one number of players.
type Count struct {
	Game    string
	Players int
	// Pairs is the number of comparisons: of all that a seat is shown, in two
	// worlds that differ in what is hidden from it.
	Pairs int
	// Revealed is the number of pairs that ended because the game revealed to
	// the seat how they differ.
	Revealed int
	// Uneven is the largest factor by which one world took more work than the
	// other: API calls for what the seat is shown, or fuel for its own command. If
	// it is large, whoever measures time could distinguish the worlds.
	Uneven float64
}

const (
	defaultPairs = 1000
	maxCommands  = 300 // in one game
	maxGames     = 10_000
)

// Run plays the games and returns the leaks found, each once. It stops early
// when the context ends.
func Run(ctx context.Context, c *rules.Content, o Options) ([]Count, diag.List) {
	if o.Pairs <= 0 {
		o.Pairs = defaultPairs
	}
	var counts []Count
	var problems diag.List
	for _, g := range c.Games() {
		if len(o.Games) > 0 && !slices.Contains(o.Games, g.ID()) {
			continue
		}
		for players := g.MinPlayers; players <= g.MaxPlayers && ctx.Err() == nil; players++ {
			t := &trial{content: c, game: g, count: Count{Game: g.ID(), Players: players}, words: idWords(g), also: o.Also}
			for game := 0; t.count.Pairs < o.Pairs && game < maxGames && ctx.Err() == nil; game++ {
				t.rng = random.New(o.Seed+uint64(game), "secrets")
				t.seed = 1 + t.rng.Below(1<<53)
				if problem := t.play(ctx, o.Pairs); problem != nil {
					problems = append(problems, *problem)
					break
				}
			}
			counts = append(counts, t.count)
			if o.Each != nil {
				o.Each(t.count)
			}
			for _, p := range t.leaks {
				problems = appendNew(problems, p)
			}
		}
	}
	problems.Sort()
	return counts, problems
}

// same reports whether two problems are the same leak.
func same(a, b diag.Diagnostic) bool {
	return a.Code == b.Code && a.Place == b.Place && a.Message.Args[1] == b.Message.Args[1]
}

// appendNew adds a leak to those found so far, unless it is one of them.
func appendNew(leaks diag.List, p diag.Diagnostic) diag.List {
	if slices.ContainsFunc(leaks, func(q diag.Diagnostic) bool { return same(p, q) }) {
		return leaks
	}
	return append(leaks, p)
}

// idWords lists what a curious player may type to find out what there is: the ids
// of all definitions.
func idWords(g *rules.Game) []string {
	var out []string
	for _, d := range g.Catalog().All() {
		if g.Item(d.Key()) != nil {
			out = append(out, d.ID)
		}
	}
	return out
}

// trial plays the games of one number of players.
type trial struct {
	content *rules.Content
	game    *rules.Game
	rng     random.Stream
	seed    uint64
	words   []string
	also    func(s *session.Session, r session.Result, player int) any
	count   Count
	leaks   diag.List

	real    *session.Session // the game
	scratch *session.Session
	// twin is the other world, and observer the player who cannot distinguish it
	// from the real one; player 0 only watches.
	twin     *session.Session
	observer int
	paired   bool
	// reveals are the events that reveal how the commands of the two worlds
	// differ.
	reveals []string
}

// play plays one game, in pairs.
func (t *trial) play(ctx context.Context, most int) *diag.Diagnostic {
	s, problem := session.New(t.content, t.game.ID(), session.Options{Seed: t.seed, Players: t.count.Players})
	if problem != nil {
		return problem
	}
	t.real, t.paired = s, false
	for range maxCommands {
		if s.Over() || t.count.Pairs >= most || ctx.Err() != nil {
			return nil
		}
		if !t.paired {
			t.diverge()
		}
		player := s.Player()
		if waiting := s.Waiting(); len(waiting) > 0 && s.State().Pending() == nil {
			player = waiting[t.rng.Below(uint64(len(waiting)))]
		}
		c, ok, problem := s.SampleAs(player, &t.rng)
		if problem != nil || !ok {
			return nil // playing finds such faults: sleight fuzz
		}
		if !t.step(c) {
			return nil
		}
	}
	return nil
}

// diverge makes another world that a random seat cannot distinguish from the
// real one, and compares the two. In every fourth pair the future differs as
// well, and that pair ends there.
func (t *trial) diverge() {
	t.observer = int(t.rng.Below(uint64(t.count.Players) + 1))
	t.twin = t.real.Clone(t.twin)
	t.twin.Resample(t.observer, &t.rng)
	t.paired, t.reveals = t.rng.Below(4) > 0, nil
	if !t.paired {
		t.twin.Reseed(&t.rng)
	}
	t.paired = t.compare(outcome{}, outcome{}) && t.paired
}

// outcome is the result of a command in one world.
type outcome struct {
	result session.Result
	said   []spoken
	known  string
}

// step carries out a command in the real world, and one that looks the same in the
// other, and compares the two. It returns false if the game cannot go on.
func (t *trial) step(c session.Command) bool {
	var c2 session.Command
	if t.paired {
		c2, t.paired = t.counterpart(c)
	}
	var there outcome
	waiting := t.real.Waiting()
	last := waiting != nil && len(waiting) <= 1 // resolving reveals what all have chosen
	chance := t.paired && t.rng.Below(3) == 0
	if t.paired {
		if chance {
			t.twin.Reseed(&t.rng)
		}
		there.result, there.said = listen(t.twin, c2)
		t.paired = there.result.Problem == nil
	}
	var here outcome
	here.result, here.said = listen(t.real, c)
	if here.result.Problem != nil {
		return false
	}
	if !t.paired || here.result.Refusal != nil && t.observer != c.Player {
		t.paired = false
		return true
	}
	here.known = knownTo(t.real, t.observer, here.result)
	there.known = knownTo(t.twin, t.observer, there.result)
	switch {
	case here.known != there.known || last || t.hasRevealed(here.result) || t.hasRevealed(there.result):
		t.count.Revealed++
		t.paired = false
	case chance && t.real.State().Same(t.twin.State()):
		t.paired = false // whatever differs is chance that changed nothing, such as the words of a message
	default:
		if c.Player == t.observer {
			t.recordWork(here.result.Fuel, there.result.Fuel)
		}
		t.twin.CopyStreams(t.real)
		t.paired = t.compare(here, there)
	}
	return true
}

// hasRevealed reports whether a command has revealed how earlier ones differ.
func (t *trial) hasRevealed(r session.Result) bool {
	return slices.ContainsFunc(r.Events, func(h session.Event) bool { return slices.Contains(t.reveals, h.Event) })
}

// counterpart returns the command for the other world: what the observer types
// is the same; others do what looks the same to the observer.
func (t *trial) counterpart(c session.Command) (session.Command, bool) {
	if c.Player == t.observer {
		var text string
		t.real.As(c.Player, func() { text = t.real.Format(c) })
		c2, refusal, problem := seat.Of(t.twin, c.Player, nil).Parse(text)
		if refusal != nil || problem != nil {
			t.leak(difference{part: "errors", here: "accepted", there: answer(refusal, problem)}, c.Action, session.Origin{})
			return c2, false
		}
		return c2, true
	}
	var legal []session.Command
	var problem *diag.Diagnostic
	t.twin.As(c.Player, func() { legal, problem = t.twin.Legal(maxLegal) })
	if problem != nil {
		return c, false
	}
	legal = slices.DeleteFunc(legal, func(other session.Command) bool { return !t.looksAlike(c, other) })
	if len(legal) == 0 {
		return c, false
	}
	c2 := legal[t.rng.Below(uint64(len(legal)))]
	if t.real.Format(c) != t.twin.Format(c2) {
		t.reveals = append(append(t.reveals, until(t.real, c)...), until(t.twin, c2)...)
	}
	return c2, true
}

// looksAlike reports whether the declarations say that the observer cannot distinguish
// a command in the real world from one in the other.
func (t *trial) looksAlike(a, b session.Command) bool {
	x, y := action(t.real, a), action(t.twin, b)
	if x.Secret.On && y.Secret.On || t.real.Waiting() != nil {
		return true
	}
	if a.Action != b.Action || len(a.Targets) != len(b.Targets) || !t.valuesLookAlike(state.Entity(a.Item), state.Entity(b.Item)) {
		return false
	}
	for i, v := range a.Targets {
		if secret := secretTarget(x, i) && secretTarget(y, i); !secret && !t.valuesLookAlike(v, b.Targets[i]) {
			return false
		}
	}
	return true
}

// secretTarget reports whether the i-th target of an action is secret.
func secretTarget(a *rules.Action, i int) bool { return i < len(a.Targets) && a.Targets[i].Secret.On }

// valuesLookAlike reports whether the observer cannot distinguish two values: they are
// the same or, if they are concealed, in the same place. The place says nothing
// in a zone that is not listed in its own order.
func (t *trial) valuesLookAlike(a, b state.Value) bool {
	x, y := a.ID(), b.ID()
	if a.Type != state.Ref || b.Type != state.Ref || x == state.None || y == state.None {
		return a == b
	}
	hidden := concealed(t.real, x, t.observer)
	if hidden != concealed(t.twin, y, t.observer) {
		return false
	}
	if !hidden {
		return x == y
	}
	here, there := t.real.State(), t.twin.State()
	zone := here.ZoneOf(x)
	if zone != there.ZoneOf(y) {
		return false
	}
	d, _ := here.Layout.ZoneDecl(zone)
	return d.Unordered || d.Uncounted || here.Index(x) == there.Index(y)
}

// action returns the action of a command. For an answer to a question, it says only
// whether the answer is secret; for a command that no game declares, it is empty.
func action(s *session.Session, c session.Command) *rules.Action {
	if q := s.PendingQuestion(); q != nil && c.Action == rules.Answer {
		return &rules.Action{Secret: rules.Secret{On: q.Secret, Until: q.Until}}
	}
	if c.Item != state.None {
		return rules.ItemOf(s.State().Prototype(c.Item)).Use
	}
	if a, ok := s.Game().Action(c.Action); ok {
		return a
	}
	return &rules.Action{}
}

// until returns the events that reveal a command or its targets.
func until(s *session.Session, c session.Command) (out []string) {
	a := action(s, c)
	secrets := []rules.Secret{a.Secret}
	for _, target := range a.Targets {
		secrets = append(secrets, target.Secret)
	}
	for _, secret := range secrets {
		if secret.Until != "" {
			out = append(out, secret.Until)
		}
	}
	return out
}
