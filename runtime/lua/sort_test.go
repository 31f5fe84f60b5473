package lua

import (
	"fmt"
	"strings"
	"testing"
)

// TestSortingNumbersCostsAsMuchAsSortingTexts sorts numbers, which do not use
// the general comparison, and texts in the same order: order and fuel must be
// equal.
func TestSortingNumbersCostsAsMuchAsSortingTexts(t *testing.T) {
	for _, n := range []int{0, 1, 2, 19, 20, 21, 60, 300} {
		var numbers, texts []string
		for i := range n {
			k := 100 + i*7919%97 // some are equal
			numbers, texts = append(numbers, fmt.Sprint(k)), append(texts, fmt.Sprintf("'%d'", k))
		}
		sorted := func(items []string) (order string, fuel int64) {
			list := "return { use = function() local t = {" + strings.Join(items, ", ") + "} table.sort(t) return "
			order, problem := run(t, vm(t), compile(t, list+"table.concat(t, ' ') end }"))
			if problem != nil {
				t.Fatal(problem)
			}
			v := vm(t)
			if _, problem := run(t, v, compile(t, list+"true end }")); problem != nil {
				t.Fatal(problem)
			}
			return order, v.Spent()
		}
		got, fuel := sorted(numbers)
		want, cost := sorted(texts)
		if want != got || fuel != cost {
			t.Errorf("%d numbers: %s for %d units; as texts: %s for %d", n, got, fuel, want, cost)
		}
	}
}
