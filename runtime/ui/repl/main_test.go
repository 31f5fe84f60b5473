package repl

import (
	"testing"

	"go.uber.org/goleak"

	"sleight/tests/memory"
)

// The tests fail if the REPL leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(memory.Tests{M: m}) }
