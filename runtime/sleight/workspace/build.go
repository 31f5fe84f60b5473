package workspace

import (
	"context"
	"slices"
	"strings"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
	"sleight/runtime/sim/experiment"
)

// Outcome is the result of a rebuild.
type Outcome = reload.Outcome[*rules.Content]

// Build reads and compiles everything. Files that have not changed since the
// last build are not parsed again. The content is nil if the list has errors.
func (w *Workspace) Build() (*rules.Content, diag.List) { return w.Rebuild(reload.FileChange{}) }

// Rebuild is Build after a change of the watched folders. If the change lists
// files, only those can have changed since the last build.
func (w *Workspace) Rebuild(change reload.FileChange) (c *rules.Content, problems diag.List) {
	problems = w.guard(change, func(files []string) (list diag.List) {
		c, list = quarantine.Build(w.Loader, files, w.previous())
		if c != nil {
			w.last, w.none = c, nil
		}
		return list
	})
	return c, problems
}

// guard prepares a build of the named files and runs it. If that panics, the
// problem says so, and the next build reads everything.
func (w *Workspace) guard(change reload.FileChange, build func(files []string) diag.List) diag.List {
	files := change.Files
	if w.interrupted {
		files = nil
	}
	w.interrupted = true
	return diag.Guard("building the content", func() diag.List {
		defer w.prepare(change)()
		problems := build(files)
		w.interrupted = false
		return problems
	})
}

// Outline returns content in which names can be looked up while no Rebuild has
// succeeded yet, or nil if no name is certain. It cannot be played.
func (w *Workspace) Outline() *rules.Content { return w.previous().Outline() }

// previous returns the content that the next build continues from: the last good
// one or, before there is any, one that remembers what failed builds compiled.
func (w *Workspace) previous() *rules.Content {
	if w.last != nil {
		return w.last
	}
	if w.none == nil {
		w.none = rules.Nothing()
		if w.CheckOnly {
			w.none = rules.CheckOnly()
		}
	}
	return w.none
}

// RebuildIsolated is like Rebuild, but a fault affects only the games that use what is
// faulty. A game that is being played is never blocked, and content that is
// being played does not change because of a fault outside packs: in these cases
// the content stays as it was.
func (w *Workspace) RebuildIsolated(change reload.FileChange) (*rules.Content, diag.List) {
	defer w.prepare(change)()
	r := quarantine.Isolate(w.Loader, change.Files, w.previous())
	if r.Content == nil {
		return nil, r.Problems
	}
	if w.last != nil {
		for _, g := range w.last.Games() {
			if w.PlayingOnly != "" && w.PlayingOnly != g.ID() {
				continue
			}
			if blocked := r.Content.Blocked(g.ID()); len(blocked) > 0 {
				return nil, blocked
			}
			// A faulty file may not even be known to be that of a game.
			if _, ok := r.Content.Game(g.ID()); !ok && r.Isolated() {
				return nil, r.Problems
			}
		}
		if slices.ContainsFunc(r.Notices, func(d diag.Diagnostic) bool { return !w.ignores(d) }) {
			return nil, r.Problems
		}
	}
	w.last, w.none, w.notices = r.Content, nil, r.Notices
	return r.Content, r.Notices
}

// ignores reports whether a notice is anything but a new fault outside packs.
func (w *Workspace) ignores(notice diag.Diagnostic) bool {
	same := func(d diag.Diagnostic) bool {
		return d.Code == notice.Code && d.Place.File == notice.Place.File && d.Message.Equal(notice.Message)
	}
	return notice.Code != "pack/ignored" || slices.ContainsFunc(w.notices, same)
}

// Isolate is like RebuildIsolated for a workspace in which nothing is being played.
// It returns all problems and the notices separately.
func (w *Workspace) Isolate(change reload.FileChange) (r quarantine.Result) {
	r.Problems = w.guard(change, func(files []string) diag.List {
		r = w.isolate(files)
		return r.Problems
	})
	return r
}

func (w *Workspace) isolate(files []string) quarantine.Result {
	r := quarantine.Isolate(w.Loader, files, w.previous())
	if r.Content != nil {
		w.last, w.none, w.notices = r.Content, nil, r.Notices
	}
	return r
}

// IsolateFor is Isolate for a program that uses only some games. It skips
// the shipped packs that these games do not need. If one of the games is missing
// or the content read has errors, it reads everything, so that all problems are
// reported. Without names it is Isolate.
func (w *Workspace) IsolateFor(games ...string) quarantine.Result {
	defer w.prepare(reload.FileChange{})()
	if len(games) > 0 {
		w.Loader.SkipUnneeded(games...)
		c, problems := quarantine.Build(w.Loader, nil, w.previous())
		w.Loader.SkipUnneeded()
		if c != nil && !slices.ContainsFunc(games, func(id string) bool { _, ok := c.Game(id); return !ok }) {
			w.last, w.none, w.notices = c, nil, problems
			return quarantine.Result{Content: c, Problems: problems, Notices: problems}
		}
	}
	return w.isolate(nil)
}

