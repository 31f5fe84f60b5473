package manifest

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// maxReasons is the maximum number of reasons in a message.
const maxReasons = 20

// explain describes what requires which of the conflicting packs, and which versions
// there are.
func (s *search) explain(involved map[string]bool) diag.Diagnostic {
	ids := slices.Sorted(maps.Keys(involved))
	d := diag.New("pack/unresolved", diag.Place{}, "no combination of versions of %s satisfies all packs", joinWords(ids))
	if s.tries > maxTries {
		d.Message = diag.Sentencef("no choice of versions that satisfies all packs was found in %d tries", maxTries)
	}
	for _, w := range s.wants {
		switch {
		case !involved[w.Pack]:
		case w.Optional:
			d = d.WithNote(w.Place, "%s takes %s only as %s", w.By, w.Pack, w.Range)
		default:
			d = d.WithNote(w.Place, "%s for %s", w.By, strings.TrimSuffix(w.Pack+" "+w.Range.String(), " *"))
		}
	}
	for _, id := range ids {
		for _, m := range s.choices.Versions[id] {
			d = s.addConstraints(d, m, involved)
		}
	}
	for _, m := range s.choices.Present {
		if s.isIrreplaceable(m) && !involved[m.ID] {
			d = s.addConstraints(d, m, involved)
		}
	}
	for _, id := range ids {
		d = s.addVersions(d, id)
	}
	if len(d.Notes) > maxReasons {
		more := len(d.Notes) - maxReasons
		d.Notes = append(d.Notes[:maxReasons:maxReasons], diag.Note{Message: diag.Sentencef("and %d more", more)})
	}
	return d.WithHint("install other versions, or leave one of the packs out")
}

// addConstraints adds the constraints of a manifest on packs and on the engine.
func (s *search) addConstraints(d diag.Diagnostic, m *Manifest, involved map[string]bool) diag.Diagnostic {
	name := m.ID + " " + m.VersionText()
	if !m.FitsEngine(Engine) {
		d = d.WithNote(m.Place, "%s is for version %s of the engine, but this is %s", name, m.Engine, Engine)
	}
	for _, list := range []struct {
		verb  string
		needs []Dependency
	}{{"requires", m.Requires}, {"works only with", m.Optional}, {"cannot be used with", m.Conflicts}} {
		for _, n := range list.needs {
			if involved[n.Pack] || s.isBeside(n.Pack) && list.verb == "cannot be used with" {
				d = d.WithNote(n.Place, "%s %s %s", name, list.verb, strings.TrimSuffix(n.Pack+" "+n.Range.String(), " *"))
			}
		}
	}
	return d
}

func (s *search) isBeside(id string) bool {
	return slices.ContainsFunc(s.choices.Present, func(m *Manifest) bool { return m.ID == id })
}

// addVersions adds the available versions of a pack.
func (s *search) addVersions(d diag.Diagnostic, id string) diag.Diagnostic {
	known := s.choices.Versions[id]
	if len(known) == 0 {
		near, ok := diag.Nearest(id, slices.Collect(maps.Keys(s.choices.Versions)))
		if ok {
			return d.WithNote(diag.Place{}, "unknown pack %s; did you mean %s?", id, near)
		}
		return d.WithNote(diag.Place{}, "unknown pack %s", id)
	}
	var versions []string
	for _, m := range known {
		versions = append(versions, m.VersionText())
	}
	return d.WithNote(diag.Place{}, "available versions of %s: %s", id, joinWords(versions))
}

// joinWords joins words as in "a, b and c".
func joinWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
