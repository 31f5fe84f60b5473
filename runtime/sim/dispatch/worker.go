package dispatch

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Worker plays chunks of all announced jobs, one at a time.
type Worker struct {
	peer
	name, semantics string
	player          Player

	jobs  []*offer // by name
	turn  int
	state activity
	// lease is the lease of the chunk being played.
	lease Message
	from  *offer
	began Time
	// heard is when the coordinator of the lease was last heard from.
	heard Time
	// report is repeated until the coordinator has read it, or until deadline.
	report               Message
	beat, next, deadline Time
	attempts             int
}

// activity is what a worker is doing.
type activity uint8

const (
	idle activity = iota
	asking
	fetching
	playing
	storing
	reporting
)

// offer is a job that has been announced to a worker.
type offer struct {
	job, coordinator string
	open             int
	seen             Time
	// spent is how long the worker has played for the job. The job with the
	// least is next, so that all jobs get the same share.
	spent Time
	// notBefore is when the job may be asked again, and pause how long the last
	// pause was.
	notBefore, pause Time
	refused          bool
}

const (
	// keptOffers is the maximum number of jobs that a worker remembers.
	keptOffers = 1000
	// forget is how long a worker remembers a job that is no longer announced.
	forget = 10 * time.Minute
)

// NewWorker returns a worker that begins at the time now.
func NewWorker(id, name, semantics string, config Config, port Port, player Player, now Time) *Worker {
	w := &Worker{name: name, semantics: semantics, player: player}
	w.peer = peer{id: id, port: port, config: config, now: now}
	w.beat = now
	w.finishInput()
	return w
}

// Receive handles a message.
func (w *Worker) Receive(now Time, m Message) {
	w.setClock(now)
	if !w.ended {
		w.handleMessage(m)
	}
	w.finishInput()
}

// Answer handles an answer from the server.
func (w *Worker) Answer(now Time, a Answer) {
	w.setClock(now)
	if !w.ended {
		w.handleAnswer(a)
	}
	w.finishInput()
}

// Tick advances the worker's time.
func (w *Worker) Tick(now Time) {
	w.setClock(now)
	if !w.ended {
		w.retry()
		w.proceed()
	}
	w.finishInput()
}

// Played passes the outcome of a turn's chunk: its result, or an error and
// whether it would occur on every worker.
func (w *Worker) Played(now Time, turn int, data []byte, err error, final bool) {
	w.setClock(now)
	if !w.ended && w.state == playing && turn == w.turn {
		w.storeResult(data, err, final)
	}
	w.finishInput()
}

// Leave ends the worker. Others play its chunk.
func (w *Worker) Leave(now Time) {
	w.setClock(now)
	if !w.ended {
		w.abandon(true)
		w.end(nil)
	}
}

func (w *Worker) handleMessage(m Message) {
	switch m.Kind {
	case Open:
		w.recordOffer(m)
	case Over:
		if o := w.findOffer(m.Job); o != nil && o.coordinator == m.From {
			o.open, o.seen = 0, w.now-forget
			if w.state > asking && w.lease.Job == m.Job {
				w.abandon(false)
			}
		}
	case Leased:
		w.acceptLease(m)
	case None:
		if w.state == asking && m.Turn == w.turn && m.Job == w.lease.Job {
			w.from.open, w.from.pause = 0, 0
			w.state = idle
		}
	case Keep, Drop, Read:
		if w.state <= asking || m.Turn != w.turn || m.Job != w.lease.Job || m.Chunk != w.lease.Chunk {
			return
		}
		w.heard = max(w.heard, min(m.Sent, w.now))
		switch {
		case m.Kind == Drop && w.state != reporting:
			w.abandon(false)
		case m.Kind == Read && w.state == reporting:
			w.state = idle
		}
	}
}

