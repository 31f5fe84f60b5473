// Package experiment answers questions about a game by playing many games: how
// bots fare, how a parameter affects the game, what each definition is worth,
// what a content change altered. A question is data, so its games can be split
// over several machines and the parts merged into exactly the same result.
//
// Layer sim. It plays through package sim. It does not know any game, file or
// terminal.
package experiment

import (
	"context"
	"fmt"
	"slices"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// Kind is the kind of a question.
type Kind string

// The kinds of questions.
const (
	Play    Kind = "play"    // how one or more bots fare
	Sweep   Kind = "sweep"   // the effect of a parameter over a range
	Impact  Kind = "impact"  // the worth of each definition
	Compare Kind = "compare" // the effect of a content change
)

// Question describes which games to play, and for what purpose. It contains
// everything except the content.
type Question struct {
	Kind    Kind   `json:"kind"`
	Game    string `json:"game"`
	Title   string `json:"title,omitempty"`   // name of the game
	Players int    `json:"players,omitempty"` // 0 means as few as the game allows
	Seed    uint64 `json:"seed,string"`
	// N is the number of games per variant.
	N int `json:"n"`
	// Given is the situation in which games begin, if one is given.
	Given *Text `json:"given,omitempty"`
	// About is the parameter that a sweep changes, as kind/id.name.
	About string `json:"about,omitempty"`
	// Old names the content compared with, as given by the user.
	Old      string    `json:"old,omitempty"`
	Variants []Variant `json:"variants"`
}

// Text is a file with its contents.
type Text struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// Variant is one way to play.
type Variant struct {
	Name string `json:"name"`
	Bot  string `json:"bot"`
	// Params holds changed parameter values, by kind/id.name.
	Params map[string]float64 `json:"params,omitempty"`
	// Old selects the old content of a comparison.
	Old bool `json:"old,omitempty"`
	// Without is a definition that is removed from the game, and With one that
	// the first player additionally begins with, each as kind/id.
	Without string `json:"without,omitempty"`
	With    string `json:"with,omitempty"`
	// Lead is the bot that a tournament pairing measures, in Seat (counted from
	// 1); Other is the bot in all other seats.
	Lead  string `json:"lead,omitempty"`
	Other string `json:"other,omitempty"`
	Seat  int    `json:"seat,omitempty"`
	// Against is the index of the variant that this one is compared with; see
	// sim.Variant.
	Against int `json:"against"`
	// Title is the name of the definition.
	Title string `json:"title,omitempty"`
	// Value is the value of a sweep's parameter.
	Value float64 `json:"value,omitempty"`
	// Now marks the variant that plays the current content unchanged.
	Now bool `json:"now,omitempty"`
}

// Content is the content that a question is about and, for comparisons, the old
// content.
type Content struct{ New, Old *rules.Content }

// Plan returns the games to play for a question. If the question is wrong, the
// error is a diag.List, a *diag.Diagnostic or a plain error; if the context
// ends, it is the context's error.
func (q *Question) Plan(ctx context.Context, c Content) (sim.Plan, error) {
	p := sim.Plan{Game: q.Game, Players: q.Players, Seed: q.Seed, N: q.N}
	built := map[string]*rules.Content{}
	for _, v := range q.Variants {
		if err := ctx.Err(); err != nil {
			return sim.Plan{}, err
		}
		key := fmt.Sprint(v.Old, v.Params, v.Without)
		content := built[key]
		if content == nil {
			var err error
			if content, err = v.content(c); err != nil {
				return sim.Plan{}, err
			}
			built[key] = content
		}
		given, err := q.given(content, v)
		if err != nil {
			return sim.Plan{}, err
		}
		p.Variants = append(p.Variants, sim.Variant{Name: v.Name, Content: content, Bot: v.Bot, Given: given, Against: v.Against})
	}
	return p, nil
}

// content returns the content that a variant plays.
func (v *Variant) content(c Content) (*rules.Content, error) {
	content := c.New
	if v.Old {
		content = c.Old
	}
	var problems diag.List
	if len(v.Params) > 0 {
		if content, problems = content.With(v.Params); content == nil {
			return nil, problems
		}
	}
	if v.Without != "" {
		if content, problems = content.Without(v.Without); content == nil {
			return nil, problems
		}
	}
	return content, nil
}

// given returns the function that changes the start of a variant's games.
func (q *Question) given(c *rules.Content, v Variant) (func(*session.Session) error, error) {
	game, ok := c.Game(q.Game)
	if !ok {
		return nil, fmt.Errorf("%s: unknown game %q", v.Name, q.Game)
	}
	var steps []func(*session.Session) *diag.Diagnostic
	if q.Given != nil {
		node, problems := yaml.ReadOne(q.Given.File, []byte(q.Given.Text))
		if node == nil {
			return nil, problems
		}
		if inner := node.Get("given"); inner != nil {
			node = inner
		}
		situation, problem := contenttest.Situation(c, game, node)
		if problem != nil {
			return nil, problem
		}
		steps = append(steps, situation)
	}
	if v.With != "" {
		steps = append(steps, giveAtStart(v.With))
	}
	if len(steps) == 0 {
		return nil, nil
	}
	return func(s *session.Session) error {
		for _, step := range steps {
			if problem := step(s); problem != nil {
				return problem
			}
		}
		return nil
	}, nil
}

// Bots asks how bots fare, comparing each with the first.
func (q Question) Bots(names []string, params map[string]float64) Question {
	q.Kind = Play
	q.Variants = nil
	for _, name := range names {
		q.Variants = append(q.Variants, Variant{Name: name, Bot: name, Params: params})
	}
	return q
}

// Compare asks what a content change altered for each bot.
func (q Question) Compare(old string, bots []string, params map[string]float64) Question {
	q.Kind, q.Old = Compare, old
	q.Variants = nil
	for _, bot := range bots {
		before, after := "before", "after"
		if len(bots) > 1 {
			before, after = bot+" before", bot+" after"
		}
		at := len(q.Variants)
		q.Variants = append(q.Variants,
			Variant{Name: before, Bot: bot, Params: params, Old: true, Against: at},
			Variant{Name: after, Bot: bot, Params: params, Against: at, Now: true})
	}
	return q
}

// Now returns the index of the variant that plays the current content, or 0 if
// none is marked.
func (q *Question) Now() int {
	return max(0, slices.IndexFunc(q.Variants, func(v Variant) bool { return v.Now }))
}
