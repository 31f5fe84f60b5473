package board

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
)

// Ending is how a game ended.
type Ending struct {
	Outcome string `json:"outcome"` // won or lost
	Text    string `json:"text,omitempty"`
	// Winners are the players who have won, counted from 1. It is absent if nobody
	// has or, with several players, if the rules do not say who.
	Winners []int `json:"winners,omitempty"`
	// Ranks are the ranks of all players, player 1 first, if the rules rank them: 1 is
	// the best, and players with the same rank tie.
	Ranks []int `json:"ranks,omitempty"`
}

// Ending returns how the game ended, or nil while it is going on. A watcher does not
// learn winners who depend on something concealed.
func (vw *Viewer) Ending() *Ending {
	s := vw.session
	if !s.Over() {
		return nil
	}
	outcome, text := s.Outcome()
	e := &Ending{Outcome: outcome, Text: vw.translate(text)}
	var problem *diag.Diagnostic
	if public := s.ReadsPublic(func() { e.Winners, e.Ranks, problem = s.Winners() }); vw.watches && !public {
		e.Winners, e.Ranks = nil, nil
	} else if problem != nil {
		vw.failures = append(vw.failures, problem)
	}
	return e
}

// Standing says in one line who won a game of several players: the players by rank,
// or the winner. It is empty if the rules do not say.
func (e *Ending) Standing(players int, translator *locale.Translator) string {
	if len(e.Ranks) == 0 {
		if players < 2 || len(e.Winners) == 0 {
			return ""
		}
		return translator.Translate("Winner: player {player}", strconv.Itoa(e.Winners[0]))
	}
	order := make([]int, len(e.Ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.Ranks[a], e.Ranks[b]) })
	var line strings.Builder
	for i, player := range order {
		switch rank := e.Ranks[player]; {
		case i > 0 && e.Ranks[order[i-1]] == rank:
			line.WriteString(", ")
		case i > 0:
			line.WriteString(" · ")
			fallthrough
		default:
			line.WriteString(strconv.Itoa(rank) + ". ")
		}
		line.WriteString(translator.Translate("player {player}", strconv.Itoa(player+1)))
	}
	return line.String()
}
