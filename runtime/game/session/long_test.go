package session_test

import (
	"testing"

	"sleight/tests/heap"
)

// TestALongGameDoesNotSlowDown checks that the ten-thousandth command costs as
// much as the first ones, in fuel and in memory: nothing in a command may grow
// with the log or with the changes that once waited for an event.
func TestALongGameDoesNotSlowDown(t *testing.T) {
	s := play(t)
	const rounds = 2000
	round := func(n int) (fuel int64, bytes uint64) {
		bytes = heap.Allocated(func() {
			for range n {
				for _, command := range []string{"ring 2", "roll", "lock d1", "swap d2 d3", "rest", "wake", "roll", "rest", "wake"} {
					fuel += run(t, s, command).Fuel
				}
			}
		})
		return fuel, bytes
	}
	_, _ = round(20) // until all memory that is reused has been made
	fuel, bytes := round(100)
	_, _ = round(rounds - 200)
	laterFuel, laterBytes := round(100)
	for range 4 { // the journal doubles now and then
		if _, again := round(100); again < laterBytes {
			laterBytes = again
		}
	}
	if laterFuel*100 > fuel*105 || float64(laterBytes) > 1.5*float64(bytes) {
		t.Errorf("100 rounds cost %d units and %d bytes at first, and %d units and %d bytes after %d rounds", fuel, bytes, laterFuel, laterBytes, rounds)
	}
	t.Logf("%d units and %d bytes, then %d and %d", fuel, bytes, laterFuel, laterBytes)
}
