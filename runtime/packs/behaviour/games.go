package behaviour

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
)

// games plays every game that sees one of the packs: at random, and with each of the
// game's own bots, which reach what random commands do not.
func (c *comparison) games() error {
	seen := map[string]bool{} // kind/id of what was in play, by game
	var played []*rules.Game
	for _, g := range c.old.Content.Games() {
		packs := c.old.Content.Catalog.PacksOf(g.Definition)
		if !slices.ContainsFunc(c.options.Packs, func(id string) bool { return slices.Contains(packs, id) }) {
			continue
		}
		played = append(played, g)
		for _, bot := range append([]string{"random"}, g.StandaloneIDs("bot")...) {
			if err := c.gamesOf(g, bot, seen); err != nil {
				return err
			}
		}
	}
	if c.options.Games > 0 {
		c.report.Unseen = c.unseen(played, seen)
	}
	return nil
}

// gamesOf plays a game with a bot, and marks what was in play.
func (c *comparison) gamesOf(g *rules.Game, bot string, seen map[string]bool) error {
	plan := sim.Plan{Game: g.ID(), Variants: []sim.Variant{{Content: c.old.Content, Bot: bot}}, Seed: 1, MaxCommands: c.options.MaxCommands}
	for n := range c.options.Games {
		s, _, err := sim.Replay(c.ctx, plan, 0, n)
		if err != nil {
			return err
		}
		c.report.Games++
		c.report.Commands += len(s.Commands())
		s.State().Prototypes(func(p *state.Prototype) { seen[g.ID()+" "+p.Key] = true })
		c.play(&save.File{Game: g.ID(), Seed: s.State().Seed, Players: s.Players(), Commands: s.Commands()})
	}
	return nil
}

// wording lists the keys of a definition that change nothing of what games do.
var wording = []string{"name", "text", "icon", "art", "tests"}

// unseen lists changed definitions that zones take, but that were in play in no game.
func (c *comparison) unseen(played []*rules.Game, seen map[string]bool) (out []string) {
	for _, d := range def.Diff(c.old.Content.Catalog, c.now.Content.Catalog) {
		onlyWords := !slices.ContainsFunc(d.Fields, func(key string) bool { return !slices.Contains(wording, key) })
		if d.Old == nil || d.New == nil || onlyWords || d.Old.Data.BoolOr("abstract", false) {
			continue
		}
		placed, found := false, false
		for _, g := range played {
			if g.Catalog().Definition(d.Old.Pack, d.Old.Kind, d.Old.ID) != nil && holds(g, d.Old.Kind) {
				placed, found = true, found || seen[g.ID()+" "+d.Old.Key()]
			}
		}
		if placed && !found {
			out = append(out, d.Old.Pack+":"+d.Old.Key())
		}
	}
	return out
}

// holds reports whether a zone of a game takes a kind.
func holds(g *rules.Game, kind string) bool {
	return slices.ContainsFunc(g.Definition.Data.Each("zones"), func(zone def.Field) bool {
		return slices.ContainsFunc(zone.Value.All("of"), func(n *def.Node) bool { return n.Text() == kind })
	})
}
