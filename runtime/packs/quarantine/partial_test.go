package quarantine_test

import (
	"maps"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
)

// TestTheLatestFailedBuildIsKept checks that after two failed builds the last
// sound content has what the second one found, for checks of single files.
func TestTheLatestFailedBuildIsKept(t *testing.T) {
	build := func(lamp string, last *rules.Content) *rules.Content {
		files := maps.Clone(shop)
		files["content/shop/lamp.yaml"] = lamp
		tree := fstest.MapFS{}
		for file, text := range files {
			tree[file] = &fstest.MapFile{Data: []byte(text)}
		}
		c, _ := quarantine.Build(load.NewLoader(load.Root{FS: tree}), nil, last)
		return c
	}
	sound := build(shop["content/shop/lamp.yaml"], nil)
	for _, name := range []string{"One", "Two"} {
		if c := build("{kind: relic, id: lamp, name: "+name+", lua: 'return {on_rung = function() vars.none = 1 end}'}\n", sound); c != nil {
			t.Fatal("it was built")
		}
	}
	kept := sound.Partial()
	if kept == nil {
		t.Fatal("nothing is kept")
	}
	if d, ok := kept.Catalog.Find("relic/lamp"); !ok || d.Name != "Two" {
		t.Errorf("%v is kept", d)
	}
}

// TestAnErrorWithoutAPlaceBlocksEverything checks that nothing can be played if
// nobody knows what an error belongs to.
func TestAnErrorWithoutAPlaceBlocksEverything(t *testing.T) {
	tree := fstest.MapFS{}
	for file, text := range shop {
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	fault := diag.New("file/unreadable", diag.Place{}, "the disk is gone")
	r := quarantine.Isolate(load.NewLoader(load.Root{FS: tree}, load.Root{Problems: diag.List{fault}}), nil, nil)
	if r.Content != nil || r.Isolated() || len(r.Notices) != 0 || len(r.Problems) != 1 || r.Problems[0].Code != fault.Code {
		t.Errorf("%v can be played, with the notices %v and the problems %v", r.Content, r.Notices, r.Problems)
	}
}
