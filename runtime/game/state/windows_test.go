package state_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// reactions returns what interrupts a game in which windows are open and actions
// wait: every field has a value of its own.
func reactions(die, card state.ID) *state.Pending {
	return &state.Pending{
		Then: "night", Actor: 2,
		Questions: []*state.Question{{Name: "pay", Owner: "card/ace", Player: 1, Zone: -1, Max: 1, Secret: true, Until: "dusk", Options: []state.Candidate{{Value: state.Entity(die), Home: state.Limbo}}}},
		Windows: []*state.Window{
			{Name: "counter", By: 1, Waiting: []int{2, 1}, Action: "strike", Item: card, Values: []state.Value{state.Entity(die), state.Num(2)}, Paid: []state.Payment{{Slot: varGold, Amount: 3}, {Slot: varScore + 1, Amount: 4}}},
			{Name: "parry", By: 2, Waiting: []int{1}, Event: "hit", Cancelled: true},
		},
		Next: []*state.Window{{Name: "wound", By: 1}},
		Acts: []*state.Act{{Action: "spend", Owner: "card/ace", Targets: []state.Value{state.Num(1), state.Entity(card)}}, {Action: "rest", Owner: "die/d6"}},
	}
}

// interrupted returns a state with reactions pending.
func interrupted(t *testing.T) (c *scene, die, card state.ID) {
	t.Helper()
	c = newScene(t)
	die = c.die(zoneRow, forGood)
	card, problem := c.s.Create(c.card, zoneHand, -1, forGood)
	c.ok(problem)
	c.ok(c.s.SetPending(reactions(die, card)))
	return c, die, card
}

// TestTheHashCoversEveryFieldOfAWindow checks that the hash covers each field of a
// window and of an action that waits, and that a save keeps it.
func TestTheHashCoversEveryFieldOfAWindow(t *testing.T) {
	c, die, card := interrupted(t)
	hashes := map[string]int{}
	for i, change := range []func(p *state.Pending, w *state.Window){
		func(*state.Pending, *state.Window) {},
		func(p *state.Pending, _ *state.Window) { p.Windows = p.Windows[:1] },
		func(p *state.Pending, _ *state.Window) { p.Next = nil },
		func(p *state.Pending, _ *state.Window) { p.Windows, p.Next = append(p.Windows, p.Next...), nil },
		func(_ *state.Pending, w *state.Window) { w.Name = "counters" },
		func(_ *state.Pending, w *state.Window) { w.Name, w.Action = "counterstrike", "" },
		func(_ *state.Pending, w *state.Window) { w.By = 2 },
		func(_ *state.Pending, w *state.Window) { w.Waiting = []int{1, 2} },
		func(_ *state.Pending, w *state.Window) { w.Waiting = w.Waiting[:1] },
		func(_ *state.Pending, w *state.Window) { w.Waiting = nil },
		func(_ *state.Pending, w *state.Window) { w.Action = "spend" },
		func(_ *state.Pending, w *state.Window) { w.Action, w.Event = "", "strike" },
		func(_ *state.Pending, w *state.Window) { w.Item = die },
		func(_ *state.Pending, w *state.Window) { w.Item = state.None },
		func(_ *state.Pending, w *state.Window) { w.Values = w.Values[:1] },
		func(_ *state.Pending, w *state.Window) { w.Values = []state.Value{state.Entity(die), state.Num(3)} },
		func(_ *state.Pending, w *state.Window) { w.Paid = w.Paid[:1] },
		func(_ *state.Pending, w *state.Window) { w.Paid[0].Amount = 4 },
		func(_ *state.Pending, w *state.Window) { w.Paid[0].Slot = varLuck },
		func(_ *state.Pending, w *state.Window) { w.Paid[1].Slot = varScore },
		func(_ *state.Pending, w *state.Window) { w.Cancelled = true },
		func(p *state.Pending, _ *state.Window) { p.Acts = p.Acts[:1] },
		func(p *state.Pending, _ *state.Window) { p.Acts = nil },
		func(p *state.Pending, _ *state.Window) { slices.Reverse(p.Acts) },
		func(p *state.Pending, _ *state.Window) { p.Acts[0].Action = "spends" },
		func(p *state.Pending, _ *state.Window) { p.Acts[0].Owner = "card/king" },
		func(p *state.Pending, _ *state.Window) { p.Acts[0].Targets[0] = state.Num(2) },
		func(p *state.Pending, _ *state.Window) { p.Acts[0].Targets = p.Acts[0].Targets[:1] },
		func(p *state.Pending, _ *state.Window) { p.Questions[0].Secret = false },
		func(p *state.Pending, _ *state.Window) { p.Questions[0].Until = "" },
		func(p *state.Pending, _ *state.Window) { p.Questions[0].Until = "dawn" },
	} {
		p := reactions(die, card)
		change(p, p.Windows[0])
		c.ok(c.s.SetPending(p))
		hash := c.s.Hash()
		if other, twice := hashes[hash]; twice {
			t.Errorf("changes %d and %d give one hash", other, i)
		}
		hashes[hash] = i
		again, notes, _, bad := state.Restore(c.layout, through(t, c.s), c.prototype)
		if bad != nil || len(notes) > 0 || again.Hash() != hash || cmp.Diff(p, again.Pending()) != "" {
			t.Errorf("change %d is not kept: %v %v %s", i, bad, notes, cmp.Diff(p, again.Pending()))
		}
	}
}

