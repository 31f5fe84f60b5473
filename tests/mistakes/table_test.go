package mistakes

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"sleight/tests/golden"
)

var every = flag.Bool("every", false, "make every mistake in every place, not a few in each pack")

// few is the number of places in a pack where each sort of mistake is made,
// many the number by night. Every run chooses the same places.
const few, many = 3, 6

func places() int {
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		return many
	}
	return few
}

// page is the file with the table.
const page = "testdata/table.md"

var packs = []string{"bomb_or_treasure", "forward", "mana_draw", "manipulation", "never_die_guy", "spring_tide"}

// score is the result of one sort of mistake.
type score struct {
	sort                           sort
	packs                          int
	made, found, line, hint, alone int
}

func (c *score) add(f found) {
	c.made++
	c.found += count(f.any)
	c.line += count(f.line)
	c.hint += count(f.hint)
	c.alone += count(f.alone)
}

func TestMistakesAreFoundBeforeAnythingIsPlayed(t *testing.T) {
	var gardens []*garden
	for _, name := range packs {
		gardens = append(gardens, newGarden(t, name))
	}
	var scores []score
	var total score
	for _, s := range slices.Concat(yamlSorts, nameSorts, luaSorts) {
		c := score{sort: s}
		for _, g := range gardens {
			all := some(s.make(g))
			c.packs += count(len(all) > 0)
			for _, m := range all {
				problems := g.with(m)
				f := judge(m, problems)
				c.add(f)
				total.add(f)
				if !f.any || !f.line || !f.hint && !s.quiet {
					t.Logf("%s: %s:%d: %s (expected %q)\n\t%v", s.name, m.at.File, m.at.Line, m.what, m.hint, problems)
				}
			}
		}
		if c.made == 0 {
			t.Errorf("%s: there is no place to make this mistake, so it tests nothing", s.name)
		}
		if c.found < c.made {
			t.Errorf("%s: %d of %d are not found", s.name, c.made-c.found, c.made)
		}
		scores = append(scores, c)
	}
	if total.line*100 < total.made*99 || total.hint*100 < total.made*95 {
		t.Errorf("of %d mistakes, %d are reported on their line and %d with the right hint", total.made, total.line, total.hint)
	}
	if !*every && places() == few {
		golden.Check(t, page, table(scores, total))
	}
}

func table(scores []score, total score) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Mistakes and how they are found

Each mistake below was made in the content that ships with Sleight, in up to %d places of each of its six packs, one
at a time. The places are spread evenly and are the same on every run. Everything was then checked as by
`+"`sleight validate`"+`, without playing. `+"`go test ./tests/mistakes`"+` repeats this and compares the results with the
table; nightly runs choose %d places of each pack, and with `+"`-every`"+` it makes each mistake everywhere possible.

The kinds of mistakes were chosen by the authors of the checks, so the shares below say that nothing got worse, not how
many mistakes of others are found. docs/mistakes.md does.

Of %d mistakes of %d kinds, %d were found (%s), %d on the line where they were made (%s), %d with a hint that names
the fix (%s), and %d as the only problem reported (%s). The shipped content itself has no findings.

`, few, many, total.made, len(scores), total.found, share(total.found, total.made), total.line, share(total.line, total.made),
		total.hint, share(total.hint, total.made), total.alone, share(total.alone, total.made))
	b.WriteString("| mistake | packs | made | found | on its line | right hint | only problem |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, c := range scores {
		hint := fmt.Sprint(c.hint)
		if c.sort.quiet {
			hint = "–"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %d |\n", strings.ReplaceAll(c.sort.name, "|", `\|`), c.packs, c.made, c.found, c.line, hint, c.alone)
	}
	b.WriteString("\nA dash means that no hint can know what the author meant.\n")
	return b.String()
}

// share formats a share in percent, rounded down.
func share(n, of int) string {
	return fmt.Sprintf("%.1f %%", math.Floor(1000*float64(n)/float64(of))/10)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// some returns a few of all, spread evenly.
func some(all []mistake) []mistake {
	n := places()
	if *every || len(all) <= n {
		return all
	}
	out := make([]mistake, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}
