package reload

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"sleight/runtime/content/picture"
	"sleight/runtime/diag"
)

// The defaults of Options.
const (
	// DefaultDebounce is how long a file must be left alone before it is read.
	// Saving by truncation shows an empty file first; editors fill it within
	// a few milliseconds.
	DefaultDebounce = 22 * time.Millisecond
	// DefaultPoll is the interval at which folders are listed if the system
	// reports no events.
	DefaultPoll = 250 * time.Millisecond
)

const (
	// emptyFactor is how many times longer a file must stay empty or missing
	// before that is reported.
	emptyFactor = 4
	// maxDebounces is the number of debounces after which files at rest are
	// reported although others are still being written.
	maxDebounces = 12
	// eventPollFactor is by how much Poll is multiplied while there are events.
	// The folders are still listed, because some file systems do not report
	// every write.
	eventPollFactor = 8
	// scanShare bounds the cost of listing without a hint: at most 1/scanShare
	// of the time.
	scanShare = 50
)

// Options specifies what to watch.
type Options struct {
	// Roots lists the folders to watch, with everything below them except names
	// that start with a dot. A missing one is picked up when it appears.
	Roots []string
	// Files lists single files to watch besides the folders. A missing one is
	// picked up when it appears.
	Files []string
	// Match chooses files by their slash-separated path, root included; nil
	// means pictures and names that end in .yaml, .yml, .lua or .json.
	Match func(path string) bool
	// Debounce is how long to wait for quiet after the last event. 0 means
	// DefaultDebounce.
	Debounce time.Duration
	// Poll is how often the folders are listed without events; with events, an
	// eighth as often. 0 means DefaultPoll.
	Poll time.Duration
}

// FileChange is the effect of one save, or of several that were read together.
// Paths are slash-separated, start with their root as given, and are sorted.
type FileChange struct {
	// Files lists all changed files; each is also in one of the other lists.
	Files                   []string
	Added, Changed, Removed []string
	// Snapshot is the content of all files as of this change: with it and all
	// earlier changes, without later ones.
	Snapshot *Snapshot
}

// Watcher watches folders until it is closed.
type Watcher struct {
	changes  chan FileChange
	requests chan chan<- FileChange
	first    *Snapshot
	cancel   context.CancelFunc
	done     chan struct{}
	polling  atomic.Pointer[error]
}

// Watch starts watching. The first FileChange is relative to the folders'
// contents when Watch returns. The watcher ends with the context. A root that
// is not a folder is an error.
func Watch(ctx context.Context, o Options) (*Watcher, error) {
	return watch(ctx, o, system)
}

func watch(ctx context.Context, o Options, open func() (*source, error)) (*Watcher, error) {
	if o.Match == nil {
		o.Match = isContentFile
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
	w := &Watcher{changes: make(chan FileChange), requests: make(chan chan<- FileChange), cancel: cancel, done: make(chan struct{})}
	l := newLoop(w, o, open)
	w.first = newSnapshot(l.snapshots, o.Match, l.reported, l.tree.folders)
	go l.run(ctx)
	return w, nil
}

// isContentFile is the default Match, used if Match is nil.
func isContentFile(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".lua", ".json"}, path.Ext(name)) || picture.Type(name) != ""
}

// Changes delivers the changes. A slow receiver gets later changes merged into
// one; none is lost. The channel is closed when the watcher ends.
func (w *Watcher) Changes() <-chan FileChange { return w.changes }

// Initial returns the contents of the folders when Watch returned, which the
// first FileChange is relative to.
func (w *Watcher) Initial() *Snapshot { return w.first }

// ScanNow scans everything immediately, for callers that do not want to wait
// for files to come to rest. Its FileChange replaces later ones for the same
// files; it may name none. ok is false if the watcher has ended.
func (w *Watcher) ScanNow() (c FileChange, ok bool) {
	answer := make(chan FileChange, 1)
	select {
	case w.requests <- answer:
		return <-answer, true
	case <-w.done:
		return FileChange{}, false
	}
}

// Polling returns why some folders are listed at intervals instead of relying
// on events, or nil if there are events.
func (w *Watcher) Polling() error {
	if err := w.polling.Load(); err != nil {
		return *err
	}
	return nil
}

// Close ends the watcher and returns once all its goroutines have ended.
func (w *Watcher) Close() {
	w.cancel()
	<-w.done
}

// compare makes a FileChange of the named files.
func compare(names []string, before, now map[string]*entry) FileChange {
	var c FileChange
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
