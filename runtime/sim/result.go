package sim

import (
	"cmp"
	"fmt"
	"slices"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// keptFaults is the maximum number of different faults that a result keeps.
const keptFaults = 50

// Metric describes a value that is counted for every game besides its outcome.
type Metric struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	// Seat is the player it is about, counted from 1; 0 for the whole game.
	Seat int `json:"seat,omitempty"`
	// Of is the outcome, won or lost, of the games that the metric applies to;
	// empty for all.
	Of string `json:"of,omitempty"`
}

// Length is the metric that every game has: the number of commands carried out.
const Length = "length"

// Result holds the results of a plan as counts. Results of different games of
// one plan can be merged in any order. Encoding as JSON loses nothing.
type Result struct {
	// Played holds the numbers of the games counted.
	Played  Ranges   `json:"played"`
	Metrics []Metric `json:"metrics"`
	// Variants are the tallies in the order of the plan.
	Variants []Tally `json:"variants"`
	// Faults are games that were neither won nor lost: the first for each kind
	// of fault.
	Faults []Fault `json:"faults,omitempty"`
}

// Tally counts the results of a variant's games.
type Tally struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	// Outcomes counts games by outcome.
	Outcomes map[string]int `json:"outcomes"`
	// Counts holds, for each metric, how often each value occurred.
	Counts []Counts `json:"counts"`
	// Commands and Fuel are totals over all games.
	Commands int64 `json:"commands"`
	Fuel     int64 `json:"fuel"`
	// Wins compares this variant with another one, game by game: 1 if only this
	// one won, −1 if only the other did, else 0. Differences holds the
	// differences in each metric.
	Wins        Counts   `json:"wins"`
	Differences []Counts `json:"differences"`

	against int
	// own maps each metric to its index among the metrics of the variant's
	// game.
	own []int
}

// Fault is a game that was neither won nor lost.
type Fault struct {
	Variant int  `json:"variant"`
	Game    Game `json:"game"`
}

func newResult(p Plan) (*Result, error) {
	if len(p.Variants) == 0 {
		return nil, fmt.Errorf("nothing to play")
	}
	r := &Result{}
	var games [][]Metric
	for i, v := range p.Variants {
		g, ok := v.Content.Game(p.Game)
		if !ok {
			return nil, fmt.Errorf("unknown game %q", p.Game)
		}
		games = append(games, Metrics(g, p.Players))
		if i == 0 {
			r.Metrics = slices.Clone(games[0])
		}
		// A metric that is missing from one of the games cannot be compared.
		r.Metrics = slices.DeleteFunc(r.Metrics, func(m Metric) bool { return find(games[i], m.Name) < 0 })
	}
	for i, v := range p.Variants {
		if v.Against > i {
			return nil, fmt.Errorf("%s cannot be compared with %s, which is played later", v.Name, p.Variants[v.Against].Name)
		}
		t := Tally{Name: v.Name, Outcomes: map[string]int{}, Wins: Counts{}, against: v.Against}
		for _, m := range r.Metrics {
			t.own = append(t.own, find(games[i], m.Name))
			t.Counts = append(t.Counts, Counts{})
			t.Differences = append(t.Differences, Counts{})
		}
		r.Variants = append(r.Variants, t)
	}
	return r, nil
}

func find(metrics []Metric, name string) int {
	return slices.IndexFunc(metrics, func(m Metric) bool { return m.Name == name })
}

// Metrics returns what is measured in a game: how long it takes, and its own
// metrics.
func Metrics(g *rules.Game, players int) []Metric {
	list := []Metric{{Name: Length, Title: "Commands", Text: "How many commands the game took."}}
	for _, f := range figuresOf(g, players) {
		list = append(list, f.Metric)
	}
	return list
}

// count adds the game with the given number, as played by each variant.
func (r *Result) count(number int, games []Game) {
	r.Played = r.Played.add(Range{number, number + 1})
	for i := range games {
		g, t := &games[i], &r.Variants[i]
		t.Games++
		t.Outcomes[g.Outcome]++
		t.Commands += int64(g.Length)
		t.Fuel += g.Fuel
		for m := range t.Counts {
			if v, ok := g.metric(t.own[m]); ok {
				t.Counts[m].Add(v, 1)
			}
		}
		if g.Outcome != rules.Won && g.Outcome != rules.Lost {
			kept := *g
			kept.Values = slices.Clone(g.Values)
			r.Faults = append(r.Faults, Fault{i, kept})
			r.trim()
		}
		if t.against != i {
			t.compare(&r.Variants[t.against], &games[t.against], g)
		}
	}
}

// compare counts the differences between a game and the same game of another
// variant.
func (t *Tally) compare(from *Tally, base, g *Game) {
	t.Wins.Add(won(g)-won(base), 1)
	for m := range t.Differences {
		a, ok := base.metric(from.own[m])
		if b, also := g.metric(t.own[m]); ok && also {
			t.Differences[m].Add(b-a, 1)
		}
	}
}

func won(g *Game) float64 {
	if g.Outcome == rules.Won {
		return 1
	}
	return 0
}

// metric returns the value of a metric, if it applies. The first metric is the
// length.
func (g *Game) metric(m int) (float64, bool) {
	if m == 0 {
		return float64(g.Length), true
	}
	if m > len(g.Values) {
		return 0, false
	}
	v := g.Values[m-1]
	return v.Num, v.Type == state.Number || v.Type == state.Bool
}

// Merge adds the results of other games of the same plan.
func (r *Result) Merge(other *Result) {
	for _, played := range other.Played {
		r.Played = r.Played.add(played)
	}
	for i := range r.Variants {
		a, b := &r.Variants[i], &other.Variants[i]
		a.Games += b.Games
		a.Commands += b.Commands
		a.Fuel += b.Fuel
		for outcome, n := range b.Outcomes {
			a.Outcomes[outcome] += n
		}
		a.Wins.merge(b.Wins)
		for m := range a.Counts {
			a.Counts[m].merge(b.Counts[m])
			a.Differences[m].merge(b.Differences[m])
		}
	}
	r.Faults = append(r.Faults, other.Faults...)
	r.trim()
}

// trim keeps the first fault of each kind, in the order of games.
func (r *Result) trim() {
	slices.SortFunc(r.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Game.Number, b.Game.Number), cmp.Compare(a.Variant, b.Variant))
	})
	seen := map[string]bool{}
	r.Faults = slices.DeleteFunc(r.Faults, func(f Fault) bool {
		cause := fmt.Sprint(f.Variant, f.Game.Outcome)
		if p := f.Game.Problem; p != nil {
			cause += p.Code + p.Place.String()
		}
		again := seen[cause]
		seen[cause] = true
		return again
	})
	r.Faults = r.Faults[:min(len(r.Faults), keptFaults)]
}
