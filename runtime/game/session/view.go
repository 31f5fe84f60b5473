package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// viewCache caches a view's value until something it read has changed.
type viewCache struct {
	valid   bool
	tracker state.Tracker
	value   state.Value
}

// View computes a view, or returns its cached value if nothing it reads has
// changed since.
func (s *Session) View(v *rules.View) (state.Value, *diag.Diagnostic) {
	cache := &s.views[v.Index]
	if cache.valid && s.state.Fresh(&cache.tracker) {
		return cache.value, nil
	}
	cache.valid = false
	s.state.Track(&cache.tracker)
	// The meaning of plain names depends on the acting player.
	s.state.Var(rules.VarActor)
	value, problem := s.evaluate(v.Value, 0)
	s.state.Untrack()
	cache.value, cache.valid = value, problem == nil
	return value, problem
}

// ViewAs computes a view as if it were the turn of a player, counted from 1.
func (s *Session) ViewAs(v *rules.View, player int) (value state.Value, problem *diag.Diagnostic) {
	if player == s.Player() {
		return s.View(v)
	}
	return s.evaluate(v.Value, player)
}

// evaluation is an expression of the game to be evaluated, and its result. It
// is kept so that evaluating does not allocate.
type evaluation struct {
	job    func()
	hook   *api.Hook
	self   api.Self
	player int
	args   []state.Value
	value  state.Value
}

// evaluate evaluates an expression of the game on behalf of a player, counted
// from 1; 0 means the acting player.
func (s *Session) evaluate(hook *api.Hook, player int, args ...state.Value) (state.Value, *diag.Diagnostic) {
	return s.evaluateFor(hook, s.self(), player, args...)
}

// evaluateFor is evaluate with something other than the game as self.
func (s *Session) evaluateFor(hook *api.Hook, self api.Self, player int, args ...state.Value) (state.Value, *diag.Diagnostic) {
	e := &s.evaluation
	if e.job == nil {
		e.job = func() {
			if e.player > 0 {
				s.host.Acting = e.player
			}
			e.value = s.callReadOnly(e.hook, e.self, e.args)
		}
	}
	e.hook, e.self, e.player, e.args, e.value = hook, self, player, append(e.args[:0], args...), state.Value{}
	problem := s.readOnly(e.job)
	return e.value, problem
}

// ViewNamed computes a view by name and reports whether there is one.
func (s *Session) ViewNamed(name string) (v state.Value, found bool, problem *diag.Diagnostic) {
	for _, view := range s.game.Views {
		if view.Name == name {
			v, problem = s.View(view)
			return v, true, problem
		}
	}
	return state.Value{}, false, nil
}

// Details lists what the zone of an entity shows about it. A player who may not
// know what the entity is must not see them.
func (s *Session) Details(id state.ID) []*rules.Detail {
	zone := s.state.ZoneOf(id)
	if zone == state.Limbo {
		return nil
	}
	d, _ := s.apiGame.Layout.ZoneDecl(zone)
	return s.game.Details[d.Name]
}

// Detail computes a detail of an entity as if it were the turn of a player,
// counted from 1.
func (s *Session) Detail(d *rules.Detail, id state.ID, player int) (v state.Value, problem *diag.Diagnostic) {
	return s.evaluate(d.Value, player, state.Entity(id))
}

// Metric computes a metric of the current game. It is Nil if it applies only to
// another outcome.
func (s *Session) Metric(m *rules.Metric) (v state.Value, problem *diag.Diagnostic) {
	return s.MetricOf(m, 0)
}

// MetricOf is Metric for one player, counted from 1.
func (s *Session) MetricOf(m *rules.Metric, player int) (v state.Value, problem *diag.Diagnostic) {
	if outcome, _ := s.Outcome(); m.Of != "" && m.Of != outcome {
		return v, nil
	}
	return s.evaluate(m.Value, player)
}

// HeuristicValue returns the value of the current state to a player, counted
// from 1, by the game's heuristic. Without a heuristic it is 0 for everyone.
func (s *Session) HeuristicValue(player int) (worth float64, problem *diag.Diagnostic) {
	if s.game.Heuristic == nil {
		return 0, nil
	}
	value, problem := s.evaluate(s.game.Heuristic, player)
	return value.Num, problem
}

// Players returns the number of players.
func (s *Session) Players() int { return s.apiGame.Layout.Players }