// Ships reports whether a pack of this name ships with the program.
func (w *Workspace) Ships(pack string) bool {
	return slices.ContainsFunc(w.shipped, func(r load.Root) bool { return has(r, "content/"+pack) })
}

// prepare reads the current files. It returns a function that ends the build.
func (w *Workspace) prepare(change reload.FileChange) (end func()) {
	end = func() {}
	if w.last == nil && w.AroundFirstBuild != nil {
		end = w.AroundFirstBuild()
	}
	w.snapshot.Show(change.Snapshot)
	w.UpdateRoots()
	return end
}

// BuildValid is like Build but returns any content errors as an error.
func (w *Workspace) BuildValid() (*rules.Content, error) {
	c, problems := w.Build()
	if c == nil {
		return nil, problems
	}
	return c, nil
}

// Lint reports what is probably a mistake. If the workspace has a folder, it
// leaves out the shipped content, which the folder's author cannot fix.
func (w *Workspace) Lint(c *rules.Content) diag.List {
	return w.lint(func() diag.List {
		list := append(w.linter.Run(c, w.Loader.Source), experiment.LintBalance(c)...)
		list.Sort()
		return list
	})
}

// lint runs a check with the linter. If that panics, the problem says so, and the
// linter forgets what it knows.
func (w *Workspace) lint(check func() diag.List) diag.List {
	completed := false
	w.linter.Once = w.CheckOnly
	list := diag.Guard("checking the content", func() diag.List {
		list := check()
		completed = true
		return list
	})
	if !completed {
		w.linter = lint.Linter{}
	}
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return len(w.folders) > 0 && strings.HasPrefix(d.Place.File, Embedded+"/")
	})
}

// LintIntact is Lint after a build with errors: it checks each definition and script
// by itself, in the files without errors. It leaves out what problems, the problems
// found so far, already say.
func (w *Workspace) LintIntact(problems diag.List) diag.List {
	return w.lint(func() diag.List {
		c := w.previous().Partial()
		if c == nil {
			return nil
		}
		return w.linter.RunPartial(c, problems, w.Loader.Source)
	})
}

// Watch starts watching the folders, until the context ends or the watcher is
// closed. From then on builds see the folders as of the last change.
func (w *Workspace) Watch(ctx context.Context) (*reload.Watcher, error) {
	watcher, err := reload.Watch(ctx, reload.Options{Roots: w.folders, Files: w.files})
	if err == nil {
		w.snapshot = &reload.SnapshotFS{}
		w.snapshot.Show(watcher.Initial())
	}
	return watcher, err
}

// Start builds the content for the first time and keeps it live. If watch is
// true and there is anything to watch, it starts watching the folders first, so
// that no edit is missed; Follow then takes up edits, and Close ends watching.
func (w *Workspace) Start(watch bool) (first Outcome, err error) {
	if watch && w.Watchable() {
		if w.watcher, err = w.Watch(context.Background()); err != nil {
			return first, err
		}
	}
	if w.live != nil {
		return w.Refresh(), nil
	}
	w.live, first = reload.NewLive(w.RebuildIsolated)
	if w.watcher != nil {
		if notice, ok := w.watcher.Notice(); ok {
			first.Diagnostics = append(first.Diagnostics, notice)
		}
	}
	return first, nil
}

// Live returns the content that was last built without errors, or ok == false
// if there is none yet.
func (w *Workspace) Live() (c *rules.Content, ok bool) { return w.live.Value() }

// Refresh rebuilds everything from the current files.
func (w *Workspace) Refresh() Outcome {
	var c reload.FileChange
	if w.watcher != nil {
		now, _ := w.watcher.ScanNow()
		c.Snapshot = now.Snapshot
	}
	return w.live.Rebuild(c)
}

// Follow rebuilds after every edit and calls take with each outcome, one after
// another, until end is called, which also ends watching.
func (w *Workspace) Follow(take func(Outcome)) (end func()) {
	if w.watcher == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	watcher, followed := w.watcher, make(chan struct{})
	go func() {
		defer close(followed)
		w.live.Follow(ctx, watcher.Changes(), take)
	}()
	return func() {
		cancel()
		watcher.Close()
		<-followed
	}
}

// Close ends watching.
func (w *Workspace) Close() {
	if w.watcher != nil {
		w.watcher.Close()
	}
}
