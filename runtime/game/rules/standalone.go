package rules

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
)

// declareStandalone numbers the hooks of a definition that is never in play, such as a
// bot: only the engine calls them. A definition with a field game is for that game
// and its variants only.
func (b *builder) declareStandalone(d *def.Definition, m *builtDefinition) {
	p := b.scripts[d]
	b.checkGame(d)
	if p == nil && len(b.layers[d]) == 0 || d.Kind == "game" || !b.isFor(d) {
		return
	}
	own := map[string]*api.Hook{}
	for _, h := range b.hooksOf(d) {
		own[h.Name] = h
	}
	b.game.standalone[d.Key()], m.standalone = own, own
	if p != nil {
		b.checkReferences(d, p)
	}
}

// isFor reports whether a definition is for the game: it names this game, one that this
// game extends, or none.
func (b *builder) isFor(d *def.Definition) bool {
	of := d.Data.TextOr("game", b.game.ID())
	return of == b.game.ID() || slices.ContainsFunc(b.game.Definition.Bases, func(base string) bool {
		return strings.HasSuffix(base, ":game/"+of)
	})
}

// checkGame reports a definition for a game that does not exist.
func (b *builder) checkGame(d *def.Definition) {
	named := d.Data.Get("game")
	if d.Kind == "game" || named == nil || named.Type() != def.Text {
		return
	}
	var known []string
	for _, g := range b.catalog.Kind("game") {
		known = append(known, g.ID)
	}
	if b.game.ID() == known[0] { // reported once, by one game
		b.mustKnow("game", named.Text(), named.Place(), known)
	}
}

// StandaloneIDs lists the ids of the definitions of a kind that are never in
// play and have hooks, in order.
func (g *Game) StandaloneIDs(kind string) []string {
	var ids []string
	for key := range g.standalone {
		if id, ok := strings.CutPrefix(key, kind+"/"); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// StandaloneHook returns a hook of a definition that is never in play, such as
// choose of a bot. The key is kind/id.
func (g *Game) StandaloneHook(key, hook string) (*api.Hook, *diag.Diagnostic) {
	own := g.standalone[key]
	if own == nil {
		return nil, unknown("definition to ask", key, diag.Place{}, slices.Sorted(maps.Keys(g.standalone)))
	}
	if own[hook] == nil {
		d, _ := g.Catalog().Get(key)
		return nil, unknown("hook of "+key, hook, d.Place, slices.Sorted(maps.Keys(own)))
	}
	return own[hook], nil
}

func unknown(what, name string, at diag.Place, known []string) *diag.Diagnostic {
	d := diag.New("content/reference", at, "unknown %s %q", what, name).Suggest(name, known)
	return &d
}
