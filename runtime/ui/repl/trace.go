package repl

import (
	"strconv"
	"strings"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

func (r *REPL) trace(args string) {
	switch args {
	case "on":
		r.tracer = &session.Tracer{}
	case "off":
		r.tracer = nil
	case "":
	default:
		r.refuse("Say trace on, or trace off.")
		return
	}
	r.session.Trace(r.tracer)
	if r.tracer != nil {
		r.print("Tracing is on.\n")
	} else {
		r.print("Tracing is off.\n")
	}
}

// showTrace prints every hook that the last command called, with the calls that
// changed something, and then the engine's own changes: costs, phases, and
// effects that ended by themselves.
func (r *REPL) showTrace(result session.Result) {
	if r.tracer == nil {
		return
	}
	shown := map[state.Change]int{}
	for i := 0; i < len(r.tracer.Spans); {
		i = r.showSpan(i, result.OK(), shown)
	}
	var rest []state.Change
	for _, c := range result.Changes {
		if shown[c] > 0 {
			shown[c]--
		} else {
			rest = append(rest, c)
		}
	}
	if text := r.inWords(rest); text != "" {
		r.print("  %s\n", r.dim("by itself:")+" "+text)
	}
	r.print("  %s\n", r.dim("fuel "+strconv.FormatInt(result.Fuel, 10)))
	// A command that failed has left hooks open in the tracer.
	r.tracer = &session.Tracer{}
	r.session.Trace(r.tracer)
}

// showSpan prints one hook and, after the calls that called them, the hooks
// within it; it returns the number of the span after those. Changes made by the calls
// can only be described while they are in force.
func (r *REPL) showSpan(n int, inForce bool, shown map[state.Change]int) (next int) {
	s := &r.tracer.Spans[n]
	indent := strings.Repeat("  ", 2*s.Depth+1)
	self := ""
	if s.Self != "" {
		self = " " + s.Self
	}
	r.print("%s%s%s  %s\n", indent, r.cyan(s.Owner+" "+s.Hook), self, r.dim(s.Place.String()+", fuel "+strconv.FormatInt(s.Fuel, 10)))
	next = n + 1
	within := func(end int) {
		for next < end {
			next = r.showSpan(next, inForce, shown)
		}
	}
	for i := range s.Calls {
		within(s.Calls[i].First)
		r.showStep(indent+"  ", s, &s.Calls[i], inForce, shown)
		within(s.Calls[i].Next)
	}
	for next < len(r.tracer.Spans) && r.tracer.Spans[next].Depth > s.Depth {
		within(next + 1)
	}
	return next
}

// showStep prints one call: what it changed itself, and its place.
func (r *REPL) showStep(indent string, s *session.Span, step *session.Step, inForce bool, shown map[state.Change]int) {
	parts := []string{step.Function}
	if inForce {
		own := r.ownChanges(s, step.Changes)
		for _, c := range own {
			shown[c]++
		}
		if text := r.inWords(own); text != "" {
			if strings.HasSuffix(step.Function, "=") {
				parts = nil // an assignment is the same as its change
			}
			parts = append(parts, text)
		}
	}
	r.print("%s%s  %s\n", indent, strings.Join(parts, "  "), r.dim(step.Place.String()))
}

// ownChanges returns the changes made by a hook itself, not by hooks that its calls have
// called.
func (r *REPL) ownChanges(s *session.Span, changes []state.Change) []state.Change {
	var out []state.Change
	for _, c := range changes {
		if owner, hook, _ := r.session.Cause(c); owner == s.Owner && hook == s.Hook {
			out = append(out, c)
		}
	}
	return out
}
