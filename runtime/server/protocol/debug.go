package protocol

import (
	"context"
	"fmt"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Limits for debugging answers.
const (
	maxWrites  = 10  // changes of a value
	maxStops   = 100 // stops of a command
	maxCalls   = 8   // calls of a stop
	maxChanges = 20  // changes before a stop
	maxText    = 200 // characters of a value
)

// inspect describes an entity or a variable, with the history of its values.
func (c *Client) inspect(ctx context.Context, p Inspect) (*Inspection, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	defer t.mutex.Unlock()
	s := t.session
	viewer := board.NewViewer(s, 0, t.translator(c.lang()))
	viewer.Reveal = true
	if slot, ok := s.Variable(p.Of); ok {
		d, owner := s.State().Layout.VarDecl(slot)
		title := viewer.Title("variables", d.Name, owner)
		value := InspectedValue{Name: p.Of, Title: title, Value: viewer.Value(s.State().Var(slot)), History: historyOf(s, state.Owned(d.Name, owner))}
		return &Inspection{Title: title, Values: []InspectedValue{value}}, nil
	}
	id, ok := s.Find(p.Of)
	if !ok {
		return nil, fail(codeNotFound, "there is no %q in play, and no such variable", shortened(p.Of))
	}
	d, label := s.Definition(id), s.Label(id)
	out := &Inspection{
		Title: viewer.Name(id), Key: d.Pack + ":" + d.Key(), Place: d.Place.String(), Tags: d.Tags,
		Temporary: s.State().Temporary(id), Values: []InspectedValue{},
	}
	if zone := s.State().ZoneOf(id); zone != state.Limbo {
		out.Zone, out.Index = viewer.ZoneTitle(zone), s.State().Index(id)+1
	}
	start := s.State().Prototype(id).Start
	for i, prop := range s.State().Prototype(id).Kind.Props {
		now := s.State().Prop(id, i)
		value := InspectedValue{Name: label + "." + prop.Name, Title: viewer.PropTitle(d.Kind, prop.Name), Value: viewer.Value(now)}
		if start[i] != now {
			value.Start = viewer.Value(start[i])
		}
		value.History = historyOf(s, value.Name)
		out.Values = append(out.Values, value)
	}
	return out, nil
}

// historyOf lists the last changes of a value.
func historyOf(s *session.Session, name string) []ValueChange {
	out := []ValueChange{}
	writes, _ := debug.For(s).History(name, maxWrites) // none of a property whose name is not one of scripts
	for _, w := range writes {
		out = append(out, ValueChange{w.Turn, w.Command, w.From, w.To, w.By})
	}
	return out
}

// replay runs a command of the log again, in a copy of the session, and lists
// its stops. The session itself does not change.
func (c *Client) replay(ctx context.Context, p Replay) (*ReplayResult, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	defer t.mutex.Unlock()
	out := &ReplayResult{Stops: []Stop{}}
	if p.Turn < 0 || p.Turn >= len(t.session.Log()) {
		return nil, fail(codeParams, "there is no command %d", p.Turn)
	}
	d := debug.For(t.session)
	var points []*debug.Breakpoint
	for _, b := range p.Breaks {
		point := &debug.Breakpoint{Kind: debug.Kind(b.Kind), File: b.File, Line: b.Line, Name: b.Name, Condition: b.If}
		switch point.Kind {
		case debug.Line, debug.Event, debug.Change:
		default:
			return nil, fail(codeParams, "a breakpoint must be a line, an event or a change, not %q", shortened(b.Kind))
		}
		if err := debug.Check(t.session, point); err != nil {
			out.Refused = append(out.Refused, point.String()+": "+err.Error())
			continue
		}
		points = append(points, point)
	}
	d.SetPoints(points)
	translator := t.translator(c.lang())
	aim, wrong := c.statementOfChange(t, d, p)
	if wrong != nil {
		return nil, wrong
	}
	reached := d.Replay(p.Turn, p.Every, func(st *debug.Stop) bool {
		if st.Before(aim) && aim.Step-st.Step > maxStops/2 {
			out.Earlier++ // too far before the requested statement
			return true
		}
		if len(out.Stops) == maxStops || ctx.Err() != nil {
			out.More = true
			return false
		}
		if st.Position == aim {
			out.At = len(out.Stops)
		}
		out.Stops = append(out.Stops, stopOf(st, board.NewViewer(st.Session(), 0, translator)))
		return true
	})
	out.Gone = !reached
	return out, nil
}

// statementOfChange returns the statement that made the requested change. It
// returns the zero position if no change is requested, or no statement made it.
func (c *Client) statementOfChange(t *liveSession, d *debug.Debugger, p Replay) (at debug.Position, _ *Error) {
	var index int
	switch {
	case p.Of != "":
		i, ok, err := d.WriteIndex(p.Turn, p.Of)
		if err == nil && !ok {
			err = fmt.Errorf("command %d has not changed %s", p.Turn, p.Of)
		}
		if err != nil {
			return at, fail(codeParams, "%s", shortened(err.Error()))
		}
		index = i
	case p.Change != 0:
		changes := t.changesAt(p.Turn, viewKey{0, c.lang()})
		if p.Change < 1 || p.Change > len(changes) {
			return at, fail(codeParams, "the log lists %d changes for command %d; there is no number %d", len(changes), p.Turn, p.Change)
		}
		index = changes[p.Change-1].At - 1
	default:
		return at, nil
	}
	at, _ = d.StatementOfChange(p.Turn, index)
	return at, nil
}

// stopOf describes a stop.
func stopOf(st *debug.Stop, viewer *board.Viewer) Stop {
	viewer.Reveal = true
	out := Stop{Reason: string(st.Reason), Text: shortened(st.Text), Stack: []StopFrame{}, Changes: []string{}}
	for _, f := range st.Stack() {
		if len(out.Stack) == maxCalls {
			break
		}
		frame := StopFrame{Name: f.Name, Locals: []StopLocal{}}
		if f.Place != (diag.Place{}) {
			frame.Place = f.Place.String()
		}
		for _, l := range st.Locals(f.Call) {
			frame.Locals = append(frame.Locals, StopLocal{l.Name, shortened(l.Text)})
		}
		out.Stack = append(out.Stack, frame)
	}
	changes := viewer.Describe(st.Changes())
	for _, change := range changes[max(0, len(changes)-maxChanges):] {
		out.Changes = append(out.Changes, change.Text)
	}
	return out
}

// shortened shortens a text made by a script.
func shortened(text string) string {
	if chars := []rune(strings.ToValidUTF8(text, "�")); len(chars) > maxText {
		return string(chars[:maxText]) + "…"
	}
	return text
}
