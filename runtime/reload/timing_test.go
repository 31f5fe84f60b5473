package reload

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// stage is a fixture whose clock and events are controlled by the test: time
// passes only in wait, and events come only from touch.
type stage struct {
	*fixture
	events chan fsnotify.Event
	errors chan error
}

// play runs a test on a stage with the debounce that is the default.
func play(t *testing.T, files []string, test func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{
			fixture: &fixture{T: t, dir: t.TempDir()},
			events:  make(chan fsnotify.Event), errors: make(chan error),
		}
		must(t, os.Mkdir(s.path("root"), 0o777))
		for _, name := range files {
			s.write(name, "old")
		}
		w, err := watch(t.Context(), Options{Roots: []string{s.path("root")}, Poll: time.Hour}, s.open)
		must(t, err)
		s.Watcher = w
		test(s)
		w.Close()
		select {
		case _, ok := <-w.Changes():
			if ok {
				t.Error("a change was left over")
			}
		default:
			t.Error("the watcher goes on after Close")
		}
	})
}

func (s *stage) open() (*source, error) {
	watched := map[string]bool{}
	return &source{
		add:    func(name string) error { watched[name] = true; return nil },
		remove: func(name string) error { delete(watched, name); return nil },
		watched: func() (names []string) {
			for name := range watched {
				names = append(names, name)
			}
			return names
		},
		events: s.events, errors: s.errors,
		close: func() error { close(s.events); close(s.errors); return nil },
	}, nil
}

// touch saves a file and sends its event.
func (s *stage) touch(name, text string) {
	s.Helper()
	s.write(name, text)
	s.events <- fsnotify.Event{Name: s.path("root/" + name), Op: fsnotify.Write}
}

// wait lets time pass and returns the names in the change that came in it, if
// any.
func (s *stage) wait(d time.Duration) []string {
	s.Helper()
	if c, ok := s.within(d); ok {
		return signs(c, s.path("root"))
	}
	return nil
}

// within lets time pass and returns the change that came in it, if any.
func (s *stage) within(d time.Duration) (FileChange, bool) {
	select {
	case c := <-s.Changes():
		return c, true
	case <-time.After(d):
		return FileChange{}, false
	}
}

// read returns the text of a file below root, empty if there is none.
func (s *stage) read(name string) string {
	text, _ := os.ReadFile(s.path("root/" + name))
	return string(text)
}

// sees holds the changes that come within a time.
func (s *stage) sees(within time.Duration, want ...string) {
	s.Helper()
	if got := s.wait(within); !slices.Equal(got, want) {
		s.Errorf("got %q, want %q", got, want)
	}
}

const tick = time.Millisecond

// TestHalfWrittenFilesAreNotReported checks that neither a file that is still being written nor
// the empty one before it is ever reported.
func TestHalfWrittenFilesAreNotReported(t *testing.T) {
	play(t, []string{"a.yaml"}, func(s *stage) {
		s.touch("a.yaml", "")
		s.sees(60 * tick) // it waits while a file is empty
		for _, text := range []string{"h", "ha", "hal", "half", "whole"} {
			s.touch("a.yaml", text)
			s.sees(20 * tick)
		}
		s.sees(3*tick, "a.yaml")
		s.sees(time.Minute)
	})
}

// TestPermanentlyEmptyFilesAreReported checks that a file that stays empty, or
// absent, is finally reported.
func TestPermanentlyEmptyFilesAreReported(t *testing.T) {
	play(t, []string{"a.yaml", "b.yaml"}, func(s *stage) {
		s.touch("a.yaml", "")
		s.sees(emptyFactor*DefaultDebounce - tick)
		s.sees(2*tick, "a.yaml")
		must(t, os.Remove(s.path("root/b.yaml")))
		s.events <- fsnotify.Event{Name: s.path("root/b.yaml"), Op: fsnotify.Remove}
		s.sees(emptyFactor*DefaultDebounce - tick)
		s.sees(2*tick, "-b.yaml")
		s.sees(time.Minute)
	})
}

// TestRevertedFilesAreNotReported checks that neither content that is equal to
// the reported one again, nor touching a file, is a change.
func TestRevertedFilesAreNotReported(t *testing.T) {
	play(t, []string{"a.yaml"}, func(s *stage) {
		s.touch("a.yaml", "old")
		s.sees(time.Second)
		s.touch("a.yaml", "new")
		s.sees(10 * tick)
		s.touch("a.yaml", "old")
		s.sees(time.Second)
	})
}

