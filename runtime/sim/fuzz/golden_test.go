package fuzz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestWholeFindings compares all findings in games with faults of every kind,
// as problems, as input for the REPL and as tests, with a golden file.
func TestWholeFindings(t *testing.T) {
	sound := faulty[:strings.Index(faulty, "---\nkind: relic")]
	edit := func(text string, edits ...string) string {
		out := strings.NewReplacer(edits...).Replace(text)
		if out == text {
			t.Fatalf("%q changes nothing", edits)
		}
		return out
	}
	bot := func(lua string) string { return sound + "---\n{kind: bot, id: guide, lua: '" + lua + "'}\n" }
	var out strings.Builder
	for _, c := range []struct {
		name, text string
		players    int
	}{
		{"faulty", faulty, 0},
		{"for two or three", edit(faulty, "id: walk\n", "id: walk\nplayers: {min: 2, max: 3}\n"), 3},
		{"a long way", edit(sound, "vars.steps == 3", "vars.steps == 14", "vars.steps == 6", "vars.steps == 20"), 0},
		{"a start that fails", edit(sound, "enter_phase(\"walk\")", "error(\"no start\")"), 0},
		{"endless", edit(sound, "vars.steps = vars.steps + 1", ""), 0},
		{"stuck at the start", edit(sound, "actions: {step: {}, look: {}}", "actions: {step: {requires: [{that: false, else: Never}]}, look: {requires: [{that: false, else: Never}]}}"), 0},
		{"a view that fails for a moment", edit(sound, "vars.steps == 3", "vars.steps == 30", "variables:", "views: {odd: {value: 'vars.steps == 2 and nil + 1 or 0'}}\nvariables:"), 0},
		{"stuck for two or three", edit(sound, "id: walk\n", "id: walk\nplayers: {min: 2, max: 3}\n", "actions: {step: {}, look: {}}", "actions: {step: {requires: [{that: vars.steps < 2, else: Enough}]}, look: {requires: [{that: vars.steps < 1, else: Enough}]}}"), 2},
		{"a bot that errs", bot("return { choose = function() error(\"lost\") end }"), 0},
		{"a bot that is refused", bot("return { choose = function() return \"jump\" end }"), 0},
		{"a bot without a choice", bot("return { chose = function() end }"), 0},
	} {
		built := bazaar.Written(t, "walk", c.text)
		found, err := Fuzz(t.Context(), built, FuzzOptions{Game: "walk", Seed: 1, Games: 40, Players: c.players, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "== %s ==\n", c.name)
		for _, x := range found {
			d := x.Diagnostic()
			fmt.Fprintf(&out, "%s\n%s\nin game %d after %d commands at %s\n%s", d.Error(), noted(d), x.Number, x.Length, x.Place, cut(x.Replay()))
			if s := x.Session(built); s != nil {
				fmt.Fprintf(&out, "after %d commands: %s\n", s.Turn(), s.Hash())
			}
		}
		out.WriteString(cut(Scenario("found", found)))
		for _, d := range Run(t.Context(), built, Options{Games: 30, Seed: 1}) {
			fmt.Fprintf(&out, "drill: %s\n%s\n", d.Error(), noted(d))
		}
	}
	golden.Check(t, "testdata/findings.golden", out.String())
	if _, err := Fuzz(t.Context(), bazaar.Written(t, "walk", faulty), FuzzOptions{Game: "run"}); err == nil || err.Error() != `unknown game "run"` {
		t.Error(err)
	}
}

// noted shows the notes of a problem.
func noted(d diag.Diagnostic) string {
	var out []string
	for _, n := range d.Notes {
		out = append(out, fmt.Sprintf("  %s: %s", n.Place, n.Message))
	}
	return strings.Join(out, "\n")
}

// cut omits the middle of a text of many lines.
func cut(text string) string {
	lines := strings.Split(text, "\n")
	if n := len(lines); n > 100 {
		lines = slices.Concat(lines[:10], []string{fmt.Sprint(n-20, " lines")}, lines[n-10:])
	}
	return strings.Join(lines, "\n")
}

// TestProgressOfFuzzing checks that each game is reported as done once.
func TestProgressOfFuzzing(t *testing.T) {
	var done []int
	_, err := Fuzz(t.Context(), bazaar.Written(t, "walk", faulty), FuzzOptions{Game: "walk", Games: 6, Workers: 3, Progress: func(n int) { done = append(done, n) }})
	if err != nil || fmt.Sprint(done) != "[1 2 3 4 5 6]" {
		t.Errorf("%v, %v", done, err)
	}
}
