package engine

import (
	"sleight/runtime/diag"
	"sleight/runtime/state"
)

// viewCache keeps a view's value until something it read has changed.
type viewCache struct {
	valid   bool
	tracker state.Tracker
	value   state.Value
}

// View computes a view, or returns what it was when nothing it reads has
// changed since.
func (s *Session) View(v *View) (state.Value, *diag.Diagnostic) {
	cache := &s.views[v.index]
	if cache.valid && s.state.Fresh(&cache.tracker) {
		return cache.value, nil
	}
	cache.valid = false
	if v.value == nil {
		return state.Value{}, nil
	}
	s.state.Track(&cache.tracker)
	// The acting player decides what plain names mean.
	s.state.Var(varActor)
	problem := s.look(func() { cache.value = s.ask(v.value, s.self(), nil) })
	s.state.Untrack()
	cache.valid = problem == nil
	return cache.value, problem
}

// ViewAs computes a view as a player, counted from 1, would if it were their
// turn.
func (s *Session) ViewAs(v *View, player int) (value state.Value, problem *diag.Diagnostic) {
	if player == s.Player() || v.value == nil {
		return s.View(v)
	}
	problem = s.look(func() {
		s.host.Acting = player
		value = s.ask(v.value, s.self(), nil)
	})
	return value, problem
}

// ViewNamed computes a view by name and tells whether there is one.
func (s *Session) ViewNamed(name string) (v state.Value, found bool, problem *diag.Diagnostic) {
	for _, view := range s.game.Views {
		if view.Name == name {
			v, problem = s.View(view)
			return v, true, problem
		}
	}
	return state.Value{}, false, nil
}

// Metric computes a figure of the game as it stands. It is Nil where it does
// not apply: to a game that ended otherwise.
func (s *Session) Metric(m *Metric) (v state.Value, problem *diag.Diagnostic) {
	if outcome, _ := s.Outcome(); m.value == nil || m.of != "" && m.of != outcome {
		return v, nil
	}
	problem = s.look(func() { v = s.ask(m.value, s.self(), nil) })
	return v, problem
}

// Worth tells what the situation is worth to a player, counted from 1, by the
// game's heuristic. A game without one is worth 0 to everybody.
func (s *Session) Worth(player int) (worth float64, problem *diag.Diagnostic) {
	if s.game.heuristic == nil {
		return 0, nil
	}
	problem = s.look(func() {
		s.host.Acting = player
		worth = s.ask(s.game.heuristic, s.self(), nil).Num
	})
	return worth, problem
}

// Players returns how many play.
func (s *Session) Players() int { return s.table.Layout.Players }
