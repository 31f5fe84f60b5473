package load_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v%dz"/></svg>`

// gallery is a game with two cards and a pack that redraws one of them.
func gallery() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"content/shop/pack.yaml":        file("{format: 1, kind: pack, id: shop, title: Shop, version: 1.0.0}"),
		"content/shop/game.yaml":        file("{kind: game, id: shop, back: back.svg, zones: {deck: {of: card, label: c, back: own/deck.svg}}}"),
		"content/shop/cards.yaml":       file("{kind: card, id: ace, name: Ace, art: ace.svg}\n---\n{kind: card, id: two, extends: ace, name: Two}"),
		"content/shop/art/ace.svg":      file(fmt.Sprintf(drawn, 1)),
		"content/shop/art/back.svg":     file(fmt.Sprintf(drawn, 2)),
		"content/shop/art/own/deck.svg": file(fmt.Sprintf(drawn, 3)),
		"content/paint/pack.yaml":       file("{format: 1, kind: pack, id: paint, title: Paint, version: 1.0.0, requires: {shop: ^1.0.0}}"),
		"content/paint/ace.yaml":        file("{kind: patch, of: card/ace, set: {art: ace.svg}}"),
		"content/paint/art/ace.svg":     file(fmt.Sprintf(drawn, 4)),
	}
}

// pictured returns the pictures of the game with their packs, in the order of
// the cards, then the backs.
func pictured(t *testing.T, c *def.Catalog) []string {
	t.Helper()
	var out []string
	for _, id := range []string{"card/ace", "card/two", "game/shop"} {
		d, ok := c.Find("shop:" + id)
		if !ok {
			t.Fatalf("there is no %s in %v", id, c.All())
		}
		out = append(out, c.Picture(d, "art", d.Data.TextOr("art", "")).Path(), c.Picture(d, "back", d.Data.TextOr("back", "")).Path(),
			c.Picture(d, "zones.deck.back", d.Data.Get("zones").Get("deck").TextOr("back", "")).Path())
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// TestPictures checks that definitions find the pictures of their own pack, of
// the definitions they extend and of the packs that changed them, that a
// changed picture is updated by a reload, and that missing ones are reported.
func TestPictures(t *testing.T) {
	files := gallery()
	l := load.NewLoader(load.Root{FS: files})
	c, problems := l.Load()
	if c == nil {
		t.Fatal(problems)
	}
	before := pictured(t, c)
	sum := func(i int) string { return before[i][len(before[i])-16:] }
	want := []string{"paint/ace.svg?v=" + sum(0), "paint/ace.svg?v=" + sum(0), "shop/back.svg?v=" + sum(2), "shop/own/deck.svg?v=" + sum(3)}
	if !slices.Equal(before, want) {
		t.Errorf("got %v\nwant %v", before, want)
	}
	files["content/paint/art/ace.svg"] = &fstest.MapFile{Data: fmt.Appendf(nil, drawn, 5)}
	again, problems := l.Reload([]string{"content/paint/art/ace.svg"})
	if again == nil {
		t.Fatal(problems)
	}
	if now := pictured(t, again); now[0] == before[0] || now[2] != before[2] {
		t.Errorf("a changed picture is still %s, or others changed: %v", before[0], now)
	}
	if again.Digest != c.Digest {
		t.Error("a picture changed the digest of the content, which decides the game")
	}
	delete(files, "content/shop/art/back.svg")
	files["content/paint/art/ace.svg"] = &fstest.MapFile{Data: []byte("<svg")}
	_, problems = l.Load()
	var got []string
	for _, p := range problems {
		got = append(got, p.Error())
	}
	expected := []string{
		"content/paint/art/ace.svg:1: error: the SVG is not well-formed: unexpected EOF [file/picture]; export it again as plain SVG, PNG or WebP",
		"content/shop/game.yaml:1:30: error: there is no picture content/shop/art/back.svg [content/reference]; put the picture there, or leave the key out",
	}
	if !slices.Equal(got, expected) {
		t.Errorf("got\n%q\nwant\n%q", got, expected)
	}
}

// TestMissingPictures states what is said of pictures that are not there: only a similar
// name is suggested, and without its extension.
func TestMissingPictures(t *testing.T) {
	files := gallery()
	files["content/shop/cards.yaml"].Data = []byte("{kind: card, id: ace, name: Ace, art: aec.svg}\n---\n{kind: card, id: two, name: Two, art: far.svg}\n---\n{kind: card, id: six, name: Six, art: ace.png}\n")
	delete(files, "content/paint/ace.yaml")
	files["content/shop/more.yaml"] = &fstest.MapFile{Data: []byte("kind: die\nid: d6\nsides: 6\nparams: {edge: {default: 0.000001, safe: [2500000, 30000000]}}\n")}
	_, problems := load.NewLoader(load.Root{FS: files}).Load()
	golden.Check(t, "testdata/missing_pictures.golden", golden.Report(problems))
}
