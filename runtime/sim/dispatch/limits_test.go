package dispatch

import (
	"fmt"
	"testing"
	"time"
)

// TestDefaultPeriods states the default periods: machines of different versions
// must agree on them.
func TestDefaultPeriods(t *testing.T) {
	want := Config{
		Beat: 2 * time.Second, Lease: 15 * time.Second, Silence: 40 * time.Second, Reply: 2 * time.Second, Pause: 8 * time.Second,
		Report: 10 * time.Second, Wait: 600 * time.Second, Failures: 5, Losses: 10,
	}
	if got := DefaultConfig(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestWorkersHeardFromLongAgoAreForgotten checks that a coordinator remembers
// a limited number of workers, and drops the one it has not heard from for the
// longest time.
func TestWorkersHeardFromLongAgoAreForgotten(t *testing.T) {
	var w workers
	for i := range keptWorkers {
		w.list = append(w.list, &knownWorker{id: fmt.Sprint(i), seen: Time(i)})
	}
	first := w.touch("0", keptWorkers)
	if w.touch("new", keptWorkers+1); len(w.list) != keptWorkers || w.list[0] != first || w.list[1].id != "2" {
		t.Errorf("%d workers, first %+v and %+v", len(w.list), w.list[0], w.list[1])
	}
	if last := w.list[keptWorkers-1]; *last != (knownWorker{id: "new", seen: keptWorkers + 1}) {
		t.Errorf("last %+v", last)
	}
	w.list = w.list[:keptWorkers-1]
	if w.touch("fits", 1); len(w.list) != keptWorkers || w.list[0] != first {
		t.Errorf("%d workers, first %+v", len(w.list), w.list[0])
	}
}

// TestJobsAreForgottenOnceTheyAreNotAnnounced checks that a worker remembers a
// limited number of jobs, and for a limited time.
func TestJobsAreForgottenOnceTheyAreNotAnnounced(t *testing.T) {
	w := NewWorker("w", "ann", rules, DefaultConfig(), silent{}, nil, time.Second)
	for i := range keptOffers + 1 {
		w.Receive(time.Second, Message{Kind: Open, From: "c", Job: fmt.Sprintf("%04d", i), Semantics: rules, Open: i % 2})
	}
	if len(w.jobs) != keptOffers || w.findOffer(fmt.Sprintf("%04d", keptOffers)) != nil {
		t.Errorf("%d jobs are remembered", len(w.jobs))
	}
	for now := 3 * time.Second; now < time.Second+forget; now += 2 * time.Second {
		if w.Tick(now); len(w.jobs) != keptOffers {
			t.Fatalf("%d jobs are remembered at %s", len(w.jobs), now)
		}
	}
	w.Tick(time.Second + forget)
	if len(w.jobs) != 1 || w.jobs[0] != w.from {
		t.Errorf("%d jobs are remembered", len(w.jobs))
	}
}

// silent is a port to nobody.
type silent struct{}

func (silent) Send(Message)  {}
func (silent) Ask(Request)   {}
func (silent) Notify(Notice) {}
