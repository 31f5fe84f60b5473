package lint

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// unusedScripts finds files below scripts/PACK/ that no definition names and no
// script or test requires.
func unusedScripts(d *pass) {
	used := maps.Clone(d.shared.required)
	c := d.game.Catalog()
	for i := range d.index.notes {
		if !d.index.notes[i].scripted {
			continue
		}
		x := d.index.notes[i].of
		if x.Script != nil {
			used[x.Script.Module] = true
		}
		if own, other := rules.WrongScript(c, x); other != nil {
			used[x.Pack+":"+strings.TrimSuffix(own, ".lua")] = true
			script := x.Data.Get("script")
			d.report(diag.New("script/doubt", script.Place(), "%s names the script of %s, and nothing uses its own", x.Key(), other.Key()).
				WithHint("did you mean %q?", own).WithEdit(script.Text(), own))
		}
		for _, l := range x.Layers {
			used[l.Script.Module] = true
		}
	}
	for _, pack := range d.game.Catalog().Packs() {
		for _, m := range pack.Migrations {
			if m.Script != nil {
				used[m.Script.Module] = true
			}
		}
	}
	for _, pack := range d.game.Catalog().Packs() {
		for _, name := range slices.Sorted(maps.Keys(pack.Modules)) {
			source := pack.Modules[name]
			if !used[source.Module] && !d.testsRequire(name) {
				d.report(diag.New("unused/script", diag.Place{File: source.File}, "nothing uses this script").
					WithHint("name it in a definition (script: %s.lua), require it, or delete it", name))
			}
		}
	}
}

// testsRequire reports whether tests name a module, part by part.
func (d *pass) testsRequire(module string) bool {
	for part := range words(module) {
		if len(d.index.testsWith(part)) == 0 {
			return false
		}
	}
	return true
}
