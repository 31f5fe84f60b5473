package engine

import (
	"slices"

	"sleight/runtime/def"
	"sleight/runtime/diag"
	"sleight/runtime/state"
)

// Swap puts new content under a running game, between two commands. The state
// is kept, and with it the history, unless something in it has no place in the
// new content. Definitions that the new content has lost stay while they are in
// play, or could be again by undoing. When the game cannot go on under the new content, Swap changes nothing
// and says why; otherwise it reports, as notices and warnings, what it had to
// do.
func (s *Session) Swap(c *Content) diag.List {
	kept, notes := c.retain(s.lost(c), s.content.Catalog)
	if kept == nil {
		return notes
	}
	g, ok := kept.games[s.game.ID()]
	if !ok {
		return diag.List{diag.New("content/reference", s.game.Definition.Place, "the game %s is being played and no longer exists", s.game.ID())}
	}
	players := s.table.Layout.Players
	if players < g.MinPlayers || players > g.MaxPlayers {
		return diag.List{diag.New("content/rule", g.Definition.Place, "%d play, and the game is now for %s", players, g.Seats())}
	}
	if p := s.Phase(); p != nil && g.phases[p.Name] == nil {
		return diag.List{diag.New("content/rule", g.Definition.Place, "phase %s is being played and no longer exists", p.Name)}
	}
	notes = append(notes, s.deleted(kept)...)
	table := g.table(players)
	prototype := func(key string) *state.Prototype { return table.Prototypes[key] }
	next := s.state
	floor := s.floor
	if s.state.Layout.SameShape(table.Layout) && s.state.Fits(table.Layout, prototype) && s.entersOnly(g) {
		s.state.Rebind(table.Layout, prototype)
	} else {
		moved, differences, _, problem := state.Restore(table.Layout, s.state.Snapshot(), prototype)
		if problem != nil {
			return append(notes, *problem)
		}
		if s.at > s.floor || len(s.log) > s.at {
			differences = append(differences, "what has been done so far cannot be undone any more")
		}
		for _, text := range differences {
			notes = append(notes, diag.New("reload/state", g.Definition.Place, "%s", text))
		}
		outcomes := s.outcomes()
		next, floor = moved, s.at
		s.log = s.log[:s.at]
		for i := range s.log {
			s.log[i].from, s.log[i].to, s.log[i].outcome = 0, 0, outcomes[i]
		}
	}
	s.content, s.game, s.table, s.floor = kept, g, table, floor
	s.choice = nil
	s.bind(next)
	return notes
}

// deleted warns of what is in play though it is deleted.
func (s *Session) deleted(kept *Content) (notes diag.List) {
	inPlay := map[string]bool{}
	s.state.Entities(func(id state.ID) { inPlay[s.Definition(id).Key()] = true })
	for _, key := range kept.retained {
		if d, ok := kept.games[s.game.ID()].Catalog().Get(key); ok && inPlay[key] {
			notes = append(notes, diag.New("reload/kept", d.Place, "%s is deleted but in play: it stays until it is gone", key))
		}
	}
	return notes
}

// entersOnly tells whether the game has every phase that is in the history.
func (s *Session) entersOnly(g *Game) bool {
	for _, c := range s.state.Journal() {
		if c.Op != state.OpVar || c.Slot != varPhase {
			continue
		}
		for _, name := range []string{c.From.Str, c.To.Str} {
			if name != "" && g.phases[name] == nil {
				return false
			}
		}
	}
	return true
}

// lost lists the definitions in play, or in the history that can be undone,
// that the content no longer has.
func (s *Session) lost(c *Content) []*def.Definition {
	var out []*def.Definition
	g, ok := c.games[s.game.ID()]
	if !ok {
		return nil
	}
	s.state.Prototypes(func(p *state.Prototype) {
		d := p.Ref.(*item).def
		if _, ok := g.Catalog().Get(p.Key); !ok && !slices.Contains(out, d) {
			out = append(out, d)
		}
	})
	return out
}
