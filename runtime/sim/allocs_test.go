//go:build !race

package sim

import (
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// TestCountingAGameAllocatesNothing checks that the memory of a run does not
// grow with the number of games once every value has occurred.
func TestCountingAGameAllocatesNothing(t *testing.T) {
	c := shipped.Content(t)
	p := planOf(c, c.Games()[0].ID(), 1<<20)
	p.Variants = p.Variants[:2]
	p.Variants[1].Against = 0
	r, err := newResult(p)
	if err != nil {
		t.Fatal(err)
	}
	games := make([]Game, 2)
	for i := range games {
		games[i] = Game{Outcome: rules.Won, Length: 12 + i}
		for m := range r.Metrics {
			games[i].Values = append(games[i].Values, state.Num(float64(m+i)/3))
		}
	}
	number := 0
	count := func() {
		r.count(number, games)
		number++
	}
	count()
	if n := testing.AllocsPerRun(1000, count); n > 0 {
		t.Errorf("counting a game allocates %v times", n)
	}
}
