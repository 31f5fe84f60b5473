package replay_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/tests/golden"
)

// merged returns files of several edits.
func merged(all ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, files := range all {
		maps.Copy(out, files)
	}
	return out
}

// lucky is a change of the game with a table, which no command names.
func lucky(weight string, more ...string) map[string]string {
	out := merged(
		with("scripts/toss/game.lua", "vars.points = vars.points + modify", `vars.points = vars.points + (weighted("loot", "loot") == "relic/clover" and 10 or 20) + modify`),
		map[string]string{"content/toss/loot.yaml": "kind: table\nid: loot\nentries: [{id: relic/clover, weight: " + weight + "}, {id: die/penny, weight: 1000}]\n"},
	)
	for i, text := range more {
		out[fmt.Sprintf("content/toss/other%d.yaml", i)] = text
	}
	return out
}

// TestCausesOfEveryKind compares the reports of a log that is played on two
// contents, for pairs that differ in each kind of cause that a report can name:
// a definition that is new or gone, a table that no command mentions, a module,
// a layer, the shape of a value.
func TestCausesOfEveryKind(t *testing.T) {
	wrapped := func(op, body string) map[string]string {
		return clovers("hooks: {modify_worth: " + op + "}\nlua: |\n  return { modify_worth = function(before, self, n) " + body + " end, on_used = function() end }\n")
	}
	noClover := merged(with("content/toss/game.yaml", "start: [clover]", "start: [daisy]"), map[string]string{"content/toss/clover.yaml": "kind: relic\nid: daisy\n"})
	data := func(text string) map[string]string {
		return with("content/toss/clover.yaml", "params: {luck: 1}", "params: {luck: "+text[:1]+"}\ndata: "+text[1:])
	}
	many := make([]string, 7)
	for i := range many {
		many[i] = fmt.Sprintf("kind: relic\nid: other%d\n", i)
	}
	var out strings.Builder
	for _, c := range []struct {
		name          string
		before, after map[string]string
	}{
		{"a definition is gone", nil, noClover},
		{"a definition is new", noClover, nil},
		{"a table", lucky("1"), lucky("1000000")},
		{"a table among many definitions", lucky("1"), lucky("1000000", many...)},
		{"a layer", wrapped("wrap", "return 7"), wrapped("wrap", "return 8")},
		{"another layer", wrapped("wrap", "return 7"), wrapped("replace", "return 7")},
		{"a layer of another sort", wrapped("wrap", "return n and 7 or 8"), wrapped("replace", "return n and 7 or 8")},
		{"a layer less", wrapped("wrap", "return 7"), clovers("text: Less.\n")},
		{"a layer of another hook", wrapped("wrap", "return 7"), clovers("hooks: {on_used: add}\nlua: |\n  return { on_used = function() end }\n")},
		{"a value of another shape", data("1{a: {b: 1}, c: [1]}"), data("2{a: 3, c: {d: 1}, e: {f: {g: 1}}}")},
		{"a line more", nil, with("scripts/toss/clover.lua", "  end,\n}\n", "  end,\n  modify_worth = function(self, n) return 9 end,\n}\n")},
		{"a line less", with("scripts/toss/clover.lua", "    return n + self.luck\n", "    return n + self.luck\n    -- fine\n"), with("scripts/toss/clover.lua", "    return n + self.luck\n", "    return n + self.luck + 0 * self.luck - 1\n")},
		{"a script that ends sooner", with("scripts/toss/clover.lua", "  end,\n}\n", "  end,\n}\n\n"), with("content/toss/clover.yaml", "luck: 1", "luck: 2")},
		{"many modules", nil, merged(with("scripts/toss/sums.lua", "2 * n", "3 * n"), modules(7))},
		{"a module of a new pack", nil, merged(with("scripts/toss/sums.lua", "2 * n", "3 * n"), map[string]string{
			"content/more/pack.yaml": "kind: pack\nformat: 1\nid: more\nversion: 2.1.0\ntitle: More\ngames: [toss]\n", "content/more/x.yaml": "kind: relic\nid: x\n", "scripts/more/x.lua": "return {}\n",
		})},
		{"modules", nil, merged(with("scripts/toss/sums.lua", "2 * n", "3 * n"), map[string]string{"scripts/toss/alone.lua": "return { x = 1 }\n", "scripts/toss/zeta.lua": "return {}\n"})},
		{"a start that both lack", with("content/toss/game.yaml", "[penny]", "[penny, penny, penny]"), with("content/toss/game.yaml", "[penny]", "[penny, penny]")},
		{"a fault on both sides", with("scripts/toss/game.lua", "return {", "return {\n  start = function() error(\"broken\") end,"), with("scripts/toss/game.lua", "return {", "return {\n  start = function() error(\"broken\") end,\n")},
		{"faults that differ", with("scripts/toss/game.lua", "return {", "return {\n  start = function() error(\"broken\") end,"), with("scripts/toss/game.lua", "return {", "return {\n  start = function() error(\"torn\") end,")},
	} {
		before, after := build(t, c.before), build(t, c.after)
		in := saved(t, build(t, nil), "wait", "toss", "rub clover", "toss")
		here, there := replay.Side{Name: "here", Content: before}, replay.Side{Name: "there", Content: after}
		report, problem := replay.Between(copied(t, in), here, there)
		write(t, &out, c.name+", forth", report, problem)
		report, problem = replay.Between(copied(t, in), there, here)
		write(t, &out, c.name+", back", report, problem)
	}
	golden.Check(t, "testdata/pairs.golden", out.String())
}

