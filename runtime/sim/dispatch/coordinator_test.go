package dispatch

import (
	"testing"
	"time"
)

// rows is a port that records what a machine sends and asks.
type rows struct {
	sent    []Message
	asked   []Request
	notices []Notice
}

func (r *rows) Send(m Message)  { r.sent = append(r.sent, m) }
func (r *rows) Ask(q Request)   { r.asked = append(r.asked, q) }
func (r *rows) Notify(n Notice) { r.notices = append(r.notices, n) }

// started returns a running coordinator with one chunk, at time 0.
func started(t *testing.T, config Config, merge func(*Result) error) (*Coordinator, *rows) {
	t.Helper()
	return startedOf(t, 2, config, merge)
}

// startedOf returns a running coordinator with chunks of two games.
func startedOf(t *testing.T, games int, config Config, merge func(*Result) error) (*Coordinator, *rows) {
	t.Helper()
	r := &rows{}
	spec := Spec{Job: "j", Semantics: rules, Games: games, Size: 2, Content: []Blob{{"record", []byte("r")}}}
	c := NewCoordinator("c", spec, config, r, 0, merge)
	c.Answer(1, Answer{ID: 1, Found: true, Data: []byte("r")})
	c.Answer(2, Answer{ID: 2})
	c.Answer(3, Answer{ID: 3})
	if len(r.asked) != 3 || !c.running {
		t.Fatalf("asked %v", r.asked)
	}
	return c, r
}

// TestAResultOfOtherSemanticsIsRefused checks that a result played by other
// rules is not counted, and that the job ends with an error that names both
// digests if no better result arrives.
func TestAResultOfOtherSemanticsIsRefused(t *testing.T) {
	config := DefaultConfig()
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
	if len(r.notices) != 1 || r.notices[0] != (Notice{Failure, "games 1 to 2 failed on worker old: it was played with semantics theirs, not rules; others try again"}) {
		t.Errorf("got the notices %v", r.notices)
	}
}

// TestAWorkerOfOtherSemanticsGetsNothing checks that a worker with other rules
// gets no games and is reported once.
func TestAWorkerOfOtherSemanticsGetsNothing(t *testing.T) {
	c, r := started(t, DefaultConfig(), nil)
	for turn := range 3 {
		c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: turn, Semantics: "theirs", Name: "old"})
	}
	for _, m := range r.sent {
		if m.Kind == Leased {
			t.Errorf("it was given %v", m)
		}
	}
	if len(r.notices) != 1 || r.notices[0] != (Notice{Mismatch, "worker old plays with semantics theirs, not rules, and gets no games: install the same version of the program there"}) {
		t.Errorf("got the notices %v", r.notices)
	}
}

// TestAJobOfTheSameNameIsNotResumed checks that two different jobs with the
// same name are not mixed.
func TestAJobOfTheSameNameIsNotResumed(t *testing.T) {
	r := &rows{}
	c := NewCoordinator("c", Spec{Job: "j", Semantics: rules, Games: 2, Size: 2, Content: []Blob{{"record", []byte("mine")}}}, DefaultConfig(), r, 0, nil)
	c.Answer(1, Answer{ID: 1, Found: true, Data: []byte("theirs")})
	ended, err := c.Ended()
	if clash, ok := err.(*ClashError); !ended || !ok || *clash != (ClashError{"j", "theirs", "mine"}) {
		t.Errorf("got %v", err)
	}
}

// TestWaitingEndsAfterItsTimeout checks that pauses grow, that notices are given while
// waiting, and that waiting ends after the configured time.
func TestWaitingEndsAfterItsTimeout(t *testing.T) {
	r := &rows{}
	config := DefaultConfig()
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
	if len(r.notices) == 0 || r.notices[0].Text != "the server has not answered for 8s; trying again until 1m0s have passed" {
		t.Errorf("got the notices %v", r.notices)
	}
	c, r = started(t, config, nil)
	for {
		wake, ok := c.Wake()
		if !ok {
			break
		}
		asked := len(r.asked)
		c.Tick(wake)
		for _, q := range r.asked[asked:] {
			c.Answer(wake, Answer{ID: q.ID}) // nothing is stored
		}
	}
	if _, err := c.Ended(); err == nil || err.Error() != "no worker was heard from for 1m0s; sleight worker starts one" {
		t.Errorf("got %v", err)
	}
	if n := len(r.notices); n != 3 || r.notices[0].About != NoWorkers {
		t.Errorf("got the notices %v", r.notices)
	}
}

