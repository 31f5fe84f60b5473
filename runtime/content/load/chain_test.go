package load

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// chain returns files with dice that extend one another, and the file of a die
// first if it is the first of the chain.
func chain(n int, backward bool) map[string]string {
	var dice []string
	for i := range n {
		extends := ""
		if i > 0 {
			extends = fmt.Sprintf(", extends: d%d", i-1)
		}
		dice = append(dice, fmt.Sprintf("{kind: die, id: d%d, sides: %d%s}\n", i, i+2, extends))
	}
	if backward {
		slices.Reverse(dice)
	}
	return map[string]string{"content/p/dice.yaml": strings.Join(dice, "---\n")}
}

// TestChainsAreBounded checks the longest chain of definitions that extend one
// another, and that their order in the file does not matter.
func TestChainsAreBounded(t *testing.T) {
	for _, backward := range []bool{false, true} {
		c := mustLoad(t, NewLoader(Root{FS: newWorkspace(chain(maxChain+1, backward))}))
		last := get(t, c, fmt.Sprintf("die/d%d", maxChain))
		if len(last.Bases) != maxChain || last.Bases[0] != fmt.Sprintf("p:die/d%d", maxChain-1) || last.Bases[maxChain-1] != "p:die/d0" {
			t.Errorf("backward %v: bases %v", backward, last.Bases)
		}
		l, problems := loadMap(chain(maxChain+4, backward))
		line := 2*(maxChain+1) + 1
		if backward {
			line = 2*2 + 1
		}
		var out strings.Builder
		dumpProblems(&out, "", problems)
		want := fmt.Sprintf("content/p/dice.yaml:%d:%d+3 extends: error: more than 32 definitions extend each other in a row [content/extends]\n", line, strings.Index("{kind: die, id: d33, sides: 35, extends: d32}", "d32")+1)
		if out.String() != want || l.Partial() == nil {
			t.Errorf("backward %v: got %swant %s", backward, out.String(), want)
		}
	}
}

// TestLongChainsAreRefused checks that thousands of definitions that extend one
// another are refused, whatever their order.
func TestLongChainsAreRefused(t *testing.T) {
	for _, backward := range []bool{false, true} {
		if _, problems := loadMap(chain(2_000, backward)); !problems.Failed() {
			t.Errorf("backward %v: a chain of 2,000 definitions is allowed", backward)
		}
	}
}
