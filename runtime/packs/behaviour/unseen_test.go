package behaviour

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// decks has two games whose zones take cards, with cards in play in one, the other or none,
// and a pack for a third game, whose zones take none.
const decks = `
kind: game
id: one
zones: {hand: {of: card, label: h, start: [ace, duo]}}
actions: {go: {}}
phases: {play: {actions: [go]}}
lua: "return {do_go = function() win('x') end}"
---
kind: game
id: two
zones: {hand: {of: [relic, card], label: h, start: [trio]}}
actions: {go: {}}
phases: {play: {actions: [go]}}
lua: "return {do_go = function() win('x') end}"
---
{kind: card, id: ace, params: {worth: 1}}
---
{kind: card, id: duo, params: {worth: 1}}
---
{kind: card, id: trio, params: {worth: 1}}
---
{kind: card, id: rare, params: {worth: 1}}
---
{kind: card, id: spare, params: {worth: 1}}
---
{kind: card, id: base, abstract: true, params: {worth: 1}}
---
{kind: card, id: words, text: Old words.}
---
{kind: card, id: calm, params: {value: 1}}
---
{kind: relic, id: lamp, params: {worth: 1}}
---
{kind: consumable, id: tea, params: {worth: 1}, use: {}, lua: "return {use = function() end}"}
`

// TestChangedDefinitionsThatNoGameShowsAreNamed checks which of the changed definitions are
// reported to have been in play in no game: those that a zone of a game that was played
// takes, in both versions, and that changed in more than words.
func TestChangedDefinitionsThatNoGameShowsAreNamed(t *testing.T) {
	version := func(edit func(string) string) *rules.Content {
		tree := fstest.MapFS{}
		for name, text := range map[string]string{
			"content/decks/pack.yaml": "{kind: pack, format: 1, id: decks, version: 1.0.0, title: Decks}",
			"content/decks/all.yaml":  edit(decks),
			"content/bare/pack.yaml":  "{kind: pack, format: 1, id: bare, version: 1.0.0, title: Bare}",
			"content/bare/all.yaml":   "{kind: game, id: bare, phases: {play: {actions: [go]}}, actions: {go: {}}, lua: \"return {do_go = function() win('x') end}\"}",
			"content/extra/pack.yaml": "{kind: pack, format: 1, id: extra, version: 1.0.0, title: Extra, games: [bare], requires: {bare: ^1.0}}",
			"content/extra/all.yaml":  edit("{kind: card, id: odd, params: {worth: 1}}\n"),
		} {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		c, problems := rules.Build(catalog, nil)
		if c == nil {
			t.Fatal(problems)
		}
		return c
	}
	before := version(func(text string) string { return text })
	now := version(func(text string) string {
		text = strings.Replace(text, "{kind: card, id: spare, params: {worth: 1}}\n---\n", "", 1) + "---\n{kind: card, id: fresh, params: {worth: 2}}\n"
		return strings.NewReplacer("worth: 1", "worth: 2", "Old words", "New words").Replace(text)
	})
	for _, x := range []struct {
		games int
		packs string
		want  string
	}{
		{1, "decks extra", "decks:card/rare decks:relic/lamp"},
		{2, "decks", "decks:card/rare decks:relic/lamp"},
		{1, "extra", ""},
		{0, "decks extra", ""},
	} {
		r, err := Compare(context.Background(), before, now, Options{Packs: strings.Fields(x.packs), Games: x.games, MaxCommands: 5})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Unseen, " "); got != x.want {
			t.Errorf("%d games that see %s: got %s, want %s", x.games, x.packs, got, x.want)
		}
	}
}
