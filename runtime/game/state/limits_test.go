package state_test

import (
	"math"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

func TestValuesAreCheckedAndNeverSilentlyChanged(t *testing.T) {
	declared := func(d state.Decl) state.Decl {
		if d.Type == state.Number && d.Min == 0 && d.Max == 0 {
			d.Min, d.Max = math.Inf(-1), math.Inf(1)
		}
		d.Name = "x"
		return d
	}
	number := state.Decl{Type: state.Number}
	whole := state.Decl{Type: state.Number, Whole: true}
	least := state.Decl{Type: state.Number, Max: math.Inf(1)}
	most := state.Decl{Type: state.Number, Min: math.Inf(-1)}
	bounded := state.Decl{Type: state.Number, Min: 1, Max: 6}
	clamped := state.Decl{Type: state.Number, Min: 1, Max: 6, Clamp: true}
	text := state.Decl{Type: state.Text}
	choice := state.Decl{Type: state.Text, OneOf: []string{"day", "night"}}
	truth, friend := state.Decl{Type: state.Bool}, state.Decl{Type: state.Ref}
	for _, c := range []struct {
		d       state.Decl
		in, out state.Value
		problem string
	}{
		{number, state.Num(1.5), state.Num(1.5), ""},
		{number, state.Num(math.NaN()), state.Value{}, "x cannot be NaN"},
		{number, state.Num(math.Inf(1)), state.Value{}, "x cannot be +Inf"},
		{number, state.Str("1"), state.Value{}, `x must be a number, not the string 1`},
		{number, state.Value{}, state.Value{}, "x must be a number, not nil"},
		{whole, state.Num(1 << 53), state.Num(1 << 53), ""},
		{whole, state.Num(-(1 << 53)), state.Num(-(1 << 53)), ""},
		{whole, state.Num(1.5), state.Value{}, "x must be a whole number, not 1.5"},
		{whole, state.Num(1 << 54), state.Value{}, "x must be a whole number"},
		{bounded, state.Num(6), state.Num(6), ""},
		{bounded, state.Num(7), state.Value{}, "x cannot be 7; it is between 1 and 6"},
		{least, state.Num(-1), state.Value{}, "x cannot be -1; it is at least 0"},
		{most, state.Num(1), state.Value{}, "x cannot be 1; it is at most 0"},
		{clamped, state.Num(7), state.Num(6), ""},
		{clamped, state.Num(-7), state.Num(1), ""},
		{clamped, state.Num(math.NaN()), state.Value{}, "x cannot be NaN"},
		{text, state.Str("ß"), state.Str("ß"), ""},
		{text, state.Str("\xff"), state.Value{}, "not UTF-8"},
		{text, state.Str(strings.Repeat("x", 1<<16+1)), state.Value{}, "longer than"},
		{choice, state.Str("dusk"), state.Value{}, `x cannot be "dusk"; it must be one of day, night`},
		{truth, state.Num(1), state.Value{}, "x must be a boolean, not the number 1"},
		{friend, state.Value{}, state.Value{}, ""},
		{friend, state.Num(1), state.Value{}, "x must be an entity, not the number 1"},
	} {
		d := declared(c.d)
		got, problem := d.Check(c.in)
		switch {
		case c.problem == "" && (problem != nil || got != c.out):
			t.Errorf("%v: %v, %v", c.in, got, problem)
		case c.problem != "" && (problem == nil || !strings.Contains(problem.Message.String(), c.problem)):
			t.Errorf("%v: %v, expected %q", c.in, problem, c.problem)
		}
	}
}

func TestNegativeZeroIsStoredAsZero(t *testing.T) {
	c := newScene(t)
	c.ok(c.s.SetVar(varGold, state.Num(math.Copysign(0, -1)), forGood))
	if math.Signbit(c.s.Var(varGold).Num) {
		t.Fatal("a script could tell this zero from the other")
	}
	for _, bounds := range [][2]float64{{0, 5}, {-5, 0}, {0, 0}, {-5, 5}} {
		d := state.Decl{Name: "x", Type: state.Number, Min: bounds[0], Max: bounds[1]}
		if v, problem := d.Check(state.Num(math.Copysign(0, -1))); problem != nil || math.Signbit(v.Num) {
			t.Errorf("between %v and %v: %v, %v", bounds[0], bounds[1], v, problem)
		}
	}
}

// TestRefusedValuesNameTheirDeclaration checks that a refusal points to the
// declaration, if it has a place.
func TestRefusedValuesNameTheirDeclaration(t *testing.T) {
	d := state.Decl{Name: "x", Type: state.Number, Max: 5}
	if _, problem := d.Check(state.Num(7)); len(problem.Notes) != 0 {
		t.Errorf("without a place: %v", problem.Notes)
	}
	d.Place = diag.Place{File: "game.yaml", Line: 3}
	if _, problem := d.Check(state.Num(7)); len(problem.Notes) != 1 || problem.Notes[0].Place != d.Place || problem.Notes[0].Message.String() != "x is declared here" {
		t.Errorf("with a place: %v", problem.Notes)
	}
}

func TestZonesLimitKindsAndSize(t *testing.T) {
	c := newScene(t)
	if _, problem := c.s.Create(c.card, zoneSmall, -1, forGood); problem == nil || problem.Code != "game/zone" {
		t.Fatalf("a card in a zone for dice: %v", problem)
	}
	c.die(zoneSmall, forGood)
	a := c.die(zoneSmall, forGood)
	if c.s.HasRoom(zoneSmall) || !c.s.HasRoom(zoneRow) {
		t.Fatal("the small zone is full and the row has no limit")
	}
	b := c.die(zoneRow, forGood)
	if problem := c.s.Move(b, zoneSmall, -1, forGood); problem == nil || problem.Code != "game/zone" {
		t.Fatalf("a third die in a zone for two: %v", problem)
	}
	c.ok(c.s.Move(a, zoneSmall, 0, forGood)) // moving within a zone needs no room
	if c.s.Zone(zoneSmall)[0] != a {
		t.Fatal("it did not move")
	}
}

func TestPlayersHaveVariablesAndZonesOfTheirOwn(t *testing.T) {
	l := newTable().layout
	one, _ := l.Var("score", 1)
	two, _ := l.Var("score", 2)
	shared, _ := l.Var("gold", 2)
	if one != varScore || two != varScore+1 || shared != varGold {
		t.Fatalf("slots %d %d %d", one, two, shared)
	}
	if d, player := l.ZoneDecl(zoneHand + 1); d.Name != "hand" || player != 2 {
		t.Fatalf("%s of %d", d.Name, player)
	}
	if d, player := l.ZoneDecl(zoneRow); d.Name != "row" || player != 0 {
		t.Fatalf("%s of %d", d.Name, player)
	}
}

func TestALockedStateRefusesChanges(t *testing.T) {
	c := newScene(t)
	a := c.die(zoneRow, forGood)
	depth := c.s.Lock()
	before := c.s.Hash()
	_, created := c.s.Create(c.table.die, zoneRow, -1, forGood)
	_, _, drawn := c.s.Between("new", 1, 6)
	for name, problem := range map[string]any{
		"set": c.s.SetVar(varGold, state.Num(1), forGood), "change": c.s.ChangeVar(varGold, 1, forGood),
		"property": c.s.SetProp(a, 0, state.Num(1), forGood), "by": c.s.ChangeProp(a, 0, 1, forGood),
		"remove": c.s.Remove(a, forGood), "later": c.s.Remove(a, tillDusk), "move": c.s.Move(a, zoneSmall, 0, forGood),
		"create": created, "draw": drawn, "rig": c.s.Rig("a", state.Num(1)), "shuffle": c.s.Shuffle(zoneRow, "a"),
	} {
		if d, ok := problem.(interface{ Error() string }); !ok || !strings.Contains(d.Error(), "script/read-only") {
			t.Errorf("%s: %v", name, problem)
		}
	}
	c.s.Expire(dusk)
	c.s.Unlock(depth)
	if c.s.Hash() != before {
		t.Error("something has changed")
	}
}

func TestRiggedResultsDoNotAdvanceTheStream(t *testing.T) {
	draw := func(rig ...state.Value) (out []float64) {
		c := newScene(t)
		c.ok(c.s.Rig("dice", rig...))
		for range 5 {
			v, _, problem := c.s.Between("dice", 1, 1000)
			c.ok(problem)
			out = append(out, v.Num)
		}
		return out
	}
	free, rigged := draw(), draw(state.Num(7), state.Num(9))
	if rigged[0] != 7 || rigged[1] != 9 || rigged[2] != free[0] || rigged[4] != free[2] {
		t.Fatalf("%v against %v", rigged, free)
	}
}
