package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// SetFuel changes the budget of the commands to come.
func (s *Session) SetFuel(units int64) { s.setup.Fuel = units }

// FailAt makes the n-th API call of the next command fail as it begins: the
// calls of functions and the writes of variables and properties, counted from
// 1. It lasts until a command fails, which takes a new VM.
func (s *Session) FailAt(n int) {
	s.host.Trace = func(function string) func(diag.Place, int, int) {
		if n--; n == 0 {
			s.host.VM.Fail(diag.New("script/runtime", diag.Place{}, "%s was made to fail", function))
		}
		return func(diag.Place, int, int) {}
	}
}

// CountCalls counts the API calls from now on.
func (s *Session) CountCalls(n *int) {
	s.host.Trace = func(string) func(diag.Place, int, int) {
		*n++
		return func(diag.Place, int, int) {}
	}
}

// Caller returns what calls the hook of the game's action, budget on, as a
// command does, but without what else belongs to a command: legality, costs,
// phases and log. What it returns tells the fuel.
func (s *Session) Caller(action string, targets ...state.Value) func() int64 {
	a, _ := s.game.Action(action)
	self := s.self()
	body := func() { s.call(a.Hook, self, targets) }
	return func() int64 {
		s.state.Begin()
		if problem := s.host.VM.Protect(s.fuel(), body); problem != nil {
			panic(problem)
		}
		s.state.Commit()
		s.state.Forget()
		return s.host.VM.Spent()
	}
}
