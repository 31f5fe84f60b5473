package bazaar

import "testing"

// TestTheGameIsSound enforces that the fixture has no problems of its own.
func TestTheGameIsSound(t *testing.T) { New(t, 1) }
