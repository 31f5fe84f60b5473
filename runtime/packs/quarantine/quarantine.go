// Package quarantine builds content even if some packs are faulty. It leaves
// those packs out and blocks the games that use them; all other games can be
// played.
//
// Layer packs, at its bottom. It does not know where packs come from.
package quarantine

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// Build loads and compiles what the loader finds, strictly: if there is any
// error, it returns no content. Only the named files can have changed since the
// last call; nil means any file. Compiled programs in last are reused if their
// sources have not changed.
func Build(l *load.Loader, files []string, last *rules.Content) (*rules.Content, diag.List) {
	l.Without()
	return build(l, files, last)
}

func build(l *load.Loader, files []string, last *rules.Content) (*rules.Content, diag.List) {
	catalog, problems := l.Reload(files)
	if catalog == nil {
		problems = append(problems, rules.Compile(l.Packs())...)
		problems.Sort()
		return nil, problems
	}
	c, more := rules.Build(catalog, last)
	problems = append(problems, more...)
	problems.Sort()
	return c, problems
}

// Contain is Build, but leaves out faulty packs as long as there is a game that
// uses none of them. rules.Content.Blocked then holds the blocked games with
// the reasons, and the list has a warning for each pack left out. Errors
// outside packs, such as those in sleight.yaml, are never contained: then the
// list has all errors, and there is no content.
func Contain(l *load.Loader, files []string, last *rules.Content) (*rules.Content, diag.List) {
	c, problems := Build(l, files, last)
	if c != nil {
		return c, problems
	}
	reach := l.Reach()
	primary, ok := reach.Blame(problems)
	if !ok {
		return nil, problems
	}
	out := reach.Dependents(slices.Collect(maps.Keys(primary)))
	for {
		l.Without(out...)
		c, rest := build(l, nil, last)
		if c != nil {
			blocked := block(reach, primary)
			if !c.Block(blocked) {
				return nil, problems
			}
			return c, append(warnings(reach, primary), rest...)
		}
		// The remaining packs may need one that was left out.
		more, ok := reach.Blame(rest)
		next := reach.Dependents(slices.Concat(out, slices.Collect(maps.Keys(more))))
		if !ok || len(next) == len(out) {
			l.Without()
			return nil, problems
		}
		for _, id := range next {
			if !slices.Contains(out, id) && more[id] != nil {
				primary[id] = more[id]
			}
		}
		out = next
	}
}

// block returns the games that cannot be played, with the errors of the packs
// they use.
func block(reach *load.Reach, faulty map[string]diag.List) map[string]diag.List {
	blocked := map[string]diag.List{}
	for _, id := range slices.Sorted(maps.Keys(faulty)) {
		for _, game := range reach.Games(reach.Dependents([]string{id})) {
			blocked[game] = append(blocked[game], faulty[id]...)
		}
	}
	for game := range blocked {
		list := blocked[game]
		list.Sort()
		blocked[game] = list
	}
	return blocked
}

// warnings returns a warning for each pack that was left out.
func warnings(reach *load.Reach, faulty map[string]diag.List) (out diag.List) {
	for _, id := range slices.Sorted(maps.Keys(faulty)) {
		at, why := reason(reach, id, faulty[id])
		d := diag.New("pack/excluded", at, "the pack %s is left out because %s", id, why)
		if games := reach.Games(reach.Dependents([]string{id})); len(games) > 0 {
			d.Message = d.Message.And("; ", diag.Sentencef("it blocks %s", strings.Join(games, ", ")))
		}
		out = append(out, d.WithHint("sleight validate shows what is wrong; sleight pack disable %s does without it", id))
	}
	return out
}

// reason describes briefly what is wrong with a pack, and where the first error
// is.
func reason(reach *load.Reach, id string, faults diag.List) (at diag.Place, why string) {
	first := faults[0]
	if reach.PackOf(first.Place.File) != id { // it is in the other pack of a clash
		for _, n := range first.Notes {
			if reach.PackOf(n.Place.File) == id {
				return n.Place, "it clashes with " + reach.PackOf(first.Place.File)
			}
		}
	}
	for _, n := range first.Notes {
		if other := reach.PackOf(n.Place.File); load.IsClash(first) && other != "" && other != id {
			return first.Place, "it clashes with " + other
		}
	}
	if len(faults) == 1 {
		return first.Place, "there is an error in it"
	}
	return first.Place, "there are errors in it"
}
