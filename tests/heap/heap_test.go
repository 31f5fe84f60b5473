package heap

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPeakIsTheLargestLiveHeap checks that Peak counts memory in use at one
// time, and neither garbage nor memory in use before.
func TestPeakIsTheLargestLiveHeap(t *testing.T) {
	Alone(t, func() {
		old := make([]byte, 20<<20)
		got := Peak(t, func() {
			for range 100 {
				block := make([]byte, 1<<20)
				block[0] = old[0]
			}
			var kept [][]byte
			for range 30 {
				kept = append(kept, make([]byte, 1<<20))
			}
			old[0] = kept[0][0]
		})
		if got < 27<<20 || got > 33<<20 { // a collection may come a tenth late
			t.Errorf("the peak is %d bytes, expected 30 MiB", got)
		}
		_ = old[0]
	})
}

// TestAloneFailsWithItsTest checks that a failure in the other process fails the
// test, as does a process that runs no test.
func TestAloneFailsWithItsTest(t *testing.T) {
	if os.Getenv("HEAP_TESTED") != "" {
		Alone(t, func() { t.Error("planted") })
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestAloneFailsWithItsTest$")
	c.Env = append(os.Environ(), "HEAP_TESTED=1")
	if out, err := c.CombinedOutput(); err == nil || strings.Count(string(out), "planted") != 1 {
		t.Errorf("it ends with %v\n%s", err, out)
	}
	if ran([]byte("testing: warning: no tests to run\nPASS\n"), t.Name()) {
		t.Error("a process that runs no test passes for one that does")
	}
}
