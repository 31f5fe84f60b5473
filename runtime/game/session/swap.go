package session

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
)

// Swap switches a running game to new content, between two commands. The state
// is kept, and the history too unless something in it has no place in the new
// content. Definitions that the new content has lost remain while they are in
// play, or could be again after an undo. If the game cannot continue with the
// new content, Swap changes nothing and returns the errors; otherwise it
// returns notices and warnings about what was lost or adapted.
func (s *Session) Swap(c *rules.Content) diag.List {
	migrated, did, problem := s.upgrade(c)
	if problem != nil {
		return diag.List{*problem}
	}
	kept, notes := c.Retain(s.missingDefinitions(c, migrated), s.content.Catalog)
	if kept == nil {
		return notes
	}
	g, ok := kept.Game(s.game.ID())
	if !ok {
		return diag.List{diag.New("content/reference", s.game.Definition.Place, "the game %s is being played but no longer exists", s.game.ID())}
	}
	players := s.apiGame.Layout.Players
	if players < g.MinPlayers || players > g.MaxPlayers {
		return diag.List{diag.New("content/rule", g.Definition.Place, "%s is now for %s, but is being played by %d", g.Definition.Name, g.Seats(), players)}
	}
	if problem := s.cannotContinue(g, migrated); problem != nil {
		return diag.List{*problem}
	}
	open, command := s.choice, ""
	if open != nil {
		command = s.Format(open.command)
	}
	table := g.Table(players)
	prototype := func(key string) *state.Prototype { return table.Prototypes[key] }
	next := s.state
	floor := s.undoLimit
	if migrated == nil && s.state.Layout.SameShape(table.Layout) && s.state.Fits(table.Layout, prototype) && s.fitsHistory(g) {
		s.state.Rebind(table.Layout, prototype)
	} else {
		if migrated == nil {
			migrated = s.state.Snapshot()
		}
		moved, differences, _, problem := state.Restore(table.Layout, migrated, prototype)
		if problem == nil {
			problem = g.CheckPending(moved.Pending())
		}
		if problem != nil {
			problem.Place = g.Definition.Place
			return append(notes, *problem)
		}
		if s.done > s.undoLimit || len(s.log) > s.done {
			differences = append(differences, "earlier commands can no longer be undone")
		}
		for _, text := range append(did, differences...) {
			notes = append(notes, diag.New("reload/state", g.Definition.Place, "%s", text))
		}
		next, floor = moved, s.done
		s.dropHistory()
	}
	s.content, s.game, s.apiGame, s.undoLimit = kept, g, table, floor
	s.choice = nil
	s.bind(next)
	if reason := s.reopen(open); reason != "" {
		notes = append(notes, diag.New("reload/choice", g.Definition.Place, "%s was cancelled: %s", command, reason))
	}
	return append(notes, s.deletedInPlay(kept)...)
}

// upgrade runs the migrations of packs that are newer in the content. The state
// is nil if there are none.
func (s *Session) upgrade(c *rules.Content) (migrated *state.Snapshot, did []string, problem *diag.Diagnostic) {
	g, ok := c.Game(s.game.ID())
	if !ok {
		return nil, nil, nil
	}
	in := &save.File{Game: g.ID(), Packs: save.Packs(s.game)}
	if len(in.Awaiting(g)) == 0 {
		return nil, nil, nil
	}
	in.Definitions, in.State = save.Digests(s.game, s.state), s.state.Snapshot()
	did, at, problem := in.Migrate(c)
	if problem != nil {
		d := diag.New("content/rule", at.Place, "the game that is being played cannot be migrated to %s %s: %s", at.Pack, at.Before, problem.Message)
		d.Hint = problem.Hint
		if problem.Place != at.Place && !problem.Place.IsZero() {
			d = d.WithNote(problem.Place, "it is about this")
		}
		return nil, nil, &d
	}
	return in.State, did, nil
}

// dropHistory drops what can be undone or redone, keeping the outcomes of what was
// done.
func (s *Session) dropHistory() {
	outcomes := s.outcomes()
	s.log = s.log[:s.done]
	for i := range s.log {
		s.log[i].to, s.log[i].outcome = 0, outcomes[i]
	}
}

// cannotContinue returns the reason why the game, migrated or not, cannot
// continue from the phase that it is in, or nil.
func (s *Session) cannotContinue(g *rules.Game, migrated *state.Snapshot) *diag.Diagnostic {
	if name := s.phaseIn(migrated); name != "" && g.Phase(name) == nil {
		d := diag.New("content/rule", g.Definition.Place, "phase %s is being played but no longer exists", name)
		return &d
	}
	return nil
}

// phaseIn returns the phase of a migrated state, or the session's own if it is
// nil.
func (s *Session) phaseIn(migrated *state.Snapshot) string {
	if migrated == nil {
		return s.state.Var(rules.VarPhase).Str
	}
	for _, v := range migrated.Vars {
		if v.Name == rules.PhaseVariable {
			return v.Value.Str
		}
	}
	return ""
}

// deletedInPlay warns about definitions in play that have been deleted.
func (s *Session) deletedInPlay(kept *rules.Content) (notes diag.List) {
	inPlay := map[string]bool{}
	s.state.Entities(func(id state.ID) { inPlay[s.Definition(id).Key()] = true })
	for _, key := range kept.Retained() {
		if d, _ := s.game.Catalog().Get(key); inPlay[key] {
			notes = append(notes, diag.New("reload/kept", d.Place, "%s was deleted while in play, so it stays until it leaves the game", key))
		}
	}
	return notes
}

// fitsHistory reports whether the game has every phase in the history, and a
// hook for every question.
func (s *Session) fitsHistory(g *rules.Game) bool {
	if g.CheckPending(s.state.Pending()) != nil {
		return false
	}
	for _, c := range s.state.Journal() {
		if before, after := c.Pending(); g.CheckPending(before) != nil || g.CheckPending(after) != nil {
			return false
		}
		if c.Op != state.OpVar || c.Slot != rules.VarPhase {
			continue
		}
		for _, name := range []string{c.From.Str, c.To.Str} {
			if name != "" && g.Phase(name) == nil {
				return false
			}
		}
	}
	return true
}

// missingDefinitions lists the definitions missing from the content that are in a migrated
// state or, if that is nil, in play or in the history that can be undone.
func (s *Session) missingDefinitions(c *rules.Content, migrated *state.Snapshot) []*def.Definition {
	var out []*def.Definition
	g, ok := c.Game(s.game.ID())
	if !ok {
		return nil
	}
	left := map[string]bool{}
	if migrated != nil {
		for _, e := range migrated.Entities {
			left[e.Key] = true
		}
	}
	s.state.Prototypes(func(p *state.Prototype) {
		d := rules.ItemOf(p).Definition
		if _, ok := g.Catalog().Get(p.Key); !ok && (migrated == nil || left[p.Key]) && !slices.Contains(out, d) {
			out = append(out, d)
		}
	})
	return out
}
