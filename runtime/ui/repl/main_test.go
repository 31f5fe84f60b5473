package repl

import (
	"testing"

	"go.uber.org/goleak"
)

// Everything the REPL starts ends with it.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
