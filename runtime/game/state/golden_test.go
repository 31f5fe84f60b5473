package state_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

// story is a report that grows while a test runs.
type story struct {
	*testing.T
	strings.Builder
}

func (t *story) add(title string, v any) {
	t.Helper()
	text, ok := v.(string)
	if !ok {
		data, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		text = string(data)
	}
	fmt.Fprintf(t, "-- %s --\n%s\n", title, text)
}

func said(problem *diag.Diagnostic) string {
	if problem == nil {
		return "allowed"
	}
	return fmt.Sprintf("%s %q", problem.Code, problem.Message.Args)
}

// asked returns two questions that use every field: one about a die and a card,
// one about a zone.
func asked(die, card state.ID) *state.Pending {
	return &state.Pending{Then: "night", Actor: 2, Questions: []*state.Question{
		{
			Name: "pay", Owner: "card/ace", Asker: card, Player: 1, Prompt: "Which?", Zone: -1, Min: 1, Max: 2, Skip: true, Ordered: true,
			Options: []state.Candidate{
				{Value: state.Entity(die), Home: zoneSmall, Title: "the die"},
				{Value: state.Entity(card), Home: zoneHand + 1},
				{Value: state.Str("die/d6")},
				{Value: state.Num(2)},
			},
			With: []state.Value{state.Truth(true), state.Str("x")},
		},
		{Name: "take", Owner: "die/d6", Player: 2, Zone: zoneHand + 1, Max: 5, Single: true, Repeats: true, Auto: true, Blind: true},
	}}
}

// TestTheHashCoversEveryFieldOfAQuestion checks that the hash covers each field of a
// question, and that a save keeps it.
func TestTheHashCoversEveryFieldOfAQuestion(t *testing.T) {
	w := newScene(t)
	die := w.die(zoneSmall, forGood)
	hashes := map[string]int{}
	for i, change := range []func(p *state.Pending, q *state.Question){
		func(*state.Pending, *state.Question) {},
		func(p *state.Pending, _ *state.Question) { p.Then = "day" },
		func(p *state.Pending, _ *state.Question) { p.Actor = 1 },
		func(p *state.Pending, _ *state.Question) { p.Questions = p.Questions[:1] },
		func(_ *state.Pending, q *state.Question) { q.Name = "pays" },
		func(_ *state.Pending, q *state.Question) { q.Owner = "card/king" },
		func(_ *state.Pending, q *state.Question) { q.Asker = die },
		func(_ *state.Pending, q *state.Question) { q.Player = 2 },
		func(_ *state.Pending, q *state.Question) { q.Prompt = "What?" },
		func(_ *state.Pending, q *state.Question) { q.Zone = zoneRow },
		func(_ *state.Pending, q *state.Question) { q.Zone = zoneHand },
		func(_ *state.Pending, q *state.Question) { q.Zone = zoneHand + 1 },
		func(_ *state.Pending, q *state.Question) { q.Min = 0 },
		func(_ *state.Pending, q *state.Question) { q.Max = 3 },
		func(_ *state.Pending, q *state.Question) { q.Skip = false },
		func(_ *state.Pending, q *state.Question) { q.Single = true },
		func(_ *state.Pending, q *state.Question) { q.Ordered = false },
		func(_ *state.Pending, q *state.Question) { q.Repeats = true },
		func(_ *state.Pending, q *state.Question) { q.Auto = true },
		func(_ *state.Pending, q *state.Question) { q.Blind = true },
		func(_ *state.Pending, q *state.Question) { q.With = q.With[:1] },
		func(_ *state.Pending, q *state.Question) { q.With[1] = state.Str("y") },
		func(_ *state.Pending, q *state.Question) { q.Options = q.Options[:3] },
		func(_ *state.Pending, q *state.Question) { q.Options[0].Title = "a die" },
		func(_ *state.Pending, q *state.Question) { q.Options[0].Home = zoneRow },
		func(_ *state.Pending, q *state.Question) { q.Options[1].Home = zoneHand },
		func(_ *state.Pending, q *state.Question) { q.Options[3].Value = state.Num(3) },
	} {
		p := asked(die, die)
		p.Questions[0].Asker = state.None
		p.Questions[0].Options[1].Home = zoneHand + 1
		change(p, p.Questions[0])
		w.ok(w.s.SetPending(p))
		hash := w.s.Hash()
		if other, twice := hashes[hash]; twice {
			t.Errorf("changes %d and %d give one hash", other, i)
		}
		hashes[hash] = i
		again, notes, _, bad := state.Restore(w.layout, through(t, w.s), w.prototype)
		if bad != nil || len(notes) > 0 || again.Hash() != hash {
			t.Errorf("change %d is not kept: %v %v", i, bad, notes)
		}
	}
}

