package dispatch

import (
	"encoding/json"
	"testing"
	"time"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/shipped"
)

// sharing is a long job, and a short one that begins later.
func sharing(deadFrom Time) scenario {
	s := scenario{Seed: 8, Workers: 3, Jobs: []jobPlan{{Games: 600, Size: 1}, {Games: 20, Size: 1, Start: 30 * time.Second}}}
	if deadFrom > 0 {
		s.Faults = []fault{{Kind: crash, Node: "c1", At: deadFrom, For: -1}}
	}
	return s
}

// paced gives all jobs chunks of one length, so that times can be compared.
func paced(s scenario) *world {
	w := newWorld(s)
	for _, j := range w.jobs {
		j.seed = j.seed&^3 | 1 // see simJob.pace
	}
	return w
}

// until runs a world until a job is written, and returns how long that took from
// its start.
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
// beside a long one, and nearly all of them soon after the coordinator of the
// long one has died.
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

// TestAJobThatIsServedFirstIsFound checks that the test above would notice.
func TestAJobThatIsServedFirstIsFound(t *testing.T) {
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

// TestRealGamesComeToWhatOneMachineFinds simulates seeds whose chunks are games
// of Forward, played by the engine.
func TestRealGamesComeToWhatOneMachineFinds(t *testing.T) {
	content := experiment.Content{New: shipped.Content(t)}
	played := map[[3]int]*sim.Result{}
	games := func(seed uint64, games [2]int) *sim.Result {
		key := [3]int{int(seed % 4), games[0], games[1]}
		if played[key] == nil {
			q := experiment.Question{Game: "forward", Seed: seed % 4, N: games[1]}
			q = q.Bots([]string{"random", "reference"}, nil)
			r, err := q.Run(t.Context(), content, games, experiment.Effort{Workers: 1})
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
	first := firstSeed()
	for seed := first; seed < first+40; seed++ {
		w := newWorld(generate(seed))
		w.games = games
		if fault := w.run(); fault != "" {
			t.Fatalf("seed %d: %s", seed, fault)
		}
	}
	if len(played) < 50 {
		t.Errorf("only %d chunks were played", len(played))
	}
}

// rows is a port that keeps what a machine sends and asks.
type rows struct {
	sent  []Message
	asked []Request
	told  []Notice
}

func (r *rows) Send(m Message) { r.sent = append(r.sent, m) }
func (r *rows) Ask(q Request)  { r.asked = append(r.asked, q) }
func (r *rows) Tell(n Notice)  { r.told = append(r.told, n) }

// started returns a coordinator of one chunk that has begun, at time 0.
func started(t *testing.T, config Config, merge func(*Result) error) (*Coordinator, *rows) {
	t.Helper()
	r := &rows{}
	spec := Spec{Job: "j", Semantics: rules, Games: 2, Size: 2, Content: []Blob{{"record", []byte("r")}}}
	c := NewCoordinator("c", spec, config, r, 0, merge)
	c.Answer(1, Answer{ID: 1, Found: true, Data: []byte("r")})
	c.Answer(2, Answer{ID: 2})
	c.Answer(3, Answer{ID: 3})
	if len(r.asked) != 3 || !c.running {
		t.Fatalf("asked %v", r.asked)
	}
	return c, r
}

// TestAResultOfOtherSemanticsIsRefused checks that a result that was played by
// other rules is not counted, and that the run ends with both digests if nothing
// better comes.
func TestAResultOfOtherSemanticsIsRefused(t *testing.T) {
	config := Usual()
	config.Failures = 2
	c, r := started(t, config, func(*Result) error { t.Error("it is counted"); return nil })
	for turn := 1; turn <= 2; turn++ {
		c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: turn, Semantics: rules, Name: "old"})
		c.Receive(time.Second, Message{Kind: Done, From: "w", Job: "j", Turn: turn, Semantics: rules})
		look := r.asked[len(r.asked)-1]
		c.Answer(time.Second, Answer{ID: look.ID, Found: true, Result: &Result{Semantics: "theirs", Record: "record", Worker: "old"}})
	}
	const want = "games 1 to 2 failed 2 times, last on worker old: it was played with semantics theirs, not rules"
	if _, err := c.Ended(); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if len(r.told) != 1 || r.told[0] != (Notice{Failure, "games 1 to 2 failed on worker old: it was played with semantics theirs, not rules; others try again"}) {
		t.Errorf("told %v", r.told)
	}
}

// TestAWorkerOfOtherSemanticsGetsNothing checks that it is told apart, once.
func TestAWorkerOfOtherSemanticsGetsNothing(t *testing.T) {
	c, r := started(t, Usual(), nil)
	for turn := range 3 {
		c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: turn, Semantics: "theirs", Name: "old"})
	}
	for _, m := range r.sent {
		if m.Kind == Leased {
			t.Errorf("it was given %v", m)
		}
	}
	if len(r.told) != 1 || r.told[0] != (Notice{Mismatch, "worker old plays with semantics theirs, not rules, and gets no games: install the same version of the program there"}) {
		t.Errorf("told %v", r.told)
	}
}

