package provenance_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/provenance"
)

func mustLoad(t *testing.T) *def.Catalog {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"content/base/pack.yaml":  "kind: pack\nformat: 1\nid: base\nversion: 1.0.0\ntitle: Base\n",
		"content/base/relic.yaml": "kind: relic\nid: coin\nprice: 4\ntags: [a]\nparams: {gold: 1, luck: {default: 2}}\nscript: coin.lua\n---\nkind: relic\nid: bigger\nextends: coin\n",
		"content/more/pack.yaml":  "kind: pack\nformat: 1\nid: more\nversion: 2.0.0\ntitle: More\nrequires: {base: ^1.0}\ncapabilities: [hooks]\n",
		"content/more/coin.yaml":  "kind: patch\nof: relic/coin\ntext: Why not.\nset: {price: 5, rarity: rare}\nadd: {tags: [b]}\nscale: {params.gold: 3, params.luck: 2}\nremove: [\"tags[a]\"]\nhooks: {use: add}\nlua: |\n  return { use = function() end }\n",
		"scripts/base/coin.lua":   "-- coins\nreturn {\n  use = function() end,\n}\n",
		"content/more/own.yaml":   "kind: relic\nid: own\n",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if len(problems) > 0 {
		t.Fatal(problems.Error())
	}
	return c
}

func TestTheHistoryOfAValue(t *testing.T) {
	c := mustLoad(t)
	for name, want := range map[string]string{
		"relic/coin.price":       "base 1.0.0 relic.yaml:3  4; more 2.0.0 coin.yaml:4 set 5",
		"relic/coin.rarity":      "more 2.0.0 coin.yaml:4 set rare",
		"relic/coin.params.gold": "base 1.0.0 relic.yaml:5  1; more 2.0.0 coin.yaml:6 scale 3",
		"relic/coin.params.luck": "base 1.0.0 relic.yaml:5  2; more 2.0.0 coin.yaml:6 scale 4",
		"relic/coin.hooks.use":   "base 1.0.0 coin.lua:3  ; more 2.0.0 coin.yaml:8 add hook ",
		"relic/coin.tags":        "base 1.0.0 relic.yaml:4  [a]; more 2.0.0 coin.yaml:5 add [a, b]; more 2.0.0 coin.yaml:7 remove ",
		"relic/bigger.price":     "base 1.0.0 relic.yaml:3  4; more 2.0.0 coin.yaml:4 set 5",
		"relic/own.id":           "more 2.0.0 own.yaml:2  own",
	} {
		key, path, _ := strings.Cut(name, ".")
		d, _ := c.Get(key)
		steps, ok := provenance.History(c, d, path)
		var got []string
		for _, s := range steps {
			file := s.Place.File[strings.LastIndexByte(s.Place.File, '/')+1:]
			got = append(got, fmt.Sprintf("%s %s %s:%d %s %s", s.Pack, s.Version, file, s.Place.Line, s.Op, s.Value.Show()))
		}
		if !ok || strings.Join(got, "; ") != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got, "; "), want)
		}
	}
	d, _ := c.Get("relic/coin")
	for _, path := range []string{"prize", "tags[c]", "a..b"} {
		if steps, ok := provenance.History(c, d, path); ok {
			t.Errorf("%s has a history: %v", path, steps)
		}
	}
}

func TestWhatAPackChanges(t *testing.T) {
	c := mustLoad(t)
	s, ok := provenance.Summarize(c, "more")
	if !ok || len(s.Adds) != 1 || s.Adds[0].ID != "own" || len(s.Changes) != 1 || len(s.Changes[0].Changes) != 7 {
		t.Errorf("%+v", s)
	}
	if s, _ := provenance.Summarize(c, "base"); len(s.Adds) != 2 || len(s.Changes) != 0 {
		t.Errorf("%+v", s)
	}
	if _, ok := provenance.Summarize(c, "none"); ok {
		t.Error("a pack that is not there tells something")
	}
}

func TestADefinitionListsItsValues(t *testing.T) {
	c := mustLoad(t)
	d, _ := c.Get("relic/coin")
	var got []string
	for _, v := range provenance.Values(c, d) {
		got = append(got, fmt.Sprint(v.Path, " ", v.Node.Show(), " ", v.Pack, v.Changers))
	}
	want := "kind relic base[]; id coin base[]; price 5 more[more]; tags [b] base[more]; params.gold 3 more[more]; params.luck.default 4 more[more]; script coin.lua base[]; rarity rare more[more]"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

// TestParametersHaveHistories checks the changes of packs to parameters: one
// that is written as a whole, one that is removed, and one that is scaled, for
// the parameter and for each part of it.
func TestParametersHaveHistories(t *testing.T) {
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"content/base/pack.yaml":  "kind: pack\nformat: 1\nid: base\nversion: 1.0.0\ntitle: Base\n",
		"content/base/relic.yaml": "kind: relic\nid: coin\nparams:\n  a: {default: 1, safe: [0, 9]}\n  b: 2\n  c: {default: 3, unit: gold}\n",
		"content/more/pack.yaml":  "kind: pack\nformat: 1\nid: more\nversion: 2.0.0\ntitle: More\nrequires: {base: ^1.0}\n",
		"content/more/coin.yaml":  "kind: patch\nof: relic/coin\nset:\n  params.a: {default: 5, safe: [0, 6]}\nremove: [params.b]\nscale: {params.c: 2}\n",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if len(problems) > 0 {
		t.Fatal(problems.Error())
	}
	d, _ := c.Get("relic/coin")
	var out strings.Builder
	for _, path := range []string{"params", "params.a", "params.a.default", "params.a.safe", "params.b", "params.b.default", "params.c", "params.c.default", "params.c.unit", "params.d", "tags.use"} {
		steps, ok := provenance.History(c, d, path)
		fmt.Fprintf(&out, "%s: %v\n", path, ok)
		for _, s := range steps {
			file := s.Place.File[strings.LastIndexByte(s.Place.File, '/')+1:]
			fmt.Fprintf(&out, "  %s %s by %s at %s:%d: %s → %s\n", s.Path, s.Op, s.Pack, file, s.Place.Line, s.Before.Show(), s.Value.Show())
		}
	}
	want := `params: true
  params  by base at relic.yaml:4:  → 
  params.a.default set by more at coin.yaml:4: 1 → 5
  params.a.safe set by more at coin.yaml:4: [0, 9] → [0, 6]
  params.b remove by more at coin.yaml:5: 2 → 
  params.c scale by more at coin.yaml:6: 3 → 6
params.a: true
  params.a  by base at relic.yaml:4:  → 1
  params.a.default set by more at coin.yaml:4: 1 → 5
params.a.default: true
  params.a.default  by base at relic.yaml:4:  → 1
  params.a.default set by more at coin.yaml:4: 1 → 5
params.a.safe: true
  params.a.safe  by base at relic.yaml:4:  → [0, 9]
  params.a.safe set by more at coin.yaml:4: [0, 9] → [0, 6]
params.b: true
  params.b  by base at relic.yaml:5:  → 2
  params.b remove by more at coin.yaml:5: 2 → 
params.b.default: false
params.c: true
  params.c  by base at relic.yaml:6:  → 3
  params.c scale by more at coin.yaml:6: 3 → 6
params.c.default: true
  params.c.default  by base at relic.yaml:6:  → 3
  params.c scale by more at coin.yaml:6: 3 → 6
params.c.unit: true
  params.c.unit  by base at relic.yaml:6:  → gold
params.d: false
tags.use: false
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
