package state_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/state"
)

// TestReadsAreStaleOnlyAfterTheirChanges checks for each way of reading a state
// which changes make the recorded read stale, and what Only passes to its
// functions.
func TestReadsAreStaleOnlyAfterTheirChanges(t *testing.T) {
	var a, b state.ID
	changes := []struct {
		name string
		do   func(c *scene)
	}{
		{"variable", func(c *scene) { c.set(7, forGood) }},
		{"other variable", func(c *scene) { c.ok(c.s.SetVar(varWord, state.Str("no"), forGood)) }},
		{"property", func(c *scene) { c.ok(c.s.SetProp(a, 0, state.Num(9), forGood)) }},
		{"other die", func(c *scene) { c.ok(c.s.SetProp(b, 0, state.Num(9), forGood)) }},
		{"move", func(c *scene) { c.ok(c.s.Move(a, zoneSmall, -1, forGood)) }},
		{"create", func(c *scene) { c.die(zoneRow, forGood) }},
		{"remove", func(c *scene) { c.ok(c.s.Remove(a, forGood)) }},
		{"question", func(c *scene) { c.s.SetPending(asked(a, b)) }},
	}
	for _, read := range []struct {
		name, stale, asks string
		do                func(s *state.State)
	}{
		{"nothing", "", "", func(*state.State) {}},
		{"Var", "variable", "variable 0", func(s *state.State) { s.Var(varGold) }},
		{"Prop", "property, move, remove", "die a", func(s *state.State) { s.Prop(a, 0) }},
		{"Prototype", "property, move, remove", "die a", func(s *state.State) { s.Prototype(a) }},
		{"ZoneOf", "property, move, remove", "die a", func(s *state.State) { s.ZoneOf(a) }},
		{"Temporary", "property, move, remove", "die a", func(s *state.State) { s.Temporary(a) }},
		{"Zone", "move, create, remove", "zone 0", func(s *state.State) { s.Zone(zoneRow) }},
		{"Pending", "question", "", func(s *state.State) { s.Pending() }},
	} {
		var stale, asks []string
		for _, change := range changes {
			c := newScene(t)
			a, b = c.die(zoneRow, forGood), c.die(zoneRow, forGood)
			var tracker state.Tracker
			c.s.Track(&tracker)
			read.do(c.s)
			c.s.Untrack()
			asks = asks[:0]
			slot := func(what string) func(int) bool {
				return func(slot int) bool { asks = append(asks, fmt.Sprint(what, slot)); return true }
			}
			die := func(id state.ID) bool {
				asks = append(asks, map[state.ID]string{a: "die a", b: "die b"}[id])
				return true
			}
			if !c.s.AllReads(&tracker, slot("variable "), slot("zone "), die) {
				t.Errorf("%s: everything passes", read.name)
			}
			no := func(int) bool { return false }
			if got := c.s.AllReads(&tracker, no, no, func(state.ID) bool { return false }); got != (len(asks) == 0) {
				t.Errorf("%s: nothing passes, and Only says %v", read.name, got)
			}
			if change.do(c); !c.s.Fresh(&tracker) {
				stale = append(stale, change.name)
			}
		}
		if got := strings.Join(stale, ", "); got != read.stale {
			t.Errorf("%s is stale after: %s; want %s", read.name, got, read.stale)
		}
		if got := strings.Join(asks, ", "); got != read.asks {
			t.Errorf("%s asks for: %s; want %s", read.name, got, read.asks)
		}
	}
}

// TestReadsAfterAChangeAreFresh checks that what is read right after it changed is
// fresh, and that a removed entity is nobody's concern.
func TestReadsAfterAChangeAreFresh(t *testing.T) {
	c := newScene(t)
	id := c.die(zoneRow, forGood)
	for name, change := range map[string]func(){
		"a variable": func() { c.set(c.s.Var(varGold).Num+1, forGood) },
		"a die":      func() { c.ok(c.s.ChangeProp(id, 0, 1, forGood)) },
		"a zone":     func() { c.die(zoneRow, forGood) },
		"a question": func() { c.ok(c.s.SetPending(asked(id, id))) },
		"all":        func() { c.s.OverwriteVar(varGold, state.Num(3)); c.s.OverwriteProp(id, 0, state.Num(3)) },
	} {
		change()
		var tracker state.Tracker
		c.s.Track(&tracker)
		if !c.s.Tracked() {
			t.Error("reads are not recorded")
		}
		c.s.Var(varGold)
		c.s.Prop(id, 0)
		c.s.Zone(zoneRow)
		c.s.Pending()
		if c.s.Untrack(); !c.s.Fresh(&tracker) {
			t.Errorf("%s has just changed, and what was read since is stale", name)
		}
	}
	var tracker state.Tracker
	c.s.Track(&tracker)
	c.s.Prop(id, 0)
	c.s.Untrack()
	c.ok(c.s.Remove(id, forGood))
	no := func(int) bool { return false }
	if !c.s.AllReads(&tracker, no, no, func(state.ID) bool { return false }) {
		t.Error("a removed die is asked about")
	}
}