// TestTheHashSeparatesLists checks that an item at the end of one list of what
// interrupts a game counts differently at the start of the next.
func TestTheHashSeparatesLists(t *testing.T) {
	c := newScene(t)
	hashes := map[string]int{}
	n := state.Num
	for i, p := range []*state.Pending{
		{Questions: []*state.Question{{Player: 1}}, Acts: []*state.Act{{Action: "a", Targets: []state.Value{n(1)}}}},
		{Questions: []*state.Question{{Player: 1, With: []state.Value{n(1)}}}, Acts: []*state.Act{{Action: "a"}}},
		{Acts: []*state.Act{{Action: "a"}, {Action: "a"}}},
		{Acts: []*state.Act{{Action: "a", Targets: []state.Value{state.Str("act"), state.Str("a"), state.Str("")}}}},
		{Windows: []*state.Window{{Name: "a", Waiting: []int{1, 1}}}},
		{Windows: []*state.Window{{Name: "a", Waiting: []int{1}}}},
		{Windows: []*state.Window{{Name: "a"}}},
		{Next: []*state.Window{{Name: "a"}}},
		{Windows: []*state.Window{{Name: "a"}, {Name: "a"}}},
		{Windows: []*state.Window{{Name: "a"}}, Next: []*state.Window{{Name: "a"}}},
		nil,
		{},
	} {
		c.ok(c.s.SetPending(p))
		if other, twice := hashes[c.s.Hash()]; twice {
			t.Errorf("%d and %d have one hash", other, i)
		}
		hashes[c.s.Hash()] = i
	}
}

// TestPendingIsListed checks the innermost window, the journal's entry and the
// outline of what interrupts a game.
func TestPendingIsListed(t *testing.T) {
	c, die, card := interrupted(t)
	p := c.s.Pending()
	if w := p.Window(); w == nil || w.Name != "parry" {
		t.Errorf("the innermost window is %+v", w)
	}
	for _, none := range []*state.Pending{nil, {}, {Next: p.Next}} {
		if none.Window() != nil {
			t.Errorf("%+v has a window", none)
		}
	}
	c.ok(c.s.SetPending(p)) // nothing new
	c.ok(c.s.SetPending(&state.Pending{Then: "day", Questions: asked(die, card).Questions[:1]}))
	c.ok(c.s.SetPending(nil))
	changes := c.s.Commit()
	var asks []string
	for i := range changes {
		before, after := changes[i].Pending()
		switch {
		case changes[i].Op != state.OpPending && before == nil && after == nil:
		case changes[i].Op != state.OpPending:
			t.Errorf("change %d asks", i)
		default:
			name := func(p *state.Pending) string {
				if p == nil {
					return "nothing"
				}
				return p.Then
			}
			asks = append(asks, name(before)+" to "+name(after))
		}
	}
	if got := strings.Join(asks, ", "); got != "nothing to night, night to day, day to nothing" {
		t.Error(got)
	}
	o := state.NewOutliner(c.s)
	o.NameOf = func(sort, name string) string { return sort + " " + name }
	var told []string
	for _, e := range o.Effects(c.s.Changes(0, len(changes)-2)) {
		if strings.Contains(e.To, "pay") {
			told = append(told, e.About+": "+e.From+" → "+e.To)
		}
	}
	if got := strings.Join(told, "\n"); got != "questions: none → pay counter parry wound spend rest then phase night" {
		t.Error(got)
	}
}

