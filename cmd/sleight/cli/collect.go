package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	// firstHeap is how much the heap may grow before garbage is first collected,
	// in percent of the four megabytes that Go starts from. It bounds what bad
	// content can make of nothing.
	firstHeap = 1600
	// laterHeap is how much it may grow from then on, in percent of what is in
	// use.
	laterHeap = 300
)

// collectLater puts off the collection of garbage until what it returns is
// called. It is for commands that load content as their first work: nearly all
// of it stays, and marking it again and again was a quarter of the time to
// start. It concerns the whole process, so only a command may call it, once.
func collectLater() (now func()) {
	before := debug.SetGCPercent(firstHeap)
	var mutex sync.Mutex
	ended := false
	runtime.AddCleanup(new([16]byte), func(int) { // runs after the first collection
		mutex.Lock()
		defer mutex.Unlock()
		if !ended {
			debug.SetGCPercent(laterHeap)
		}
	}, 0)
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		if !ended {
			ended = true
			debug.SetGCPercent(before)
		}
	}
}
