package debug

import (
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// BackTo goes back to where something was done: NAME is the statement that last
// changed a variable, or a property as LABEL.PROPERTY, before the moment at which
// the game is; NAME at N is the last one of command N; N is the first statement
// of command N. It returns nil if there is no such statement, and an error if
// there is no such value or command.
func (d *Debugger) BackTo(where string) (*Stop, error) {
	if d.session == nil {
		return nil, errDetached
	}
	name, number, only := strings.Cut(where, " at ")
	if n, err := strconv.Atoi(strings.TrimSpace(where)); err == nil {
		return d.backToCommand(n)
	}
	before, turn := d.position(), 0
	if only {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil {
			return nil, fmt.Errorf("%q is not the number of a command", strings.TrimSpace(number))
		}
		if err := d.checkTurn(n); err != nil {
			return nil, err
		}
		turn, before = n, d.positionAfter(n)
	}
	w, err := d.lastWrite(strings.TrimSpace(name), before)
	if err != nil || w == nil || only && w.Turn != turn {
		return nil, err
	}
	at, ok := d.StatementOfChange(w.Turn, w.Index)
	if !ok {
		return nil, nil
	}
	return d.goTo(at), nil
}

// backToCommand goes to the first statement of a command.
func (d *Debugger) backToCommand(turn int) (*Stop, error) {
	if err := d.checkTurn(turn); err != nil {
		return nil, err
	}
	for _, m := range d.recordSteps(turn, turn, false) {
		if m.statement {
			return d.goTo(m.Position), nil
		}
	}
	return nil, nil
}

// checkTurn returns an error unless a number is that of a finished or running command
// to which the history reaches back.
func (d *Debugger) checkTurn(turn int) error {
	if d.session == nil {
		return errDetached
	}
	last := len(d.session.Log()) - 1
	if d.now != nil {
		last++
	}
	switch first := d.session.EarliestTurn(); {
	case turn < 0 || turn > last:
		return fmt.Errorf("there is no command %d: the last one is %d", turn, last)
	case turn < first:
		return fmt.Errorf("the history does not reach back to command %d: it begins with command %d", turn, first)
	}
	return nil
}

// position returns the journal position of the game in view.
func (d *Debugger) position() int {
	if d.past != nil {
		return d.past.base + d.past.run.session.State().Position()
	}
	return d.session.State().Position()
}

// positionAfter returns the journal position of the game after a command.
func (d *Debugger) positionAfter(turn int) int {
	if turn < len(d.session.Log()) {
		return d.session.PositionAfter(turn)
	}
	return d.session.State().Position()
}

// viewed returns the game in view. Labels in names are those of this game: an entity
// that is gone in the present may still exist in it.
func (d *Debugger) viewed() *session.Session {
	if v := d.View(); v != nil {
		return v.run.session
	}
	return d.session
}

// lastWrite returns the last change of a value before a position of the journal;
// nil if there is none.
func (d *Debugger) lastWrite(name string, before int) (*session.Written, error) {
	b, s := &Breakpoint{Name: name}, d.viewed()
	if err := checkChange(s, b); err != nil {
		return nil, err
	}
	w, ok := d.session.LastWrite(before, func(c *state.Change) bool { return b.matches(s, c) })
	if !ok {
		return nil, nil
	}
	return &w, nil
}

// WriteIndex returns the index, among the changes of a command, of its last
// change of a value. It returns ok == false if the command has not changed it.
func (d *Debugger) WriteIndex(turn int, name string) (index int, ok bool, err error) {
	if err := d.checkTurn(turn); err != nil {
		return 0, false, err
	}
	w, err := d.lastWrite(name, d.positionAfter(turn))
	if err != nil || w == nil || w.Turn != turn {
		return 0, false, err
	}
	return w.Index, true, nil
}

// StatementOfChange returns the statement that made a change, which is given by
// the number of the command and its index among the command's changes: the
// first statement if the engine made the change before it, such as a cost. It
// returns ok == false if no script runs in the command.
func (d *Debugger) StatementOfChange(turn, index int) (at Position, ok bool) {
	for _, m := range d.recordSteps(turn, turn, false) {
		if m.statement && (!ok || m.journal <= index) {
			at, ok = m.Position, true
		}
	}
	return at, ok
}
