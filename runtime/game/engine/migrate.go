package engine

import (
	"fmt"
	"maps"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// migrate makes of a save of earlier versions of packs one as the present ones
// would make it, as far as their migrations say how: pack after pack, each in
// the order of its versions. It tells in words what it did, and of a failure
// also in which migration. A save that is refused must not be used further.
func (c *Content) migrate(g *Game, in *Save) (did []string, at *def.Migration, problem *diag.Diagnostic) {
	for _, m := range g.awaiting(in) {
		if !in.State.Bounded() {
			d := diag.New("save/invalid", m.Place, "it holds more than any game may have")
			return nil, m, &d
		}
		was, _ := in.pack(m.Pack)
		r := migrating{Migration: m, save: in}
		if problem := r.run(c, was.Version); problem != nil {
			return nil, m, problem
		}
		did = append(did, r.words())
	}
	return did, nil, nil
}

// Migrate makes the migrations of the content on what a save holds.
func (c *Content) Migrate(in *Save) *diag.Diagnostic {
	g, ok := c.games[in.Game]
	if !ok || in.Content == g.Digest() {
		return nil
	}
	_, _, problem := c.migrate(g, in)
	return problem
}

// awaiting lists the migrations that a save has yet to go through.
func (g *Game) awaiting(in *Save) []*def.Migration {
	var out []*def.Migration
	for _, p := range g.Catalog().Ordered() {
		was, there := in.pack(p.ID)
		for _, m := range p.Migrations {
			if there && manifest.Compare(was.Version, m.Before) < 0 {
				out = append(out, m)
			}
		}
	}
	return out
}

// unmigrated refuses a save because a migration of it failed.
func unmigrated(file string, m *def.Migration, problem *diag.Diagnostic) *diag.Diagnostic {
	d := refuse(file, 0, nil, "%s", problem.Message).WithNote(m.Place, "the migration is here")
	d.Hint = problem.Hint
	if problem.Place != m.Place && !problem.Place.IsZero() {
		d = d.WithNote(problem.Place, "it is about this")
	}
	return &d
}

// pack finds what a save says of a pack.
func (in *Save) pack(id string) (SavedPack, bool) {
	for _, p := range in.Packs {
		if p.ID == id {
			return p, true
		}
	}
	return SavedPack{}, false
}

// migrating is a migration while it is made.
type migrating struct {
	*def.Migration
	save *Save
	told []string
}

// words says what was done.
func (r *migrating) words() string {
	text := fmt.Sprintf("migrated to %s %s", r.Pack, r.Before)
	if r.Text != "" {
		text += ": " + r.Text
	}
	if len(r.told) > 0 {
		text += " (" + strings.Join(r.told, ", ") + ")"
	}
	return text
}

func (r *migrating) run(c *Content, version string) *diag.Diagnostic {
	s := r.save.State
	for _, sort := range []struct {
		def.Sort
		move func(state.Moves) state.Moved
	}{
		{def.SortProperty, s.MoveProps},
		{def.SortDefinition, s.MoveEntities},
		{def.SortVariable, s.MoveVars},
		{def.SortZone, s.MoveZones},
		{def.SortPhase, func(m state.Moves) state.Moved { return s.MoveTexts(phaseVariable, m) }},
		{def.SortEvent, s.MoveEvents},
		{def.SortStream, s.MoveStreams},
	} {
		moves := r.of(sort.Sort)
		if len(moves.Renamed)+len(moves.Gone) == 0 {
			continue
		}
		moved := sort.move(moves)
		if len(moved.Taken) > 0 {
			d := diag.New("save/invalid", r.Place, "the migration to %s %s calls a %s %s, and the save has one of that name already", r.Pack, r.Before, sort.Sort, moved.Taken[0])
			return &d
		}
		r.tell(sort.Sort, moved)
	}
	r.definitions()
	return r.script(c, version)
}

// of gathers the moves of a sort.
func (r *migrating) of(sort def.Sort) state.Moves {
	out := state.Moves{Renamed: map[string]string{}, Gone: map[string]string{}}
	for _, m := range r.Moves {
		switch {
		case m.Sort != sort:
		case m.Gone:
			out.Gone[m.From] = m.To
		default:
			out.Renamed[m.From] = m.To
		}
	}
	return out
}

// tell notes what was moved, in the order in which it is written.
func (r *migrating) tell(sort def.Sort, moved state.Moved) {
	for _, m := range r.Moves {
		n := moved.Count[m.From]
		if m.Sort != sort || n == 0 {
			continue
		}
		what := string(sort) + " " + m.From
		if sort == def.SortDefinition {
			what = fmt.Sprintf("%d × %s", n, m.From)
		}
		switch {
		case !m.Gone:
			what += " → " + m.To
		case m.To != "":
			what += " replaced by " + m.To
		default:
			what += " left out"
		}
		r.told = append(r.told, what)
	}
}

// definitions keeps what the save knows of definitions under their new names.
func (r *migrating) definitions() {
	moves := r.of(def.SortDefinition)
	digests := map[string]string{}
	for key, digest := range r.save.Definitions {
		if now, renamed := moves.Renamed[key]; renamed {
			key = now
		} else if _, gone := moves.Gone[key]; gone {
			continue
		}
		digests[key] = digest
	}
	r.save.Definitions = digests
}

// phaseVariable is the variable that holds the name of the phase.
const phaseVariable = "_phase"

// script runs the function migrate.
func (r *migrating) script(c *Content, version string) *diag.Diagnostic {
	p := c.migrations[r.Migration]
	if p == nil {
		return nil
	}
	saved := api.Saved{Game: r.save.Game, Version: version, Snapshot: r.save.State}
	for _, v := range saved.Snapshot.Vars {
		if v.Name == phaseVariable {
			saved.Phase = v.Value.Str
		}
	}
	if problem := saved.Migrate(p); problem != nil {
		problem.Message = fmt.Sprintf("the script of the migration to %s %s failed: %s", r.Pack, r.Before, problem.Message)
		return problem
	}
	for i, v := range saved.Snapshot.Vars {
		if v.Name == phaseVariable {
			saved.Snapshot.Vars[i].Value = state.Str(saved.Phase)
		}
	}
	inPlay := map[string]bool{}
	for _, e := range saved.Snapshot.Entities {
		inPlay[e.Key] = true
	}
	maps.DeleteFunc(r.save.Definitions, func(key, _ string) bool { // what the script has settled
		_, here := c.Catalog.Get(key)
		return !here && !inPlay[key]
	})
	r.told = append(r.told, "its script has run")
	return nil
}
