package save

import (
	"fmt"
	"maps"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Migrate applies the migrations of all packs that are newer than the save:
// pack by pack, each in the order of its versions. It describes in words what
// it did and, on failure, returns the migration that failed; the save must not
// be used then. A save of the same content stays unchanged.
func (f *File) Migrate(c *rules.Content) (did []string, at *def.Migration, problem *diag.Diagnostic) {
	g, ok := c.Game(f.Game)
	if !ok || f.Content == g.Digest() {
		return nil, nil, nil
	}
	for _, m := range f.Awaiting(g) {
		if !f.State.Bounded() {
			d := diag.New("save/invalid", m.Place, "it holds more than any game may have")
			return nil, m, &d
		}
		was, _ := f.pack(m.Pack)
		r := migrationRun{Migration: m, save: f}
		if problem := r.run(c, was.Version); problem != nil {
			return nil, m, problem
		}
		did = append(did, r.words())
	}
	return did, nil, nil
}

// Awaiting lists the migrations in a game's packs that have yet to be applied to the
// save.
func (f *File) Awaiting(g *rules.Game) []*def.Migration {
	var out []*def.Migration
	for _, p := range g.Catalog().Ordered() {
		was, there := f.pack(p.ID)
		for _, m := range p.Migrations {
			if there && manifest.Compare(was.Version, m.Before) < 0 {
				out = append(out, m)
			}
		}
	}
	return out
}

// RefuseMigration reports that the save cannot be loaded because a migration
// failed.
func (f *File) RefuseMigration(m *def.Migration, problem *diag.Diagnostic) *diag.Diagnostic {
	d := f.Refuse("%s", problem.Message).WithNote(m.Place, "the migration is here")
	d.Hint = problem.Hint
	if problem.Place != m.Place && !problem.Place.IsZero() {
		d = d.WithNote(problem.Place, "it is about this")
	}
	return &d
}

// pack finds a pack of the save.
func (f *File) pack(id string) (Pack, bool) {
	for _, p := range f.Packs {
		if p.ID == id {
			return p, true
		}
	}
	return Pack{}, false
}

// migrationRun is a migration in progress.
type migrationRun struct {
	*def.Migration
	save *File
	did  []string
}

// words describes what was done.
func (r *migrationRun) words() string {
	text := fmt.Sprintf("migrated to %s %s", r.Pack, r.Before)
	if r.Text != "" {
		text += ": " + r.Text
	}
	if len(r.did) > 0 {
		text += " (" + strings.Join(r.did, ", ") + ")"
	}
	return text
}

func (r *migrationRun) run(c *rules.Content, version string) *diag.Diagnostic {
	s := r.save.State
	for _, category := range []struct {
		def.Category
		rename func(state.NameMap) state.RenameResult
	}{
		{def.CategoryProperty, s.RenameProps},
		{def.CategoryDefinition, s.RenameDefinitions},
		{def.CategoryVariable, s.RenameVars},
		{def.CategoryZone, s.RenameZones},
		{def.CategoryPhase, func(m state.NameMap) state.RenameResult { return s.RenameTexts(rules.PhaseVariable, m) }},
		{def.CategoryEvent, s.RenameEvents},
		{def.CategoryStream, s.RenameStreams},
	} {
		names := r.namesIn(category.Category)
		if len(names.Renamed)+len(names.Removed) == 0 {
			continue
		}
		renamed := category.rename(names)
		if len(renamed.Taken) > 0 {
			d := diag.New("save/invalid", r.Place, "the migration to %s %s calls a %s %s, but the save already has one of that name", r.Pack, r.Before, category.Category, renamed.Taken[0])
			return &d
		}
		r.record(category.Category, renamed)
	}
	r.definitions()
	return r.script(c, version)
}

// namesIn returns the name changes of a category.
func (r *migrationRun) namesIn(category def.Category) state.NameMap {
	out := state.NameMap{Renamed: map[string]string{}, Removed: map[string]string{}}
	for _, m := range r.NameChanges {
		switch {
		case m.Category != category:
		case m.Removed:
			out.Removed[m.From] = m.To
		default:
			out.Renamed[m.From] = m.To
		}
	}
	return out
}

// record records what was renamed, in the order in which the migration lists it.
func (r *migrationRun) record(category def.Category, renamed state.RenameResult) {
	for _, m := range r.NameChanges {
		n := renamed.Count[m.From]
		if m.Category != category || n == 0 {
			continue
		}
		what := string(category) + " " + m.From
		if category == def.CategoryDefinition {
			what = fmt.Sprintf("%d × %s", n, m.From)
		}
		switch {
		case !m.Removed:
			what += " → " + m.To
		case m.To != "":
			what += " replaced by " + m.To
		default:
			what += " left out"
		}
		r.did = append(r.did, what)
	}
}

// definitions moves the saved digests of definitions to their new names.
func (r *migrationRun) definitions() {
	names := r.namesIn(def.CategoryDefinition)
	digests := map[string]string{}
	for key, digest := range r.save.Definitions {
		if now, renamed := names.Renamed[key]; renamed {
			key = now
		} else if _, gone := names.Removed[key]; gone {
			continue
		}
		digests[key] = digest
	}
	r.save.Definitions = digests
}

// script runs the function migrate.
func (r *migrationRun) script(c *rules.Content, version string) *diag.Diagnostic {
	p := c.Migration(r.Migration)
	if p == nil {
		return nil
	}
	saved := api.Saved{Game: r.save.Game, Version: version, Snapshot: r.save.State}
	for _, v := range saved.Snapshot.Vars {
		if v.Name == rules.PhaseVariable {
			saved.Phase = v.Value.Str
		}
	}
	if problem := saved.Migrate(p); problem != nil {
		problem.Message = diag.Sentencef("the script of the migration to %s %s failed: %s", r.Pack, r.Before, problem.Message)
		return problem
	}
	for i, v := range saved.Snapshot.Vars {
		if v.Name == rules.PhaseVariable {
			saved.Snapshot.Vars[i].Value = state.Str(saved.Phase)
		}
	}
	inPlay := map[string]bool{}
	for _, e := range saved.Snapshot.Entities {
		inPlay[e.Key] = true
	}
	maps.DeleteFunc(r.save.Definitions, func(key, _ string) bool { // handled by the script
		_, here := c.Catalog.Get(key)
		return !here && !inPlay[key]
	})
	r.did = append(r.did, "its script has run")
	return nil
}
