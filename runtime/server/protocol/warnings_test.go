package protocol_test

import (
	"strings"
	"testing"
)

// TestWarningsOfTestsAreReported checks that a test that passes but rigs
// without effect is among the results, with its warning and place.
func TestWarningsOfTestsAreReported(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": `
kind: game
id: pairs
actions: {rest: {}}
phases: {day: {actions: [rest]}}
lua: 'return {start = function() enter_phase("day") end, do_rest = function() end}'
tests:
  - {name: nothing is rolled, given: {rig: {shuffle: [1]}}, do: rest, expect: {phase: day}}
  - {name: nothing is rigged, do: rest, expect: {phase: day}}
`})
	c := newTalker(t, s, false)
	for _, params := range []string{`{"game": "pairs"}`, `{"key": "game/pairs"}`} {
		r := c.call("content/test", params)
		results := r["results"].([]any)
		if r["passed"] != 2.0 || r["failed"] != 0.0 || strings.Contains(params, "key") != (len(results) == 2) {
			t.Fatalf("%s: %v", params, r)
		}
		first := results[0].(map[string]any)
		warnings, _ := first["warnings"].([]any)
		if first["passed"] != true || first["problem"] != nil || len(warnings) != 1 {
			t.Fatalf("%s: %v", params, first)
		}
		if w := warnings[0].(map[string]any); w["code"] != "unused/rig" || w["place"] == nil {
			t.Errorf("%s: %v", params, w)
		}
	}
}
