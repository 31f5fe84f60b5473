package session

import (
	"math"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// EvaluateHook calls a hook of a definition that is not in play, such as a bot, and
// returns all its results. The hook cannot change the game, and it draws from
// luck, so that the call does not change what happens next. The key is kind/id.
// The results are valid until the next call.
func (s *Session) EvaluateHook(key, hook string, luck *random.Stream) ([]state.Value, *diag.Diagnostic) {
	q := &s.botCall
	if q.game != s.game || q.key != key || q.name != hook { // usually the same one is called again
		h, problem := s.game.StandaloneHook(key, hook)
		if problem != nil {
			return nil, problem
		}
		q.game, q.key, q.name, q.hook = s.game, key, hook, h
	}
	if q.job == nil {
		q.job = func() {
			s.host.Luck = q.luck
			q.results = s.host.CallAll(q.hook, api.Self{Definition: q.hook.Owner}, nil, q.results)
		}
	}
	q.luck, q.results = luck, q.results[:0]
	host := s.host
	host.Veil = s.veil()
	problem := s.readOnly(q.job)
	host.Luck, host.Veil, q.luck = nil, nil, nil
	return q.results, problem
}

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

// botCall holds the state of EvaluateHook.
type botCall struct {
	job     func()
	game    *rules.Game
	key     string
	name    string
	hook    *api.Hook // the one of that name
	luck    *random.Stream
	veils   []*api.Veil // by player, counted from 0
	veiled  *api.Game   // the game that veils was made for
	results []state.Value
	// State of Advice.
	fill    func()
	command Command
	picked  []state.Value
}
