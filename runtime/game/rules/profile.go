package rules

import (
	"slices"

	"sleight/runtime/game/state"
)

// Profile holds values that last from one game to the next, by the names of the
// variables that the game declares for them.
type Profile map[string]state.Value

// ProfileNames lists the variables of the profile, in the order of declaration.
func (g *Game) ProfileNames() []string { return g.profile }

// inProfile reports whether a variable is one of the profile.
func (g *Game) inProfile(name string) bool { return slices.Contains(g.profile, name) }

// Usable returns the values of a profile that the game has a place for, and the
// names of the others, sorted.
func (g *Game) Usable(p Profile) (usable Profile, others []string) {
	usable = Profile{}
	for name, v := range p {
		slot, ok := g.tables[0].Layout.Var(name, 1)
		if ok && g.inProfile(name) {
			d, _ := g.tables[0].Layout.VarDecl(slot)
			if checked, problem := d.Check(v); problem == nil && v.Type != state.Ref {
				usable[name] = checked
				continue
			}
		}
		others = append(others, name)
	}
	slices.Sort(others)
	return usable, others
}
