package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Play uses an entity in the middle of a command, as a command of its own would
// do: requirements, targets, costs unless it is free, the hook, the event used.
func (s flow) Play(id state.ID, targets []state.Value, free bool) (refusal string, usable bool) {
	a := s.item(id).Use
	if a == nil {
		return "", false
	}
	self := api.Self{Entity: id}
	outer := s.running.free
	s.running.free = free
	picked, reason := s.completeUse(a, self, targets)
	s.running.free = outer
	if reason != nil {
		return reason.String(), true
	}
	due := s.running.paidFrom
	s.running.paidFrom = len(s.running.paid)
	s.payCosts(a, self, picked, free)
	zone, aimed := s.state.ZoneOf(id), s.running.targets
	s.running.targets = picked
	s.call(a.Hook, self, picked)
	s.afterUse(id, zone)
	s.running.targets = aimed
	s.running.paid, s.running.paidFrom = s.running.paid[:s.running.paidFrom], due
	return "", true
}

// CanPlay checks whether an entity could be used, with targets of which the last may
// be left out.
func (s flow) CanPlay(id state.ID, targets []state.Value) (refusal string, usable bool) {
	a, self := s.item(id).Use, api.Self{Entity: id}
	if a == nil {
		return "", false
	}
	for _, t := range a.Targets[:min(len(a.Targets), len(targets)+1)] {
		if t.ZoneNumber >= 0 {
			s.host.VM.Charge(int64(len(s.state.Zone(s.apiGame.Layout.ZoneSlot(t.ZoneNumber, s.host.Acting)))) / 4)
		}
	}
	if reason := s.useRefusal(a, self, targets); reason != nil {
		return reason.String(), true
	}
	return "", true
}

// useRefusal returns the reason why a use with these targets is not allowed, or nil.
func (s *Session) useRefusal(a *rules.Action, self api.Self, targets []state.Value) *diag.Message {
	if reason := s.refusal(a, self); reason != nil {
		return reason
	}
	targets = withoutExtraNils(a, targets)
	if len(targets) > len(a.Targets) {
		return rules.Refuse("target-count", len(a.Targets), len(targets))
	}
	for i, v := range targets {
		if reason := s.targetRefusal(a, self, targets[:i], v); reason != nil {
			return reason
		}
	}
	if len(targets) < len(a.Targets) {
		return s.noOptionRefusal(a, self, targets)
	}
	return nil
}

// withoutExtraNils drops nils at the end of the targets of an action that takes fewer.
func withoutExtraNils(a *rules.Action, targets []state.Value) []state.Value {
	n := len(targets)
	for n > len(a.Targets) && targets[n-1].Type == state.Nil {
		n--
	}
	return targets[:n]
}

// Paid returns what the running use took from a variable slot.
func (s flow) Paid(slot int) float64 {
	total := 0.0
	for _, p := range s.running.paid[s.running.paidFrom:] {
		if p.slot == slot {
			total += p.amount
		}
	}
	return total
}

// Options lists what can be picked for the next target of a use.
func (s flow) Options(id state.ID, picked []state.Value) (options []state.Value, usable bool) {
	a, self := s.item(id).Use, api.Self{Entity: id}
	if a == nil {
		return nil, false
	}
	if len(picked) >= len(a.Targets) {
		return nil, true
	}
	for _, v := range s.values(a.Targets[len(picked)], self, picked, nil) {
		if v.Type != state.Nil && s.pickRefusal(a, self, picked, v) == nil {
			options = append(options, v)
		}
	}
	return options, true
}

// Target returns a target of the innermost use or action.
func (s flow) Target(n int) state.Value {
	if n > len(s.running.targets) {
		return state.Value{}
	}
	return s.running.targets[n-1]
}

// completeUse completes the targets of a use, or returns the reason why it is not
// allowed.
func (s *Session) completeUse(a *rules.Action, self api.Self, targets []state.Value) ([]state.Value, *diag.Message) {
	if reason := s.refusal(a, self); reason != nil {
		return nil, reason
	}
	picked, ok := s.completed(a, self, slices.Clone(withoutExtraNils(a, targets)), nil)
	if !ok {
		if reason := s.noOptionRefusal(a, self, picked); reason != nil {
			return nil, reason
		}
		return nil, s.missingTarget(a, self, picked)
	}
	if len(picked) > len(a.Targets) {
		return nil, rules.Refuse("target-count", len(a.Targets), len(picked))
	}
	for i, v := range picked {
		if reason := s.targetRefusal(a, self, picked[:i], v); reason != nil {
			return nil, reason
		}
	}
	return picked, nil
}
