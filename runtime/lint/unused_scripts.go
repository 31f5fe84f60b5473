package lint

import (
	"maps"
	"slices"

	"sleight/runtime/def"
	"sleight/runtime/diag"
)

// unusedScripts finds files below scripts/PACK/ that no definition names and no
// script or test requires.
func unusedScripts(d *desk) {
	used := map[string]bool{}
	for _, x := range d.all {
		if x.Script != nil {
			used[x.Script.Module] = true
		}
	}
	for _, code := range d.content.Code() {
		for _, module := range code.Program.Requires() {
			used[module] = true
		}
	}
	pack, ok := d.content.Catalog.Pack(d.pack)
	if !ok {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(pack.Modules)) {
		source := pack.Modules[name]
		if !used[source.Module] && !d.testsRequire(name) {
			d.report(diag.New("unused/script", diag.Place{File: source.File}, "nothing uses this script").
				WithHint("name it in a definition (script: %s.lua), require it, or delete it", name))
		}
	}
}

// testsRequire tells whether the tests of some definition name a module.
func (d *desk) testsRequire(module string) bool {
	return slices.ContainsFunc(d.all, func(x *def.Definition) bool {
		return !slices.ContainsFunc(wordForm.FindAllString(module, -1), func(part string) bool { return !d.index.tested[x][part] })
	})
}
