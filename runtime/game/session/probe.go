package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Probe holds callbacks of a debugger or profiler. They are called while commands
// run, and may inspect the session but not change it.
type Probe struct {
	// Begins is called when a command, or the start of the game, begins.
	Begins func(*Session)
	// Statement is called before each statement of a script. If it returns a
	// problem, the command ends with it and changes nothing.
	Statement func(*lua.Statement) *diag.Diagnostic
	// Event is called for each event before its listeners.
	Event func(Event)
	// Call and Called are called when an API call begins and ends; one that fails
	// does not end.
	Call   func(function string)
	Called func()
	// Failure is called when a command fails or is refused by a script, while the
	// calls under way can still be inspected.
	Failure func(refusal *diag.Message, problem *diag.Diagnostic)
	// Ends is called when all scripts of a command have ended, before its changes
	// are committed. If it returns a problem, they are not.
	Ends func() *diag.Diagnostic
}

func (p *Probe) begins(s *Session) {
	if p.Begins != nil {
		p.Begins(s)
	}
}

func (p *Probe) ends() *diag.Diagnostic {
	if p.Ends == nil {
		return nil
	}
	return p.Ends()
}

// SetProbe attaches a probe, or detaches it if p is nil. It must not be called in
// the middle of a command. Scripts are compiled again, so that they call the probe,
// and commands take longer while one is attached.
func (s *Session) SetProbe(p *Probe) {
	s.probe = p
	s.renewHost()
}

// Probed reports whether a probe is attached.
func (s *Session) Probed() bool { return s.probe != nil }

// vmProbe returns the probe of the VM, which calls that of the session. It ignores
// expressions that front ends evaluate between commands.
func (s *Session) vmProbe() lua.Probe {
	return lua.Probe{
		Statement: func(p *lua.Statement) {
			if !s.busy || s.probe.Statement == nil {
				return
			}
			s.must(s.probe.Statement(p))
		},
		Failure: func(problem *diag.Diagnostic) {
			if s.busy && s.probe.Failure != nil {
				s.probe.Failure(s.running.refusal, problem)
			}
		},
	}
}

// probeCall notifies the probe of an API call.
func (s *Session) probeCall(function string) func(diag.Place, int, int) {
	if !s.busy {
		return ignored
	}
	s.probe.Call(function)
	return s.probeCalled
}

func (s *Session) probeCalled(diag.Place, int, int) { s.probe.Called() }

func ignored(diag.Place, int, int) {}

// Innermost returns the definition and the name of the innermost hook under way,
// and the number of its first Lua call; -1 if there is none.
func (s *Session) Innermost() (owner, hook string, frame int) { return s.host.Innermost() }

// VM returns the VM that runs the scripts: for probes.
func (s *Session) VM() *lua.VM { return s.host.VM }

// Spent returns the API calls made so far by scripts, and the fuel spent by the
// running command.
func (s *Session) Spent() (calls, fuel int64) { return s.host.Calls, s.host.VM.Spent() }

// Hooks returns the hooks that are running, outermost first.
func (s *Session) Hooks() []api.Running { return s.host.Running() }

// Running returns the text of the running command as far as it is known.
func (s *Session) Running() string {
	if c := &s.running.command; c.text != "" || s.done == 0 {
		return c.text
	}
	return s.Format(s.running.command)
}

// Command returns the running command.
func (s *Session) Command() Command { return s.running.command }

// Lua converts a game value to the value that scripts see.
func (s *Session) Lua(v state.Value) lua.Value { return s.host.Lua(v) }

// Self is the first argument of hooks.
type Self = api.Self

// Self converts the first argument of a hook; the zero Self is the game.
func (s *Session) Self(self Self) lua.Value {
	if self == (Self{}) {
		self = s.self()
	}
	return s.host.LuaSelf(self)
}

// Entity returns the entity that a Lua value stands for, or ok == false.
func (s *Session) Entity(v lua.Value) (id state.ID, ok bool) { return s.host.Entity(v) }

// withLabels adds the entities whose labels a source names and that it does not
// see already.
func (s *Session) withLabels(source string, names []string, values []lua.Value) ([]string, []lua.Value) {
	names, values = slices.Clone(names), slices.Clone(values)
	for _, label := range s.labelsIn(source) {
		if !slices.Contains(names, label) {
			id, _ := s.Find(label)
			names, values = append(names, label), append(values, s.host.Lua(state.Entity(id)))
		}
	}
	return names, values
}

