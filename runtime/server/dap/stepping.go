package dap

import (
	"strings"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/state"
)

func (s *server) setRunning() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.stop, s.trees = true, nil, nil
}

// resumed is called by the debugger when a command begins or resumes.
func (s *server) resumed() { s.setRunning() }

// waitAtStop waits at a stop in the present until the editor resumes the game, and
// reports whether the command goes on.
func (s *server) waitAtStop(st *debug.Stop) (continues bool) {
	wait := func() {
		s.mu.Lock()
		s.running, s.stop, s.trees = false, st, nil
		s.mu.Unlock()
		s.notifyStop(st)
		select {
		case continues = <-s.resume:
		case <-s.gone:
			continues = s.attachment != nil
		}
	}
	select {
	case <-s.gone:
		return s.attachment != nil
	default:
	}
	if s.attachment == nil {
		wait()
	} else {
		s.holdGame(st, wait)
	}
	return continues
}

// awaitCommand records that the game waits for the next command. It cancels a pause that
// came too late for the last one, which would stop statements that the server itself runs.
func (s *server) awaitCommand() {
	s.mu.Lock()
	s.running, s.stop, s.trees = false, nil, nil
	s.debugger.Unpause()
	s.mu.Unlock()
	if s.program.Test != "" {
		s.send(&dap.TerminatedEvent{Event: event("terminated")})
		return
	}
	s.notifyStop(nil)
}

// notifyStop notifies the editor of where the game has stopped; nil means
// between two commands.
func (s *server) notifyStop(st *debug.Stop) {
	e := &dap.StoppedEvent{Event: event("stopped")}
	e.Body.ThreadId, e.Body.AllThreadsStopped = thread, true
	if st == nil {
		e.Body.Reason, e.Body.Description = "pause", "Between two commands: type one in the console"
		s.send(e)
		return
	}
	e.Body.Reason = map[debug.Reason]string{
		debug.AtStep: "step", debug.AtLine: "breakpoint", debug.AtEvent: "function breakpoint", debug.AtChange: "data breakpoint",
		debug.AtRefusal: "exception", debug.AtFault: "exception", debug.AtPause: "pause",
	}[st.Reason]
	e.Body.Text = st.Text
	if st.Text != "" {
		e.Body.Description = "Stopped at the " + string(st.Reason) + ": " + st.Text
	}
	if st.Past {
		e.Body.Description = strings.TrimSpace("In the past, " + st.Command() + ". " + e.Body.Description)
	}
	for _, b := range st.Points {
		e.Body.HitBreakpointIds = append(e.Body.HitBreakpointIds, s.idOf(b))
	}
	s.send(e)
}

// move lets the game continue.
func (s *server) move(m debug.Motion) {
	d := s.debugger
	s.dropReferences()
	view := d.View()
	switch {
	case view == nil && s.attachment != nil:
		d.Resume(m) // of the next command
		s.setRunning()
	case view == nil && m == debug.Continue && !s.program.typed:
		s.send(&dap.TerminatedEvent{Event: event("terminated")})
	case view == nil:
		s.print("console", "%s", s.hint())
		s.notifyStop(nil)
	case view.Past:
		s.notifyStop(d.Forward(m))
	default:
		d.Resume(m)
		s.setRunning()
		s.resume <- true
	}
}

// hint describes what is possible between two commands.
func (s *server) hint() string {
	played := s.debugger.Session()
	if legal, _ := played.Legal(1); len(legal) > 0 {
		return "The game waits for a command. Type one here, such as: " + played.Format(legal[0])
	}
	return "No command is legal now. Go back in time, or change the game with lua STATEMENT."
}

// back goes back in time. If there is no such moment the view stays.
func (s *server) back(how debug.Backward) {
	s.dropReferences()
	st := s.debugger.Back(how)
	if st == nil {
		s.print("console", "No earlier moment matches.")
		st = s.debugger.View()
	}
	s.notifyStop(st)
}

// backTo goes back to the last change of a value.
func (s *server) backTo(name string) (string, error) {
	st, err := s.debugger.BackTo(name)
	if err != nil {
		return "", err
	}
	if st == nil {
		return name + " has not changed", nil
	}
	s.dropReferences()
	s.notifyStop(st)
	return "back at " + st.Stack()[0].Place.String(), nil
}

// dropReferences drops the references, which are invalid once the game has moved.
func (s *server) dropReferences() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trees = nil
}

// end releases a game that is still stopped.
func (s *server) end() {
	if s.debugger == nil {
		return
	}
	s.debugger.SetPoints(nil)
	close(s.gone)
	if s.attachment != nil {
		s.attachment.target.Part()
		return
	}
	s.debugger.Leave()
	close(s.jobs)
}

// change describes a change of a variable or property that players may see.
func (s *server) change(c *state.Change) string {
	played := s.debugger.Session()
	name := ""
	switch c.Op {
	case state.OpVar:
		d, _ := played.State().Layout.VarDecl(int(c.Slot))
		name = d.Name
	case state.OpProp:
		if played.State().Alive(c.Entity) {
			name = played.Label(c.Entity) + "." + played.State().Prototype(c.Entity).Kind.Props[c.Prop].Name
		}
	}
	if name == "" || strings.HasPrefix(name, "_") {
		return ""
	}
	return name + ": " + debug.Value(played, c.From) + " → " + debug.Value(played, c.To)
}
