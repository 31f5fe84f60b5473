//go:build unix

package terminal

import "testing"

// TestAnInterruptedRunTellsWhatWasPlayed holds that a long run shows on a
// terminal how far it is, and that Ctrl-C ends it with what was played.
func TestAnInterruptedRunTellsWhatWasPlayed(t *testing.T) {
	m := open(t, t.TempDir(), 100, 30, "sim", "forward", "--bot", "reference", "-n", "5000000")
	m.sees("/5000000")
	m.types("\x03")
	m.sees("forward by reference: ", "seed 1", "Won ", "are missing.", "interrupted: ", " of 5000000 games were played")
	m.leaves(130)
}
