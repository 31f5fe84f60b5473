package repl

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/debug"
)

// breakAt sets a breakpoint: FILE:LINE, on EVENT, change NAME, refusals or
// faults, perhaps followed by if CONDITION, hit N or log TEXT.
func (r *REPL) breakAt(args string) {
	b, reason := parseBreakpoint(args)
	if reason != "" {
		r.refuse("%s", reason)
		return
	}
	if r.refuseIfAttached() {
		return
	}
	wanted := b.Line
	if err := debug.Check(r.session, b); err != nil {
		r.refuse("%s", sentence(err))
		return
	}
	if text, ok := r.source(b.File); ok {
		found := b.Line
		b.Line = wanted
		b.Anchor(text)
		b.Line = found
	}
	d := r.attach()
	if !slices.ContainsFunc(d.Points(), func(p *debug.Breakpoint) bool { return p.String() == b.String() }) {
		d.SetPoints(append(slices.Clone(d.Points()), b))
	}
	r.print("Commands will stop at %s; continue resumes them.\n", strings.TrimPrefix(b.String(), "on "))
}

// parseBreakpoint parses a breakpoint, or returns the reason why it is not valid.
func parseBreakpoint(args string) (b *debug.Breakpoint, reason string) {
	b = &debug.Breakpoint{}
	what := args
	for _, part := range []struct {
		word string
		to   *string
	}{{" log ", &b.Log}, {" hit ", &b.Hits}, {" if ", &b.Condition}} {
		given := false
		what, *part.to, given = strings.Cut(what+" ", part.word)
		if *part.to = strings.TrimSpace(*part.to); given && *part.to == "" {
			return nil, "Say what comes after" + strings.TrimRight(part.word, " ") + ": break WHERE if CONDITION, hit N, log TEXT."
		}
	}
	word, name := cutWord(what)
	file, line, _ := strings.Cut(word, ":")
	switch n, err := strconv.Atoi(line); {
	case word == "refusals" || word == "faults":
		b.Kind = debug.Kind(word)
	case word == "on" && name != "":
		b.Kind, b.Name = debug.Event, name
	case word == "change" && name != "":
		b.Kind, b.Name = debug.Change, name
	case file != "" && err == nil && n > 0:
		b.Kind, b.File, b.Line = debug.Line, file, n
	case word == "on":
		return nil, "Say at which event: break on EVENT."
	default:
		return nil, "Say where to stop: break FILE:LINE, break on EVENT, break change NAME, break refusals or break faults."
	}
	return b, ""
}

