package replay_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/replay"
	"sleight/tests/golden"
)

// TestReportsAreWhole checks the whole report of a log for each of many edits:
// from the save alone, and from both contents, in both directions.
func TestReportsAreWhole(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "wait", "toss", "rub clover", "toss")
	scripts := func(clover string) map[string]string {
		return map[string]string{"scripts/toss/clover.lua": clover}
	}
	many := map[string]string{}
	for i := range 8 {
		many[fmt.Sprintf("content/toss/extra%d.yaml", i)] = fmt.Sprintf("kind: relic\nid: extra%d\n", i)
		many[fmt.Sprintf("scripts/toss/more%d.lua", i)] = "return {}\n"
	}
	both := with("content/toss/clover.yaml", "luck: 1", "luck: 2, more: 3")
	maps.Copy(both, with("content/toss/game.yaml", "mana: 1", "mana: 2"))
	var out strings.Builder
	for _, c := range []struct {
		name string
		more map[string]string
	}{
		{"nothing", nil},
		{"a number", with("content/toss/clover.yaml", "luck: 1", "luck: 2")},
		{"a number and a cost", both},
		{"a fault", scripts("return {\n  modify_worth = function(self, n)\n    return n.x + 1\n  end,\n}\n")},
		{"no script", with("content/toss/clover.yaml", "script: clover.lua\n", "")},
		{"another hook", scripts("return {\n  modify_worth = function(self, n)\n    return n + self.luck\n  end,\n  on_used = function(self) end,\n}\n")},
		{"a shared script", with("scripts/toss/sums.lua", "2 * n", "3 * n")},
		{"too dear", with("content/toss/game.yaml", "mana: 1", "mana: 10")},
		{"no target", with("content/toss/game.yaml", "start: [clover]", "start: []")},
		{"a patch", clovers("text: Luckier.\nset: {params.luck: 3, name: Clover of Luck}\n")},
		{"a hook", clovers("hooks: {modify_worth: wrap}\nlua: |\n  return { modify_worth = function(before, self, n) return 7 end }\n")},
		{"another variable", with("content/toss/game.yaml", "points:", "fame: {start: 1}, points:")},
		{"another start", with("content/toss/game.yaml", "points: {start: 0}", "points: {start: 1}")},
		{"many", many},
	} {
		other := build(t, c.more)
		here, there := replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: other}
		for _, play := range []struct {
			name string
			do   func() (*replay.Report, *diag.Diagnostic)
		}{
			{"alone", func() (*replay.Report, *diag.Diagnostic) { return replay.On(copied(t, in), there) }},
			{"forth", func() (*replay.Report, *diag.Diagnostic) { return replay.Between(copied(t, in), here, there) }},
			{"back", func() (*replay.Report, *diag.Diagnostic) { return replay.Between(copied(t, in), there, here) }},
		} {
			report, problem := play.do()
			data, err := json.MarshalIndent(report, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "-- %s, %s --\n%s\n", c.name, play.name, data)
			if problem != nil {
				fmt.Fprintln(&out, problem.Code, problem.Place)
			}
		}
	}
	golden.Check(t, "testdata/reports.golden", out.String())
}
