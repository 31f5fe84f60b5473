package quarantine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/packs/quarantine"
	"sleight/tests/golden"
)

// TestAFaultyPackAffectsOnlyItsGames loads workspaces with faults of every kind,
// and compares the whole result: which games can be played, which are blocked
// and why, and what a player sees.
func TestAFaultyPackAffectsOnlyItsGames(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tree := fstest.MapFS{}
		want := ""
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
			if f.Name == "want" {
				want = string(f.Data)
				return true
			}
			tree[f.Name] = &fstest.MapFile{Data: f.Data}
			return false
		})
		l := load.NewLoader(load.Root{FS: tree})
		r := quarantine.Isolate(l, nil, nil)
		got := describe(t, r)
		if golden.Updating() {
			archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (go test -update writes it): %s", name, diff)
		}
		if r.Content == nil { // nothing is left out any more
			if catalog, problems := l.Load(); catalog != nil || !problems.Failed() {
				t.Errorf("%s: the loader still leaves something out", name)
			}
			if _, problems := quarantine.Build(l, nil, nil); problems.Error() != r.Problems.Error() {
				t.Errorf("%s: built again, it has the problems\n%v", name, problems)
			}
		}
		if again := describe(t, quarantine.Isolate(l, nil, r.Content)); again != got {
			t.Errorf("%s: the same content gets another verdict the second time: %s", name, cmp.Diff(got, again))
		}
	}
}

// describe writes a whole result.
func describe(t *testing.T, r quarantine.Result) string {
	t.Helper()
	var b strings.Builder
	list := func(title string, problems diag.List) {
		fmt.Fprintf(&b, "%s:\n", title)
		if err := render.Write(&b, problems, render.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprintf(&b, "contained: %v\n", r.Isolated())
	if r.Content == nil {
		b.WriteString("nothing can be played\n")
	} else {
		for _, g := range r.Content.Games() {
			fmt.Fprintf(&b, "%s can be played, with the packs %v\n", g.ID(), r.Content.Catalog.PacksOf(g.Definition))
		}
		for _, d := range r.Content.Catalog.All() {
			fmt.Fprintf(&b, "%s:%s is called %q\n", d.Pack, d.Key(), d.Name)
		}
		for _, game := range []string{"one", "two", "three"} {
			if why := r.Content.Blocked(game); why != nil {
				list(game+" is blocked", why)
			}
		}
	}
	list("notices", r.Notices)
	list("problems", r.Problems)
	return b.String()
}

// TestALostPackAffectsOnlyItsGames checks which games an unreadable installed
// pack blocks: the games that the lock says it is for; those that contain or
// use a pack which it requires, if it is not for a game itself; none, with a
// note, if nothing is known.
func TestALostPackAffectsOnlyItsGames(t *testing.T) {
	tree := fstest.MapFS{}
	for _, id := range []string{"one", "two", "three"} {
		tree["content/"+id+"/pack.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, "{kind: pack, format: 1, id: %s, version: 1.0.0, title: %s}", id, id)}
		tree["content/"+id+"/game.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, "{kind: game, id: %s, phases: {play: {}}}", id)}
	}
	lose := func(lost load.MissingPack) load.Root {
		lost.Problem = diag.New("pack/digest", diag.Place{File: "sleight.lock", Line: 3}, "the pack %s is not in the cache", lost.ID).WithHint("sleight pack install fetches it")
		return load.Root{Problems: diag.List{lost.Problem}, MissingPacks: []load.MissingPack{lost}}
	}
	for name, x := range map[string]struct {
		lost load.MissingPack
		want string
	}{
		"for one game":     {load.MissingPack{ID: "gone", Known: true, Games: []string{"one"}}, "three, two; sleight.lock:3: warning: the pack gone is left out because the pack gone is not in the cache; it blocks one [pack/excluded]; sleight pack install fetches it"},
		"for two":          {load.MissingPack{ID: "gone", Known: true, Games: []string{"one", "three"}}, "two; sleight.lock:3: warning: the pack gone is left out because the pack gone is not in the cache; it blocks one, three [pack/excluded]; sleight pack install fetches it"},
		"by what it needs": {load.MissingPack{ID: "gone", Known: true, Requires: []string{"two", "other"}}, "one, three; sleight.lock:3: warning: the pack gone is left out because the pack gone is not in the cache; it blocks two [pack/excluded]; sleight pack install fetches it"},
		"for another":      {load.MissingPack{ID: "gone", Known: true, Games: []string{"four"}}, "one, three, two; sleight.lock:3: warning: the pack gone is left out because the pack gone is not in the cache; it blocks four [pack/excluded]; sleight pack install fetches it"},
		"nobody knows":     {load.MissingPack{ID: "gone"}, "one, three, two; sleight.lock:3: warning: the pack gone is left out because the pack gone is not in the cache; the lock, from an earlier version of Sleight, does not say which games it is for [pack/excluded]; sleight pack install fetches it"},
	} {
		r := quarantine.Isolate(load.NewLoader(load.Root{FS: tree}, lose(x.lost)), nil, nil)
		got := "nothing"
		if r.Content != nil {
			var games []string
			for _, g := range r.Content.Games() {
				games = append(games, g.ID())
			}
			got = strings.Join(games, ", ") + "; " + r.Notices.Error()
		}
		if got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, x.want)
		}
	}
}
