package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// firstHeap is how much the heap may grow before the first garbage
	// collection, in percent of the four megabytes that Go starts from. It
	// bounds what hostile content can allocate without collection.
	firstHeap = 1600
	// laterHeap is how much the heap may grow from then on, in percent of the
	// live heap, as long as that is small; see allowance.
	laterHeap = 300
	// loadingSpare and editingSpare are how much garbage is allowed beside a large
	// live heap, in bytes: while content is loaded, which makes a lot of it, and
	// while an editor changes parts of it.
	loadingSpare = 128 << 20
	editingSpare = 32 << 20
)

// collectLater postpones garbage collection until the returned function is
// called. It is for commands that first load content: nearly all of it stays
// live, and marking it again and again took a quarter of the startup time. It
// affects the whole process, so only a command may call it, and only once.
func collectLater() (now func()) {
	before := debug.SetGCPercent(firstHeap)
	end := pace(laterHeap, loadingSpare)
	return func() {
		end()
		debug.SetGCPercent(before)
	}
}

// paceEditing limits the garbage of a process that keeps large content in
// memory and rebuilds parts of it; see allowance. It does nothing if GOGC is
// set.
func paceEditing() {
	if os.Getenv("GOGC") == "" {
		pace(100, editingSpare)
	}
}

// pace sets, after each garbage collection, how much the heap may grow until the
// next: most percent of what is live, or less if that is a lot; see allowance. It
// does so until end is called.
func pace(most int, spare uint64) (end func()) {
	var mutex sync.Mutex
	ended := false
	var again func(int)
	again = func(int) { // runs after a collection
		mutex.Lock()
		defer mutex.Unlock()
		if !ended {
			debug.SetGCPercent(allowance(liveHeap(), most, spare))
			runtime.AddCleanup(new([16]byte), again, 0)
		}
	}
	runtime.AddCleanup(new([16]byte), again, 0)
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		ended = true
	}
}

// allowance returns how much a live heap may grow before it is collected, in
// percent: by spare and an eighth of its size, both in bytes, but by most at most.
func allowance(live uint64, most int, spare uint64) int {
	return min(most, int(100*(spare+live/8)/max(live, 1)))
}

// liveHeap returns what the last garbage collection found in use, in bytes.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
