package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// firstHeap is how much the heap may grow before the first garbage collection, in
// percent of the four megabytes that Go starts from. It bounds what hostile content
// can allocate without collection.
const firstHeap = 1600

// allowance is how much the heap may grow between two garbage collections, in
// bytes. It may always grow to room, or by least plus an eighth of the live heap.
// If more than full is live, collecting that often would cost too much, so the limit
// rises steeply to spare plus an eighth of the live heap. The heap never grows by
// more than most percent.
type allowance struct {
	most                     int
	room, full, least, spare int64
}

var (
	// loading is for reading content, which produces a lot of garbage beside
	// results that mostly stay live.
	loading = allowance{most: 300, room: 152 << 20, full: 152 << 20, least: 32 << 20, spare: 64 << 20}
	// editing is for rebuilding parts of large content.
	editing = allowance{most: 100, least: 32 << 20, spare: 32 << 20}
)

// percent returns the allowance for a live heap of that many bytes, in percent of it.
func (a allowance) percent(live int64) int {
	beyond := min(3*(live-a.full), a.spare+live/8)
	growth := max(a.room-live, a.least+live/8, beyond)
	return min(a.most, int(100*growth/max(live, 1)))
}

// collectLater postpones garbage collection until the returned function is
// called. It is for commands that first load content: nearly all of it stays
// live, and marking it again and again took a quarter of the startup time. It
// affects the whole process, so only a command may call it, and only once at a
// time.
func collectLater() (now func()) {
	before := debug.SetGCPercent(firstHeap)
	// A collection that has already begun would count all that is allocated meanwhile as
	// live: the heap could grow to sixteen times that, and the sentinel would outlive it.
	runtime.GC()
	end := pace(loading)
	return func() {
		end()
		debug.SetGCPercent(before)
	}
}

// collectLater calls the function collectLater if the command is alone in its process.
func (w *workspace) collectLater() (now func()) {
	if !w.alone {
		return func() {}
	}
	return collectLater()
}

// paceEditing limits how much garbage a process accumulates that keeps large
// content in memory and rebuilds parts of it; see allowance. It does nothing if
// GOGC is set.
func paceEditing() {
	if os.Getenv("GOGC") == "" {
		pace(editing)
	}
}

// sentinel detects the next garbage collection, which frees it. It is large and
// has a finalizer because Go frees large objects first and runs their finalizers
// at once: with a small object, or a cleanup, the heap could already have grown by
// the previous allowance.
type sentinel [64 << 10]byte

// pace lets the heap grow by an allowance after each garbage collection, until end
// is called.
func pace(a allowance) (end func()) {
	var mutex sync.Mutex
	ended := false
	var again func(*sentinel)
	again = func(*sentinel) { // runs after a collection
		mutex.Lock()
		defer mutex.Unlock()
		if !ended {
			debug.SetGCPercent(a.percent(liveHeap()))
			runtime.SetFinalizer(new(sentinel), again)
		}
	}
	runtime.SetFinalizer(new(sentinel), again)
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		ended = true
	}
}

// liveHeap returns how many bytes the last garbage collection found in use.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