// TestEntitiesReturnToTheirFormerZone checks temporary moves out of each
// zone, the changes that wait meanwhile, and that undoing their end restores
// everything.
func TestEntitiesReturnToTheirFormerZone(t *testing.T) {
	for _, zones := range [][2]int{{zoneRow, zoneSmall}, {zoneSmall, zoneRow}} {
		c := newScene(t)
		other, id := c.die(zones[0], forGood), c.die(zones[0], forGood)
		c.ok(c.s.Move(id, zones[1], 0, tillDusk))
		if c.s.HasTemps(other) || !c.s.HasTemps(id) {
			t.Errorf("only the moved one is changing: %v, %v", c.s.HasTemps(other), c.s.HasTemps(id))
		}
		c.s.Commit()
		c.s.Begin()
		before := c.s.Hash()
		c.s.Expire(dusk)
		if c.s.ZoneOf(id) != zones[0] || c.s.Index(id) != 1 || c.s.HasTemps(id) {
			t.Errorf("from %d it returns to %d, place %d, changing %v", zones[0], c.s.ZoneOf(id), c.s.Index(id), c.s.HasTemps(id))
		}
		if c.s.Rollback(); c.s.Hash() != before || !c.s.HasTemps(id) {
			t.Error("taking back the end does not restore what waits")
		}
	}
}

// TestRefusedCreationsChangeNothing checks creations in a zone that is full or
// takes other kinds.
func TestRefusedCreationsChangeNothing(t *testing.T) {
	c := newScene(t)
	c.die(zoneSmall, forGood)
	c.die(zoneSmall, forGood)
	before := c.s.Hash()
	for _, p := range []*state.Prototype{c.table.die, c.card} {
		if id, problem := c.s.Create(p, zoneSmall, -1, forGood); id != state.None || problem == nil || problem.Code != "game/zone" {
			t.Errorf("%s: %v, %v", p.Key, id, problem)
		}
	}
	if c.s.Hash() != before {
		t.Error("a refused creation changes the state")
	}
}

// TestTheJournalKeepsTheLastValues checks the properties that the journal
// reports for a removed entity.
func TestTheJournalKeepsTheLastValues(t *testing.T) {
	c := newScene(t)
	id := c.die(zoneRow, forGood)
	c.ok(c.s.SetProp(id, 0, state.Num(9), forGood))
	c.ok(c.s.SetProp(id, 1, state.Truth(true), forGood))
	c.ok(c.s.Remove(id, forGood))
	for _, change := range c.s.Journal() {
		held, value := state.Value{}, state.Value{}
		if change.Op == state.OpDelete {
			value, held = state.Num(9), state.Truth(true)
		}
		if change.FinalProp(0) != value || change.FinalProp(1) != held {
			t.Errorf("operation %d: %v, %v; want %v, %v", change.Op, change.FinalProp(0), change.FinalProp(1), value, held)
		}
	}
	if journal := c.s.Journal(); journal[len(journal)-1].Op != state.OpDelete {
		t.Error("removing it is not the last change")
	}
}

// TestPendingIsEmpty checks what counts as pending.
func TestPendingIsEmpty(t *testing.T) {
	for _, p := range []*state.Pending{{}, {Then: "night"}, {Actor: 1}} {
		if !p.Empty() {
			t.Errorf("%+v is pending", p)
		}
	}
	for _, p := range []*state.Pending{
		{Questions: []*state.Question{{}}}, {Windows: []*state.Window{{}}}, {Next: []*state.Window{{}}},
	} {
		if p.Empty() {
			t.Errorf("%+v is empty", p)
		}
	}
}
