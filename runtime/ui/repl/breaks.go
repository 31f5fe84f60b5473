package repl

import (
	"slices"
	"strings"

	"sleight/runtime/game/session"
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

// observe watches for the events to break on, if there are any.
func (r *REPL) observe() {
	if len(r.breaks) == 0 {
		r.session.Observe(nil)
		return
	}
	r.session.Observe(func(h session.Happening) {
		if !r.stopped && slices.Contains(r.breaks, h.Event) {
			r.stop(h)
		}
	})
}

// stop reads lines in the middle of a command until one resumes it. These lines
// may only inspect the game.
func (r *REPL) stop(h session.Happening) {
	r.stopped = true
	defer func() { r.stopped = false }()
	var args []string
	for _, v := range h.Args {
		args = append(args, r.value(v))
	}
	r.print("%s\n", r.yellow("Stopped at "+h.Event+"("+strings.Join(args, ", ")+")"))
	r.soFar("")
	if r.Interactive {
		r.print("Look around; continue goes on, quit goes on and then leaves.\n")
	}
	for r.Read != nil && !r.quit {
		line, ok := r.Read(h.Event + "> ")
		line = strings.TrimPrefix(tidy(line), ":")
		switch {
		case !ok || line == "continue" || line == "c":
			return
		case line != "":
			r.executeStopped(line)
		}
	}
}

func (r *REPL) executeStopped(line string) {
	word, rest := cutWord(line)
	c, known := lookup(word)
	switch {
	case word == "changes" && rest == "":
		r.soFar("")
	case known && (c.group == "look" || c.group == "watch" && c.name != "trace" || c.group == "help"):
		r.command(c, rest)
		if r.quit {
			r.breaks = nil
		}
	case known || r.plays(word):
		r.refuse("In the middle of a command one can only look; continue goes on.")
	case rest == "" && r.glanceAt(word):
	default:
		r.look(line, word)
	}
}

// soFar shows what the command has changed so far.
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
func (r *REPL) look(line, word string) {
	text, problem := r.session.Look(line)
	switch {
	case problem == nil:
		r.print("%s\n", text)
	case r.isProse(line, word, problem):
		r.unknown(word)
	default:
		r.problem(*problem)
	}
}
