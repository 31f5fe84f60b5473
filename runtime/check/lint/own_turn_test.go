package lint_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// quay is a game whose relics each player has in a zone that listens.
const quay = `
kind: game
id: quay
name: Quay
players: {min: 2, max: 2}
variables: {gold: {start: 0, per: player}}
zones:
  relics: {of: relic, label: r, per: player, listens: true, start: [ring]}
  shared: {of: relic, label: s, start: [ring]SHARED}
  stall: {of: card, label: m, start: [ace], details: {price: {name: Price, value: 'modify("price", 3, item)'}}}
events: {bought: {args: [who]}}
values: {price: {args: [ware]}}
actions: {buy: {}}
phases: {day: {actions: [buy]}}
lua: 'return {do_buy = function() GAME emit("bought", player()) end}'
---
{kind: card, id: ace, name: Ace}
---
kind: relic
id: ring
name: Ring
lua: |
  return {
    HOOK = function(self, x)
      BEFORE
      if CONDITION then return 1 end
    end,
  }
`

// TestHooksKnowTheirOwnersTurn checks that comparing player() with self.owner is
// reported in hooks that run on behalf of the owner, and nowhere else.
func TestHooksKnowTheirOwnersTurn(t *testing.T) {
	const same = "player() == self.owner"
	for _, c := range []struct{ hook, condition, before, game, shared, want string }{
		{"modify_price", same, "", "", "", "always holds"},
		{"modify_price", "self.owner == player() and x > 1", "", "", "", "always holds"},
		{"modify_price", "player() ~= self.owner", "", "", "", "never holds"},
		{"on_bought", same, "", "", "", "always holds"},
		{"on_bought", "x == self.owner", "", "", "", ""},
		{"on_bought", "player() == 1", "", "", "", ""},
		{"on_bought", "self.owner == 1", "", "", "", ""},
		{"on_bought", "player() >= self.owner", "", "", "", ""},
		{"modify_price", same, "", "", ", listens: true", ""},
		{"when_bought", same, "", "", "", ""}, // the ring may be in the shared zone
		{"use", same, "", "", "", ""},
		{"on_bought", same, "set_player(2)", "", "", ""},
		{"on_bought", same, `move_to(self, "shared")`, "", "", ""},
		{"on_bought", same, "local player = players", "", "", ""},
		{"on_bought", same, "", `call_hook(top("relics"), "on_bought", 1)`, "", ""},
	} {
		text := strings.NewReplacer("HOOK", c.hook, "CONDITION", c.condition, "BEFORE", c.before, "GAME", c.game, "SHARED", c.shared).Replace(quay)
		l := load.NewLoader(load.Root{FS: fstest.MapFS{"content/quay/game.yaml": {Data: []byte(text)}}})
		catalog, problems := l.Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		content, problems := rules.Build(catalog, nil)
		if content == nil {
			t.Fatal(problems)
		}
		got := ""
		for _, p := range lint.Run(content, l.Source) {
			if p.Code == "content/condition" {
				got += p.Message.String()
			}
		}
		if got == "" && c.want == "" || c.want != "" && strings.Contains(got, c.want) && strings.Contains(got, "in "+c.hook+", player() is the owner") {
			continue
		}
		t.Errorf("%s: if %s, after %q, %q, shared%s: %q, want %q", c.hook, c.condition, c.before, c.game, c.shared, got, c.want)
	}
}
