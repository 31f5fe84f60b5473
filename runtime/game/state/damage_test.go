package state_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// fair returns the files of a game that uses every feature, after edits.
func fair(t *testing.T, edits ...string) fstest.MapFS {
	t.Helper()
	return golden.Folder(t, "../session/testdata/fair", edits...)
}

// rich plays the fair until its state holds every sort of data: open questions,
// temporary values, additions and removals, free slots, random streams, some of
// them rigged.
func rich(t *testing.T) *session.Session {
	t.Helper()
	s, problem := session.New(bazaar.Build(t, fair(t)), "fair", session.Options{Seed: 5})
	if problem != nil {
		t.Fatal(problem)
	}
	r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
		_ = a.Rig("moves", state.Str("bite"), state.Num(1))
		return a.Rig("x", state.Num(3))
	})
	if !r.OK() {
		t.Fatal(r.Problem)
	}
	for _, command := range []string{
		`lua remove(at("sky", 1)) add("moon", "sky", "dusk", 2) set(vars, "fuss", 4, "dusk") change(vars, "fuss", 2, "rang", 3) vars.star = at("dice", 2)`,
		`lua set(at("dice", 1), "value", 6, "dusk") change(at("dice", 1), "value", -2, "rang") change(at("dice", 2), "value", 1, "dusk")`,
		`lua remove_die(at("dice", 3), "dusk") move_to(at("crowd", 1), "hand@2") reveal(at("deck", 1)) random("y", 1, 6) remove(at("sack", 1))`,
		`lua lock_die(at("dice", 1), "rang", 2) set_die_sides(at("dice", 1), 8, "dusk") for _, foe in each("foes") do choose_move(foe) end`,
		`ask_all`, `lua ask("sift", {from = {at("deck", 1), at("deck", 2)}, min = 1, max = 2, ordered = true, with = {at("dice", 1), 7, "x", true}})`,
		`lua ask("spread", {from = {"l", 2, "r"}, titles = {"a", "b", "c"}, prompt = "Where?", repeats = true, count = 2})`,
	} {
		if r := s.Run(command); !r.OK() {
			t.Fatal(command, r.Refusal, r.Problem)
		}
	}
	return s
}

