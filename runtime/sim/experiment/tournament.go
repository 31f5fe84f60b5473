package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
)

// Tournament is the kind of a question in which bots play one another.
const Tournament Kind = "tournament"

// RoundRobin asks how bots fare against one another: each bot plays in each
// seat, with every other bot in turn in all remaining seats.
func (q Question) RoundRobin(g *rules.Game, bots []string, params map[string]float64) (Question, error) {
	if q.Players == 0 {
		q.Players = g.MinPlayers
	}
	bots = slices.Compact(slices.Clone(bots))
	switch {
	case len(bots) < 2:
		return q, fmt.Errorf("--round-robin takes two or more --bot")
	case q.Players < 2:
		return q, fmt.Errorf("--round-robin: %s is played by one player", g.ID())
	case !g.SaysWhoWins():
		return q, fmt.Errorf("--round-robin: %s does not say who has won: declare winner: or ranks: in the game", g.ID())
	}
	q.Kind, q.Variants = Tournament, nil
	for _, bot := range bots {
		for _, other := range bots {
			for seat := 1; seat <= q.Players && other != bot; seat++ {
				v := Variant{Name: fmt.Sprintf("%s in seat %d against %s", bot, seat, other), Lead: bot, Other: other, Seat: seat, Params: params}
				v.Bot, v.Against = seating(bot, other, seat, q.Players), len(q.Variants)
				q.Variants = append(q.Variants, v)
			}
		}
	}
	return q, nil
}

// seating gives one seat to a bot, and all others to another.
func seating(bot, other string, seat, players int) string {
	var seats []string
	for n := 1; n <= players; n++ {
		who := other
		if n == seat {
			who = bot
		}
		seats = append(seats, fmt.Sprintf("%d=%s", n, who))
	}
	return strings.Join(seats, ",")
}

// Standing is the number of games that a bot has won, in one seat or in all.
type Standing struct {
	Bot string
	// Other is the bot in the other seats, empty for all; Seat is counted from 1, and
	// 0 for all.
	Other    string
	Seat     int
	Games    int
	Rate     float64
	Interval sim.Interval
	wins     int
}

// Standings returns the results of a tournament: first those of each bot
// against all others, best first; then those of each pairing.
func (a *Answer) Standings() (totals, pairings []Standing) {
	for i, v := range a.Question.Variants {
		s := a.Reports[i].Metrics[sim.AtSeat(sim.Wins, v.Seat)]
		p := Standing{Bot: v.Lead, Other: v.Other, Seat: v.Seat, Games: s.N, wins: int(math.Round(s.Mean * float64(s.N)))}
		k := slices.IndexFunc(totals, func(t Standing) bool { return t.Bot == v.Lead })
		if k < 0 {
			k = len(totals)
			totals = append(totals, Standing{Bot: v.Lead})
		}
		totals[k].Games += p.Games
		totals[k].wins += p.wins
		pairings = append(pairings, p)
	}
	for _, list := range [][]Standing{totals, pairings} {
		for i := range list {
			list[i].Rate, list[i].Interval = sim.Rate(list[i].wins, list[i].Games)
		}
	}
	slices.SortStableFunc(totals, func(a, b Standing) int { return b.wins*a.Games - a.wins*b.Games })
	return totals, pairings
}
