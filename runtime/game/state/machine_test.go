package state_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// The test game: two players, a shared row of dice and cards, hands of cards.
const (
	varGold = iota
	varLuck
	varWord
	varFriend
	varScore // one per player: two slots
)

const (
	zoneRow = iota
	zoneSmall
	zoneHand // one per player: two slots
)

const (
	dusk = iota
	dawn
)

type table struct {
	layout    *state.Layout
	die, card *state.Prototype
}

func (t *table) prototype(key string) *state.Prototype {
	for _, p := range []*state.Prototype{t.die, t.card} {
		if p.Key == key {
			return p
		}
	}
	return nil
}

func newTable() *table {
	number := func(name string, low, high float64) state.Decl {
		return state.Decl{Name: name, Type: state.Number, Start: state.Num(low), Min: low, Max: high, Whole: true}
	}
	gold, luck, score := number("gold", 0, 100), number("luck", -5, 5), number("score", 0, 1000)
	luck.Clamp, luck.Start = true, state.Num(0)
	score.PerPlayer = true
	word := state.Decl{Name: "word", Type: state.Text, Start: state.Str("yes"), OneOf: []string{"yes", "no"}}
	friend := state.Decl{Name: "friend", Type: state.Ref}
	die := &state.KindDecl{Name: "die", Props: []state.Decl{
		number("value", 0, 20), {Name: "held", Type: state.Bool, Start: state.Truth(false)},
	}}
	card := &state.KindDecl{Name: "card", Props: []state.Decl{{Name: "up", Type: state.Bool, Start: state.Truth(true)}}}
	zones := []state.ZoneDecl{
		{Name: "row", Label: "r", Kinds: []string{"die", "card"}, Limit: -1},
		{Name: "small", Label: "s", Kinds: []string{"die"}, Limit: 2},
		{Name: "hand", Label: "h", Kinds: []string{"card"}, Limit: 5, PerPlayer: true},
	}
	vars := []state.Decl{gold, luck, word, friend, score}
	return &table{
		layout: state.NewLayout(2, vars, zones, []*state.KindDecl{die, card}, []string{"dusk", "dawn"}),
		die:    &state.Prototype{Key: "die/d6", ID: "d6", Kind: die, Start: []state.Value{state.Num(3), state.Truth(false)}},
		card:   &state.Prototype{Key: "card/ace", ID: "ace", Kind: card, Start: []state.Value{state.Truth(true)}},
	}
}

// act makes one random change, which may be refused. It must run in a
// transaction.
func act(t *rapid.T, w *table, s *state.State) *diag.Diagnostic {
	whole := rapid.IntRange(-20, 30)
	until := state.Until{Event: rapid.SampledFrom([]int{dusk, dawn}).Draw(t, "event"), Count: rapid.IntRange(0, 2).Draw(t, "times")}
	var ids []state.ID
	s.Entities(func(id state.ID) { ids = append(ids, id) })
	number := func() int {
		return rapid.SampledFrom([]int{varGold, varLuck, varScore, varScore + 1}).Draw(t, "variable")
	}
	zone := rapid.IntRange(0, w.layout.ZoneSlots()-1)
	index := rapid.IntRange(-1, 4)
	op := rapid.IntRange(0, 14).Draw(t, "op")
	if len(ids) == 0 && op >= 8 && op != 14 {
		op = 7
	}
	switch op {
	case 0:
		return s.SetVar(number(), state.Num(float64(whole.Draw(t, "to"))), until)
	case 1:
		return s.ChangeVar(number(), float64(whole.Draw(t, "by")), until)
	case 2:
		return s.SetVar(varWord, state.Str(rapid.SampledFrom([]string{"yes", "no", "maybe"}).Draw(t, "word")), until)
	case 3:
		s.Expire(rapid.IntRange(dusk, dawn).Draw(t, "emitted"))
		return nil
	case 4:
		_, _, problem := s.Between(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "stream"), 1, 6)
		return problem
	case 5:
		return s.Shuffle(zone.Draw(t, "zone"), "a")
	case 6:
		return s.Rig("b", state.Num(float64(whole.Draw(t, "rigged"))))
	case 7:
		p := rapid.SampledFrom([]*state.Prototype{w.die, w.card}).Draw(t, "prototype")
		_, problem := s.Create(p, zone.Draw(t, "zone"), index.Draw(t, "index"), until)
		return problem
	case 14:
		return s.SetPending(questions(t, ids, zone))
	}
	id := rapid.SampledFrom(ids).Draw(t, "entity")
	isDie := s.Prototype(id) == w.die
	switch {
	case op == 8:
		return s.Remove(id, until)
	case op == 9:
		return s.Move(id, zone.Draw(t, "zone"), index.Draw(t, "index"), until)
	case op == 10 && isDie:
		return s.SetProp(id, 0, state.Num(float64(whole.Draw(t, "to"))), until)
	case op == 11 && isDie:
		return s.ChangeProp(id, 0, float64(whole.Draw(t, "by")), until)
	case op == 12:
		return s.SetVar(varFriend, state.Entity(id), until)
	case op == 13 && s.ZoneOf(id) != state.Limbo:
		p := rapid.SampledFrom([]*state.Prototype{w.die, w.card}).Draw(t, "prototype")
		_, problem := s.Replace(id, p, nil)
		return problem
	}
	_, _, problem := s.Chance("b", func(r *random.Stream) { r.Unit() })
	return problem
}