// sentence capitalizes an error as a separate sentence.
func sentence(err error) string {
	text := err.Error()
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// points lists the breakpoints.
func (r *REPL) points() []*debug.Breakpoint {
	if r.debugger == nil {
		return nil
	}
	return r.debugger.Points()
}

func (r *REPL) listBreaks(string) {
	if len(r.points()) == 0 {
		r.print("There are no breakpoints.\n")
		return
	}
	for i, b := range r.points() {
		r.print("%d  %s\n", i+1, b)
	}
}

// removeBreakpoints removes a breakpoint by its number, its event or variable,
// or the words typed after break; without an argument, all.
func (r *REPL) removeBreakpoints(which string) {
	if r.refuseIfAttached() {
		return
	}
	var left []*debug.Breakpoint
	if which != "" {
		var known []string
		typed, reason := parseBreakpoint(which)
		if reason != "" || debug.Check(r.session, typed) != nil {
			typed = nil
		}
		for i, b := range r.points() {
			known = append(known, b.String())
			if b.Name != "" {
				known = append(known, b.Name)
			}
			if which != strconv.Itoa(i+1) && which != b.Name && which != b.String() && !isTyped(typed, b) {
				left = append(left, b)
			}
		}
		if len(left) == len(r.points()) {
			r.unknownName("breakpoint", which, known)
			return
		}
	}
	if r.debugger != nil {
		r.debugger.SetPoints(left)
		if len(left) == 0 && !r.stopped {
			r.debugger.Detach()
			r.debugger = nil
		}
	}
	r.listBreaks("")
}

// isTyped reports whether b is the breakpoint that was typed, perhaps without its
// condition, hits or text; typed is nil if it is not valid.
func isTyped(typed, b *debug.Breakpoint) bool {
	return typed != nil && typed.Kind == b.Kind && typed.File == b.File && typed.Line == b.Line && typed.Name == b.Name &&
		(typed.Condition == "" || typed.Condition == b.Condition) &&
		(typed.Hits == "" || typed.Hits == b.Hits) && (typed.Log == "" || typed.Log == b.Log)
}

// attach returns the debugger of the session, made on first use: commands take
// longer while there is one.
func (r *REPL) attach() *debug.Debugger {
	if r.debugger == nil {
		d := debug.New()
		d.Stopped = r.stop
		d.Log = func(text string) { r.print("%s\n", r.dim(text)) }
		d.Attach(r.session)
		r.debugger = d
	}
	return r.debugger
}

// breakWords completes a breakpoint.
func (r *REPL) breakWords(before []string) []Candidate {
	switch {
	case len(before) == 0:
		out := fixedWords("on", "change", "refusals", "faults")(r, nil)
		files := r.scripts()
		for _, f := range files { // the end of a path is enough
			end := f[strings.LastIndex(f, "/")+1:]
			if b := r.atFile(end); b.File == f {
				out = append(out, Candidate{end + ":", "", "files"})
			}
		}
		for _, f := range files {
			out = append(out, Candidate{f + ":", "", "files"})
		}
		return out
	case before[0] == "on" && len(before) == 1:
		var out []Candidate
		for _, e := range r.session.Game().Events {
			out = append(out, Candidate{e.Name, e.Text, "events"})
		}
		return out
	case before[0] == "change" && len(before) == 1:
		return r.setWords(nil)
	}
	return r.luaWords(nil)
}

// scripts lists the files with Lua of the packs that the game sees, sorted.
func (r *REPL) scripts() []string {
	seen := map[string]bool{}
	for _, d := range r.catalog().All() {
		seen[d.Pack] = true
	}
	var out []string
	for _, c := range r.session.Content().Code() {
		if seen[c.Pack] {
			out = append(out, c.Program.File())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lineWords completes FILE: with the lines at which a game can stop.
func (r *REPL) lineWords(last string) []Candidate {
	file, _, _ := strings.Cut(last, ":")
	b := r.atFile(file)
	text, _ := r.source(b.File)
	source := strings.Split(string(text), "\n")
	var out []Candidate
	for _, n := range debug.Lines(r.session, b.File) {
		c := Candidate{Word: file + ":" + strconv.Itoa(n), Group: "lines"}
		if n <= len(source) {
			c.About = strings.TrimSpace(source[n-1])
		}
		out = append(out, c)
	}
	return out
}

// atFile returns a breakpoint at the first statement of the file that a path,
// or the end of one, names; its File is empty if it names none or several.
func (r *REPL) atFile(file string) *debug.Breakpoint {
	b := &debug.Breakpoint{Kind: debug.Line, File: file, Line: 1}
	if debug.Check(r.session, b) != nil {
		return &debug.Breakpoint{}
	}
	return b
}

func (r *REPL) unbreakWords([]string) []Candidate {
	var out []Candidate
	for i, b := range r.points() {
		out = append(out, Candidate{strconv.Itoa(i + 1), b.String(), "breakpoints"})
	}
	for _, b := range r.points() {
		if b.Kind == debug.Event {
			out = append(out, Candidate{b.Name, "", "breakpoints"})
		}
	}
	return out
}

// helpBreak explains where commands can stop, and when.
func (r *REPL) helpBreak() {
	for _, line := range [][2]string{
		{"break FILE:LINE", "at a line of Lua, in its own file or in YAML"},
		{"break on EVENT", "when the event is emitted, before its listeners"},
		{"break change NAME", "after a statement that changes it: gold, gold@2 of player 2, e1.hp, *.hp of anything"},
		{"break refusals", "when a script refuses a command"},
		{"break faults", "when a script fails"},
		{"… if CONDITION", "only if it is true there; at a change it sees old and new"},
		{"… hit N", "only at hit number N, after it (>N), or at every Nth (%N)"},
		{"… log TEXT", "write the text, with {expressions} in it, instead of stopping"},
	} {
		r.text("  ", line[0]+": "+line[1])
	}
}