func effectsOf(all []state.Effect) string {
	var out []string
	for _, t := range all {
		out = append(out, fmt.Sprintf("%s (%s): %s → %s", t.About, t.Key, t.From, t.To))
	}
	return strings.Join(out, "\n")
}

// TestEffectsOfAWholeGame checks the changes, the hash and the saved form of a
// game that uses every feature, after each turn and while all turns are undone.
func TestEffectsOfAWholeGame(t *testing.T) {
	w := newTable()
	s := state.New(w.layout, 7)
	out := &story{T: t}
	start := s.Hash()
	var a, b, c state.ID
	made := func(id state.ID, problem *diag.Diagnostic) state.ID {
		if problem != nil {
			t.Fatal(problem)
		}
		return id
	}
	turns := []struct {
		title string
		play  func() []*diag.Diagnostic
	}{
		{"things come", func() []*diag.Diagnostic {
			a = made(s.Create(w.die, zoneRow, -1, forGood))
			b = made(s.Create(w.die, zoneSmall, -1, tillDusk))
			c = made(s.Create(w.card, zoneHand+1, -1, forGood))
			made(s.Create(w.card, zoneRow, 0, state.Until{Event: dawn, Count: 2}))
			return nil
		}},
		{"values change", func() []*diag.Diagnostic {
			return []*diag.Diagnostic{
				s.SetVar(varGold, state.Num(5), forGood), s.ChangeVar(varGold, 3, tillDusk), s.SetVar(varWord, state.Str("no"), tillDawn),
				s.SetVar(varFriend, state.Entity(a), forGood), s.ChangeVar(varLuck, 9, forGood), s.SetVar(varScore+1, state.Num(12), state.Until{Event: dawn, Count: 3}),
				s.SetProp(a, 0, state.Num(6), tillDusk), s.ChangeProp(a, 0, -2, tillDawn), s.SetProp(a, 1, state.Truth(true), forGood), s.SetProp(c, 0, state.Truth(false), tillDusk),
			}
		}},
		{"refused", func() []*diag.Diagnostic {
			_, full := s.Create(w.card, zoneSmall, -1, forGood)
			return []*diag.Diagnostic{
				s.SetVar(varGold, state.Num(101), forGood), s.SetVar(varGold, state.Num(1.5), forGood), s.SetVar(varWord, state.Str("maybe"), forGood),
				s.SetVar(varWord, state.Num(1), forGood), s.SetProp(a, 0, state.Num(-1), forGood), s.ChangeVar(varGold, math.Inf(1), forGood),
				s.Move(c, zoneSmall, -1, forGood), s.Move(b, zoneHand, 0, forGood), full,
			}
		}},
		{"things move", func() []*diag.Diagnostic {
			return []*diag.Diagnostic{s.Move(a, zoneSmall, 0, tillDawn), s.Move(c, zoneRow, 0, forGood), s.Move(b, zoneSmall, -1, forGood)}
		}},
		{"chance", func() []*diag.Diagnostic {
			problems := []*diag.Diagnostic{s.Rig("loot", state.Num(2)), s.Shuffle(zoneRow, "deck")}
			for _, name := range []string{"loot", "loot", "dice"} {
				v, rigged, problem := s.Between(name, 1, 1000)
				out.add("drawn", fmt.Sprint(name, " ", v, " ", rigged))
				problems = append(problems, problem)
			}
			return problems
		}},
		{"questions", func() []*diag.Diagnostic { return []*diag.Diagnostic{s.SetPending(asked(a, c))} }},
		{"things go", func() []*diag.Diagnostic {
			return []*diag.Diagnostic{s.Remove(a, tillDawn), s.Remove(b, forGood), s.ChangeVar(varGold, -1, forGood)}
		}},
		{"dusk", func() []*diag.Diagnostic { s.Expire(dusk); return nil }},
		{"dawn", func() []*diag.Diagnostic { s.Expire(dawn); return nil }},
		{"another dawn", func() []*diag.Diagnostic { s.Expire(dawn); return nil }},
		{"the last dawn", func() []*diag.Diagnostic { s.Expire(dawn); return nil }},
	}
	var positions []int
	var hashes []string
	for _, turn := range turns {
		s.Begin()
		for _, problem := range turn.play() {
			if turn.title == "refused" {
				out.add("refusal", said(problem))
			} else if problem != nil {
				t.Errorf("%s: %v", turn.title, problem)
			}
		}
		out.add(turn.title, effectsOf(state.NewOutliner(s).Effects(s.Commit()))+"\nhash "+s.Hash()+fmt.Sprintf(", %d wait, work %d", s.TempCount(), s.Work()))
		positions, hashes = append(positions, s.Position()), append(hashes, s.Hash())
		if p := s.Pending(); p != nil {
			for _, q := range p.Questions {
				out.add("options of "+q.Name, fmt.Sprint(s.AvailableOptions(q, nil)))
			}
		}
		if turn.title == "things go" {
			out.add("saved", s.Snapshot())
			out.add("listed", effectsOf(s.Snapshot().Values()))
			named := state.NewOutliner(s)
			named.NameOf = func(sort, name string) string { return "the " + sort + " " + name }
			out.add("named", effectsOf(named.Effects(s.Changes(0, s.Position()))))
		}
	}
	for i, position := range positions {
		if s.Travel(position); s.Hash() != hashes[i] {
			t.Errorf("after %s again, the state is another", turns[i].title)
		}
	}
	for i := len(positions) - 1; i >= 0; i-- {
		if s.Travel(positions[i]); s.Hash() != hashes[i] {
			t.Errorf("back at %s, the state is another", turns[i].title)
		}
	}
	s.Travel(0)
	if s.Hash() != start || s.Position() != 0 {
		t.Error("back at the start, the state is another")
	}
	golden.Check(t, "testdata/story.golden", out.String())
}

