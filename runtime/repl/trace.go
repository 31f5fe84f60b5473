package repl

import (
	"strconv"
	"strings"

	"sleight/runtime/engine"
	"sleight/runtime/state"
)

func (r *REPL) trace(args string) {
	switch args {
	case "on":
		r.tracer = &engine.Tracer{}
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

// showTrace tells of every hook that the last command called, with the calls
// that changed something, and then of changes that were the engine's own
// doing: costs, phases, what ended by itself.
func (r *REPL) showTrace(result engine.Result) {
	if r.tracer == nil {
		return
	}
	told := map[state.Change]int{}
	for i := range r.tracer.Spans {
		r.showSpan(&r.tracer.Spans[i], result.OK(), told)
	}
	var rest []state.Change
	for _, c := range result.Changes {
		if told[c] > 0 {
			told[c]--
		} else {
			rest = append(rest, c)
		}
	}
	if text := r.inWords(rest); text != "" {
		r.print("  %s\n", r.dim("by itself: "+text))
	}
	r.print("  %s\n", r.dim("fuel "+strconv.FormatInt(result.Fuel, 10)))
	// A command that failed has left hooks open in the tracer.
	r.tracer = &engine.Tracer{}
	r.session.Trace(r.tracer)
}

// showSpan tells of one hook. The calls' changes can only be told in words
// while they are in force.
func (r *REPL) showSpan(s *engine.Span, inForce bool, told map[state.Change]int) {
	indent := strings.Repeat("  ", s.Depth+1)
	self := ""
	if s.Self != "" {
		self = " " + s.Self
	}
	r.print("%s%s%s  %s\n", indent, r.cyan(s.Owner+" "+s.Hook), self, r.dim(s.Place.String()+", fuel "+strconv.FormatInt(s.Fuel, 10)))
	for _, step := range s.Calls {
		text := ""
		if inForce {
			own := r.own(s, step.Changes)
			for _, c := range own {
				told[c]++
			}
			text = r.inWords(own)
		}
		function := step.Function + "  "
		if strings.HasSuffix(step.Function, "=") && text != "" {
			function = "" // an assignment: the change says it all
		}
		r.print("%s  %s%s  %s\n", indent, function, text, r.dim(step.Place.String()))
	}
}

// own keeps the changes that are put down to a hook itself, not to hooks that
// its call has called.
func (r *REPL) own(s *engine.Span, changes []state.Change) []state.Change {
	var out []state.Change
	for _, c := range changes {
		if owner, hook, _ := r.session.Cause(c); owner == s.Owner && hook == s.Hook {
			out = append(out, c)
		}
	}
	return out
}
