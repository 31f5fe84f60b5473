package cli

import (
	"fmt"
	"strings"
	"testing"
)

// TestATreeNamesRequirementsOnce checks that the tree of packs that all require those
// before them has a line for each requirement, and not for each of the 2³⁰ ways
// through it, and that packs that require one another end.
func TestATreeNamesRequirementsOnce(t *testing.T) {
	const packs = 30
	var all []listedPack
	for i := range packs {
		p := listedPack{Pack: fmt.Sprint("p", i)}
		for k := range i {
			p.Requires = append(p.Requires, required{Pack: fmt.Sprint("p", k), Range: "^1.0", Version: "1.0.0"})
		}
		all = append(all, p)
	}
	var out strings.Builder
	packTree{&out, all, map[string]bool{}}.requirements(all[packs-1], 1)
	if n, requirements := strings.Count(out.String(), "\n"), packs*(packs-1)/2; n != requirements {
		t.Errorf("%d lines for %d requirements", n, requirements)
	}
	if !strings.HasPrefix(out.String(), "  p0 ^1.0: 1.0.0\n  p1 ^1.0: 1.0.0\n    p0 ^1.0: 1.0.0\n  p2 ^1.0: 1.0.0\n    p0 ^1.0: 1.0.0\n    p1 ^1.0: 1.0.0 (see above)\n") {
		t.Errorf("it begins with\n%.200s", out.String())
	}
	out.Reset()
	circle := []listedPack{{Pack: "a", Requires: []required{{Pack: "b"}}}, {Pack: "b", Requires: []required{{Pack: "a"}, {Pack: "c"}}}}
	packTree{&out, circle, map[string]bool{}}.requirements(circle[0], 1)
	if want := "  b : missing\n    a : missing (see above)\n    c : missing\n"; out.String() != want {
		t.Errorf("packs that require one another:\n%s", out.String())
	}
}
