package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// errInterrupted ends a command that was interrupted and has reported what it
// kept.
var errInterrupted = errors.New("interrupted")

// interruptible returns a context that ends on Ctrl-C, and on further signals. A
// second one ends the program at once, in case the first has no effect.
func interruptible(c *cobra.Command, further ...os.Signal) (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(c.Context(), append(further, os.Interrupt)...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// stopped reports the state of the work and returns errInterrupted if the
// context has ended; it returns other errors unchanged.
func stopped(c *cobra.Command, ctx context.Context, err error, became string) error {
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "interrupted: %s\n", became)
	return errInterrupted
}

// maxWorkers is the maximum of --workers.
const maxWorkers = 1024

// atMostWorkers checks --workers.
func atMostWorkers(n int) error {
	if n < 0 || n > maxWorkers {
		return fmt.Errorf("--workers %d: expected a number from 0 to %d", n, maxWorkers)
	}
	return nil
}