// TestRenamingInASnapshot checks the effect of each renaming method of Snapshot
// on a saved game.
func TestRenamingInASnapshot(t *testing.T) {
	out := &story{T: t}
	game := func() *state.Snapshot {
		w := saved(t)
		w.s.Begin()
		w.ok(w.s.SetPending(asked(w.s.Zone(zoneSmall)[0], w.s.Zone(zoneHand + 1)[0])))
		w.s.Commit()
		return w.s.Snapshot()
	}
	before, err := json.MarshalIndent(game(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		title string
		move  func(*state.Snapshot) state.RenameResult
	}{
		{"variables", func(s *state.Snapshot) state.RenameResult {
			return s.RenameVars(state.NameMap{Renamed: map[string]string{"gold": "coins", "luck": "word"}, Removed: map[string]string{"friend": "", "score": "points"}})
		}},
		{"properties", func(s *state.Snapshot) state.RenameResult {
			return s.RenameProps(state.NameMap{Renamed: map[string]string{"die.value": "die.pips", "card.held": "card.x"}, Removed: map[string]string{"card.up": ""}})
		}},
		{"a property of a temporary entity", func(s *state.Snapshot) state.RenameResult {
			return s.RenameProps(state.NameMap{Removed: map[string]string{"die.value": ""}})
		}},
		{"zones", func(s *state.Snapshot) state.RenameResult {
			return s.RenameZones(state.NameMap{Renamed: map[string]string{"row": "line"}, Removed: map[string]string{"small": "line", "hand": "lap"}})
		}},
		{"zones without a replacement", func(s *state.Snapshot) state.RenameResult {
			return s.RenameZones(state.NameMap{Removed: map[string]string{"small": "", "row": ""}})
		}},
		{"entities", func(s *state.Snapshot) state.RenameResult {
			return s.RenameDefinitions(state.NameMap{Renamed: map[string]string{"card/ace": "card/one"}, Removed: map[string]string{"die/d6": "die/d8"}})
		}},
		{"entities without a replacement", func(s *state.Snapshot) state.RenameResult {
			return s.RenameDefinitions(state.NameMap{Removed: map[string]string{"die/d6": ""}})
		}},
		{"events", func(s *state.Snapshot) state.RenameResult {
			return s.RenameEvents(state.NameMap{Renamed: map[string]string{"dusk": "night"}})
		}},
		{"streams", func(s *state.Snapshot) state.RenameResult {
			return s.RenameStreams(state.NameMap{Renamed: map[string]string{"a": "b", "x": "y"}})
		}},
		{"texts", func(s *state.Snapshot) state.RenameResult {
			return s.RenameTexts("word", state.NameMap{Renamed: map[string]string{"yes": "aye"}})
		}},
	} {
		s := game()
		out.add(c.title, c.move(s))
		after, err := json.MarshalIndent(s, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		out.add(c.title+" in the save", changedLines(string(before), string(after)))
	}
	golden.Check(t, "testdata/moves.golden", out.String())
}

// changedLines returns the lines that two texts do not share, with the number
// of those shared before them.
func changedLines(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		default: // resynchronize at the nearest common line
			di, dj := nearest(a[i:], b[j:])
			for _, line := range a[i : i+di] {
				out = append(out, fmt.Sprintf("%d -%s", i, line))
			}
			for _, line := range b[j : j+dj] {
				out = append(out, fmt.Sprintf("%d +%s", i, line))
			}
			i, j = i+di, j+dj
		}
	}
	return strings.Join(out, "\n")
}

