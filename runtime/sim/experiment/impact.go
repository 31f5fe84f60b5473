package experiment

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Impact asks for the worth of each definition that can be in play. It covers
// definitions of the given kinds, or of all kinds if none is given, except
// those that zones hold by default. If the game begins with a definition, or
// players have no place for it, games without it are compared with the current
// game. Otherwise games that begin with one are compared with games without it.
func (q Question) Impact(c *rules.Content, kinds []string, bot string, params map[string]float64) (Question, error) {
	s, problem := session.New(c, q.Game, session.Options{Seed: q.Seed, Players: q.Players})
	if problem != nil {
		return q, problem
	}
	items, possible := candidates(c, s)
	kinds = slices.Compact(slices.Sorted(slices.Values(kinds)))
	for _, kind := range kinds {
		if !slices.Contains(possible, kind) {
			return q, fmt.Errorf("no zone of %s holds the kind %q; there are %s", q.Game, kind, strings.Join(possible, ", "))
		}
	}
	q.Kind = Impact
	q.Variants = []Variant{{Name: "now", Bot: bot, Params: params, Now: true}}
	for _, d := range items {
		if len(kinds) > 0 && !slices.Contains(kinds, d.Kind) {
			continue
		}
		v := Variant{Name: "without " + d.ID, Bot: bot, Params: params, Without: d.Key(), Title: d.Name}
		if s.Game().StartsInPlay(d.Key()) || giveAtStart(d.Key())(s) != nil {
			q.Variants = append(q.Variants, v)
			continue
		}
		at := len(q.Variants)
		v.Against = at // not compared
		q.Variants = append(q.Variants, v,
			Variant{Name: "with " + d.ID, Bot: bot, Params: params, With: d.Key(), Title: d.Name, Against: at})
		if s, problem = session.New(c, q.Game, session.Options{Seed: q.Seed, Players: q.Players}); problem != nil {
			return q, problem
		}
	}
	return q, nil
}

// Kinds lists the kinds of definitions that can be in play in a question's
// game; Impact can ask about these.
func (q Question) Kinds(c *rules.Content) ([]string, error) {
	s, problem := session.New(c, q.Game, session.Options{Seed: q.Seed, Players: q.Players})
	if problem != nil {
		return nil, problem
	}
	items, _ := candidates(c, s)
	var kinds []string
	for _, d := range items { // in the order of kinds
		kinds = append(kinds, d.Kind)
	}
	return slices.Compact(kinds), nil
}

// candidates lists the definitions of a game that zones accept, except zone
// defaults, and the kinds that zones accept.
func candidates(c *rules.Content, s *session.Session) (items []*def.Definition, kinds []string) {
	var defaults []string
	layout := s.State().Layout
	for i := range layout.Zones {
		kinds = append(kinds, layout.Zones[i].Kinds...)
		defaults = append(defaults, layout.Zones[i].Default)
	}
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	for _, d := range s.Game().Catalog().All() {
		if slices.Contains(kinds, d.Kind) && !slices.Contains(defaults, d.ID) {
			items = append(items, d)
		}
	}
	return items, kinds
}

// giveAtStart gives the first player an instance of a definition.
func giveAtStart(key string) func(*session.Session) *diag.Diagnostic {
	kind, id, _ := strings.Cut(key, "/")
	return func(s *session.Session) *diag.Diagnostic {
		zone := homeZone(s, kind)
		if zone == "" {
			d := diag.New("content/reference", diag.Place{}, "players have no place for %s", key)
			return &d
		}
		slot, _ := s.State().Layout.Zone(zone, 1)
		return s.AddToZone(slot, id).Problem
	}
}

// homeZone returns the zone in which players hold instances of a kind: a zone
// that receives events, or else one whose contents may be used. Zones for a
// single instance are left to the rules, which expect to find them empty.
func homeZone(s *session.Session, kind string) string {
	layout := s.State().Layout
	roomy := func(name string) bool {
		i := slices.IndexFunc(layout.Zones, func(z state.ZoneDecl) bool { return z.Name == name })
		return i >= 0 && layout.Zones[i].Accepts(kind) && layout.Zones[i].Limit != 1
	}
	for i := range layout.Zones {
		if z := &layout.Zones[i]; z.Listens && roomy(z.Name) {
			return z.Name
		}
	}
	for _, phase := range s.Game().Phases {
		for _, name := range phase.Use {
			if roomy(name) {
				return name
			}
		}
	}
	return ""
}
