package workspace

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/reload"
)

// packsIn lists the packs of a catalog.
func packsIn(w *Workspace) (ids []string) {
	for _, p := range w.Loader.Packs() {
		ids = append(ids, p.ID)
	}
	return ids
}

// TestUnrelatedPacksDoNotAffectGames builds each shipped game alone: a save
// or a report does not show which packs were read beside it. It also checks what
// IsolateFor and sleight test rely on: a shipped game has the id of its pack,
// and nothing in another shipped pack has that name.
func TestUnrelatedPacksDoNotAffectGames(t *testing.T) {
	t.Chdir(t.TempDir())
	all := first(New(Shipped(), Here()))
	whole, err := all.BuildValid()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range whole.Catalog.Packs() {
		if !all.Ships(p.ID) || all.Ships(p.ID+"s") {
			t.Errorf("%s ships, and %ss does not", p.ID, p.ID)
		}
		w := first(New(Shipped(), Here()))
		r := w.IsolateFor(p.ID)
		if got := packsIn(w); !slices.Equal(got, []string{p.ID}) || r.Isolated() {
			t.Fatalf("for %s, %v were read; %v", p.ID, got, r.Problems)
		}
		here, ok := r.Content.Game(p.ID)
		there, known := whole.Game(p.ID)
		if !ok || !known || here.Digest() != there.Digest() {
			t.Errorf("the game %s is another one alone", p.ID)
		}
	}
	for _, d := range whole.Catalog.All() {
		for _, name := range []string{d.Kind, d.ID} {
			if _, pack := whole.Catalog.Pack(name); pack && name != d.Pack {
				t.Errorf("%s of %s has the name of another pack", d.Key(), d.Pack)
			}
		}
	}
}

// few are packs that ship with a program: two games, and one that adds to them.
func few() []load.Root {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"forward/pack.yaml": "kind: pack\nformat: 1\nid: forward\nversion: 1.0.0\ntitle: Forward\n",
		"forward/game.yaml": "kind: game\nid: forward\nname: Forward\nphases: {day: {}}\n",
		"hammer/pack.yaml":  "kind: pack\nformat: 1\nid: hammer\nversion: 1.0.0\ntitle: Hammer\n",
		"hammer/game.yaml":  "kind: game\nid: hammer\nname: Hammer\nphases: {day: {}}\n",
		"nails/pack.yaml":   "kind: pack\nformat: 1\nid: nails\nversion: 1.0.0\ntitle: Nails\nrequires: {hammer: ^1.0}\ngames: [hammer]\n",
		"nails/nail.yaml":   "kind: relic\nid: nail\nname: Nail\n",
	} {
		files["content/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return []load.Root{{FS: files, Name: Embedded, Fixed: true, Optional: ShippedRoots()[0].Optional}}
}

// TestOnlyShippedPacksAreLeftUnread builds workspaces for a game: which shipped
// packs are read in addition to all others, and how a fault is reported.
func TestOnlyShippedPacksAreLeftUnread(t *testing.T) {
	const (
		faulty = "kind: game\nid: other\nphasse: {day: {}}\n"
		patch  = "kind: patch\nof: game/forward\nset: {name: Onward}\n"
	)
	manifest := func(more string) string {
		return "kind: pack\nformat: 1\nid: mod\nversion: 1.0.0\ntitle: Mod\n" + more
	}
	for _, c := range []struct {
		name, game string
		files      map[string]string
		packs      string // "all" for all that there are
		notices    int
	}{
		{name: "a game of its own", game: "coins", packs: "coins"},
		{name: "a shipped game", game: "hammer", packs: "coins hammer nails"},
		{name: "an unknown game", game: "nothing", packs: "all"},
		{name: "a pack that changes a shipped one", game: "coins", packs: "coins forward mod", files: map[string]string{
			"content/mod/pack.yaml": manifest("requires: {forward: ^1.0}\n"), "content/mod/patch.yaml": patch,
		}},
		{name: "a pack for a shipped game", game: "coins", packs: "coins forward mod", files: map[string]string{
			"content/mod/pack.yaml": manifest("games: [forward]\n"),
		}},
		{name: "a pack that excludes a shipped one", game: "coins", packs: "all", notices: 2, files: map[string]string{
			"content/mod/pack.yaml": manifest("conflicts: {forward: \"*\"}\n"),
		}},
		{name: "a change of a pack that is not required", game: "coins", packs: "all", notices: 1, files: map[string]string{
			"content/mod/pack.yaml": manifest(""), "content/mod/patch.yaml": patch,
		}},
		{name: "another faulty game", game: "coins", packs: "all", notices: 1, files: map[string]string{"content/other/game.yaml": faulty}},
		{name: "a shipped game beside a faulty one", game: "hammer", packs: "all", notices: 1, files: map[string]string{"content/other/game.yaml": faulty}},
		{name: "a decision about packs", game: "coins", packs: "all", notices: 1, files: map[string]string{
			load.WorkspaceFile: "kind: workspace\nformat: 1\nsettle: {relic/nothing.name: forward}\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := coins(t, Here())
			w.shipped = few()
			for name, text := range c.files {
				put(t, name, text)
			}
			r := w.IsolateFor(c.game)
			if r.Content == nil {
				t.Fatal(r.Problems)
			}
			got := strings.Join(packsIn(w), " ")
			all := first(New(Here()))
			all.shipped = few()
			whole := all.Isolate(reload.FileChange{})
			if c.packs == "all" {
				c.packs = strings.Join(packsIn(all), " ")
			}
			if got != c.packs {
				t.Errorf("read %s, expected %s", got, c.packs)
			}
			if said := fmt.Sprint(r.Notices); len(r.Notices) != c.notices || said != fmt.Sprint(whole.Notices) || r.Isolated() != whole.Isolated() {
				t.Errorf("said %s, expected %d notices, as with all packs: %s", said, c.notices, whole.Notices)
			}
			here, ok := r.Content.Game(c.game)
			there, known := whole.Content.Game(c.game)
			if ok != known || ok && here.Digest() != there.Digest() {
				t.Errorf("%s is another game", c.game)
			}
			if w.previous() != r.Content || all.previous() != whole.Content {
				t.Error("the next build does not begin with this one")
			}
			if fmt.Sprint(w.notices) != fmt.Sprint(r.Notices) || fmt.Sprint(all.notices) != fmt.Sprint(whole.Notices) {
				t.Errorf("noted are %s and %s", w.notices, all.notices)
			}
		})
	}
}
