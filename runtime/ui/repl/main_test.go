package repl

import (
	"testing"

	"go.uber.org/goleak"
)

// Whatever the REPL starts ends with it.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
