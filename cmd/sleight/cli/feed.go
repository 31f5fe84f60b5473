package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
)

// outcome is what has become of content that was saved.
type outcome = reload.Outcome[*rules.Content]

// feed keeps content live while its files are edited.
type feed struct {
	live    *reload.Live[*rules.Content]
	first   outcome
	watcher *reload.Watcher // nil when nothing is watched
}

// live opens and builds the content. It is built again for what is saved, when
// watch says so and there are folders to watch, until the feed is closed.
func (w *workspace) live(watch bool) (*feed, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	f := &feed{}
	if watch && len(w.watched)+len(w.files) > 0 {
		var err error
		if f.watcher, err = w.begin(); err != nil {
			return nil, err
		}
	}
	f.live, f.first = reload.NewLive(func(c reload.Change) (*rules.Content, diag.List) {
		w.view.Show(c.Picture)
		return w.contain(c.Files)
	})
	return f, nil
}

// game begins a game by its id, or the one that hint names when there is none.
// What is wrong with the content is shown, and the error says no more.
func (f *feed) game(c *cobra.Command, w *workspace, id string, o session.Options) (s *session.Session, hint string, err error) {
	fail := func(problems diag.List) (*session.Session, string, error) {
		if err := show(c, problems, w.loader.Source); err != nil {
			return nil, "", err
		}
		return nil, "", errFound
	}
	games, ok := f.live.Value()
	if !ok {
		return fail(f.first.Diagnostics)
	}
	name, hint, err := choose(games, id, o.Players)
	var why diag.List
	switch {
	case errors.As(err, &why):
		return fail(why)
	case err != nil:
		return nil, "", err
	}
	w.playing = name
	s, problem := session.New(games, name, o)
	if problem != nil {
		return fail(diag.List{*problem})
	}
	return s, hint, nil
}

// begin watches the folders. From then on they are seen as they were last told
// of.
func (w *workspace) begin() (*reload.Watcher, error) {
	watcher, err := reload.Watch(context.Background(), reload.Options{Roots: w.watched, Files: w.files})
	if err == nil {
		w.view = &reload.View{}
		w.view.Show(watcher.First())
	}
	return watcher, err
}

// anew builds everything again, of what the disk holds now.
func (f *feed) anew() outcome {
	var c reload.Change
	if f.watcher != nil {
		now, _ := f.watcher.Now()
		c.Picture = now.Picture
	}
	return f.live.Rebuild(c)
}

// follow hands on what becomes of saves until end is called, which closes the
// feed.
func (f *feed) follow(take func(outcome)) (end func()) {
	if f.watcher == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		f.live.Follow(ctx, f.watcher.Changes(), take)
	}()
	return func() {
		cancel()
		f.close()
		<-followed
	}
}

// outcomes is follow for those who look when they have time. There is no
// channel when nothing is watched.
func (f *feed) outcomes() (told <-chan outcome, end func()) {
	if f.watcher == nil {
		return nil, func() {}
	}
	stopped := make(chan struct{})
	outcomes := make(chan outcome, 16)
	stop := f.follow(func(o outcome) {
		select {
		case outcomes <- o:
		case <-stopped:
		}
	})
	return outcomes, func() { close(stopped); stop() }
}

// close ends the watching.
func (f *feed) close() {
	if f.watcher != nil {
		f.watcher.Close()
	}
}