// TestNewerChangesAreOutlined checks that an outliner knows entities that came and
// went after it was made.
func TestNewerChangesAreOutlined(t *testing.T) {
	c := newScene(t)
	old := c.die(zoneRow, forGood)
	c.s.Commit()
	c.s.Forget()
	o := state.NewOutliner(c.s)
	c.s.Begin()
	id := c.die(zoneRow, forGood)
	for _, id := range []state.ID{old, id} {
		c.ok(c.s.SetProp(id, 0, state.Num(8), forGood))
		c.ok(c.s.Remove(id, forGood))
	}
	if got, want := effectsOf(o.Effects(c.s.Commit())), "d6#1.value (die/d6): 3 → 8\nd6#1 place (die/d6): row 1 → none\nd6#2.value (die/d6): 3 → 8"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestInterruptionsAreBounded checks that as many windows, questions and actions may
// be pending as the bounds say, in play and in a save, and the refusals of more.
func TestInterruptionsAreBounded(t *testing.T) {
	windows := func(n int) []*state.Window { return slices.Repeat([]*state.Window{{Name: "w", By: 1}}, n) }
	questions := func(n int) []*state.Question {
		return slices.Repeat([]*state.Question{{Name: "q", Player: 1, Zone: -1}}, n)
	}
	acts := func(n int) []*state.Act { return slices.Repeat([]*state.Act{{Action: "a"}}, n) }
	for _, x := range []struct {
		p    *state.Pending
		want string
	}{
		{&state.Pending{Windows: windows(64)}, ""},
		{&state.Pending{Windows: windows(40), Next: windows(24)}, ""},
		{&state.Pending{Windows: windows(65)}, "game/windows: 64 windows are already open or about to open, which is the most that a game may have (look for an event that is emitted over and over in one command)"},
		{&state.Pending{Windows: windows(40), Next: windows(25)}, "game/windows: 64 windows are already open or about to open, which is the most that a game may have (look for an event that is emitted over and over in one command)"},
		{&state.Pending{Questions: questions(64)}, ""},
		{&state.Pending{Questions: questions(65)}, "game/questions: 64 questions are already waiting to be answered, which is the most that a game may have (look for a hook that asks over and over)"},
		{&state.Pending{Windows: windows(1), Acts: acts(16)}, ""},
		{&state.Pending{Windows: windows(1), Acts: acts(17)}, "game/actions: 16 actions are already waiting to be performed, which is the most that a game may have (look for a hook that calls act over and over)"},
	} {
		c := newScene(t)
		before := c.s.Hash()
		got := refusal(c.s.SetPending(x.p))
		if got != x.want || got != "" && (c.s.Hash() != before || c.s.Pending() != nil) {
			t.Errorf("%s, want %s", got, x.want)
		}
		if got != "" {
			continue
		}
		s, _, _, bad := state.Restore(c.layout, through(t, c.s), c.prototype)
		if bad != nil || s.Hash() != c.s.Hash() {
			t.Errorf("what may be pending is not restored: %v", bad)
		}
		in := through(t, c.s)
		in.Pending.Next = append(in.Pending.Next, slices.Repeat([]state.SavedWindow{{Name: "w", By: 1}}, 65-len(in.Pending.Windows)-len(in.Pending.Next))...)
		for range 17 {
			in.Pending.Acts = append(in.Pending.Acts, state.SavedAct{Action: "a"})
		}
		for what, cut := range map[string]func(){"windows": func() { in.Pending.Acts = nil }, "actions": func() { in.Pending.Next = nil }} {
			whole := *in.Pending
			cut()
			if _, _, _, bad := state.Restore(c.layout, in, c.prototype); len(in.Pending.Windows)+len(in.Pending.Questions) > 0 && refusal(bad) != "save/invalid: the pending part of the state is invalid" {
				t.Errorf("too many %s in a save: %v", what, bad)
			}
			*in.Pending = whole
		}
	}
	c := newScene(t)
	depth := c.s.Lock()
	if got := refusal(c.s.SetPending(reactions(0, 0))); got != "script/read-only: nothing can be changed here, only read" || c.s.Pending() != nil {
		t.Errorf("while the state is locked: %q", got)
	}
	c.s.Unlock(depth)
}

// refusal returns a problem with its code and hint.
func refusal(d *diag.Diagnostic) string {
	if d == nil {
		return ""
	}
	text := d.Code + ": " + d.Message.String()
	if hint := d.Hint.String(); hint != "" {
		text += " (" + hint + ")"
	}
	return text
}

// TestDamagedInterruptions checks what is said about windows and actions in a save
// that make no sense, and what is restored of payments for variables that are gone.
func TestDamagedInterruptions(t *testing.T) {
	many := slices.Repeat([]state.Value{state.Num(1)}, 101)
	for _, x := range []struct {
		damage func(p *state.SavedPending)
		want   string
	}{
		{func(p *state.SavedPending) {}, ""},
		{func(p *state.SavedPending) { p.Windows[0].Name = "" }, `save/invalid: the window "" is invalid`},
		{func(p *state.SavedPending) { p.Next[0].Name = "" }, `save/invalid: the window "" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].By = 0 }, `save/invalid: the window "counter" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].By = 2 }, ""},
		{func(p *state.SavedPending) { p.Windows[0].By = 3 }, `save/invalid: the window "counter" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].Waiting[1] = 0 }, `save/invalid: the window "counter" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].Waiting[1] = 3 }, `save/invalid: the window "counter" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].Values = many[:100] }, ""},
		{func(p *state.SavedPending) { p.Windows[0].Values = many }, `save/invalid: the window "counter" is invalid`},
		{func(p *state.SavedPending) { p.Windows[0].Values[0] = state.Entity(99) }, `save/invalid: the window "counter" is about entity 99, which never existed`},
		{func(p *state.SavedPending) { p.Windows[0].Values[1] = state.Value{Type: state.Number, Num: 99} }, ""},
		{func(p *state.SavedPending) { p.Windows[0].Item = 99 }, `save/invalid: the window "counter" is about entity 99, which never existed`},
		{func(p *state.SavedPending) { p.Acts[0].Action = "" }, `save/invalid: the action "" that waits is invalid`},
		{func(p *state.SavedPending) { p.Acts[0].Targets = many[:100] }, ""},
		{func(p *state.SavedPending) { p.Acts[0].Targets = many }, `save/invalid: the action "spend" that waits is invalid`},
		{func(p *state.SavedPending) { p.Acts[0].Targets[1] = state.Entity(99) }, `save/invalid: the action "spend" that waits is invalid`},
		{func(p *state.SavedPending) { p.Acts[0].Targets[1] = state.Num(99) }, ""},
		{func(p *state.SavedPending) { p.Questions[0].Name = "" }, `save/invalid: the question "" is invalid`},
	} {
		c, _, _ := interrupted(t)
		in := through(t, c.s)
		x.damage(in.Pending)
		s, _, slot, bad := state.Restore(c.layout, in, c.prototype)
		if got := refusal(bad); got != x.want || (s == nil) != (bad != nil) || slot != -1 {
			t.Errorf("%s, want %s", got, x.want)
		}
	}
	c, _, _ := interrupted(t)
	in := through(t, c.s)
	paid := func(name string, player int) state.SavedPayment {
		return state.SavedPayment{Name: name, Player: player, Amount: 5}
	}
	in.Pending.Windows[0].Paid = []state.SavedPayment{paid("coins", 0), paid("score", -1), paid("gold", 0), paid("score", 1), paid("score", 2), paid("score", 3)}
	s, _, _, bad := state.Restore(c.layout, in, c.prototype)
	if bad != nil {
		t.Fatal(bad)
	}
	want := []state.Payment{{Slot: varGold, Amount: 5}, {Slot: varScore, Amount: 5}, {Slot: varScore + 1, Amount: 5}}
	if diff := cmp.Diff(want, s.Pending().Windows[0].Paid); diff != "" {
		t.Error(diff)
	}
}

// TestRenamingInPendingActions checks that the owners of waiting actions, and of
// questions, are renamed with their definitions, and texts only where they are
// options.
func TestRenamingInPendingActions(t *testing.T) {
	c, die, card := interrupted(t)
	p := reactions(die, card)
	p.Questions[0].Options = append(p.Questions[0].Options, state.Candidate{Value: state.Str("card/ace"), Home: state.Limbo}, state.Candidate{Value: state.Num(1), Home: state.Limbo})
	c.ok(c.s.SetPending(p))
	in := c.s.Snapshot()
	in.RenameDefinitions(state.NameMap{Renamed: map[string]string{"card/ace": "card/one", "": "card/none"}})
	if got := in.Pending.Acts; got[0].Owner != "card/one" || got[1].Owner != "die/d6" {
		t.Errorf("actions of %s and %s", got[0].Owner, got[1].Owner)
	}
	q := in.Pending.Questions[0]
	if q.Owner != "card/one" || q.Options[1].Value != state.Str("card/one") || q.Options[2].Value != state.Num(1) || q.Options[0].Value != state.Entity(die) {
		t.Errorf("%+v", q)
	}
	c.ok(c.s.SetPending(nil))
	in = c.s.Snapshot()
	in.RenameDefinitions(state.NameMap{Renamed: map[string]string{"card/ace": "card/one"}})
	if in.Pending != nil || in.Entities[1].Key != "card/one" {
		t.Errorf("%+v", in)
	}
}
