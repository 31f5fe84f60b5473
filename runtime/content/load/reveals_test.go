package load

import (
	"strings"
	"testing"
)

// veiled is a game that hides something in each way.
const veiled = `kind: game
id: veiled
name: Veiled
variables:
  bid: {start: 0, per: player, visible: owner}
  score: {start: 0}
properties:
  card: {mark: {start: 0, visible: none}, foil: {start: 0, visible: score}}
zones:
  hand: {of: card, label: h, per: player, visible: owner, counted: false}
  deck: {of: card, label: k, visible: none}
events: {opened: {}}
actions:
  offer: {secret: opened, targets: [{name: n, from: [1, 2]}, {name: card, from: hand, secret: true}]}
phases: {day: {actions: [offer]}}
---
{kind: card, id: ace, name: Ace, use: {secret: true, targets: [{name: n, from: [1, 2], secret: true}]}}
`

// TestRevealingNeedsACapability patches a game that hides something: a pack that shows
// it must ask for that, and one that changes something else need not.
func TestRevealingNeedsACapability(t *testing.T) {
	for patch, want := range map[string]string{
		"set: {variables.bid.visible: all}":                 "variables.bid of game/veiled hides (visible)",
		"remove: [variables.bid.visible]":                   "variables.bid of game/veiled hides (visible)",
		"replace: {variables.bid: {start: 0, per: player}}": "variables.bid of game/veiled hides (visible)",
		"remove: [variables.bid]\n---\nkind: patch\nof: game/veiled\nadd: {variables: {bid: {start: 0, per: player}}}": "variables.bid of game/veiled hides (visible)",
		"set: {\"variables.*.visible\": all}":                                            "variables.bid of game/veiled hides (visible)",
		"set: {properties.card.mark.visible: owner}":                                     "properties.card.mark of game/veiled hides (visible)",
		"set: {properties.card.foil.visible: all}":                                       "properties.card.foil of game/veiled hides (visible)",
		"set: {zones.hand.counted: true}":                                                "zones.hand of game/veiled hides (counted)",
		"set: {zones.deck.visible: all}":                                                 "zones.deck of game/veiled hides (visible)",
		"set: {actions.offer.secret: false}":                                             "actions.offer of game/veiled hides (secret)",
		"set: {\"actions.offer.targets[card].secret\": opened}":                          "actions.offer.targets[card] of game/veiled hides (secret)",
		"replace: {actions.offer.targets: [{name: card, from: hand}]}":                   "actions.offer.targets[card] of game/veiled hides (secret)",
		"of: card/ace\nset: {use.secret: false}":                                         "use of card/ace hides (secret)",
		"of: card/ace\nset: {\"use.targets[n].secret\": false}":                          "use.targets[n] of card/ace hides (secret)",
		"set: {variables.bid.visible: none, zones.hand.visible: none}":                   "",
		"set: {variables.bid.start: 3, zones.deck.start: [ace], variables.score.min: 0}": "",
		"set: {actions.offer.secret: true, variables.score.visible: none}":               "",
		"add: {variables: {more: {start: 0, visible: all}}}":                             "",
		"of: card/ace\nset: {name: As}":                                                  "",
	} {
		if !strings.HasPrefix(patch, "of: ") {
			patch = "of: game/veiled\n" + patch
		}
		for _, capabilities := range []string{"", "capabilities: [secrets]\n"} {
			_, problems := NewLoader(Root{FS: newWorkspace(map[string]string{
				"content/base/pack.yaml": saying("base", ""), "content/base/game.yaml": veiled,
				mod: saying("mod", "requires: {base: ^1.0}\n"+capabilities), "content/mod/patch.yaml": "kind: patch\n" + patch + "\n",
			})}).Load()
			got := ""
			for _, d := range problems {
				got += d.Message.String()
			}
			expected := ""
			switch {
			case want != "" && capabilities == "":
				expected = "mod shows what " + want + " without asking for that capability"
			case want == "" && capabilities != "":
				expected = "mod asks for the capability secrets but does not use it"
			}
			if got != expected {
				t.Errorf("%s with %q: %q, want %q", patch, capabilities, got, expected)
			}
		}
	}
}
