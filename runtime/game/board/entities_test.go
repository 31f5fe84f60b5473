package board_test

import (
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// entities is a game with entities of every kind, some of whose properties are
// secret or need others to be shown.
const entities = `
kind: game
id: things
name: Things
players: {min: 2, max: 2}
variables: {lit: {start: false}, road: {start: 2}}
zones:
  dice: {of: die, label: d, default: d6, start: [d6, fate, d8]}
  cup: {of: die, label: u, visible: none, start: [d6]}
  hand: {of: card, label: h, per: player, visible: owner, start: [ace], details: {cost: {name: Cost, icon: coin, value: "item.size + player()"}, rank: {value: "item.size > 1 and 'high' or 'low'", labels: {high: High, low: Low}}, none: {value: nil}, odd: {value: item.size.x}}}
  table: {of: card, label: t, start: [ace]}
  shop: {of: card, label: o, start: [ace], details: {deep: {name: Deep, value: 'at("cup", 1).sides'}}}
  foes: {of: enemy, label: e, start: [wolf, crow]}
  belt: {of: [relic, joker, ability], label: j, per: player, start: [ring, fool, skill]}
properties:
  card: {face_up: {start: false}, size: {start: 1, name: Size, icon: sword}, keen: {start: false}, mark: {start: 0, visible: owner}, code: {start: 7, show: false}, word: {start: ""}, next: {type: entity}}
  enemy: {rage: {start: 0}, sides: {start: 2}, sly: {start: true, visible: lit}}
  relic: {hp: {start: 3}, max_hp: {start: 4, visible: lit}}
  joker: {value: {start: 6, visible: owner}, sides: {start: 6}}
  ability: {value: {start: 2}, sides: {start: 6, visible: owner}, held: {start: true}, locked: {start: true}}
actions: {rest: {}}
phases: {day: {actions: [rest]}}
lua: "return {do_rest = function() end}"
---
{kind: card, id: ace, name: Ace, text: Wins.}
---
{kind: die, id: d6, name: Six, sides: 6}
---
{kind: die, id: d8, name: Eight, sides: 8, color: red, material: stone}
---
{kind: die, id: fate, name: Fate, faces: [sun, moon, star]}
---
{kind: enemy, id: wolf, name: Wolf, hp: 5, moves: {bite: {name: "Bite", icon: sword, text: "Deals {=2 + vars.road} damage."}}, lua: "return {move_bite = function() end}"}
---
{kind: enemy, id: crow, name: Crow, hp: 3, moves: {caw: {name: Caw}}, lua: "return {move_caw = function() end}"}
---
{kind: relic, id: ring, name: Ring}
---
{kind: joker, id: fool, name: Fool}
---
{kind: ability, id: skill, name: Skill}
`

// entitySeen formats an entity with its details in words, as each seat sees it.
func entitySeen(s *session.Session, label string) string {
	return bySeat(everyone(s, nil, nil), func(l look) string {
		id, _ := s.Find(label)
		out := "  " + brief(*l.Board().Find(label)) + "\n"
		if details := l.DetailsText(id); details != "" {
			out += "  in words: " + details + "\n"
		}
		return out
	})
}

// stirred is a statement that changes most entities.
const stirred = `lua
local dice, foes, c, h = all("dice"), all("foes"), at("table", 1), at("hand@1", 1)
dice[1].value = 3 dice[1].held = true dice[1].sides = 4 dice[2].value = 2 dice[3].locked = true
foes[1].hp = 2 foes[1].move = "bite" foes[1].rage = 2 foes[2].move = "caw"
c.size = 2 c.keen = true c.mark = 3 c.code = 4 c.word = "x" c.next = foes[1]
h.face_up = true h.size = 3
vars.lit = true vars.road = 3 at("cup", 1).value = 5`

// thingsAtFirst and thingsStirred are labels, each with what every seat sees of
// the entity at the beginning and after most entities have changed.
var thingsAtFirst = []struct{ label, want string }{
	{"d1", `
all:
  label:d1 id:1 kind:die key:die/d6 name:Six die:{sides:6}`},
	{"d2", `
all:
  label:d2 id:2 kind:die key:die/fate name:Fate die:{sides:3 special}`},
	{"d3", `
all:
  label:d3 id:3 kind:die key:die/d8 name:Eight die:{sides:8 color:red material:stone special}`},
	{"u1", `
player 1, player 2, seat 1, watcher:
  label:u1 hidden
debugger:
  label:u1 id:4 kind:die key:die/d6 name:Six die:{sides:6 special}`},
	{"h1", `
player 1:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:Cost value:2 drawing:coin}, {name:Rank value:Low}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 2, Rank Low, Odd failed: a number has no field 'x'
player 2, watcher:
  label:h1 hidden
seat 1:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:Cost value:2 drawing:coin}, {name:Rank value:Low}, {name:Odd value:?}]
  in words: Cost 2, Rank Low, Odd ?
debugger:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:code value:7}, {name:Cost value:2 drawing:coin}, {name:Rank value:Low}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 2, Rank Low, Odd failed: a number has no field 'x'`},
	{"h1@2", `
player 1, seat 1, watcher:
  label:h1@2 hidden
player 2:
  label:h1@2 id:6 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:Cost value:3 drawing:coin}, {name:Rank value:Low}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 3, Rank Low, Odd failed: a number has no field 'x'
debugger:
  label:h1@2 id:6 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:code value:7}, {name:Cost value:2 drawing:coin}, {name:Rank value:Low}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 2, Rank Low, Odd failed: a number has no field 'x'`},
	{"t1", `
player 1, player 2, seat 1, watcher:
  label:t1 id:7 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}]
debugger:
  label:t1 id:7 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:code value:7}]`},
	{"o1", `
player 1, player 2, seat 1:
  label:o1 id:8 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:Deep value:6}]
  in words: Deep 6
watcher:
  label:o1 id:8 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:Deep value:?}]
  in words: Deep ?
debugger:
  label:o1 id:8 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:1 drawing:sword}, {name:code value:7}, {name:Deep value:6}]
  in words: Deep 6`},
	{"e1", `
player 1, player 2, seat 1, watcher:
  label:e1 id:9 kind:enemy key:enemy/wolf name:Wolf life:{left:5 most:5} traits:[{name:sides value:2}]
debugger:
  label:e1 id:9 kind:enemy key:enemy/wolf name:Wolf life:{left:5 most:5} marks:[sly] traits:[{name:sides value:2}]`},
	{"e2", `
player 1, player 2, seat 1, watcher:
  label:e2 id:10 kind:enemy key:enemy/crow name:Crow life:{left:3 most:3} traits:[{name:sides value:2}]
debugger:
  label:e2 id:10 kind:enemy key:enemy/crow name:Crow life:{left:3 most:3} marks:[sly] traits:[{name:sides value:2}]`},
	{"j1", `
player 1, player 2, seat 1, watcher:
  label:j1 id:11 kind:relic key:relic/ring name:Ring traits:[{name:hp value:3}]
debugger:
  label:j1 id:11 kind:relic key:relic/ring name:Ring life:{left:3 most:4}`},
	{"j2", `
player 1, seat 1, debugger:
  label:j2 id:13 kind:joker key:joker/fool name:Fool die:{sides:6 value:6 special}
player 2, watcher:
  label:j2 id:13 kind:joker key:joker/fool name:Fool traits:[{name:sides value:6}]`},
	{"j3", `
player 1, seat 1, debugger:
  label:j3 id:15 kind:ability key:ability/skill name:Skill die:{sides:6 value:2 held locked special}
player 2, watcher:
  label:j3 id:15 kind:ability key:ability/skill name:Skill marks:[held, locked]`},
	{"j2@2", `
player 1, seat 1, watcher:
  label:j2@2 id:14 kind:joker key:joker/fool name:Fool traits:[{name:sides value:6}]
player 2, debugger:
  label:j2@2 id:14 kind:joker key:joker/fool name:Fool die:{sides:6 value:6 special}`},
	{"j3@2", `
player 1, seat 1, watcher:
  label:j3@2 id:16 kind:ability key:ability/skill name:Skill marks:[held, locked]
player 2, debugger:
  label:j3@2 id:16 kind:ability key:ability/skill name:Skill die:{sides:6 value:2 held locked special}`},
}

var thingsStirred = []struct{ label, want string }{
	{"d1", `
all:
  label:d1 id:1 kind:die key:die/d6 name:Six die:{sides:4 value:3 held special}`},
	{"d2", `
all:
  label:d2 id:2 kind:die key:die/fate name:Fate die:{sides:3 value:2 word:moon color:moon special}`},
	{"d3", `
all:
  label:d3 id:3 kind:die key:die/d8 name:Eight die:{sides:8 color:red material:stone locked special}`},
	{"u1", `
player 1, player 2, seat 1, watcher:
  label:u1 hidden
debugger:
  label:u1 id:4 kind:die key:die/d6 name:Six die:{sides:6 value:5 special}`},
	{"h1", `
player 1:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:3 drawing:sword}, {name:Cost value:4 drawing:coin}, {name:Rank value:High}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 4, Rank High, Odd failed: a number has no field 'x'
player 2:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:3 drawing:sword}, {name:Cost value:5 drawing:coin}, {name:Rank value:High}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 5, Rank High, Odd failed: a number has no field 'x'
seat 1:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:3 drawing:sword}, {name:Cost value:4 drawing:coin}, {name:Rank value:High}, {name:Odd value:?}]
  in words: Cost 4, Rank High, Odd ?
watcher:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:3 drawing:sword}, {name:Cost value:? drawing:coin}, {name:Rank value:?}, {name:Odd value:?}]
  in words: Cost ?, Rank ?, Odd ?
debugger:
  label:h1 id:5 kind:card key:card/ace name:Ace text:Wins. traits:[{name:Size value:3 drawing:sword}, {name:code value:7}, {name:Cost value:4 drawing:coin}, {name:Rank value:High}, {name:Odd value:"failed: a number has no field 'x'"}]
  in words: Cost 4, Rank High, Odd failed: a number has no field 'x'`},
	{"t1", `
player 1, player 2, seat 1, watcher:
  label:t1 id:7 kind:card key:card/ace name:Ace text:Wins. marks:[keen] traits:[{name:Size value:2 drawing:sword}, {name:word value:x}, {name:next value:"e1 Wolf"}]
debugger:
  label:t1 id:7 kind:card key:card/ace name:Ace text:Wins. marks:[keen] traits:[{name:Size value:2 drawing:sword}, {name:mark value:3}, {name:code value:4}, {name:word value:x}, {name:next value:"e1 Wolf"}]`},
	{"e1", `
all:
  label:e1 id:9 kind:enemy key:enemy/wolf name:Wolf life:{left:2 most:5} marks:[sly] traits:[{name:Next value:"Bite: Deals 5 damage" drawing:sword}, {name:rage value:2}, {name:sides value:2}]`},
	{"e2", `
all:
  label:e2 id:10 kind:enemy key:enemy/crow name:Crow life:{left:3 most:3} marks:[sly] traits:[{name:Next value:Caw}, {name:sides value:2}]`},
	{"j1", `
all:
  label:j1 id:11 kind:relic key:relic/ring name:Ring life:{left:3 most:4}`},
}

// TestEntities states whole entities as every seat sees them.
func TestEntities(t *testing.T) {
	s := begin(t, bazaar.Written(t, "things", entities), "things")
	for _, thing := range thingsAtFirst {
		expect(t, thing.label, entitySeen(s, thing.label), thing.want)
	}
	run(t, s, stirred)
	for _, thing := range thingsStirred {
		expect(t, thing.label+" later", entitySeen(s, thing.label), thing.want)
	}
}
