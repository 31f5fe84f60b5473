package session

import (
	"context"
	"io"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Save writes the game as JSON.
func (s *Session) Save(w io.Writer) error {
	out := save.File{
		Format: save.Format, Game: s.game.ID(), Content: s.game.Digest(),
		Seed: s.setup.Seed, Players: s.apiGame.Layout.Players, Profile: s.setup.Profile,
		Commands: s.Commands(), State: s.state.Snapshot(), Hash: s.Hash(),
		Packs: save.Packs(s.game), Definitions: save.Digests(s.game, s.state), Outcomes: s.outcomes(),
	}
	return out.Write(w)
}

// Load reads a save; problems refer to it by the name file. If replaying the
// log from the seed leads to the saved state, the session's whole history can
// be undone; otherwise its history begins at that state. The notes say what
// differs and what migrations did. Load refuses a save that is damaged or that
// the content cannot continue, with a place in the file.
func Load(c *rules.Content, r io.Reader, file string) (s *Session, notes []string, problem *diag.Diagnostic) {
	return LoadWithin(context.Background(), c, r, file)
}

// LoadWithin is Load, but refuses the save if the context ends before it is
// loaded.
func LoadWithin(ctx context.Context, c *rules.Content, r io.Reader, file string) (s *Session, notes []string, problem *diag.Diagnostic) {
	s, loading, problem := loadAll(ctx, c, r, file)
	if problem != nil {
		return nil, nil, problem
	}
	notes = slices.Concat(loading.Differences, loading.Migrated, loading.Lost)
	if loading.WithoutHistory {
		notes = append(notes, "what happened before the save cannot be undone")
	}
	return s, notes, nil
}

// Loading describes how a save was loaded.
type Loading struct {
	// Differences lists the differences from the content of the save; empty if there
	// are none.
	Differences []string
	// Migrated describes what migrations did.
	Migrated []string
	// Lost lists what the current content has no place for, and no migration
	// covers.
	Lost []string
	// WithoutHistory reports whether the session's history begins at the save.
	WithoutHistory bool
}

// LoadAll is Load with its notes sorted into a Loading.
func LoadAll(c *rules.Content, r io.Reader, file string) (*Session, *Loading, *diag.Diagnostic) {
	return loadAll(context.Background(), c, r, file)
}

func loadAll(ctx context.Context, c *rules.Content, r io.Reader, file string) (*Session, *Loading, *diag.Diagnostic) {
	in, problem := save.Read(r, file)
	if problem != nil {
		return nil, nil, problem
	}
	return restore(ctx, c, in)
}

func restore(ctx context.Context, c *rules.Content, in *save.File) (*Session, *Loading, *diag.Diagnostic) {
	g, ok := c.Game(in.Game)
	if !ok {
		return nil, nil, in.Refuse("no content has the game %q", in.Game)
	}
	if problem := whyUnfit(g, in); problem != nil {
		return nil, nil, problem
	}
	phase := slices.IndexFunc(in.State.Vars, func(v state.SavedVar) bool { return v.Name == rules.PhaseVariable })
	how := &Loading{}
	same := in.Content == g.Digest()
	if !same {
		did, at, problem := in.Migrate(c)
		if problem != nil {
			return nil, nil, in.RefuseMigration(at, problem)
		}
		how.Migrated = did
		how.Differences = append([]string{"the save was made with other content"}, in.Differences(g)...)
	}
	table := g.Table(in.Players)
	st, lost, slot, problem := state.Restore(table.Layout, in.State, func(key string) *state.Prototype { return table.Prototypes[key] })
	if problem != nil {
		problem.Place = in.Place()
		if slot >= 0 {
			problem.Place = in.Place("state", "entities", slot, "is")
		}
		if len(how.Differences) > 1 {
			*problem = problem.WithHint("the save was made with other content: %s", strings.Join(how.Differences[1:], ", "))
		}
		return nil, nil, problem
	}
	if how.Lost = lost; same && (len(lost) > 0 || st.Hash() != in.Hash) {
		return nil, nil, in.Refuse("its state does not match its hash: it was damaged or edited")
	}
	o := Options{Seed: in.Seed, Players: in.Players, Profile: in.Profile}
	if same && !hasLua(in.Commands) {
		replayed := retrace(ctx, c, in, o, retraceFuel)
		if ctx.Err() != nil {
			return nil, nil, in.Refuse("loading was cancelled")
		}
		if replayed != nil {
			return replayed, how, nil
		}
	}
	s := &Session{content: c, game: g, setup: o, apiGame: table}
	s.bind(st)
	for i, text := range append([]string{"start"}, in.Commands...) {
		e := Entry{Text: text}
		if len(in.Outcomes) == len(in.Commands)+1 {
			e.outcome = in.Outcomes[i]
		}
		s.log = append(s.log, e)
	}
	s.done, s.undoLimit, s.loaded = len(s.log), len(s.log), len(s.log)
	if problem := s.whyNotResumable(in, phase); problem != nil {
		return nil, nil, problem
	}
	how.WithoutHistory = true
	return s, how, nil
}

// whyUnfit returns the reason why a save does not fit a game and its number of
// players, or nil.
func whyUnfit(g *rules.Game, in *save.File) *diag.Diagnostic {
	if in.State.Players != in.Players || in.State.Seed != in.Seed {
		return in.Refuse("players or seed contradict each other")
	}
	if in.Players < g.MinPlayers || in.Players > g.MaxPlayers {
		return in.Refuse("%s is for %s, and was played by %d", g.Definition.Name, g.Seats(), in.Players)
	}
	return nil
}

// whyNotResumable returns why a loaded game cannot continue, or nil: its phase, or
// the hook for a question, is gone. phase is the index of the phase variable in the
// save.
func (s *Session) whyNotResumable(in *save.File, phase int) *diag.Diagnostic {
	if s.Phase() == nil && !s.Over() && s.state.Pending().Empty() {
		d := in.Refuse("it is in phase %q, which the game does not have", s.state.Var(rules.VarPhase).Str)
		d.Place = in.Place("state", "variables", phase, "value")
		return d
	}
	if problem := s.game.CheckPending(s.state.Pending()); problem != nil {
		d := in.Refuse("%s", problem.Message)
		d.Place = in.Place("state", "pending")
		return d
	}
	return nil
}

// The bounds of replaying the log of a save, for the time and the memory that it
// takes. The history of a longer game begins at the save.
const (
	// retraceFuel is the budget of scripts, 100 times that of one command.
	retraceFuel = 100 * lua.DefaultFuel
	// retraceChanges is the largest number of changes of the state.
	retraceChanges = 30_000
)

// retrace replays the log of a save, and returns nil unless it leads to the saved
// state within most units of fuel and retraceChanges changes, before the context
// ends.
func retrace(ctx context.Context, c *rules.Content, in *save.File, o Options, most int64) *Session {
	s, problem := New(c, in.Game, o)
	if problem != nil {
		return nil
	}
	fuel := int64(0)
	for _, text := range in.Commands {
		r := s.Run(text)
		if fuel += r.Fuel; ctx.Err() != nil || !r.OK() || fuel > most || s.state.Position() > retraceChanges {
			return nil
		}
	}
	if s.Hash() != in.Hash {
		return nil
	}
	return s
}

// hasLua reports whether the commands include debug statements, which must not
// be run from a foreign log.
func hasLua(commands []string) bool {
	for _, c := range commands {
		if words := split(c); len(words) > 0 && words[0].is("lua") {
			return true
		}
	}
	return false
}
