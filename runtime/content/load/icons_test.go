package load_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
)

// TestUnknownIcons checks that an icon written like a name must exist, wherever
// content can name an icon, and that signs are left alone.
func TestUnknownIcons(t *testing.T) {
	_, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/shop/game.yaml": {Data: []byte(`
kind: game
id: shop
variables: {gold: {start: 1, icon: coyn}, hp: {start: 1, icon: ♥}, mp: {start: 1, icon: MP}}
zones: {shelf: {of: card, label: c, icon: schelf}}
views: {sum: {value: "1", icon: scoree}}
actions: {buy: {icon: cion}}
properties: {card: {worn: {start: false, icon: hart}}}
---
{kind: card, id: ace, name: Ace, icon: spadde}
`)}}}).Load()
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprint(p.Message, " ", p.Hint))
	}
	text := strings.Join(got, "\n")
	if len(problems) != 6 {
		t.Errorf("%d problems, expected 6:\n%s", len(problems), text)
	}
	for _, want := range []string{`"coyn"`, `"schelf"`, `"scoree"`, `"cion"`, `"hart"`, `"spadde"`, `did you mean "coin"?`, `did you mean "spade"?`} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing says %s:\n%s", want, text)
		}
	}
}
