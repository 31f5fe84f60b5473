// Package parallel spreads work over the cores.
//
// Layer content. It knows nothing of the work.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"

	"sleight/runtime/diag"
)

// Each calls job for every number from 0 below n, on all cores, in no order. A
// panic in a job is passed on to the caller once the other jobs are done, as a
// *diag.Panic if the job ran in another goroutine.
func Each(n int, job func(i int)) {
	atOnce := min(16, 1+n/100) // to limit contention on the counter
	workers := min(runtime.GOMAXPROCS(0), (n+atOnce-1)/atOnce)
	if workers < 2 {
		for i := range n {
			job(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	panics := make(chan *diag.Panic, workers)
	for range workers {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panics <- diag.Recovered(r)
				}
			}()
			for {
				end := int(next.Add(int64(atOnce)))
				if end-atOnce >= n {
					return
				}
				for i := end - atOnce; i < min(end, n); i++ {
					job(i)
				}
			}
		})
	}
	wg.Wait()
	select {
	case r := <-panics:
		panic(r)
	default:
	}
}
