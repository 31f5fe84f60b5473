package experiment

import (
	"fmt"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// Param resolves the name of a parameter: ID.PARAM, KIND/ID.PARAM, a parameter
// of the game, or ID_PARAM, each optionally prefixed with "params."; or that of
// any other number in content: ID.PATH, KIND/ID.PATH, or a path in the game, such
// as ogre.hp or data.fights[2].gold. It returns the parameter, or the number as
// one, and its full name, as kind/id.name.
func Param(c *rules.Content, game, name string) (def.Param, string, error) {
	wanted := strings.TrimPrefix(name, "params.")
	g, _ := c.Game(game)
	var known []string
	for _, fits := range []func(d *def.Definition, p string) bool{
		func(d *def.Definition, p string) bool { return wanted == d.Key()+"."+p },
		func(d *def.Definition, p string) bool { return d == g.Definition && wanted == p },
		func(d *def.Definition, p string) bool { return wanted == d.ID+"."+p },
		func(d *def.Definition, p string) bool { return wanted == d.ID+"_"+p },
	} {
		for _, d := range g.Catalog().All() {
			for _, p := range d.Params {
				if fits(d, p.Name) {
					return p, d.Key() + "." + p.Name, nil
				}
				known = append(known, d.ID+"."+p.Name)
			}
		}
	}
	if p, full, ok := findNumber(g, wanted, &known); ok {
		return p, full, nil
	}
	text := fmt.Sprintf("%s has no parameter %q", game, name)
	for _, p := range g.Definition.Params {
		known = append(known, p.Name)
	}
	if near, ok := diag.Nearest(wanted, known); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return def.Param{}, "", fmt.Errorf("%s", text)
}

// findNumber finds a number in the game's content by its path. If there is none, it
// adds likely candidates to the known names.
func findNumber(g *rules.Game, wanted string, known *[]string) (def.Param, string, bool) {
	for _, d := range g.Catalog().All() {
		for _, before := range []string{d.Key() + ".", d.ID + ".", ""} {
			path, ok := strings.CutPrefix(wanted, before)
			if !ok || before == "" && d != g.Definition {
				continue
			}
			if n, ok := rules.NumberAt(d, path); ok {
				return def.Param{Name: path, Default: n.Number(), Position: n.Position()}, d.Key() + "." + path, true
			}
			for _, other := range rules.NumberPaths(d) {
				*known = append(*known, before+other)
			}
		}
	}
	return def.Param{}, "", false
}
