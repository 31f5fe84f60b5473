package games_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// conserved lists, for each game, groups of zones between which things only move:
// dice that are never created or destroyed, cards of a deck. Things are counted for
// each player separately, unless one of the zones is common to all.
func conserved(game string) [][]string {
	switch game {
	case "forward":
		return [][]string{
			{"deck", "lineup", "encounter", "equipment", "items", "curses", "discard"},
			{"dice"},
			{"enemy_dice"},
			{"pit_dice"},
		}
	case "manipulation":
		return [][]string{{"innates"}, {"hands"}}
	case "mana_draw":
		return [][]string{{"source"}, {"hand", "deck", "discard"}, {"spells", "spell_deck", "spellbook"}}
	case "never_die_guy":
		return [][]string{{"pool", "hand", "exhausted"}}
	}
	return nil
}

// checker checks the invariants of a session after each command.
type checker struct {
	s      *session.Session
	alive  int
	totals []total
}

// total is the number of things in some zones together.
type total struct {
	name  string
	slots []int
	n     int
}

// watch starts watching a session and checks its start.
func watch(s *session.Session) (*checker, string) {
	e := &checker{s: s}
	s.State().Entities(func(state.ID) { e.alive++ })
	for _, names := range conserved(s.Game().ID()) {
		e.conserve(names)
	}
	return e, e.look(nil)
}

// conserve records the number of things in the zones.
func (e *checker) conserve(names []string) {
	layout := e.s.State().Layout
	shared := false
	for _, z := range layout.Zones {
		shared = shared || slices.Contains(names, z.Name) && !z.PerPlayer
	}
	totals := make([]total, layout.Players+1)
	for slot := range layout.ZoneSlots() {
		d, player := layout.ZoneDecl(slot)
		if !slices.Contains(names, d.Name) {
			continue
		}
		if shared {
			player = 0
		}
		t := &totals[player]
		t.slots = append(t.slots, slot)
		t.n += len(e.s.State().Zone(slot))
		t.name = strings.Join(names, ", ")
		if player > 0 {
			t.name += fmt.Sprintf(" of player %d", player)
		}
	}
	for _, t := range totals {
		if t.slots != nil {
			e.totals = append(e.totals, t)
		}
	}
}

// look returns what is wrong after a command with these changes, or "".
func (e *checker) look(changes []state.Change) string {
	s := e.s.State()
	for _, t := range e.totals {
		n := 0
		for _, slot := range t.slots {
			n += len(s.Zone(slot))
		}
		if n != t.n {
			return fmt.Sprintf("%s: there were %d, there are %d", t.name, t.n, n)
		}
	}
	for slot := range s.Layout.VarSlots() {
		d, _ := s.Layout.VarDecl(slot)
		if fault := within(d, s.Var(slot)); fault != "" {
			return fault
		}
	}
	for slot := range s.Layout.ZoneSlots() {
		if fault := e.zone(slot); fault != "" {
			return fault
		}
	}
	return e.ledger(changes)
}

// zone checks the limit of a zone, and each thing in it.
func (e *checker) zone(slot int) string {
	s := e.s.State()
	d, _ := s.Layout.ZoneDecl(slot)
	ids := s.Zone(slot)
	if d.Limit >= 0 && len(ids) > d.Limit {
		return fmt.Sprintf("%s holds %d, more than %d", d.Name, len(ids), d.Limit)
	}
	for i, id := range ids {
		if !s.Alive(id) || s.ZoneOf(id) != slot || s.Index(id) != i {
			return fmt.Sprintf("%s lies at place %d of %s and does not know it", e.s.Label(id), i+1, d.Name)
		}
		kind := s.Prototype(id).Kind
		if !d.Accepts(kind.Name) {
			return fmt.Sprintf("a %s is in %s", kind.Name, d.Name)
		}
		for i := range kind.Props {
			if fault := within(&kind.Props[i], s.Prop(id, i)); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// ledger checks that things appear and disappear only by recorded changes, and
// that each living one is in a zone or temporarily out of play.
func (e *checker) ledger(changes []state.Change) string {
	s := e.s.State()
	before := e.alive
	for i := range changes {
		switch changes[i].Op {
		case state.OpCreate:
			before++
		case state.OpDelete:
			before--
		}
	}
	e.alive = 0
	placed := 0
	s.Entities(func(id state.ID) {
		e.alive++
		if s.ZoneOf(id) != state.Limbo {
			placed++
		}
	})
	for slot := range s.Layout.ZoneSlots() {
		placed -= len(s.Zone(slot))
	}
	switch {
	case e.alive != before:
		return fmt.Sprintf("%d things are in play; the changes say %d", e.alive, before)
	case placed != 0:
		return fmt.Sprintf("%+d things are in more than one zone, or in none", -placed)
	}
	return ""
}

// within reports a value that violates its declaration.
func within(d *state.Decl, v state.Value) string {
	if allowed, problem := d.Check(v); problem != nil {
		return problem.Message.String()
	} else if allowed != v {
		return fmt.Sprintf("%s is %s, beyond its bounds", d.Name, v)
	}
	return ""
}

// TestTheCheckerFindsBrokenInvariants checks that each sort of broken invariant
// is found.
func TestTheCheckerFindsBrokenInvariants(t *testing.T) {
	for _, c := range []struct{ lua, fault string }{
		{`set(vars, "score", 3)`, ""},
		{`move_to(at("hand", 1), "deck")`, ""},
		{`move_to(at("hand", 1), "hand@2")`, "hand, deck, discard of player 1: there were 10, there are 9"},
		{`remove(at("source", 1))`, "source: there were 4, there are 3"},
		{`remove(at("spell_deck", 1), "round_ended")`, "spells, spell_deck, spellbook: there were 24, there are 23"},
	} {
		s, problem := session.New(shipped.Content(t), "mana_draw", session.Options{})
		if problem != nil {
			t.Fatal(problem)
		}
		e, fault := watch(s)
		if fault != "" {
			t.Fatal(fault)
		}
		r := s.Run("lua " + c.lua)
		if !r.OK() {
			t.Fatal(r)
		}
		if got := e.look(r.Changes); got != c.fault {
			t.Errorf("after %s: %q, expected %q", c.lua, got, c.fault)
		}
		e.alive++
		if got := e.look(nil); c.fault == "" && !strings.Contains(got, "things are in play") {
			t.Errorf("a thing that is gone without a change gives %q", got)
		}
	}
	if within(&state.Decl{Name: "x", Type: state.Number, Min: 0, Max: 9}, state.Num(10)) == "" {
		t.Error("a number beyond its bounds is not seen")
	}
}
