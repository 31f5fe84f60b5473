package state_test

import (
	"fmt"
	"testing"

	"sleight/runtime/game/state"
)

// used returns a state after changes of every kind.
func used(t *testing.T) *scene {
	c := newScene(t)
	a, b := c.die(zoneRow, forGood), c.die(zoneSmall, tillDusk)
	c.ok(c.s.Remove(c.die(zoneRow, forGood), forGood))
	c.ok(c.s.Move(a, zoneSmall, 0, tillDusk))
	c.set(7, tillDawn)
	c.ok(c.s.Rig("luck", state.Num(4)))
	_, _, problem := c.s.Between("luck", 1, 6)
	c.ok(problem)
	c.s.SetPending(asked(a, b))
	return c
}

// game makes changes of every kind and describes all effects.
func game(c *scene) (out string) {
	note := func(what any) { out += fmt.Sprintf("%v %x\n", what, c.s.Hash()) }
	for range 3 {
		note(c.die(zoneRow, tillDusk))
		n, _, problem := c.s.Between("luck", 1, 1000)
		c.ok(problem)
		note(n)
	}
	c.ok(c.s.Shuffle(zoneRow, "deck"))
	note(c.s.Zone(zoneRow))
	c.set(3, tillDusk)
	c.s.Expire(dusk)
	note(c.s.Var(varGold))
	c.s.Commit()
	note(len(c.s.Journal()))
	c.s.Travel(0)
	note(c.s.Position())
	c.s.Begin()
	return out
}

// TestRestartEqualsANewState checks that Restart leaves nothing of the old
// game.
func TestRestartEqualsANewState(t *testing.T) {
	fresh := newScene(t)
	fresh.s = state.New(fresh.layout, 9)
	fresh.s.Begin()
	want := game(fresh)
	for name, c := range map[string]*scene{"in a transaction": used(t), "locked": used(t), "at rest": used(t)} {
		switch name {
		case "locked":
			c.s.Lock()
		case "at rest":
			c.s.Commit()
		}
		c.s.Restart(9)
		if !c.s.Same(state.New(c.layout, 9)) {
			t.Errorf("%s: something of the old game is left", name)
		}
		c.s.Begin()
		if got := game(c); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestUndoneCreationsLeaveNothing checks that an undone creation leaves no slot, and
// that an entity that comes then is as if it were the first.
func TestUndoneCreationsLeaveNothing(t *testing.T) {
	c := newScene(t)
	other := &scene{t, c.table, state.New(c.layout, 1)}
	other.s.Begin()
	first := c.die(zoneRow, forGood)
	c.ok(c.s.SetProp(first, 0, state.Num(9), forGood))
	c.die(zoneRow, tillDusk)
	c.s.Rollback()
	if !c.s.Same(other.s) || c.s.Hash() != other.s.Hash() || c.s.Position() != 0 || len(c.s.Journal()) != 0 {
		t.Error("something is left of what was rolled back")
	}
	c.s.Begin()
	a, b := c.die(zoneRow, forGood), other.die(zoneRow, forGood)
	if a != b || !c.s.Same(other.s) || c.s.Prop(a, 0) != state.Num(3) {
		t.Errorf("the next entity is %d, not %d, and shows %v", a, b, c.s.Prop(a, 0))
	}
}

// TestReplacementsInheritTemporaryChanges checks that each sort of
// temporary change to the old entity's place applies to its replacement, that
// the replacement has fresh values, and what Replace refuses.
func TestReplacementsInheritTemporaryChanges(t *testing.T) {
	for name, c := range map[string]struct {
		promise      func(c *scene, id state.ID)
		changing     bool
		after, inRow string
	}{
		"nothing":  {func(*scene, state.ID) {}, false, "3 in zone 0", "true"},
		"a value":  {func(c *scene, id state.ID) { c.ok(c.s.SetProp(id, 0, state.Num(8), tillDusk)) }, false, "3 in zone 0", "true"},
		"a move":   {func(c *scene, id state.ID) { c.ok(c.s.Move(id, zoneSmall, 0, tillDusk)) }, true, "3 in zone 0", "false"},
		"an extra": {nil, true, "gone", "true"},
	} {
		scene := newScene(t)
		id := scene.die(zoneRow, map[bool]state.Until{true: tillDusk, false: forGood}[c.promise == nil])
		if c.promise != nil {
			c.promise(scene, id)
		}
		adapted := state.None
		made, problem := scene.s.Replace(id, scene.table.die, func(made state.ID) {
			if adapted = made; !scene.s.Alive(id) {
				t.Errorf("%s: the old one is gone too early", name)
			}
		})
		scene.ok(problem)
		if made == id || adapted != made || scene.s.Alive(id) || scene.s.HasTemps(id) || scene.s.HasTemps(made) != c.changing ||
			fmt.Sprint(scene.s.ZoneOf(made) == zoneRow) != c.inRow || scene.s.Prop(made, 0) != state.Num(3) {
			t.Errorf("%s: %d for %d, adapted %d, changing %v, in zone %d", name, made, id, adapted, scene.s.HasTemps(made), scene.s.ZoneOf(made))
		}
		scene.s.Expire(dusk)
		after := "gone"
		if scene.s.Alive(made) {
			after = fmt.Sprintf("%v in zone %d", scene.s.Prop(made, 0), scene.s.ZoneOf(made))
		}
		if after != c.after {
			t.Errorf("%s: after it, the new one is %s, want %s", name, after, c.after)
		}
	}
	c := newScene(t)
	id := c.die(zoneSmall, forGood)
	before := c.s.Hash()
	if made, problem := c.s.Replace(id, c.card, nil); made != state.None || problem == nil || problem.Code != "game/zone" || c.s.Hash() != before {
		t.Errorf("a card in a zone of dice: %d, %v", made, problem)
	}
}
