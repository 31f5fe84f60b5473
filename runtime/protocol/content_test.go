package protocol_test

import "testing"

// TestContentIsLookedInto holds that definitions are found, explained, tested
// and that problems carry the line they are about.
func TestContentIsLookedInto(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("content/definitions", `{"game": "pairs", "text": "secret card"}`)
	tested := c.call("content/test", `{"game": "pairs"}`)
	if tested["passed"] != 1.0 || tested["failed"] != 1.0 {
		t.Fatalf("tested: %v", tested)
	}
	problem := tested["results"].([]any)[0].(map[string]any)["problem"].(map[string]any)
	if problem["snippet"] != "  - {name: it does not, given: {dice: [1, 2]}, do: turn d1 6, expect: {dice: [5, 2]}}" {
		t.Errorf("problem: %v", problem)
	}
	d := c.call("content/definition", `{"key": "game/pairs"}`)
	param := d["params"].([]any)[0].(map[string]any)
	if d["failing"] != 1.0 || param["value"] != 2.0 || param["high"] != 5.0 || param["fixed"] == true {
		t.Errorf("definition: %v", d)
	}
	if ace := c.call("content/definition", `{"key": "card/ace"}`); ace["source"] != "{kind: card, id: ace, name: Secret Ace}\n" {
		t.Errorf("source: %v", ace["source"])
	}
	if p := c.call("content/problems", "{}"); p["broken"] != false {
		t.Errorf("problems: %v", p)
	}
}

// TestASimulationTellsItsProgress holds that a simulation runs beside the
// session, ends with a report, and that one can be cancelled.
func TestASimulationTellsItsProgress(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	c.call("simulate", `{"game": "pairs", "games": 3}`)
	for {
		method, params := c.told()
		if method != "progress" || params["of"] != 3.0 {
			t.Fatalf("%s %v", method, params)
		}
		if report, ok := params["report"].(map[string]any); ok {
			if report["n"] != 3.0 {
				t.Errorf("report: %v", report)
			}
			break
		}
	}
	id := c.call("simulate", `{"game": "pairs", "games": 100000}`)["simulation"].(string)
	c.call("simulate/cancel", `{"simulation": "`+id+`"}`)
	for {
		if _, params := c.told(); params["cancelled"] == true {
			return
		}
	}
}
