package dispatch

import (
	"encoding/json"
	"fmt"
	"time"

	"sleight/runtime/sim"
)

// world is a server, coordinators and workers on a simulated network, in
// virtual time. Equal scenarios run identically.
type world struct {
	scenario
	now    Time
	events queue
	order  int // of events, to break ties between events at the same time
	draws  uint64
	nodes  []*node
	jobs   []*simJob
	server simServer
	ends   []Time // when lasting faults end
	// trace, if set, is called with everything that happens.
	trace func(format string, args ...any)
	// tamper, if set, injects a bug: it sees and changes inputs and machines.
	tamper *sabotage
	fault  string // the first violated invariant
	played int    // chunks, altogether
	games  func(seed uint64, games [2]int) *sim.Result
}

// node is a process: the server, a coordinator or a worker.
type node struct {
	id          string
	up          bool
	life        int // counts restarts
	frozenUntil Time
	inbox       []event // while it is frozen
	steps       int
	budget      int // how many more effects the step may have; -1 means any number
	died        bool
	sent, got   int // messages, for faults of the nth message

	job         *simJob
	coordinator *Coordinator
	worker      *Worker
	blobs       map[string]bool
	turn        int // the turn being played; 0 means none
	playing     string
	since       Time
	alarm       Time
}

// simJob is a coordinator's job and its results.
type simJob struct {
	spec     Spec
	seed     uint64
	total    *sim.Result
	counted  map[int]int
	answer   string
	written  Time
	complete Time // when all chunks were first counted
	dead     bool // its host never comes back
	diedAt   Time
	finished bool
}

type eventKind uint8

const (
	tick eventKind = iota
	hop            // a message or request is at the server
	arrive
	reply
	outcome
	strike // a fault starts
	thaw
	boot
	write // a coordinator's answer is written
	wipe  // what a job has stored is deleted
)

type event struct {
	at      Time
	order   int
	kind    eventKind
	node    *node
	life    int
	turn    int
	message Message
	request Request
	isAsk   bool
	answer  Answer
	fault   *fault
}

// queue is a heap of events.
type queue []event

func (q queue) less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].order < q[j].order
}

func (q *queue) push(e event) {
	*q = append(*q, e)
	for i := len(*q) - 1; i > 0; {
		up := (i - 1) / 2
		if !q.less(i, up) {
			break
		}
		(*q)[i], (*q)[up] = (*q)[up], (*q)[i]
		i = up
	}
}

func (q *queue) pop() event {
	top := (*q)[0]
	last := len(*q) - 1
	(*q)[0] = (*q)[last]
	(*q)[last] = event{}
	*q = (*q)[:last]
	for i := 0; ; {
		low := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && q.less(down, low) {
				low = down
			}
		}
		if low == i {
			return top
		}
		(*q)[i], (*q)[low] = (*q)[low], (*q)[i]
		i = low
	}
}

const (
	// horizon is how long after the last fault everything must be done, not
	// counting the time to play.
	horizon = 10 * time.Minute
	// slowest is how many times as long the slowest workers take as the
	// fastest.
	slowest = 3
)

func newWorld(s scenario) *world {
	w := &world{scenario: s, games: outcomes, server: simServer{results: map[string]map[int]stored{}, records: map[string]stored{}, blobs: map[string]stored{}}}
	w.server.node = w.add("server")
	w.server.node.up = true
	for i, j := range s.Jobs {
		job := newSimJob(s, i, j)
		w.jobs = append(w.jobs, job)
		n := w.add(fmt.Sprintf("c%d", i+1))
		n.job = job
		w.at(j.Start, event{kind: boot, node: n})
	}
	for i := range s.Workers {
		n := w.add(fmt.Sprintf("w%d", i+1))
		w.at(Time(w.random(4000))*time.Millisecond, event{kind: boot, node: n})
	}
	for i := range s.Faults {
		f := &s.Faults[i]
		w.ends = append(w.ends, f.At+max(0, f.For))
		if !f.nth() {
			w.at(f.At, event{kind: strike, fault: f})
		}
	}
	return w
}

