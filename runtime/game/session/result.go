package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Winner returns the only player who has won, counted from 1, as the game declares
// it. It is 0 if nobody has won, or several have, or the game does not say.
func (s *Session) Winner() (player int, problem *diag.Diagnostic) {
	if !s.game.SaysWhoWins() {
		return 0, nil
	}
	winners, _, problem := s.Winners()
	if len(winners) == 1 {
		player = winners[0]
	}
	return player, problem
}

// Winners returns the players who have won, counted from 1, in order, and the ranks of
// all players, player 1 first: 1 is the best, and players with the same rank tie.
// Before the end there are none. There are no winners if nobody has won or, with
// several players, if the game does not say who; only some games rank players.
func (s *Session) Winners() (players, ranks []int, problem *diag.Diagnostic) {
	outcome, _ := s.Outcome()
	switch {
	case outcome == "":
	case s.game.Ranks != nil:
		ranks, problem = s.ranks()
		for i, rank := range ranks {
			if rank == 1 {
				players = append(players, i+1)
			}
		}
	case s.game.Winner != nil:
		v, failed := s.evaluate(s.game.Winner, 0)
		if problem = failed; s.isPlayer(v) {
			players = []int{int(v.Num)}
		}
	case s.Players() == 1 && outcome == rules.Won:
		players = []int{1}
	}
	return players, ranks, problem
}

// ranks evaluates the ranks that the game declares.
func (s *Session) ranks() (ranks []int, problem *diag.Diagnostic) {
	hook, players := s.game.Ranks, s.Players()
	problem = s.readOnly(func() {
		list := s.host.CallList(hook, s.self(), nil, nil)
		for _, v := range list {
			if len(list) != players || !s.isPlayer(v) {
				s.host.VM.Fail(diag.New("script/runtime", hook.Place, "expected %d ranks from 1 to %d, player 1 first", players, players))
			}
			ranks = append(ranks, int(v.Num))
		}
	})
	if problem != nil {
		return nil, problem
	}
	return ranks, nil
}

// isPlayer reports whether a value is a number from 1 to the number of players.
func (s *Session) isPlayer(v state.Value) bool {
	return v.IsWhole() && v.Num >= 1 && v.Num <= float64(s.Players())
}
