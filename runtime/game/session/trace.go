package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Span is one call of a hook in a trace.
type Span struct {
	Depth int // nesting depth
	Owner string
	Hook  string
	Self  string // label of the entity, empty for the game
	Place diag.Place
	// Fuel is what it cost, including the hooks it called.
	Fuel int64
	// Calls are the API calls that changed something or called hooks, in order.
	Calls []Step
}

// Step is one API call in a trace, with everything changed during it.
type Step struct {
	Function string
	Place    diag.Place
	Changes  []state.Change
	// First and Next bound the spans of the hooks that it called, by their
	// index in the trace; Next is the index after the last.
	First, Next int
}

// Tracer records hook calls while it is attached to a session.
type Tracer struct {
	Spans []Span
	open  []int
	fuel  []int64
}

// Trace attaches a tracer, or detaches it if t is nil. The caller clears what
// it has recorded.
func (s *Session) Trace(t *Tracer) {
	s.tracer = t
	s.host.Trace = s.traceCall()
}

// CalledDefinitions lists the definitions, by kind/id, whose hooks and
// expressions ran in the last command, unless that failed, in descending order
// of cost.
func (s *Session) CalledDefinitions() []string {
	var out []string
	for _, b := range s.host.FuelByHook() {
		if d := b.Hook.Owner; d != nil && !slices.Contains(out, d.Key()) { // typed code has no owner
			out = append(out, d.Key())
		}
	}
	return out
}

// Observe sets a function that is called for each event as it is emitted, in
// the middle of a command: f may read the session but not change it. Nil
// removes it.
func (s *Session) Observe(f func(Event)) { s.observe = f }

// Origin is where a script says a message: the line, the hook, and the definition that it
// belongs to, by kind/id. A hook of expressions is called expression.
type Origin struct {
	Place       diag.Place
	Owner, Hook string
}

// ObserveMessages sets a function that is called for each message of a command as it is
// said. Nil removes it.
func (s *Session) ObserveMessages(f func(Message, Origin)) { s.listen = f }

// say records a message of the running command.
func (s *Session) say(m Message) {
	s.running.said = append(s.running.said, m)
	if s.listen != nil {
		owner, hook, _ := s.host.Innermost()
		s.listen(m, Origin{s.host.VM.Where(), owner, hook})
	}
}

func (t *Tracer) enter(s *Session, h *api.Hook, self api.Self) {
	span := Span{Depth: len(t.open), Owner: h.Owner.Key(), Hook: h.Name, Place: h.Place}
	if self.Entity != state.None {
		span.Self = s.Label(self.Entity)
	}
	t.open = append(t.open, len(t.Spans))
	t.fuel = append(t.fuel, s.host.VM.Spent())
	t.Spans = append(t.Spans, span)
}

func (t *Tracer) leave(s *Session) {
	n := len(t.open) - 1
	t.Spans[t.open[n]].Fuel = s.host.VM.Spent() - t.fuel[n]
	t.open, t.fuel = t.open[:n], t.fuel[:n]
}

// close closes the hooks that a failure has left open.
func (t *Tracer) close() { t.open, t.fuel = t.open[:0], t.fuel[:0] }

// traceCall returns the function that the host calls for API calls, or nil
// without a tracer.
func (s *Session) traceCall() func(string) func(diag.Place, int, int) {
	if s.tracer == nil {
		if s.probe != nil && s.probe.Call != nil {
			return s.probeCall
		}
		return nil
	}
	t := s.tracer
	return func(function string) func(diag.Place, int, int) {
		first := len(t.Spans)
		return func(at diag.Place, from, to int) {
			if len(t.open) == 0 || from == to && first == len(t.Spans) {
				return
			}
			span := &t.Spans[t.open[len(t.open)-1]]
			changes := append([]state.Change(nil), s.state.Changes(from, to)...)
			span.Calls = append(span.Calls, Step{function, at, changes, first, len(t.Spans)})
		}
	}
}
