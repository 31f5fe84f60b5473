package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// unusedParams finds parameters that no script reads, no expression uses and no
// text shows: tuning them would do nothing.
func unusedParams(d *pass) {
	declares := d.declaringParams()
	for i := range d.index.notes {
		x := d.index.notes[i].of
		for _, f := range d.index.notes[i].unshown {
			if declares[f.KeyPlace()] == x && !d.readsParam(x, f.Key) {
				d.report(diag.New("unused/param", f.KeyPlace(), "nothing reads the parameter %q of %s", f.Key, x.Key()).
					WithHint("read it in the script as %s, show it in the text as {%s}, or remove it", reading(x, f.Key), f.Key))
			}
		}
	}
}

// declaringParams returns which definition declares each parameter that is not
// shown, by its place: those that inherit it have it at the same place.
func (d *pass) declaringParams() map[diag.Place]*def.Definition {
	declares := map[diag.Place]*def.Definition{}
	for i := range d.index.notes {
		x := d.index.notes[i].of
		for _, f := range d.index.notes[i].unshown {
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
func (d *pass) readsParam(x *def.Definition, name string) bool {
	if d.index.texts[name] || d.index.builds(name) {
		return true
	}
	inherited := d.index.inherited
	if inherited[x.Kind+" "+name] || inherited[x.Kind+" self."+name] || x.Kind == "game" && d.index.anyShown["game."+name] {
		return true
	}
	return slices.ContainsFunc(d.index.fields[name], func(f field) bool {
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
