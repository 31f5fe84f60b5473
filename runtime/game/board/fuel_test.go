package board_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// TestTheExpressionsOfABoardShareABudget checks that a board with many
// expensive figures ends after a fixed amount of work, whatever their number:
// the rest are shown as failed, and the next board has the whole budget again.
func TestTheExpressionsOfABoardShareABudget(t *testing.T) {
	var game strings.Builder
	game.WriteString("kind: game\nid: g\nname: G\nactions: {go: {}}\nphases: {p: {actions: [go]}}\nvariables: {n: {start: 0}}\nlua: 'return { do_go = function() vars.n = vars.n + 1 end }'\nviews:\n")
	for i := range 200 {
		fmt.Fprintf(&game, "  v%d: {value: '#((\"a\"):rep(1900):gsub(\"a*b\", \"\")) + vars.n'}\n", i)
	}
	c, _ := mustLoad(t, game.String())
	s, problem := session.New(c, "g", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for turn := range 2 {
		failed := 0
		for _, g := range board.Of(s, 1, nil).Groups {
			for _, f := range g.Figures {
				if f.Failed {
					failed++
					if !strings.Contains(f.Value, "the expressions of one board took more than 10000000 units of work together") {
						t.Errorf("%s is %s", f.Name, f.Value)
					}
				}
			}
		}
		if failed < 190 || failed > 197 { // each costs nearly the budget of a command
			t.Errorf("turn %d: %d of 200 figures fail", turn, failed)
		}
		if r := s.Run("go"); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
	}
	if v, _, problem := s.ViewNamed("v199"); problem != nil || v.Num != 1902 {
		t.Errorf("outside a board it is %v, with %v", v, problem)
	}
}
