package load

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
	// mostHeap is how far many files may raise that: by a percent for each
	// heapOfFiles of them, a file being some 12 KB of definitions.
	mostHeap    = 2800
	heapOfFiles = 3
)

// CollectLater puts off the collection of garbage until what it returns is
// called. It is for programs that load content as their first work: nearly all
// of it stays, and looking it through again and again was a quarter of the time
// to start. It concerns the whole process, so no load calls it by itself.
func CollectLater() (now func()) {
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

// expect lets the heap grow further for many files, where CollectLater has put
// the first collection off and there has been none yet: nearly all that is made
// of them stays, and is looked through in vain.
func expect(files int) {
	if now := debug.SetGCPercent(firstHeap); now != firstHeap {
		debug.SetGCPercent(now)
		return
	}
	debug.SetGCPercent(min(mostHeap, max(firstHeap, files/heapOfFiles)))
}
