package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestGarbageIsBounded states the allowed garbage for live heaps of several
// sizes.
func TestGarbageIsBounded(t *testing.T) {
	for _, x := range []struct {
		live int64
		allowance
		want int
	}{
		{0, loading, 300},
		{4 << 20, loading, 300},
		{88 << 20, loading, 72},
		{160 << 20, loading, 32},
		{200 << 20, loading, 44},
		{320 << 20, loading, 32},
		{1 << 30, loading, 18},
		{4 << 20, editing, 100},
		{32 << 20, editing, 100},
		{64 << 20, editing, 62},
		{160 << 20, editing, 32},
	} {
		if got := x.percent(x.live); got != x.want {
			t.Errorf("%d MB may grow by %d %%, want %d", x.live>>20, got, x.want)
		}
	}
}

// TestGCPaceFollowsTheHeap checks that the pace is set again after collections, and
// stays as it is once that has ended.
func TestGCPaceFollowsTheHeap(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	settles := func(ok func() bool) bool {
		for range 1000 { // cleanups run some time after a collection
			if runtime.GC(); ok() {
				return true
			}
			runtime.Gosched()
		}
		return false
	}
	end := pace(allowance{most: 300, least: 64 << 20})
	large := make([]byte, 200<<20)
	if !settles(func() bool { return percent() < 60 }) {
		t.Errorf("beside 200 MB the heap may grow by %d %%", percent())
	}
	runtime.KeepAlive(large)
	beside := percent()
	large = nil
	if !settles(func() bool { return percent() > beside }) {
		t.Errorf("without them it may grow by %d %%", percent())
	}
	end()
	debug.SetGCPercent(77)
	for range 5 {
		runtime.GC()
	}
	if percent() != 77 {
		t.Errorf("the pace is %d %% after its end", percent())
	}
	t.Setenv("GOGC", "55")
	if paceEditing(); os.Getenv("GOGC") != "55" || percent() != 77 {
		t.Errorf("GOGC is overruled")
	}
}

// TestOnlyACommandThatIsAlonePostponesCollection checks that a command changes how
// often garbage is collected if the process runs nothing else, and takes that back.
func TestOnlyACommandThatIsAlonePostponesCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	for alone, want := range map[bool]int{true: firstHeap, false: 77} {
		w := &workspace{alone: alone}
		if err := w.openWith(); err != nil {
			t.Fatal(err)
		}
		end := w.AroundFirstBuild()
		if got := debug.SetGCPercent(want); got != want {
			t.Errorf("alone %t: the heap may grow by %d %%, want %d", alone, got, want)
		}
		end()
		if got := debug.SetGCPercent(77); got != 77 {
			t.Errorf("alone %t: afterwards by %d %%", alone, got)
		}
	}
}
