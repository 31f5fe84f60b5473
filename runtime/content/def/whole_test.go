package def

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
)

// Short forms for values.
func list(items ...*Node) *Node { return NewList(Position{}, items) }
func text(s string) *Node       { return NewText(Position{}, s) }
func number(n float64) *Node    { return NewNumber(Position{}, n) }
func mapping(pairs ...any) *Node {
	var fields []Field
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, Field{Key: pairs[i].(string), Value: pairs[i+1].(*Node)})
	}
	return NewMap(Position{}, fields)
}

// card is a value that uses every feature.
func card() *Node {
	return mapping(
		"id", text("ace"), "cost", number(2.5), "rare", NewBool(Position{}, true), "none", &Node{},
		"words", list(text("plain"), text(""), text(" blank"), text("a: b"), text("say \"x\"\n")),
		"rows", list(mapping("id", text("a"), "n", number(1)), mapping("name", text("b")), mapping("is", text("c"), "n", number(3)), mapping("d", number(4)), number(5)),
		"empty", list(), "odd key", mapping(),
	)
}

// TestWrittenFormsOfValues checks both written forms of a value.
func TestWrittenFormsOfValues(t *testing.T) {
	want := `{id: ace, cost: 2.5, rare: true, none: ~, words: [plain, "", " blank", "a: b", "say \"x\"\n"], ` +
		`rows: [{id: a, n: 1}, {name: b}, {is: c, n: 3}, {d: 4}, 5], empty: [], odd key: {}}`
	if got := card().Show(); got != want {
		t.Errorf("shown as\n%s, want\n%s", got, want)
	}
	want = `{"id":"ace","cost":2.5,"rare":true,"none":null,"words":["plain",""," blank","a: b","say \"x\"\n"],` +
		`"rows":[{"id":"a","n":1},{"name":"b"},{"is":"c","n":3},{"d":4},5],"empty":[],"odd key":{}}`
	if got, err := json.Marshal(card()); err != nil || string(got) != want {
		t.Errorf("as JSON it is\n%s, %v; want\n%s", got, err, want)
	}
	if got := (*Node)(nil).Show(); got != "" {
		t.Errorf("nil is shown as %q", got)
	}
	var words []string
	for typ := Null; typ <= Map; typ++ {
		words = append(words, typ.String())
	}
	if got := strings.Join(words, ", "); got != "nothing, true or false, a number, a text, a list, a mapping" {
		t.Errorf("the types are %s", got)
	}
}

