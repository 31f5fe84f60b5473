package cli_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"sleight/cmd/sleight/cli"
)

// TestInterruptedRunsExitWith130 checks that every long command ends when its
// context does, prints the results so far, and exits with 130.
func TestInterruptedRunsExitWith130(t *testing.T) {
	for _, call := range []string{
		"sim forward --bot mcts:100000 -n 100000",
		"sim forward --bot greedy -n 1000000000",
		"sim forward --sweep params.max_hp=16..26 -n 1000000000",
		"sim forward --impact -n 1000000000",
		"balance",
		"fuzz forward -n 1000000000",
		"validate --run",
		"test",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(time.Millisecond, cancel) // while content is loaded, or soon after
		var out, errs bytes.Buffer
		code := cli.Run(ctx, strings.Fields(call), strings.NewReader(""), &out, &errs)
		timer.Stop()
		cancel()
		if code != 130 || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("sleight %s exits with %d: %s%s", call, code, out.String(), errs.String())
		}
	}
}
