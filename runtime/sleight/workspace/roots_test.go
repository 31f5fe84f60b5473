package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/packs/install"
	"sleight/runtime/reload"
	"sleight/tests/golden"
)

// described writes the roots of a workspace, those before and after installed
// packs, with the files in each; of what ships with the program, only whether it
// has the games.
func described(t *testing.T, w *Workspace, err error) string {
	t.Helper()
	if err != nil {
		return "error: " + strings.TrimSpace(err.Error()) + "\n"
	}
	var out strings.Builder
	list := func(title string, roots []load.Root) {
		for _, r := range roots {
			fmt.Fprintf(&out, "%s %q, fixed %v, borrowed %v", title, r.Name, r.Fixed, r.Foreign)
			if r.Name == Embedded {
				_, content := fs.Stat(r.FS, "content/forward/pack.yaml")
				_, scripts := fs.Stat(r.FS, "scripts/forward")
				fmt.Fprintf(&out, ": with content %v, with scripts %v\n", content == nil, scripts == nil)
				continue
			}
			if err := fs.WalkDir(r.FS, ".", func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case name == ".sleight" || name == ".git":
					return fs.SkipDir
				case !d.IsDir():
					fmt.Fprintf(&out, " %s", name)
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
			out.WriteString("\n")
		}
	}
	list("shipped", w.shipped)
	list("own", w.roots)
	fmt.Fprintf(&out, "%d installations\n", len(w.installations))
	return out.String()
}

// TestRootsOfWorkspaces states which roots a workspace reads, and those of its
// variants: at a revision, of another folder, with one pack of another version,
// and with other packs installed.
func TestRootsOfWorkspaces(t *testing.T) {
	file, err := filepath.Abs("testdata/roots.golden")
	if err != nil {
		t.Fatal(err)
	}
	w := coins(t, Shipped(), Here(), FS("files", fstest.MapFS{"content/x/game.yaml": {Data: []byte("x")}}))
	git(t, "init")
	put(t, load.WorkspaceFile, "kind: workspace\nformat: 1\n")
	put(t, "notes.txt", "not content")
	git(t, "add", "-A")
	git(t, "commit", "-m", "Coins")
	put(t, "content/other/game.yaml", other)
	luck := &install.Installation{Dir: ".", Cache: &install.Cache{Dir: t.TempDir()}}
	put(t, "luck/content/luck/pack.yaml", "kind: pack\nformat: 1\nid: luck\nversion: 1.0.0\ntitle: Luck\n")
	if _, err := luck.Install(context.Background(), install.Environment{}, &install.Files{Path: "luck"}); err != nil {
		t.Fatal(err)
	}
	put(t, "another/content/coins/game.yaml", "x")
	put(t, "another/content/else/game.yaml", "x")
	put(t, "another/schemas/boon.schema.json", "{}")
	git(t, "add", install.LockFile)
	git(t, "commit", "-m", "Luck")
	git(t, "rm", "-q", "--cached", install.LockFile)
	git(t, "commit", "-m", "No luck")
	if err := errors.Join(os.Remove("notes.txt"), os.RemoveAll("luck")); err != nil {
		t.Fatal(err)
	}
	w.installations[0].Cache = luck.Cache
	var got strings.Builder
	say := func(title string, w *Workspace, err error) { got.WriteString(title + "\n" + described(t, w, err)) }
	say("itself", w, nil)
	for _, name := range []string{"HEAD", "HEAD~1", "HEAD~2", "another", "content/other"} {
		at, err := w.At(name)
		say("at "+name, at, err)
	}
	if err := errors.Join(os.RemoveAll(luck.Cache.Dir), os.RemoveAll(".sleight")); err != nil {
		t.Fatal(err)
	}
	at, err := w.At("HEAD~1")
	say("at HEAD~1, whose pack is lost", at, err)
	for _, name := range []string{"HEAD", "another", "nowhere"} {
		with, err := w.WithPack("coins", name)
		say("with coins of "+name, with, err)
	}
	say("with a pack installed", w.Proposed([]load.Root{{Name: "luck", FS: fstest.MapFS{"content/luck/a.yaml": {}}}}), nil)
	golden.Check(t, file, got.String())
}

// TestOnlyANewFaultOutsidePacksIsRefused checks that running content stays
// unchanged when sleight.yaml becomes faulty, or faulty in another way, while a
// fault that existed at the start does not prevent edits from being taken over.
func TestOnlyANewFaultOutsidePacksIsRefused(t *testing.T) {
	w := coins(t, Here())
	settle := func(name string) {
		put(t, load.WorkspaceFile, "kind: workspace\nformat: 1\nsettle: {relic/coin.price: "+name+"}\n")
	}
	settle("nobody")
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"the fault is there at the start", func() {}, "coins 3"},
		{"an edit", func() { edit(t, "content/coins/game.yaml", "default: 3", "default: 4") }, "coins 4"},
		{"another fault", func() { settle("somebody") }, "refused"},
		{"the first fault again", func() { settle("nobody") }, "coins 4"},
		{"no fault", func() { put(t, load.WorkspaceFile, "kind: workspace\nformat: 1\n") }, "coins 4"},
		{"the first fault again", func() { settle("nobody") }, "refused"},
	} {
		step.do()
		c, problems := w.RebuildIsolated(reload.FileChange{})
		got := "refused"
		if c != nil {
			got = shown(c, nil)
		}
		if got != step.want {
			t.Errorf("%s: %s, want %s: %v", step.what, got, step.want, problems)
		}
	}
}
