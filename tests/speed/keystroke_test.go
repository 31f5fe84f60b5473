package speed

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/reload"
	space "sleight/runtime/sleight/workspace"
	"sleight/tests/clock"
)

// made is one of the definitions that are added to the shipped content.
const made = `kind: consumable
id: made_%d
name: Made %d
rarity: %s
text: Adds {amount} to a die.
params:
  amount: {default: %d, safe: [1, 9], unit: points}
use:
  targets:
    - {name: die, from: dice, prompt: Select a die…, where: die.value + %d > 1}
lua: |
  return {
    use = function(self, die)
      nudge_die(die, self.amount)
    end,
  }
`

// BenchmarkKeystroke measures what the language server does for a keystroke in the
// shipped content with 10,000 more definitions: after one that leaves a problem, and
// after one that mends it, which then makes every check.
func BenchmarkKeystroke(b *testing.B) {
	dir := b.TempDir()
	for _, part := range []string{"content", "scripts"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS("../../"+part)); err != nil {
			b.Fatal(err)
		}
	}
	for file := range many / 20 {
		var all []string
		for i := range 20 {
			n := file*20 + i
			all = append(all, fmt.Sprintf(made, n, n, []string{"common", "uncommon", "rare"}[n%3], 1+n%6, n%7))
		}
		if err := os.WriteFile(fmt.Sprintf("%s/content/manipulation/consumables/made_%d.yaml", dir, file), []byte(strings.Join(all, "---\n")), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	w, err := space.New(space.Folder(dir))
	if err != nil {
		b.Fatal(err)
	}
	name := filepath.ToSlash(filepath.Join(dir, "content/manipulation/consumables/lock.yaml"))
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	stroke := func(word string, files []string) (problems diag.List) {
		w.Texts = map[string][]byte{name: []byte(strings.Replace(string(text), "from: dice", "from: "+word, 1))}
		c, list := w.Rebuild(reload.Change{Files: files})
		if c != nil {
			list = append(list, w.Lint(c)...)
			list = append(list, contenttest.CheckNames(c)...)
		}
		return list
	}
	stroke("dice", nil)
	defer debug.SetGCPercent(debug.SetGCPercent(33)) // as the server allows with so much content
	for _, kind := range []string{"failing", "good"} {
		b.Run(kind, func(b *testing.B) {
			var allocated, cycles uint64
			var all []time.Duration
			for i := 0; b.Loop(); i++ {
				word := fmt.Sprintf("d%cce", 'j'+i%10)
				if kind == "good" {
					stroke(word, []string{name})
					word = "dice"
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				start := clock.Now()
				problems := stroke(word, []string{name})
				all = append(all, clock.Now()-start)
				runtime.ReadMemStats(&after)
				if problems.Failed() != (word != "dice") {
					b.Fatalf("with %s: %v", word, problems)
				}
				allocated += after.TotalAlloc - before.TotalAlloc
				cycles += uint64(after.NumGC - before.NumGC)
			}
			b.ReportMetric(0, "ns/op")
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2].Seconds()*1000, "ms-median")
			b.ReportMetric(all[0].Seconds()*1000, "ms-least")
			b.ReportMetric(float64(allocated)/1e6/float64(b.N), "MB-allocated")
			b.ReportMetric(float64(cycles)/float64(b.N), "collections")
		})
	}
}
