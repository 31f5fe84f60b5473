package load

import (
	"slices"

	"sleight/runtime/diag"
)

// MissingPack is an installed pack whose files are missing or damaged.
type MissingPack struct {
	ID string
	// Fault is the problem, among the faults of its root.
	Fault diag.Diagnostic
	// Known reports whether Games and Requires are known: the ids of the games
	// that the pack holds or declares that it is for, and of the packs that it
	// requires.
	Known           bool
	Games, Requires []string
}

// missingGames returns the games that a missing pack is known to be for.
func (r *Dependencies) missingGames(pack string, homes map[string]string) (games []string) {
	i := slices.IndexFunc(r.missing, func(p MissingPack) bool { return p.ID == pack })
	if i < 0 {
		return nil
	}
	missing := r.missing[i]
	games = slices.Clone(missing.Games)
	for id, home := range homes {
		near := func(other string) bool { return other == home || r.uses(home, other) }
		if len(missing.Games) == 0 && slices.ContainsFunc(missing.Requires, near) {
			games = append(games, id)
		}
	}
	return games
}

// Unknown reports whether nothing is known about which games a missing pack is for.
func (r *Dependencies) Unknown(pack string) bool {
	return slices.ContainsFunc(r.missing, func(p MissingPack) bool { return p.ID == pack && !p.Known })
}

// Missing returns the ids of the missing packs.
func (r *Dependencies) Missing() (ids []string) {
	for _, p := range r.missing {
		ids = append(ids, p.ID)
	}
	return ids
}

// ignore turns the errors outside packs into warnings, and drops those of packs
// that are left out.
func (r *Dependencies) ignore(problems diag.List, without []string) (out diag.List) {
	for _, d := range problems {
		packs := r.faulty(d)
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

func same(a, b diag.Diagnostic) bool {
	return a.Code == b.Code && a.Place == b.Place && a.Message.Equal(b.Message)
}
