package durability

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
	"sleight/tests/heap"
)

// workshop is a workspace that is edited during a game.
type workshop struct {
	*testing.T
	dir      string
	snapshot *reload.SnapshotFS
	loader   *load.Loader
	last     *rules.Content
}

// TestTenThousandSavesWhileAGameIsPlayed saves files in all the ways that
// editors do, during a game that reloads each save: live content was always
// whole on disk, in the end it equals what is on disk, and nothing leaks. It
// saves 600 times, and with -long 10,000 times.
func TestTenThousandSavesWhileAGameIsPlayed(t *testing.T) {
	saves := 600
	if *long {
		saves = 10_000
	}
	w := &workshop{T: t, dir: t.TempDir()}
	if err := os.CopyFS(w.dir, os.DirFS("testdata/marathon")); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		w.put(w.dieFile(i), dieText(i, 0))
	}
	w.loader = load.NewLoader(load.Root{FS: os.DirFS(w.dir)})
	w.build(reload.FileChange{}) // what every process opens once
	before := measure()
	published, refused, played := w.work(saves)
	ended(before.goroutines)
	after := measure()
	runtime.KeepAlive(w) // the loader and what is live count
	t.Logf("%d saves: %d catalogs published, %d refused, %d commands played", saves, published, refused, played)
	t.Logf("before: %v; after: %v", before, after)
	if after.goroutines > before.goroutines || after.descriptors > before.descriptors || after.heap > before.heap+8<<20 {
		t.Errorf("something leaks: %v before, %v after", before, after)
	}
}

// work saves and plays at the same time, until the last save is live.
func (w *workshop) work(saves int) (published, refused, played int) {
	ctx, cancel := context.WithCancel(w.Context())
	watcher, err := reload.Watch(ctx, reload.Options{Roots: []string{filepath.Join(w.dir, "content"), filepath.Join(w.dir, "scripts")}})
	if err != nil {
		w.Fatal(err)
	}
	w.snapshot = &reload.SnapshotFS{}
	w.snapshot.Show(watcher.Initial())
	w.loader = load.NewLoader(load.Root{FS: w.snapshot.Folder(w.dir)})
	live, first := reload.NewLive(w.build)
	if !first.Published {
		w.Fatal(first.Diagnostics)
	}
	saved := make(chan struct{})
	go func() {
		defer close(saved)
		r := rand.New(rand.NewPCG(5, 6))
		for i := range saves {
			w.save(r, i)
			<-time.After(pause(r))
		}
		w.settle()
	}()
	g := w.game(first.Value)
	beat := time.NewTicker(2 * time.Millisecond)
	defer beat.Stop()
	limit := time.After(5 * time.Minute)
	for done := false; !done; {
		select {
		case c := <-watcher.Changes():
			o := live.Rebuild(c)
			if o.Published {
				published++
				w.inspect(o.Value)
				g.Swap(o.Value)
			} else {
				refused++
			}
			w.sound(o.Diagnostics)
		case <-saved:
			value, _ := live.Value()
			done = value.Catalog.Digest == w.fresh()
		case <-beat.C: // a player does not wait for saves
		case <-limit:
			w.Fatal("what is on disk never became what is live")
		}
		played += w.play(g)
	}
	cancel()
	watcher.Close()
	return published, refused, played
}

// pause returns a delay between two saves, which is usually shorter than the watcher's
// wait for quiet, and sometimes longer.
func pause(r *rand.Rand) time.Duration {
	if r.IntN(20) == 0 {
		return 60 * time.Millisecond
	}
	return time.Duration(r.IntN(4_000)) * time.Microsecond
}

func (w *workshop) build(change reload.FileChange) (*rules.Content, diag.List) {
	w.snapshot.Show(change.Snapshot)
	catalog, problems := w.loader.Load()
	if catalog == nil {
		return nil, problems
	}
	c, more := rules.Build(catalog, w.last)
	if c != nil {
		w.last = c
	}
	return c, append(problems, more...)
}

// fresh returns the digest of what is on disk, read by a new loader.
func (w *workshop) fresh() string {
	catalog, problems := load.NewLoader(load.Root{FS: os.DirFS(w.dir)}).Load()
	if catalog == nil {
		w.Fatal(problems)
	}
	return catalog.Digest
}

func (w *workshop) game(c *rules.Content) *session.Session {
	s, problem := session.New(c, "marathon", session.Options{Seed: 1})
	if problem != nil {
		w.Fatal(problem)
	}
	return s
}

// play does one command at random.
func (w *workshop) play(s *session.Session) int {
	luck := random.New(uint64(s.Turn()), "play")
	command, ok, problem := s.Sample(&luck)
	if problem == nil && ok {
		problem = s.Do(command).Problem
	}
	if problem != nil {
		w.sound(diag.List{*problem})
	}
	if s.Turn() > 200 {
		_ = s.Restart(uint64(s.Turn()))
	}
	return 1
}

// sound checks that no problem is an internal error.
func (w *workshop) sound(problems diag.List) {
	for _, d := range problems {
		if d.Code == "engine/internal" {
			w.Error(d)
		}
	}
}

// inspect checks that every definition of a catalog was once whole on disk.
func (w *workshop) inspect(c *rules.Content) {
	for _, d := range c.Catalog.Kind("die") {
		if d.ID != "d6" && !wholeDie(d) {
			w.Errorf("%s is live as %q with %v, which was never saved", d.ID, d.Name, d.Data.Get("text").Text())
		}
	}
}

// wholeDie reports whether the first and the last line of a die belong together.
func wholeDie(d *def.Definition) bool { return d.Data.TextOr("text", "") == "End of "+d.Name }

func (w *workshop) dieFile(i int) string {
	return filepath.Join(w.dir, "content", "marathon", fmt.Sprintf("dice%d", i%4), fmt.Sprintf("e%d.yaml", i))
}

// dieText returns a die whose lines identify their save; half of the file is
// not valid YAML.
func dieText(i, save int) string {
	return fmt.Sprintf("kind: die\nid: e%d\nname: Save %d\nfaces: [\n  %s 2\n]\ntext: End of Save %d\n",
		i, save, strings.Repeat("1, ", 50), save)
}

func (w *workshop) put(file, text string) {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		w.Error(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		w.Error(err)
	}
}

// settle completes saves that were left half done.
func (w *workshop) settle() {
	for i := range 20 {
		w.put(w.dieFile(i), dieText(i, 1_000_000+i))
	}
}

// taken counts the resources that a process holds.
type taken struct {
	goroutines, descriptors int
	heap                    uint64
}

func measure() taken {
	open, _ := os.ReadDir("/proc/self/fd") // none where there is no /proc
	return taken{runtime.NumGoroutine(), len(open), heap.Live()}
}

// ended waits until no more than n goroutines are left, but at most ten seconds. A
// goroutine that has announced its end still counts until the scheduler has run it
// once more.
func ended(n int) {
	for limit := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > n && time.Now().Before(limit); {
		<-time.After(time.Millisecond)
	}
}

func (m taken) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %.1f MB", m.goroutines, m.descriptors, float64(m.heap)/(1<<20))
}
