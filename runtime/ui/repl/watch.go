package repl

import (
	"strconv"
)

// watch is an expression whose value is shown when it changes.
type watch struct{ source, last string }

func (r *REPL) watch(source string) {
	if source == "" {
		for i, w := range r.watches {
			r.print("%d  %s = %s\n", i+1, w.source, w.last)
		}
		if len(r.watches) == 0 {
			r.print("Nothing is watched.\n")
		}
		return
	}
	text, problem := r.session.Evaluate(source)
	if problem != nil {
		r.problem(*problem)
		return
	}
	r.watches = append(r.watches, watch{source, text})
	r.print("%s = %s\n", source, text)
}

func (r *REPL) unwatch(args string) {
	if args == "" {
		r.print("No longer watched: %d.\n", len(r.watches))
		r.watches = nil
		return
	}
	n, err := strconv.Atoi(args)
	if err != nil || n < 1 || n > len(r.watches) {
		r.refuse("There is no watch %s; watch lists them.", args)
		return
	}
	r.print("No longer watched: %s.\n", r.watches[n-1].source)
	r.watches = append(r.watches[:n-1], r.watches[n:]...)
}

// showWatches shows the watched expressions whose values have changed.
func (r *REPL) showWatches() {
	for i := range r.watches {
		w := &r.watches[i]
		text, problem := r.session.Evaluate(w.source)
		if problem != nil {
			text = "failed: " + problem.Message.String()
		}
		if text != w.last {
			r.print("  %s = %s\n", r.cyan(w.source), r.became(w.last, text))
			w.last = text
		}
	}
}
