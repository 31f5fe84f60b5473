package install

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// explainMissing makes the problem of an installation clearer if a pack that was named
// requires, in all versions, a pack of which there is none.
func (t *planner) explainMissing(ctx context.Context, problem *diag.Diagnostic, choices manifest.Available) *diag.Diagnostic {
	for _, id := range slices.Sorted(maps.Keys(t.given)) {
		var at Offer
		var needs manifest.Dependency
		for _, o := range sorted(t.given[id]) {
			i := slices.IndexFunc(o.Manifest.Requires, func(n manifest.Dependency) bool { return len(choices.Versions[n.Pack]) == 0 })
			if i < 0 {
				needs.Pack = ""
				break
			}
			if needs.Pack == "" {
				at, needs = o, o.Manifest.Requires[i]
			}
		}
		isCause := func(n diag.Note) bool { return slices.Contains(n.Message.Args, needs.Pack) }
		if needs.Pack == "" || !slices.ContainsFunc(problem.Notes, isCause) {
			continue
		}
		d := *problem
		d.Message = diag.Sentencef("%s %s requires %s, which is neither installed nor among the packs named", id, at.Manifest.VersionText(), needs.Pack)
		if found := t.beside(ctx, at, needs); found != "" {
			d = d.WithHint("install it too: %s is in the same folder", found)
		} else {
			d = d.WithHint("name its archive, too")
		}
		return &d
	}
	return problem
}

// beside returns the newest archive of a required pack in the folder that an offer came
// from, as the lock would name it, or "".
func (t *planner) beside(ctx context.Context, o Offer, needs manifest.Dependency) (found string) {
	if strings.HasPrefix(o.Source, "oci:") { // siblings in registries are found without being named
		return ""
	}
	folder := path.Dir(o.Source)
	at := filepath.FromSlash(folder)
	if !filepath.IsAbs(at) {
		at = filepath.Join(t.i.Dir, at)
	}
	names, _ := filepath.Glob(filepath.Join(at, needs.Pack+"-*.zip"))
	var newest *manifest.Manifest
	for _, name := range names {
		offers, err := (&Files{Path: name}).Offers(ctx)
		if err != nil {
			continue
		}
		for _, other := range offers {
			m := other.Manifest
			if m.ID == needs.Pack && needs.Range.Allows(m.Version) && (newest == nil || newest.Version.LessThan(m.Version)) {
				newest, found = m, path.Join(folder, filepath.Base(name))
			}
		}
	}
	return found
}
