// Package experiment asks questions about games that many games answer: how bots
// fare, what a parameter does, what each definition is worth, what a change of
// content changed. A question is data, so that it can be put in parts, on
// several machines, and the parts be merged to exactly the whole.
//
// Layer sim. It lets package sim play; it knows no game, no file and no terminal.
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

// Kind says what a question is about.
type Kind string

// The kinds of questions.
const (
	Play    Kind = "play"    // how one or several bots fare
	Sweep   Kind = "sweep"   // what a parameter does, over a range
	Impact  Kind = "impact"  // what each definition is worth
	Compare Kind = "compare" // what a change of content changed
)

// Question is what to play, and why. It says all but the content.
type Question struct {
	Kind    Kind   `json:"kind"`
	Game    string `json:"game"`
	Title   string `json:"title,omitempty"`   // what the game is called
	Players int    `json:"players,omitempty"` // 0 means as few as the game allows
	Seed    uint64 `json:"seed,string"`
	// N is how many games each variant plays.
	N int `json:"n"`
	// Given is the situation that games begin in, when there is one.
	Given *Text `json:"given,omitempty"`
	// About is the parameter that a sweep changes, as kind/id.name.
	About string `json:"about,omitempty"`
	// Old is what the content is compared with, in the words of who asked.
	Old      string    `json:"old,omitempty"`
	Variants []Variant `json:"variants"`
}

// Text is a file as it was read.
type Text struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// Variant is one way to play.
type Variant struct {
	Name string `json:"name"`
	Bot  string `json:"bot"`
	// Params are parameters with other values, by kind/id.name.
	Params map[string]float64 `json:"params,omitempty"`
	// Old plays by the content that is compared with.
	Old bool `json:"old,omitempty"`
	// Without is a definition that games do without, and With one that they
	// begin with one more of, each as kind/id.
	Without string `json:"without,omitempty"`
	With    string `json:"with,omitempty"`
	// Against is the variant that this one is compared with; see sim.Variant.
	Against int `json:"against"`
	// Title is what the definition is called.
	Title string `json:"title,omitempty"`
	// Value is what a sweep's parameter has here.
	Value float64 `json:"value,omitempty"`
	// Now marks the variant that is content as it stands.
	Now bool `json:"now,omitempty"`
}

// Content is what questions are asked about: content, and for comparisons
// other content.
type Content struct{ New, Old *rules.Content }

// Plan makes the games to play of a question. What is wrong with it is a
// diag.List, a *diag.Diagnostic or an error in words; when the context ends, it
// is the context's error.
func (q *Question) Plan(ctx context.Context, c Content) (sim.Plan, error) {
	p := sim.Plan{Game: q.Game, Players: q.Players, Seed: q.Seed, N: q.N}
	made := map[string]*rules.Content{}
	for _, v := range q.Variants {
		if err := ctx.Err(); err != nil {
			return sim.Plan{}, err
		}
		key := fmt.Sprint(v.Old, v.Params, v.Without)
		content := made[key]
		if content == nil {
			var err error
			if content, err = v.content(c); err != nil {
				return sim.Plan{}, err
			}
			made[key] = content
		}
		given, err := q.given(content, v)
		if err != nil {
			return sim.Plan{}, err
		}
		p.Variants = append(p.Variants, sim.Variant{Name: v.Name, Content: content, Bot: v.Bot, Given: given, Against: v.Against})
	}
	return p, nil
}

// content makes what a variant plays by.
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

// given makes what changes the start of a variant's games.
func (q *Question) given(c *rules.Content, v Variant) (func(*session.Session) error, error) {
	game, ok := c.Game(q.Game)
	if !ok {
		return nil, fmt.Errorf("%s: there is no game %q", v.Name, q.Game)
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
		steps = append(steps, beginWith(v.With))
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

// Bots asks how bots fare, each compared with the first.
func (q Question) Bots(names []string, params map[string]float64) Question {
	q.Kind = Play
	q.Variants = nil
	for _, name := range names {
		q.Variants = append(q.Variants, Variant{Name: name, Bot: name, Params: params})
	}
	return q
}

// Compare asks what a change of content changed, for each bot.
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

// Now returns the variant that is content as it stands, and the first if none
// is marked.
func (q *Question) Now() int {
	return max(0, slices.IndexFunc(q.Variants, func(v Variant) bool { return v.Now }))
}
