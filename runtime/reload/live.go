package reload

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sleight/runtime/diag"
)

// BuildFunc builds a value from the content of a change: from its Snapshot if
// it has one, otherwise from the disk. Files lists every file that differs from
// the last good value; nil means all. The other lists are empty. If the
// diagnostics contain an error, there is no value.
type BuildFunc[T any] func(c FileChange) (T, diag.List)

// Outcome is the result of one rebuild.
type Outcome[T any] struct {
	// Value is the live value after the rebuild: the new one, or the old one if
	// the rebuild failed.
	Value T
	// Published reports whether Value is new.
	Published bool
	// Fixed reports whether Value is new and the previous rebuild failed.
	Fixed bool
	// Diagnostics are the problems of the new content, warnings included.
	Diagnostics diag.List
	// Files lists the files that caused the rebuild.
	Files []string
	// Took is how long the build took.
	Took time.Duration
}

// Live holds the last good value. Any goroutine may read it at any time;
// rebuilds happen one after another.
type Live[T any] struct {
	build BuildFunc[T]
	value atomic.Pointer[T]

	mutex  sync.Mutex // guards what follows
	broken bool
	// outdated lists the files that changed since the value was built.
	outdated map[string]bool
}

// NewLive builds the first value from all files. If that fails, there is no
// value until a rebuild succeeds.
func NewLive[T any](build BuildFunc[T]) (*Live[T], Outcome[T]) {
	l := &Live[T]{build: build, outdated: map[string]bool{}}
	return l, l.Rebuild(FileChange{})
}

// Value returns the live value, or ok == false if no build has succeeded yet.
func (l *Live[T]) Value() (value T, ok bool) {
	if p := l.value.Load(); p != nil {
		return *p, true
	}
	return value, false
}

// Rebuild builds a new value after a change, or from everything if Files is
// nil, and publishes it if it is good. A build that panics has failed.
func (l *Live[T]) Rebuild(c FileChange) Outcome[T] {
	files := c.Files
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, f := range files {
		l.outdated[f] = true
	}
	var changed []string
	if files != nil && l.value.Load() != nil {
		changed = slices.Sorted(maps.Keys(l.outdated))
	}
	start := time.Now()
	value, problems := l.try(FileChange{Files: changed, Snapshot: c.Snapshot})
	o := Outcome[T]{Diagnostics: problems, Files: slices.Clone(files), Took: time.Since(start)}
	if problems.Failed() {
		l.broken = true
		o.Value, _ = l.Value()
		return o
	}
	o.Value, o.Published, o.Fixed = value, true, l.broken
	l.value.Store(&value)
	l.broken = false
	clear(l.outdated)
	return o
}

// try builds a value. A panic becomes a diagnostic, because the running game
// must continue.
func (l *Live[T]) try(c FileChange) (value T, problems diag.List) {
	defer func() {
		if p := recover(); p != nil {
			problems = diag.List{diag.Recovered(p).Diagnostic("building the content")}
		}
	}()
	return l.build(c)
}

// Follow rebuilds for every change and passes each outcome to report, until the
// channel is closed or the context ends.
func (l *Live[T]) Follow(ctx context.Context, changes <-chan FileChange, report func(Outcome[T])) {
	for {
		select {
		case <-ctx.Done():
			return
		case c, ok := <-changes:
			if !ok {
				return
			}
			report(l.Rebuild(c))
		}
	}
}
