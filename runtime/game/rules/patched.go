package rules

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// blamePatches moves errors about names that one pack has removed from another
// pack's definition to the place of the removal, since the definition's author
// cannot fix them.
func blamePatches(c *def.Catalog, problems diag.List) {
	removed := map[string]def.Change{}
	for _, d := range c.All() {
		for _, ch := range d.Changes {
			for _, name := range removedNames(ch) {
				removed[strconv.Quote(name)] = ch
			}
		}
	}
	if len(removed) == 0 {
		return
	}
	for i, p := range problems {
		for name, ch := range removed {
			if p.Severity != diag.Error || p.Place.File == ch.Place.File || !strings.Contains(p.Message.String(), name) {
				continue
			}
			problems[i] = p.WithNote(p.Place, "it is used here")
			problems[i].Place, problems[i].Edits = ch.Place, nil
			problems[i] = problems[i].WithHint("%s takes it out of %s", ch.Pack, ch.Of)
			break
		}
	}
}

// removedNames lists the names that a change removes.
func removedNames(c def.Change) (names []string) {
	switch {
	case c.Op == def.Remove:
		if path, ok := def.ParsePath(c.Path); ok {
			names = append(names, path[len(path)-1].Name)
		}
	case c.Op == def.Replace && c.Before != nil:
		for _, f := range c.Before.Fields() {
			if c.After.Get(f.Key) == nil {
				names = append(names, f.Key)
			}
		}
	}
	return slices.Compact(names)
}
