package dispatch

import (
	"testing"
	"time"
)

// TestFormerFailures replays shrunk scenarios of seeds that once
// failed.
func TestFormerFailures(t *testing.T) {
	for name, s := range map[string]scenario{
		"an answer from before its coordinator died kept a worker playing": {
			Seed: 861420663597850192, Workers: 2,
			Jobs: []jobPlan{{Games: 20, Size: 4}, {Games: 12, Size: 4, Start: 5 * time.Second}},
			Faults: []fault{
				{Kind: lose, Node: "c1", Nth: 33},
				{Kind: crashStep, Node: "w2", Nth: 62, Part: 1},
				{Kind: late, Node: "c2", Nth: 47, For: 39995 * time.Millisecond},
				{Kind: crash, Node: "c2", At: 65130 * time.Millisecond, For: -1},
				{Kind: crashStep, Node: "w2", Nth: 33, Part: 2},
				{Kind: freeze, Node: "w1", At: 18774 * time.Millisecond, For: 33042 * time.Millisecond},
				{Kind: late, Node: "c2", Nth: 24, For: 42817 * time.Millisecond},
			},
		},
		"the first result of a job, stored after its coordinator came back, was not found": {
			Seed: 6545833458376585222, Workers: 1,
			Jobs: []jobPlan{{Games: 5, Size: 1, Start: 14 * time.Second}, {Games: 30, Size: 6, Start: 18 * time.Second}, {Games: 5, Size: 5, Start: 8 * time.Second}},
			Faults: []fault{
				{Kind: storm, At: 2202 * time.Millisecond, For: 17142 * time.Millisecond},
				{Kind: cut, Node: "w1", At: 68713 * time.Millisecond, For: 58129 * time.Millisecond},
				{Kind: crash, Node: "c3", At: 45249 * time.Millisecond, For: 16647 * time.Millisecond},
				{Kind: cut, Node: "w1", At: 60743 * time.Millisecond, For: 8542 * time.Millisecond, Part: 1},
			},
		},
	} {
		if broken, _ := check(s, nil); broken != "" {
			t.Errorf("%s, and does again: %s", name, broken)
		}
	}
}

// TestACrashAtEveryStepLosesNothing crashes each process at every step of a
// small job, before each of the step's effects, and the server every tenth of a
// second.
func TestACrashAtEveryStepLosesNothing(t *testing.T) {
	calm := scenario{Seed: 3, Workers: 2, Jobs: []jobPlan{{Games: 20, Size: 1}}}
	broken, w := check(calm, nil)
	if broken != "" {
		t.Fatal(broken)
	}
	crashes := 0
	try := func(f fault) {
		s := calm
		s.Faults = []fault{f}
		if crashes++; testing.Short() && crashes%4 > 0 {
			return
		}
		if broken, _ := check(s, nil); broken != "" {
			t.Fatalf("%s: %s", &f, broken)
		}
	}
	for _, n := range w.nodes {
		for step := 1; step <= n.steps; step++ {
			for part := range 3 {
				try(fault{Kind: crashStep, Node: n.id, Nth: step, Part: part})
			}
		}
	}
	for at := Time(0); at < w.now; at += 100 * time.Millisecond {
		try(fault{Kind: crash, Node: "server", At: at, For: 3 * time.Second})
	}
	if crashes < 500 {
		t.Errorf("only %d crashes", crashes)
	}
	t.Logf("%d crashes", crashes)
}
