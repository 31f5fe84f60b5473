package reload

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// loop is the watcher's one goroutine: it alone touches these fields.
type loop struct {
	Options
	watcher *Watcher
	hints   *hints
	tree    *tree
	// reported is the content of the last snapshot that the receiver of Changes
	// got.
	reported map[string]*entry
	// snapshots counts the snapshots made so far.
	snapshots uint64
	// dirty holds the files that differed from reported at the last scan, with the
	// time they were last seen being written.
	dirty map[string]time.Time
	// named and lost are hints since the last scan.
	named map[string]time.Time
	lost  bool
	// batchStart is when the pending batch began; zero if there is none.
	batchStart time.Time
	// ready lists the dirty files at rest. offered is the FileChange made of
	// them, nil until it is made.
	ready   []string
	offered *FileChange
	// nextScan is the time of the next scan.
	nextScan time.Time
}

func newLoop(w *Watcher, o Options, open func() (*source, error)) *loop {
	s, err := open()
	if err != nil {
		s = nil
	}
	l := &loop{
		Options: o, watcher: w, hints: newHints(),
		tree:  &tree{roots: o.Roots, files: o.Files, match: o.Match, source: s, failed: err},
		dirty: map[string]time.Time{}, named: map[string]time.Time{},
	}
	if s != nil {
		go l.hints.drain(s)
	}
	start := time.Now()
	l.tree.scan(nil, true)
	l.reported = maps.Collect(l.tree.entries)
	l.publishFailure()
	l.nextScan = time.Now().Add(l.interval(time.Since(start)))
	return l
}

func (l *loop) run(ctx context.Context) {
	defer close(l.watcher.done)
	defer close(l.watcher.changes)
	if l.tree.source != nil {
		defer l.tree.source.close()
	}
	timer := time.NewTimer(time.Until(l.nextScan))
	defer timer.Stop()
	for ctx.Err() == nil {
		select {
		case <-l.hints.wake: // before anything is offered
			l.note(l.hints.take())
		default:
			l.step(ctx, timer)
		}
		timer.Reset(max(0, time.Until(l.nextScan)))
	}
}

func (l *loop) step(ctx context.Context, timer *time.Timer) {
	var out chan<- FileChange
	var offer FileChange
	if len(l.ready) > 0 {
		out, offer = l.watcher.changes, l.offer()
	}
	select {
	case <-ctx.Done():
	case answer := <-l.watcher.requests:
		answer <- l.now()
	case <-l.hints.wake:
		l.note(l.hints.take())
	case <-timer.C:
		l.scan()
	case out <- offer:
		l.delivered(offer)
	}
}

// note records hints. A hint delays the next scan until there is quiet, but not
// forever.
func (l *loop) note(named map[string]time.Time, lost bool) {
	relevant := lost
	var last time.Time
	for name, at := range named {
		if !l.relevant(name) {
			continue
		}
		relevant = true
		l.named[name] = at
		if _, ok := l.dirty[name]; ok {
			l.dirty[name] = at
		}
		if at.After(last) {
			last = at
		}
	}
	if !relevant {
		return
	}
	if lost {
		l.lost, last = true, time.Now()
	}
	l.ready, l.offered = nil, nil
	if l.batchStart.IsZero() {
		l.batchStart = last
	}
	l.nextScan = last.Add(l.Debounce)
	if limit := l.batchStart.Add(maxDebounces * l.Debounce); limit.Before(l.nextScan) {
		l.nextScan = later(limit, time.Now())
	}
}

// relevant reports whether an event may concern a watched file: it names one,
// or a folder, or something that no longer exists and may have been one.
func (l *loop) relevant(name string) bool {
	if slices.Contains(l.Files, name) {
		return true
	}
	if !slices.ContainsFunc(l.Roots, func(root string) bool { return below(root, name) || below(name, root) }) {
		return false
	}
	if l.Match(filepath.ToSlash(name)) {
		return true
	}
	info, err := os.Lstat(name)
	return err != nil || info.IsDir()
}

// below reports whether name is folder or inside it.
func below(folder, name string) bool {
	if folder == "." {
		return !filepath.IsAbs(name) && name != ".." && !strings.HasPrefix(name, ".."+string(filepath.Separator))
	}
	rest, ok := strings.CutPrefix(name, strings.TrimSuffix(folder, string(filepath.Separator)))
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}

