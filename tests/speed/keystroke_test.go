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

// typist types in a file of the shipped content with 10,000 more definitions.
type typist struct {
	workspace *space.Workspace
	file      string // its name in diagnostics
	text      string
}

func newTypist(b *testing.B) *typist {
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
	t := &typist{workspace: w, file: filepath.ToSlash(filepath.Join(dir, "content/manipulation/consumables/lock.yaml"))}
	text, err := os.ReadFile(t.file)
	if err != nil {
		b.Fatal(err)
	}
	t.text = string(text)
	if problems := t.stroke("dice", nil); problems.Failed() {
		b.Fatal(problems)
	}
	return t
}

// stroke replaces a word, for which only dice is valid, and does the work of the
// language server. Only the given files can have changed; nil means any.
func (t *typist) stroke(word string, files []string) diag.List {
	w := t.workspace
	w.Texts = map[string][]byte{t.file: []byte(strings.Replace(t.text, "from: dice", "from: "+word, 1))}
	c, problems := w.Rebuild(reload.FileChange{Files: files})
	if c != nil {
		problems = slices.Concat(problems, w.Lint(c), contenttest.CheckNames(c))
	}
	return problems
}

// BenchmarkKeystroke measures, in processor time, the language server's work
// for a keystroke that causes a problem and for one that fixes it, so that
// every check runs.
func BenchmarkKeystroke(b *testing.B) {
	t := newTypist(b)
	defer debug.SetGCPercent(debug.SetGCPercent(33)) // as the server allows with so much content
	for _, kind := range []string{"failing", "good"} {
		b.Run(kind, func(b *testing.B) {
			var allocated, collections uint64
			var all []time.Duration
			for i := 0; b.Loop(); i++ {
				word := fmt.Sprintf("d%cce", 'j'+i%10)
				if kind == "good" {
					t.stroke(word, []string{t.file})
					word = "dice"
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				var problems diag.List
				all = append(all, clock.Taken(func() { problems = t.stroke(word, []string{t.file}) }))
				runtime.ReadMemStats(&after)
				if problems.Failed() != (word != "dice") {
					b.Fatalf("with %s: %v", word, problems)
				}
				allocated += after.TotalAlloc - before.TotalAlloc
				collections += uint64(after.NumGC - before.NumGC)
			}
			slices.Sort(all)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(all[len(all)/2].Seconds()*1000, "ms-median")
			b.ReportMetric(all[0].Seconds()*1000, "ms-least")
			b.ReportMetric(float64(allocated)/1e6/float64(b.N), "MB-allocated")
			b.ReportMetric(float64(collections)/float64(b.N), "collections")
		})
	}
}
