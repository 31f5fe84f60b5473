// Package debug stops games in the middle of a command, inspects them there, and
// goes back in time.
//
// Layer game. A game is a function of its log, so a moment of it is a number of
// a command and a number of steps in it. Going back never disturbs the game: it
// plays a copy from before the command up to that moment. The package knows
// sessions, but neither prompts nor protocols.
package debug

import (
	"slices"
	"sync/atomic"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Position is a moment of a game.
type Position struct {
	// Turn is the number of the command, from 1; 0 is the start of the game.
	Turn int
	// Step counts what has happened in the command: statements that have begun,
	// events, a failure. It is 0 before the first.
	Step int
}

// Before reports whether the position comes before another.
func (p Position) Before(q Position) bool {
	return p.Turn < q.Turn || p.Turn == q.Turn && p.Step < q.Step
}

// Reason says why a game has stopped.
type Reason string

// The reasons.
const (
	AtStep    Reason = "step"
	AtLine    Reason = "breakpoint"
	AtEvent   Reason = "event"
	AtChange  Reason = "change"
	AtRefusal Reason = "refusal"
	AtFault   Reason = "fault"
	AtPause   Reason = "pause"
)

// Stop is a game that has stopped in the middle of a command.
type Stop struct {
	Position
	Reason Reason
	// Text describes the event, change, refusal or fault; empty otherwise.
	Text string
	// Problem is the fault, or a fault in the condition of the breakpoint.
	Problem *diag.Diagnostic
	// Event is the event of an AtEvent; nil otherwise.
	Event *session.Event
	// Points are the breakpoints that were hit.
	Points []*Breakpoint
	// Past reports whether this is a copy of the game at an earlier moment.
	Past bool

	run *run
}

// Session returns the game as it is at the stop. It may only be inspected.
func (st *Stop) Session() *session.Session { return st.run.session }

// Changes returns the changes of the command so far.
func (st *Stop) Changes() []state.Change {
	s := st.run.session.State()
	return s.Changes(min(st.run.began, s.Position()), s.Position())
}

// Debugger debugs one session. Its methods must not be called at the same time,
// except Pause and those that change breakpoints.
type Debugger struct {
	// Stopped is called when the game stops, on the goroutine that runs the
	// command. The command continues when it returns; Resume says how far. If
	// it returns false, the command is aborted and changes nothing.
	Stopped func(*Stop) bool
	// Log receives the texts of log points.
	Log func(text string)
	// Began, if not nil, is called when a command begins in the present.
	Began func()
	// Through lets a step lead from the end of a command into the next one.
	// Without it, the next command begins as Resume says.
	Through bool

	session *session.Session
	live    *run
	past    *past
	now     *Stop // of the present; nil between commands
	points  atomic.Pointer[points]
	paused  atomic.Bool
	amended []amendment
}

// New returns a debugger without a session.
func New() *Debugger {
	d := &Debugger{Stopped: func(*Stop) bool { return true }, Log: func(string) {}}
	d.points.Store(&points{})
	d.live = &run{debugger: d}
	d.live.stop = func(st *Stop) bool {
		d.now = st
		defer func() { d.now = nil }()
		return d.Stopped(st)
	}
	return d
}

// For returns a debugger that only knows the history of a session.
func For(s *session.Session) *Debugger {
	d := New()
	d.session = s
	return d
}

// Probe returns the probe with which a session is debugged from its start
// on. Attach must follow.
func (d *Debugger) Probe() *session.Probe { return d.live.probe() }

// Attach debugs another session from now on, between two commands.
func (d *Debugger) Attach(s *session.Session) {
	d.Leave()
	if s != d.session {
		d.amended = nil
	}
	d.session, d.live.session = s, s
	s.SetProbe(d.live.probe())
}

// Detach ends debugging.
func (d *Debugger) Detach() {
	d.Leave()
	if d.session != nil {
		d.session.SetProbe(nil)
	}
	d.session, d.live.session = nil, nil
}

// Session returns the session being debugged, in the present; nil if there is
// none.
func (d *Debugger) Session() *session.Session { return d.session }

// View returns the stop being looked at, which may be in the past; nil between two
// commands of the present.
func (d *Debugger) View() *Stop {
	if d.past != nil {
		return d.past.stop
	}
	return d.now
}

// Pause stops the game at the next statement.
func (d *Debugger) Pause() { d.paused.Store(true) }

// Unpause cancels Pause.
func (d *Debugger) Unpause() { d.paused.Store(false) }

// Motion is how far a stopped game continues.
type Motion int

// The motions. Those that step count as a breakpoint what the game meets on the
// way.
const (
	// Continue runs to the next breakpoint.
	Continue Motion = iota
	// Into goes to the next statement.
	Into
	// Over goes to the next statement of this function, or of its caller.
	Over
	// Out goes to the next statement of the caller.
	Out
)

// Resume says how the game continues when Stopped returns, or how the next
// command begins.
func (d *Debugger) Resume(m Motion) { d.live.resume(m) }

// amendment is a change that someone made to a stopped game.
type amendment struct {
	at    Position
	apply func(*run) *diag.Diagnostic
}

// run is a session while commands run: the one being debugged, or a copy of an
// earlier moment.
type run struct {
	debugger *Debugger
	session  *session.Session
	stop     func(*Stop) bool
	Position
	motion   Motion
	depth    int  // of the calls when the motion began
	aborted  bool // the command is to end
	began    int  // position of the journal when the command began
	checked  int  // position of the journal up to which changes have been checked
	previous *lua.Statement
	// target, if set, is where to stop, regardless of breakpoints.
	target *Position
	// steps, if set, collects each step; the game does not stop then.
	steps *[]step
	// hits makes steps record whether a breakpoint was hit.
	hits bool
	last int // the last command that a copy runs
}

// step is a step of a command that was run again.
type step struct {
	Position
	depth     int
	statement bool
	journal   int // position of the journal before it
	hit       bool
}

func (r *run) resume(m Motion) {
	r.motion = m
	if r.session != nil {
		r.depth = r.session.VM().Depth()
	}
}

func (r *run) probe() *session.Probe {
	return &session.Probe{
		Begins:    r.begin,
		Statement: r.statement,
		Event:     r.event,
		Failure:   r.failure,
		Ends:      r.end,
	}
}

const aborted = "the command was aborted"

// abort returns the problem with which an aborted command ends.
func abort() *diag.Diagnostic {
	d := diag.New("engine/internal", diag.Place{}, aborted)
	return &d
}

// IsAbort reports whether a problem says that a command was aborted.
func IsAbort(d *diag.Diagnostic) bool { return d != nil && d.Message.String() == aborted }

func (r *run) begin(s *session.Session) {
	r.session = s
	r.Turn, r.Step = len(s.Log()), 0
	if d := r.debugger; r == d.live {
		d.session = s
		d.amended = slices.DeleteFunc(d.amended, func(a amendment) bool { return a.at.Turn >= r.Turn })
		if d.Began != nil {
			d.Began()
		}
	}
	r.aborted, r.previous = false, nil
	r.checked = s.State().Position()
	r.began = r.checked
	if r.motion == Over || r.motion == Out {
		r.motion = Into
	}
}

// statement is called before each statement.
func (r *run) statement(p *lua.Statement) *diag.Diagnostic {
	r.Step++
	if r.aborted {
		return abort()
	}
	depth := r.session.VM().Depth()
	r.amend()
	switch {
	case r.steps != nil:
		m := step{Position: r.Position, depth: depth, statement: true, journal: r.session.State().Position()}
		if r.hits {
			m.hit = len(r.lineHits(p).Points)+len(r.changeHits().Points) > 0
		}
		*r.steps = append(*r.steps, m)
	case r.target != nil && *r.target == r.Position:
		r.target = nil
		st := r.lineHits(p)
		if st.merge(r.changeHits()); len(st.Points) == 0 {
			st.Reason = AtStep
		}
		r.halt(st)
	case r.target != nil:
		r.checked = r.session.State().Position()
	default:
		st := r.lineHits(p)
		st.merge(r.changeHits())
		steps := r.motion == Into || r.motion == Over && depth <= r.depth || r.motion == Out && depth < r.depth
		switch {
		case len(st.Points) > 0:
		case r == r.debugger.live && r.debugger.paused.Load():
			st.Reason = AtPause
		case steps:
			st.Reason = AtStep
		default:
			r.previous = p
			return nil
		}
		r.halt(st)
	}
	r.previous = p
	if r.aborted {
		return abort()
	}
	return nil
}

// amend repeats, in a copy, the changes that the user made at this moment. The
// game itself reaches each moment only once.
func (r *run) amend() {
	for _, a := range r.debugger.amended {
		if a.at == r.Position {
			_ = a.apply(r) // it succeeded in the present
		}
	}
}

// stopAtTarget stops at the target.
func (r *run) stopAtTarget(st *Stop) {
	if r.target != nil && *r.target == r.Position {
		r.target = nil
		if st.Event != nil {
			st.Text = r.eventText(*st.Event)
		}
		r.halt(st)
	}
}

// halt stops the game.
func (r *run) halt(st *Stop) {
	st.Position, st.run, st.Past = r.Position, r, r != r.debugger.live
	if !st.Past {
		r.debugger.paused.Store(false)
		for _, b := range st.Points {
			b.addStop(r.Position)
		}
	}
	r.motion = Continue
	if !r.stop(st) {
		r.aborted = true
	}
}

// event is called for each event.
func (r *run) event(h session.Event) {
	r.Step++
	r.amend()
	switch {
	case r.steps != nil:
		m := step{Position: r.Position, depth: r.session.VM().Depth(), journal: r.session.State().Position()}
		m.hit = r.hits && len(r.eventHits(h).Points) > 0
		*r.steps = append(*r.steps, m)
	case r.target == nil && !r.aborted:
		if st := r.eventHits(h); len(st.Points) > 0 {
			st.Event = &h
			r.halt(st)
		}
	}
	r.stopAtTarget(&Stop{Reason: AtEvent, Event: &h})
}

// failure is called when the command fails or a script refuses it.
func (r *run) failure(refusal *diag.Message, problem *diag.Diagnostic) {
	r.Step++
	// Going back never ends at a failure: commands that failed are not in the
	// log, and the running command continues only after it.
	if r.aborted || r.steps != nil || r.target != nil {
		return
	}
	st := &Stop{Reason: AtFault, Text: problem.Message.String(), Problem: problem}
	if refusal != nil {
		st = &Stop{Reason: AtRefusal, Text: refusal.String()}
	}
	for _, b := range r.debugger.points.Load().list {
		if (b.Kind == Refusals) == (st.Reason == AtRefusal) && (b.Kind == Refusals || b.Kind == Faults) {
			r.addIfHit(st, b)
		}
	}
	if len(st.Points) > 0 {
		r.halt(st)
	}
}

// end is called when all scripts of the command are done.
func (r *run) end() *diag.Diagnostic {
	if r.steps == nil && r.target == nil && !r.aborted {
		if st := r.changeHits(); len(st.Points) > 0 {
			r.Step++
			r.halt(st)
		}
	}
	if r == r.debugger.live && !r.debugger.Through {
		r.motion = Continue
	}
	if r.aborted {
		return abort()
	}
	return nil
}

// newChanges returns the changes of the command since the last call.
func (r *run) newChanges() []state.Change {
	s := r.session.State()
	from, to := min(r.checked, s.Position()), s.Position()
	r.checked = to
	return s.Changes(from, to)
}
