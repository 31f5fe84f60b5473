package bazaar

import "testing"

// TestTheFixtureHasNoProblems enforces that the fixture has no problems of its own.
func TestTheFixtureHasNoProblems(t *testing.T) { New(t, 1) }
