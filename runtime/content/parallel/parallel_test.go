package parallel

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"sleight/runtime/diag"
)

// TestEachJobRunsOnce checks that every number is given to exactly one job, for
// counts around those at which jobs are handed out in groups, and that
// GOMAXPROCS is unchanged afterwards.
func TestEachJobRunsOnce(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	defer func() {
		if got := runtime.GOMAXPROCS(0); got != cores {
			t.Errorf("%d cores are used instead of %d", got, cores)
		}
	}()
	for _, n := range []int{0, 1, 2, 3, 15, 16, 17, 99, 100, 101, 199, 1600, 1601} {
		runs := make([]atomic.Int32, n)
		Each(n, func(i int) { runs[i].Add(1) })
		for i := range runs {
			if got := runs[i].Load(); got != 1 {
				t.Errorf("job %d of %d ran %d times", i, n, got)
			}
		}
	}
}

// TestAPanicReachesTheCaller checks that the value of a panic arrives, after
// all other jobs, whether they share one goroutine or not.
func TestAPanicReachesTheCaller(t *testing.T) {
	for _, n := range []int{1, 400} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			defer func() {
				p := diag.Recovered(recover())
				if p.Cause != "job 0" || !strings.Contains(string(p.Stack), "TestAPanicReachesTheCaller.func") || !strings.Contains(string(p.Stack), "parallel_test.go") {
					t.Errorf("recovered %v", p)
				}
			}()
			Each(n, func(i int) {
				if i == 0 {
					panic("job 0")
				}
			})
			t.Error("the panic is lost")
		})
	}
}
