package reload

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// source delivers the system's events. Watching a folder does not watch its
// subfolders. close closes both channels.
type source struct {
	add, remove func(folder string) error
	watched     func() []string
	events      <-chan fsnotify.Event
	errors      <-chan error
	close       func() error
}

// system opens the operating system's events.
func system() (*source, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &source{
		add: w.Add, remove: w.Remove, watched: w.WatchList,
		events: w.Events, errors: w.Errors, close: w.Close,
	}, nil
}

// hints collects the names in events since they were last taken. It never
// blocks the source.
type hints struct {
	mutex sync.Mutex
	named map[string]time.Time
	lost  bool
	wake  chan struct{}
}

func newHints() *hints {
	return &hints{named: map[string]time.Time{}, wake: make(chan struct{}, 1)}
}

// drain takes every event immediately, until the source is closed.
func (h *hints) drain(s *source) {
	events, errors := s.events, s.errors
	for events != nil || errors != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			h.add(filepath.Clean(e.Name))
		case _, ok := <-errors:
			if !ok {
				errors = nil
				continue
			}
			h.markLost()
		}
	}
}

func (h *hints) add(name string) {
	h.mutex.Lock()
	h.named[name] = time.Now()
	h.mutex.Unlock()
	h.signal()
}

// markLost records that events were lost, so any file may have changed.
func (h *hints) markLost() {
	h.mutex.Lock()
	h.lost = true
	h.mutex.Unlock()
	h.signal()
}

func (h *hints) signal() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// take returns and clears the names with the time of their last event, and
// whether other events were lost.
func (h *hints) take() (named map[string]time.Time, lost bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	named, lost = h.named, h.lost
	h.named, h.lost = map[string]time.Time{}, false
	return named, lost
}
