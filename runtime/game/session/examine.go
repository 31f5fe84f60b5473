package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// maxExamined is the maximum number of picks that Examine follows.
const maxExamined = 100

// Examine evaluates what front ends, bots and reports may ask about the game as
// it is now: every offer with its options, their titles and warnings, every
// view, every text and the heuristic for every player, and after the end every metric and
// who has won. It returns the first failure, or nil. The session does not change.
func (s *Session) Examine() *diag.Diagnostic {
	if problem := s.examineOffers(); problem != nil {
		return problem
	}
	for player := 1; player <= s.Players(); player++ {
		for _, v := range s.game.Views {
			if _, problem := s.ViewAs(v, player); problem != nil {
				return problem
			}
		}
		if problem := s.examineTexts(player); problem != nil {
			return problem
		}
		if problem := s.examineDetails(player); problem != nil {
			return problem
		}
		if _, problem := s.HeuristicValue(player); problem != nil {
			return problem
		}
	}
	if !s.Over() {
		return nil
	}
	for _, m := range s.game.Metrics {
		if _, problem := s.Metric(m); problem != nil {
			return problem
		}
	}
	_, _, problem := s.Winners()
	return problem
}

// examineOffers evaluates the offers and the options of all their targets.
func (s *Session) examineOffers() *diag.Diagnostic {
	var possible []offerable
	problem := s.readOnly(func() {
		s.eachOfferable(func(c offerable) {
			if s.offer(c.action, c.self, "").Reason == nil {
				possible = append(possible, c)
			}
		})
	})
	if problem != nil {
		return problem
	}
	left := maxExamined
	return s.readOnly(func() {
		var buf [8]state.Value
		for _, c := range possible {
			s.examineOptions(c.action, c.self, buf[:0], &left)
		}
	})
}

// examineOptions evaluates the options of the target after the given picks, and
// of the targets after each of them, while there are picks left.
func (s *Session) examineOptions(a *rules.Action, self api.Self, picked []state.Value, left *int) {
	if len(picked) == len(a.Targets) {
		return
	}
	if v, ok := s.automaticPick(a, self, picked); ok { // nobody is asked
		s.examineOptions(a, self, append(picked, v), left)
		return
	}
	t := a.Targets[len(picked)]
	from := s.list(t, self, picked)
	allowed := from
	for i := from; i < len(s.offered); i++ {
		v := s.offered[i]
		if s.pickRefusal(a, self, picked, v) == nil {
			s.offered[allowed] = v
			allowed++
		}
		s.optionTitle(t, self, picked, v)
	}
	s.offered = s.offered[:allowed]
	for i := from; i < allowed && *left > 0; i++ {
		*left--
		s.examineOptions(a, self, append(picked, s.offered[i]), left)
	}
	s.offered = s.offered[:from]
}

// examineDetails evaluates the details of all entities that a player may know.
func (s *Session) examineDetails(player int) *diag.Diagnostic {
	if len(s.game.Details) == 0 {
		return nil
	}
	for _, id := range s.inPlay() {
		if s.ConcealedFrom(id, player) {
			continue
		}
		for _, d := range s.Details(id) {
			if _, problem := s.Detail(d, id, player); problem != nil {
				return problem
			}
		}
	}
	return nil
}
