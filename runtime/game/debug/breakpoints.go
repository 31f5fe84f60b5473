package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Kind is the kind of event that a breakpoint waits for.
type Kind string

// The kinds of breakpoints.
const (
	Line     Kind = "line"
	Event    Kind = "event"
	Change   Kind = "change"
	Refusals Kind = "refusals"
	Faults   Kind = "faults"
)

// Breakpoint is where a game stops.
type Breakpoint struct {
	Kind Kind
	// File and Line, from 1, are of a Line breakpoint.
	File string
	Line int
	// Name is the event of an Event; of a Change it is a variable, one of player N as
	// VARIABLE@N, a property as LABEL.PROPERTY, or one of anything as *.PROPERTY.
	// A variable of each player without @N is that of any.
	Name string
	// Condition is a Lua expression that sees what the statement sees; at a
	// Change also old and new. Empty is true.
	Condition string
	// Hits says at which hits to stop: "3" at the third, ">3" after it, "%3" at
	// every third. Empty is at each.
	Hits string
	// Log, if not empty, is the text to write instead of stopping, with
	// expressions in braces.
	Log string

	text   string   // of the file when the breakpoint was set, and
	wanted int      // the line that was meant; 0 without an anchor
	entity state.ID // of LABEL.PROPERTY
	count  int      // hits so far
	at     []Position
}

// addStop records a moment at which the breakpoint stopped the game.
func (b *Breakpoint) addStop(p Position) {
	if !slices.Contains(b.at, p) {
		b.at = append(b.at, p)
	}
}

// String returns the breakpoint as a person would write it.
func (b *Breakpoint) String() string {
	text := string(b.Kind)
	switch b.Kind {
	case Line:
		text = b.File + ":" + strconv.Itoa(b.Line)
	case Event:
		text = "on " + b.Name
	case Change:
		text = "change of " + b.Name
	}
	if b.Condition != "" {
		text += " if " + b.Condition
	}
	if b.Hits != "" {
		text += " hit " + b.Hits
	}
	if b.Log != "" {
		text += " log " + b.Log
	}
	return text
}

// points are the breakpoints in use. They do not change; another list replaces
// them.
type points struct {
	list   []*Breakpoint
	lines  map[location][]*Breakpoint
	change bool
}

type location struct {
	file string
	line int
}

// Points returns the breakpoints.
func (d *Debugger) Points() []*Breakpoint { return d.points.Load().list }

// SetPoints replaces the breakpoints. It may be called at any time.
func (d *Debugger) SetPoints(list []*Breakpoint) {
	p := &points{list: slices.Clone(list), lines: map[location][]*Breakpoint{}}
	for _, b := range list {
		switch b.Kind {
		case Line:
			p.lines[location{b.File, b.Line}] = append(p.lines[location{b.File, b.Line}], b)
		case Change:
			p.change = true
		}
	}
	d.points.Store(p)
}

// Check completes a breakpoint for a session, and returns what is wrong with it,
// if anything: a line is moved to the next one that has a statement.
func Check(s *session.Session, b *Breakpoint) error {
	if b.Hits != "" {
		if _, _, ok := hitCount(b.Hits); !ok {
			return fmt.Errorf("%q is not a number of hits: write 3, >3 or %%3", b.Hits)
		}
	}
	if b.Condition != "" {
		if problem := syntaxError(s, b.Condition); problem != nil {
			return fmt.Errorf("the condition %q is not an expression: %s", b.Condition, problem.Message)
		}
	}
	switch b.Kind {
	case Line:
		return checkLine(s, b)
	case Event:
		var known []string
		for _, e := range s.Game().Events {
			known = append(known, e.Name)
		}
		if !slices.Contains(known, b.Name) {
			return unknown("event", b.Name, known)
		}
	case Change:
		return checkChange(s, b)
	case Refusals, Faults:
	default:
		return unknown("sort of breakpoint", string(b.Kind), []string{string(Refusals), string(Faults)})
	}
	return nil
}

// syntaxError returns the syntax error of an expression, if it has one. What its names
// mean is known only where it is evaluated.
func syntaxError(s *session.Session, text string) *diag.Diagnostic {
	if _, problem := s.Game().CompileWith(text, nil); problem != nil && problem.Code == "script/syntax" {
		return problem
	}
	return nil
}

