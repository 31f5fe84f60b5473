package state_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/state"
)

// TestRiggedShuffles checks the order that a rigged shuffle gives, and the
// error when the zone lacks an entity that it names.
func TestRiggedShuffles(t *testing.T) {
	for rig, want := range map[string]string{
		"":                   "d6 ace d6 ace",
		"ace":                "ace d6 d6 ace",
		"ace ace":            "ace ace d6 d6",
		"card/ace d6 ace d6": "ace d6 ace d6",
		"ace ace ace":        `the stream "deck" is rigged to shuffle ace to the top, but row has no more of it`,
		"king":               `the stream "deck" is rigged to shuffle king to the top, but row has no more of it`,
	} {
		c := newScene(t)
		for range 2 {
			c.die(zoneRow, forGood)
			_, problem := c.s.Create(c.card, zoneRow, -1, forGood)
			c.ok(problem)
		}
		c.ok(c.s.Rig("deck", state.Str(rig), state.Num(3)))
		got := ""
		if problem := c.s.Shuffle(zoneRow, "deck"); problem != nil {
			got = problem.Message.String()
		} else {
			for _, id := range c.s.Zone(zoneRow) {
				got += " " + c.s.Prototype(id).ID
			}
			got = strings.TrimSpace(got)
			if left := c.s.Rigged("deck"); !slices.Equal(left, []state.Value{state.Num(3)}) {
				t.Errorf("%q: %v are left", rig, left)
			}
			after := c.s.Hash()
			c.s.Rollback()
			if c.s.Hash() == after && rig != "" {
				t.Errorf("%q: nothing is taken back", rig)
			}
			c.s.Begin()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", rig, got, want)
		}
	}
	c := newScene(t)
	c.die(zoneRow, forGood)
	c.ok(c.s.Rig("deck", state.Num(1)))
	if problem := c.s.Shuffle(zoneRow, "deck"); problem == nil || !strings.Contains(problem.Message.String(), "rigged to shuffle 1 to the top") {
		t.Errorf("a shuffle rigged with a number instead of ids: %v", problem)
	}
	if c.s.Rigged("other") != nil {
		t.Error("a stream that nobody has drawn from is rigged")
	}
}

// TestStreamsAreBounded checks the names of random streams and their number.
func TestStreamsAreBounded(t *testing.T) {
	draw := func(c *scene, name string) string {
		_, _, problem := c.s.Between(name, 1, 2)
		if problem == nil {
			return ""
		}
		return problem.Message.String()
	}
	c := newScene(t)
	for name, want := range map[string]string{
		"": "", "\xff": "the name of a random stream must be UTF-8", strings.Repeat("x", 64): "",
		strings.Repeat("x", 65): "the name of a random stream has at most 64 bytes, not 65",
	} {
		if got := draw(c, name); got != want {
			t.Errorf("%.10q: %s, want %s", name, got, want)
		}
	}
	for i := 2; i < 256; i++ {
		if got := draw(c, fmt.Sprint(i)); got != "" {
			t.Fatal(i, got)
		}
	}
	if got, want := draw(c, "more"), "there are already 256 random streams, more than a game may have"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := draw(c, "2"); got != "" {
		t.Errorf("a stream that is there: %s", got)
	}
}

// TestShapesOfLayouts checks which changes of a layout keep its shape, so that
// a state's journal remains valid.
func TestShapesOfLayouts(t *testing.T) {
	type parts struct {
		players int
		vars    []state.Decl
		zones   []state.ZoneDecl
		kinds   []*state.KindDecl
		events  []string
	}
	make := func(edit func(*parts)) *state.Layout {
		l := newTable().layout
		p := parts{l.Players, slices.Clone(l.Vars), slices.Clone(l.Zones), nil, slices.Clone(l.Events)}
		for _, k := range l.Kinds {
			p.kinds = append(p.kinds, &state.KindDecl{Name: k.Name, Die: k.Die, Props: slices.Clone(k.Props)})
		}
		edit(&p)
		return state.NewLayout(p.players, p.vars, p.zones, p.kinds, p.events)
	}
	same := make(func(*parts) {})
	for name, c := range map[string]struct {
		edit  func(*parts)
		shape bool
	}{
		"nothing":            {func(*parts) {}, true},
		"another bound":      {func(p *parts) { p.vars[0].Max = 7 }, true},
		"another limit":      {func(p *parts) { p.zones[1].Limit = 7 }, true},
		"players":            {func(p *parts) { p.players = 3 }, false},
		"an event":           {func(p *parts) { p.events[1] = "noon" }, false},
		"a variable":         {func(p *parts) { p.vars[0].Name = "gems" }, false},
		"a variable's type":  {func(p *parts) { p.vars[0].Type = state.Text }, false},
		"a variable's owner": {func(p *parts) { p.vars[0].PerPlayer = true }, false},
		"a variable more":    {func(p *parts) { p.vars = append(p.vars, state.Decl{Name: "x"}) }, false},
		"a zone":             {func(p *parts) { p.zones[1].Name = "large" }, false},
		"a zone's owner":     {func(p *parts) { p.zones[1].PerPlayer = true }, false},
		"a kind":             {func(p *parts) { p.kinds[0].Name = "coin" }, false},
		"a property":         {func(p *parts) { p.kinds[0].Props[0].Name = "pips" }, false},
		"a property's type":  {func(p *parts) { p.kinds[0].Props[1].Type = state.Text }, false},
		"a property less":    {func(p *parts) { p.kinds[0].Props = p.kinds[0].Props[:1] }, false},
	} {
		if got := same.SameShape(make(c.edit)); got != c.shape {
			t.Errorf("%s: the same shape %v", name, got)
		}
	}
	die := func() *state.KindDecl {
		return &state.KindDecl{Name: "die", Die: true, Props: []state.Decl{{Name: "hp"}, {Name: "face_up"}}}
	}
	for name, c := range map[string]struct {
		edit func(*state.KindDecl)
		same bool
	}{
		"nothing": {func(*state.KindDecl) {}, true}, "its name": {func(k *state.KindDecl) { k.Name = "coin" }, false},
		"its trait": {func(k *state.KindDecl) { k.Die = false }, false}, "a property": {func(k *state.KindDecl) { k.Props[1].Max = 2 }, false},
	} {
		other, used := die(), die()
		c.edit(other)
		state.NewLayout(1, nil, nil, []*state.KindDecl{used}, nil)
		if got := used.Same(other); got != c.same || !used.Living() || !used.Turns() {
			t.Errorf("%s: the same kind %v", name, got)
		}
	}
}

