package rules

import (
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Names counts the names in the texts of faulty parts of content.
type Names map[string]int

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// Add counts the names in a text.
func (n Names) Add(text string) { n.add(text, 1) }

func (n Names) add(text string, times int) {
	for _, w := range word.FindAllString(text, -1) {
		n[w] += times
	}
}

var quoted = regexp.MustCompile(`"([^"]*)"`)

// MayExplain reports whether a problem may be a mere consequence of the faulty parts,
// because they contain a name that the problem is about. within means that the
// problem is in one of them: there the name occurs anyway, and the fault may hide
// more than names.
func (n Names) MayExplain(d *diag.Diagnostic, within bool) bool {
	if aboutHook(d) { // a hook may be in a script or definition that is not there
		return true
	}
	if d.Code == "content/duplicate-id" { // both have been read
		return false
	}
	own := 0
	if within {
		own = 1
	}
	about := quoted.FindAllString(d.Message.String(), -1)
	if len(about) == 0 {
		if within {
			return true
		}
		about = d.Message.Args
	}
	for _, text := range about {
		for _, w := range word.FindAllString(text, -1) {
			for found := true; found; _, w, found = strings.Cut(w, "_") { // the hook of an event is on_EVENT
				if n[w] > own {
					return true
				}
			}
		}
	}
	return false
}

// aboutHook reports whether a problem says that there is no such hook.
func aboutHook(d *diag.Diagnostic) bool {
	return d.Code == "script/unknown-hook" || d.Code == "script/unknown-name" && len(d.Message.Args) > 0 && d.Message.Args[0] == "hook"
}

// checking holds the arguments of Check for the build, and the problems of scripts
// that the build returns to it.
type checking struct {
	faulty   func(*def.Definition) bool
	compiled diag.List
}

// isFaulty reports whether a definition is known to have errors; only Check knows of
// any.
func (c *checking) isFaulty(d *def.Definition) bool { return c != nil && c.faulty(d) }

// Check checks content that cannot be built because some of it is faulty: faulty
// reports whether a definition has errors. It compiles the scripts and looks up
// names, but runs nothing. It returns the problems of scripts alone in compiled, as
// Compile finds them; the others, in checked, may follow from the faulty parts. For
// previous, see Build.
func Check(catalog *def.Catalog, previous *Content, faulty func(*def.Definition) bool) (compiled, checked diag.List) {
	check := &checking{faulty: faulty}
	_, problems := build(catalog, previous, nil, func(*Game) bool { return false }, check)
	checked = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(check.compiled, func(c diag.Diagnostic) bool {
			return c.Code == d.Code && c.Place == d.Place && c.Message.Equal(d.Message)
		})
	})
	return check.compiled, checked
}

// outline assembles tables of everything that could be declared, for looking up names.
func (b *builder) outline() {
	b.game.MinPlayers, b.game.MaxPlayers = 1, 1 // what is declared may be out of bounds
	b.assemble()
}

// suspects returns the names in scripts that do not compile, and those that
// errors in declarations are about.
func (b *builder) suspects(compiled diag.List) Names {
	names, problems := Names{}, map[string]int{} // by file
	for _, list := range []diag.List{compiled, b.problems} {
		for _, d := range list {
			names.Add(d.Message.String())
			names.Add(d.Place.Path)
			problems[d.Place.File]++
		}
	}
	for _, d := range b.catalog.All() {
		if d.Script != nil && problems[d.Script.File] > 0 {
			names.add(d.Script.Source, problems[d.Script.File])
		}
	}
	for _, p := range b.catalog.Packs() {
		for _, m := range p.Modules {
			if problems[m.File] > 0 {
				names.add(m.Source, problems[m.File])
			}
		}
	}
	return names
}

// checkFaulty runs the checks that are still possible in a faulty game, and leaves
// out problems that may only follow from those already found.
func (b *builder) checkFaulty(data *def.Node, compiled diag.List) {
	names, found := b.suspects(compiled), len(b.problems)
	b.checkWaiting()
	b.declareStartItems(data)
	b.checkScripts()
	files := map[string]bool{}
	for _, d := range slices.Concat(compiled, b.problems[:found]) {
		files[d.Place.File] = true
	}
	sure := slices.DeleteFunc(slices.Clone(b.problems[found:]), func(d diag.Diagnostic) bool {
		return names.MayExplain(&d, files[d.Place.File])
	})
	b.problems = append(b.problems[:found:found], sure...)
}
