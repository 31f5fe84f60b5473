package memory

import (
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// own is whether nobody has said where temporary files should be.
var own = os.Getenv("TMPDIR") == ""

// parallel is not the default on any machine.
const parallel = 1009

func TestMain(m *testing.M) { os.Exit(Tests{M: m, Parallel: parallel}.Run()) }

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

// TestWaitingTestsOverlap checks that the number of parallel tests is the one that
// the package asks for, unless the command line names another.
func TestWaitingTestsOverlap(t *testing.T) {
	number := flag.Lookup("test.parallel").Value
	if got := number.(flag.Getter).Get(); got != parallel && !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.parallel") }) {
		t.Errorf("%v tests run at the same time", got)
	}
}
