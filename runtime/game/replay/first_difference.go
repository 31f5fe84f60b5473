package replay

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// firstDifference finds the first line in which two scripts differ: its place
// in the second script, and its text in each.
func firstDifference(was, is *def.Script) (at diag.Place, before, after string) {
	var old []string
	if was != nil {
		old = strings.Split(was.Source, "\n")
	}
	now := strings.Split(is.Source, "\n")
	i := 0
	for i < len(old) && i < len(now) && old[i] == now[i] {
		i++
	}
	return diag.Place{File: is.File, Line: is.Line + min(i, len(now)-1) + 1, Column: 1}, lineAt(old, i), lineAt(now, i)
}

func lineAt(all []string, i int) string {
	if i >= len(all) {
		return ""
	}
	return strings.TrimSpace(all[i])
}