// TestValuesAreReadByKey checks what each accessor returns for a key of the
// right type, of a wrong one, and for none.
func TestValuesAreReadByKey(t *testing.T) {
	var got []string
	for _, key := range []string{"id", "cost", "rare", "words", "odd key", "gone"} {
		n := card()
		got = append(got, fmt.Sprintf("%s: %s %v %v, %d fields, %d items", key,
			n.TextOr(key, "-"), n.NumberOr(key, -1), n.BoolOr(key, false), len(n.Each(key)), len(n.All(key))))
	}
	want := []string{
		"id: ace -1 false, 0 fields, 1 items",
		"cost: - 2.5 false, 0 fields, 1 items",
		"rare: - -1 true, 0 fields, 1 items",
		"words: - -1 false, 0 fields, 5 items",
		"odd key: - -1 false, 0 fields, 1 items",
		"gone: - -1 false, 0 fields, 0 items",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if (*Node)(nil).Get("id") != nil || !card().BoolOr("id", true) || len(card().Each("id")) != 0 {
		t.Error("a default is not returned")
	}
	other := diag.Place{File: "other"}
	if at := (*Node)(nil).At(other); at != other {
		t.Errorf("nil is at %v", at)
	}
	if at := newNode(Position{In: InFile("a"), Line: 3}).At(other); at != (diag.Place{File: "a", Line: 3}) {
		t.Errorf("a value is at %v", at)
	}
}

// TestPlacesOfTextParts checks the place of a part of a text.
func TestPlacesOfTextParts(t *testing.T) {
	spot := Position{In: InFile("a.yaml"), Line: 7, Column: 3, Length: 9}
	whole := diag.Place{File: "a.yaml", Line: 7, Column: 3, Length: 9}
	for _, c := range []struct {
		text         string
		line, column int32
		want         diag.Place
	}{
		{"größe {n}", 6, 3, diag.Place{File: "a.yaml", Line: 7, Column: 10, Length: 3}},
		{"größe {n}", 0, 0, diag.Place{File: "a.yaml", Line: 1, Column: 7, Length: 3}},
		{"größe {n}", -1, 3, whole},
		{"größe {n}", 0, -7, whole},
		{"größe {n}", 0, -6, diag.Place{File: "a.yaml", Line: 1, Column: 1, Length: 3}},
		{"größe {n}\n", 6, 3, whole},
	} {
		n := newNode(spot)
		n.SetText(c.text, c.line, c.column)
		from := strings.Index(c.text, "{")
		if got := n.PlaceIn(from, from+3); got != c.want {
			t.Errorf("%q at %d:%d: %+v, want %+v", c.text, c.line, c.column, got, c.want)
		}
	}
}

// TestPathsReadAndWriteValues checks, for each path, its value, the possible
// values, and the definition with another value there or without it.
func TestPathsReadAndWriteValues(t *testing.T) {
	root := mapping("id", text("x"), "rows", list(mapping("id", text("a"), "n", number(1)), text("b"), mapping("c", number(3))))
	before := root.Show()
	const none = "-"
	for _, c := range []struct{ path, at, names, put, removed string }{
		{"id", "x", "1", "{id: new, rows: [{id: a, n: 1}, b, {c: 3}]}", "{rows: [{id: a, n: 1}, b, {c: 3}]}"},
		{"rows[a].n", "1", "3", "{id: x, rows: [{id: a, n: new}, b, {c: 3}]}", "{id: x, rows: [{id: a}, b, {c: 3}]}"},
		{"rows[a].m", none, "2 id n", "{id: x, rows: [{id: a, n: 1, m: new}, b, {c: 3}]}", none},
		{"rows[b]", "b", "2", "{id: x, rows: [{id: a, n: 1}, new, {c: 3}]}", "{id: x, rows: [{id: a, n: 1}, {c: 3}]}"},
		{"rows[c].c", "3", "3", "{id: x, rows: [{id: a, n: 1}, b, {c: new}]}", "{id: x, rows: [{id: a, n: 1}, b, {}]}"},
		{"rows[2]", "{c: 3}", "2", "{id: x, rows: [{id: a, n: 1}, b, new]}", "{id: x, rows: [{id: a, n: 1}, b]}"},
		{"rows[3]", none, "1 a b c", none, none},
		{"rows.n", none, "1 a b c", none, none},
		{"id.n", none, "1", none, none},
		{"id[0]", none, "1", none, none},
		{"more.deep", none, "0 id rows", "{id: x, rows: [{id: a, n: 1}, b, {c: 3}], more: {deep: new}}", none},
	} {
		w, ok := ParsePath(c.path)
		if !ok {
			t.Fatalf("%s is not a path", c.path)
		}
		show := func(n *Node, ok bool) string {
			if n == nil || !ok {
				return none
			}
			return n.Show()
		}
		at, known := w.Names(root)
		names := strings.TrimSpace(fmt.Sprint(at) + " " + strings.Join(known, " "))
		got := []string{show(w.At(root), true), names, show(w.Put(root, text("new"), nil)), show(w.Put(root, nil, nil))}
		if want := []string{c.at, c.names, c.put, c.removed}; !cmp.Equal(got, want) {
			t.Errorf("%s (-want +got):\n%s", c.path, cmp.Diff(want, got))
		}
	}
	if root.Show() != before {
		t.Errorf("the definition became %s", root.Show())
	}
	a, _ := ParsePath("a.b")
	for other, want := range map[string]bool{"a": false, "a.b": true, "a.b.c": true, "a.b[c]": true, "a.c": false, "a[b]": false} {
		o, _ := ParsePath(other)
		if a.Covers(o) != want {
			t.Errorf("a.b covers %s: %v", other, !want)
		}
	}
	if star, _ := ParsePath("a[*].b"); !star.HasPattern() || a.HasPattern() {
		t.Error("a pattern is a path with a star")
	}
}

// TestTextsAreFilledWithParameters checks placeholders and their values.
func TestTextsAreFilledWithParameters(t *testing.T) {
	d := &Definition{Text: "Deal {value} × {multiplier}, {other} {2x} {} {_a1} {b", Params: []Param{{Name: "value", Default: 3}, {Name: "multiplier", Default: 1.5}}}
	if got, want := d.Fill(d.Text), "Deal 3 × 1.5, {other} {2x} {} {_a1} {b"; got != want {
		t.Errorf("filled: %q, want %q", got, want)
	}
	var names []string
	for from, to := range NamePlaceholders(d.Text + "{Z9}{{y}}") {
		names = append(names, (d.Text + "{Z9}{{y}}")[from:to])
	}
	if want := []string{"{value}", "{multiplier}", "{other}", "{_a1}", "{Z9}", "{y}"}; !cmp.Equal(names, want) {
		t.Errorf("the placeholders are %v, want %v", names, want)
	}
	for from, to := range NamePlaceholders("{a}{b}") {
		if from != 0 || to != 3 {
			t.Errorf("after a break comes %d to %d", from, to)
		}
		break
	}
	if p, ok := d.Param("multiplier"); !ok || p.Default != 1.5 {
		t.Errorf("the parameter is %v", p)
	}
	if p, ok := d.Param("gone"); ok || p != (Param{}) {
		t.Errorf("no parameter is %v", p)
	}
	d.Changes = []Change{{Pack: "b"}, {Pack: "a"}, {Pack: "b"}}
	if got := d.Changers(); !cmp.Equal(got, []string{"b", "a"}) {
		t.Errorf("it was changed by %v", got)
	}
}

// TestGamesSeeTheirPacks checks what a game sees of a catalog.
func TestGamesSeeTheirPacks(t *testing.T) {
	game := &Definition{Pack: "g", Kind: "game", ID: "rummy", Digest: "1"}
	die := &Definition{Pack: "more", Kind: "die", ID: "d6", Traits: []string{DieTrait}}
	all := []*Definition{
		game, die,
		{Pack: "other", Kind: "game", ID: "poker"},
		{Pack: "base", Kind: "die", ID: "d6", Traits: []string{DieTrait}},
		{Pack: "base", Kind: "card", ID: "ace"},
	}
	c := NewCatalog([]*Pack{
		{ID: "g", Rank: 3, Uses: []string{"base", "gone"}, HoldsGame: true},
		{ID: "base", Rank: 1},
		{ID: "more", Rank: 4, Games: []string{"rummy"}, Uses: []string{"shared", "other", "foreign", "gone"}},
		{ID: "both", Rank: 5, Games: []string{"poker", "rummy"}},
		{ID: "shared", Rank: 0},
		{ID: "foreign", Rank: 6, Games: []string{"poker"}},
		{ID: "other", Rank: 2, HoldsGame: true},
	}, all, "digest")
	if got, want := strings.Join(c.PacksOf(game), " "), "shared base g more both"; got != want {
		t.Errorf("it sees %s, want %s", got, want)
	}
	var home []string
	for _, p := range c.Packs() {
		if c.PackBelongsTo(p.ID, game) {
			home = append(home, p.ID)
		}
	}
	if got := strings.Join(home, " "); got != "g more" || c.PackBelongsTo("gone", game) {
		t.Errorf("at home are %s", got)
	}
	seen := c.VisibleTo(game)
	var keys []string
	for _, d := range seen.All() {
		keys = append(keys, d.Pack+":"+d.Key())
	}
	if got, want := strings.Join(keys, " "), "base:card/ace base:die/d6 more:die/d6 g:game/rummy"; got != want || seen.Digest != "digest" {
		t.Errorf("seen are %s, want %s", got, want)
	}
	if dice := seen.WithTrait(DieTrait); len(dice) != 2 || dice[1] != die {
		t.Errorf("the dice are %v", dice)
	}
	for id, want := range map[string]string{"d6": "base", "die/d6": "base", "more:die/d6": "more", "gone": "", "card/d6": ""} {
		d, ok := seen.Find(id)
		if ok != (want != "") || ok && d.Pack != want {
			t.Errorf("%s is %v", id, d)
		}
	}
	if d, ok := seen.Find("d6", "card", "die"); !ok || d.Kind != "die" {
		t.Errorf("among cards and dice, d6 is %v", d)
	}
	if d, ok := seen.Find("d6", "card"); ok {
		t.Errorf("among cards, d6 is %v", d)
	}
	if p, ok := c.Pack("more"); !ok || p.Rank != 4 {
		t.Errorf("the pack is %v", p)
	}
	p := &Pack{ID: "p", Place: diag.Place{File: "mods/content/p"}}
	for file, want := range map[string]bool{
		"mods/content/p/a.yaml": true, "mods/scripts/p/a.lua": true, "mods/schemas/p/a.json": false,
		"content/p/a.yaml": false, "mods/content/pq/a.yaml": false, "mods/content/p": false,
	} {
		if p.Holds(file) != want {
			t.Errorf("the pack holds %s: %v", file, !want)
		}
	}
}

// TestDifferencesOfCatalogs checks every difference between two catalogs.
func TestDifferencesOfCatalogs(t *testing.T) {
	script := func(source string) *Script { return &Script{Source: source} }
	old := NewCatalog(nil, []*Definition{
		{Pack: "p", Kind: "card", ID: "same", Digest: "1", Data: mapping("id", text("same"))},
		{Pack: "p", Kind: "card", ID: "gone", Digest: "2", Data: mapping("id", text("gone"))},
		{Pack: "p", Kind: "card", ID: "fields", Digest: "3", Data: mapping("id", text("fields"), "was", number(1), "rows", list(number(1)))},
		{Pack: "p", Kind: "card", ID: "file", Digest: "4", Data: mapping("script", text("a.lua")), Script: script("a")},
		{Pack: "p", Kind: "card", ID: "inline", Digest: "5", Data: mapping("lua", text("a")), Script: script("a")},
		{Pack: "p", Kind: "card", ID: "unscripted", Digest: "6", Data: mapping(), Script: script("a")},
		{Pack: "p", Kind: "card", ID: "named", Digest: "7", Data: mapping("script", text("a.lua")), Script: script("a")},
	}, "")
	now := NewCatalog(nil, []*Definition{
		{Pack: "p", Kind: "card", ID: "same", Digest: "1", Data: mapping("id", text("other"))},
		{Pack: "p", Kind: "card", ID: "fields", Digest: "3x", Data: mapping("id", text("fields"), "rows", list(number(2)), "is", mapping())},
		{Pack: "p", Kind: "card", ID: "file", Digest: "4x", Data: mapping("script", text("a.lua")), Script: script("b")},
		{Pack: "p", Kind: "card", ID: "inline", Digest: "5x", Data: mapping("lua", text("b")), Script: script("b")},
		{Pack: "p", Kind: "card", ID: "unscripted", Digest: "6x", Data: mapping()},
		{Pack: "p", Kind: "card", ID: "named", Digest: "7x", Data: mapping("script", text("b.lua")), Script: script("b")},
		{Pack: "q", Kind: "card", ID: "gone", Digest: "2", Data: mapping()},
	}, "")
	var got []string
	for _, d := range Diff(old, now) {
		got = append(got, fmt.Sprintf("%s:%s %v %v %v", d.Definition().Pack, d.Definition().ID, d.Old != nil, d.New != nil, d.Fields))
	}
	want := []string{
		"p:fields true true [rows is was]", "p:file true true [script]", "p:gone true false []", "p:inline true true [lua]",
		"p:named true true [script]", "p:unscripted true true [script]", "q:gone false true []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, change := range []func(n *Node){
		func(n *Node) { n.SetFields(n.Fields()) },
		func(n *Node) { n.Fields()[1].Value.SetNumber(3.5) },
		func(n *Node) { n.Fields()[2].Value.SetBool(false) },
		func(n *Node) { n.Fields()[0].Value.SetText("", 0, 0) },
		func(n *Node) { n.Fields()[3].Key = "x" },
		func(n *Node) { n.Fields()[4].Value.SetItems(n.Fields()[4].Value.Items()[1:]) },
		func(n *Node) { n.Fields()[0], n.Fields()[1] = n.Fields()[1], n.Fields()[0] },
		func(n *Node) { n.Fields()[3].Value = nil },
	} {
		other := card()
		change(other)
		if same := other.Type() == Map && i == 0; Equal(card(), other) != same || Equal(other, card()) != same {
			t.Errorf("change %d makes values equal: %v", i, !same)
		}
	}
	if !Equal(nil, nil) || Equal(nil, card()) {
		t.Error("nil is equal to nil only")
	}
}

// TestScopes checks the definitions in the scope of all packs of a catalog, of
// some, and of none.
func TestScopes(t *testing.T) {
	c := NewCatalog([]*Pack{{ID: "a", Rank: 1}, {ID: "b", Rank: 2}, {ID: "c", Rank: 3}}, []*Definition{
		{Pack: "a", Kind: "die", ID: "d6"}, {Pack: "b", Kind: "die", ID: "d6"}, {Pack: "b", Kind: "card", ID: "ace"}, {Pack: "c", Kind: "card", ID: "two"},
	}, "digest")
	for packs, want := range map[string]string{
		"a b c": "card/ace of b, card/two of c, die/d6 of a, die/d6 of b; cards 2, dice 2; d6 of a, two of c; packs 3",
		"b a":   "card/ace of b, die/d6 of a, die/d6 of b; cards 1, dice 2; d6 of a; packs 2",
		"c d":   "card/two of c; cards 1, dice 0; two of c; packs 1",
		"":      "; cards 0, dice 0; ; packs 0",
	} {
		part := c.Scope(strings.Fields(packs)...)
		var all, found []string
		for _, d := range part.All() {
			all = append(all, d.Key()+" of "+d.Pack)
		}
		for _, key := range []string{"die/d6", "card/two"} {
			if d, ok := part.Get(key); ok {
				found = append(found, d.ID+" of "+d.Pack)
			}
		}
		slices.Sort(all)
		got := fmt.Sprintf("%s; cards %d, dice %d; %s; packs %d", strings.Join(all, ", "), len(part.Kind("card")), len(part.Kind("die")), strings.Join(found, ", "), len(part.Packs()))
		if got != want || part.Digest != c.Digest {
			t.Errorf("%q: %s\nwant %s", packs, got, want)
		}
	}
}
