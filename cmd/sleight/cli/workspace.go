package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
	"sleight/runtime/sleight"
	ws "sleight/runtime/sleight/workspace"
)

// workspace is the content that the flags of a command select.
type workspace struct {
	dirs  []string // the folders given with --content
	packs []string // the packs given with --pack

	content       *sleight.Content // as last opened
	*ws.Workspace                  // its internals
	// before loads the content that this is compared with, if any.
	before *load.Loader
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
	w.First = collectLater
	return nil
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

// good opens and builds the content; errors in it are returned as an error.
func (w *workspace) good() (*rules.Content, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	return w.Good()
}

// playable opens and builds the content even if packs are faulty; see Contain.
// It prints what was left out to standard error.
func (w *workspace) playable(c *cobra.Command) (*rules.Content, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	content, problems := w.Contain(reload.Change{})
	if content == nil {
		return nil, problems
	}
	for _, d := range problems {
		if d.Code == "pack/excluded" {
			fmt.Fprintln(c.ErrOrStderr(), d.Error())
		}
	}
	return content, nil
}

// old builds an older version of the content, named by a flag.
func (w *workspace) old(flag, name string) (*rules.Content, error) {
	before, err := w.At(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, name, err)
	}
	w.before = before.Loader
	return before.Good()
}

// start opens the content and, with watch, keeps it live while it is edited,
// until end is called. The channel is nil if there is nothing to watch.
func (w *workspace) start(watch bool) (outcomes <-chan ws.Outcome, end func(), err error) {
	end = func() {}
	if err := w.open(); err != nil || !watch || !w.Watchable() {
		return nil, end, err
	}
	buffer, stopped := make(chan ws.Outcome, 16), make(chan struct{})
	err = w.content.Watch(context.Background(), func(u sleight.Update) {
		select {
		case buffer <- u.Internals():
		case <-stopped:
		}
	})
	return buffer, func() { close(stopped); w.content.Close() }, err
}

// problems are those of the content as last built.
func (w *workspace) problems() diag.List { return w.content.Problems().Internals() }

// game starts a game by its id, or the default game that hint names. It prints
// what is wrong with the content; the error adds nothing.
func (w *workspace) game(c *cobra.Command, id string, o sleight.SessionOptions) (s *session.Session, hint string, err error) {
	name := id
	problems := w.problems()
	if games, ok := w.Live(); ok {
		if name, hint, err = choose(games, id, o.Players); err == nil {
			w.Playing = name
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
		default:
			return nil, "", err
		}
	}
	if err := show(c, problems, w.Loader.Source); err != nil {
		return nil, "", err
	}
	return nil, "", errFound
}

// notThere is the error for a path that does not exist; where says how the path
// was given.
func notThere(where, name, what string) error {
	return fmt.Errorf("%s %w", where, ws.NotThere(name, what))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