// questions makes questions about entities and zones, or nil for none.
func questions(t *rapid.T, ids []state.ID, zone *rapid.Generator[int]) *state.Pending {
	n := rapid.IntRange(0, 3).Draw(t, "questions")
	if n == 0 {
		return nil
	}
	p := &state.Pending{Then: rapid.SampledFrom([]string{"", "night"}).Draw(t, "then"), Actor: rapid.IntRange(0, 2).Draw(t, "actor")}
	for range n {
		q := &state.Question{
			Name: "q", Owner: "card/ace", Player: rapid.IntRange(1, 2).Draw(t, "player"), Prompt: "Which?",
			Zone: -1, Min: 0, Max: rapid.IntRange(0, 3).Draw(t, "max"), Single: rapid.Bool().Draw(t, "single"),
			With: []state.Value{state.Num(1), state.Truth(true), {}},
		}
		if len(ids) == 0 || rapid.Bool().Draw(t, "lazy") {
			q.Zone = zone.Draw(t, "from")
		} else {
			q.Asker = rapid.SampledFrom(ids).Draw(t, "asker")
			q.Options = []state.Candidate{
				{Value: state.Entity(q.Asker), Home: zone.Draw(t, "home")}, {Value: state.Str("word"), Home: state.Limbo, Title: "Word"},
			}
		}
		p.Questions = append(p.Questions, q)
	}
	return p
}

// sound checks the invariants: every entity is in exactly the zone it refers
// to, and values are within their bounds.
func sound(t testingT, w *table, s *state.State) {
	lying := map[state.ID]int{}
	for slot := range w.layout.ZoneSlots() {
		for i, id := range s.Zone(slot) {
			if !s.Alive(id) || s.ZoneOf(id) != slot || s.Index(id) != i {
				t.Fatalf("entity %d is in zone %d at %d but says otherwise", id, slot, i)
			}
			lying[id]++
		}
	}
	s.Entities(func(id state.ID) {
		want := 1
		if s.ZoneOf(id) == state.Limbo {
			want = 0
		}
		if lying[id] != want {
			t.Fatalf("entity %d is in %d zones", id, lying[id])
		}
		for i, d := range s.Prototype(id).Kind.Props {
			if _, problem := d.Check(s.Prop(id, i)); problem != nil {
				t.Fatalf("property of %d: %v", id, problem)
			}
		}
	})
	for slot := range w.layout.VarSlots() {
		d, _ := w.layout.VarDecl(slot)
		if v, problem := d.Check(s.Var(slot)); problem != nil || v != s.Var(slot) {
			t.Fatalf("variable %s: %v", d.Name, problem)
		}
	}
}

type testingT interface {
	Fatalf(format string, args ...any)
	Helper()
}