// TestAJobOfTheSameNameIsNotResumed checks that a name cannot mix two jobs.
func TestAJobOfTheSameNameIsNotResumed(t *testing.T) {
	r := &rows{}
	c := NewCoordinator("c", Spec{Job: "j", Semantics: rules, Games: 2, Size: 2, Content: []Blob{{"record", []byte("mine")}}}, Usual(), r, 0, nil)
	c.Answer(1, Answer{ID: 1, Found: true, Data: []byte("theirs")})
	ended, err := c.Ended()
	if clash, ok := err.(*ClashError); !ended || !ok || *clash != (ClashError{"j", "theirs", "mine"}) {
		t.Errorf("got %v", err)
	}
}

// TestNobodyWaitsForEver checks that pauses grow, that people are told while they
// wait, and that waiting ends when it was said to.
func TestNobodyWaitsForEver(t *testing.T) {
	r := &rows{}
	config := Usual()
	config.Wait = time.Minute
	c := NewCoordinator("c", Spec{Job: "j", Semantics: rules, Games: 2, Size: 2, Content: []Blob{{"record", nil}}}, config, r, 0, nil)
	var pauses []Time
	last := Time(0)
	for {
		wake, ok := c.Wake()
		if !ok {
			break
		}
		before := len(r.asked)
		c.Tick(wake)
		if len(r.asked) > before {
			pauses = append(pauses, wake-last)
			last = wake
		}
	}
	want := []Time{2 * time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}
	if len(pauses) < 5 || [4]Time(pauses) != [4]Time(want) || pauses[4] != config.Pause {
		t.Errorf("pauses are %v", pauses)
	}
	if _, err := c.Ended(); err == nil || err.Error() != "the server has not answered for 1m4s" {
		t.Errorf("got %v", err)
	}
	if len(r.told) == 0 || r.told[0].Text != "the server has not answered for 8s; trying again until 1m0s have passed" {
		t.Errorf("told %v", r.told)
	}
	c, r = started(t, config, nil)
	for {
		wake, ok := c.Wake()
		if !ok {
			break
		}
		c.Tick(wake)
	}
	if _, err := c.Ended(); err == nil || err.Error() != "no worker was heard from for 1m0s; sleight worker starts one" {
		t.Errorf("got %v", err)
	}
	if n := len(r.told); n != 3 || r.told[0].About != NoWorkers {
		t.Errorf("told %v", r.told)
	}
}

// TestASuspendedCoordinatorKeepsItsLeases checks that time does not pass for a
// machine that was suspended: no worker could have renewed its lease.
func TestASuspendedCoordinatorKeepsItsLeases(t *testing.T) {
	c, r := started(t, Usual(), nil)
	c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: 1, Semantics: rules})
	asked := len(r.asked)
	c.Tick(10 * time.Minute)
	c.Receive(10*time.Minute+time.Second, Message{Kind: Alive, From: "w", Job: "j", Turn: 1, Semantics: rules})
	if last := r.sent[len(r.sent)-1]; last.Kind != Keep || len(r.asked) != asked {
		t.Errorf("the worker was told %v", last)
	}
}

// TestWhatALostWorkerStoredLateIsFound checks that a coordinator that has lost a
// worker looks again for its result, and does not have the chunk played again.
func TestWhatALostWorkerStoredLateIsFound(t *testing.T) {
	c, r := started(t, Usual(), func(*Result) error { return nil })
	c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: 1, Semantics: rules})
	var lists, looks int
	for {
		wake, ok := c.Wake()
		if !ok || wake > 5*time.Minute {
			break
		}
		asked := len(r.asked)
		c.Tick(wake)
		for _, q := range r.asked[asked:] {
			a := Answer{ID: q.ID}
			switch q.Op {
			case List: // by now it is stored
				a.Chunks = []int{0}
				lists++
			case Look:
				if looks++; lists > 0 {
					a.Found, a.Result = true, &Result{Semantics: rules, Record: "record"}
				}
			}
			c.Answer(wake, a)
		}
		for _, q := range r.asked[asked:] {
			if q.Op == Look && lists > 0 {
				c.Answer(wake, Answer{ID: q.ID, Found: true, Result: &Result{Semantics: rules, Record: "record"}})
			}
		}
	}
	if ended, err := c.Ended(); !ended || err != nil || c.Counted() != 1 || lists != 1 {
		t.Errorf("ended %t with %v, counted %d after %d lists", ended, err, c.Counted(), lists)
	}
}
