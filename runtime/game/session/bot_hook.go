package session

import (
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