// recordOffer handles the announcement of a job.
func (w *Worker) recordOffer(m Message) {
	o := w.findOffer(m.Job)
	if o == nil {
		if len(w.jobs) >= keptOffers {
			return
		}
		o = &offer{job: m.Job}
		for i, other := range w.jobs {
			if i == 0 || other.spent < o.spent {
				o.spent = other.spent // it gets no credit for time spent before it was announced
			}
		}
		at, _ := slices.BinarySearchFunc(w.jobs, m.Job, func(o *offer, job string) int { return strings.Compare(o.job, job) })
		w.jobs = slices.Insert(w.jobs, at, o)
	}
	if m.Semantics != w.semantics {
		if !o.refused {
			w.notify(Mismatch, "job %s is played with semantics %s, not %s: install the same version of the program", m.Job, m.Semantics, w.semantics)
		}
		o.refused, o.open = true, 0
		return
	}
	if o.coordinator != m.From {
		o.notBefore, o.pause = 0, 0
	}
	o.coordinator, o.open, o.seen, o.refused = m.From, m.Open, w.now, false
}

// findOffer returns a job by its name, or nil.
func (w *Worker) findOffer(job string) *offer {
	at, ok := slices.BinarySearchFunc(w.jobs, job, func(o *offer, job string) int { return strings.Compare(o.job, job) })
	if !ok {
		return nil
	}
	return w.jobs[at]
}

// acceptLease accepts a leased chunk, or gives it back if it comes too late.
func (w *Worker) acceptLease(m Message) {
	if m.Turn != w.turn || w.state != asking || m.Job != w.lease.Job {
		if m.Turn < w.turn || w.state < asking {
			w.send(Message{Kind: Leave, To: m.From, Job: m.Job, Turn: m.Turn, Chunk: m.Chunk})
		}
		return
	}
	w.from.pause = 0
	w.lease = m
	w.state = fetching
	w.began, w.heard, w.next = w.now, w.now, w.now+w.config.Lease/3
	w.fetch()
}

// fetch fetches missing content and then starts playing.
func (w *Worker) fetch() {
	turn := w.turn
	for _, digest := range w.lease.Content {
		if w.player.Has(digest) {
			continue
		}
		w.ask(Request{Op: Fetch, Digest: digest}, func(a Answer) {
			if w.turn != turn || w.state != fetching {
				return
			}
			switch {
			case a.Err != "":
				w.fail("the content cannot be fetched: "+a.Err, false, true)
			case !a.Found:
				w.fail("the server does not have the content", false, true)
			default:
				if err := w.player.Keep(digest, a.Data); err != nil {
					w.fail(err.Error(), false, true)
					return
				}
				w.fetch()
			}
		})
		return
	}
	w.state = playing
	w.player.Play(w.lease)
}

// storeResult stores a result.
func (w *Worker) storeResult(data []byte, err error, final bool) {
	if err != nil {
		w.fail(err.Error(), final, false)
		return
	}
	w.state = storing
	turn := w.turn
	r := &Result{Semantics: w.semantics, Record: w.lease.Content[0], Chunk: w.lease.Chunk, Worker: w.name, Data: data}
	w.ask(Request{Op: Store, Job: w.lease.Job, Chunk: w.lease.Chunk, Result: r}, func(a Answer) {
		switch {
		case w.turn != turn || w.state != storing:
		case a.Err != "":
			w.fail("its result cannot be stored: "+a.Err, true, false)
		default:
			w.startReport(Message{Kind: Done})
		}
	})
}

// fail reports that the chunk cannot be played, and pauses its job for a while.
func (w *Worker) fail(reason string, final, missing bool) {
	w.from.pause = w.config.pauseAfter(w.from.pause)
	w.from.notBefore = w.now + w.from.pause
	w.startReport(Message{Kind: Failed, Reason: reason, Final: final, Missing: missing})
}

