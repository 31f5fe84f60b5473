package session_test

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"sleight/runtime/game/session"
)

// TestLargeSavesLoadInBoundedMemory measures the memory that loading takes: 64
// MB for a save of up to 4 MiB, which is what the protocol accepts, and 128 MB
// for the largest save. Their logs have as many commands as a save may have,
// and each changes the state seven times.
func TestLargeSavesLoadInBoundedMemory(t *testing.T) {
	s := play(t)
	run(t, s, "swap d1 d2")
	text := undigested(written(t, s))
	for _, c := range []struct {
		size, most int // in MiB
	}{{4, 64}, {16, 128}} {
		command := `"swap d1 d2",`
		command = strings.Replace(command, " d2", " d2"+strings.Repeat(" ", (c.size<<20-len(text))/99_990-len(command)), 1)
		long := strings.Replace(text, `"swap d1 d2"`, strings.TrimSuffix(strings.Repeat(command, 99_990), ","), 1)
		peak := peakOf(func() {
			loaded, notes, problem := session.Load(s.Content(), strings.NewReader(long), "save.json")
			if problem != nil {
				t.Fatal(problem)
			}
			if undo, _ := loaded.History(); undo != 0 || !strings.Contains(strings.Join(notes, "; "), "cannot be undone") {
				t.Errorf("%d MiB: the history was kept: %d, %v", c.size, undo, notes)
			}
		})
		t.Logf("a save of %.1f MiB and 99,990 commands takes %.0f MB", float64(len(long))/(1<<20), float64(peak)/1e6)
		if peak > uint64(c.most)<<20 {
			t.Errorf("a save of %d MiB takes %d MB, more than %d", c.size, peak>>20, c.most)
		}
	}
}

// peakOf returns how much the heap grows while work runs, at most, in bytes.
func peakOf(work func()) (peak uint64) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.HeapInuse
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
			}
		}
	}()
	work()
	close(stop)
	<-stopped
	return peak - min(peak, before)
}
