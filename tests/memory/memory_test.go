package memory

import (
	"os"
	"runtime/debug"
	"testing"
)

// own is whether nobody has said where temporary files should be.
var own = os.Getenv("TMPDIR") == ""

func TestMain(m *testing.M) { os.Exit(Tests{m}.Run()) }

// TestTestsUseMemory checks that tests have their temporary files in the folder
// that the system keeps in memory, if it has one, and a heap that may grow.
func TestTestsUseMemory(t *testing.T) {
	if dir, ok := folder(); ok && own && os.TempDir() != dir {
		t.Errorf("temporary files are in %s, not in %s", os.TempDir(), dir)
	}
	if got := debug.SetGCPercent(100); os.Getenv("GOGC") == "" && got != heapGrowth {
		t.Errorf("GOGC is %d", got)
	}
}