// startReport starts to report the outcome of the chunk and repeats the report
// until the coordinator has read it.
func (w *Worker) startReport(m Message) {
	w.from.spent += w.now - w.began
	m.Job, m.Turn, m.Chunk, m.Name, m.Semantics = w.lease.Job, w.turn, w.lease.Chunk, w.name, w.semantics
	w.report = m
	w.state = reporting
	w.deadline, w.attempts = w.now+w.config.Report, 0
	w.next = w.now
}

// abandon stops work on a job. With notify, it informs the coordinator.
func (w *Worker) abandon(notify bool) {
	if w.state == playing {
		w.player.Stop()
	}
	if w.state > asking {
		w.from.spent += w.now - w.began
		if notify && w.state != reporting {
			w.send(Message{Kind: Leave, To: w.from.coordinator, Job: w.lease.Job, Turn: w.turn, Chunk: w.lease.Chunk})
		}
	}
	w.pending = nil
	w.state = idle
}

// proceed performs whatever is due in the current activity.
func (w *Worker) proceed() {
	switch w.state {
	case asking:
		if w.now >= w.deadline { // the coordinator has not answered in time
			w.from.pause = w.config.pauseAfter(w.from.pause)
			w.from.notBefore = w.now + w.from.pause
			w.state = idle
		}
	case fetching, playing, storing:
		if w.now-w.heard >= w.config.Silence {
			w.from.open = 0
			w.abandon(true)
			return
		}
		if w.now >= w.next {
			w.next = w.now + w.config.Lease/3
			w.send(Message{Kind: Alive, To: w.from.coordinator, Job: w.lease.Job, Turn: w.turn, Chunk: w.lease.Chunk, Name: w.name, Semantics: w.semantics, Sent: w.now})
		}
	case reporting:
		if w.now >= w.deadline {
			w.from.open = 0
			w.state = idle
		}
	}
}

// finishInput performs whatever is due after an input.
func (w *Worker) finishInput() {
	if w.ended {
		if w.state == playing {
			w.player.Stop()
			w.state = idle
		}
		return
	}
	if w.now >= w.beat {
		w.beat = w.now + w.config.Beat
		w.send(Message{Kind: Hello, Name: w.name, Semantics: w.semantics})
		w.jobs = slices.DeleteFunc(w.jobs, func(o *offer) bool { return w.now-o.seen >= forget && o != w.from })
	}
	if w.state == idle {
		w.choose()
	}
	if w.state == reporting && w.now >= w.next {
		w.next = w.now + w.config.Reply/4<<min(w.attempts, 4)
		w.attempts++
		m := w.report
		m.To = w.from.coordinator
		w.send(m)
	}
	w.setAlarms(w.beat)
	switch w.state {
	case asking:
		w.wakeBy(w.deadline)
	case fetching, playing, storing:
		w.wakeBy(min(w.next, w.heard+w.config.Silence))
	case reporting:
		w.wakeBy(min(w.next, w.deadline))
	}
}

// choose requests a chunk of the job on which the worker has spent the least
// time.
func (w *Worker) choose() {
	var best *offer
	for _, o := range w.jobs {
		if o.open > 0 && w.now-o.seen < 5*w.config.Beat && w.now >= o.notBefore && (best == nil || o.spent < best.spent) {
			best = o
		}
	}
	if best == nil {
		return
	}
	w.turn++
	w.from, w.state = best, asking
	w.lease = Message{Job: best.job}
	w.deadline = w.now + w.config.Reply
	w.send(Message{Kind: Take, To: best.coordinator, Job: best.job, Turn: w.turn, Name: w.name, Semantics: w.semantics})
}

// pauseAfter returns the next pause, twice as long as the last one, between
// Reply/2 and Pause.
func (c *Config) pauseAfter(pause Time) Time {
	return min(c.Pause, max(2*pause, c.Reply/2))
}

// String returns the name of an activity, for traces.
func (a activity) String() string {
	return [...]string{"idle", "asking", "fetching", "playing", "storing", "reporting"}[a]
}

func (w *Worker) String() string {
	return fmt.Sprintf("worker %s, %s %s", w.name, w.state, w.lease.Job)
}
