package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/tests/bazaar"
)

// TestCostsPrintWhereNoGameRuns states what the use of cards costs where no game
// runs: constants, parameters, properties and all there is; unknown where it depends
// on a target, a variable, a zone or the phase, or fails.
func TestCostsPrintWhereNoGameRuns(t *testing.T) {
	c := bazaar.Build(t, fstest.MapFS{"content/one/game.yaml": {Data: []byte(`kind: game
id: one
data: {toll: 3}
variables: {gold: {start: 5}, mana: {start: 1}}
zones:
  dice: {of: die, label: d}
  hand: {of: card, label: h}
properties: {card: {worn: {start: 4}}}
values: {toll: {args: [card]}}
phases: {day: {use: [hand]}}
lua: |
  return { modify_toll = function(self, x, card) return x + self.data.toll end }
---
{kind: die, id: d6, sides: 6}
---
{kind: card, id: a_constant, use: {cost: {gold: 2, mana: 0}}, lua: "return { use = function() end }"}
---
{kind: card, id: a_parameter, params: {fee: 7}, use: {cost: {mana: self.fee + 1}}, lua: "return { use = function() end }"}
---
{kind: card, id: a_property, use: {cost: {gold: self.worn}}, lua: "return { use = function() end }"}
---
{kind: card, id: a_target, use: {targets: [{name: die, from: dice}], cost: {gold: die.value}}, lua: "return { use = function(self, die) end }"}
---
{kind: card, id: a_value, use: {cost: {gold: "modify('toll', 1, self)"}}, lua: "return { use = function() end }"}
---
{kind: card, id: a_variable, use: {cost: {gold: vars.mana}}, lua: "return { use = function() end }"}
---
{kind: card, id: a_zone, use: {cost: {gold: "count('hand')"}}, lua: "return { use = function() end }"}
---
{kind: card, id: all, use: {cost: {gold: x}}, lua: "return { use = function(self) end }"}
---
{kind: card, id: fails, use: {cost: {gold: "at('hand', 1).worn"}}, lua: "return { use = function() end }"}
---
{kind: card, id: free, use: {}, lua: "return { use = function() end }"}
---
{kind: card, id: unused}
`)}})
	var out strings.Builder
	printer := c.CostPrinter()
	for _, d := range c.Catalog.All() {
		if d.Kind != "card" && d.Kind != "game" {
			continue
		}
		fmt.Fprintf(&out, "%s:", d.ID)
		_, costs := printer.Costs(d)
		for _, p := range costs {
			switch {
			case p.All:
				fmt.Fprintf(&out, " all %s", p.Variable)
			case !p.Known:
				fmt.Fprintf(&out, " ? %s", p.Variable)
			default:
				fmt.Fprintf(&out, " %v %s", p.Amount, p.Variable)
			}
		}
		out.WriteString("\n")
	}
	const want = `
a_constant: 2 gold 0 mana
a_parameter: 8 mana
a_property: 4 gold
a_target: ? gold
a_value: 4 gold
a_variable: ? gold
a_zone: ? gold
all: all gold
fails: ? gold
free:
unused:
one:
`
	if got := out.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}
