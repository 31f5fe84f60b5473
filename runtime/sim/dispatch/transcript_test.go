package dispatch

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/tests/golden"
)

// transcript runs a scenario and returns everything that happens in it: every
// message and request that reaches the server, every notice and every result.
func transcript(t *testing.T, s scenario) string {
	t.Helper()
	var out strings.Builder
	w := newWorld(s)
	w.trace = func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	if fault := w.run(); fault != "" {
		t.Errorf("%s%s", s, fault)
	}
	return out.String()
}

// TestTranscripts compares some small jobs, message by message, with files that
// a person can read, and the transcripts of generated scenarios by their digests;
// -args -seed prints one of those.
func TestTranscripts(t *testing.T) {
	short := []jobPlan{{Games: 6, Size: 2}}
	for name, s := range map[string]scenario{
		"calm":            {Seed: 1, Workers: 2, Jobs: []jobPlan{{Games: 7, Size: 2}}},
		"shared":          {Seed: 2, Workers: 2, Foreign: true, Jobs: []jobPlan{{Games: 4, Size: 1}, {Games: 3, Size: 1, Start: 3 * time.Second}}},
		"worker lost":     {Seed: 7, Workers: 2, Jobs: short, Faults: []fault{{Kind: crash, Node: "w1", At: 6 * time.Second, For: -1}}},
		"resumed":         {Seed: 1, Workers: 1, Jobs: []jobPlan{{Games: 12, Size: 2}}, Faults: []fault{{Kind: crash, Node: "c1", At: 5 * time.Second, For: 4 * time.Second}}},
		"server away":     {Seed: 5, Workers: 1, Jobs: short, Faults: []fault{{Kind: crash, Node: "server", At: 3 * time.Second, For: 30 * time.Second}}},
		"content damaged": {Seed: 6, Workers: 1, Jobs: short, Faults: []fault{{Kind: rot, Node: "server", At: 2 * time.Second}}},
		"no workers":      {Seed: 4, Workers: 1, Jobs: short, Faults: []fault{{Kind: freeze, Node: "w1", At: 0, For: 50 * time.Second}}},
	} {
		t.Run(name, func(t *testing.T) {
			golden.Check(t, filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".golden"), transcript(t, s))
		})
	}
	t.Run("generated", func(t *testing.T) {
		var digests strings.Builder
		for seed := uint64(1); seed <= 100; seed++ {
			text := transcript(t, generate(seed))
			fmt.Fprintf(&digests, "seed %d: %d lines, sha256 %x\n", seed, strings.Count(text, "\n"), sha256.Sum256([]byte(text)))
		}
		golden.Check(t, filepath.Join("testdata", "generated.golden"), digests.String())
	})
}
