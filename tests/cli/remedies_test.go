package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMistakesOfNewAuthorsHaveRemedies checks that slips that people make in a new
// game are reported at their line, with what to write instead.
func TestMistakesOfNewAuthorsHaveRemedies(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	sleight(t, 0, "new", "game", fresh, "--like", "trick", "--content", dir)
	enable(t, dir, fresh) // the mistakes have nothing to do with the shipped packs
	manifest := "kind: pack\nformat: 1\nid: fresh\nversion: 0.1.0\ntitle: Fresh\nlocales: []\n"
	game, script, pack := "content/fresh/game.yaml", "scripts/fresh/game.lua", "content/fresh/pack.yaml"
	locale := "content/fresh/locales/fr.yaml"
	if err := os.Mkdir(filepath.Join(dir, "content/fresh/locales"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{pack: manifest, locale: "kind: locale\nid: fr\ntexts: {game/fresh: {name: {from: Fresh, to: Frais}}}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sleight(t, 0, "validate", dir)
	for _, x := range []struct{ file, old, now, at, hint string }{
		{script, `clear("table")`, `clear("table") // the table`, `clear("table") // the table`, "Lua comments begin with --"},
		{script, `require("trick")`, `require("trick.lua")`, `require("trick.lua")`, `a module is named without .lua: "trick"`},
		{script, `set_player(winner)`, `enter_phase(trick)`, `enter_phase(trick)`, `a name is a text: "trick"`},
		{game, "may_play(card)", "may_play(target)", "may_play(target)", "the target is called card here"},
		{game, "players: {min: 2, max: 4}", "players: 2", "players: 2", "write {max: …, min: …}"},
		{game, "name: Fresh", "name: [Fresh]", "name: [Fresh]", "remove the brackets: Fresh"},
		{game, "prompt: Play a card.,", "prompt: Play a card., together: true,", "resolved_trick = function", `did you mean "resolve_trick"?`},
		{"content/fresh/cards.yaml", "id: plain", "id: Plain-Card", "id: Plain-Card", `did you mean "plain_card"?`},
		{pack, "version: 0.1.0", "version: 0.1", "version: 0.1", "MAJOR.MINOR.PATCH"},
		{pack, "locales: []", "locales: [fr, es]", "locales: [fr, es]", "sleight new locale es"},
		{pack, "locales: []", "engine: >=2", "engine: >=2", "put quotes around the text"},
		{locale, "id: fr", "id: french", "id: french", "write id: fr, as its place says"},
	} {
		before := map[string]string{}
		edit := func(file, old, now string) {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatalf("%s has no %q, %v", file, old, err)
			}
			before[file] = string(text)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.Replace(string(text), old, now, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		edit(x.file, x.old, x.now)
		if name, _, ok := strings.Cut(x.at, " = function"); ok {
			edit(script, "do_play = ", name+" = function() end,\n\n  do_play = ")
		}
		found := sleight(t, 1, "validate", dir)
		if !strings.Contains(found, " | ") || !strings.Contains(found, x.at) || !strings.Contains(found, "hint: ") || !strings.Contains(found, x.hint) {
			t.Errorf("%s is reported so, without %q or %q:\n%s", x.now, x.at, x.hint, found)
		}
		for file, text := range before {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
