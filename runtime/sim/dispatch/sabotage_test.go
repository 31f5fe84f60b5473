package dispatch

import (
	"os"
	"slices"
	"testing"
	"time"
)

// sabotage injects a bug into the machines of a world.
type sabotage struct {
	name string
	// from is the first seed that is tried by day, for a bug that no seed long
	// before it shows; 0 for the first.
	from uint64
	// before changes an input of a process, or withholds it by returning false.
	before func(w *world, n *node, e *event) bool
	// then changes a process after it has taken an input.
	then func(w *world, n *node)
}

func (s *sabotage) input(w *world, n *node, e *event) bool {
	return s.before == nil || s.before(w, n, e)
}

func (s *sabotage) after(w *world, n *node) {
	if s.then != nil {
		s.then(w, n)
	}
}

// delivers reports whether the event is a message of a kind to a coordinator.
func delivers(n *node, e *event, kind Kind) bool {
	return n.coordinator != nil && e.kind == arrive && e.message.Kind == kind
}

// sabotages lists bugs that a careless author might write.
var sabotages = []sabotage{
	{name: "a coordinator takes a worker's word that a result is stored", before: func(_ *world, n *node, e *event) bool {
		if delivers(n, e, Done) && n.coordinator.running {
			if k := &n.coordinator.chunks[e.message.Chunk]; k.state == played {
				n.coordinator.markStored(e.message.Chunk)
				n.coordinator.stored = without(n.coordinator.stored, e.message.Chunk)
				k.state = counted
				n.coordinator.merged++
			}
		}
		return true
	}},
	{name: "a coordinator counts an answer that comes twice", before: func(_ *world, n *node, e *event) bool {
		if n.coordinator != nil && e.kind == reply && e.answer.Result != nil &&
			!slices.ContainsFunc(n.coordinator.pending, func(q *pendingRequest) bool { return q.ID == e.answer.ID }) {
			_ = n.coordinator.merge(e.answer.Result)
		}
		return true
	}},
	{name: "a lease does not end", then: func(_ *world, n *node) {
		if n.coordinator != nil {
			for i := range n.coordinator.chunks {
				for j := range n.coordinator.chunks[i].leases {
					n.coordinator.chunks[i].leases[j].until = 1000 * time.Hour
				}
			}
		}
	}},
	{name: "a lease is not renewed", before: func(_ *world, n *node, e *event) bool { return !delivers(n, e, Alive) }},
	{name: "nobody compares semantics", before: func(_ *world, n *node, e *event) bool {
		switch {
		case e.kind != arrive:
		case n.coordinator != nil:
			e.message.Semantics = n.coordinator.spec.Semantics
		case n.worker != nil:
			e.message.Semantics = n.worker.semantics
		}
		return true
	}},
	{name: "a worker plays on without its coordinator", from: 360, then: func(w *world, n *node) {
		if n.worker != nil {
			n.worker.heard = w.now
		}
	}},
	{name: "a question to the server is asked once", then: func(_ *world, n *node) {
		var p *peer
		switch {
		case n.coordinator != nil:
			p = &n.coordinator.peer
		case n.worker != nil:
			p = &n.worker.peer
		default:
			return
		}
		for _, q := range p.pending {
			q.next = 1000 * time.Hour
		}
	}},
	{name: "a chunk is forgotten when its worker asks for another", before: func(_ *world, n *node, e *event) bool {
		if delivers(n, e, Take) {
			c := n.coordinator
			for _, i := range slices.Clone(c.held) {
				if l := c.chunks[i].leases; len(l) == 1 && l[0].worker == e.message.From && l[0].turn < e.message.Turn {
					c.chunks[i].leases = nil
					c.held = without(c.held, i)
				}
			}
		}
		return true
	}},
	{name: "content that the server has lost is not stored again", before: func(_ *world, n *node, e *event) bool {
		if delivers(n, e, Failed) {
			e.message.Missing = false
		}
		return true
	}},
	{name: "content that the server has damaged is not stored again", before: func(w *world, _ *node, _ *event) bool {
		w.server.keepsDamage = true
		return true
	}},
	{name: "a coordinator ends one chunk early", then: func(_ *world, n *node) {
		if c := n.coordinator; c != nil && c.running && len(c.chunks) > 1 && c.merged == len(c.chunks)-1 {
			c.end(nil)
		}
	}},
	{name: "results are deleted before the answer is written", from: 270, then: func(w *world, n *node) {
		if c := n.coordinator; c != nil && c.ended {
			w.server.forget(c.spec.Job)
		}
	}},
	{name: "a coordinator that comes back starts over", from: 320, before: func(w *world, n *node, e *event) bool {
		if n.coordinator != nil && e.kind == reply {
			e.answer.Chunks = nil
		}
		return true
	}},
	{name: "nobody looks for the result of a lost worker", from: 2_990, then: func(_ *world, n *node) {
		if n.coordinator != nil {
			n.coordinator.searchAt = 1000 * time.Hour
		}
	}, before: func(w *world, n *node, e *event) bool {
		if c := n.coordinator; c != nil && e.kind == tick {
			for _, i := range slices.Clone(c.held) {
				if l := c.chunks[i].leases; len(l) == 1 && w.now >= l[0].until+c.skipped {
					c.requeue(i)
				}
			}
		}
		return true
	}},
}

// TestPlantedFaultsAreFound injects bugs, one at a time, and checks that the
// simulator finds each of them within a number of seeds, and shrinks the scenario
// to a few steps that replay exactly.
func TestPlantedFaultsAreFound(t *testing.T) {
	planted := sabotages
	if testing.Short() { // set for the race detector, which finds nothing in a single goroutine
		planted = planted[:4]
	}
	for i := range planted {
		s := &planted[i]
		t.Run(s.name, func(t *testing.T) {
			seed := max(1, s.from)
			if os.Getenv("SLEIGHT_NIGHTLY") != "" {
				seed = 1
			}
			for ; ; seed++ {
				found := generate(seed)
				fault, _ := check(found, s)
				if fault == "" {
					if seed == 4000 {
						t.Fatalf("not found by %d seeds", seed)
					}
					continue
				}
				small := shrink(found, s)
				first, a := check(small, s)
				again, b := check(small, s)
				if first == "" || first != again || a.now != b.now || a.order != b.order {
					t.Errorf("it went %q once, and %q then", first, again)
				}
				if harmless, _ := check(small, nil); harmless != "" {
					t.Errorf("without the fault, too: %s", harmless)
				}
				if len(small.Faults) > 6 {
					t.Errorf("%d steps are left", len(small.Faults))
				}
				t.Logf("found by seed %d with %d faults; %d are left:\n%s%s", seed, len(found.Faults), len(small.Faults), small, first)
				return
			}
		})
	}
}
