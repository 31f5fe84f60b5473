package board_test

import (
	"fmt"
	"strings"

	"sleight/runtime/game/session"
)

// fates is a game in which seats see the same command differently.
const fates = `
kind: game
id: fates
name: Fates
players: {min: 2, max: 2}
variables:
  gold: {start: 5, per: player, name: Gold}
  purse: {start: 2, per: player, visible: owner}
  ledger: {start: 1, show: false}
  mood: {start: glad, one_of: [glad, grim]}
  lit: {start: false}
  guest: {type: entity}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ace, king]}
  deck: {of: card, label: k, visible: none, start: [queen, ace, king]}
  crypt: {of: card, label: y, visible: none, counted: false, start: [ace]}
  sack: {of: card, label: s, per: player, visible: owner, counted: false, start: [queen]}
  table: {of: card, label: t, start: [king, ace]}
  pile: {of: relic, label: p, unordered: true, start: [ruby, opal]}
  dice: {of: die, label: d, default: d6, start: [d6, fate]}
  foes: {of: enemy, label: e, start: [wolf]}
  belt: {of: joker, label: j, per: player, start: [fool]}
  well: {of: card, label: w, visible: none}
  pit: {of: joker, label: q, visible: none, start: [fool]}
properties:
  card: {face_up: {start: false}, size: {start: 1, name: Size}, keen: {start: false}, mark: {start: 0, visible: owner}, code: {start: 7, show: false}, word: {start: a}, next: {type: entity}}
  joker: {value: {start: 6, visible: owner}}
  relic: {value: {start: 4}, glow: {start: 0, visible: lit}}
events: {dusk: {args: [who, n], tally: [n, who], show: strong}, paused: {show: pause}, counted: {args: [n, by], tally: [by, n]}, heard: {args: [n]}}
actions: {rest: {}}
phases:
  day: {name: Day, actions: [rest]}
  night: {actions: [rest]}
lua: |
  return {
    do_rest = function()
      vars.mood = "grim"
      set_player(2)
    end,
  }
---
{kind: card, id: ace, name: Ace, icon: spade, text: Wins.}
---
{kind: card, id: king, name: King, rarity: rare}
---
{kind: card, id: queen, name: Queen, value: 3}
---
{kind: relic, id: ruby, name: Ruby}
---
{kind: relic, id: opal, name: Opal}
---
{kind: joker, id: fool, name: Fool}
---
{kind: die, id: d6, name: Six, sides: 6}
---
{kind: die, id: fate, name: Fate, faces: [sun, moon, star]}
---
{kind: enemy, id: wolf, name: Wolf, hp: 5, moves: {bite: {name: Bite}, howl: {name: Howl}}, lua: "return {move_bite = function() end, move_howl = function() end}"}
`

// bySeat formats what each seat sees, together for those that see the same.
func bySeat(seats []look, sees func(look) string) string {
	names := map[string][]string{}
	var texts []string
	for _, l := range seats {
		text := sees(l)
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], l.seat)
	}
	if len(texts) == 1 {
		return "all:\n" + texts[0]
	}
	var out strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&out, "%s:\n%s", strings.Join(names[text], ", "), text)
	}
	return out.String()
}

// seen formats the steps and the net effect of a command, as seats see them.
func seen(s *session.Session, r session.Result) string {
	return bySeat(everyone(s, nil, nil), func(l look) string {
		var out strings.Builder
		for _, step := range l.Steps(r.Changes, r.Events) {
			out.WriteString("  " + brief(step) + "\n")
		}
		for _, c := range l.Describe(r.Changes) {
			out.WriteString("  " + strings.Replace(brief(c), "text:", "told:", 1) + "\n")
		}
		return out.String()
	})
}
