package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/heap"
)

// TestLargeSavesLoadInBoundedMemory checks that loading takes at most 64 MiB for
// a save of 4 MiB, which is what the protocol accepts, and 128 MiB for the
// largest save. Their logs have as many commands as a save may have, and each
// changes the state seven times. The memory taken is twice the live heap, since
// with Go's default settings garbage may grow as large as what is in use.
func TestLargeSavesLoadInBoundedMemory(t *testing.T) {
	heap.Alone(t, func() {
		s := play(t)
		run(t, s, "swap d1 d2")
		text := undigested(written(t, s))
		for _, c := range []struct {
			size, most int // in MiB
		}{{4, 64}, {16, 128}} {
			command := `"swap d1 d2",`
			command = strings.Replace(command, " d2", " d2"+strings.Repeat(" ", (c.size<<20-len(text))/99_990-len(command)), 1)
			long := strings.Replace(text, `"swap d1 d2"`, strings.TrimSuffix(strings.Repeat(command, 99_990), ","), 1)
			taken := 2 * heap.Peak(t, func() {
				loaded, notes, problem := session.Load(s.Content(), strings.NewReader(long), "save.json")
				if problem != nil {
					t.Fatal(problem)
				}
				if undo, _ := loaded.History(); undo != 0 || !strings.Contains(strings.Join(notes, "; "), "cannot be undone") {
					t.Errorf("%d MiB: the history was kept: %d, %v", c.size, undo, notes)
				}
			})
			t.Logf("a save of %.1f MiB and 99,990 commands takes %.0f MB", float64(len(long))/(1<<20), float64(taken)/1e6)
			if taken > uint64(c.most)<<20 {
				t.Errorf("a save of %d MiB takes %d MiB, more than %d", c.size, taken>>20, c.most)
			}
		}
	})
}