func (w *world) add(id string) *node {
	n := &node{id: id, budget: -1, blobs: map[string]bool{}}
	w.nodes = append(w.nodes, n)
	return n
}

func (w *world) find(id string) *node {
	for _, n := range w.nodes {
		if n.id == id {
			return n
		}
	}
	return nil
}

// random returns a number below n, decided by the seed and the number of draws.
func (w *world) random(n uint64) uint64 {
	w.draws++
	return mix(w.Seed+w.draws*0x9e3779b97f4a7c15) % n
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (w *world) at(t Time, e event) {
	e.at = max(t, w.now)
	w.order++
	e.order = w.order
	w.events.push(e)
}

func (w *world) log(format string, args ...any) {
	if w.trace != nil {
		w.trace("%9.3f "+format, append([]any{w.now.Seconds()}, args...)...)
	}
}

// breaks records a violated invariant.
func (w *world) breaks(format string, args ...any) {
	if w.fault == "" {
		w.fault = fmt.Sprintf(format, args...)
		w.log("BROKEN: %s", w.fault)
	}
}

// run runs the world and returns the violated invariant, or "".
func (w *world) run() string {
	end := horizon
	for _, t := range w.ends {
		end = max(end, t+horizon)
	}
	for _, j := range w.jobs { // one worker may have to play everything, twice
		for chunk := range j.spec.Chunks() {
			end += 2 * slowest * j.length(chunk)
		}
	}
	for w.fault == "" && len(w.events) > 0 {
		e := w.events.pop()
		w.now = e.at
		if w.now > end {
			w.overdue()
			break
		}
		w.happen(e)
		if w.over() {
			break
		}
	}
	return w.fault
}

// happen executes one event.
func (w *world) happen(e event) {
	switch e.kind {
	case strike:
		w.strike(e.fault)
	case thaw:
		w.thaw(e.node)
	case boot:
		w.boot(e.node)
	case write:
		w.write(e)
	case wipe:
		w.server.forget(e.node.job.spec.Job)
	case hop:
		w.hop(e)
	default:
		w.input(e)
	}
	w.idleness(e.node)
}

// boot starts a process.
func (w *world) boot(n *node) {
	if n.up || n.job != nil && (n.job.dead || n.job.finished) {
		return
	}
	n.up, n.died, n.turn, n.frozenUntil, n.inbox = true, false, 0, 0, nil
	n.life++
	n.blobs = map[string]bool{}
	w.log("%s starts", n.id)
	switch {
	case n == w.server.node:
	case n.job != nil:
		n.job.total, n.job.counted = nil, map[int]int{}
		n.coordinator = NewCoordinator(fmt.Sprintf("%s.%d", n.id, n.life), n.job.spec, w.config(), simPort{w, n}, w.now, func(r *Result) error { return n.job.merge(w, r) })
	default:
		semantics := rules
		if w.Foreign && n.id == "w1" {
			semantics = "foreign"
		}
		n.worker = NewWorker(fmt.Sprintf("%s.%d", n.id, n.life), n.id, semantics, w.config(), simPort{w, n}, simPort{w, n}, w.now)
	}
	w.after(n)
}

// config returns the default configuration, except that no number of faults
// makes a job fail.
func (w *world) config() Config {
	c := DefaultConfig()
	c.Failures, c.Losses, c.Wait = 1000, 1000, time.Hour
	return c
}

// crash ends a process, which comes back later unless rest is negative.
func (w *world) crash(n *node, rest Time) {
	if !n.up || n.job != nil && n.job.finished && n.job.written > 0 {
		return
	}
	w.log("%s crashes", n.id)
	n.up, n.turn, n.coordinator, n.worker, n.inbox = false, 0, nil, nil, nil
	n.life++
	if rest >= 0 {
		w.at(w.now+rest, event{kind: boot, node: n})
	} else if n.job != nil {
		n.job.dead, n.job.diedAt = true, w.now
	}
}

// input passes an input to a process.
func (w *world) input(e event) {
	n := e.node
	if !n.up || e.life != 0 && e.life != n.life {
		return
	}
	if n.frozenUntil > w.now {
		n.inbox = append(n.inbox, e)
		return
	}
	if e.kind == tick && n.alarm != e.at {
		return
	}
	n.steps++
	n.budget = -1
	for i := range w.Faults {
		if f := &w.Faults[i]; f.Kind == crashStep && f.Node == n.id && f.Nth == n.steps {
			n.budget = f.Part
		}
	}
	if w.tamper != nil && !w.tamper.input(w, n, &e) {
		return
	}
	w.give(n, e)
	if n.budget >= 0 {
		n.died = true
	}
	w.after(n)
}

func (w *world) give(n *node, e event) {
	switch {
	case n.coordinator != nil && e.kind == tick:
		n.coordinator.Tick(w.now)
	case n.coordinator != nil && e.kind == arrive:
		n.coordinator.Receive(w.now, e.message)
	case n.coordinator != nil && e.kind == reply:
		n.coordinator.Answer(w.now, e.answer)
	case n.worker != nil && e.kind == tick:
		n.worker.Tick(w.now)
	case n.worker != nil && e.kind == arrive:
		n.worker.Receive(w.now, e.message)
	case n.worker != nil && e.kind == reply:
		n.worker.Answer(w.now, e.answer)
	case n.worker != nil && e.kind == outcome && n.turn == e.turn:
		job := w.jobOf(n.playing)
		n.turn = 0
		w.played++
		n.worker.Played(w.now, e.turn, job.play(w, n, e.message), nil, false)
	}
}

// after does what is due after an input.
func (w *world) after(n *node) {
	if n.died {
		n.died, n.budget = false, -1
		w.crash(n, 5*time.Second)
		return
	}
	if w.tamper != nil {
		w.tamper.after(w, n)
	}
	var wake Time
	ok := false
	if n.coordinator != nil {
		wake, ok = n.coordinator.Wake()
		w.ended(n)
	} else if n.worker != nil {
		wake, ok = n.worker.Wake()
		if _, err := n.worker.Ended(); err != nil {
			w.breaks("%s gives up: %v", n.id, err)
		}
	}
	if ok && (n.alarm != wake || wake <= w.now) {
		n.alarm = max(wake, w.now)
		w.at(n.alarm, event{kind: tick, node: n, life: n.life})
	}
}

// ended checks whether a coordinator has finished.
func (w *world) ended(n *node) {
	ended, err := n.coordinator.Ended()
	if !ended {
		return
	}
	if err != nil {
		w.breaks("job %s fails: %v", n.job.spec.Job, err)
		return
	}
	n.coordinator = nil
	if n.job.complete == 0 {
		n.job.complete = w.now
	}
	w.at(w.now+time.Duration(1+w.random(1500))*time.Millisecond, event{kind: write, node: n, life: n.life})
}

// write records an answer and compares it with the answer of a single machine.
func (w *world) write(e event) {
	j := e.node.job
	if !e.node.up || e.life != e.node.life || j.finished {
		return
	}
	text, err := json.Marshal(j.total)
	if err != nil {
		w.breaks("%v", err)
	}
	j.finished, j.written, j.answer = true, w.now, string(text)
	w.log("%s writes its answer", e.node.id)
	if want := w.alone(j); j.answer != want {
		w.breaks("job %s comes to\n%s\nand on one machine to\n%s", j.spec.Job, j.answer, want)
	}
	w.at(w.now+10*time.Millisecond, event{kind: wipe, node: e.node})
}

func (w *world) jobOf(name string) *simJob {
	for _, j := range w.jobs {
		if j.spec.Job == name {
			return j
		}
	}
	return nil
}
