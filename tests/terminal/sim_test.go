//go:build unix

package terminal

import "testing"

// TestInterruptedRunsReportTheirGames checks that a long run shows its
// progress on a terminal, and that Ctrl-C ends it with a report on the games
// played.
func TestInterruptedRunsReportTheirGames(t *testing.T) {
	m := open(t, t.TempDir(), 100, 30, "sim", "forward", "--bot", "reference", "-n", "5000000")
	m.sees("/5000000", "games/s")
	m.types("\x03")
	m.sees("forward by reference: ", "seed 1", "Won ", "are missing.", "interrupted: ", " of 5000000 games were played")
	m.leaves(130)
}

// TestSearchesCanBeInterruptedWithinACommand checks that Ctrl-C ends a run before
// even its first command has been chosen.
func TestSearchesCanBeInterruptedWithinACommand(t *testing.T) {
	m := open(t, t.TempDir(), 100, 30, "sim", "forward", "--bot", "mcts:100000", "-n", "50")
	m.sees("/50")
	m.types("\x03")
	m.sees("interrupted: 0 of 50 games were played")
	m.leaves(130)
}
