package debug

import (
	"errors"
	"iter"
	"math"

	"sleight/runtime/game/state"
)

// past is a copy of the game that plays from an earlier command on.
type past struct {
	run  *run
	stop *Stop
	next func() (*Stop, bool)
	end  func()
	base int // position of the game's journal where the copy's begins
}

// copyFrom returns a copy of the game from before a command, which plays when next is
// called. It returns nil if the history does not reach that far back.
func (d *Debugger) copyFrom(turn int, prepare func(*run)) *past {
	r := &run{debugger: d, last: math.MaxInt}
	copied := d.session.CopyBefore(turn, r.probe())
	if copied == nil {
		return nil
	}
	r.session = copied
	prepare(r)
	p := &past{run: r, base: d.session.PositionAfter(turn - 1)}
	entries := d.session.Log()
	p.next, p.end = iter.Pull(func(yield func(*Stop) bool) {
		r.stop = yield
		for t := turn; !r.aborted && t <= min(r.last, len(entries)); t++ {
			switch {
			case t == 0:
				_ = copied.Start()
			case t < len(entries):
				copied.Repeat(entries[t])
			case d.now != nil:
				copied.Do(d.now.run.session.Command())
			}
		}
	})
	return p
}

// Leave returns to the present.
func (d *Debugger) Leave() {
	if d.past != nil {
		d.past.end()
		d.past = nil
	}
}

// goTo goes to a moment, and returns the stop there.
func (d *Debugger) goTo(at Position) *Stop {
	if d.now != nil && at == d.now.Position {
		d.Leave()
		return d.now
	}
	p := d.copyFrom(at.Turn, func(r *run) { r.target = &at })
	if p == nil {
		return nil
	}
	st, ok := p.next()
	if !ok {
		return nil
	}
	d.Leave()
	p.stop, d.past = st, p
	return st
}

// Replay runs a past command again, in a copy of the game, and calls visit at each
// stop: at breakpoints or, if every, before each statement. It ends when visit returns
// false. It reports whether the history reaches back to the command.
func (d *Debugger) Replay(turn int, every bool, visit func(*Stop) bool) bool {
	p := d.copyFrom(turn, func(r *run) {
		if r.last = turn; every {
			r.motion = Into
		}
	})
	if p == nil {
		return false
	}
	defer p.end()
	for {
		st, ok := p.next()
		if !ok || !visit(st) {
			return true
		}
		if every {
			p.run.resume(Into)
		}
	}
}

// recordSteps runs the commands from first to last, both included, again and returns
// their steps.
func (d *Debugger) recordSteps(first, last int, hits bool) []step {
	var marks []step
	p := d.copyFrom(first, func(r *run) { r.steps, r.hits, r.last = &marks, hits, last })
	if p != nil {
		p.next()
	}
	return marks
}

// Backward is how far to go back.
type Backward int

// The ways to go back.
const (
	// BackOver goes to the previous statement of this function, or to its caller.
	BackOver Backward = iota
	// BackInto goes to the previous statement, also of a function that has ended.
	BackInto
	// BackOut goes to the statement of the caller.
	BackOut
	// BackContinue goes to the last breakpoint.
	BackContinue
)

// errDetached is returned by methods that need a session when there is none.
var errDetached = errors.New("no game is being debugged")

// Back goes back in time and returns the stop there. It returns nil, and the
// view stays where it is, if the history does not reach such a moment.
func (d *Debugger) Back(how Backward) *Stop {
	if d.session == nil {
		return nil
	}
	at, depth := Position{Turn: len(d.session.Log())}, 1
	if v := d.View(); v != nil {
		at, depth = v.Position, v.run.session.VM().Depth()
	}
	if at.Step == 0 {
		at.Turn--
	}
	earliest := d.session.EarliestTurn()
	for last, n := at.Turn, 1; last >= earliest; n = min(2*n, maxBatch) {
		first := max(earliest, last-n+1)
		marks := d.recordSteps(first, last, how == BackContinue)
		for i := len(marks) - 1; i >= 0; i-- {
			m := &marks[i]
			if (at.Step == 0 || m.Before(at)) && how.stopsAt(m, depth) {
				return d.goTo(m.Position)
			}
		}
		if how == BackOut {
			break
		}
		last = first - 1
	}
	return nil
}

// maxBatch is the maximum number of commands that are run again at a time in search
// of a moment. The number doubles from 1, since the moment is likely to be near.
const maxBatch = 64

func (b Backward) stopsAt(m *step, depth int) bool {
	switch b {
	case BackContinue:
		return m.hit
	case BackInto:
		return m.statement
	case BackOut:
		return m.statement && m.depth < depth
	}
	return m.statement && m.depth <= depth
}

// Forward continues in the past. It returns the next stop; when the copy reaches the
// present, that is the stop of the present, or nil between two commands.
func (d *Debugger) Forward(m Motion) *Stop {
	p := d.past
	if p == nil {
		return d.now
	}
	p.run.resume(m)
	st, ok := p.next()
	if !ok || d.now != nil && !st.Before(d.now.Position) {
		d.Leave()
		return d.now
	}
	p.stop = st
	return st
}

// Write is one change of a value.
type Write struct {
	Turn    int
	Command string
	// Of is the value that was changed, if the name stands for several: gold@2 for
	// gold, e1.hp for *.hp.
	Of       string
	From, To string
	// By is the definition and the hook that made it; empty for the engine.
	By string
}

// History lists the last changes of a value, the latest first: at most n.
func (d *Debugger) History(name string, n int) ([]Write, error) {
	s := d.session
	if s == nil {
		return nil, errDetached
	}
	b, seen := &Breakpoint{Name: name}, d.viewed()
	if err := checkChange(seen, b); err != nil {
		return nil, err
	}
	var out []Write
	for before := d.position(); len(out) < n; {
		w, ok := s.LastWrite(before, func(c *state.Change) bool { return b.matches(seen, c) })
		if !ok {
			break
		}
		write := Write{Turn: w.Turn, From: Value(seen, w.Change.From), To: Value(seen, w.Change.To)}
		if of := b.changedName(seen, &w.Change); of != b.Name {
			write.Of = of
		}
		write.Command = s.Running()
		if log := s.Log(); w.Turn < len(log) {
			write.Command = log[w.Turn].Text
		}
		if owner, hook, _ := s.Cause(w.Change); owner != "" {
			write.By = owner + " " + hook
		}
		out = append(out, write)
		before = s.PositionAfter(w.Turn-1) + w.Index
	}
	return out, nil
}
