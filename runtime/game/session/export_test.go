package session

import (
	"context"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
)

// SetFuel sets the budget of subsequent commands.
func (s *Session) SetFuel(units int64) { s.setup.Fuel = units }

// FailAt makes the n-th API call of the next command fail as it begins: calls
// of functions and writes of variables and properties count, from 1. It stays
// in effect until a command fails, after which the session has a new VM.
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

// Caller returns a function that calls the hook of the game's action as a
// command does, from the budget on, but without legality, costs, phases and
// log. The function returns the fuel used.
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

// Replays reports whether loading a save would replay its log if the scripts may
// spend most units of fuel.
func Replays(c *rules.Content, in *save.File, most int64) bool {
	return retrace(context.Background(), c, in, Options{Seed: in.Seed, Players: in.Players}, most) != nil
}

// Given returns how many targets the block has room for that sampled commands share.
func (s *Session) Given() int { return s.blocks.values.Free() }
