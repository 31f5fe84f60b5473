// Package clock measures processor time, for tests: other processes on the
// machine hardly affect it, so that a bound on it also holds on a busy machine.
package clock

import (
	"context"
	"time"
)

// tries is the maximum number of times that slow work is run, since a shared
// processor may be slower at times.
const tries = 3

// Within runs work until it takes at most bound, three times at most, and
// returns the processor time of the fastest run.
func Within(bound time.Duration, work func() time.Duration) time.Duration {
	least := work()
	for i := 1; i < tries && least > bound; i++ {
		least = min(least, work())
	}
	return least
}

// Taken returns the processor time that the process uses while work runs.
func Taken(work func()) time.Duration {
	start := Now()
	work()
	return Now() - start
}

// Late ends the context of work after a delay and returns the processor time
// that the process uses from then until work returns; ok is false if work returns
// before its context has ended.
func Late(ctx context.Context, after time.Duration, work func(context.Context)) (late time.Duration, ok bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan time.Duration, 1)
	timer := time.AfterFunc(after, func() {
		ended <- Now()
		cancel()
	})
	defer timer.Stop()
	work(ctx)
	end := Now()
	if ctx.Err() == nil {
		return 0, false
	}
	return end - <-ended, true
}