// TestQuestionsOfSavesAreBounded checks that the questions in a snapshot are
// accepted up to their bounds and refused beyond them.
func TestQuestionsOfSavesAreBounded(t *testing.T) {
	const makesNoSense = "is invalid"
	for name, c := range map[string]struct {
		damage func(*state.SavedPending)
		says   string
	}{
		"nothing":          {func(*state.SavedPending) {}, ""},
		"no question":      {func(p *state.SavedPending) { p.Questions = nil }, makesNoSense},
		"a negative actor": {func(p *state.SavedPending) { p.Actor = -1 }, makesNoSense},
		"the last actor":   {func(p *state.SavedPending) { p.Actor = 2 }, ""},
		"an actor more":    {func(p *state.SavedPending) { p.Actor = 3 }, makesNoSense},
		"as many as may":   {func(p *state.SavedPending) { p.Questions = slices.Repeat(p.Questions, state.MaxQuestions) }, ""},
		"too many":         {func(p *state.SavedPending) { p.Questions = slices.Repeat(p.Questions, state.MaxQuestions+1) }, makesNoSense},
		"no name":          {func(p *state.SavedPending) { p.Questions[0].Name = "" }, makesNoSense},
		"no player":        {func(p *state.SavedPending) { p.Questions[0].Player = 0 }, makesNoSense},
		"a player more":    {func(p *state.SavedPending) { p.Questions[0].Player = 3 }, makesNoSense},
		"fewer than none":  {func(p *state.SavedPending) { p.Questions[0].Min = -1 }, makesNoSense},
		"no range":         {func(p *state.SavedPending) { p.Questions[0].Min, p.Questions[0].Max = 2, 1 }, makesNoSense},
		"most picks":       {func(p *state.SavedPending) { p.Questions[0].Max = state.MaxPicks }, ""},
		"too many picks":   {func(p *state.SavedPending) { p.Questions[0].Max = state.MaxPicks + 1 }, makesNoSense},
		"most options": {func(p *state.SavedPending) {
			p.Questions[0].Options = slices.Repeat(p.Questions[0].Options[:1], state.MaxOptions)
		}, ""},
		"too many options": {func(p *state.SavedPending) {
			p.Questions[0].Options = slices.Repeat(p.Questions[0].Options[:1], state.MaxOptions+1)
		}, makesNoSense},
		"most arguments": {func(p *state.SavedPending) {
			p.Questions[0].With = slices.Repeat([]state.Value{state.Num(1)}, state.MaxWith)
		}, ""},
		"too many words": {func(p *state.SavedPending) {
			p.Questions[0].With = slices.Repeat([]state.Value{state.Num(1)}, state.MaxWith+1)
		}, makesNoSense},
		"a long prompt":    {func(p *state.SavedPending) { p.Questions[0].Prompt = strings.Repeat("x", 4096) }, ""},
		"too long":         {func(p *state.SavedPending) { p.Questions[0].Prompt = strings.Repeat("x", 4097) }, makesNoSense},
		"a stranger asks":  {func(p *state.SavedPending) { p.Questions[0].Asker = 99 }, "is about entity 99, which never existed"},
		"a strange option": {func(p *state.SavedPending) { p.Questions[0].Options[0].Value = state.Entity(99) }, "is about entity 99, which never existed"},
		"a strange word":   {func(p *state.SavedPending) { p.Questions[0].With = []state.Value{state.Entity(99)} }, "is about entity 99, which never existed"},
	} {
		w := newScene(t)
		die := w.die(zoneRow, forGood)
		w.ok(w.s.SetPending(&state.Pending{Questions: []*state.Question{{
			Name: "q", Owner: "card/ace", Asker: die, Player: 1, Zone: -1, Min: 1, Max: 1,
			Options: []state.Candidate{{Value: state.Num(1), Home: state.Limbo}, {Value: state.Entity(die), Home: zoneRow}},
		}}}))
		w.s.Commit()
		in := w.s.Snapshot()
		c.damage(in.Pending)
		_, _, _, bad := state.Restore(w.layout, in, w.prototype)
		got := ""
		if bad != nil {
			got = bad.Message.String()
		}
		if c.says == "" && got != "" || !strings.Contains(got, c.says) {
			t.Errorf("%s: %s, want %s", name, got, c.says)
		}
	}
}

