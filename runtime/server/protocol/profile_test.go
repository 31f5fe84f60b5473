package protocol_test

import (
	"bytes"
	"encoding/base64"
	"testing"

	"github.com/google/pprof/profile"
)

// TestASimulationIsProfiled checks that a simulation reports where its scripts
// spent their fuel: as a call tree, by line, and as a file that go tool pprof
// reads; and that its figures are the same as without.
func TestASimulationIsProfiled(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	c.call("simulate", `{"game": "pairs", "games": 5}`)
	plain := c.answer()
	if plain["profile"] != nil {
		t.Errorf("nobody asked for a profile: %v", plain["profile"])
	}
	c.call("simulate", `{"game": "pairs", "games": 5, "profile": true}`)
	a := c.answer()
	if a["now"].(map[string]any)["commands"] != plain["now"].(map[string]any)["commands"] {
		t.Errorf("other games were played:\n%v\n%v", plain["now"], a["now"])
	}
	p := a["profile"].(map[string]any)
	root := p["root"].(map[string]any)
	fuel := func(of any) float64 { return of.(map[string]any)["fuel"].(float64) }
	hooks := map[string]map[string]any{}
	for _, b := range root["below"].([]any) {
		hooks[b.(map[string]any)["name"].(string)] = b.(map[string]any)
	}
	// The bot passes nearly always.
	pass := hooks["game/pairs do_pass"]
	if root["name"] != "engine" || pass["where"] != "content/pairs/game.yaml:24" || fuel(pass) < 0.99*fuel(root) || fuel(pass) > fuel(root) {
		t.Errorf("the hooks are %v", hooks)
	}
	lines := map[string]map[string]any{}
	for i, l := range p["lines"].([]any) {
		line := l.(map[string]any)
		lines[line["name"].(string)] = line
		if i > 0 && fuel(line) > fuel(p["lines"].([]any)[i-1]) {
			t.Errorf("line %d is out of order: %v", i, p["lines"])
		}
	}
	call, line := lines["set_player"], lines["game/pairs do_pass"]
	if call["where"] != nil || call["calls"].(float64) < 1 || call["time"].(float64) <= 0 || fuel(line) != fuel(pass) || line["calls"].(float64) < call["calls"].(float64) {
		t.Errorf("the lines are %v", lines)
	}
	file, err := base64.StdEncoding.DecodeString(p["file"].(string))
	if err != nil {
		t.Fatal(err)
	}
	read, err := profile.Parse(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var written int64
	for _, x := range read.Sample {
		written += x.Value[1]
	}
	if float64(written) != fuel(root) {
		t.Errorf("the file has %d units of fuel, the tree %v", written, fuel(root))
	}
}
