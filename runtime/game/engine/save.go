package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// saveFormat is the version of the save format.
const saveFormat = 1

// maxSave bounds how many bytes Load reads.
const maxSave = 16 << 20

// Save is a game as a file: the state, and the log that led to it.
type Save struct {
	Format   int             `json:"sleight_save"`
	Game     string          `json:"game"`
	Content  string          `json:"content"` // digest of what the game sees
	Seed     uint64          `json:"seed,string"`
	Players  int             `json:"players"`
	Commands []string        `json:"commands"`
	State    *state.Snapshot `json:"state"`
	Hash     string          `json:"hash"`
	// Packs are those that the game saw, and Definitions the digests of what
	// was in play, by kind/id: to say what differs under other content.
	Packs       []SavedPack       `json:"packs,omitempty"`
	Definitions map[string]string `json:"definitions,omitempty"`
	// Outcomes identify what the start and then each command came to, as Outcome
	// does; empty for one of which that is not known.
	Outcomes []string `json:"outcomes,omitempty"`
}

// Save writes the game as JSON.
func (s *Session) Save(w io.Writer) error {
	out := Save{
		Format: saveFormat, Game: s.game.ID(), Content: s.game.Digest(),
		Seed: s.setup.Seed, Players: s.table.Layout.Players,
		Commands: s.Commands(), State: s.state.Snapshot(), Hash: s.Hash(),
		Packs: s.game.Packs(), Definitions: s.digests(), Outcomes: s.outcomes(),
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(out)
}

// ReadSave reads a save without looking at what is in it. File is what problems
// call it. More than 16 MiB are not read.
func ReadSave(r io.Reader, file string) (*Save, *diag.Diagnostic) {
	in, _, problem := readSave(r, file)
	return in, problem
}

func readSave(r io.Reader, file string) (*Save, []byte, *diag.Diagnostic) {
	data, err := io.ReadAll(io.LimitReader(r, maxSave+1))
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return nil, nil, refuse(file, 0, data, "it cannot be read: %v", path.Err)
	case err != nil:
		return nil, nil, refuse(file, 0, data, "it cannot be read: %v", err)
	case len(data) > maxSave:
		return nil, nil, refuse(file, 0, data, "it has more than %d bytes", maxSave)
	}
	in := &Save{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(in); err != nil {
		return nil, nil, refuse(file, jsonOffset(err, d.InputOffset(), data), data, "%s", jsonFault(err))
	}
	if d.More() {
		return nil, nil, refuse(file, d.InputOffset(), data, "something follows its end")
	}
	if in.Format != saveFormat || in.State == nil {
		return nil, nil, refuse(file, 0, data, "its format %d is not %d", in.Format, saveFormat)
	}
	return in, data, nil
}

// Load reads a save. When the log, played from the seed, leads to the saved
// state, the session's whole history can be undone; otherwise it begins at the
// state, and notes say what differs and what migrations did. A save that is
// damaged, or that the content cannot carry on, is refused with a place in the
// file.
func (c *Content) Load(r io.Reader, file string) (s *Session, notes []string, problem *diag.Diagnostic) {
	s, loading, problem := c.LoadAll(r, file)
	if problem != nil {
		return nil, nil, problem
	}
	notes = slices.Concat(loading.Other, loading.Migrated, loading.Lost)
	if loading.Anew {
		notes = append(notes, "what happened before the save cannot be undone")
	}
	return s, notes, nil
}

// Loading says how a save was loaded.
type Loading struct {
	// Other says in what way the save was made with other content; empty when it
	// was not.
	Other []string
	// Migrated says what migrations did.
	Migrated []string
	// Lost says what the content of now has no place for, though no migration
	// says what became of it.
	Lost []string
	// Anew tells that the session's history begins at the save.
	Anew bool
}

// LoadAll is Load with what it did by sort.
func (c *Content) LoadAll(r io.Reader, file string) (*Session, *Loading, *diag.Diagnostic) {
	in, data, problem := readSave(r, file)
	if problem != nil {
		return nil, nil, problem
	}
	return c.restore(in, file, data)
}

func (c *Content) restore(in *Save, file string, data []byte) (*Session, *Loading, *diag.Diagnostic) {
	g, ok := c.games[in.Game]
	if !ok {
		return nil, nil, refuse(file, 0, data, "no content has the game %q", in.Game)
	}
	if in.Players < g.MinPlayers || in.Players > g.MaxPlayers || in.State.Players != in.Players || in.State.Seed != in.Seed {
		return nil, nil, refuse(file, 0, data, "players or seed contradict each other")
	}
	phase := slices.IndexFunc(in.State.Vars, func(v state.SavedVar) bool { return v.Name == phaseVariable })
	how := &Loading{}
	same := in.Content == g.Digest()
	if !same {
		did, at, problem := c.migrate(g, in)
		if problem != nil {
			return nil, nil, unmigrated(file, at, problem)
		}
		how.Migrated = did
		how.Other = append([]string{"the save was made with other content"}, g.Differences(in)...)
	}
	table := g.table(in.Players)
	st, lost, slot, problem := state.Restore(table.Layout, in.State, func(key string) *state.Prototype { return table.Prototypes[key] })
	if problem != nil {
		problem.Place = diag.Place{File: file}
		if slot >= 0 {
			problem.Place = spot(file, data, "state", "entities", slot, "is")
		}
		if len(how.Other) > 1 && problem.Hint == "" {
			*problem = problem.WithHint("the save was made with other content: %s", strings.Join(how.Other[1:], ", "))
		}
		return nil, nil, problem
	}
	if how.Lost = lost; same && (len(lost) > 0 || st.Hash() != in.Hash) {
		return nil, nil, refuse(file, 0, data, "its state does not match its hash: it was damaged or edited")
	}
	o := Options{Seed: in.Seed, Players: in.Players}
	if same && !hasLua(in.Commands) {
		if replayed, problem := c.Replay(in.Game, o, in.Commands, nil); problem == nil && replayed.Hash() == in.Hash {
			return replayed, how, nil
		}
	}
	s := &Session{content: c, game: g, setup: o, table: table}
	s.bind(st)
	for i, text := range append([]string{"start"}, in.Commands...) {
		e := Entry{Text: text}
		if len(in.Outcomes) == len(in.Commands)+1 {
			e.outcome = in.Outcomes[i]
		}
		s.log = append(s.log, e)
	}
	s.at, s.floor = len(s.log), len(s.log)
	if p := s.Phase(); p == nil && !s.Over() {
		d := refuse(file, 0, data, "it stands in phase %q, which the game does not have", st.Var(varPhase).Str)
		d.Place = spot(file, data, "state", "variables", phase, "value")
		return nil, nil, d
	}
	how.Anew = true
	return s, how, nil
}

// hasLua tells whether debug statements are among the commands; a log from
// elsewhere must not run them.
func hasLua(commands []string) bool {
	for _, c := range commands {
		if words := split(c); len(words) > 0 && words[0] == "lua" {
			return true
		}
	}
	return false
}

func refuse(file string, offset int64, data []byte, format string, args ...any) *diag.Diagnostic {
	at := diag.Place{File: file}
	if offset > 0 {
		before := data[:min(int(offset), len(data))]
		at.Line = bytes.Count(before, []byte("\n")) + 1
		at.Column = len(before) - bytes.LastIndexByte(before, '\n')
	}
	d := diag.New("save/invalid", at, "this save cannot be loaded: "+format, args...)
	return &d
}

// jsonOffset is where in a file JSON is wrong, in bytes; read is how much of it
// had been taken for good.
func jsonOffset(err error, read int64, data []byte) int64 {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &typed):
		return typed.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		return int64(len(bytes.TrimRight(data, "\n")))
	}
	return read
}

func jsonFault(err error) string {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return "it is cut off"
	}
	return strings.TrimPrefix(fmt.Sprint(err), "json: ")
}
