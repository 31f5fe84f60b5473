package rules

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// VariableNames lists the variables of the game in the order of declaration.
func (g *Game) VariableNames() []string {
	var out []string
	for _, v := range g.tables[0].Layout.Vars {
		if !strings.HasPrefix(v.Name, "_") {
			out = append(out, v.Name)
		}
	}
	return out
}

// ZoneNames lists the zones of the game in the order of declaration.
func (g *Game) ZoneNames() []string {
	var out []string
	for _, z := range g.tables[0].Layout.Zones {
		out = append(out, z.Name)
	}
	return out
}

// Catalog returns the part of the content that the game sees: its own pack, the
// packs that this one builds on, and those made for the game.
func (g *Game) Catalog() *def.Catalog { return g.tables[0].Catalog }

// IDs lists the ids of all definitions of the kinds.
func (g *Game) IDs(kinds ...string) []string {
	var out []string
	for _, k := range kinds {
		for _, d := range g.tables[0].Catalog.Kind(k) {
			out = append(out, d.ID)
		}
	}
	return out
}

// Action finds an action of the game by name.
func (g *Game) Action(name string) (*Action, bool) {
	i := slices.IndexFunc(g.Actions, func(a *Action) bool { return a.Name == name })
	if i < 0 {
		return nil, false
	}
	return g.Actions[i], true
}

// private reports whether players may know things that others may not.
func (g *Game) private() bool {
	if g.MaxPlayers < 2 {
		return false
	}
	l := g.Table(g.MaxPlayers).Layout
	owned := func(d state.Decl) bool { return d.Visible == state.Owner || d.While != "" }
	for _, it := range g.items {
		if secret(it.Use) {
			return true
		}
	}
	return slices.ContainsFunc(l.Vars, owned) ||
		slices.ContainsFunc(l.Zones, func(z state.ZoneDecl) bool { return z.Visible == state.Owner && z.PerPlayer }) ||
		slices.ContainsFunc(l.Kinds, func(k *state.KindDecl) bool { return slices.ContainsFunc(k.Props, owned) }) ||
		slices.ContainsFunc(g.Phases, func(p *Phase) bool { return p.Together != nil }) ||
		slices.ContainsFunc(g.Actions, secret)
}

// secret reports whether others may not see an action, or what it is done to.
func secret(a *Action) bool {
	return a != nil && (a.Secret.On || slices.ContainsFunc(a.Targets, func(t *Target) bool { return t.Secret.On }))
}

// CommandNames lists the names of the game's actions, and of those that the engine
// adds: to pass in a window, and to say that time has run out.
func (g *Game) CommandNames() []string {
	out := g.ActionNames()
	if len(g.Windows) > 0 {
		out = append(out, Pass, PassAlways)
	}
	if g.VarSince > 0 {
		out = append(out, Timeout)
	}
	return out
}

// Zone returns the name of the zone whose entities are the options; empty if
// the options are something else.
func (t *Target) Zone() string { return t.zoneName }

// FaceNames lists the words on the faces of the game's dice.
func (g *Game) FaceNames() []string {
	var out []string
	for _, die := range g.tables[0].Catalog.WithTrait(def.DieTrait) {
		out = append(out, api.FaceWords(die)...)
	}
	return out
}

// ActionNames lists the actions of the game.
func (g *Game) ActionNames() []string {
	var out []string
	for _, a := range g.Actions {
		out = append(out, a.Name)
	}
	return out
}

// EntityFields lists the fields that every entity, or every entity of a kind
// with some trait, has besides declared properties and the fields of its
// definition.
func EntityFields() []string {
	out := []string{"key", "pack", "zone", "index", "owner", "temporary", "face"}
	for _, t := range traits {
		for _, p := range t.props {
			out = append(out, p.decl.Name)
		}
	}
	for _, p := range moveProps() {
		out = append(out, p.Name)
	}
	return out
}

// StartsInPlay reports whether entities of a definition, by kind/id, are in a
// zone when a game begins.
func (g *Game) StartsInPlay(key string) bool {
	_, ok := g.origin[key]
	return ok
}

// Item returns the item of a definition, by kind/id, or nil if entities of its
// kind are never in play.
func (g *Game) Item(key string) *Item { return g.items[key] }

// Origin returns the zone in which entities of a definition, by kind/id, begin;
// empty if none is in play at the start.
func (g *Game) Origin(key string) string { return g.origin[key] }

// CheckPlayers returns why the game cannot have a number of players, or nil.
func (g *Game) CheckPlayers(n int) *diag.Diagnostic {
	if n >= g.MinPlayers && n <= g.MaxPlayers {
		return nil
	}
	d := diag.New("game/players", diag.Place{}, "%s is for %s, not %d", g.Definition.Name, g.Seats(), n)
	return &d
}

// Seats returns the number of players in words: "1 player", "2 to 4 players".
func (g *Game) Seats() string {
	switch {
	case g.MaxPlayers == 1:
		return "1 player"
	case g.MinPlayers == g.MaxPlayers:
		return fmt.Sprintf("%d players", g.MinPlayers)
	}
	return fmt.Sprintf("%d to %d players", g.MinPlayers, g.MaxPlayers)
}