// scan lists the folders again and decides which files have stopped changing.
func (l *loop) scan() {
	start := time.Now()
	for _, name := range l.tree.scan(l.named, l.lost) {
		l.dirty[name] = l.written(name, start)
	}
	now := time.Now()
	l.named, l.lost = map[string]time.Time{}, false
	for name := range l.dirty {
		e := l.tree.file(name)
		if e != nil && e.unstable {
			l.dirty[name] = now
		}
		if same(e, l.reported[name]) {
			delete(l.dirty, name)
		}
	}
	l.publishFailure()
	l.scheduleReady(now, now.Sub(start))
}

// scheduleReady makes files at rest ready: all together, or when some never
// rest, those that do. It also sets the time of the next scan.
func (l *loop) scheduleReady(now time.Time, cost time.Duration) {
	l.ready, l.offered = nil, nil
	l.nextScan = now.Add(l.interval(cost))
	if len(l.dirty) == 0 {
		l.batchStart = time.Time{}
		return
	}
	if l.batchStart.IsZero() {
		l.batchStart = now
	}
	var allAtRest time.Time // when all files will be at rest
	for name := range l.dirty {
		allAtRest = later(allAtRest, l.completeAt(name))
	}
	limit := l.batchStart.Add(maxDebounces * l.Debounce)
	switch {
	case !allAtRest.After(now):
		l.ready = slices.Collect(maps.Keys(l.dirty))
		l.batchStart = time.Time{}
	case now.Before(limit):
		l.nextScan = allAtRest
		if limit.Before(allAtRest) {
			l.nextScan = limit
		}
	default:
		for name := range l.dirty {
			if !l.completeAt(name).After(now) {
				l.ready = append(l.ready, name)
			}
		}
		// From here on, scan once per debounce interval, whatever hints arrive.
		l.nextScan = now.Add(l.Debounce)
		l.batchStart = l.nextScan.Add(-maxDebounces * l.Debounce)
	}
}

// completeAt returns when a dirty file counts as complete.
func (l *loop) completeAt(name string) time.Time {
	wait := l.Debounce
	if e := l.tree.file(name); e == nil || e.suspect {
		wait *= emptyFactor
	}
	return l.dirty[name].Add(wait)
}

// written estimates when a file was last written: when an event named it, or by
// its file system's clock, or now.
func (l *loop) written(name string, now time.Time) time.Time {
	if at, ok := l.named[name]; ok {
		return at
	}
	if e := l.tree.file(name); e != nil && e.info.ModTime().Before(now) {
		return e.info.ModTime()
	}
	if !l.batchStart.IsZero() && len(l.named) > 0 {
		return slices.MaxFunc(slices.Collect(maps.Values(l.named)), time.Time.Compare)
	}
	return now
}

// offer makes a FileChange of the files that are ready. From then on its snapshot
// counts as known to the receiver of Changes, however late it is received and
// whatever the disk contains by then.
func (l *loop) offer() FileChange {
	if l.offered != nil {
		return *l.offered
	}
	reported := maps.Clone(l.reported)
	for _, name := range l.ready {
		if e := l.tree.file(name); e != nil {
			reported[name] = e
		} else {
			delete(reported, name)
		}
	}
	c := compare(l.ready, l.reported, reported)
	c.Snapshot = newSnapshot(l.snapshots+1, l.Match, reported, l.tree.folders)
	l.offered = &c
	return c
}

// delivered records that the receiver of Changes has got an offer.
func (l *loop) delivered(c FileChange) {
	l.reported, l.snapshots = c.Snapshot.entries, c.Snapshot.number
	l.ready, l.offered = nil, nil
}

// now scans everything and returns all differences, whether files are still
// changing or not.
func (l *loop) now() FileChange {
	l.lost = true
	l.scan()
	l.ready, l.offered = slices.Collect(maps.Keys(l.dirty)), nil
	c := l.offer()
	l.delivered(c)
	l.batchStart = time.Time{}
	return c
}

// interval returns how long to wait before a scan without a hint.
func (l *loop) interval(cost time.Duration) time.Duration {
	wait := l.Poll
	if l.tree.failed == nil {
		wait *= eventPollFactor
	}
	return max(wait, scanShare*cost)
}

// publishFailure publishes the error that makes the loop poll files.
func (l *loop) publishFailure() {
	if err := l.tree.failed; err != nil {
		l.watcher.polling.CompareAndSwap(nil, &err)
	}
}

// same reports whether two entries have the same content, or are both nil.
func same(a, b *entry) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.sum == b.sum
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
