package session

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// EvaluateText evaluates an expression in a text for an entity, or for a definition
// by itself, as if it were the turn of a player, counted from 1.
func (s *Session) EvaluateText(l *rules.TextExpression, self api.Self, player int) (state.Value, *diag.Diagnostic) {
	return s.evaluateFor(l.Hook, self, player)
}

// examineTexts evaluates the expressions in all texts that a player may read
// now: of the game, and of what is in its zones.
func (s *Session) examineTexts(player int) *diag.Diagnostic {
	if !s.game.HasTextExpressions() {
		return nil
	}
	if problem := s.examineText(s.game.Definition, s.self(), player); problem != nil {
		return problem
	}
	for slot := range s.state.Layout.ZoneSlots() {
		for _, id := range s.state.Zone(slot) {
			if s.ConcealedFrom(id, player) {
				continue
			}
			if problem := s.examineText(s.Definition(id), api.Self{Entity: id}, player); problem != nil {
				return problem
			}
		}
	}
	return nil
}

func (s *Session) examineText(d *def.Definition, self api.Self, player int) *diag.Diagnostic {
	for _, c := range d.Expressions {
		if l := s.game.TextExpression(d, c.Lua); l != nil {
			if _, problem := s.EvaluateText(l, self, player); problem != nil {
				return problem
			}
		}
	}
	return nil
}
