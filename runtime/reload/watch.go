package reload

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"sleight/runtime/diag"
)

// The waits that Options leaves at zero.
const (
	// DefaultDebounce is how long a file must be left alone before it is read.
	// Saving by truncation shows an empty file first; editors fill it within
	// a few milliseconds.
	DefaultDebounce = 22 * time.Millisecond
	// DefaultPoll is how often the folders are listed where there are no events.
	DefaultPoll = 250 * time.Millisecond
)

const (
	// doubt is how many times longer an empty or vanished file must stay so
	// before it is believed.
	doubt = 4
	// patience is after how many debounces files that have come to rest are
	// told of although others are still being written.
	patience = 12
	// easy is how much more seldom the folders are listed without a hint when
	// there are events, which some file systems do not give for every write.
	easy = 8
	// share bounds what listing without a hint may cost: at most one part of
	// the time in so many.
	share = 50
)

// Options say what to watch.
type Options struct {
	// Roots are the folders to watch, with all below them except names that
	// begin with a dot. One that does not exist is picked up when it is made.
	Roots []string
	// Files are single files to watch beside the folders. One that does not
	// exist is picked up when it is made.
	Files []string
	// Match chooses files by their slash-separated path, root included; nil
	// means names that end in .yaml, .yml, .lua or .json.
	Match func(path string) bool
	// Debounce is the quiet waited for after the last event; 0 means
	// DefaultDebounce.
	Debounce time.Duration
	// Poll is how often the folders are listed when there are no events, and
	// an eighth of how often when there are; 0 means DefaultPoll.
	Poll time.Duration
}

// Change is what one save changed, or several that were read together. Paths
// are slash-separated, begin with their root as given, and are sorted.
type Change struct {
	// Files are all of them; each is in one of the other lists.
	Files                   []string
	Added, Changed, Removed []string
	// Picture is what all files held when they were told of: with these changes
	// and all before them, and nothing of later ones.
	Picture *Picture
}

// Watcher watches folders until it is closed.
type Watcher struct {
	changes chan Change
	asks    chan chan<- Change
	first   *Picture
	cancel  context.CancelFunc
	done    chan struct{}
	polling atomic.Pointer[error]
}

// Watch begins to watch. What the folders hold when it returns is the state
// that the first Change compares with. The watcher ends with the context. A
// root that is no folder is an error.
func Watch(ctx context.Context, o Options) (*Watcher, error) {
	return watch(ctx, o, system)
}

func watch(ctx context.Context, o Options, open func() (*source, error)) (*Watcher, error) {
	if o.Match == nil {
		o.Match = content
	}
	if o.Debounce <= 0 {
		o.Debounce = DefaultDebounce
	}
	if o.Poll <= 0 {
		o.Poll = DefaultPoll
	}
	roots := make([]string, len(o.Roots))
	for i, root := range o.Roots {
		roots[i] = filepath.Clean(root)
		if info, err := os.Stat(roots[i]); err == nil && !info.IsDir() {
			return nil, diag.New("file/unreadable", diag.Place{File: filepath.ToSlash(root)}, "not a folder")
		}
	}
	o.Roots = roots
	files := make([]string, len(o.Files))
	for i, file := range o.Files {
		files[i] = filepath.Clean(file)
	}
	o.Files = files
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{changes: make(chan Change), asks: make(chan chan<- Change), cancel: cancel, done: make(chan struct{})}
	l := newLoop(w, o, open)
	l.pictures++
	w.first = newPicture(l.pictures, o.Match, l.told, l.tree.folders)
	go l.run(ctx)
	return w, nil
}

// content is the Match that Options means by nil.
func content(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".lua", ".json"}, path.Ext(name))
}

// Changes gives the changes. A reader that is slow gets later changes merged
// into one; none is lost. It is closed when the watcher ends.
func (w *Watcher) Changes() <-chan Change { return w.changes }

// First returns what the folders held when Watch returned, with which the first
// Change compares.
func (w *Watcher) First() *Picture { return w.first }

// Now looks at everything at once, for those who do not want to wait for files
// to come to rest. Its Change comes in the place of those that would have come
// of the same files; it may name none. It is not ok when the watcher has ended.
func (w *Watcher) Now() (c Change, ok bool) {
	answer := make(chan Change, 1)
	select {
	case w.asks <- answer:
		return <-answer, true
	case <-w.done:
		return Change{}, false
	}
}

// Polling returns why the folders, or some of them, are listed at intervals
// instead of waiting for events; nil when there are events.
func (w *Watcher) Polling() error {
	if err := w.polling.Load(); err != nil {
		return *err
	}
	return nil
}

// Close ends the watcher and returns when nothing of it is left.
func (w *Watcher) Close() {
	w.cancel()
	<-w.done
}

// compare makes a Change of the named files.
func compare(names []string, before, now map[string]*entry) Change {
	var c Change
	for _, name := range slices.Sorted(slices.Values(names)) {
		slash := filepath.ToSlash(name)
		c.Files = append(c.Files, slash)
		switch {
		case now[name] == nil:
			c.Removed = append(c.Removed, slash)
		case before[name] == nil:
			c.Added = append(c.Added, slash)
		default:
			c.Changed = append(c.Changed, slash)
		}
	}
	return c
}
