package dispatch

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// simPort is the port and the player of a simulated machine.
type simPort struct {
	w *world
	n *node
}

// spend reports whether the process lives long enough for one more effect.
func (p simPort) spend() bool {
	if p.n.budget == 0 {
		return false
	}
	if p.n.budget > 0 {
		p.n.budget--
	}
	return true
}

func (p simPort) Send(m Message) {
	if p.spend() {
		p.w.travel(p.n, event{kind: hop, node: p.n, message: m})
	}
}

func (p simPort) Ask(r Request) {
	if p.spend() {
		p.w.travel(p.n, event{kind: hop, node: p.n, request: r, isAsk: true, life: p.n.life})
	}
}

func (p simPort) Notify(n Notice) { p.w.log("%s notices: %s", p.n.id, n.Text) }

func (p simPort) Has(digest string) bool { return p.n.blobs[digest] }

func (p simPort) Keep(digest string, data []byte) error {
	if "blob of "+digest != string(data) {
		return fmt.Errorf("%s is damaged", digest)
	}
	p.n.blobs[digest] = true
	return nil
}

func (p simPort) Play(m Message) {
	if !p.spend() {
		return
	}
	w, n := p.w, p.n
	n.turn, n.playing, n.since = m.Turn, m.Job, w.now
	for _, digest := range m.Content {
		if !n.blobs[digest] {
			w.breaks("%s plays without %s", n.id, digest)
		}
	}
	w.waste(n, m)
	took := w.jobOf(m.Job).length(m.Chunk) * Time(1+mix(w.Seed+uint64(n.id[1]))%slowest)
	w.at(w.now+took, event{kind: outcome, node: n, life: n.life, turn: m.Turn, message: m})
}

func (p simPort) Stop() { p.n.turn = 0 }

// travel sends an event over a link, whose faults may lose, duplicate or delay
// it.
func (w *world) travel(n *node, e event) {
	outward := e.kind != hop
	if outward {
		n.got++
	} else {
		n.sent++
	}
	count := n.sent
	if outward {
		count = n.got
	}
	delay := time.Duration(1+w.random(25)) * time.Millisecond
	copies := 1
	for i := range w.Faults {
		f := &w.Faults[i]
		if f.Node != n.id && f.Node != "" {
			continue
		}
		now := f.At <= w.now && w.now < f.At+f.For
		hit := f.nth() && f.Kind != crashStep && f.Nth == count && f.Outward == outward
		switch {
		case f.Kind == cut && now && (f.Part == 0 || (f.Part == 1) == outward), f.Kind == lose && hit:
			copies = 0
		case f.Kind == double && hit:
			copies = 2
		case f.Kind == late && hit:
			delay += f.For
		case f.Kind == storm && now:
			switch draw := w.random(100); {
			case draw < 25:
				copies = 0
			case draw < 40:
				copies = min(copies*2, 2)
			}
			delay += time.Duration(w.random(3000)) * time.Millisecond
		}
	}
	for range copies {
		w.at(w.now+delay, e)
		delay += time.Duration(1+w.random(2000)) * time.Millisecond
	}
}

// hop handles a message or request that reaches the server.
func (w *world) hop(e event) {
	s := w.server.node
	if !s.up {
		return
	}
	if s.frozenUntil > w.now {
		w.at(s.frozenUntil, e)
		return
	}
	if e.isAsk {
		if w.trace != nil {
			w.log("%s asks the server to %s %s", e.node.id, e.request.Op, strings.TrimSpace(e.request.Job+" "+e.request.Digest))
		}
		if a, ok := w.server.do(w, e.request); ok {
			w.travel(e.node, event{kind: reply, node: e.node, life: e.life, answer: a})
		}
		return
	}
	m := e.message
	if w.trace != nil {
		text, _ := json.Marshal(m)
		w.log("%s sends %s", e.node.id, text)
	}
	for _, n := range w.nodes {
		switch {
		case n == s || !n.up:
		case m.To != "":
			if id, life, _ := strings.Cut(m.To, "."); n.id == id && life == fmt.Sprint(n.life) {
				w.travel(n, event{kind: arrive, node: n, life: n.life, message: m})
			}
		case (m.Kind == Open || m.Kind == Over) == (n.job == nil):
			w.travel(n, event{kind: arrive, node: n, life: n.life, message: m})
		}
	}
}

// thaw resumes a frozen process. It handles the inputs it missed, its alarm
// first, as stopped processes do.
func (w *world) thaw(n *node) {
	if !n.up || n.frozenUntil > w.now {
		return
	}
	w.log("%s goes on", n.id)
	missed := n.inbox
	n.inbox = nil
	if n.coordinator != nil || n.worker != nil {
		n.alarm = w.now
		w.at(w.now, event{kind: tick, node: n, life: n.life})
	}
	for _, e := range missed {
		if e.kind != tick {
			w.at(w.now, e)
		}
	}
}

// simServer is a simulated server. What it has acknowledged survives its
// crashes, except those whose fault loses the latest data.
type simServer struct {
	node    *node
	records map[string]stored
	blobs   map[string]stored
	results map[string]map[int]stored
	// keepsDamage makes Ship keep a damaged blob.
	keepsDamage bool
}

type stored struct {
	at     Time
	data   []byte
	result *Result
}

func (s *simServer) do(w *world, r Request) (Answer, bool) {
	for i := range w.Faults {
		if f := &w.Faults[i]; f.Kind == refuse && f.At <= w.now && w.now < f.At+f.For {
			return Answer{ID: r.ID, Err: "the store is not available"}, true
		}
	}
	a := Answer{ID: r.ID}
	switch r.Op {
	case Begin:
		if _, ok := s.records[r.Job]; !ok {
			s.records[r.Job] = stored{at: w.now, data: r.Data}
		}
		a.Found, a.Data = true, s.records[r.Job].data
	case Ship:
		if have, ok := s.blobs[r.Digest]; !ok || string(have.data) != string(r.Data) && !s.keepsDamage {
			s.blobs[r.Digest] = stored{at: w.now, data: r.Data}
		}
	case Fetch:
		var b stored
		b, a.Found = s.blobs[r.Digest]
		a.Data = b.data
	case Store:
		if s.results[r.Job] == nil {
			s.results[r.Job] = map[int]stored{}
		}
		s.results[r.Job][r.Chunk] = stored{at: w.now, result: r.Result}
		w.log("%s is stored: %s chunk %d", r.Job, r.Result.Worker, r.Chunk)
	case Lookup:
		var found stored
		found, a.Found = s.results[r.Job][r.Chunk]
		a.Result = found.result
		a.Found = a.Found && a.Result != nil
	case List:
		a.Chunks = slices.Sorted(maps.Keys(s.results[r.Job]))
	}
	return a, true
}

// lose deletes what was stored since a time.
func (s *simServer) lose(since Time) {
	old := func(x stored) bool { return x.at >= since }
	maps.DeleteFunc(s.records, func(_ string, x stored) bool { return old(x) })
	maps.DeleteFunc(s.blobs, func(_ string, x stored) bool { return old(x) })
	for _, results := range s.results {
		maps.DeleteFunc(results, func(_ int, x stored) bool { return old(x) })
	}
}

// rot damages all stored content, and every second result.
func (s *simServer) rot() {
	for digest, x := range s.blobs {
		s.blobs[digest] = stored{at: x.at, data: []byte("damaged")}
	}
	for _, results := range s.results {
		for chunk, x := range results {
			if chunk%2 == 1 {
				results[chunk] = stored{at: x.at}
			}
		}
	}
}

func (s *simServer) forget(job string) {
	delete(s.records, job)
	delete(s.results, job)
}
