package load

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestPatchesDoNotListDefinitions checks that finding the definition that a patch
// changes takes no more memory among many definitions than among few: patches once
// listed all names each, in case theirs was misspelt.
func TestPatchesDoNotListDefinitions(t *testing.T) {
	const patches = 300
	patching := func(definitions int) int64 {
		cost := func(n int) int64 {
			var all, more, changes strings.Builder
			for i := range patches {
				fmt.Fprintf(&all, "---\nkind: relic\nid: r%04d\n", i)
			}
			for i := range definitions {
				fmt.Fprintf(&more, "---\nkind: relic\nid: m%04d\n", i)
			}
			for i := range n {
				fmt.Fprintf(&changes, "---\nkind: patch\nof: relic/r%04d\nset: {name: Relic}\n", i)
			}
			l := NewLoader(Root{FS: newWorkspace(map[string]string{
				"content/base/pack.yaml": saying("base", ""), "content/base/all.yaml": all.String(),
				"content/more/pack.yaml": saying("more", "requires: {base: ^1.0}\n"), "content/more/all.yaml": more.String(),
				mod: saying("mod", "requires: {base: ^1.0, more: ^1.0}\n"), "content/mod/all.yaml": changes.String(),
			})})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, problems := l.Load(); len(problems) > 0 {
				t.Fatal(problems)
			}
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		cost(patches) // so that what is made once is there
		return cost(patches) - cost(1)
	}
	few, many := patching(patches), patching(8*patches)
	if many > 2*few {
		t.Errorf("%d patches take %d bytes among %d definitions, and %d among %d", patches, few, patches, many, 8*patches)
	}
}
