// Package memory runs the tests of a package with more memory and less processor
// time. Packages use it whose tests load content or write files thousands of
// times.
package memory

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// heapGrowth is GOGC while memory is below heapLimit, in bytes. With 100, a third of
// such a test's processor time would be spent on collecting garbage; with 400, a
// tenth.
const heapGrowth, heapLimit = 1600, 768 << 20

// Tests are the tests of a package.
type Tests struct {
	*testing.M
	// Parallel, if not 0, is how many parallel tests run at the same time, whatever
	// the number of processors: for tests that mostly wait for processes and
	// timeouts. The flag -parallel takes precedence.
	Parallel int
}

// Run runs the tests and returns their exit code. The heap may grow further
// between garbage collections, up to a limit, and temporary files are kept in memory
// where the system provides a folder for that, since creating a file on a disk may
// take fifty times as long. GOMEMLIMIT, TMPDIR and a higher GOGC take precedence;
// the lower one that the Makefile sets is for the compiler and other tests. Benchmarks
// run as programs of users do: with less garbage collected, what allocates more would
// look cheaper.
func (t Tests) Run() int {
	flag.Parse()
	t.overlap()
	if bench := flag.Lookup("test.bench"); bench != nil && bench.Value.String() != "" {
		return t.M.Run()
	}
	if percent := debug.SetGCPercent(-1); percent >= 0 && percent < heapGrowth {
		debug.SetGCPercent(heapGrowth)
		if os.Getenv("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(heapLimit)
		}
	} else {
		debug.SetGCPercent(percent)
	}
	if dir, ok := folder(); ok && os.Getenv("TMPDIR") == "" {
		// Not a folder below it: the address of a Unix socket is at most 108 bytes.
		if err := os.Setenv("TMPDIR", dir); err != nil {
			panic(err)
		}
	}
	return t.M.Run()
}

// overlap sets the number of parallel tests, unless the command line does.
func (t Tests) overlap() {
	chosen := t.Parallel == 0
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if chosen {
		return
	}
	if err := flag.Set("test.parallel", strconv.Itoa(t.Parallel)); err != nil {
		panic(err)
	}
}
