package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// blamePatches moves the problems that a definition has only because of changes
// to those changes. before are its problems without any changes.
func blamePatches(problems, before diag.List, changes []def.Change) diag.List {
	out := slices.Clone(problems)
	for i, f := range out {
		same := func(o diag.Diagnostic) bool {
			return o.Code == f.Code && o.Place == f.Place && o.Message.Equal(f.Message)
		}
		in := func(c def.Change) bool { return c.Place.File == f.Place.File }
		if slices.ContainsFunc(before, same) || slices.ContainsFunc(changes, in) {
			continue
		}
		if c := nearestChange(f.Place.Path, changes); c != nil {
			out[i] = f.WithNote(f.Place, "%s is here", c.Of)
			out[i].Place, out[i].Edits = c.Place, nil
		}
	}
	return out
}

// nearestChange returns the change whose path has the longest common prefix
// with a data path; the last of several.
func nearestChange(path string, changes []def.Change) (nearest *def.Change) {
	most := -1
	for i := range changes {
		if n := commonPrefix(splitPath(path), splitPath(changes[i].Path)); n >= most {
			nearest, most = &changes[i], n
		}
	}
	return nearest
}

// splitPath splits a path into its keys, with "" for list entries, which a data
// path numbers and a patch names.
func splitPath(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
}

func commonPrefix(a, b []string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
