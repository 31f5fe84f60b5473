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
func unusedScripts(p *pass) {
	used := maps.Clone(p.shared.required)
	c := p.game.Catalog()
	for i := range p.index.notes {
		if !p.index.notes[i].scripted {
			continue
		}
		x := p.index.notes[i].of
		if x.Script != nil {
			used[x.Script.Module] = true
		}
		if own, other := rules.WrongScript(c, x); other != nil {
			used[x.Pack+":"+strings.TrimSuffix(own, ".lua")] = true
			script := x.Data.Get("script")
			p.report(diag.New("script/doubt", script.Place(), "%s names the script of %s, and nothing uses its own", x.Key(), other.Key()).
				WithHint("did you mean %q?", own).WithEdit(script.Text(), own))
		}
		for _, l := range x.Layers {
			used[l.Script.Module] = true
		}
	}
	for _, pack := range p.game.Catalog().Packs() {
		for _, m := range pack.Migrations {
			if m.Script != nil {
				used[m.Script.Module] = true
			}
		}
	}
	for _, pack := range p.game.Catalog().Packs() {
		for _, name := range slices.Sorted(maps.Keys(pack.Modules)) {
			source := pack.Modules[name]
			if !used[source.Module] && !p.testsRequire(name) {
				p.report(diag.New("unused/script", diag.Place{File: source.File}, "nothing uses this script").
					WithHint("name it in a definition (script: %s.lua), require it, or delete it", name))
			}
		}
	}
}

// testsRequire reports whether tests name a module, part by part.
func (p *pass) testsRequire(module string) bool {
	for part := range words(module) {
		if len(p.index.testsWith(part)) == 0 {
			return false
		}
	}
	return true
}