func TestEveryChangeCanBeUndoneAndRedone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, rapid.Uint64().Draw(t, "seed"))
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			before, at := s.Hash(), s.Position()
			s.Begin()
			problem := act(t, w, s)
			s.Commit()
			sound(t, w, s)
			after, to := s.Hash(), s.Position()
			if problem != nil && (before != after || at != to) {
				t.Fatalf("refused (%v), and yet something changed", problem)
			}
			s.Travel(at)
			if s.Hash() != before {
				t.Fatalf("taking it back left something changed")
			}
			sound(t, w, s)
			s.Travel(to)
			if s.Hash() != after {
				t.Fatalf("doing it again came out differently")
			}
		}
	})
}

func TestTransactionsAreAtomic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, 1)
		positions, hashes := []int{0}, []string{s.Hash()}
		for range rapid.IntRange(1, 20).Draw(t, "transactions") {
			before := s.Hash()
			s.Begin()
			for range rapid.IntRange(0, 6).Draw(t, "changes") {
				act(t, w, s)
			}
			if rapid.Bool().Draw(t, "fails") {
				s.Rollback()
				if s.Hash() != before {
					t.Fatalf("a transaction that failed has changed something")
				}
				continue
			}
			s.Commit()
			positions, hashes = append(positions, s.Position()), append(hashes, s.Hash())
			if rapid.IntRange(0, 5).Draw(t, "travel") == 0 {
				i := rapid.IntRange(0, len(positions)-1).Draw(t, "to")
				s.Travel(positions[i])
				positions, hashes = positions[:i+1], hashes[:i+1]
			}
		}
		for i := range slices.Backward(positions) {
			s.Travel(positions[i])
			if s.Hash() != hashes[i] {
				t.Fatalf("undone to position %d the state is another", positions[i])
			}
			sound(t, w, s)
		}
		for i := range positions {
			s.Travel(positions[i])
			if s.Hash() != hashes[i] {
				t.Fatalf("redone to position %d the state is another", positions[i])
			}
		}
	})
}

func TestEqualChangesGiveEqualStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s, copied := state.New(w.layout, 5), new(state.State)
		s.Begin()
		for range rapid.IntRange(1, 30).Draw(t, "changes") {
			act(t, w, s)
		}
		s.Commit()
		s.CopyTo(copied)
		if copied.Hash() != s.Hash() {
			t.Fatalf("a copy differs")
		}
		sound(t, w, copied)
		// Both continue in the same way, independently of each other.
		for _, x := range []*state.State{s, copied} {
			x.Begin()
			if _, _, problem := x.Between("c", 1, 100); problem != nil {
				t.Fatalf("%v", problem)
			}
			x.Expire(dusk)
			x.Commit()
		}
		if copied.Hash() != s.Hash() {
			t.Fatalf("a copy plays on differently")
		}
	})
}

func TestIDsAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, 1)
		s.Begin()
		known := map[state.ID]bool{} // whether it was removed
		for range rapid.IntRange(1, 80).Draw(t, "changes") {
			act(t, w, s)
			for id, gone := range known {
				if gone && s.Alive(id) {
					t.Fatalf("%d lives again", id)
				}
				known[id] = gone || !s.Alive(id)
			}
			s.Entities(func(id state.ID) { known[id] = false })
		}
	})
}

func TestViewsBecomeStaleWithTheirReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, 1)
		read := func() (out []state.Value) {
			out = append(out, s.Var(varGold))
			for _, id := range s.Zone(zoneRow) {
				out = append(out, s.Prop(id, 0), state.Truth(s.Temporary(id)))
			}
			return out
		}
		var tracker state.Tracker
		s.Track(&tracker)
		cached := read()
		s.Untrack()
		for range rapid.IntRange(1, 30).Draw(t, "changes") {
			s.Begin()
			act(t, w, s)
			s.Commit()
			if rapid.IntRange(0, 3).Draw(t, "undo") == 0 {
				s.Travel(0)
			}
			if s.Fresh(&tracker) {
				if !slices.Equal(read(), cached) {
					t.Fatalf("it says nothing has changed")
				}
				continue
			}
			s.Track(&tracker)
			cached = read()
			s.Untrack()
		}
	})
}
