package reload

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain checks that no test leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deadline is the maximum time until an expected change.
const deadline = 60 * time.Second

// calm is the debounce of tests that check that a save is one change. A busy
// machine may take longer for one save, so once checks it again.
const calm = 80 * time.Millisecond

// once checks with do that each save in a watched folder is one change. If it
// is not, it tries again with a debounce that is longer than any interruption
// in the middle of a save.
func once(t *testing.T, do func(d *fixture), files ...string) {
	t.Helper()
	var d *fixture
	for _, debounce := range []time.Duration{calm, 25 * calm} {
		d = sit(t, Options{Debounce: debounce}, files...)
		if do(d); len(d.torn) == 0 {
			return
		}
	}
	t.Error(strings.Join(d.torn, "\n"))
}

// fixture is a watched folder named root in a folder of its own.
type fixture struct {
	*testing.T
	dir string
	*Watcher
	debounce time.Duration
	torn     []string // errors in the changes so far
}

// sit fills a folder with files and watches it.
func sit(t *testing.T, o Options, files ...string) *fixture {
	t.Helper()
	d := &fixture{T: t, dir: t.TempDir(), debounce: o.Debounce}
	must(t, os.Mkdir(d.path("root"), 0o777))
	for _, name := range files {
		d.write(name, "old")
	}
	o.Roots = []string{d.path("root")}
	w, err := Watch(t.Context(), o)
	must(t, err)
	t.Cleanup(w.Close)
	d.Watcher = w
	return d
}

func (d *fixture) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// write saves a file below root the plain way, making its folders.
func (d *fixture) write(name, text string) {
	d.Helper()
	p := d.path("root/" + name)
	must(d, os.MkdirAll(filepath.Dir(p), 0o777))
	must(d, os.WriteFile(p, []byte(text), 0o666))
}

// next waits for a change and returns its files below root, each with a sign:
// + added, - removed, none when changed.
func (d *fixture) next() []string {
	d.Helper()
	select {
	case c, ok := <-d.Changes():
		if !ok {
			d.Fatal("the watcher has ended")
		}
		return signs(c, d.path("root"))
	case <-time.After(deadline):
		d.Fatal("no change came")
	}
	return nil
}

// expect checks that exactly one change comes, of these files: the next one is
// that of a file saved after it. It is for functions that run inside once.
func (d *fixture) expect(want ...string) {
	d.Helper()
	if got := d.next(); !slices.Equal(got, want) {
		d.torn = append(d.torn, fmt.Sprintf("change: got %q, want %q", got, want))
	}
	d.write("zz_last.yaml", time.Now().String())
	if got := d.next(); len(got) != 1 || strings.TrimLeft(got[0], "+") != "zz_last.yaml" {
		d.torn = append(d.torn, fmt.Sprintf("a second change: %q", got))
	}
}

func signs(c FileChange, root string) []string {
	prefix := filepath.ToSlash(root) + "/"
	var out []string
	for _, f := range c.Files {
		sign := ""
		switch {
		case slices.Contains(c.Added, f):
			sign = "+"
		case slices.Contains(c.Removed, f):
			sign = "-"
		}
		out = append(out, sign+strings.TrimPrefix(f, prefix))
	}
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
