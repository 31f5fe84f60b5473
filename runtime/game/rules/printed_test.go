package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTextsPrintWhereNoGameRuns states the values of expressions in texts where no game
// runs: of the game, of cards that a zone has room for, has no room for, or that no
// zone takes, and after one that fails or does much.
func TestTextsPrintWhereNoGameRuns(t *testing.T) {
	g := one(t, `kind: game
id: one
players: {min: 2, max: 3}
data: {more: 2}
variables: {gold: {start: 5}, kept: {start: 1, per: player}}
zones:
  full: {of: [card, relic], label: f, limit: 0}
  dice: {of: die, label: d}
  hand: {of: card, label: h, per: player, limit: 1}
properties: {card: {worn: {start: 4}}, relic: {worn: {start: 4}}}
values: {price: {}, free: {}}
phases: {day: {}, night: {}}
text: "{=modify('price', 1)} {=modify('price', 50)} {=modify('free', 7)} {=vars.gold} {=phase()}"
lua: |
  return { modify_price = function(self, x, more) if x < 9 then return x + self.data.more end end }
---
{kind: card, id: ace, text: "{=self.worn} {=self.face_up} {=self.zone} {=count('hand')} {=call_hook(self, 'twice', 4)} {=call_hook(self, 'never')} {=#range(1, 1500)} {=#range(1, 1501)}",
 lua: 'return { twice = function(self, n) return 2 * n end, never = function() end }'}
---
{kind: card, id: king, text: "{=self.worn + 1}"}
---
{kind: relic, id: lamp, text: "{=self.name} {=self.kind}", name: Lamp}
---
{kind: die, id: d6, sides: 6, text: "{=self.sides} {=self.value}"}
---
{kind: keyword, id: fast, name: Fast, text: "{=vars.gold * 2} {=self.name}"}
`)
	var out strings.Builder
	for _, d := range g.Catalog().All() {
		var values []string
		for _, code := range d.Expressions {
			now, printed := g.Printed(d).Value(code.Lua)
			if now != printed {
				t.Errorf("%s: %s is %s now and printed as %s", d.Key(), code.Lua, now, printed)
			}
			values = append(values, code.Lua+" is "+printed)
		}
		if slices.Sort(values); len(values) > 0 {
			fmt.Fprintf(&out, "%s: %s\n", d.Key(), strings.Join(values, ", "))
		}
	}
	const want = `
card/ace: #range(1, 1500) is 1500, #range(1, 1501) is 1501, call_hook(self, 'never') is nil, call_hook(self, 'twice', 4) is 8, count('hand') is 0, self.face_up is false, self.worn is 4, self.zone is nil
card/king: self.worn + 1 is 5
die/d6: self.sides is 6, self.value is 0
game/one: modify('free', 7) is 7, modify('price', 1) is 3, modify('price', 50) is 50, phase() is day, vars.gold is 5
keyword/fast: self.name is Fast, vars.gold * 2 is 10
relic/lamp: self.kind is relic, self.name is Lamp
`
	if got := out.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

// TestStartsOfVariablesSayTheirType states what variables start as, and of which type
// they are, by the keys of their declarations.
func TestStartsOfVariablesSayTheirType(t *testing.T) {
	for declaration, want := range map[string]string{
		`{}`:                                  `number 0`,
		`{type: number}`:                      `number 0`,
		`{type: boolean}`:                     `boolean false`,
		`{type: string}`:                      `string `,
		`{type: entity}`:                      `entity nil`,
		`{start: 3}`:                          `number 3`,
		`{start: true}`:                       `boolean true`,
		`{start: word}`:                       `string word`,
		`{start: ""}`:                         `string `,
		`{start: "", one_of: [a, b]}`:         `string `,
		`{start: "5"}`:                        `string 5`,
		`{start: "5", type: string}`:          `string 5`,
		`{start: "true", type: string}`:       `string true`,
		`{start: "5", one_of: ["5"]}`:         `string 5`,
		`{start: "=game.purse"}`:              `number 6`,
		`{start: "game.purse", type: string}`: `string game.purse`,
	} {
		g := one(t, "kind: game\nid: one\nparams: {purse: 6}\nvariables: {it: "+declaration+"}\nphases: {day: {}}\nlua: 'return { start = function() end }'\n")
		slot, _ := g.Table(1).Layout.Var("it", 1)
		d, _ := g.Table(1).Layout.VarDecl(slot)
		if got := fmt.Sprint(d.Type, " ", d.Start); got != want {
			t.Errorf("%s: %s, want %s", declaration, got, want)
		}
	}
}

// TestZonesMovesAndDiceAreReadInFull states which event arrivals in a zone emit, what
// moves look like, and how many sides a die has that only lists its faces.
func TestZonesMovesAndDiceAreReadInFull(t *testing.T) {
	g := one(t, `kind: game
id: one
zones:
  hand: {of: card, label: h, arrives: dawn}
  dice: {of: die, label: d, arrives: used}
  foes: {of: enemy, label: e}
events: {noon: {}, dawn: {}}
phases: {day: {}}
lua: 'return { move = function() end }'
---
{kind: die, id: uneven, faces: [9, 2]}
---
{kind: die, id: worded, faces: [up, down]}
---
{kind: enemy, id: wolf, name: Wolf, hp: 3, moves: {bite_hard: {icon: fang, text: It bites., in_row: 2, then: howl}, howl: {name: Howl!}}}
`)
	var got []string
	for _, z := range g.Table(1).Layout.Zones {
		got = append(got, fmt.Sprint(z.Name, " emits ", z.Arrives))
	}
	for _, key := range []string{"die/uneven", "die/worded"} {
		got = append(got, fmt.Sprint(key, " ", g.Table(1).Prototypes[key].Start))
	}
	for _, m := range g.Item("enemy/wolf").Moves.List {
		got = append(got, fmt.Sprintf("%s %q %q %q, %d in a row, then %q", m.Name, m.Title, m.Text, m.Icon, m.Row, m.Then))
	}
	want := []string{
		"hand emits 4", "dice emits 1", "foes emits 0",
		"die/uneven [0 9 false false]", "die/worded [0 2 false false]",
		`bite_hard "Bite hard" "It bites." "fang", 2 in a row, then "howl"`, `howl "Howl!" "" "", 0 in a row, then ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
