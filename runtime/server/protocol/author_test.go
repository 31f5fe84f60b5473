package protocol_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/server/protocol"
)

// shop is a game whose zone holds relics; there is one relic.
var shop = map[string]string{
	"content/shop/game.yaml":         "kind: game\nid: shop\nname: Shop\nzones: {shelf: {of: relic, label: r}}\nphases: {play: {}}\n",
	"content/shop/relics/bell.yaml":  "kind: relic\nid: bell\nname: Bell\nrarity: common\n",
	"content/other/game.yaml":        "kind: game\nid: other\nname: Other\nphases: {play: {}}\n",
	"content/other/keywords/a.yaml":  "kind: keyword\nid: a\nname: A\ntext: A word.\n",
	"content/shop/scenarios/it.yaml": "kind: scenario\nid: it\nname: It\n",
}

// inFolder writes files into a workspace folder and returns a server of them.
func inFolder(t *testing.T, files map[string]string) (s *protocol.Server, folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range files {
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return serverWith(t, files, func(o *protocol.Options) { o.Folder = folder }), folder
}

func words(list any) (out []string) {
	for _, v := range list.([]any) {
		out = append(out, v.(string))
	}
	return out
}

// TestFormsFollowTheirSchemas checks the kinds and packs that a
// form offers, and the fields with their types, bounds, options and values.
func TestFormsFollowTheirSchemas(t *testing.T) {
	s, _ := inFolder(t, shop)
	c := newTalker(t, s, true)
	form := c.call("content/form", `{"game": "shop"}`)
	if form["kind"] != "relic" || form["pack"] != "shop" || !slices.Equal(words(form["kinds"]), []string{"relic", "scenario"}) || !slices.Equal(words(form["packs"]), []string{"shop"}) {
		t.Errorf("the form is %v", form)
	}
	fields := map[string]map[string]any{}
	var order []string
	for _, f := range form["fields"].([]any) {
		one := f.(map[string]any)
		fields[one["key"].(string)] = one
		order = append(order, one["key"].(string))
	}
	if !slices.Equal(order, []string{"rarity", "text", "art", "icon"}) && !slices.Equal(order, []string{"rarity", "text", "art", "icon", "price"}) {
		t.Errorf("the fields are %q", order)
	}
	rarity := fields["rarity"]
	if rarity["type"] != "choice" || rarity["value"] != "common" || !slices.Contains(words(rarity["options"]), "rare") || rarity["text"] != "How rare it is." {
		t.Errorf("rarity is %v", rarity)
	}
	if text := fields["text"]; text["type"] != "text" || text["value"] != "Says when a phase begins." {
		t.Errorf("text is %v", text)
	}
	if icon := fields["icon"]; icon["value"] != nil || icon["required"] == true {
		t.Errorf("icon is %v", icon)
	}
	for params, want := range map[string]float64{
		`{"game": "shop", "kind": "enemy"}`: -32001, `{"game": "shop", "pack": "other"}`: -32001, `{"game": "none"}`: -32001,
	} {
		if code := c.fails("content/form", params); code != want {
			t.Errorf("%s gives %v", params, code)
		}
	}
}

// TestANewDefinitionIsWrittenOnce checks the file of a new definition with
// values from a form, that invalid requests write nothing, and that nothing is
// overwritten.
func TestANewDefinitionIsWrittenOnce(t *testing.T) {
	s, folder := inFolder(t, shop)
	c := newTalker(t, s, true)
	for params, want := range map[string]float64{
		`{"kind": "relic", "pack": "shop", "id": "Lucky Coin"}`:                              -32602,
		`{"kind": "relic", "pack": "shop", "id": "coin", "name": " two\nlines"}`:             -32602,
		`{"kind": "relic", "pack": "shop", "id": "coin", "values": {"script": "../x.lua"}}`:  -32602,
		`{"kind": "relic", "pack": "shop", "id": "coin", "values": {"text": ["a", "list"]}}`: -32602,
		`{"kind": "relic", "pack": "shop", "id": "coin", "values": {"a: b\nkind": "enemy"}}`: -32602,
		`{"kind": "relic", "pack": "../shop", "id": "coin"}`:                                 -32001,
		`{"kind": "game", "pack": "shop", "id": "coin"}`:                                     -32001,
		`{"kind": "relic", "pack": "shop", "id": "bell"}`:                                    -32004,
	} {
		if code := c.fails("content/new", params); code != want {
			t.Errorf("%s gives %v, want %v", params, code, want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "content/shop/relics/coin.yaml")); err == nil {
		t.Fatal("what was refused was written")
	}
	made := c.call("content/new", `{"kind": "relic", "pack": "shop", "id": "coin", "name": "Midas' \"Coin\", a: 2nd", "values": {"rarity": "rare", "text": "Gain 2: twice.", "icon": "coin"}}`)
	if made["key"] != "shop:relic/coin" || words(made["files"])[0] != "content/shop/relics/coin.yaml" || !strings.Contains(made["note"].(string), "shelf") {
		t.Errorf("made is %v", made)
	}
	text, err := os.ReadFile(filepath.Join(folder, "content/shop/relics/coin.yaml"))
	want := `# yaml-language-server: $schema=../../../schemas/relic.schema.json
kind: relic
id: coin
name: "Midas' \"Coin\", a: 2nd"
icon: coin
rarity: rare
text: "Gain 2: twice."

tests:
  - name: it is there
    expect: {that: 'definition("relic/coin").name == "Midas'' \"Coin\", a: 2nd"'}
`
	if err != nil || string(text) != want {
		t.Errorf("%v, written is\n%s", err, text)
	}
	if code := c.fails("content/new", `{"kind": "relic", "pack": "shop", "id": "coin"}`); code != -32004 {
		t.Errorf("again gives %v", code)
	}
}

// TestWritingNeedsAWorkspace checks the errors of a server without a
// workspace.
func TestWritingNeedsAWorkspace(t *testing.T) {
	c := newTalker(t, serverWith(t, shop, func(o *protocol.Options) { o.WriteFile = nil }), true)
	for method, params := range map[string]string{
		"content/form": `{"game": "shop"}`, "content/new": `{"kind": "relic", "pack": "shop", "id": "coin"}`, "content/fix": `{"code": "content/reference"}`,
	} {
		if code := c.fails(method, params); code != -32002 {
			t.Errorf("%s gives %v", method, code)
		}
	}
}

// TestProblemsAreFixed checks that one problem is fixed, or all with its code,
// that other problems stay, that a fixed problem is refused, and that uses of a
// name whose declaration may be misspelt are only fixed one by one.
func TestProblemsAreFixed(t *testing.T) {
	at := func(line int) diag.Place {
		return diag.Place{File: "content/shop/game.yaml", Line: line, Column: 1, Length: 4}
	}
	wrong := diag.List{
		diag.New("content/type", at(1), "one").WithEdit("kind", "KIND"), diag.New("content/type", at(3), "two").WithEdit("name", "NAME"),
		diag.New("content/reference", at(4), "three").WithEdit("zone", "ZONE"), diag.New("content/type", at(5), "no fix"),
		diag.New("script/unknown-name", at(3), "spread").WithEdit("name", "shelf"),
	}
	s, stored := serverOf(t, shop, func(o *protocol.Options) { o.Problems = wrong })
	c := newTalker(t, s, true)
	text := shop["content/shop/game.yaml"]
	for _, step := range []struct {
		params string
		fixed  float64
		want   string
	}{
		{`{"code": "content/type", "where": "content/shop/game.yaml:3:1"}`, 1, strings.Replace(text, "name:", "NAME:", 1)},
		{`{"code": "content/type"}`, 2, strings.Replace(strings.Replace(text, "name:", "NAME:", 1), "kind:", "KIND:", 1)},
		{`{"code": "script/unknown-name", "where": "content/shop/game.yaml:3:1"}`, 1, strings.Replace(text, "name:", "shelf:", 1)},
	} {
		if got := c.call("content/fix", step.params); got["fixed"] != step.fixed || stored["content/shop/game.yaml"] != step.want {
			t.Errorf("%s: %v, written is %q", step.params, got, stored)
		}
	}
	for _, params := range []string{`{"code": "content/type", "where": "content/shop/game.yaml:5:1"}`, `{"code": "content/id"}`} {
		if code := c.fails("content/fix", params); code != -32001 {
			t.Errorf("%s gives %v", params, code)
		}
	}
	if code := c.fails("content/fix", `{"code": "script/unknown-name"}`); code != -32004 {
		t.Errorf("a declaration that may be misspelt gives %v", code)
	}
}
