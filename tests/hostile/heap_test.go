package hostile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/heap"
)

const (
	// chargedBytes is the number of bytes that a unit of fuel pays for, as
	// texts are charged.
	chargedBytes = 16
	// heapFree is the memory that a command may take beyond that: the frames
	// and stacks of a VM, which later commands reuse.
	heapFree = 2 << 20
)

// TestHeapStaysWithinTheCharge plays hostile scripts in one process. The peak
// of the live heap must be at most what the command was charged for. CI plays
// every eighth script, nightly runs play all.
func TestHeapStaysWithinTheCharge(t *testing.T) {
	heap.Alone(t, func() { measureHeaps(t) })
}

func measureHeaps(t *testing.T) {
	files, err := filepath.Glob("cases/lua/*.lua")
	if err != nil || len(files) < 150 {
		t.Fatalf("there are only %d scripts, %v", len(files), err)
	}
	step := 8
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		step = 1
	}
	worst, name := 0.0, ""
	for i := range files {
		keeps := strings.HasPrefix(filepath.Base(files[i]), "keeps_") // they take most memory
		if i%step != 0 && !keeps {
			continue
		}
		c, err := readCase(files[i])
		if err != nil {
			t.Fatal(err)
		}
		s := begin(t, c.body)
		if s == nil {
			continue // it is refused before it runs
		}
		var fuel int64
		peak := float64(heap.Peak(t, func() { fuel = s.Run("go").Fuel }))
		if part := (peak - heapFree) / (chargedBytes * float64(max(1, fuel))); part > worst {
			worst, name = part, c.name
		}
		if peak > chargedBytes*float64(fuel)+heapFree {
			t.Errorf("%s: the live heap grew by %.1f MB for %d units", c.name, peak/(1<<20), fuel)
		}
	}
	t.Logf("the live heap was at most %.2f × what was charged, in %s", worst, name)
}

// begin starts the trap game with a script; it returns nil if the script is
// refused.
func begin(t *testing.T, script string) *session.Session {
	t.Helper()
	dir := workspace(t)
	files := fstest.MapFS{"scripts/trap/game.lua": {Data: []byte(script)}}
	names, err := filepath.Glob(filepath.Join(dir, "content/trap/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files["content/trap/"+filepath.Base(name)] = &fstest.MapFile{Data: data}
	}
	catalog, _ := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		return nil
	}
	c, _ := rules.Build(catalog, nil)
	if c == nil {
		return nil
	}
	s, problem := session.New(c, "trap", session.Options{Seed: 1})
	if problem != nil {
		return nil
	}
	return s
}
