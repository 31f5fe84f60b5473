package sim

import (
	"math"
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Wins is the metric for how often a seat wins: wins@1 is that of the first
// player. Only games that declare a winner have it.
const Wins = "wins"

// AtSeat returns the name of a metric of one seat, counted from 1.
func AtSeat(name string, seat int) string { return name + "@" + strconv.Itoa(seat) }

// figure is the source of a metric's values: either a metric that the game
// declares (for one seat, if every player has it), or whether the seat wins.
type figure struct {
	Metric
	declared *rules.Metric
}

// figuresOf lists the figures counted for each game besides its length: the
// declared metrics, then the wins.
func figuresOf(g *rules.Game, players int) (all []figure) {
	if players == 0 {
		players = g.MinPlayers
	}
	for _, m := range g.Metrics {
		if !m.PerPlayer {
			all = append(all, figure{Metric{m.Name, m.Title, m.Text, 0, m.Of}, m})
			continue
		}
		for seat := 1; seat <= players; seat++ {
			all = append(all, figure{Metric{AtSeat(m.Name, seat), m.Title + ", player " + strconv.Itoa(seat), m.Text, seat, m.Of}, m})
		}
	}
	if !g.SaysWhoWins() || players < 2 {
		return all
	}
	for seat := 1; seat <= players; seat++ {
		n := strconv.Itoa(seat)
		all = append(all, figure{Metric{AtSeat(Wins, seat), "Player " + n + " wins", "The share of games that player " + n + " wins alone.", seat, ""}, nil})
	}
	return all
}

// value returns the value of a figure in a game, given its winner.
func (f *figure) value(s *session.Session, winner int) (state.Value, *diag.Diagnostic) {
	if f.declared == nil {
		return state.Truth(winner == f.Seat), nil
	}
	return s.MetricOf(f.declared, f.Seat)
}

// MetricNames lists the metrics in the results of a game with the given number
// of players.
func MetricNames(g *rules.Game, players int) []string {
	names := []string{Length}
	for _, f := range figuresOf(g, players) {
		names = append(names, f.Name)
	}
	return names
}

// Advantage returns by how much the first player's share of the games that one
// player wins exceeds an equal share, given the wins of all seats: 0.05 means
// five percentage points. The interval is that of the difference.
func Advantage(wins []Summary) (advantage float64, within Interval) {
	share, single := 1/float64(len(wins)), 0.0
	for _, s := range wins {
		single += s.Mean
	}
	first := wins[0].Mean
	advantage = first - float64(share*single)
	variance := float64(first*float64((1-share)*(1-share))) + float64((single-first)*float64(share*share)) - float64(advantage*advantage)
	half := float64(z * math.Sqrt(max(0, variance)/float64(max(1, wins[0].N))))
	return advantage, Interval{advantage - half, advantage + half}
}
