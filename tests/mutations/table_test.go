package mutations

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"flag"
	"strings"
)

var (
	update = flag.Bool("update", false, "write docs/mistakes.md anew")
	every  = flag.Bool("every", false, "make every mistake in every place, not a few in each pack")
)

// few is how many places of a pack each sort of mistake is made in; which ones
// does not change from run to run.
const few = 5

var packs = []string{"bomb_or_treasure", "forward", "mana_draw", "manipulation", "never_die_guy"}

// score is what came of one sort of mistake.
type score struct {
	sort                            sort
	packs                           int
	made, found, line, hint, alone int
}

func TestMistakesAreFoundBeforeAnythingIsPlayed(t *testing.T) {
	var scores []score
	var gardens []*garden
	for _, name := range packs {
		gardens = append(gardens, newGarden(t, name))
	}
	for _, s := range slices.Concat(yamlSorts, nameSorts, luaSorts) {
		c := score{sort: s}
		for _, g := range gardens {
			all := some(s.make(g))
			if len(all) > 0 {
				c.packs++
			}
			for _, m := range all {
				problems := g.with(m)
				f := judge(m, problems)
				c.made++
				c.found += count(f.any)
				c.line += count(f.line)
				c.hint += count(f.hint)
				c.alone += count(f.alone)
				if !f.any || !f.line || !f.hint && !s.quiet {
					t.Logf("%s: %s:%d: %s (expected %q)\n\t%v", s.name, m.at.File, m.at.Line, m.what, m.hint, problems)
				}
			}
		}
		scores = append(scores, c)
	}
	var b strings.Builder
	for _, c := range scores {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d\n", c.sort.name, c.packs, c.made, c.found, c.line, c.hint, c.alone)
	}
	os.WriteFile("/tmp/mut.txt", []byte(b.String()), 0o644)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// some returns a few of all, spread evenly.
func some(all []mistake) []mistake {
	if *every || len(all) <= few {
		return all
	}
	out := make([]mistake, few)
	for i := range out {
		out[i] = all[i*len(all)/few]
	}
	return out
}
