package dispatch

import (
	"encoding/json"
	"testing"
	"time"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/shipped"
)

// sharing returns a scenario with a long job and a short one that begins later.
func sharing(deadFrom Time) scenario {
	s := scenario{Seed: 8, Workers: 3, Jobs: []jobPlan{{Games: 600, Size: 1}, {Games: 20, Size: 1, Start: 30 * time.Second}}}
	if deadFrom > 0 {
		s.Faults = []fault{{Kind: crash, Node: "c1", At: deadFrom, For: -1}}
	}
	return s
}

// paced returns a world in which all chunks take equally long, so that times
// can be compared.
func paced(s scenario) *world {
	w := newWorld(s)
	for _, j := range w.jobs {
		j.seed = j.seed&^3 | 1 // see simJob.pace
	}
	return w
}

// until runs a world until a job's answer is written, and returns how long that
// took since the job's start.
func until(t *testing.T, w *world, job int) Time {
	t.Helper()
	for !w.jobs[job].finished {
		e := w.events.pop()
		w.now = e.at
		if w.happen(e); w.fault != "" || w.now > time.Hour {
			t.Fatalf("after %s: %s", w.now, w.fault)
		}
	}
	return w.jobs[job].written - w.Jobs[job].Start
}

// TestJobsShareWorkers checks that a short job gets its share of the workers
// beside a long one, and nearly all of them soon after the long job's
// coordinator has died.
func TestJobsShareWorkers(t *testing.T) {
	lonely := sharing(0)
	lonely.Jobs[0].Games = 1
	alone := until(t, paced(lonely), 1)
	beside := until(t, paced(sharing(0)), 1)
	t.Logf("alone %s, beside another job %s", alone, beside)
	if beside > 5*alone/2 {
		t.Errorf("a job that takes %s alone takes %s beside another", alone, beside)
	}
	dead := sharing(25 * time.Second)
	dead.Jobs[1].Games = 200
	long := lonely
	long.Jobs = append([]jobPlan{}, lonely.Jobs...)
	long.Jobs[1].Games = 200
	alone, after := until(t, paced(long), 1), until(t, paced(dead), 1)
	t.Logf("alone %s, after the death of another's coordinator %s", alone, after)
	if after > alone+time.Minute/3 {
		t.Errorf("a job that takes %s alone takes %s beside one that is dead", alone, after)
	}
}

// TestPreferredJobsAreDetected checks that TestJobsShareWorkers would
// notice a job that is always served first.
func TestPreferredJobsAreDetected(t *testing.T) {
	w := paced(sharing(0))
	w.tamper = &sabotage{then: func(_ *world, n *node) {
		if n.worker != nil {
			for _, o := range n.worker.jobs {
				o.spent = 0
			}
		}
	}}
	if took := until(t, w, 1); took < 4*time.Minute {
		t.Errorf("the second job took %s", took)
	}
}

// TestDistributedGamesMatchOneMachine simulates seeds whose chunks are real
// games of Forward, played by the engine.
func TestDistributedGamesMatchOneMachine(t *testing.T) {
	content := experiment.Content{New: shipped.Content(t)}
	played := map[[3]int]*sim.Result{}
	games := func(seed uint64, games [2]int) *sim.Result {
		key := [3]int{int(seed % 4), games[0], games[1]}
		if played[key] == nil {
			q := experiment.Question{Game: "forward", Seed: seed % 4, N: games[1]}
			q = q.Bots([]string{"random", "reference"}, nil)
			r, err := q.Run(t.Context(), content, games, experiment.RunOptions{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			played[key] = r
		}
		text, err := json.Marshal(played[key])
		if err != nil {
			t.Fatal(err)
		}
		var fresh sim.Result
		if err := json.Unmarshal(text, &fresh); err != nil {
			t.Fatal(err)
		}
		return &fresh
	}
	first, n := firstSeed(), 40
	if testing.Short() {
		n = 6
	}
	for seed := first; seed < first+uint64(n); seed++ {
		w := newWorld(generate(seed))
		w.games = games
		if fault := w.run(); fault != "" {
			t.Fatalf("seed %d: %s", seed, fault)
		}
	}
	if len(played) < n {
		t.Errorf("only %d chunks were played", len(played))
	}
}
