package state_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/state"
)

// TestWhatLayoutsHide checks what a layout, and each of its kinds, says about hidden
// parts, tags and silence.
func TestWhatLayoutsHide(t *testing.T) {
	vars, zones, props := []state.Decl{{Name: "v"}, {Name: "w"}}, []state.ZoneDecl{{Name: "z"}, {Name: "y"}}, []state.Decl{{Name: "p"}, {Name: "q"}}
	for name, x := range map[string]struct {
		edit         func(v *state.Decl, z *state.ZoneDecl, p *state.Decl)
		solo, shared string
	}{
		"nothing":                 {func(*state.Decl, *state.ZoneDecl, *state.Decl) {}, "", ""},
		"a hidden variable":       {func(v *state.Decl, _ *state.ZoneDecl, _ *state.Decl) { v.Visible = state.Nobody }, "hiding sealed", "hiding sealed"},
		"an owner's variable":     {func(v *state.Decl, _ *state.ZoneDecl, _ *state.Decl) { v.Visible = state.Owner }, "hiding sealed", "hiding sealed"},
		"a hidden zone":           {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Visible = state.Nobody }, "hiding", "hiding"},
		"everybody's zone":        {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Visible = state.Owner }, "", ""},
		"a zone of each":          {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.PerPlayer = true }, "", ""},
		"an owner's zone":         {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Visible, z.PerPlayer = state.Owner, true }, "", "hiding"},
		"an unordered zone":       {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Unordered = true }, "hiding unordered", "hiding unordered"},
		"a listening zone":        {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Listens = true }, "listens 0", "listens 0"},
		"listening zones of each": {func(_ *state.Decl, z *state.ZoneDecl, _ *state.Decl) { z.Listens, z.PerPlayer = true, true }, "listens 0", "listens 0 1"},
		"a hidden property":       {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Visible = state.Nobody }, "hiding sealed private", "hiding sealed private"},
		"an owner's property":     {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Visible = state.Owner }, "hiding sealed private", "hiding sealed private"},
		"a reference":             {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Type = state.Ref }, "private", "private"},
		"a tag":                   {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Tag = true }, "tagged 1", "tagged 1"},
		"hit points":              {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Name = "hp" }, "living", "living"},
		"a face":                  {func(_ *state.Decl, _ *state.ZoneDecl, p *state.Decl) { p.Name = "face_up" }, "turns", "turns"},
	} {
		for players, want := range map[int]string{1: x.solo, 2: x.shared} {
			for _, last := range []bool{false, true} { // each declaration may be the first or the last
				v, z, p := slices.Clone(vars), slices.Clone(zones), slices.Clone(props)
				at := map[bool]int{true: 1}[last]
				x.edit(&v[at], &z[at], &p[1-at])
				kind := &state.KindDecl{Name: "k", Props: p}
				l := state.NewLayout(players, v, z, []*state.KindDecl{{Name: "plain", Props: props[:1]}, kind}, nil)
				want := want
				if last {
					want = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(want, "listens 0 1", "listens 1 2"), "listens 0", "listens 1"), "tagged 1", "tagged 0")
				}
				if got := hides(l, kind); got != want {
					t.Errorf("%s, %d players, last %v: %q, want %q", name, players, last, got, want)
				}
				if !l.Kinds[0].Plain() || l.Kinds[0].Living() || l.Kinds[0].Turns() {
					t.Errorf("%s: another kind has it too", name)
				}
			}
		}
	}
}

// hides lists what a layout and a kind say about themselves.
func hides(l *state.Layout, k *state.KindDecl) string {
	var out []string
	for _, x := range []struct {
		name string
		is   bool
	}{{"hiding", l.HidesAnything}, {"sealed", l.HidesValues}, {"unordered", l.Unordered}, {"private", !k.Plain()}, {"living", k.Living()}, {"turns", k.Turns()}} {
		if x.is {
			out = append(out, x.name)
		}
	}
	if len(l.Listening) > 0 {
		out = append(out, strings.Trim(fmt.Sprint("listens ", l.Listening), "]"))
	}
	for _, name := range []string{"p", "q", "r"} {
		if i, ok := k.Tag(name); ok {
			out = append(out, fmt.Sprint("tagged ", i))
		}
	}
	return strings.ReplaceAll(strings.Join(out, " "), "[", "")
}