// Amend runs a Lua statement in the middle of a command, as part of it, so that
// the log alone no longer determines the game.
func (s *Session) Amend(source string, names []string, values []lua.Value) *diag.Diagnostic {
	names, values = s.withLabels(source, names, values)
	hook, problem := s.game.CompileWith(source, names)
	if problem != nil {
		return problem
	}
	return s.host.EvaluateHook(s.fuel(), hook, values, func(lua.Value, string) {})
}

// MarkAmended records that the user has changed the running command.
func (s *Session) MarkAmended() { s.amended = true }

// PositionAfter returns the position in the journal after a command; 0 is the
// start of the game, and before it the position is 0.
func (s *Session) PositionAfter(turn int) int {
	if turn < 0 {
		return 0
	}
	return s.log[turn].to
}

// EvaluateWith evaluates a Lua source that sees the given names, between two
// commands or in the middle of one. It changes neither the state nor what the
// scripts under way can reach. use receives the value and its text before the
// scripts' values are restored.
func (s *Session) EvaluateWith(source string, names []string, values []lua.Value, use func(v lua.Value, text string)) *diag.Diagnostic {
	names, values = s.withLabels(source, names, values)
	hook, problem := s.game.CompileWith(source, names)
	if problem != nil {
		return problem
	}
	running := s.running
	running.listen, running.chain = slices.Clone(running.listen), slices.Clone(running.chain)
	end := s.state.BeginRead()
	problem = s.host.EvaluateHook(s.fuel(), hook, values, use)
	end()
	s.running = running
	return problem
}

// CopyBefore returns a copy of the game as it was before a command, counted
// from 1; 0 is the start of the game, which the copy must then play with Start. Its
// history ends there. It returns nil if the history does not reach so far back.
func (s *Session) CopyBefore(turn int, p *Probe) *Session {
	if turn < s.EarliestTurn() || turn > s.done {
		return nil
	}
	c := &Session{content: s.content, game: s.game, apiGame: s.apiGame, setup: s.setup, probe: p}
	if turn == 0 {
		c.bind(state.New(s.apiGame.Layout, s.setup.Seed))
		return c
	}
	then := &state.State{}
	s.state.CopyAt(then, s.log[turn-1].to)
	c.log = slices.Clone(s.log[:turn])
	for i := range c.log {
		c.log[i].from, c.log[i].to = 0, 0 // its journal begins here
	}
	c.done, c.undoLimit = turn, turn
	c.bind(then)
	return c
}

// EarliestTurn returns the number of the first command before which the history
// reaches; 0 is the start of the game.
func (s *Session) EarliestTurn() int {
	switch {
	case s.setup.NoHistory:
		return s.done + 1
	case s.undoLimit > 1 || s.arranged:
		return s.undoLimit
	}
	return 0
}

// Start plays the start of a game that CopyBefore returned for turn 0.
func (s *Session) Start() *diag.Diagnostic { return s.opening() }

// Repeat carries out a command of another session's log in this copy of it.
func (s *Session) Repeat(e Entry) Result { return s.Run(e.Text) }

// Written is where a change of the history was made: the number of the command,
// and its index among the command's changes.
type Written struct {
	Turn, Index int
	Change      state.Change
}

// LastWrite returns the last change before a position of the journal that
// matches, or ok == false.
func (s *Session) LastWrite(before int, matches func(*state.Change) bool) (w Written, ok bool) {
	journal := s.state.Journal()
	for i := min(before, s.state.Position()) - 1; i >= 0; i-- {
		if !matches(&journal[i]) {
			continue
		}
		turn := len(s.Log()) // of the running command
		from := 0
		if turn > 0 {
			from = s.log[turn-1].to
		}
		for i < from {
			turn--
			if from = 0; turn > 0 {
				from = s.log[turn-1].to
			}
		}
		return Written{turn, i - from, journal[i]}, true
	}
	return Written{}, false
}

// WritesVariable returns a function that reports whether a change writes a variable slot.
func WritesVariable(slot int) func(*state.Change) bool {
	return func(c *state.Change) bool { return c.Op == state.OpVar && int(c.Slot) == slot }
}

// WritesProperty returns a function that reports whether a change writes a property
// of an entity.
func WritesProperty(id state.ID, prop int) func(*state.Change) bool {
	return func(c *state.Change) bool { return c.Op == state.OpProp && c.Entity == id && int(c.Prop) == prop }
}

// GameSelf returns the game's own script as the first argument of its hooks.
func (s *Session) GameSelf() Self { return s.self() }