func unknown(what, name string, known []string) error {
	if near, ok := diag.Nearest(name, known); ok {
		return fmt.Errorf("unknown %s %q; did you mean %s?", what, name, near)
	}
	return fmt.Errorf("unknown %s %q", what, name)
}

// Files lists the files that have Lua, sorted.
func Files(s *session.Session) []string {
	var out []string
	for _, c := range s.Content().Code() {
		out = append(out, c.Program.File())
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Lines lists the lines of a file, sorted, at which a game can stop.
func Lines(s *session.Session, file string) []int {
	var out []int
	for _, c := range s.Content().Code() {
		if c.Program.File() == file {
			out = append(out, c.Program.Lines()...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func checkLine(s *session.Session, b *Breakpoint) error {
	files := Files(s)
	if !slices.Contains(files, b.File) {
		var ends, names []string
		for _, f := range files {
			if strings.HasSuffix(f, "/"+b.File) {
				ends = append(ends, f)
			}
			names = append(names, f, f[strings.LastIndex(f, "/")+1:])
		}
		own := slices.DeleteFunc(slices.Clone(ends), func(f string) bool {
			return !strings.Contains(f, "/"+s.Game().Definition.Pack+"/")
		})
		if len(own) == 1 {
			ends = own // other games have files of the same name
		}
		switch len(ends) {
		case 0:
			return unknown("file with Lua", b.File, names)
		case 1:
			b.File = ends[0]
		default:
			return fmt.Errorf("several files end in %s, write more of the path: %s", b.File, strings.Join(ends, ", "))
		}
	}
	lines := Lines(s, b.File)
	i, _ := slices.BinarySearch(lines, b.Line)
	if i == len(lines) {
		return fmt.Errorf("there is no statement at line %d of %s or after it", b.Line, b.File)
	}
	b.Line = lines[i]
	return nil
}

func checkChange(s *session.Session, b *Breakpoint) error {
	label, property, dotted := strings.Cut(strings.TrimPrefix(b.Name, "vars."), ".")
	if !dotted {
		b.Name = label
		if _, ok := s.Variable(label); !ok {
			return unknown("variable", label, s.Game().VariableNames())
		}
		return nil
	}
	var known []string
	if label != "*" {
		id, ok := s.Find(label)
		if !ok {
			return fmt.Errorf("nothing in play is called %q", label)
		}
		b.entity = id
		known = propertyNames(s.State().Prototype(id).Kind)
	} else {
		for _, k := range s.State().Layout.Kinds {
			known = append(known, propertyNames(k)...)
		}
	}
	if !slices.Contains(known, property) {
		return unknown("property", property, known)
	}
	return nil
}

func propertyNames(k *state.KindDecl) []string {
	var out []string
	for _, p := range k.Props {
		out = append(out, p.Name)
	}
	return out
}

// matches reports whether a change is one that a Change breakpoint waits for.
func (b *Breakpoint) matches(s *session.Session, c *state.Change) bool {
	label, property, dotted := strings.Cut(b.Name, ".")
	switch {
	case !dotted && c.Op == state.OpVar:
		name, _, one := strings.Cut(label, "@")
		d, player := s.State().Layout.VarDecl(int(c.Slot))
		return d.Name == name && (!one || player == 0 || label == state.Owned(name, player))
	case dotted && c.Op == state.OpProp:
		if label != "*" && c.Entity != b.entity || !s.State().Alive(c.Entity) {
			return false
		}
		props := s.State().Prototype(c.Entity).Kind.Props
		return int(c.Prop) < len(props) && props[c.Prop].Name == property
	}
	return false
}

// hitCount reads a number of hits. The operator is 0 if there is none.
func hitCount(text string) (op byte, n int, ok bool) {
	text = strings.TrimPrefix(strings.ReplaceAll(text, " ", ""), "==")
	if text != "" && strings.IndexByte(">%", text[0]) >= 0 {
		op, text = text[0], text[1:]
	}
	n, err := strconv.Atoi(text)
	return op, n, err == nil && n > 0
}

// countHit counts a hit whose condition holds, and reports whether the game stops at
// it. In a copy it counts nothing: the game stops where it stopped in the present.
func (r *run) countHit(b *Breakpoint) bool {
	if b.Hits == "" {
		return true
	}
	if r != r.debugger.live {
		return slices.Contains(b.at, r.Position)
	}
	b.count++
	op, n, _ := hitCount(b.Hits)
	switch op {
	case '>':
		return b.count > n
	case '%':
		return b.count%n == 0
	}
	return b.count == n
}

// merge merges another stop at the same moment.
func (st *Stop) merge(more *Stop) {
	if more.Text != "" {
		st.Reason, st.Text = more.Reason, more.Text
	}
	if st.Problem == nil {
		st.Problem = more.Problem
	}
	st.Points = append(st.Points, more.Points...)
}

// addIfHit adds a breakpoint to a stop if its condition holds and the hit counts. A log
// point writes its text instead.
func (r *run) addIfHit(st *Stop, b *Breakpoint, more ...Binding) {
	if b.Condition != "" {
		v, _, problem := r.evaluate(0, b.Condition, more)
		if problem != nil {
			st.Points, st.Problem = append(st.Points, b), problem
			return
		}
		if !v.True() {
			return
		}
	}
	if !r.countHit(b) {
		return
	}
	if b.Log != "" {
		if r == r.debugger.live {
			r.debugger.Log(r.interpolate(b.Log, more))
		}
		return
	}
	st.Points = append(st.Points, b)
}

func (r *run) lineHits(p *lua.Statement) *Stop {
	st := &Stop{Reason: AtLine}
	all := r.debugger.points.Load()
	if len(all.lines) == 0 {
		return st
	}
	for _, b := range all.lines[location{p.File(), p.Line()}] {
		r.addIfHit(st, b)
	}
	return st
}

func (r *run) eventHits(h session.Event) *Stop {
	st := &Stop{Reason: AtEvent}
	for _, b := range r.debugger.points.Load().list {
		if b.Kind == Event && b.Name == h.Event {
			r.addIfHit(st, b)
		}
	}
	if len(st.Points) > 0 {
		st.Text = r.eventText(h)
	}
	return st
}

// eventText describes an event with its arguments.
func (r *run) eventText(h session.Event) string {
	var args []string
	for _, v := range h.Args {
		args = append(args, Value(r.session, v))
	}
	return h.Event + "(" + strings.Join(args, ", ") + ")"
}

func (r *run) changeHits() *Stop {
	st := &Stop{Reason: AtChange}
	all := r.debugger.points.Load()
	if !all.change {
		r.checked = r.session.State().Position()
		return st
	}
	changes := r.newChanges()
	for i := range changes {
		c := &changes[i]
		for _, b := range all.list {
			if b.Kind != Change || !b.matches(r.session, c) {
				continue
			}
			before := len(st.Points)
			r.addIfHit(st, b, Binding{"old", c.From}, Binding{"new", c.To})
			if len(st.Points) > before {
				st.Text = r.changeText(b, c)
			}
		}
	}
	return st
}

// changeText describes a change that a breakpoint was waiting for.
func (r *run) changeText(b *Breakpoint, c *state.Change) string {
	text := fmt.Sprintf("%s: %s → %s", b.changedName(r.session, c), Value(r.session, c.From), Value(r.session, c.To))
	if owner, hook, _ := r.session.Cause(*c); owner != "" {
		text += ", by " + strings.TrimSpace(owner+" "+hook)
	}
	if r.previous != nil {
		text += ", " + r.previous.Place().String()
	}
	return text
}

// changedName names what a matching change has changed: whose variable it is, and the
// entity if the breakpoint is about any.
func (b *Breakpoint) changedName(s *session.Session, c *state.Change) string {
	if c.Op == state.OpVar {
		d, player := s.State().Layout.VarDecl(int(c.Slot))
		return state.Owned(d.Name, player)
	}
	if property, any := strings.CutPrefix(b.Name, "*."); any {
		return s.Label(c.Entity) + "." + property
	}
	return b.Name
}

// Value writes a value of a game for people: an entity by its label.
func Value(s *session.Session, v state.Value) string {
	if v.Type == state.Ref {
		return s.Label(v.ID())
	}
	return v.String()
}

// interpolate replaces expressions in braces with their values.
func (r *run) interpolate(text string, more []Binding) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		expression, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(before)
		if _, value, problem := r.evaluate(0, expression, more); problem != nil {
			fmt.Fprintf(&b, "{%s: %s}", expression, problem.Message)
		} else {
			b.WriteString(value)
		}
		text = after
	}
}
