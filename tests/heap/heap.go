// Package heap measures the memory that work takes, for tests. The results
// depend on the work alone, so that a bound on them also holds on a busy
// machine.
package heap

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
)

// trace is the environment variable with the file to which the Go runtime
// writes a line for each garbage collection.
const trace = "HEAP_TRACE"

// Alone runs test in a separate process, in which Peak can measure: nothing
// else runs there, the program waits while garbage is collected, and the Go
// runtime reports each collection. The calling test must do nothing else. Short
// tests skip it: with a collection whenever the heap has grown by a tenth, it takes
// seconds, and the race detector changes what it measures.
func Alone(t *testing.T, test func()) {
	t.Helper()
	if testing.Short() {
		t.Log("a short run measures no memory")
		return
	}
	if os.Getenv(trace) != "" {
		test()
		return
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v")
	c.Env = append(os.Environ(), trace+"="+file.Name(), "GODEBUG=gcstoptheworld=1,gctrace=1", "GOMAXPROCS=1")
	c.Stderr = file
	out, err := c.Output()
	t.Logf("in a process of its own:\n%s", out)
	if err != nil {
		t.Errorf("it ends with %v\n%s", err, read(t, file.Name()))
	} else if !ran(out, t.Name()) {
		t.Error("it does not run the test")
	}
}

// ran reports whether the output of a process shows that a test has passed.
func ran(out []byte, test string) bool { return strings.Contains(string(out), "--- PASS: "+test+" ") }

// Peak returns the most bytes by which the live heap grows while work runs. The
// live heap is what a garbage collection finds in use; a collection starts
// whenever the heap has grown by a tenth. Only tests inside Alone may call it.
func Peak(t *testing.T, work func()) uint64 {
	t.Helper()
	file := os.Getenv(trace)
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	before := Live()
	old := len(read(t, file))
	work()
	after := Live()
	collections := collection.FindAllSubmatch(read(t, file)[old:], -1)
	if len(collections) == 0 {
		t.Fatal("the Go runtime reports no garbage collection: is the test inside heap.Alone?")
	}
	most := max(before, after)
	for _, c := range collections {
		live, err := strconv.ParseUint(string(c[1]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, live<<20)
	}
	return most - before
}

// collection matches the report of a garbage collection; the number is the size
// of the live heap in MiB.
var collection = regexp.MustCompile(`(?m)^gc \d.* \d+->\d+->(\d+) MB,`)

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Live returns the size of the live heap in bytes.
func Live() uint64 {
	runtime.GC()
	runtime.GC() // collects what finalizers have released
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Allocated returns the number of bytes allocated while work runs, whether or
// not they are released again. Other goroutines of the process count too.
func Allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
