package load

import (
	"slices"

	"sleight/runtime/diag"
)

// MissingPack is an installed pack whose files are missing or damaged.
type MissingPack struct {
	ID string
	// Problem is one of the problems of its root.
	Problem diag.Diagnostic
	// Known reports whether Games and Requires are known: the ids of the games
	// that the pack holds or declares that it is for, and of the packs that it
	// requires.
	Known           bool
	Games, Requires []string
}

// missingGames returns the games that a missing pack is known to belong to.
func (deps *Dependencies) missingGames(pack string, homes map[string]string) (games []string) {
	i := slices.IndexFunc(deps.missing, func(p MissingPack) bool { return p.ID == pack })
	if i < 0 {
		return nil
	}
	missing := deps.missing[i]
	games = slices.Clone(missing.Games)
	for id, home := range homes {
		near := func(other string) bool { return other == home || deps.uses(home, other) }
		if len(missing.Games) == 0 && slices.ContainsFunc(missing.Requires, near) {
			games = append(games, id)
		}
	}
	return games
}

// GamesUnknown reports whether nothing is known about which games a missing pack
// belongs to.
func (deps *Dependencies) GamesUnknown(pack string) bool {
	return slices.ContainsFunc(deps.missing, func(p MissingPack) bool { return p.ID == pack && !p.Known })
}

// Missing returns the ids of the missing packs.
func (deps *Dependencies) Missing() (ids []string) {
	for _, p := range deps.missing {
		ids = append(ids, p.ID)
	}
	return ids
}

// ignore turns the errors outside packs into warnings, and drops those of packs
// that are left out.
func (deps *Dependencies) ignore(problems diag.List, without []string) (out diag.List) {
	for _, d := range problems {
		packs := deps.blamed(d)
		if len(packs) > 0 && !slices.ContainsFunc(packs, func(id string) bool { return !slices.Contains(without, id) }) {
			continue
		}
		if d.Severity == diag.Error && d.Place.File != "" && len(packs) == 0 {
			ignored := diag.New("pack/ignored", d.Place, "this is ignored because of an error: %s", d.Message)
			ignored.Hint, ignored.Notes = d.Hint, d.Notes
			d = ignored
		}
		out = append(out, d)
	}
	return out
}

func sameProblem(a, b diag.Diagnostic) bool {
	return a.Code == b.Code && a.Place == b.Place && a.Message.Equal(b.Message)
}
