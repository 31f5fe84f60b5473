package session

import (
	"math"

	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// veil returns what the acting player may not know, or nil in a game that hides
// nothing.
func (s *Session) veil() *api.Veil {
	l := s.apiGame.Layout
	if !l.HidesAnything && (!s.game.Private || l.Players < 2) {
		return nil
	}
	player, q := s.Player(), &s.botCall
	if q.veiled != s.apiGame {
		q.veils, q.veiled = nil, s.apiGame
	}
	for len(q.veils) < player {
		q.veils = append(q.veils, s.veilOf(len(q.veils)+1))
	}
	return q.veils[player-1]
}

// DoTrackingSecrets carries out a command, and returns how many changes it made
// before a script first read something that a player, counted from 1, may not
// know; NoSecretRead if no script did.
func (s *Session) DoTrackingSecrets(player int, c Command) (r Result, changesBefore int) {
	changesBefore = NoSecretRead
	if s.veil() == nil {
		return s.Do(c), changesBefore
	}
	start, veil := s.state.Position(), s.veilOf(player)
	veil.Report = func() { changesBefore = min(changesBefore, s.state.Position()-start) }
	s.host.Veil = veil
	defer func() { s.host.Veil = nil }()
	r = s.Do(c)
	return r, changesBefore
}

// NoSecretRead is more than the number of changes of any command.
const NoSecretRead = math.MaxInt

// veilOf returns what a player may not know.
func (s *Session) veilOf(player int) *api.Veil {
	l := s.apiGame.Layout
	v := &api.Veil{
		Player: player,
		Closed: make([]bool, l.ZoneSlots()), Jumbled: make([]bool, l.ZoneSlots()), Secret: make([]bool, l.VarSlots()),
		Entity: func(id state.ID) bool { return s.ConcealedFrom(id, player) },
		Property: func(id state.ID, prop int) bool {
			return !s.KnowsProp(s.state.Prototype(id).Kind, prop, s.state.ZoneOf(id), player)
		},
		Listed:      func(slot int) []state.ID { return s.ListedFor(slot, player) },
		Answered:    func(n int) bool { return s.secretFrom(n, player) },
		Sort:        s.sortListed,
		HidesValues: l.HidesValues,
	}
	for slot := range v.Closed {
		d, _ := l.ZoneDecl(slot)
		v.Closed[slot] = s.HiddenFrom(slot, player)
		v.Jumbled[slot] = d.Unordered && !v.Closed[slot]
	}
	for slot := range v.Secret {
		v.Secret[slot] = !s.KnowsVar(slot, player)
	}
	return v
}

// secretFrom reports whether a player may not know what is reacted to in the
// open window: its n-th target, counted from 1, or the command itself for 0.
func (s *Session) secretFrom(n, player int) bool {
	_, w := s.Window()
	a := s.heldAction(w)
	if a == nil || w.By == player {
		return false
	}
	return a.Secret.On || n > 0 && n <= len(a.Targets) && a.Targets[n-1].Secret.On
}
