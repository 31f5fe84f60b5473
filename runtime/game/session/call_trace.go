package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// maxTrace is the largest number of calls that the trace of a failure lists.
const maxTrace = 8

// callTrace returns how the running command came to the line that failed: a note
// for each call, the innermost first. Call it before anything else runs.
func (s *Session) callTrace() []diag.Note {
	frames := s.host.CallStack()
	var notes []diag.Note
	note := func(at diag.Place, format string, args ...any) {
		if !at.IsZero() {
			notes = append(notes, diag.Note{Place: at, Message: diag.Sentencef(format, args...)})
		}
	}
	for i, frame := range slices.Backward(frames) {
		lines := frame.Lines
		if i == len(frames)-1 && len(lines) > 0 {
			lines = lines[:len(lines)-1] // the failure's own
		}
		if frame.Hook.Owner == nil { // typed Lua
			continue
		}
		owner := frame.Hook.Owner // or what shares its script
		if id := frame.Self.Entity; id != state.None && s.state.Alive(id) {
			owner = s.item(id).Definition
		}
		name := frame.Hook.Name
		if name == "" {
			if len(lines) == 0 && owner == frame.Hook.Owner {
				continue // the failure's own place says as much
			}
			name = "an expression"
		}
		if len(lines) == 0 {
			note(frame.Hook.Place, "in %s of %s", name, owner.Key())
			continue
		}
		first := lines[0]
		if first.File != frame.Hook.Place.File { // the hook itself has returned this call
			first = frame.Hook.Place
		} else {
			lines = lines[1:]
		}
		for _, at := range slices.Backward(lines) {
			note(at, "called here")
		}
		note(first, "called here, in %s of %s", name, owner.Key())
	}
	notes = slices.CompactFunc(notes, func(a, b diag.Note) bool { return a.Place == b.Place && a.Message.String() == b.Message.String() })
	if n := len(notes); n > maxTrace {
		notes = append(slices.Clone(notes[:maxTrace/2]), notes[n-maxTrace/2:]...)
	}
	return notes
}

// withCallTrace adds the call trace to the failure of a read-only job, such as a view or
// a text.
func (s *Session) withCallTrace(problem *diag.Diagnostic) *diag.Diagnostic {
	if problem == nil {
		return nil
	}
	d := *problem
	d.Notes = append(slices.Clip(d.Notes), s.callTrace()...)
	return &d
}

// explain adds a call trace and the command to a failure. The state is that
// before the command.
func (s *Session) explain(problem *diag.Diagnostic, trace []diag.Note, c *Command) *diag.Diagnostic {
	d := *problem
	d.Notes = append(slices.Clip(d.Notes), trace...)
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

// maxFuelNotes is the largest number of hooks whose cost is reported.
const maxFuelNotes = 3

// addFuelNotes adds the hooks that spent most of it to a problem about an exhausted
// budget, if there are several.
func (s *Session) addFuelNotes(problem *diag.Diagnostic) {
	if problem == nil || problem.Code != "script/fuel" {
		return
	}
	bills := s.host.FuelByHook()
	if len(bills) < 2 {
		return
	}
	for _, b := range bills[:min(len(bills), maxFuelNotes)] {
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
