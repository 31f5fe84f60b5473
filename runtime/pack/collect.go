package pack

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// firstHeap is how much the heap may grow before garbage is first collected, in
// percent of the four megabytes that Go starts from.
const firstHeap = 3200

// CollectLater puts off the first collection of garbage, at the latest until
// what it returns is called. It is for programs that load content as their
// first work: nearly all of it stays, and looking it through again and again
// was a quarter of the time to start. It concerns the whole process, so no load
// calls it by itself.
func CollectLater() (now func()) {
	before := debug.SetGCPercent(firstHeap)
	now = sync.OnceFunc(func() { debug.SetGCPercent(before) })
	runtime.AddCleanup(new([16]byte), func(now func()) { now() }, now) // runs after the first collection
	return now
}