// modules returns modules that nothing requires.
func modules(n int) map[string]string {
	out := map[string]string{}
	for i := range n {
		out[fmt.Sprintf("scripts/toss/module%d.lua", i)] = "return {}\n"
	}
	return out
}

func write(t *testing.T, out *strings.Builder, name string, report *replay.Report, problem *diag.Diagnostic) {
	t.Helper()
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(out, "-- %s --\n%s\n", name, strings.ReplaceAll(string(data), `,"`, ",\n  \""))
	if problem != nil {
		fmt.Fprintf(out, "%s at %s: %s (%s)\n", problem.Code, problem.Place, problem.Message, problem.Hint)
	}
}

// TestIncompleteSaves compares the reports of saves that lack something: their
// outcomes, some of them, the state that the log leads to, the content.
func TestIncompleteSaves(t *testing.T) {
	base := build(t, nil)
	luckier := build(t, with("content/toss/clover.yaml", "luck: 1", "luck: 2"))
	larger := build(t, with("content/toss/game.yaml", "points:", "fame: {start: 1}, points:"))
	other := build(t, map[string]string{"content/toss/game.yaml": strings.Replace(tossing["content/toss/game.yaml"], "id: toss", "id: other", 1)})
	var out strings.Builder
	for _, c := range []struct {
		name string
		edit func(*save.File)
		on   *rules.Content
	}{
		{"all", func(*save.File) {}, luckier},
		{"no outcomes", func(in *save.File) { in.Outcomes = nil }, luckier},
		{"too few outcomes", func(in *save.File) { in.Outcomes = in.Outcomes[:2] }, luckier},
		{"one outcome less", func(in *save.File) { in.Outcomes[2] = "" }, luckier},
		{"another outcome", func(in *save.File) { in.Outcomes[1] = "0" }, base},
		{"another state", func(in *save.File) { in.Hash = "0"; in.State.Vars[5].Value = in.State.Vars[6].Value }, base},
		{"another hash", func(in *save.File) { in.Hash = "0" }, base},
		{"another state of other content", func(in *save.File) { in.Hash = "0"; in.State.Vars[5].Value = in.State.Vars[6].Value }, larger},
		{"an unknown entity", func(in *save.File) { in.Hash = "0"; in.Content = "0"; in.State.Entities[1].Key = "relic/gone" }, base},
		{"an unknown game", func(in *save.File) { in.Game = "lost" }, base},
		{"more players", func(in *save.File) { in.Players = 7 }, base},
	} {
		in := copied(t, saved(t, base, "wait", "toss", "toss"))
		c.edit(in)
		report, problem := replay.On(in, replay.Side{Name: "now", Content: c.on})
		write(t, &out, c.name, report, problem)
	}
	patched := clovers("text: Luckier.\nset: {name: Clover of Luck}\n")
	in := saved(t, build(t, patched), "wait", "toss")
	report, problem := replay.On(in, replay.Side{Name: "now", Content: build(t, merged(patched, with("content/toss/clover.yaml", "luck: 1", "luck: 2")))})
	write(t, &out, "a patch that was there", report, problem)
	in = saved(t, base, "wait", "toss")
	for _, sides := range [][2]*rules.Content{{base, other}, {other, base}} {
		report, problem := replay.Between(in, replay.Side{Name: "here", Content: sides[0]}, replay.Side{Name: "there", Content: sides[1]})
		write(t, &out, "a side without the game", report, problem)
	}
	golden.Check(t, "testdata/less.golden", out.String())
}