// TestDamagedStates damages every part of a saved state in each way that its
// type allows, and compares the error, or the state restored, with a golden
// file.
func TestDamagedStates(t *testing.T) {
	s := rich(t)
	c := s.Content()
	g, _ := c.Game("fair")
	text, err := json.Marshal(s.State().Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	outcome(&out, "undamaged", text, g)
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	damage(tree, "", seen, func(what string) {
		damaged, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		outcome(&out, what, damaged, g)
	})
	golden.Check(t, "testdata/damaged.golden", out.String())
}

// TestStatesMoveToOtherGames restores a state in a changed game and compares
// the result with a golden file.
func TestStatesMoveToOtherGames(t *testing.T) {
	text, err := json.Marshal(rich(t).State().Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, edits := range [][]string{
		{"max: 9, clamp: true}", "max: 3, clamp: true}"},
		{"max: 9, clamp: true}", "max: 3}"},
		{"fuss: {start: 0, min: 0, max: 9, clamp: true}", `fuss: {start: "none"}`, "vars.fuss < 9", "true", "vars.fuss > 1", "true", "{=vars.fuss}", "", "value: vars.fuss", `value: "1"`, `weight: "vars.fuss - 1", when: vars.fuss ~= 5`, "weight: 1", `weight: "vars.fuss", when: vars.fuss > 0`, "weight: 1", "when: vars.fuss > 0", "weight: 1", "vars.fuss == 0", "true", "vars.fuss = vars.fuss + n", "", "vars.fuss = vars.fuss + 1", "", "vars.fuss + 1", "1"},
		{"  star: {type: entity}\n", "", "vars.star = mine", ""},
		{"deck: {of: [card, consumable], label: k, ", "deck: {of: card, label: k, per: player, "},
		{"sack: {of: consumable, label: s, per: player, ", "sack: {of: consumable, label: s, "},
		{"crowd: {of: card, label: c, limit: 3,", "crowd: {of: card, label: c, limit: 0,"},
		{"card: {worn: {start: 0, min: 0}}", "card: {worn: {start: 1, min: 1}, old: {start: true}}", "self.worn = self.worn + 1 if self.worn == 2", "if self.old"},
		{"relic: {count: {start: 0, min: 0}}", "relic: {times: {start: 2}}", "self.count = self.count + n", ""},
		{"kind: die, id: d6,", "kind: die, id: d8,", "{d6: 3}", "{d8: 3}", "default: d6", "default: d8"},
		{"dusk: {}", "evening: {}", `"dusk"`, `"evening"`, "on_dusk", "on_evening"},
		{"players: {min: 2, max: 3}", "players: {min: 3, max: 3}"},
	} {
		c := bazaar.Build(t, fair(t, edits...))
		g, _ := c.Game("fair")
		outcome(&out, fmt.Sprintf("%.80q", edits[:2]), text, g)
		var in state.Snapshot
		if err := json.Unmarshal(text, &in); err != nil {
			t.Fatal(err)
		}
		if moved, _, _, problem := restored(&in, g); problem == nil {
			after, err := json.Marshal(moved.Snapshot())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "  %s\n", after)
		}
	}
	golden.Check(t, "testdata/moved.golden", out.String())
}

func restored(in *state.Snapshot, g *rules.Game) (*state.State, []string, int, *diag.Diagnostic) {
	table := g.Table(max(2, g.MinPlayers))
	return state.Restore(table.Layout, in, func(key string) *state.Prototype { return table.Prototypes[key] })
}

// outcome restores a saved state and writes the result to out.
func outcome(out *strings.Builder, what string, text []byte, g *rules.Game) {
	fmt.Fprintf(out, "%s:", what)
	var in state.Snapshot
	if err := json.Unmarshal(text, &in); err != nil {
		fmt.Fprintf(out, " unreadable: %v\n", err)
		return
	}
	if !in.Bounded() {
		out.WriteString(" beyond bounds,")
	}
	s, notes, slot, problem := restored(&in, g)
	if problem != nil {
		fmt.Fprintf(out, " refused: %.150s (%s), slot %d\n", problem.Message, problem.Hint, slot)
		return
	}
	fmt.Fprintf(out, " %.8s %.150q\n", s.Hash(), notes)
}

// damage changes each part of a JSON tree, calls try, and restores the part. It
// skips list elements whose path and form it has seen already.
func damage(v any, path string, seen map[string]bool, try func(what string)) {
	change := func(set func(any), was any, key string) {
		for _, now := range instead(was) {
			set(now)
			shown, _ := json.Marshal(now)
			before, _ := json.Marshal(was)
			try(fmt.Sprintf("%s: %.40s → %.40s", key, before, shown))
		}
		set(was)
		damage(was, key, seen, try)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			was := v[key]
			if form := fmt.Sprintf("%s.%s %T", path, key, was); seen[form] {
				continue
			} else {
				seen[form] = true
			}
			delete(v, key)
			try(path + "." + key + " is missing")
			change(func(now any) { v[key] = now }, was, path+"."+key)
		}
	case []any:
		for i := range v {
			was := v[i]
			change(func(now any) { v[i] = now }, was, path+"[]")
		}
	}
}

// instead returns the replacements to try for a JSON value.
func instead(v any) []any {
	switch v := v.(type) {
	case float64:
		return []any{-1, v + 1, 0, 1e6, 0.5, "7"}
	case string:
		return []any{"", "zzz", strings.Repeat("x", 5000), 3}
	case bool:
		return []any{!v, 1}
	case []any:
		return []any{[]any{}, append(slices.Clone(v), v...), nil}
	case map[string]any:
		return []any{map[string]any{}, nil}
	}
	return []any{1}
}
