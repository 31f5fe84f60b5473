package protocol

import (
	"cmp"
	"context"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// baseline is content to compare with.
type baseline struct {
	Baseline
	content func() (*rules.Content, error)
}

// baselines lists the content to compare with, most recent first.
func (s *Server) baselines() []baseline {
	s.mutex.Lock()
	live, previous := s.content, s.previous
	s.mutex.Unlock()
	entry := func(name, title string, c *rules.Content) baseline {
		same := c.Catalog.Digest == live.Catalog.Digest
		return baseline{Baseline{name, title, same}, func() (*rules.Content, error) { return c, nil }}
	}
	out := []baseline{entry("saved", "what is saved", live)}
	if previous != nil {
		out = append(out, entry("before", "before the last save", previous))
	}
	out = append(out, entry("opened", "when this was opened", s.options.Content))
	if s.options.Committed != nil {
		out = append(out, baseline{Baseline{Name: "committed", Title: "the last commit"}, s.options.Committed})
	}
	return out
}

// compare asks what has changed since older content. Values being tried count
// as changes.
func (c *Client) compare(q *simQuestion, p Simulate, bot string) *Error {
	all := c.server.baselines()
	i := slices.IndexFunc(all, func(o baseline) bool { return o.Name == p.Compare })
	if i < 0 {
		return fail(codeNotFound, "cannot compare with the unknown content %q; simulate/options lists the choices", p.Compare)
	}
	old, err := all[i].content()
	if err != nil {
		return c.server.errorOf(err)
	}
	if _, ok := old.Game(p.Game); !ok {
		return fail(codeNotFound, "there was no game %q: %s", p.Game, all[i].Title)
	}
	if len(p.Params) > 0 {
		tuned, problems := q.about.New.With(p.Params)
		if tuned == nil {
			return c.server.problemError(problems[0])
		}
		q.about.New = tuned
	}
	q.about.Old = old
	if old.Catalog.Digest == q.about.New.Catalog.Digest {
		return fail(codeParams, "this is the same as the current content: %s", all[i].Title)
	}
	q.Question = q.Compare(all[i].Title, []string{bot}, nil)
	return nil
}

func (c *Client) simulateOptions(_ context.Context, p OptionsRequest) (*SimulateOptions, *Error) {
	content := c.server.live()
	g, ok := content.Game(p.Game)
	if !ok {
		return nil, fail(codeNotFound, "unknown game %q", p.Game)
	}
	kinds, err := experiment.Question{Game: p.Game, Seed: 1}.Kinds(content)
	if err != nil {
		return nil, c.server.errorOf(err)
	}
	out := &SimulateOptions{Params: []TunableParam{}, Kinds: append([]string{}, kinds...)}
	all := slices.Clone(g.Catalog().All())
	slices.SortStableFunc(all, func(a, b *def.Definition) int {
		return cmp.Compare(order(a, g), order(b, g))
	})
	translator := c.translatorFor(g.Definition)
	for _, d := range all {
		for _, n := range d.Params {
			out.Params = append(out.Params, TunableParam{c.server.param(d, translator.Param(d, n)), d.Key() + "." + n.Name, cmp.Or(d.Name, d.ID)})
		}
	}
	for _, o := range c.server.baselines() {
		out.Older = append(out.Older, o.Baseline)
	}
	return out, nil
}

func order(d *def.Definition, g *rules.Game) int {
	if d == g.Definition {
		return 0
	}
	return 1
}

// answer reports the results of the games.
func (q *simQuestion) answer(r *sim.Result) *Answer {
	a := q.Answer(r)
	by := q.by
	known := func(m sim.Metric) bool { return m.Name == by }
	if by != experiment.WinRate && !slices.ContainsFunc(a.Metrics, known) {
		by = a.Leading()
	}
	out := &Answer{
		Kind: string(q.Kind), Param: q.About, Old: q.Old, Leading: by, Now: &a.Reports[q.Now()],
		Figures: append([]sim.Metric{{Name: experiment.WinRate, Title: "Won"}}, a.Metrics...),
	}
	if q.measured != nil {
		out.Profile = profileOf(q.measured)
	}
	switch q.Kind {
	case experiment.Sweep:
		for _, i := range a.Curve() {
			v := q.Variants[i]
			out.Sweep = append(out.Sweep, SweepPoint{v.Value, v.Now, &a.Reports[i]})
		}
	case experiment.Impact:
		out.Impact = a.Impacts(by)
	case experiment.Compare:
		out.Before = &a.Reports[0]
	}
	return out
}
