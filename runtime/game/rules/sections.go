package rules

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// The messages about a name that a game does not declare. Their arguments are what it
// would be, such as a variable, and the name.
const (
	unknownName = "unknown %s %q"
	undeclared  = "the game declares no %s %q"
)

// sections maps what messages call a name to the key of a game that declares such
// names.
var sections = map[string]string{
	"variable": "variables", "zone": "zones", "event": "events", "value": "values", "view": "views",
	"phase": "phases", "action": "actions", "property": "properties", "parameter": "params",
}

// checkSections drops problems with names that are undeclared only because a whole
// section of the game is missing. If that section was indented too deep, into data:,
// which may contain anything, it reports this instead. If the game has an error, which
// may be why the section is missing, it drops the problems with such names in other
// files, unless they look misspelt, and with hooks of a script that the game lacks.
// faulty means that an error has already been found.
func (b *builder) checkSections(faulty bool) {
	game, data := b.game.Definition, b.game.Definition.Data
	for _, f := range data.Each("data") {
		if data.Get(f.Key) == nil && b.drop(func(d diag.Diagnostic) bool {
			return slices.Contains(sectionsOf(d), f.Key) && f.Value.Get(d.Message.Args[1]) != nil
		}) {
			b.report(def.TooDeep(f))
		}
	}
	wrong := func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Place.File == game.Place.File && len(sectionsOf(d)) == 0
	}
	if !faulty && !slices.ContainsFunc(b.problems, wrong) {
		return
	}
	absent := func(section string) bool { return data.Get(section) == nil }
	b.drop(func(d diag.Diagnostic) bool {
		misspelt, here := len(d.Edits) > 0, d.Place.File == game.Place.File
		return !misspelt && (!here && slices.ContainsFunc(sectionsOf(d), absent) || game.Script == nil && aboutHook(&d))
	})
}

// sectionsOf returns the sections of a game that could declare the unknown name of a
// problem; none for other problems.
func sectionsOf(d diag.Diagnostic) (out []string) {
	if d.Message.Format != unknownName && d.Message.Format != undeclared {
		return nil
	}
	what, _, _ := strings.Cut(d.Message.Args[0], " or field of ")
	for word := range strings.FieldsSeq(strings.ReplaceAll(what, ",", " ")) {
		if s := sections[word]; s != "" {
			out = append(out, s)
		}
	}
	return out
}

// drop removes problems, and reports whether there are any.
func (b *builder) drop(which func(diag.Diagnostic) bool) bool {
	before := len(b.problems)
	b.problems = slices.DeleteFunc(b.problems, which)
	return len(b.problems) < before
}
