package repl

import (
	"slices"
	"strings"

	"sleight/runtime/engine"
)

// breakOn makes the REPL stop whenever an event is emitted.
func (r *REPL) breakOn(args string) {
	event := strings.TrimSpace(strings.TrimPrefix(args, "on "))
	if event == "" || event == "on" {
		r.refuse("Say at which event: break on EVENT.")
		return
	}
	if known := r.events(); !slices.Contains(known, event) {
		r.unknownName("event", event, known)
		return
	}
	if !slices.Contains(r.breaks, event) {
		r.breaks = append(r.breaks, event)
	}
	r.observe()
	r.print("Commands stop at %s; continue goes on.\n", event)
}

func (r *REPL) events() []string {
	var out []string
	for _, e := range r.session.Game().Events {
		out = append(out, e.Name)
	}
	return out
}

func (r *REPL) listBreaks(string) {
	if len(r.breaks) == 0 {
		r.print("Commands stop nowhere.\n")
		return
	}
	r.print("Commands stop at %s.\n", strings.Join(r.breaks, ", "))
}

func (r *REPL) unbreak(event string) {
	switch i := slices.Index(r.breaks, event); {
	case event == "":
		r.breaks = nil
	case i < 0:
		r.unknownName("break at", event, r.breaks)
		return
	default:
		r.breaks = slices.Delete(r.breaks, i, i+1)
	}
	r.observe()
	r.listBreaks("")
}

// observe watches for the events at which to stop, if there are any.
func (r *REPL) observe() {
	if len(r.breaks) == 0 {
		r.session.Observe(nil)
		return
	}
	r.session.Observe(func(h engine.Happening) {
		if !r.stopped && slices.Contains(r.breaks, h.Event) {
			r.stop(h)
		}
	})
}

// stop reads lines in the middle of a command, which may only look, until one
// says to go on.
func (r *REPL) stop(h engine.Happening) {
	r.stopped = true
	defer func() { r.stopped = false }()
	var args []string
	for _, v := range h.Args {
		args = append(args, r.value(v))
	}
	r.print("%s\n", r.yellow("Stopped at "+h.Event+"("+strings.Join(args, ", ")+")"))
	r.soFar("")
	for r.Read != nil {
		line, ok := r.Read(h.Event + "> ")
		line = strings.TrimSpace(line)
		if !ok || line == "continue" || line == "c" {
			return
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		r.executeStopped(line)
	}
}

func (r *REPL) executeStopped(line string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	c, known := lookup(word)
	switch {
	case word == "changes":
		r.soFar(rest)
	case known && (c.group == "look" || c.name == "watch" || c.name == "help" || c.name == "breaks" || c.name == "unbreak"):
		c.run(r, rest)
	case known || r.plays(word):
		r.refuse("In the middle of a command one can only look; continue goes on.")
	case rest == "" && r.zone(word) >= 0:
		r.drawZone(r.zone(word))
	default:
		r.look(line)
	}
}

// soFar tells what the command has changed up to now.
func (r *REPL) soFar(string) {
	s := r.session.State()
	changes := s.Changes(r.began, s.Position())
	if r.inWords(changes) == "" {
		r.print("  nothing has changed so far\n")
		return
	}
	r.showChanges(changes)
}

// look evaluates an expression without changing anything.
func (r *REPL) look(line string) {
	text, problem := r.session.Look(line)
	if problem != nil {
		r.problem(*problem)
		return
	}
	r.print("%s\n", text)
}
