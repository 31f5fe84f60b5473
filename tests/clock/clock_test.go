package clock

import (
	"context"
	"runtime"
	"testing"
	"time"
)

// TestWaitingTakesNoProcessorTime checks that work takes processor time and that waiting
// takes hardly any, where processor time is read.
func TestWaitingTakesNoProcessorTime(t *testing.T) {
	if took := Taken(func() { <-time.After(50 * time.Millisecond) }); took > 40*time.Millisecond && runtime.GOOS == "linux" {
		t.Errorf("waiting takes %v", took)
	}
	if took := Taken(func() { spin(t.Context(), 50*time.Millisecond) }); took < 50*time.Millisecond {
		t.Errorf("50 ms of work take %v", took)
	}
}

// TestLateCountsWorkAfterTheContext checks that Late counts only the work after the
// end of its context, and that work which ends by itself is not late.
func TestLateCountsWorkAfterTheContext(t *testing.T) {
	late, ok := Late(t.Context(), 5*time.Millisecond, func(ctx context.Context) {
		spin(ctx, time.Hour)
		spin(context.Background(), 30*time.Millisecond)
	})
	if !ok || late < 30*time.Millisecond {
		t.Errorf("30 ms of work after the end are %v, %v", late, ok)
	}
	if _, ok := Late(t.Context(), time.Hour, func(context.Context) {}); ok {
		t.Error("work that ends by itself is late")
	}
}

// TestWithinReturnsTheFastestRun checks that work is repeated only while it
// takes too long.
func TestWithinReturnsTheFastestRun(t *testing.T) {
	for _, c := range []struct {
		runs []time.Duration
		want time.Duration
		n    int
	}{
		{[]time.Duration{1, 9}, 1, 1}, {[]time.Duration{9, 2, 1}, 2, 2}, {[]time.Duration{9, 7, 8, 1}, 7, 3},
	} {
		n := 0
		got := Within(5, func() time.Duration {
			n++
			return c.runs[n-1]
		})
		if got != c.want || n != c.n {
			t.Errorf("%v gives %v after %d runs, expected %v after %d", c.runs, got, n, c.want, c.n)
		}
	}
}

// spin works until its context ends or it has used up the processor time.
func spin(ctx context.Context, d time.Duration) {
	for start := Now(); ctx.Err() == nil && Now()-start < d; {
	}
}
