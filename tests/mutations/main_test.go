package mutations

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow further before garbage is collected: the packs are
// loaded some thousand times, and collecting was a third of the work.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
