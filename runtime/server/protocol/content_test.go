package protocol_test

import (
	"strings"
	"testing"
)

// TestContentQueries checks that definitions are found, explained and tested,
// and that problems include the line they are about.
func TestContentQueries(t *testing.T) {
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
	one := c.call("content/test", `{"key": "game/pairs", "name": "it does not"}`)
	if results := one["results"].([]any); len(results) != 1 || one["failed"] != 1.0 || results[0].(map[string]any)["name"] != "it does not" {
		t.Errorf("one test by its name: %v", one)
	}
	if again := c.call("content/definition", `{"key": "game/pairs"}`); again["failing"] != 1.0 || len(again["testNames"].([]any)) != 2 {
		t.Errorf("after one test: %v failing, names %v", again["failing"], again["testNames"])
	}
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

// TestValueHistory checks that a definition lists its values with their places,
// that the packs of a game are part of its content, and that the history of a
// value includes the packs that changed it.
func TestValueHistory(t *testing.T) {
	s, _ := serverOf(t, map[string]string{
		"content/pairs/pack.yaml": "kind: pack\nformat: 1\nid: pairs\nversion: 1.0.0\ntitle: Pairs\n",
		"content/pairs/game.yaml": pairs,
		"content/more/pack.yaml":  "kind: pack\nformat: 1\nid: more\nversion: 2.0.0\ntitle: More\ngames: [pairs]\nrequires: {pairs: ^1.0}\n",
		"content/more/dice.yaml":  "kind: patch\nof: die/d6\ntext: Six were few.\nset: {sides: 8}\n---\n{kind: card, id: king, name: King}\n",
	})
	c := newTalker(t, s, false)
	for _, d := range c.send(`{"jsonrpc": "2.0", "id": 1, "method": "content/definitions", "params": {"game": "pairs", "text": "die king"}}`)["result"].([]any) {
		t.Errorf("all words are asked for: %v", d)
	}
	c.call("content/definition", `{"key": "more:card/king"}`)
	d := c.call("content/definition", `{"key": "die/d6"}`)
	value := d["values"].([]any)[3].(map[string]any)
	if value["path"] != "sides" || value["value"] != "8" || value["place"] != "content/more/dice.yaml:4:14" || value["pack"] != "more" || value["changers"].([]any)[0] != "more" {
		t.Errorf("the value is %v", value)
	}
	change := d["changes"].([]any)[0].(map[string]any)
	if d["pack"] != "pairs 1.0.0" || change["before"] != "6" || change["value"] != "8" || change["op"] != "set" || change["text"] != "Six were few." {
		t.Errorf("the change is %v", change)
	}
	h := c.call("content/history", `{"key": "die/d6", "path": "sides"}`)
	steps := h["steps"].([]any)
	if first := steps[0].(map[string]any); h["value"] != "8" || len(steps) != 2 || first["value"] != "6" || first["pack"] != "pairs 1.0.0" || first["place"] != "content/pairs/game.yaml:30:38" {
		t.Errorf("the history is %v", h)
	}
	if text := c.call("content/source", `{"file": "content/more/pack.yaml"}`)["text"].(string); !strings.Contains(text, "id: more") {
		t.Errorf("the file is %q", text)
	}
	for _, x := range [][2]string{
		{"content/history", `{"key": "die/d6", "path": "sdies"}`},
		{"content/history", `{"key": "die/d6", "path": ""}`},
		{"content/source", `{"file": "../secret"}`},
		{"content/source", `{"file": "/etc/passwd"}`},
	} {
		if code := c.fails(x[0], x[1]); code != -32001 {
			t.Errorf("%s %s fails with %v", x[0], x[1], code)
		}
	}
}

// TestSimulationReportsProgress checks that a simulation runs beside the
// session and ends with a report, and that it can be cancelled.
func TestSimulationReportsProgress(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	c.call("simulate", `{"game": "pairs", "games": 3}`)
	for {
		method, params := c.notified()
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
		if _, params := c.notified(); params["cancelled"] == true {
			return
		}
	}
}

// TestDefinitionOfTheNamedGame checks that when two packs define the same key
// and the game is named, the definition that the game sees is returned.
func TestDefinitionOfTheNamedGame(t *testing.T) {
	s, _ := serverOf(t, map[string]string{
		"content/pairs/game.yaml": pairs,
		"content/other/game.yaml": "{kind: game, id: other, phases: {play: {actions: [go]}}, actions: {go: {}}, lua: 'return {do_go = function() end}'}\n---\n{kind: die, id: d6, name: Another, sides: 6}\n",
	})
	c := newTalker(t, s, false)
	for params, want := range map[string]string{
		`{"key": "die/d6"}`:                  "other:die/d6",
		`{"key": "die/d6", "game": "pairs"}`: "pairs:die/d6",
		`{"key": "other:die/d6"}`:            "other:die/d6",
	} {
		if d := c.call("content/definition", params); d["key"] != want {
			t.Errorf("%s is %v", params, d["key"])
		}
	}
	if code := c.fails("content/definition", `{"key": "card/ace", "game": "other"}`); code != -32001 {
		t.Errorf("what a game does not see fails with %v", code)
	}
}
