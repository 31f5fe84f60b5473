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

// allowance is how much the heap may grow after a garbage collection until the next,
// in bytes: to room and, in any case, by least and an eighth of what is live. If more
// than full is live, collecting it as often would cost too much, and the heap may soon
// grow by spare and an eighth. It never grows by more than most percent.
type allowance struct {
	most                     int
	room, full, least, spare int64
}

var (
	// loading makes a lot of garbage, and most of what it makes stays live.
	loading = allowance{most: 300, room: 172 << 20, full: 152 << 20, least: 32 << 20, spare: 64 << 20}
	// editing changes parts of large content.
	editing = allowance{most: 100, least: 32 << 20, spare: 32 << 20}
)

// percent returns the allowance beside a live heap in bytes, in percent of it.
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
	end := pace(loading)
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
		pace(editing)
	}
}

// sentinel is allocated to detect the next garbage collection, when it is
// freed. Go frees large objects first, and runs finalizers at once; with a
// small object, or a cleanup, the heap could grow by the last allowance in the
// meantime.
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

// liveHeap returns what the last garbage collection found in use, in bytes.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
