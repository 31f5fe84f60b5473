package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestReplayReportsOfAWholeGame compares the reports of a log in which nearly everything
// happens, for edits of each sort, with a golden file: from the save alone, and
// from both contents, in both directions.
func TestReplayReportsOfAWholeGame(t *testing.T) {
	fair := func(edits ...string) *rules.Content {
		return bazaar.Build(t, golden.Folder(t, "../session/testdata/fair", edits...))
	}
	base := fair()
	s, problem := session.New(base, "fair", session.Options{Seed: 5, Profile: rules.Profile{"games": state.Num(4)}})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, text := range []string{
		"use lamp", "use horn", "barter h4 fun c1", "brawl", "ask_all", "choose lamp", "choose h4", "rest", "use oil", "sift", "choose k1 done", "brawl",
		"spread", "choose m r", "choose 2", "lone", "shout \"hey you\"", "maybe", "choose bell", "stop rich", "again",
	} {
		if r := s.Run(text); !r.OK() {
			t.Fatal(text, r.Refusal, r.Problem)
		}
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	in := func() *save.File {
		f, problem := save.Read(bytes.NewReader(file.Bytes()), "fair.json")
		if problem != nil {
			t.Fatal(problem)
		}
		return f
	}
	var out strings.Builder
	for _, edits := range [][]string{
		nil,
		{"say(\"Tooot, \"", "say(\"Toot, \""},
		{"{kind: relic, id: bell, name: Relic bell}\n---\n", "", `definition("relic/bell"), `, ""},
		{"{kind: card, id: bell, name: Bell}", "{kind: card, id: bell, name: Bell}\n---\n{kind: card, id: drum, name: Drum}"},
		{"hand: {of: [card, consumable], label: h, per: player, visible: owner, unordered: true, start: [lamp, rope, lamp, bell]}", "hand: {of: [card, consumable], label: h, per: player, visible: owner, unordered: true, start: [lamp, rope, lamp, torch]}"},
		{"kind: consumable\nid: horn\n", "kind: consumable\nid: horn\npriority: 3\ndata: {loud: true}\n"},
		{"opening: [wake, roar]", "opening: [roar]"},
		{"cycle: [purr, purr, scratch]", "cycle: [scratch]"},
		{"local list = {3,", "local list = {4,"},
		{"list[#list + 1] = at(\"dice\", 3)", "list[#list + 1] = at(\"dice\", 2)"},
		{"if won == \"rich\" then win(\"You are rich.\")", "if won == \"rich\" then win(\"You are very rich.\")"},
		{"note(table.concat(all))", "note(table.concat(all, \"-\"))"},
		{"self.worn = self.worn + 1", "self.worn = self.worn + nil"},
		{"if what == \"lift\" then return x - 1 end", "return x"},
		{"emit(\"rang\", 3)", "emit(\"rang\", 30)"},
		{"actions: [bid, barter, lift, shout,", "actions: [bid, barter, lift,"},
		{"players: {min: 2, max: 3}", "players: {min: 3, max: 3}"},
		{"params: {purse: 6, idle: 0}", "params: {purse: 5, idle: 0}"},
		{"that: vars.fuss == 0", "that: vars.fuss == 7"},
		{"kind: card\nid: rope\nname: Rope\n", "kind: card\nid: rope\nname: Cord\n", "kind: card\nid: lamp\nname: Lamp\n", "kind: card\nid: lamp\nname: Lantern\n"},
	} {
		other := fair(edits...)
		here, there := replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: other}
		for _, play := range []struct {
			name string
			do   func() (*replay.Report, *diag.Diagnostic)
		}{
			{"alone", func() (*replay.Report, *diag.Diagnostic) { return replay.On(in(), there) }},
			{"forth", func() (*replay.Report, *diag.Diagnostic) { return replay.Between(in(), here, there) }},
			{"back", func() (*replay.Report, *diag.Diagnostic) { return replay.Between(in(), there, here) }},
		} {
			report, problem := play.do()
			data, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "-- %.70q, %s --\n%s\n", edits, play.name, strings.ReplaceAll(string(data), `,"`, ",\n  \""))
			if problem != nil {
				fmt.Fprintf(&out, "%s %s: %s (%s)\n", problem.Code, problem.Place, problem.Message, problem.Hint)
			}
		}
	}
	golden.Check(t, "testdata/fair.golden", out.String())
}
