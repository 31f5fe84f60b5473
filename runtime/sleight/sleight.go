// Package sleight is the API for Go programs that embed Sleight: it opens
// content, keeps it live while it is edited, and plays its games.
//
//	content, err := sleight.Open(sleight.Folder("."))
//	…
//	game, err := content.NewSession("coins", sleight.SessionOptions{Seed: 1})
//	…
//	result := game.Do("roll")
//
// # Stability
//
// This is the only stable package of the module. Within a major version,
// everything exported here keeps its name, type and meaning, so that programs
// continue to compile. New functions, methods and fields may be added. Types
// declared as aliases of other types (Board and its parts, Profile, Report) are
// covered by the same promise, with all fields reachable from them.
//
// Everything else may change in any release: all other packages, the results of
// Internals, the wording of messages, and the games that a seed produces.
//
// The package prints nothing and has no knowledge of any particular game.
package sleight

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sleight/workspace"
)

// Option says what Open opens. The zero Option opens nothing.
type Option struct {
	apply func(*workspace.Workspace) error
}

// Shipped is the content that ships with Sleight: its example games.
func Shipped() Option { return Option{workspace.Shipped()} }

// Folder is a workspace folder, which has content/PACK and scripts/PACK for
// each of its packs, and the packs installed there by sleight pack install. It
// can be watched.
func Folder(dir string) Option { return Option{workspace.Folder(dir)} }

// Here is the working directory if it is a workspace, and nothing otherwise.
func Here() Option { return Option{workspace.Here()} }

// FS is a file system that never changes, such as an embed.FS, with the folders
// of a workspace. Problems prefix its file names with name.
func FS(name string, files fs.FS) Option { return Option{workspace.FS(name, files)} }

// Archive is a zip file with a pack, as made by sleight pack build, or with a
// workspace.
func Archive(file string) Option { return Option{workspace.Archive(file)} }

// Only enables just these packs and those they require, whatever the workspace
// enables. Without arguments it changes nothing.
func Only(packs ...string) Option {
	return Option{func(w *workspace.Workspace) error {
		w.Loader.Only(packs...)
		return nil
	}}
}

// Content is the last content read without errors. It is safe for concurrent
// use.
type Content struct {
	workspace *workspace.Workspace

	watching sync.Mutex // held by Watch and Close
	mutex    sync.Mutex // guards the fields below
	started  bool
	problems diag.List // of the last build
	follow   func()    // ends watching; nil if not watching
}

// Open opens content. A pack of a later option completely replaces the pack of
// the same name in an earlier one; without options Open opens the content that
// ships with Sleight. An error means that a folder or file does not exist.
// Faults in the content itself are in Problems: the content is read when it is
// first needed.
func Open(options ...Option) (*Content, error) {
	if len(options) == 0 {
		options = []Option{Shipped()}
	}
	var sources []workspace.Source
	for _, o := range options {
		if o.apply != nil {
			sources = append(sources, o.apply)
		}
	}
	w, err := workspace.New(sources...)
	if err != nil {
		return nil, err
	}
	return &Content{workspace: w}, nil
}

// Watch keeps the content live from now on: whenever files in its folders are
// saved, it reads the changes and then calls report, if not nil, from another
// goroutine. An edit with errors in any game that could be played changes
// nothing: the previous content stays. Sessions switch to new content when their
// Update is called. Watching ends with the context, with Close, or with the next
// Watch. Only folders are watched: for other content, such as Shipped or FS,
// report is never called.
//
// Reports are made one after another. A report may use the content, but must not
// call Watch or Close, which wait for it; it can cancel the context instead.
func (c *Content) Watch(ctx context.Context, report func(Edit)) error {
	c.watching.Lock()
	defer c.watching.Unlock()
	c.stopWatching()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	first, err := c.workspace.Start(true)
	if err != nil {
		return err
	}
	c.started, c.problems = true, first.Diagnostics
	end := c.workspace.Follow(func(o workspace.Outcome) {
		c.mutex.Lock()
		c.problems = o.Diagnostics
		c.mutex.Unlock()
		if report != nil {
			report(editOf(o))
		}
	})
	stop := context.AfterFunc(ctx, end)
	c.follow = func() {
		stop()
		end()
	}
	return nil
}

// Close ends watching and returns when report will no longer be called. The
// content can still be played. Close may be called again, and before any Watch.
func (c *Content) Close() {
	c.watching.Lock()
	defer c.watching.Unlock()
	c.stopWatching()
}

// stopWatching ends an earlier Watch and waits for its last report.
func (c *Content) stopWatching() {
	c.mutex.Lock()
	end := c.follow
	c.follow = nil
	c.mutex.Unlock()
	if end != nil {
		end()
	}
}

// start reads the content unless that has been done. The caller holds the
// mutex.
func (c *Content) start() {
	if !c.started {
		first, _ := c.workspace.Start(false) // only watching can fail
		c.started, c.problems = true, first.Diagnostics
	}
}

// live returns the current content, or its problems.
func (c *Content) live() (*rules.Content, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.start()
	if live, ok := c.workspace.Live(); ok {
		return live, nil
	}
	return nil, problemsOf(c.problems)
}

// Problems returns the problems of the content as it was last read, warnings
// included.
func (c *Content) Problems() Problems {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.start()
	return problemsOf(c.problems)
}

// Game describes a game of the content.
type Game struct {
	ID         string
	Name, Text string
	// MinPlayers and MaxPlayers are the smallest and largest number of players.
	MinPlayers, MaxPlayers int
}

// Games lists the games in the order that their definitions set. There are none
// if the content has never been without errors.
func (c *Content) Games() []Game {
	live, err := c.live()
	if err != nil {
		return nil
	}
	var out []Game
	for _, g := range live.Games() {
		d := g.Definition
		out = append(out, Game{g.ID(), d.Name, describe(g), g.MinPlayers, g.MaxPlayers})
	}
	return slices.Clip(out)
}

// describe returns the text of a game as written.
func describe(g *rules.Game) string {
	var asWritten *locale.Translator
	return asWritten.Describe(g.Definition, g.Printed(g.Definition))
}

// Internals returns the workspace of the content, for the tools of Sleight
// itself. It is not covered by the stability promise.
func (c *Content) Internals() *workspace.Workspace { return c.workspace }
