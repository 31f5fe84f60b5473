package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// mostSteps is the largest number of calls that the way to a failure names.
const mostSteps = 8

// way returns how the running command came to the line that failed: a note for
// each call, the innermost first. It must be asked before anything else runs.
func (s *Session) way() []diag.Note {
	steps := s.host.Trail()
	var notes []diag.Note
	note := func(at diag.Place, format string, args ...any) {
		if !at.IsZero() {
			notes = append(notes, diag.Note{Place: at, Message: diag.Sentencef(format, args...)})
		}
	}
	for i, step := range slices.Backward(steps) {
		lines := step.Lines
		if i == len(steps)-1 && len(lines) > 0 {
			lines = lines[:len(lines)-1] // the failure's own
		}
		if step.Hook.Owner == nil { // typed Lua
			continue
		}
		owner := step.Hook.Owner // or what shares its script
		if id := step.Self.Entity; id != state.None && s.state.Alive(id) {
			owner = s.item(id).Definition
		}
		name := step.Hook.Name
		if name == "" {
			if len(lines) == 0 && owner == step.Hook.Owner {
				continue // the failure's own place says as much
			}
			name = "an expression"
		}
		if len(lines) == 0 {
			note(step.Hook.Place, "in %s of %s", name, owner.Key())
			continue
		}
		first := lines[0]
		if first.File != step.Hook.Place.File { // the hook itself has returned this call
			first = step.Hook.Place
		} else {
			lines = lines[1:]
		}
		for _, at := range slices.Backward(lines) {
			note(at, "called here")
		}
		note(first, "called here, in %s of %s", name, owner.Key())
	}
	notes = slices.CompactFunc(notes, func(a, b diag.Note) bool { return a.Place == b.Place && a.Message.String() == b.Message.String() })
	if n := len(notes); n > mostSteps {
		notes = append(slices.Clone(notes[:mostSteps/2]), notes[n-mostSteps/2:]...)
	}
	return notes
}

// pointed adds to the failure of a look, such as at a view or a text, how it
// came to the line that failed.
func (s *Session) pointed(problem *diag.Diagnostic) *diag.Diagnostic {
	if problem == nil {
		return nil
	}
	d := *problem
	d.Notes = append(slices.Clip(d.Notes), s.way()...)
	return &d
}

// explain adds to a failure how the command came to it. The state is that before
// the command.
func (s *Session) explain(problem *diag.Diagnostic, way []diag.Note, c *Command) *diag.Diagnostic {
	d := *problem
	d.Notes = append(slices.Clip(d.Notes), way...)
	at := diag.Place{}
	if c.Item != state.None && s.state.Alive(c.Item) && s.item(c.Item).Use != nil {
		at = s.item(c.Item).Use.Place
	} else if a, ok := s.game.Action(c.Action); ok {
		at = a.Place
	}
	if !at.IsZero() {
		d = d.WithNote(at, "the command was %q", s.Format(*c))
	}
	return &d
}

// mostBills is the largest number of hooks whose cost is reported.
const mostBills = 3

// account adds to a problem about an exhausted budget which hooks spent most of
// it, if there are several.
func (s *Session) account(problem *diag.Diagnostic) {
	if problem == nil || problem.Code != "script/fuel" {
		return
	}
	bills := s.host.Bills()
	if len(bills) < 2 {
		return
	}
	for _, b := range bills[:min(len(bills), mostBills)] {
		name := "an expression"
		if b.Hook.Name != "" {
			name = b.Hook.Name
		}
		if b.Hook.Owner == nil { // typed code has no owner
			name = "this"
		} else {
			name += " of " + b.Hook.Owner.Key()
		}
		*problem = problem.WithNote(b.Hook.Place, "%s took %d units", name, b.Fuel)
	}
}
