package dispatch

import (
	"slices"
	"time"
)

// overdue reports what should have happened now but has not.
func (w *world) overdue() {
	for _, j := range w.jobs {
		if !j.finished && !j.dead {
			w.breaks("job %s has not finished %s after the last fault: %d of %d chunks are counted", j.spec.Job, horizon, len(j.counted), j.spec.Chunks())
		}
	}
	for _, n := range w.nodes {
		if n.turn != 0 {
			w.breaks("%s still plays for %s", n.id, n.playing)
		}
	}
}

// over reports whether all jobs are done and nobody plays.
func (w *world) over() bool {
	for _, j := range w.jobs {
		if !j.finished && !j.dead || w.now < j.written+time.Second {
			return false
		}
	}
	return !slices.ContainsFunc(w.nodes, func(n *node) bool { return n.turn != 0 })
}

// deadline is how long workers may continue with a job whose coordinator is
// gone.
const deadline = time.Minute

// idleness checks that nobody plays for a job that has ended.
func (w *world) idleness(n *node) {
	if n == nil || n.turn == 0 || !n.up || n.frozenUntil > w.now {
		return
	}
	for _, j := range w.jobs {
		if j.spec.Job != n.playing {
			continue
		}
		gone := j.diedAt
		if j.finished && !j.dead {
			gone = j.written
		}
		if (j.dead || j.finished) && w.now-max(gone, n.since, w.thawed(n)) > deadline {
			w.breaks("%s plays for %s, whose coordinator has been gone for %s", n.id, j.spec.Job, w.now-gone)
		}
	}
}

// waste checks that nobody starts a chunk that has already been played.
func (w *world) waste(n *node, m Message) {
	if slices.ContainsFunc(w.Faults, func(f fault) bool { return f.Kind == wiped || f.Kind == rot }) {
		return // it may have to be played again
	}
	if s, ok := w.server.results[m.Job][m.Chunk]; ok && w.now-max(s.at, w.thawed(n)) > 2*deadline {
		w.breaks("%s plays chunk %d of %s, whose result has been stored for %s", n.id, m.Chunk, m.Job, w.now-s.at)
	}
	if j := w.jobOf(m.Job); j.complete > 0 && w.now-max(j.complete, w.thawed(n)) > 5*time.Second {
		w.breaks("%s plays chunk %d of %s, of which all had been counted %s ago", n.id, m.Chunk, m.Job, w.now-j.complete)
	}
}

// thawed returns when the last fault ended that kept a node from hearing
// anything. The node cannot react to events before that time.
func (w *world) thawed(n *node) Time {
	var last Time
	for i := range w.Faults {
		f := &w.Faults[i]
		if (f.Kind == freeze && f.Node == n.id) && f.At <= w.now {
			last = max(last, f.At+f.For)
		}
	}
	return last
}
