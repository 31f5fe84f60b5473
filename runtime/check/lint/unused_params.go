package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// unusedParams finds parameters that no script reads, no expression uses and no
// text shows: tuning them would do nothing.
func unusedParams(p *pass) {
	declares := p.declaringParams()
	for i := range p.index.notes {
		x := p.index.notes[i].of
		for _, f := range p.index.notes[i].unshown {
			if declares[f.KeyPlace()] == x && !p.readsParam(x, f.Key) {
				p.report(diag.New("unused/param", f.KeyPlace(), "nothing reads the parameter %q of %s", f.Key, x.Key()).
					WithHint("read it in the script as %s, show it in the text as {%s}, or remove it", reading(x, f.Key), f.Key))
			}
		}
	}
}

// declaringParams returns which definition declares each parameter that is not
// shown, by its place: those that inherit it have it at the same place.
func (p *pass) declaringParams() map[diag.Place]*def.Definition {
	declares := map[diag.Place]*def.Definition{}
	for i := range p.index.notes {
		x := p.index.notes[i].of
		for _, f := range p.index.notes[i].unshown {
			at := f.KeyPlace()
			if last := declares[at]; x.Place.Line <= at.Line && (last == nil || last.Place.Line < x.Place.Line) {
				declares[at] = x
			}
		}
	}
	return declares
}

// reading is how a script reads a parameter.
func reading(x *def.Definition, name string) string {
	if x.Kind == "game" {
		return "game." + name
	}
	return "self." + name
}

// readsParam reports whether anything may read a parameter of a definition that
// does not show it itself.
func (p *pass) readsParam(x *def.Definition, name string) bool {
	if p.index.texts[name] || p.index.builds(name) {
		return true
	}
	inherited := p.index.inherited
	if inherited[x.Kind+" "+name] || inherited[x.Kind+" self."+name] || x.Kind == "game" && p.index.anyShown["game."+name] {
		return true
	}
	return slices.ContainsFunc(p.index.fields[name], func(f field) bool {
		switch {
		case f.Write || f.Of == "vars":
			return false
		case f.Of == "game":
			return x.Kind == "game"
		case f.Of != "self" || f.owner == nil || f.owner == x:
			return true
		}
		// A script may serve several definitions, and so may expressions of
		// the game about all of a kind.
		return f.owner.Kind == "game" || x.Script != nil && f.owner.Script == x.Script || f.owner.Kind == x.Kind && extends(f.owner, x)
	})
}

// extends reports whether one definition inherits another's data.
func extends(x, from *def.Definition) bool {
	return len(x.Bases) > 0 || len(from.Bases) > 0
}
