//go:build unix

package cli

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestFurtherSignalsInterrupt checks that a command ends on the signal that programs such
// as timeout send, if it asks for that.
func TestFurtherSignalsInterrupt(t *testing.T) {
	c := &cobra.Command{}
	c.SetContext(t.Context())
	ctx, stop := interruptible(c, syscall.SIGTERM)
	defer stop()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
		t.Error("the command goes on")
	}
	if context.Cause(ctx) == nil {
		t.Error("the context has no cause")
	}
}
