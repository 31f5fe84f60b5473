package state_test

import (
	"slices"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

var (
	forGood  = state.Until{}
	tillDusk = state.Until{Event: dusk, Count: 1}
	tillDawn = state.Until{Event: dawn, Count: 1}
)

// scene is a state inside an open transaction, with helper methods for tests.
type scene struct {
	*testing.T
	*table
	s *state.State
}

func newScene(t *testing.T) *scene {
	w := newTable()
	s := state.New(w.layout, 1)
	s.Begin()
	return &scene{t, w, s}
}

func (c *scene) ok(problem *diag.Diagnostic) {
	c.Helper()
	if problem != nil {
		c.Fatal(problem)
	}
}

func (c *scene) gold(want float64) {
	c.Helper()
	if got := c.s.Var(varGold); got != state.Num(want) {
		c.Fatalf("gold is %v, expected %v", got, want)
	}
}

func (c *scene) set(n float64, until state.Until) {
	c.Helper()
	c.ok(c.s.SetVar(varGold, state.Num(n), until))
}

func (c *scene) change(n float64, until state.Until) {
	c.Helper()
	c.ok(c.s.ChangeVar(varGold, n, until))
}

func (c *scene) die(zone int, until state.Until) state.ID {
	c.Helper()
	id, problem := c.s.Create(c.table.die, zone, -1, until)
	c.ok(problem)
	return id
}

func (c *scene) row(want ...state.ID) {
	c.Helper()
	if got := c.s.Zone(zoneRow); !slices.Equal(got, want) {
		c.Fatalf("the row is %v, expected %v", got, want)
	}
}

func TestATemporarySetEndsWithItsEvent(t *testing.T) {
	c := newScene(t)
	c.set(10, forGood)
	c.set(30, tillDusk)
	c.s.Expire(dawn)
	c.gold(30)
	c.s.Expire(dusk)
	c.gold(10)
	c.s.Expire(dusk)
	c.gold(10)
}

func TestATemporaryChangeEndsWithTheNthEvent(t *testing.T) {
	c := newScene(t)
	c.set(10, forGood)
	c.change(5, state.Until{Event: dusk, Count: 3})
	for range 2 {
		c.s.Expire(dusk)
		c.gold(15)
	}
	c.s.Expire(dusk)
	c.gold(10)
}

func TestASetReplacesTemporaryChanges(t *testing.T) {
	c := newScene(t)
	c.set(10, forGood)
	c.set(20, tillDusk)
	c.set(30, tillDawn) // the value under it is 10, not 20
	c.s.Expire(dusk)
	c.gold(30)
	c.s.Expire(dawn)
	c.gold(10)

	c.set(20, tillDusk)
	c.set(40, forGood)
	c.s.Expire(dusk)
	c.gold(40)

	c.change(5, tillDusk)
	c.set(7, tillDawn)
	c.s.Expire(dusk)
	c.gold(7)
	c.s.Expire(dawn)
	c.gold(40)
}

func TestAChangeKeepsTemporaryChanges(t *testing.T) {
	c := newScene(t)
	c.set(10, forGood)
	c.set(50, tillDusk)
	c.change(5, forGood) // to both: 55 now, 15 under it
	c.gold(55)
	c.s.Expire(dusk)
	c.gold(15)

	c.change(2, tillDusk)
	c.change(3, tillDawn)
	c.gold(20)
	c.s.Expire(dusk)
	c.gold(18)
	c.s.Expire(dawn)
	c.gold(15)
}

func TestAdditionsOutliveTheTemporaryValueTheyChanged(t *testing.T) {
	c := newScene(t)
	c.set(10, forGood)
	c.set(50, tillDusk)
	c.change(3, tillDawn)
	c.gold(53)
	c.s.Expire(dusk)
	c.gold(13)
	c.s.Expire(dawn)
	c.gold(10)
}

func TestExpiredChangesStayWithinBounds(t *testing.T) {
	c := newScene(t)
	c.change(40, tillDusk)
	c.change(-35, forGood)
	c.gold(5)
	c.s.Expire(dusk)
	c.gold(0)

	c.set(3, forGood)
	c.set(50, tillDusk)
	c.change(-8, forGood)
	c.s.Expire(dusk)
	c.gold(0)
}

func TestAClampedChangeRevertsOnlyItsEffect(t *testing.T) {
	c := newScene(t)
	c.ok(c.s.ChangeVar(varLuck, 9, tillDusk)) // luck ends at 5
	if v := c.s.Var(varLuck); v != state.Num(5) {
		t.Fatalf("luck is %v", v)
	}
	c.ok(c.s.ChangeVar(varLuck, -1, forGood))
	c.s.Expire(dusk)
	if v := c.s.Var(varLuck); v != state.Num(-1) {
		t.Fatalf("luck is %v, expected -1", v)
	}
}

func TestATemporaryEntityEndsWithItsEvent(t *testing.T) {
	c := newScene(t)
	a, b := c.die(zoneRow, forGood), c.die(zoneRow, tillDusk)
	if c.s.Temporary(a) || !c.s.Temporary(b) {
		t.Fatal("only the second die is temporary")
	}
	c.ok(c.s.SetProp(b, 1, state.Truth(true), forGood))
	c.s.Expire(dusk)
	c.row(a)
	if c.s.Alive(b) {
		t.Fatal("the temporary die is still there")
	}
}

func TestTemporarilyRemovedEntitiesReturnUnchanged(t *testing.T) {
	c := newScene(t)
	a, b, d := c.die(zoneRow, forGood), c.die(zoneRow, forGood), c.die(zoneRow, forGood)
	c.ok(c.s.SetProp(b, 0, state.Num(6), forGood))
	c.ok(c.s.Remove(b, tillDusk))
	c.row(a, d)
	if c.s.ZoneOf(b) != state.Limbo || !c.s.Alive(b) {
		t.Fatal("the die is neither there nor gone")
	}
	c.s.Expire(dusk)
	c.row(a, b, d)
	if v := c.s.Prop(b, 0); v != state.Num(6) {
		t.Fatalf("it came back as %v", v)
	}
}

func TestSeveralRemovedEntitiesReturnToTheirPlaces(t *testing.T) {
	c := newScene(t)
	a, b, d := c.die(zoneRow, forGood), c.die(zoneRow, forGood), c.die(zoneRow, forGood)
	for _, id := range []state.ID{a, b, d} {
		c.ok(c.s.Remove(id, tillDusk))
	}
	c.s.Expire(dusk)
	c.row(a, b, d)
}

func TestATemporaryEntityThatExpiresOutOfPlayDoesNotReturn(t *testing.T) {
	c := newScene(t)
	a := c.die(zoneRow, tillDusk)
	c.ok(c.s.Remove(a, tillDawn))
	c.s.Expire(dusk)
	c.s.Expire(dawn)
	c.row()
	if c.s.Alive(a) {
		t.Fatal("it lives on out of play")
	}
	b := c.die(zoneRow, tillDusk) // both at once, in either order
	c.ok(c.s.Remove(b, tillDusk))
	c.s.Expire(dusk)
	c.row()
}

func TestTemporaryChangesEndWithTheirEntity(t *testing.T) {
	c := newScene(t)
	a := c.die(zoneRow, forGood)
	c.ok(c.s.SetProp(a, 0, state.Num(9), tillDusk))
	c.ok(c.s.Remove(a, forGood))
	b := c.die(zoneRow, forGood) // takes over the slot
	if a.Slot() != b.Slot() || a == b {
		t.Fatalf("slots %d and %d", a.Slot(), b.Slot())
	}
	c.s.Expire(dusk)
	if v := c.s.Prop(b, 0); v != state.Num(3) {
		t.Fatalf("the new die shows %v", v)
	}
}

func TestALaterMoveReplacesTheReturn(t *testing.T) {
	c := newScene(t)
	a, b := c.die(zoneRow, forGood), c.die(zoneRow, forGood)
	c.ok(c.s.Move(a, zoneSmall, -1, tillDusk))
	c.ok(c.s.Remove(a, tillDawn))
	c.s.Expire(dusk)
	c.row(b) // still away
	c.s.Expire(dawn)
	c.row(a, b)

	c.ok(c.s.Remove(a, tillDusk))
	c.ok(c.s.Move(a, zoneRow, -1, forGood))
	c.s.Expire(dusk)
	c.row(b, a)
}

func TestReturningEntitiesMayOverfillTheirZone(t *testing.T) {
	c := newScene(t)
	a := c.die(zoneSmall, forGood)
	c.ok(c.s.Remove(a, tillDusk))
	c.die(zoneSmall, forGood)
	c.die(zoneSmall, forGood)
	c.s.Expire(dusk)
	if got := c.s.Zone(zoneSmall); len(got) != 3 || got[0] != a {
		t.Fatalf("the small zone is %v", got)
	}
}
