package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/sleight"
	ws "sleight/runtime/sleight/workspace"
)

// workspace is the content that the flags of a command select.
type workspace struct {
	alone bool     // it belongs to the only command of the process
	dirs  []string // the folders given with --content
	packs []string // the packs given with --pack

	content       *sleight.Content // as last opened
	*ws.Workspace                  // its internals
	// profile names the file for the profile of the game; noProfile keeps none.
	// profileFile keeps it.
	profile     string
	profileFile *save.ProfileFile
	// before loads the content that this one is compared with, if any.
	before *load.Loader
	// allProblems are all problems of the content if playable left anything out.
	allProblems diag.List
}

// open opens the content: what ships with the program, the working folder, and
// the folders given with --content, in ascending priority.
func (w *workspace) open() error { return w.openWith(sleight.Here(), sleight.Only(w.packs...)) }

func (w *workspace) openWith(more ...sleight.Option) error {
	options := append([]sleight.Option{sleight.Shipped()}, more...)
	for _, dir := range w.dirs {
		options = append(options, sleight.Folder(dir))
	}
	content, err := sleight.Open(options...)
	if err != nil {
		return fmt.Errorf("--content %w", err)
	}
	w.content, w.Workspace = content, content.Internals()
	w.AroundFirstBuild = w.collectLater
	return nil
}

// reopen is open, perhaps after this command has written files, which may have made the
// working folder a workspace. What has not changed since the last build is not read and
// compiled again.
func (w *workspace) reopen() error {
	before := w.Workspace
	err := w.open()
	if err == nil && before != nil {
		w.Continue(before)
	}
	return err
}

// openTargets opens what paths name: workspaces, parts of workspaces, or
// archives.
func (w *workspace) openTargets(paths []string) ([]*ws.Target, error) {
	if err := w.openWith(); err != nil {
		return nil, err
	}
	var targets []*ws.Target
	for _, name := range paths {
		t, err := w.AddPath(name)
		if err != nil {
			return nil, fmt.Errorf("validate %w", err)
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// playable opens and builds the content without its faulty parts, and without
// the games that use them; see workspace.Isolate. It prints what it left out to
// standard error. All problems are in w.allProblems. A command that is about
// some games names them; see workspace.IsolateFor.
func (w *workspace) playable(c *cobra.Command, games ...string) (*rules.Content, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	return w.playableOpen(c, games...)
}

// playableOpen is playable for content that is open.
func (w *workspace) playableOpen(c *cobra.Command, games ...string) (*rules.Content, error) {
	content, notices, err := w.isolated(games...)
	for _, d := range notices {
		if d.Code == "pack/excluded" || d.Code == "pack/ignored" {
			fmt.Fprintln(c.ErrOrStderr(), d.Error())
		}
	}
	return content, err
}

// isolated is playableOpen, but returns the notices about what was left out.
func (w *workspace) isolated(games ...string) (*rules.Content, diag.List, error) {
	r := w.IsolateFor(games...)
	if r.Content == nil {
		w.allProblems = r.Problems
		return nil, nil, r.Problems
	}
	w.allProblems = nil
	if r.Isolated() {
		w.allProblems = r.Problems
	}
	return r.Content, r.Notices, nil
}

// notFoundError returns the error for a name that was not found: if anything was left
// out, these are its problems, since the name may belong to that.
func (w *workspace) notFoundError(err error) error {
	if w.allProblems.Failed() {
		return w.allProblems
	}
	return err
}

// blockingErrors returns the errors that block a game of a pack, if any.
func blockingErrors(content *rules.Content, pack string) error {
	var why diag.List
	for _, d := range content.Catalog.Kind("game") {
		if d.Pack == pack {
			why = append(why, content.Blocked(d.ID)...)
		}
	}
	why.Sort()
	if len(why) > 0 {
		return why
	}
	return nil
}

// errorsOf returns the errors that involve a pack, if any.
func (w *workspace) errorsOf(pack string) error {
	dependencies := w.Loader.Dependencies()
	in := func(at diag.Place) bool { return dependencies.PackOf(at.File) == pack }
	var out diag.List
	for _, d := range w.allProblems {
		if in(d.Place) || slices.ContainsFunc(d.Notes, func(n diag.Note) bool { return in(n.Place) }) {
			out = append(out, d)
		}
	}
	if out.Failed() {
		return out
	}
	return nil
}

// reportLeftOut prints the errors of what was left out, for a command about all content,
// and returns errFound if there are any.
func (w *workspace) reportLeftOut(c *cobra.Command) error {
	if !w.allProblems.Failed() {
		return nil
	}
	if err := show(c, w.allProblems, w.Loader.Source); err != nil {
		return err
	}
	return errFound
}

// buildOld builds an older version of the content, named by a flag, for a game.
func (w *workspace) buildOld(flag, name, game string) (*rules.Content, error) {
	before, err := w.At(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, name, err)
	}
	w.before = before.Loader
	return buildGame(before, game)
}

// buildGame builds only the content that a game uses.
func buildGame(w *ws.Workspace, game string) (*rules.Content, error) {
	r := w.IsolateFor(game)
	if r.Content == nil {
		return nil, r.Problems
	}
	if why := r.Content.Blocked(game); len(why) > 0 {
		return nil, why
	}
	if _, ok := r.Content.Game(game); !ok && r.Isolated() {
		return nil, r.Problems
	}
	return r.Content, nil
}

// start opens the content and, with watch, keeps it live while it is edited,
// until end is called. The channel is nil if there is nothing to watch.
func (w *workspace) start(watch bool) (outcomes <-chan ws.Outcome, end func(), err error) {
	end = func() {}
	if err := w.open(); err != nil || !watch || !w.Watchable() {
		return nil, end, err
	}
	buffer, stopped := make(chan ws.Outcome, 16), make(chan struct{})
	err = w.content.Watch(context.Background(), func(edit sleight.Edit) {
		select {
		case buffer <- edit.Internals():
		case <-stopped:
		}
	})
	return buffer, func() { close(stopped); w.content.Close() }, err
}

// problems returns the problems of the last build.
func (w *workspace) problems() diag.List { return w.content.Problems().Internals() }

// game starts a game by its id, or the default game that hint names. It prints the
// problems of the content; an error does not repeat them.
func (w *workspace) game(c *cobra.Command, id string, o sleight.SessionOptions) (s *session.Session, hint string, err error) {
	name := id
	problems := w.problems()
	if games, ok := w.Live(); ok {
		if name, hint, err = choose(games, id, o.Players); err == nil {
			w.PlayingOnly = name
			if err := w.openProfile(c.ErrOrStderr(), games, name, &o); err != nil {
				return nil, "", err
			}
			var begun *sleight.Session
			if begun, err = w.content.NewSession(name, o); err == nil {
				return begun.Internals(), hint, nil
			}
		}
		var blocked diag.List
		var failed sleight.Problems
		switch {
		case errors.As(err, &blocked):
			problems = blocked
		case errors.As(err, &failed):
			problems = failed.Internals()
		default: // the warnings may say why a game is unknown
			return nil, "", errors.Join(show(c, problems, w.Loader.Source), err)
		}
	}
	if err := show(c, problems, w.Loader.Source); err != nil {
		return nil, "", err
	}
	return nil, "", errFound
}

// noPathError is the error for a path that does not exist; where says how the path
// was given.
func noPathError(where, name, what string) error {
	return fmt.Errorf("%s %w", where, ws.NotFound(name, what))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