// TestLostContentIsOneFailure checks that content which the server has lost is
// stored again once, and counts as one failure, however many workers miss it
// meanwhile.
func TestLostContentIsOneFailure(t *testing.T) {
	config := DefaultConfig()
	config.Failures = 2
	c, r := started(t, config, nil)
	asked := len(r.asked)
	for turn := range 5 {
		c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: turn, Semantics: rules})
		c.Receive(time.Second, Message{Kind: Failed, From: "w", Job: "j", Turn: turn, Semantics: rules, Reason: "it is gone", Missing: true})
	}
	if _, err := c.Ended(); err != nil || len(r.asked) != asked+1 || r.asked[asked].Op != Ship {
		t.Fatalf("ended with %v, asked %v", err, r.asked[asked:])
	}
	c.Answer(time.Second, Answer{ID: r.asked[asked].ID})
	c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: 6, Semantics: rules})
	c.Receive(time.Second, Message{Kind: Failed, From: "w", Job: "j", Turn: 6, Semantics: rules, Reason: "it is gone", Missing: true})
	if _, err := c.Ended(); err == nil || err.Error() != "games 1 to 2 failed 2 times, last on worker : it is gone" {
		t.Errorf("ended with %v", err)
	}
}

// TestASuspendedCoordinatorKeepsItsLeases checks that no time passes for a
// suspended machine: no worker could have renewed its lease.
func TestASuspendedCoordinatorKeepsItsLeases(t *testing.T) {
	c, r := started(t, DefaultConfig(), nil)
	c.Receive(time.Second, Message{Kind: Take, From: "w", Job: "j", Turn: 1, Semantics: rules})
	asked := len(r.asked)
	c.Tick(10 * time.Minute)
	c.Receive(10*time.Minute+time.Second, Message{Kind: Alive, From: "w", Job: "j", Turn: 1, Semantics: rules})
	if last := r.sent[len(r.sent)-1]; last.Kind != Keep || len(r.asked) != asked {
		t.Errorf("the worker got %v", last)
	}
}

// TestLateResultsOfLostWorkersAreUsed checks that a coordinator that has lost
// a worker looks again for its result instead of having the chunk played again.
func TestLateResultsOfLostWorkersAreUsed(t *testing.T) {
	c, r := started(t, DefaultConfig(), func(*Result) error { return nil })
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
			case List: // it is stored by now
				a.Chunks = []int{0}
				lists++
			case Lookup:
				if looks++; lists > 0 {
					a.Found, a.Result = true, &Result{Semantics: rules, Record: "record"}
				}
			}
			c.Answer(wake, a)
		}
		for _, q := range r.asked[asked:] {
			if q.Op == Lookup && lists > 0 {
				c.Answer(wake, Answer{ID: q.ID, Found: true, Result: &Result{Semantics: rules, Record: "record"}})
			}
		}
	}
	if ended, err := c.Ended(); !ended || err != nil || c.Counted() != 1 || lists != 1 {
		t.Errorf("ended %t with %v, counted %d after %d lists", ended, err, c.Counted(), lists)
	}
}

// TestSlowWorkersAreReportedAndHelped checks that a worker that takes far longer
// than others is reported once, and that another worker may play its chunk once
// nothing else is left.
func TestSlowWorkersAreReportedAndHelped(t *testing.T) {
	counted := 0
	c, r := startedOf(t, 4, DefaultConfig(), func(*Result) error { counted++; return nil })
	say := func(at Time, kind Kind, worker string, turn, chunk int) Message {
		c.Receive(at, Message{Kind: kind, From: worker, Job: "j", Turn: turn, Chunk: chunk, Semantics: rules, Name: worker})
		i := len(r.sent) - 1
		for r.sent[i].Kind == Open {
			i--
		}
		return r.sent[i]
	}
	say(time.Second, Take, "slow", 1, 0)
	say(time.Second, Take, "quick", 1, 0)
	say(3*time.Second, Done, "quick", 1, 1)
	c.Answer(3*time.Second, Answer{ID: r.asked[len(r.asked)-1].ID, Found: true, Result: &Result{Semantics: rules, Record: "record", Chunk: 1}})
	for at := 4 * time.Second; at < 22*time.Second; at += time.Second {
		c.Tick(at)
		say(at, Alive, "slow", 1, 0)
	}
	if m := say(22*time.Second, Take, "quick", 2, 0); m.Kind != None || len(r.notices) > 0 {
		t.Errorf("after 21 s it got %v, and there are notices %v", m, r.notices)
	}
	for at := 23 * time.Second; at < 27*time.Second; at += time.Second {
		c.Tick(at)
		say(at, Alive, "slow", 1, 0)
	}
	if len(r.notices) != 1 || r.notices[0] != (Notice{Slow, "worker slow has played games 1 to 2 for 22s; others took 2s"}) {
		t.Errorf("got the notices %v", r.notices)
	}
	if m := say(27*time.Second, Take, "slow", 1, 0); m.Kind != Leased || m.Chunk != 0 {
		t.Errorf("it got %v", m)
	}
	if m := say(27*time.Second, Take, "quick", 3, 0); m.Kind != Leased || m.Chunk != 0 {
		t.Errorf("the quick one got %v", m)
	}
	say(28*time.Second, Done, "quick", 3, 0)
	c.Answer(28*time.Second, Answer{ID: r.asked[len(r.asked)-1].ID, Found: true, Result: &Result{Semantics: rules, Record: "record"}})
	if ended, err := c.Ended(); !ended || err != nil || counted != 2 {
		t.Errorf("ended %t with %v, counted %d", ended, err, counted)
	}
}
