package session_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"sleight/runtime/game/session"
)

// TestCachedListenersAreCurrent checks the cache of listeners: a
// session remembers who listens to an event or a value until a zone whose
// entities listen changes. A fork has an empty cache, so the same command must
// do the same there, for the same fuel.
func TestCachedListenersAreCurrent(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	luck := rand.New(rand.NewPCG(seed, 0))
	deaf := map[string]string{"content/tiny/stone.yaml": "kind: relic\nid: stone\nname: Stone\n"}
	maps.Copy(deaf, tiny)
	s := opened(t, build(t, deaf), "tiny", 1)
	steps := []string{
		`lua add("ear", "first")`, `lua add("horn", "relics", "ended")`, `lua add("ear", "relics")`,
		`lua for _ = 1, 4 do add("stone", "relics") end`, `lua while count("relics") > 4 do remove(at("relics", 4)) end`,
		`lua if count("relics") > 0 then remove(top("relics")) end`,
		`lua if count("first") > 0 then move_to(top("first"), "relics", 1) end`,
		`lua if count("relics") > 1 then move_to(at("relics", 2), "first", "rang") end`,
		`lua shuffle("relics")`, `lua emit("ended")`, `lua clear("first")`, "ring 2", "roll",
	}
	changed := 0
	heard := look(t, s, "vars.heard")
	for range 300 {
		switch step := luck.IntN(len(steps) + 2); {
		case step < len(steps):
			s.Run(steps[step])
		default:
			s.Undo(1 + luck.IntN(3))
		}
		run(t, s, "lua vars.gold = 9")
		view := func(s *session.Session) string {
			return look(t, s, "vars.heard") + look(t, s, `modify("price", 1, "view")`)
		}
		fork := s.Fork(nil)
		here, there := run(t, s, "ring 1"), run(t, fork, "ring 1")
		if a, b := fmt.Sprint(view(s), here.Fuel), fmt.Sprint(view(fork), there.Fuel); a != b {
			t.Fatalf("after %q\n%s here\n%s in a fork", s.Log()[len(s.Log())-3].Text, a, b)
		}
		if now := look(t, s, "vars.heard"); now != heard {
			heard, changed = now, changed+1
		}
	}
	if changed < 20 {
		t.Errorf("the listeners have changed only %d times", changed)
	}
}
