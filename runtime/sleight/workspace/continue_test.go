package workspace

import "testing"

// TestContinuedWorkspacesReadOnlyWhatIsNew makes the working folder a workspace while a
// program runs, and changes what the program chooses of it. A workspace that continues
// the first has the same content as a new one, but parses only the new files.
func TestContinuedWorkspacesReadOnlyWhatIsNew(t *testing.T) {
	t.Chdir(t.TempDir())
	open := func(packs ...string) *Workspace {
		t.Helper()
		w, err := New(Shipped(), Here())
		if err != nil {
			t.Fatal(err)
		}
		w.Loader.Only(packs...)
		return w
	}
	digest := func(w *Workspace) string {
		t.Helper()
		c, problems := w.Build()
		if c == nil {
			t.Fatal(problems)
		}
		return c.Catalog.Digest
	}
	all := open()
	before := digest(all)
	put(t, "content/coins/game.yaml", "kind: game\nid: coins\nphases: {p: {actions: [go]}}\nactions: {go: {}}\nlua: |\n  return {do_go = function() win() end}\n")
	for _, packs := range [][]string{nil, {"coins"}} {
		continued, fresh := open(packs...), open(packs...)
		continued.Continue(all)
		got, want := digest(continued), digest(fresh)
		if got != want || got == before {
			t.Errorf("with the packs %q, the content is %s, expected %s, before %s", packs, got, want, before)
		}
		if n, most := continued.Loader.Stats().Parsed, fresh.Loader.Stats().Parsed; n > 1 || most == 0 {
			t.Errorf("with the packs %q, %d of %d files are parsed again", packs, n, most)
		}
		all = continued
	}
}
