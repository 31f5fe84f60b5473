package dispatch

import (
	"testing"
	"time"
)

// TestScenariosThatOnceBroke replays, shrunk, what seeds have found.
func TestScenariosThatOnceBroke(t *testing.T) {
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
	} {
		if broken, _ := check(s, nil); broken != "" {
			t.Errorf("%s, and does again: %s", name, broken)
		}
	}
}
