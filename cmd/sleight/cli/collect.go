package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

const (
	// firstHeap is how much the heap may grow before the first garbage
	// collection, in percent of the four megabytes that Go starts from. It
	// bounds what hostile content can allocate without collection.
	firstHeap = 1600
	// laterHeap is how much the heap may grow from then on, in percent of the
	// live heap.
	laterHeap = 300
)

// collectLater postpones garbage collection until the returned function is
// called. It is for commands that first load content: nearly all of it stays
// live, and marking it again and again took a quarter of the startup time. It
// affects the whole process, so only a command may call it, and only once.
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