// silent is a state with two zones that listen and one that does not, whose
// entities can be muted in two ways.
func silent(t *testing.T) (c *scene, bell *state.Prototype) {
	t.Helper()
	flag := func(name string, mutes bool) state.Decl {
		return state.Decl{Name: name, Type: state.Bool, Start: state.Truth(false), Mutes: mutes}
	}
	kind := &state.KindDecl{Name: "bell", Props: []state.Decl{flag("held", false), flag("asleep", true), flag("wrapped", true)}}
	w := &table{layout: state.NewLayout(1, nil, []state.ZoneDecl{
		{Name: "shelf", Kinds: []string{"bell"}, Limit: -1, Listens: true},
		{Name: "box", Kinds: []string{"bell"}, Limit: -1},
	}, []*state.KindDecl{kind}, []string{"dusk", "dawn"})}
	c = &scene{t, w, state.New(w.layout, 1)}
	c.s.Begin()
	return c, &state.Prototype{Key: "bell/bell", ID: "bell", Kind: kind, Hears: true, Start: []state.Value{state.Truth(false), state.Truth(false), state.Truth(false)}}
}

// TestListenerStampFollowsListeners checks that the second of ListenerStamps changes with the
// entities in listening zones that hear, what mutes them, and a rewound or rebound
// state, but with nothing else.
func TestListenerStampFollowsListeners(t *testing.T) {
	c, bell := silent(t)
	create := func(zone int) state.ID {
		id, problem := c.s.Create(bell, zone, -1, forGood)
		c.ok(problem)
		return id
	}
	a, b := create(0), create(1)
	set := func(id state.ID, prop int, v bool) func() {
		return func() { c.ok(c.s.SetProp(id, prop, state.Truth(v), forGood)) }
	}
	for _, x := range []struct {
		name   string
		do     func()
		heard  bool
		silent string
	}{
		{"nothing", func() {}, false, "false false"},
		{"a property", set(a, 0, true), false, "false false"},
		{"silence", set(a, 1, true), true, "true false"},
		{"silence again", set(a, 1, true), false, "true false"},
		{"more silence", set(a, 2, true), true, "true false"},
		{"less silence", set(a, 1, false), true, "true false"},
		{"no silence", set(a, 2, false), true, "false false"},
		{"silence in the box", set(b, 2, true), true, "false true"},
		{"an entity in the box", func() { create(1) }, false, "false true"},
		{"an entity on the shelf", func() { create(0) }, true, "false true"},
		{"a deaf entity on the shelf", func() { bell.Hears = false; create(0); bell.Hears = true }, false, "false true"},
		{"a move to the shelf", func() { c.ok(c.s.Move(b, 0, -1, forGood)) }, true, "false true"},
		{"a move to the box", func() { c.ok(c.s.Move(a, 1, -1, forGood)) }, true, "false true"},
		{"a preset", func() { c.s.OverwriteProp(a, 1, state.Truth(true)) }, true, "true true"},
	} {
		zones, before := c.s.ListenerStamps()
		x.do()
		zonesNow, now := c.s.ListenerStamps()
		if (now != before) != x.heard {
			t.Errorf("%s: who hears has changed %v", x.name, now != before)
		}
		if moved := strings.Contains(x.name, "shelf") || x.name == "a move to the box" || x.name == "a preset"; (zonesNow != zones) != moved {
			t.Errorf("%s: listening zones have changed %v", x.name, zonesNow != zones)
		}
		if got := fmt.Sprint(c.s.Muted(a), " ", c.s.Muted(b)); got != x.silent {
			t.Errorf("%s: muted are %s, want %s", x.name, got, x.silent)
		}
	}
	stamp := c.s.ZoneStamp(0)
	if c.ok(c.s.SetProp(b, 0, state.Truth(true), forGood)); c.s.ZoneStamp(0) == stamp {
		t.Error("a property has changed, and the stamp of its zone has not")
	}
	stamp = c.s.ZoneStamp(0)
	if c.ok(c.s.SetProp(a, 0, state.Truth(false), forGood)); c.s.ZoneStamp(0) != stamp {
		t.Error("a property has changed, and the stamp of another zone has, too")
	}
	if c.ok(c.s.Move(a, 0, 0, forGood)); c.s.ZoneStamp(0) == stamp {
		t.Error("an entity has come, and the stamp of its zone has not changed")
	}
}

