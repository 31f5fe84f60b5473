package workspace

import (
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/packs/install"
	"sleight/tests/golden"
)

// TestPartsOfAWorkspaceAreCommitted checks which files at a revision make a
// workspace of the working directory: content, settings or a lock, each alone.
func TestPartsOfAWorkspaceAreCommitted(t *testing.T) {
	for file, want := range map[string]bool{
		load.WorkspaceFile: true, install.LockFile: true, "content/coins/game.yaml": true, "schemas/boon.schema.json": false, "scripts/coins/game.lua": false, "notes.txt": false,
	} {
		t.Run(file, func(t *testing.T) {
			w := coins(t, Here())
			put(t, load.WorkspaceFile, "kind: workspace\nformat: 1\n")
			put(t, install.LockFile, "kind: lock\nformat: 1\npacks: []\n")
			put(t, "schemas/boon.schema.json", "{}")
			put(t, "scripts/coins/game.lua", "")
			put(t, "notes.txt", "")
			git(t, "init")
			git(t, "add", file)
			git(t, "commit", "-m", "One file")
			if got := w.Committed() != nil; got != want {
				t.Errorf("it is a workspace: %v, want %v", got, want)
			}
		})
	}
}

// TestRootsOfUnusualSources states the roots of workspaces with a broken
// archive, with a folder elsewhere, and without any folder, at a revision with a
// lock and at another folder.
func TestRootsOfUnusualSources(t *testing.T) {
	file, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	here := coins(t, Here())
	put(t, "bad.zip", "not an archive")
	put(t, install.LockFile, "kind: lock\nformat: 1\npacks: []\n")
	put(t, "sub/"+load.WorkspaceFile, "kind: workspace\nformat: 1\n")
	put(t, "sub/content/own/game.yaml", "kind: game\nid: own\nphases: {day: {}}\n")
	put(t, "plain/content/own/game.yaml", "kind: game\nid: own\nphases: {day: {}}\n")
	git(t, "init")
	git(t, "add", "-A")
	git(t, "commit", "-m", "All")
	var out strings.Builder
	for _, x := range []struct {
		title   string
		sources []Source
	}{
		{"a folder elsewhere", []Source{Folder("sub")}},
		{"files that never change", []Source{FS("files", os.DirFS("sub"))}},
		{"nothing but what ships", []Source{Shipped()}},
	} {
		w, err := New(x.sources...)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"HEAD", "plain", "sub", "bad.zip"} {
			out.WriteString(x.title + ", at " + name + "\n")
			at, err := w.At(name)
			if err == nil && name == "bad.zip" {
				_, problems := at.Build()
				out.WriteString(golden.Report(problems))
				continue
			}
			out.WriteString(described(t, at, err))
		}
	}
	target, err := here.AddPath("bad.zip")
	if err != nil || len(target.root.Problems) == 0 {
		t.Fatalf("%+v, %v", target, err)
	}
	at, err := here.At("plain")
	out.WriteString("beside a broken archive, at plain\n" + described(t, at, err))
	with, err := here.WithPack("coins", "bad.zip")
	out.WriteString("with coins of a broken archive\n")
	if err == nil {
		out.WriteString(described(t, with, err))
	} else {
		out.WriteString(err.Error() + "\n")
	}
	golden.Check(t, file+"/testdata/odd.golden", out.String())
}
