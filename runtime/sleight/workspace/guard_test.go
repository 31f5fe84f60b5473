package workspace_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/reload"
	"sleight/runtime/sleight/workspace"
)

// TestPanicsOfTheCheckerAreReported plants a panic in each part of checking: it is
// reported as an engine bug, and the next check finds what it finds without it.
func TestPanicsOfTheCheckerAreReported(t *testing.T) {
	tree := fstest.MapFS{
		"content/p/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: p, version: 1.0.0, title: P}\n")},
		"content/p/game.yaml": {Data: []byte("{kind: game, id: p, zones: {dice: {of: die}}, actions: {wait: {}}, phases: {a: {actions: [wait]}}}\n---\n{kind: die, id: d6, sides: 6}\n")},
	}
	open := func() *workspace.Workspace {
		w, err := workspace.New(workspace.FS("all", tree))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	check := func(w *workspace.Workspace) string {
		r := w.Isolate(reload.FileChange{Files: []string{}})
		return strings.Join(texts(append(append(r.Problems, w.Lint(r.Content)...), contenttest.CheckNames(r.Content)...)), "\n")
	}
	want := check(open())
	panics := func() func() { panic("planted") }
	unbuilt := &rules.Content{} // nothing can be checked in it
	for name, plant := range map[string]func(w *workspace.Workspace) diag.List{
		"rebuild": func(w *workspace.Workspace) diag.List {
			w.AroundFirstBuild = panics
			_, list := w.Rebuild(reload.FileChange{})
			return list
		},
		"partition": func(w *workspace.Workspace) diag.List {
			w.AroundFirstBuild = panics
			return w.Isolate(reload.FileChange{}).Problems
		},
		"lint":  func(w *workspace.Workspace) diag.List { return w.Lint(unbuilt) },
		"names": func(*workspace.Workspace) diag.List { return contenttest.CheckNames(unbuilt) },
	} {
		w := open()
		if list := plant(w); len(list) != 1 || list[0].Code != "engine/internal" || !strings.Contains(list[0].Hint.String(), "goroutine") {
			t.Errorf("%s: %v", name, list)
		}
		w.AroundFirstBuild = nil
		if got := check(w); got != want {
			t.Errorf("%s: then it finds\n%s\nand not\n%s", name, got, want)
		}
	}
}
