package reload

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNamesBelowFolders checks which names are in a folder, as far as the names
// themselves show.
func TestNamesBelowFolders(t *testing.T) {
	for _, c := range []struct {
		folder, name string
		want         bool
	}{
		{".", "a", true},
		{".", "a/b", true},
		{".", ".", true},
		{".", "..b", true},
		{".", "..", false},
		{".", "../a", false},
		{".", "/a", false},
		{"a", "a", true},
		{"a", "a/b", true},
		{"a", "ab", false},
		{"a/b", "a", false},
		{"a/", "a/b", true},
		{"/", "/a", true},
		{"/", "a", false},
	} {
		if got := below(filepath.FromSlash(c.folder), filepath.FromSlash(c.name)); got != c.want {
			t.Errorf("%s is below %s: %v", c.name, c.folder, got)
		}
	}
}

// TestIrrelevantHints checks which names of events lead to a listing.
func TestIrrelevantHints(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"root/folder/x", "root/a.yaml", "root/notes.txt", "beside.lua", "beside.txt"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	l := &loop{Options: Options{
		Roots: []string{filepath.Join(dir, "root"), filepath.Join(dir, "far", "root")}, Files: []string{filepath.Join(dir, "beside.txt")},
		Match: func(path string) bool { return filepath.Ext(path) == ".yaml" },
	}}
	for name, want := range map[string]bool{
		"root": true, "root/folder": true, "root/a.yaml": true, "root/gone.yaml": true, "root/gone": true, "root/notes.txt": false, "root/folder/x": false,
		"beside.txt": true, "beside.lua": false, "gone.yaml": false, "": true, "far": true, "far/root": true, "far/other": false,
	} {
		if got := l.relevant(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// waits describes what a loop does next, in milliseconds after a time.
func waits(l *loop, from time.Time) string {
	since := "never"
	if !l.batchStart.IsZero() {
		since = fmt.Sprint(l.batchStart.Sub(from).Milliseconds())
	}
	return fmt.Sprintf("ready %v, look at %d, since %s", slices.Sorted(slices.Values(l.ready)), l.nextScan.Sub(from).Milliseconds(), since)
}

// TestHintsDelayTheListing checks when the folders are listed after events, by
// the times of the last one and of the first unreported one.
func TestHintsDelayTheListing(t *testing.T) {
	at := func(ms int) time.Time { return time.Unix(2_000_000_000, 0).Add(time.Duration(ms) * time.Millisecond) }
	for _, c := range []struct {
		what  string
		since int // -1: nothing waits
		named map[string]int
		want  string
	}{
		{"one event", -1, map[string]int{"a.yaml": 3}, "ready [], look at 13, since 3"},
		{"two events", -1, map[string]int{"a.yaml": 3, "b.yaml": 7}, "ready [], look at 17, since 7"},
		{"a later event", 0, map[string]int{"a.yaml": 50}, "ready [], look at 60, since 0"},
		{"the last for which there is patience", 0, map[string]int{"a.yaml": 110}, "ready [], look at 120, since 0"},
		{"one for which there is not", 0, map[string]int{"a.yaml": 111}, "ready [], look at 120, since 0"},
		{"one of no interest", -1, map[string]int{"notes.txt": 3}, "ready [a.yaml], look at 0, since never"},
	} {
		l := &loop{
			Options: Options{Debounce: 10 * time.Millisecond, Roots: []string{"."}, Files: []string{"a.yaml", "b.yaml"}, Match: func(string) bool { return false }},
			named:   map[string]time.Time{}, dirty: map[string]time.Time{"a.yaml": at(0)}, ready: []string{"a.yaml"}, nextScan: at(0),
		}
		if c.since >= 0 {
			l.batchStart = at(c.since)
		}
		named := map[string]time.Time{}
		for name, ms := range c.named {
			named[name] = at(ms)
		}
		if _, is := named["notes.txt"]; is {
			l.Roots = []string{"elsewhere"}
		}
		l.note(named, false)
		if got := waits(l, at(0)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.what, got, c.want)
		}
		if when, ok := named["a.yaml"]; ok && !l.dirty["a.yaml"].Equal(when) {
			t.Errorf("%s: it was last written at %v", c.what, l.dirty["a.yaml"])
		}
	}
	l := &loop{Options: Options{Debounce: time.Hour}, named: map[string]time.Time{}}
	if l.note(nil, true); !l.lost || l.batchStart.IsZero() || l.nextScan.Sub(l.batchStart) != time.Hour {
		t.Error("lost events do not lead to a listing")
	}
	l = &loop{}
	if l.note(nil, false); !l.nextScan.IsZero() {
		t.Error("no event leads to a listing")
	}
}

// TestNowEndsTheBatch checks that all differences are returned at once, and
// that the loop then waits as if nothing had happened.
func TestNowEndsTheBatch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.yaml")
	must(t, os.WriteFile(file, []byte("old"), 0o600))
	l := newLoop(&Watcher{}, Options{Roots: []string{dir}, Match: isContentFile, Debounce: time.Hour, Poll: time.Hour}, func() (*source, error) { return nil, errors.New("no events") })
	must(t, os.WriteFile(file, []byte("new"), 0o600))
	for _, want := range []string{"a.yaml", ""} {
		c := l.now()
		if got := strings.Join(signs(c, dir), " "); got != want || !l.batchStart.IsZero() || l.ready != nil || l.offered != nil {
			t.Errorf("reported is %q, not %q; %s", got, want, waits(l, time.Now()))
		}
	}
}

// TestSettledFilesAreReported checks which files are reported after a listing,
// and when the next one is, by when each was last written.
func TestSettledFilesAreReported(t *testing.T) {
	start := time.Unix(2_000_000_000, 0)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	for _, c := range []struct {
		what    string
		since   int // -1: nothing waits
		written map[string]int
		failed  bool
		cost    time.Duration
		want    string
	}{
		{"nothing", 5, nil, false, 0, "ready [], look at 1200, since never"},
		{"nothing, after a long listing", -1, nil, false, 21 * time.Millisecond, "ready [], look at 1250, since never"},
		{"nothing, without events", -1, nil, true, time.Millisecond, "ready [], look at 325, since never"},
		{"a file at rest", -1, map[string]int{"a": 190}, false, 0, "ready [a], look at 1200, since never"},
		{"two files at rest", 100, map[string]int{"a": 0, "b": 190}, false, 0, "ready [a b], look at 1200, since never"},
		{"a file that is being written", -1, map[string]int{"a": 191}, false, 0, "ready [], look at 201, since 200"},
		{"one that is, and one at rest", 150, map[string]int{"a": 191, "b": 0}, false, 0, "ready [], look at 201, since 150"},
		{"an empty file", 150, map[string]int{"empty": 161}, false, 0, "ready [], look at 201, since 150"},
		{"an empty file at rest", 150, map[string]int{"empty": 160}, false, 0, "ready [empty], look at 1200, since never"},
		{"a missing file", 150, map[string]int{"gone": 161}, false, 0, "ready [], look at 201, since 150"},
		{"as long as there is patience", 81, map[string]int{"empty": 199, "b": 0}, false, 0, "ready [], look at 201, since 81"},
		{"endless writing", 80, map[string]int{"a": 199, "b": 0, "empty": 0}, false, 0, "ready [b empty], look at 210, since 90"},
		{"endless writing of all", 80, map[string]int{"a": 199}, false, 0, "ready [], look at 210, since 90"},
	} {
		l := &loop{
			Options: Options{Debounce: 10 * time.Millisecond, Poll: 125 * time.Millisecond}, dirty: map[string]time.Time{},
			tree: &tree{singles: map[string]*entry{"a": {}, "b": {}, "empty": {suspect: true}}}, ready: []string{"old"}, offered: &FileChange{},
		}
		if c.failed {
			l.tree.failed = errors.New("there are no events")
		}
		if c.since >= 0 {
			l.batchStart = at(c.since)
		}
		for name, ms := range c.written {
			l.dirty[name] = at(ms)
		}
		l.scheduleReady(at(200), c.cost)
		if got := waits(l, start); got != c.want || l.offered != nil {
			t.Errorf("%s: %s, expected %s", c.what, got, c.want)
		}
	}
}

// TestAnOfferStays checks that a reader that asks twice gets the same change and
// snapshot, whatever is read in between, until it has received it.
func TestAnOfferStays(t *testing.T) {
	l := &loop{tree: &tree{singles: map[string]*entry{"a": {data: []byte("one")}}}, reported: map[string]*entry{}, ready: []string{"a"}}
	first := l.offer()
	l.tree.singles = map[string]*entry{"a": {data: []byte("two")}}
	if again := l.offer(); again.Snapshot != first.Snapshot {
		t.Error("an offer that was not received has changed")
	}
	l.delivered(first)
	l.ready = []string{"a"}
	if next := l.offer(); next.Snapshot == first.Snapshot || next.Snapshot.number <= first.Snapshot.number {
		t.Error("what was received is offered again")
	}
}

// TestPollingIsReportedByTheScan checks that the watcher reports why it polls once a
// scan could not watch a folder, and keeps the first reason.
func TestPollingIsReportedByTheScan(t *testing.T) {
	w := &Watcher{}
	l := &loop{watcher: w, tree: &tree{}, dirty: map[string]time.Time{}}
	if l.scan(); w.polling.Load() != nil {
		t.Error("a reason is given while every folder is watched")
	}
	for _, reason := range []string{"no more watches", "another"} {
		l.tree.failed = errors.New(reason)
		if l.scan(); w.polling.Load() == nil || (*w.polling.Load()).Error() != "no more watches" {
			t.Errorf("after %q the watcher does not say why it polls", reason)
		}
	}
}

// TestWhenAFileWasWritten checks which time counts as that of the last write:
// of its event, of its file system, of another event, or now.
func TestWhenAFileWasWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	old := time.Unix(1_000_000_000, 0)
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, old, old)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	now := old.Add(time.Hour)
	l := &loop{tree: &tree{singles: map[string]*entry{"a": {info: info}}}, named: map[string]time.Time{"b": old.Add(2), "c": old.Add(3)}}
	for _, c := range []struct {
		name  string
		now   time.Time
		since bool
		want  time.Time
	}{
		{"b", now, false, old.Add(2)},
		{"a", now, true, old},
		{"a", old, false, old},
		{"a", old.Add(-1), false, old.Add(-1)},
		{"gone", now, true, old.Add(3)},
		{"gone", now, false, now},
	} {
		if l.batchStart = (time.Time{}); c.since {
			l.batchStart = old
		}
		if got := l.written(c.name, c.now); !got.Equal(c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
	l.named, l.batchStart = nil, old
	if got := l.written("gone", now); !got.Equal(now) {
		t.Errorf("without an event, a file that is gone went at %v", got)
	}
}
