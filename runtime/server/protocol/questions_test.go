package protocol_test

import "testing"

// answer waits for the answer of a simulation.
func (t *talker) answer() map[string]any {
	t.Helper()
	for {
		method, params := t.notified()
		if method != "progress" {
			continue
		}
		if params["problem"] != nil {
			t.Fatal(params["problem"])
		}
		if a, ok := params["answer"].(map[string]any); ok {
			return a
		}
	}
}

// TestQuestionsUseTheSameSeeds checks that a sweep returns a point
// for each value with its difference from now, lowest first, that impact
// reports on each definition, and that the possible questions are listed.
func TestQuestionsUseTheSameSeeds(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	can := c.call("simulate/options", `{"game": "pairs"}`)
	param := can["params"].([]any)[0].(map[string]any)
	if param["full"] != "game/pairs.start" || param["of"] != "Pairs" || param["high"] != 5.0 || can["kinds"].([]any)[0] != "card" {
		t.Errorf("there is to ask: %v", can)
	}
	c.call("simulate", `{"game": "pairs", "games": 5, "sweep": "game/pairs.start=1..3"}`)
	a := c.answer()
	points := a["sweep"].([]any)
	if a["kind"] != "sweep" || a["param"] != "game/pairs.start" || len(points) != 3 {
		t.Fatalf("the sweep is %v", a)
	}
	for i, p := range points {
		point := p.(map[string]any)
		report := point["report"].(map[string]any)
		if point["value"] != float64(i+1) || (point["now"] == true) != (i == 1) || (report["difference"] == nil) != (i == 1) {
			t.Errorf("point %d is %v", i, point)
		}
	}
	c.call("simulate", `{"game": "pairs", "games": 5, "impact": ["all"], "by": "length"}`)
	if a := c.answer(); a["leading"] != "length" || a["impact"].([]any)[0].(map[string]any)["id"] != "ace" {
		t.Errorf("the impact is %v", a)
	}
	for params, code := range map[string]float64{
		`{"game": "pairs", "sweep": "start"}`:                                  -32602,
		`{"game": "pairs", "sweep": "nothing=1..2"}`:                           -32602,
		`{"game": "pairs", "impact": ["monster"]}`:                             -32602,
		`{"game": "pairs", "impact": ["card"], "sweep": "start=1..2"}`:         -32602,
		`{"game": "pairs", "games": 100000, "sweep": "start=0..1000"}`:         -32003,
		`{"game": "pairs", "bot": "nobody"}`:                                   -32602,
		`{"game": "pairs", "compare": "before"}`:                               -32001,
		`{"game": "pairs", "compare": "saved"}`:                                -32602,
		`{"game": "pairs", "compare": "saved", "params": {"game/pairs.x": 1}}`: -32001,
	} {
		if got := c.fails("simulate", params); got != code {
			t.Errorf("%s fails with %v, not %v", params, got, code)
		}
	}
}

// TestComparisonWithOlderContent checks that tried values are compared with the
// saved ones, and saved values with the earlier ones.
func TestComparisonWithOlderContent(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	ask := func(what string) (now, before map[string]any) {
		t.Helper()
		c.call("simulate", `{"game": "pairs", "games": 5, "compare": `+what+`}`)
		a := c.answer()
		return a["now"].(map[string]any), a["before"].(map[string]any)
	}
	now, before := ask(`"saved", "params": {"game/pairs.start": 4}`)
	if now["difference"] == nil || before["difference"] != nil || now["variant"] != "after" {
		t.Errorf("now is %v, before it was %v", now, before)
	}
	s.HandleEdit(saved(t, "default: 2", "default: 3"))
	can := c.call("simulate/options", `{"game": "pairs"}`)["older"].([]any)
	for i, want := range []string{"saved", "before", "opened"} {
		if o := can[i].(map[string]any); o["name"] != want || (o["same"] == true) != (i == 0) {
			t.Errorf("older content %d is %v", i, o)
		}
		if i > 0 {
			ask(`"` + want + `"`)
		}
	}
}
