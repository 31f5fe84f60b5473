package dispatch

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

var (
	seedFlag  = flag.Uint64("seed", 0, "simulate only this seed, and print what happens")
	seedsFlag = flag.Int("seeds", 0, "simulate as many seeds")
)

// firstSeed is derived from the commit, so that every commit tries other seeds.
func firstSeed() uint64 {
	commit := os.Getenv("GITHUB_SHA") + os.Getenv("CI_COMMIT_SHA")
	if commit == "" {
		out, _ := exec.Command("git", "rev-parse", "HEAD").Output()
		commit = strings.TrimSpace(string(out))
	}
	sum := sha256.Sum256([]byte(commit))
	return binary.LittleEndian.Uint64(sum[:])>>1 | 1
}

// TestNoResultIsLostUnderFailures simulates seeds: a server, coordinators and
// workers on a network that delays, drops, duplicates and reorders messages and
// gets cut, with processes that crash at any step, freeze and come back. Every
// job must have the result that a single machine gets. A seed that fails is
// shrunk; -args -seed replays it.
func TestNoResultIsLostUnderFailures(t *testing.T) {
	if *seedFlag != 0 {
		s := generate(*seedFlag)
		w := newWorld(s)
		w.trace = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
		for i := range s.Faults {
			fmt.Println(s.Faults[i].String())
		}
		if fault := w.run(); fault != "" {
			t.Fatal(fault)
		}
		return
	}
	n, first := 3000, firstSeed()
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		n = 100_000
	}
	if testing.Short() {
		n = 200
	}
	if *seedsFlag > 0 {
		n = *seedsFlag
	}
	var sums tally
	began := time.Now()
	for seed := first; seed < first+uint64(n); seed++ {
		s := generate(seed)
		fault, w := check(s, nil)
		sums.add(w)
		if fault == "" {
			continue
		}
		small := shrink(s, nil)
		fault, _ = check(small, nil)
		t.Fatalf("seed %d (replay: go test ./runtime/sim/dispatch -run TestNoResultIsLostUnderFailures -args -seed %d) breaks a promise, and so does less of it:\n%s\n%s", seed, seed, small, fault)
	}
	t.Logf("%d seeds from %d in %s: %s", n, first, time.Since(began).Round(time.Millisecond), &sums)
}

// tally adds up what happened in several worlds.
type tally struct {
	faults, jobs, chunks, played int
	hours                        float64
}

func (t *tally) add(w *world) {
	t.faults += len(w.Faults)
	t.hours += w.now.Hours()
	t.played += w.played
	for _, j := range w.jobs {
		if j.finished {
			t.jobs++
			t.chunks += j.spec.Chunks()
		}
	}
}

func (t *tally) String() string {
	return fmt.Sprintf("%d faults in %.0f hours; %d jobs finished with %d chunks, which were played %d times", t.faults, t.hours, t.jobs, t.chunks, t.played)
}

func (s scenario) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, %d workers, foreign %t\n", s.Seed, s.Workers, s.Foreign)
	for i, j := range s.Jobs {
		fmt.Fprintf(&b, "job%d: %d games in chunks of %d from %s\n", i+1, j.Games, j.Size, j.Start)
	}
	for i := range s.Faults {
		fmt.Fprintf(&b, "%s\n", &s.Faults[i])
	}
	return b.String()
}
