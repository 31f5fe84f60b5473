package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
)

// Expectation is a declaration in content of how a bot's games should turn out.
type Expectation struct {
	Question Question
	Goals    []Goal
	Text     string // why
	Place    diag.Place
}

// Goal is a figure of an expectation: the name of a metric, or WinRate, with
// the expected value and the tolerance to either side.
type Goal struct {
	Figure    string
	Value     float64
	Tolerance float64
	Place     diag.Place
}

// Holds reports whether a figure is as expected.
func (g *Goal) Holds(figure float64) bool {
	// Slightly wider, so that a figure exactly at the written limit is within.
	const slack = 1e-12
	return figure >= g.Value-g.Tolerance-slack && figure <= g.Value+g.Tolerance+slack
}

// defaultGames is the number of games for an expectation that does not give one.
const defaultGames = 1000

// Expectations returns the expectations that a game declares under balance, and
// the problems found in them.
func Expectations(c *rules.Content, g *rules.Game) ([]Expectation, diag.List) {
	r := &reader{content: c, game: g}
	var out []Expectation
	for _, n := range g.Definition.Data.All("balance") {
		out = append(out, r.expectation(n))
	}
	return out, r.problems
}

// LintBalance checks the balance declarations of all games without playing.
func LintBalance(c *rules.Content) diag.List {
	var problems diag.List
	for _, g := range c.Games() {
		_, list := Expectations(c, g)
		problems = append(problems, list...)
	}
	return problems
}

// reader reads the expectations of a game.
type reader struct {
	content  *rules.Content
	game     *rules.Game
	problems diag.List
}

// report adds a problem; if the game inherits the expectation, a note names the game.
func (r *reader) report(d diag.Diagnostic) {
	if game := r.game.Definition; len(game.Bases) > 0 && d.Place.File != game.Place.File {
		d = d.WithNote(game.Place, "%s inherits it; give that game its own balance:", game.ID)
	}
	r.problems = append(r.problems, d)
}

// reportBot reports a bot, or one in a list of bots of seats, that the game does not have.
func (r *reader) reportBot(err error, at diag.Place, seats bool) {
	var unknown *sim.UnknownBotError
	if errors.As(err, &unknown) {
		d := diag.New("content/reference", at, "%s has no bot %q", unknown.Game, unknown.Bot).Suggest(unknown.Bot, unknown.Known)
		if seats {
			d.Edits = nil // its place is that of all seats
		}
		r.report(d)
		return
	}
	r.report(diag.New("content/reference", at, "%v", err))
}

func (r *reader) expectation(n *def.Node) Expectation {
	bot := n.TextOr("bot", "")
	q := Question{
		Game: r.game.ID(), Seed: uint64(n.NumberOr("seed", 1)),
		N: int(n.NumberOr("games", defaultGames)), Players: int(n.NumberOr("players", 0)),
	}
	if p := n.Get("players"); p != nil && (q.Players < r.game.MinPlayers || q.Players > r.game.MaxPlayers) {
		r.report(diag.New("content/rule", p.Place(), "%s is played by %d to %d, not %d", r.game.ID(), r.game.MinPlayers, r.game.MaxPlayers, q.Players))
	}
	if _, err := sim.NewBot(r.game, bot); err != nil {
		r.reportBot(err, n.Get("bot").At(n.Place()), strings.Contains(bot, "="))
	}
	params := map[string]float64{}
	for _, f := range n.Each("set") {
		_, full, err := Param(r.content, r.game.ID(), f.Key)
		if err != nil {
			r.report(diag.New("content/reference", f.KeyPlace(), "%v", err))
		}
		params[full] = f.Value.Number()
	}
	e := Expectation{Question: q.Bots([]string{bot}, params), Text: n.TextOr("text", ""), Place: n.Place()}
	if rate := n.Get("win_rate"); rate != nil {
		e.Goals = append(e.Goals, r.goal(WinRate, rate))
	}
	known := sim.MetricNames(r.game, q.Players)
	for _, f := range n.Each("metrics") {
		if !slices.Contains(known, f.Key) {
			r.report(diag.New("content/reference", f.KeyPlace(), "%s has no metric %q", r.game.ID(), f.Key).Suggest(f.Key, known))
		}
		e.Goals = append(e.Goals, r.goal(f.Key, f.Value))
	}
	if len(e.Goals) == 0 {
		r.report(diag.New("content/missing-key", n.Place(), "this expects nothing").WithHint("add win_rate: or metrics:"))
	}
	return e
}

// goal reads a goal such as 0.60 ± 0.03; the schema has checked its form.
func (r *reader) goal(figure string, n *def.Node) Goal {
	value, tolerance, _ := strings.Cut(strings.ReplaceAll(n.Text(), "+-", "±"), "±")
	g := Goal{Figure: figure, Place: n.Place()}
	g.Value, _ = strconv.ParseFloat(strings.TrimSpace(value), 64)
	g.Tolerance, _ = strconv.ParseFloat(strings.TrimSpace(tolerance), 64)
	if figure == WinRate && (g.Value < 0 || g.Value > 1) {
		r.report(diag.New("content/range", n.Place(), "a share of games must be between 0 and 1").
			WithHint("write %s for %s %%", strconv.FormatFloat(g.Value/100, 'f', -1, 64), strconv.FormatFloat(g.Value, 'f', -1, 64)))
	}
	return g
}

// String formats a goal as in content.
func (g *Goal) String() string {
	return fmt.Sprintf("%s ± %s", formatNumber(g.Value), formatNumber(g.Tolerance))
}
