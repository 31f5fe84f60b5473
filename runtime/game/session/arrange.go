package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Arrangement changes a session's state without playing: no hook runs and no
// event is emitted. Unknown names and forbidden values are reported as a
// diagnostic without a place. Plain names of per-player variables and zones
// mean the acting player's.
type Arrangement struct {
	s     *Session
	until state.Until
}

// Until returns an arrangement whose changes are temporary: when an event has been
// emitted so many times, at least 1, what it has added is removed, and the values
// that it has set are what they were.
func (a Arrangement) Until(event string, times int) (Arrangement, *diag.Diagnostic) {
	slot, ok := a.s.apiGame.Layout.Event(event)
	if !ok {
		return a, unknown("event", event, a.s.apiGame.Layout.Events)
	}
	a.until = state.Until{Event: slot, Count: times}
	return a, nil
}

// Arrange changes the game to a state that no command led to, for tests and
// puzzles: completely or, if set returns a problem, not at all. Questions that
// wait to be answered are dropped. The session starts over from there, without its
// history.
func (s *Session) Arrange(set func(Arrangement) *diag.Diagnostic) Result {
	return s.arrange(func(a Arrangement) *diag.Diagnostic {
		s.dropQuestions()
		return set(a)
	})
}

// AddToZone adds an instance of a definition to a zone as Arrange does, and
// leaves the questions that wait open.
func (s *Session) AddToZone(slot int, id string) Result {
	return s.arrange(func(a Arrangement) *diag.Diagnostic {
		_, problem := a.Add(slot, id)
		return problem
	})
}

func (s *Session) arrange(set func(Arrangement) *diag.Diagnostic) Result {
	s.choice = nil
	var problem *diag.Diagnostic
	var result Result
	s.transact(func() {
		problem = set(Arrangement{s: s})
		s.must(problem)
	}, &Command{}, &result)
	if problem != nil {
		result.Problem = problem // without the place of the script that ran last
	}
	if !result.OK() {
		return result
	}
	if s.setup.NoHistory {
		s.state.Forget()
		return result
	}
	s.log, s.masks, s.loaded = append(s.log[:0], Entry{Text: "start", to: s.state.Position()}), nil, 0
	s.done, s.undoLimit, s.arranged = 1, 1, true
	return result
}

// Phase sets the phase without entering it.
func (a Arrangement) Phase(name string) *diag.Diagnostic {
	if a.s.game.Phase(name) == nil {
		return unknown("phase", name, phaseNames(a.s.game))
	}
	return a.s.state.SetVar(rules.VarPhase, state.Str(name), state.Until{})
}

// Player makes a player, counted from 1, the acting one.
func (a Arrangement) Player(n int) *diag.Diagnostic {
	return a.s.state.SetVar(rules.VarActor, state.Num(float64(n)), state.Until{})
}

// Variable sets a variable of the game.
func (a Arrangement) Variable(name string, v state.Value) *diag.Diagnostic {
	slot, ok := a.s.Variable(name)
	if !ok {
		return unknown("variable", name, a.s.game.VariableNames())
	}
	return a.s.state.SetVar(slot, v, a.until)
}

// Clear removes all entities from a zone.
func (a Arrangement) Clear(zone int) {
	for _, id := range slices.Clone(a.s.state.Zone(zone)) {
		a.s.must(a.s.state.Remove(id, state.Until{}))
	}
}

// Add creates an entity at the end of a zone from a definition that the zone
// accepts; an empty id means the zone's default.
func (a Arrangement) Add(zone int, id string) (state.ID, *diag.Diagnostic) {
	d, _ := a.s.apiGame.Layout.ZoneDecl(zone)
	if id == "" {
		id = d.Default
	}
	if id == "" {
		p := diag.New("content/reference", diag.Place{}, "zone %s has no default: say which definition is meant", d.Name)
		return state.None, &p
	}
	found, ok := a.s.apiGame.Catalog.Find(id, d.Kinds...)
	if !ok {
		return state.None, unknown("definition for zone "+d.Name, id, a.s.game.IDs(d.Kinds...))
	}
	return a.s.state.Create(a.s.apiGame.Prototypes[found.Key()], zone, -1, a.until)
}

// Property sets a property of an entity, or turns a die to a face, given as a
// word.
func (a Arrangement) Property(id state.ID, name string, v state.Value) *diag.Diagnostic {
	kind := a.s.state.Prototype(id).Kind
	if name == "face" && kind.Die {
		die := a.s.Definition(id)
		side, ok := api.SideOf(die, v.Str)
		if !ok {
			return unknown("face of "+die.Key(), v.String(), api.FaceWords(die))
		}
		return a.s.state.SetProp(id, api.DieValue, state.Num(side), a.until)
	}
	i, ok := kind.Prop(name)
	if !ok {
		var known []string
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		return unknown("property of a "+kind.Name, name, known)
	}
	return a.s.state.SetProp(id, i, v, a.until)
}

// Rig makes a random stream return results, in order, before it draws again.
func (a Arrangement) Rig(stream string, results ...state.Value) *diag.Diagnostic {
	return a.s.state.Rig(stream, results...)
}

func unknown(what, name string, known []string) *diag.Diagnostic {
	d := diag.New("content/reference", diag.Place{}, "unknown %s %q", what, name).Suggest(name, known)
	return &d
}

func phaseNames(g *rules.Game) []string {
	var out []string
	for _, p := range g.Phases {
		out = append(out, p.Name)
	}
	return out
}