// TestZonesLimitedByVariables checks how many entities a zone takes whose limit is
// the value of a variable.
func TestZonesLimitedByVariables(t *testing.T) {
	number := func(name string, per bool) state.Decl {
		return state.Decl{Name: name, Type: state.Number, Min: -9, Max: 9, Whole: true, PerPlayer: per, Start: state.Num(0)}
	}
	kind := &state.KindDecl{Name: "card"}
	zone := func(name, by string, per bool) state.ZoneDecl {
		return state.ZoneDecl{Name: name, Kinds: []string{"card"}, Limit: 1, LimitedBy: by, PerPlayer: per}
	}
	w := &table{layout: state.NewLayout(2, []state.Decl{number("room", false), number("pockets", true)}, []state.ZoneDecl{
		zone("fixed", "", false), zone("shelf", "room", false), zone("coat", "pockets", true),
	}, []*state.KindDecl{kind}, nil)}
	card := &state.Prototype{Key: "card/ace", ID: "ace", Kind: kind}
	for _, x := range []struct {
		room, mine, yours float64
		limits            string
	}{
		{0, 0, 0, "1 0 0 0"},
		{2, 3, 1, "1 2 3 1"},
		{-1, 1, -9, "1 0 1 0"},
	} {
		c := &scene{t, w, state.New(w.layout, 1)}
		c.s.Begin()
		for slot, n := range []float64{x.room, x.mine, x.yours} {
			c.ok(c.s.SetVar(slot, state.Num(n), forGood))
		}
		var limits, held []string
		for slot := range w.layout.ZoneSlots() {
			limits = append(limits, fmt.Sprint(c.s.Limit(slot)))
			n := 0
			for c.s.HasRoom(slot) {
				if _, problem := c.s.Create(card, slot, -1, forGood); problem != nil {
					t.Fatal(problem)
				}
				n++
			}
			held = append(held, fmt.Sprint(n))
			_, problem := c.s.Create(card, slot, -1, forGood)
			d, _ := w.layout.ZoneDecl(slot)
			if got, want := refusal(problem), fmt.Sprintf("game/zone: zone %q is full: it holds at most %d (look at has_room(%[1]q) before putting something in)", d.Name, n); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		if got := strings.Join(limits, " "); got != x.limits || strings.Join(held, " ") != x.limits {
			t.Errorf("limits %s, held %s, want %s", got, held, x.limits)
		}
	}
}

// TestBoundsAreExact checks each bound of a state at its last allowed value and at
// the next.
func TestBoundsAreExact(t *testing.T) {
	word := state.Decl{Name: "word", Type: state.Text}
	fine := state.Decl{Name: "fine", Type: state.Number, Min: 0.5, Max: 2.5}
	whole := state.Decl{Name: "whole", Type: state.Number, Min: math.Inf(-1), Max: math.Inf(1), Whole: true}
	for _, x := range []struct {
		d    state.Decl
		v    state.Value
		want string
	}{
		{word, state.Str(strings.Repeat("x", 4096)), ""},
		{word, state.Str(strings.Repeat("x", 4097)), "game/bounds: word cannot be this text: it is not UTF-8 or longer than 4096 bytes"},
		{fine, state.Num(0.5), ""},
		{fine, state.Num(0.25), "game/bounds: fine cannot be 0.25; it is between 0.5 and 2.5"},
		{fine, state.Num(2.5), ""},
		{fine, state.Num(2.75), "game/bounds: fine cannot be 2.75; it is between 0.5 and 2.5"},
		{fine, state.Num(2), ""},
		{whole, state.Num(1 << 53), ""},
		{whole, state.Num(1<<53 + 2), "game/bounds: whole must be a whole number, not 9.007199254740994e+15"},
	} {
		_, problem := x.d.Check(x.v)
		if got := refusal(problem); got != x.want {
			t.Errorf("%s, want %s", got, x.want)
		}
	}
	c := newScene(t)
	const room = "game/zone: there are already 16384 entities, more than a game may have"
	for range state.MaxEntities {
		c.die(zoneRow, forGood)
	}
	id, problem := c.s.Create(c.card, zoneRow, -1, forGood)
	if got := refusal(problem); got != room || id != state.None {
		t.Errorf("%d, %s", id, got)
	}
	id, problem = c.s.Replace(c.s.Zone(zoneRow)[0], c.card, nil)
	if got := refusal(problem); got != room || id != state.None || len(c.s.Zone(zoneRow)) != state.MaxEntities {
		t.Errorf("%d, %s", id, got)
	}
	in := c.s.Snapshot()
	if s, _, _, bad := state.Restore(c.layout, in, c.prototype); bad != nil || s.Hash() != c.s.Hash() {
		t.Errorf("as many as may be are not restored: %v", bad)
	}
	if !in.Bounded() {
		t.Error("as many entities as may be are too many")
	}
	in.Entities = append(in.Entities, in.Entities[0])
	if _, _, _, bad := state.Restore(c.layout, in, c.prototype); refusal(bad) != "save/invalid: it has 16385 entities, more than a game may have" || in.Bounded() {
		t.Errorf("one more: %v", bad)
	}
	c.ok(c.s.Remove(c.s.Zone(zoneRow)[0], forGood)) // its slot is free
	if _, problem = c.s.Create(c.card, zoneRow, -1, forGood); problem != nil {
		t.Error(problem)
	}
}

// TestWaitingChangesAreBounded checks that as many temporary changes as may be can
// wait, in play and in a save, and what each way to add one more says.
func TestWaitingChangesAreBounded(t *testing.T) {
	c := newScene(t)
	id := c.die(zoneRow, forGood)
	for range 4096 {
		c.ok(c.s.ChangeVar(varLuck, 0, tillDusk))
	}
	const want = "game/bounds: 4096 changes are waiting for the event that takes them back, more than a game may have (emit the event, or change it for good)"
	before := c.s.Hash()
	_, created := c.s.Create(c.card, zoneRow, -1, tillDusk)
	for i, problem := range []string{
		refusal(created), refusal(c.s.SetVar(varGold, state.Num(1), tillDusk)), refusal(c.s.ChangeVar(varGold, 1, tillDusk)), refusal(c.s.SetProp(id, 0, state.Num(1), tillDusk)),
		refusal(c.s.ChangeProp(id, 0, 1, tillDusk)), refusal(c.s.Remove(id, tillDusk)), refusal(c.s.Move(id, zoneSmall, 0, tillDusk)),
	} {
		if problem != want || c.s.Hash() != before {
			t.Errorf("%d: %s", i, problem)
		}
	}
	if c.s.TempCount() != 4096 {
		t.Errorf("%d wait", c.s.TempCount())
	}
	in := c.s.Snapshot()
	if s, _, _, bad := state.Restore(c.layout, in, c.prototype); bad != nil || s.Hash() != before || !in.Bounded() {
		t.Errorf("as many as may wait are not restored: %v", bad)
	}
	in.Temps = append(in.Temps, in.Temps[0])
	if _, _, _, bad := state.Restore(c.layout, in, c.prototype); refusal(bad) != "save/invalid: 4097 changes are waiting for an event, more than a game may have" || in.Bounded() {
		t.Errorf("one more: %v", bad)
	}
	c.ok(c.s.SetVar(varGold, state.Num(1), forGood)) // for good, it need not wait
}
