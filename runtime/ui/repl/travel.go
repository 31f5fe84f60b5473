package repl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
)

func (r *REPL) undo(args string) {
	n, ok := r.count(args, 1)
	if !ok {
		return
	}
	commands := r.lastCommands(n)
	n = r.session.Undo(n)
	if n == 0 {
		r.refuse("%s", r.translator.Message(rules.Refuse("nothing-to-undo")))
		return
	}
	undone := commands[len(commands)-n:]
	slices.Reverse(undone)
	r.showPosition(r.translator.Translate("Undone:")+" ", undone)
}

func (r *REPL) redo(args string) {
	n, ok := r.count(args, 1)
	if !ok {
		return
	}
	n = r.session.Redo(n)
	if n == 0 {
		r.refuse("%s", r.translator.Message(rules.Refuse("nothing-to-redo")))
		return
	}
	r.showPosition(r.translator.Translate("Done again:")+" ", r.lastCommands(n))
}

func (r *REPL) travel(args string) {
	turn, err := strconv.Atoi(args)
	if err != nil || turn < 0 {
		r.refuse("Say after which command, as a whole number from 0; log shows them.")
		return
	}
	if !r.session.Goto(turn) {
		r.refuse("The history does not reach command %d.", turn)
	}
	r.showPosition(fmt.Sprintf("After command %d.", r.session.Turn()), nil)
}

// lastCommands returns the last n commands, or fewer, as the player at the screen may
// read them.
func (r *REPL) lastCommands(n int) []string {
	log := r.session.Log()
	from := max(1, len(log)-n)
	var out []string
	for i, e := range log[from:] {
		if r.seat > 0 {
			e.Text = r.session.CommandSeenBy(from+i, r.seat)
		}
		out = append(out, e.Text)
	}
	return out
}

// showPosition prints the new position in the history.
func (r *REPL) showPosition(head string, commands []string) {
	r.flow(head, ", ", commands)
	switch {
	case r.lowerCurtain():
		r.recordViews()
	case r.Interactive:
		r.recordViews()
		r.state("")
	default:
		r.showViews()
	}
	r.showWatches()
}

func (r *REPL) hash(string) { r.print("%s\n", r.session.Hash()) }

func (r *REPL) save(file string) {
	if file == "" {
		r.refuse("Say where: save FILE.")
		return
	}
	if old, err := os.ReadFile(file); err == nil && len(old) > 0 && !isSave(old) {
		r.refuse("%s already exists and is not a saved game; choose another name.", file)
		return
	}
	if err := r.write(file); err != nil {
		r.refuse("%s cannot be written: %s.", file, safefile.Reason(err))
		return
	}
	r.print("Saved %s after %s.\n", file, Counted(r.session.Turn(), "command"))
}

// isSave reports whether a file holds a saved game.
func isSave(data []byte) bool {
	var s save.File
	return json.Unmarshal(data, &s) == nil && s.Game != "" && s.Hash != ""
}

// write saves the game so that an older save is only replaced once the new one
// is complete and on disk.
func (r *REPL) write(file string) error {
	_ = safefile.Clean(safefile.Disk{}, filepath.Dir(file)) // or the next save does it
	return safefile.Write(safefile.Disk{}, file, 0o600, r.session.Save)
}

// reason returns an error without the operation that it repeats.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func (r *REPL) load(file string) {
	if file == "" {
		r.refuse("Say from where: load FILE.")
		return
	}
	in, err := os.Open(file)
	if err != nil {
		r.refuse("%s could not be read: %v.", file, reason(err))
		return
	}
	defer in.Close()
	s, notes, problem := session.Load(r.content, in, file)
	if problem != nil {
		r.problem(*problem)
		return
	}
	r.switchSession(s)
	r.ProfileFile.Begin(s.Profile())
	r.print("Loaded %s: %s.\n", file, s)
	for _, n := range notes {
		r.prose("Note: "+n, r.yellow)
	}
	r.recordViews()
	r.state("")
}

// replay replays the log, or that of a save, on a new game with the same seed,
// and reports whether it leads to the same state.
func (r *REPL) replay(file string) {
	s := r.session
	in := save.File{
		Game: s.Game().ID(), Seed: s.State().Seed, Players: r.layout().Players,
		Commands: s.Commands(), Hash: s.Hash(), Profile: s.StartProfile(),
	}
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			r.refuse("%s could not be read: %v.", file, reason(err))
			return
		}
		defer f.Close()
		saved, problem := save.Read(f, file)
		if problem != nil {
			r.problem(*problem)
			return
		}
		in = *saved
	}
	o := session.Options{Seed: in.Seed, Players: in.Players, Profile: in.Profile}
	turns := 0
	played, problem := session.Replay(s.Content(), in.Game, o, in.Commands, func(turn int, _ *session.Session) { turns = turn })
	switch {
	case problem != nil:
		r.problem(*problem)
		r.print("The replay stopped after %d of %s.\n", turns, Counted(len(in.Commands), "command"))
	case played.Hash() != in.Hash:
		r.refuse("Replayed %s from seed %d: the end differs (%s, not %s). The content has changed since, or the state was not reached by these commands.",
			Counted(turns, "command"), in.Seed, shortHash(played.Hash()), shortHash(in.Hash))
	default:
		r.print("Replayed %s from seed %d: the same game, hash %s.\n", Counted(turns, "command"), in.Seed, shortHash(in.Hash))
	}
}

// shortHash shortens a hash to a length that people can compare.
func shortHash(hash string) string { return hash[:min(12, len(hash))] }