// TestSlowReadersGetOneCombinedChange checks that unread changes are combined
// into one, as of the moment it is read.
func TestSlowReadersGetOneCombinedChange(t *testing.T) {
	play(t, []string{"a.yaml", "b.yaml", "c.yaml"}, func(s *stage) {
		for _, name := range []string{"a.yaml", "b.yaml", "a.yaml", "n.yaml", "c.yaml"} {
			s.touch(name, "new "+name)
			<-time.After(time.Second)
			synctest.Wait()
		}
		s.touch("c.yaml", "old")
		<-time.After(time.Second)
		s.sees(tick, "a.yaml", "b.yaml", "+n.yaml")
		s.sees(time.Minute)
	})
}

// TestEndlessWriting checks that a file that is written without pause is not
// reported, and does not delay the others.
func TestEndlessWriting(t *testing.T) {
	play(t, []string{"a.yaml", "log.yaml"}, func(s *stage) {
		s.touch("a.yaml", "new")
		text, told := "", []string(nil)
		for range 100 {
			text += "more\n"
			s.touch("log.yaml", text)
			told = append(told, s.wait(10*tick)...)
		}
		if !slices.Equal(told, []string{"a.yaml"}) {
			t.Errorf("while it was written: %q", told)
		}
		s.sees(time.Second, "log.yaml")
	})
}

// TestOverflowRereadsEverything checks that an overflow makes every file be read again, even
// one whose stat is the same.
func TestOverflowRereadsEverything(t *testing.T) {
	play(t, []string{"a.yaml", "f/b.yaml"}, func(s *stage) {
		before, err := os.Stat(s.path("root/f/b.yaml"))
		must(t, err)
		s.write("f/b.yaml", "NEW")
		must(t, os.Chtimes(s.path("root/f/b.yaml"), before.ModTime(), before.ModTime()))
		s.sees(time.Minute)
		s.errors <- fsnotify.ErrEventOverflow
		s.sees(3*DefaultDebounce, "f/b.yaml")
		s.sees(time.Minute)
	})
}

// TestPollingWithoutEvents checks that without events, or with a watch missing, the
// folders are listed at intervals, and that the reason can be read.
func TestPollingWithoutEvents(t *testing.T) {
	exhausted := errors.New("no space left on device")
	for name, open := range map[string]func(s *stage) (*source, error){
		"no watcher": func(*stage) (*source, error) { return nil, exhausted },
		"no watch": func(s *stage) (*source, error) {
			source, err := s.open()
			source.add = func(string) error { return exhausted }
			return source, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stage{
					fixture: &fixture{T: t, dir: t.TempDir()},
					events:  make(chan fsnotify.Event), errors: make(chan error),
				}
				s.write("a.yaml", "old")
				w, err := watch(t.Context(), Options{Roots: []string{s.path("root")}}, func() (*source, error) { return open(s) })
				must(t, err)
				s.Watcher = w
				if !errors.Is(w.Polling(), exhausted) {
					t.Errorf("polling because of %v", w.Polling())
				}
				s.write("a.yaml", "new")
				s.sees(DefaultPoll+2*DefaultDebounce, "a.yaml")
				s.write("f/n.yaml", "new")
				s.sees(DefaultPoll+2*DefaultDebounce, "+f/n.yaml")
				must(t, os.RemoveAll(s.path("root/f")))
				s.sees(DefaultPoll+2*emptyFactor*DefaultDebounce, "-f/n.yaml")
				s.sees(time.Minute)
				w.Close()
			})
		})
	}
}

// TestContextAndCloseEndAWatcher checks that the context and Close both end a watcher, and that
// Close may be called again.
func TestContextAndCloseEndAWatcher(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w, err := Watch(ctx, Options{Roots: []string{t.TempDir()}})
	must(t, err)
	cancel()
	select {
	case _, ok := <-w.Changes():
		if ok {
			t.Error("a change came from nothing")
		}
	case <-time.After(deadline):
		t.Error("the watcher outlived its context")
	}
	w.Close()
	w.Close()
}
