package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// definitionFindings reports what the checks of single definitions find.
func definitionFindings(p *pass) {
	all := p.index.notes
	checkDefinitions(all, p.source)
	for i := range all {
		for _, problem := range all[i].findings {
			p.report(problem)
		}
	}
}

// checkDefinitions runs the checks of single definitions.
func checkDefinitions(all []*notes, source func(file string) ([]byte, bool)) {
	parallel.Each(len(all), func(i int) {
		if all[i].checked {
			return
		}
		own := reporter{source: source}
		for _, check := range definitionChecks {
			check(&own, all[i])
		}
		all[i].checked, all[i].findings = true, own.problems
	})
}

// RunPartial checks content that has errors. It runs only the checks of single
// definitions and scripts, in the packs of games and those with errors, and reports
// nothing in files with errors or at the places of known problems. The list is sorted.
func (l *Linter) RunPartial(c *rules.Content, known diag.List, source func(file string) ([]byte, bool)) diag.List {
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
	if l.partial == nil {
		for _, n := range l.games {
			l.partial = append(l.partial, n...)
		}
	}
	l.partial = l.notes(all, l.partial)
	checkDefinitions(l.partial, source)
	for _, n := range l.partial {
		report(n.findings)
	}
	for _, code := range c.Code() {
		if packs[code.Pack] {
			report(code.Program.Facts().Doubts)
		}
	}
	found.Sort()
	return found
}