// TestSameComparesStates checks that Same compares variables,
// entities and zones, but neither random streams nor changes that wait for an
// event.
func TestSameComparesStates(t *testing.T) {
	one := newScene(t)
	one.die(zoneRow, forGood)
	one.die(zoneRow, forGood)
	one.s.Commit()
	for name, c := range map[string]struct {
		change func(c *scene)
		same   bool
	}{
		"nothing":    {func(*scene) {}, true},
		"a variable": {func(c *scene) { c.set(4, forGood) }, false},
		"an order":   {func(c *scene) { c.ok(c.s.Move(c.s.Zone(zoneRow)[0], zoneRow, 1, forGood)) }, false},
		"a place":    {func(c *scene) { c.ok(c.s.Move(c.s.Zone(zoneRow)[1], zoneSmall, 0, forGood)) }, false},
		"a property": {func(c *scene) { c.ok(c.s.SetProp(c.s.Zone(zoneRow)[0], 0, state.Num(5), forGood)) }, false},
		"an entity":  {func(c *scene) { c.die(zoneSmall, forGood) }, false},
		"a stream":   {func(c *scene) { _, _, problem := c.s.Between("x", 1, 6); c.ok(problem) }, true},
		"a promise":  {func(c *scene) { c.set(c.s.Var(varGold).Num, tillDusk) }, true},
	} {
		other := *one
		other.s = &state.State{}
		one.s.CopyTo(other.s)
		other.s.Begin()
		c.change(&other)
		if got := one.s.Same(other.s); got != c.same {
			t.Errorf("%s differs, and the states are the same: %v", name, got)
		}
	}
}

// TestWordsAreWrittenAsVariablesAre checks that SetWord writes what SetVar does,
// also over a temporary value, and is refused where nothing may change.
func TestWordsAreWrittenAsVariablesAre(t *testing.T) {
	c := newScene(t) // the word is yes
	c.ok(c.s.SetVar(varWord, state.Str("no"), tillDusk))
	c.ok(c.s.SetWord(varWord, "no"))
	c.s.Expire(tillDusk.Event)
	if got := c.s.Var(varWord).Str; got != "no" {
		t.Errorf("the word is %q after the temporary one ended", got)
	}
	c.ok(c.s.SetWord(varWord, "yes"))
	before := c.s.Lock()
	if c.s.SetWord(varWord, "no") == nil || c.s.Var(varWord).Str != "yes" {
		t.Error("a word was written while nothing may change")
	}
	c.s.Unlock(before)
	c.ok(c.s.SetWord(varWord, "no"))
	c.s.Rollback()
	if got := c.s.Var(varWord).Str; got != "yes" {
		t.Errorf("the word is %q after a rollback", got)
	}
}

// TestPlacesOfAbsentEntities checks the places reported for entities that are out
// of play, have been removed, or never existed.
func TestPlacesOfAbsentEntities(t *testing.T) {
	c := newScene(t)
	first, second := c.die(zoneRow, forGood), c.die(zoneRow, tillDusk)
	away := c.die(zoneRow, forGood)
	c.ok(c.s.Remove(away, tillDusk))
	gone := c.die(zoneRow, forGood)
	c.ok(c.s.Remove(gone, forGood))
	for id, want := range map[state.ID]string{
		first: "0 in 0, alive true, temporary false", second: "1 in 0, alive true, temporary true", away: "-1 in -1, alive true, temporary false",
	} {
		if got := fmt.Sprintf("%d in %d, alive %v, temporary %v", c.s.Index(id), c.s.ZoneOf(id), c.s.Alive(id), c.s.Temporary(id)); got != want {
			t.Errorf("%d: %s, want %s", id, got, want)
		}
	}
	for _, id := range []state.ID{gone, gone + 1<<24, state.None, 1 << 40, first + 1<<24} {
		if c.s.Alive(id) {
			t.Errorf("%d is alive", id)
		}
	}
	for _, wrong := range []func(){func() { c.s.Begin() }, func() { c.s.Commit(); _ = c.s.SetVar(varGold, state.Num(1), forGood) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a transaction in a transaction, or a change without one")
				}
			}()
			wrong()
		}()
	}
	if state.Num(math.Copysign(0, -1)) != state.Num(0) {
		t.Error("there are two zeros")
	}
}
