package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// maxActs is the largest number of actions that hooks may have performed in one
// command.
const maxActs = 50

// QueueAction queues an action. One that is already queued is not queued again,
// so that two effects that both end the turn end one.
func (s flow) QueueAction(a *state.Act) *diag.Diagnostic {
	p := s.pendingCopy()
	if slices.ContainsFunc(p.Acts, func(b *state.Act) bool { return a.Action == b.Action && slices.Equal(a.Targets, b.Targets) }) {
		return nil
	}
	p.Acts = append(slices.Clip(p.Acts), a)
	s.running.actPlaces = append(s.running.actPlaces, s.host.VM.Where())
	return s.state.SetPending(&p)
}

// performQueued performs the first queued action, as a command of the acting
// player: requirements, targets, costs, reactions, the hook.
func (s *Session) performQueued() {
	p := s.pendingCopy()
	next, at := p.Acts[0], s.requested(&p)
	p.Acts = p.Acts[1:]
	s.replacePending(p)
	if s.running.actsPerformed++; s.running.actsPerformed > maxActs {
		s.host.VM.Fail(diag.New("game/actions", at, "hooks had %d actions performed in one command, last %s", maxActs, next.Action).
			WithHint("look for an action whose own hook leads to act again"))
	}
	s.running.questionsAsked = 0
	s.host.Acting = s.Player()
	c := &Command{Player: s.Player(), Action: next.Action}
	a, reason := s.resolve(c)
	if s.simultaneousPhase() != nil {
		s.host.VM.Fail(diag.New("game/refused-action", at, "act: in the phase %s, in which all players choose, %s cannot be performed", s.Phase().Name, next.Action).
			WithHint("do it in the hook resolve_%s instead", s.Phase().Name))
	}
	if reason == nil {
		c.Targets, reason = s.completeUse(a, s.self(), s.remaining(next.Targets))
	}
	if reason != nil {
		s.host.VM.Fail(diag.New("game/refused-action", at, "act: the action %s is refused: %s", next.Action, reason).
			WithHint("call act only if the action will be allowed: check phase(), or what the action requires"))
	}
	due := s.running.paidFrom
	s.running.paidFrom = len(s.running.paid)
	s.payCosts(a, s.self(), c.Targets, false)
	if !s.holdForReactions(a, c) {
		s.takeEffect(a, c, true)
	}
	s.running.paid, s.running.paidFrom = s.running.paid[:s.running.paidFrom], due
}

// requested returns where the first queued action was requested: the line
// that called act, or the definition if that was in an earlier command.
func (s *Session) requested(p *state.Pending) diag.Place {
	if n := len(s.running.actPlaces) - len(p.Acts); n >= 0 {
		return s.running.actPlaces[n]
	}
	if d, ok := s.apiGame.Catalog.Get(p.Acts[0].Owner); ok {
		return d.Place
	}
	return s.game.Definition.Place
}
