// Package sleight is the API for Go programs that embed Sleight: open content,
// keep it live while it is edited, and play its games.
//
//	content, err := sleight.Open(sleight.Folder("."))
//	…
//	game, err := content.NewSession("coins", sleight.SessionOptions{Seed: 1})
//	…
//	result := game.Do("flip")
//
// # Stability
//
// This is the only package of the module that is stable. Within a major version,
// what is exported here keeps its name, its type and its meaning, so that a
// program that compiles goes on to compile. New functions, methods and fields may
// come. Types that are declared as another (Board and its parts, Report) are under
// the same promise, with all fields that can be reached from them.
//
// Everything else may change with any release: all other packages, what
// Internals returns, the wording of messages, and what a seed leads to.
//
// Layer sleight. It joins content, games and simulations for programs, the
// command line among them. It prints nothing and knows no game.
package sleight

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sleight/workspace"
)

// Option says what content to open.
type Option struct {
	apply func(*workspace.Workspace) error
}

// Shipped is the content that ships with Sleight: its example games.
func Shipped() Option { return Option{workspace.Shipped()} }

// Folder is the folder of a workspace, which has content/PACK and scripts/PACK for
// each of its packs, and the packs that sleight pack install has put there. It
// can be watched.
func Folder(dir string) Option { return Option{workspace.Folder(dir)} }

// Here is the working folder if it is a workspace, and nothing if it is not.
func Here() Option { return Option{workspace.Here()} }

// FS is a file system that never changes, such as an embed.FS, with the folders
// of a workspace. Problems give the name before those of its files.
func FS(name string, files fs.FS) Option { return Option{workspace.FS(name, files)} }

// Archive is a zip file that holds a pack, as sleight pack build makes it, or a
// workspace.
func Archive(file string) Option { return Option{workspace.Archive(file)} }

// Only enables just these packs and what they require, whatever the workspace
// enables. Without a pack it changes nothing.
func Only(packs ...string) Option {
	return Option{func(w *workspace.Workspace) error {
		w.Loader.Only(packs...)
		return nil
	}}
}

// Content is content as it was last read without errors. It is safe for
// concurrent use.
type Content struct {
	workspace *workspace.Workspace

	mutex    sync.Mutex // guards what follows
	started  bool
	problems diag.List // of the last build
	follow   func()    // ends the watching; nil without
}

// Open opens content. A pack of a later option replaces the pack of the same
// name in an earlier one, whole; without options it opens what ships with
// Sleight. An error means that there is no such folder or file. What is wrong
// with the content itself is in Problems: it is read when it is first needed.
func Open(options ...Option) (*Content, error) {
	if len(options) == 0 {
		options = []Option{Shipped()}
	}
	sources := make([]workspace.Source, len(options))
	for i, o := range options {
		sources[i] = o.apply
	}
	w, err := workspace.New(sources...)
	if err != nil {
		return nil, err
	}
	return &Content{workspace: w}, nil
}

// Watch keeps the content live from now on: whenever files of its folders have
// been saved, it reads what has changed and then calls report, if not nil, from
// another goroutine. An edit with errors changes nothing: the content before it
// stays. Sessions take up new content when their Update is called. The watching
// ends with the context or with Close.
func (c *Content) Watch(ctx context.Context, report func(Update)) error {
	c.Close() // an earlier watching
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.start(true); err != nil {
		return err
	}
	end := c.workspace.Follow(func(o workspace.Outcome) {
		c.mutex.Lock()
		c.problems = o.Diagnostics
		c.mutex.Unlock()
		if report != nil {
			report(updateOf(o))
		}
	})
	stop := context.AfterFunc(ctx, end)
	c.follow = func() {
		stop()
		end()
	}
	return nil
}

// Close ends the watching and returns when report is no longer called. The content
// can still be played.
func (c *Content) Close() {
	c.mutex.Lock()
	end := c.follow
	c.follow = nil
	c.mutex.Unlock()
	if end != nil {
		end()
	}
}

// start reads the content unless that has been done. The caller holds the mutex.
func (c *Content) start(watch bool) error {
	if c.started && !watch {
		return nil
	}
	first, err := c.workspace.Start(watch)
	if err == nil {
		c.started, c.problems = true, first.Diagnostics
	}
	return err
}

// live returns the content of now, or what is wrong with it.
func (c *Content) live() (*rules.Content, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.start(false); err != nil {
		return nil, err
	}
	if live, ok := c.workspace.Live(); ok {
		return live, nil
	}
	return nil, problemsOf(c.problems)
}

// Problems returns what is wrong with the content as it was last read, warnings
// included.
func (c *Content) Problems() Problems {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.start(false); err != nil {
		return problemsOf(diag.List{diag.New("file/unreadable", diag.Place{}, "%v", err)})
	}
	return problemsOf(c.problems)
}

// Game describes a game of the content.
type Game struct {
	ID         string
	Name, Text string
	// MinPlayers and MaxPlayers bound how many may play.
	MinPlayers, MaxPlayers int
}

// Games lists the games in the order in which they ask to be listed. There are
// none while the content has errors and never was without.
func (c *Content) Games() []Game {
	live, err := c.live()
	if err != nil {
		return nil
	}
	var out []Game
	for _, g := range live.Games() {
		d := g.Definition
		out = append(out, Game{g.ID(), d.Name, d.Describe(), g.MinPlayers, g.MaxPlayers})
	}
	return slices.Clip(out)
}

// Internals returns what the content is made of, for the tools of Sleight itself.
// It is not covered by the promise of stability.
func (c *Content) Internals() *workspace.Workspace { return c.workspace }