// nearest returns how many lines of each text to skip until they agree.
func nearest(a, b []string) (int, int) {
	for n := 1; n <= len(a)+len(b); n++ {
		for i := 0; i <= n; i++ {
			if j := n - i; i < len(a) && j < len(b) && a[i] == b[j] {
				return i, j
			}
		}
	}
	return len(a), len(b)
}

// TestRestoreNotesLosses restores a game in a layout that lacks, adds
// and changes declarations, and checks every note and the state.
func TestRestoreNotesLosses(t *testing.T) {
	out := &story{T: t}
	w := saved(t)
	next := newTable()
	vars := append([]state.Decl(nil), next.layout.Vars...)
	vars[varGold].Max, vars[varLuck].Name = 3, "fortune"
	vars[varWord].OneOf = []string{"no"}
	vars[varWord].Start = state.Str("no")
	vars[varScore].PerPlayer = false
	vars = append(vars, state.Decl{Name: "fame", Type: state.Number, Start: state.Num(1), Max: 9})
	zones := append([]state.ZoneDecl(nil), next.layout.Zones...)
	zones = append(zones[:zoneSmall], zones[zoneHand])
	zones[0].Kinds = []string{"card"}
	next.die.Kind.Props[0].Max = 2
	layout := state.NewLayout(2, vars, zones, next.layout.Kinds, []string{"dawn"})
	s, notes, slot, bad := state.Restore(layout, w.s.Snapshot(), next.prototype)
	if bad != nil {
		t.Fatal(bad)
	}
	out.add("notes", notes)
	out.add("state", s.Snapshot())
	out.add("slot", fmt.Sprint(slot))
	in := w.s.Snapshot()
	in.Entities[1].Key, in.Entities[2].Key = "", "die/d20"
	_, _, slot, bad = state.Restore(w.layout, in, w.prototype)
	out.add("an unknown definition", fmt.Sprint(slot, " ", said(bad)))
	golden.Check(t, "testdata/carried.golden", out.String())
}

// TestValueForms checks how values are read and written.
func TestValueForms(t *testing.T) {
	for _, v := range []struct {
		state.Value
		json, text  string
		true, whole bool
	}{
		{state.Value{}, "null", "nil", false, false},
		{state.Truth(true), "true", "true", true, false},
		{state.Truth(false), "false", "false", false, false},
		{state.Num(0), "0", "0", true, true},
		{state.Num(-2.5), "-2.5", "-2.5", true, false},
		{state.Num(1 << 53), "9007199254740992", "9007199254740992", true, true},
		{state.Num(1 << 54), "18014398509481984", "1.8014398509481984e+16", true, false},
		{state.Num(1e300), "1e+300", "1e+300", true, false},
		{state.Str("a \"b\""), `"a \"b\""`, `a "b"`, true, false},
		{state.Entity(1<<24 + 1), `{"entity":16777217}`, "#16777217", true, false},
		{state.Entity(0), `{"entity":0}`, "#0", true, false},
	} {
		data, err := json.Marshal(v.Value)
		if err != nil || string(data) != v.json || v.String() != v.text || v.True() != v.true || v.IsWhole() != v.whole {
			t.Errorf("%#v is %s, %q, true %v, whole %v, %v", v.Value, data, v.String(), v.True(), v.IsWhole(), err)
		}
		var again state.Value
		if err := json.Unmarshal(data, &again); err != nil || again != v.Value {
			t.Errorf("%s is read as %#v, %v", data, again, err)
		}
	}
	for _, text := range []string{`[]`, `{}`, `{"entity":-1}`, `{"entity":1.5}`, `{"entity":"1"}`, `{"entity":1,"x":2}`, `{"entity":9007199254740994}`, `x`} {
		if err := json.Unmarshal([]byte(text), new(state.Value)); err == nil {
			t.Errorf("%s is read as a value", text)
		}
	}
	if state.Num(1).ID() != state.None || state.Entity(5<<24+3).ID().Slot() != 2 || state.None.Slot() != -1 {
		t.Error("ids are read wrong")
	}
}
