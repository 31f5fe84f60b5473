package api_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/tests/golden"
)

// asides are sources evaluated at every statement of a command: values of each
// kind, calls of hooks, and errors. They see the value it.
var asides = []string{
	`vars.gold`, `it`, `it.id`, `{at("deck", 1), {1, "a"}}`, `"text"`, `nil`, `kinds("dice")`, `count("away")`,
	`call_hook(at("charms", 1), "ring", 4)`, `modify("price", 6)`, `faces(at("dice", 1))`, `definition("ace").rarity`,
	`vars.gold = 1`, `remove(at("deck", 1))`, `emit("dusk")`, `random("x", 1, 6)`, `error("no")`, `vars.none`, `(`,
	`(function() local n = 0 for i = 1, 1e9 do n = n + i end return n end)()`,
}

// TestEvaluatingHooksChangesNothing evaluates sources at every statement and event
// of a command, and checks what they give, what is running then, and that the
// command has the same results as without them.
func TestEvaluatingHooksChangesNothing(t *testing.T) {
	var out strings.Builder
	for _, command := range []string{
		`lua vars.gold = 3 local w = add("ace", "away") say(w.id)`,
		`lua call_hook(at("charms", 1), "ring", 4) say(modify("price", 5))`,
		"aim k3", "wait", `lua call_hook(at("charms", 1), "ring", true)`,
	} {
		plain := begun(t, "corners")
		plain.SetProbe(&session.Probe{})
		var want, got strings.Builder
		writeResult(&want, plain, plain.Run(command))
		s := begun(t, "corners")
		fmt.Fprintf(&out, "%s\n", command)
		shown := map[string]string{}
		look := func(what string) {
			owner, hook, frame := s.Innermost()
			fmt.Fprintf(&out, "\t%s: in %q %q %d\n", what, owner, hook, frame)
			var self lua.Value
			for _, r := range s.Hooks() {
				self = s.Self(r.Self)
				id, entity := s.Entity(self)
				fmt.Fprintf(&out, "\t\thook %q from %d, self %s %v\n", r.Hook.Name, r.Frame, s.Label(id), entity)
			}
			if what == "ends" {
				self = s.Lua(state.Num(7))
			}
			for _, source := range asides {
				calls, fuel := s.Spent()
				text := "nothing"
				problem := s.EvaluateWith(source, []string{"it"}, []lua.Value{self}, func(_ lua.Value, found string) { text = found })
				if problem != nil {
					text = problem.Code + ": " + problem.Message.String()
				}
				if after, spent := s.Spent(); after != calls || spent != fuel {
					t.Errorf("%s: %d calls and %d units before, %d and %d after", source, calls, fuel, after, spent)
				}
				if shown[source] != text {
					fmt.Fprintf(&out, "\t\t%s gives %s\n", source, text)
				}
				shown[source] = text
			}
		}
		s.SetProbe(&session.Probe{
			Statement: func(p *lua.Statement) *diag.Diagnostic { look(p.Place().String()); return nil },
			Event:     func(h session.Event) { look("event " + h.Event) },
			Ends:      func() *diag.Diagnostic { look("ends"); return nil },
		})
		writeResult(&got, s, s.Run(command))
		if got.String() != want.String() || s.Hash() != plain.Hash() {
			t.Errorf("%s: with asides\n%s\nwithout\n%s", command, &got, &want)
		}
		out.WriteString(got.String())
	}
	golden.Check(t, "testdata/asides.golden", out.String())
}
