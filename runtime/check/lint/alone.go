package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// alone reports what the checks of single definitions find.
func alone(d *pass) {
	all := d.index.notes
	checkDefinitions(all, d.source)
	for i := range all {
		for _, p := range all[i].own {
			d.report(p)
		}
	}
}

// checkDefinitions runs the checks of single definitions.
func checkDefinitions(all []*notes, source func(file string) ([]byte, bool)) {
	parallel.Each(len(all), func(i int) {
		if all[i].judged {
			return
		}
		own := pass{source: source}
		for _, check := range ownChecks {
			check(&own, all[i])
		}
		all[i].judged, all[i].own = true, own.problems
	})
}

// RunAlone checks content that has errors: only what a definition or a script shows by
// itself, in the packs of all games and in those with errors, and only in files without errors.
// It leaves out what known says already. The list is sorted.
func (l *Linter) RunAlone(c *rules.Content, known diag.List, source func(file string) ([]byte, bool)) diag.List {
	if l.vocabulary == nil {
		l.vocabulary = newVocabulary()
	}
	faulty, said := map[string]bool{}, map[diag.Place]bool{}
	for _, d := range known {
		if d.Severity == diag.Error {
			faulty[d.Place.File] = true
		}
		said[d.Place] = true
	}
	packs := map[string]bool{}
	for _, g := range c.Catalog.Kind("game") {
		for _, id := range c.Catalog.PacksOf(g) {
			packs[id] = true
		}
	}
	for file := range faulty { // the game itself may not be readable
		for _, p := range c.Catalog.Packs() {
			packs[p.ID] = packs[p.ID] || p.Holds(file)
		}
	}
	var found diag.List
	report := func(list diag.List) {
		for _, d := range list {
			about := slices.ContainsFunc(d.Notes, func(n diag.Note) bool { return faulty[n.Place.File] })
			if !faulty[d.Place.File] && !said[d.Place] && !about {
				said[d.Place] = true
				found = append(found, d)
			}
		}
	}
	var all []*def.Definition
	for _, d := range c.Catalog.All() {
		if packs[d.Pack] && !faulty[d.Place.File] {
			all = append(all, d)
		}
	}
	if l.alone == nil {
		for _, n := range l.games {
			l.alone = append(l.alone, n...)
		}
	}
	l.alone = l.notes(all, l.alone)
	checkDefinitions(l.alone, source)
	for _, n := range l.alone {
		report(n.own)
	}
	for _, code := range c.Code() {
		if packs[code.Pack] {
			report(code.Program.Facts().Doubts)
		}
	}
	found.Sort()
	return found
}
