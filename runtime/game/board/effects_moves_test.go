package board_test

import "testing"

// effectsOfMoves are commands that move, create, remove and shuffle entities.
var effectsOfMoves = []effect{
	{`lua move_to(at("deck", 1), "hand@1") move_to(at("hand@1", 2), "deck") move_to(at("hand@2", 1), "table")`, `
player 1, seat 1, debugger:
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  op:move id:3 thing:{id:3 kind:card key:card/king name:King rarity:rare} from:hand@1 to:deck
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:table
  told:"Deck → Hand of player 1: Queen" at:1
  told:"Hand of player 1 → Deck: King" at:2
  told:"Hand of player 2 → Table: Ace" at:3
player 2, watcher:
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:table
  told:"Deck → Hand of player 1: something unseen" at:1
  told:"Hand of player 1 → Deck: something unseen" at:2
  told:"Hand of player 2 → Table: Ace" at:3
`},
	{`lua local c = at("deck", 1) c.face_up = true remove(c) remove(at("hand@1", 2)) remove(at("deck", 2))`, `
player 1, seat 1:
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  op:move id:3 thing:{id:3 kind:card key:card/king name:King rarity:rare} from:hand@1
  told:"− Deck: Queen" at:3
  told:"− Hand of player 1: King" at:5
  told:"− Deck: something unseen" at:7
player 2, watcher:
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  told:"− Deck: Queen" at:3
  told:"− Hand of player 1: something unseen" at:5
  told:"− Deck: something unseen" at:7
debugger:
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  op:move id:3 thing:{id:3 kind:card key:card/king name:King rarity:rare} from:hand@1
  op:move id:7 thing:{id:7 kind:card key:card/king name:King rarity:rare} from:deck
  told:"− Deck: Queen" at:3
  told:"− Hand of player 1: King" at:5
  told:"− Deck: King" at:7
`},
	{`lua add("ace", "deck") add("king", "hand@2") add("queen", "table").size = 6`, `
player 1, seat 1, watcher:
  op:move id:23 thing:{id:23 kind:card key:card/queen name:Queen} to:table
  op:set id:23 name:size was:1 is:6
  told:"+ Deck: something unseen" at:2
  told:"+ Hand of player 2: something unseen" at:4
  told:"+ Table: Queen" at:6
player 2:
  op:move id:22 thing:{id:22 kind:card key:card/king name:King rarity:rare} to:hand@2
  op:move id:23 thing:{id:23 kind:card key:card/queen name:Queen} to:table
  op:set id:23 name:size was:1 is:6
  told:"+ Deck: something unseen" at:2
  told:"+ Hand of player 2: King" at:4
  told:"+ Table: Queen" at:6
debugger:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:deck
  op:move id:22 thing:{id:22 kind:card key:card/king name:King rarity:rare} to:hand@2
  op:move id:23 thing:{id:23 kind:card key:card/queen name:Queen} to:table
  op:set id:23 name:size was:1 is:6
  told:"+ Deck: Ace" at:2
  told:"+ Hand of player 2: King" at:4
  told:"+ Table: Queen" at:6`},
	{`lua local c = add("ace", "table") remove(c) local k = at("table", 1) move_to(k, "deck") move_to(k, "table")`, `
all:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:table
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:deck
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:deck to:table`},
	{`lua move_to(at("sack@1", 1), "crypt") move_to(at("crypt", 1), "sack@2") move_to(at("sack@2", 1), "table")`, `
player 1, seat 1:
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1 to:crypt
  op:move id:10 thing:{id:10 kind:card key:card/queen name:Queen} from:sack@2 to:table
  told:"Sack of player 1 → Crypt: Queen" at:1
  told:"Sack of player 2 → Table: Queen" at:3
player 2:
  op:move id:8 thing:{id:8 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:crypt to:sack@2
  op:move id:10 thing:{id:10 kind:card key:card/queen name:Queen} from:sack@2 to:table
  told:"Crypt → Sack of player 2: Ace" at:2
  told:"Sack of player 2 → Table: Queen" at:3
watcher:
  op:move id:10 thing:{id:10 kind:card key:card/queen name:Queen} from:sack@2 to:table
  told:"Sack of player 2 → Table: Queen" at:3
debugger:
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1 to:crypt
  op:move id:8 thing:{id:8 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:crypt to:sack@2
  op:move id:10 thing:{id:10 kind:card key:card/queen name:Queen} from:sack@2 to:table
  told:"Sack of player 1 → Crypt: Queen" at:1
  told:"Crypt → Sack of player 2: Ace" at:2
  told:"Sack of player 2 → Table: Queen" at:3
`},
	{`lua remove(at("sack@1", 1)) add("ace", "crypt") at("crypt", 1).size = 5`, `
player 1, seat 1:
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1
  told:"− Sack of player 1: Queen" at:2
player 2, watcher:
debugger:
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1
  op:move id:9 thing:{id:9 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:crypt
  op:set id:8 name:size was:1 is:5
  told:"y1 Ace: Size 1 → 5" at:5
  told:"− Sack of player 1: Queen" at:2
  told:"+ Crypt: Ace" at:4
`},
	{`lua remove(at("table", 1), "dusk") remove(at("hand@1", 1), "dusk")`, `
player 1, seat 1, debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"− Table, for a time: King" at:2
  told:"− Hand of player 1, for a time: Ace" at:4
player 2, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  told:"− Table, for a time: King" at:2
  told:"− Hand of player 1, for a time: something unseen" at:4`},
	{`lua local c = at("hand@1", 1) c.size = 9 move_to(c, "deck") shuffle("deck", "x") move_to(top("deck"), "hand@1")`, `
player 1, seat 1:
  op:set id:1 name:size was:1 is:9
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:deck
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:hand@1
  told:"Hand of player 1 → Deck: Ace" at:2
  told:"Deck → Hand of player 1: Ace" at:6
  told:"Deck is in a new order" at:5
player 2, watcher:
  told:"Hand of player 1 → Deck: something unseen" at:2
  told:"Deck → Hand of player 1: something unseen" at:6
  told:"Deck is in a new order" at:5
debugger:
  op:set id:1 name:size was:1 is:9
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:deck
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:hand@1
  told:"h2 Ace: Size 1 → 9" at:1
  told:"Deck is in a new order" at:5
`},
	{`lua shuffle("deck", "x") shuffle("table", "x") shuffle("crypt", "x") shuffle("hand@2", "x")`, `
all:
  told:"Deck is in a new order" at:3
  told:"Table is in a new order" at:5
  told:"Hand of player 2 is in a new order" at:7
`},
	{`lua move_to(at("table", 1), "hand@1") shuffle("hand@1", "x") local p = at("pile", 1) p.value = 5 p.glow = 1`, `
player 1, seat 1:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  op:set id:13 name:value was:4 is:5
  told:"p2 Ruby 5: value 4 → 5" at:5
  told:"Table → Hand of player 1: King" at:1
  told:"Hand of player 1 is in a new order" at:4
player 2, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  op:set id:13 name:value was:4 is:5
  told:"p2 Ruby 5: value 4 → 5" at:5
  told:"Table → Hand of player 1: something unseen" at:1
  told:"Hand of player 1 is in a new order" at:4
debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  op:set id:13 name:value was:4 is:5
  op:set id:13 name:glow was:0 is:1
  told:"p2 Ruby 5: value 4 → 5" at:5
  told:"p2 Ruby 5: glow 0 → 1" at:6
  told:"Table → Hand of player 1: King" at:1
  told:"Hand of player 1 is in a new order" at:4
`},
	{`lua remove(at("pile", 1)) move_to(at("hand@1", 1), "sack@1") vars.lit = true at("pile", 1).glow = 2`, `
player 1, seat 1, debugger:
  op:move id:13 thing:{id:13 kind:relic key:relic/ruby name:Ruby} from:pile
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:sack@1
  op:var name:lit from:no to:yes
  op:set id:14 name:glow was:0 is:2
  told:"p1 Opal 4: glow 0 → 2" at:5
  told:"− Pile: Ruby 4" at:2
  told:"Hand of player 1 → Sack of player 1: Ace" at:3
  told:"Lit no → yes" at:4
player 2, watcher:
  op:move id:13 thing:{id:13 kind:relic key:relic/ruby name:Ruby} from:pile
  op:var name:lit from:no to:yes
  op:set id:14 name:glow was:0 is:2
  told:"p1 Opal 4: glow 0 → 2" at:5
  told:"− Pile: Ruby 4" at:2
  told:"Hand of player 1 → Sack of player 1: something unseen" at:3
  told:"Lit no → yes" at:4
`},
	{`lua move_to(at("table", 1), "deck") move_to(at("deck", 2), "table") at("hand@2", 1).face_up = true move_to(at("hand@2", 1), "deck")`, `
player 1, seat 1, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:deck
  op:move id:6 thing:{id:6 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:table
  op:turn id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade}
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:deck
  told:"k4 Ace: face up" at:3
  told:"Table → Deck: King" at:1
  told:"Deck → Table: Ace" at:2
  told:"Hand of player 2 → Deck: Ace" at:4
player 2, debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:deck
  op:move id:6 thing:{id:6 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:table
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:deck
  told:"k4 Ace: face up" at:3
  told:"Table → Deck: King" at:1
  told:"Deck → Table: Ace" at:2
  told:"Hand of player 2 → Deck: Ace" at:4
`},
	{`lua move_to(at("table", 1), "well") move_to(at("table", 1), "well") shuffle("well", "x")`, `
player 1, player 2, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:well
  op:move id:12 thing:{id:12 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table to:well
  told:"Table → Well: something unseen" at:1
  told:"Table → Well: something unseen" at:2
seat 1:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:well
  op:move id:12 thing:{id:12 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table to:well
  told:"Table → Well: something unseen" at:1
  told:"Table → Well: something unseen" at:2
  told:"Well is in a new order" at:5
debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:well
  op:move id:12 thing:{id:12 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table to:well
  told:"Table → Well: King" at:1
  told:"Table → Well: Ace" at:2
`},
	{`lua move_to(at("hand@1", 1), "well") move_to(at("hand@2", 1), "well") shuffle("well", "x")`, `
player 1:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:well
  told:"Hand of player 1 → Well: something unseen" at:1
  told:"Hand of player 2 → Well: something unseen" at:2
player 2:
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:well
  told:"Hand of player 1 → Well: something unseen" at:1
  told:"Hand of player 2 → Well: something unseen" at:2
seat 1:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:well
  told:"Hand of player 1 → Well: something unseen" at:1
  told:"Hand of player 2 → Well: something unseen" at:2
  told:"Well is in a new order" at:5
watcher:
  told:"Hand of player 1 → Well: something unseen" at:1
  told:"Hand of player 2 → Well: something unseen" at:2
debugger:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:well
  op:move id:2 thing:{id:2 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@2 to:well
  told:"Hand of player 1 → Well: Ace" at:1
  told:"Hand of player 2 → Well: Ace" at:2
`},
	{`lua remove(at("belt@1", 1)) remove(at("belt@2", 1)) local c = at("hand@1", 1) c.face_up = true remove(c)`, `
player 1, seat 1:
  op:move id:18 thing:{id:18 kind:joker key:joker/fool name:Fool} from:belt@1
  op:move id:19 thing:{id:19 kind:joker key:joker/fool name:Fool} from:belt@2
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"− Belt of player 1: Fool 6" at:2
  told:"− Belt of player 2: Fool" at:4
  told:"− Hand of player 1: Ace" at:7
player 2:
  op:move id:18 thing:{id:18 kind:joker key:joker/fool name:Fool} from:belt@1
  op:move id:19 thing:{id:19 kind:joker key:joker/fool name:Fool} from:belt@2
  op:turn id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade}
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"− Belt of player 1: Fool" at:2
  told:"− Belt of player 2: Fool 6" at:4
  told:"− Hand of player 1: Ace" at:7
watcher:
  op:move id:18 thing:{id:18 kind:joker key:joker/fool name:Fool} from:belt@1
  op:move id:19 thing:{id:19 kind:joker key:joker/fool name:Fool} from:belt@2
  op:turn id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade}
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"− Belt of player 1: Fool" at:2
  told:"− Belt of player 2: Fool" at:4
  told:"− Hand of player 1: Ace" at:7
debugger:
  op:move id:18 thing:{id:18 kind:joker key:joker/fool name:Fool} from:belt@1
  op:move id:19 thing:{id:19 kind:joker key:joker/fool name:Fool} from:belt@2
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"− Belt of player 1: Fool 6" at:2
  told:"− Belt of player 2: Fool 6" at:4
  told:"− Hand of player 1: Ace" at:7
`},
	{`lua remove(at("table", 1), "dusk") remove(at("hand@1", 1), "dusk") emit("dusk")`, `
player 1, seat 1, debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  op:event name:dusk show:strong
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:hand@1
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} to:table
player 2, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  op:event name:dusk show:strong
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} to:table
`},
	{`lua local c = at("table", 1) vars.guest = c at("table", 2).next = at("pile", 1) remove(c)`, `
all:
  op:var name:guest
  op:set id:12 name:next
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  told:"t1 Ace: next none → p2 Ruby 4" at:2
  told:"− Table: King" at:4
  told:"Guest none → (gone)" at:1
`},
	{`lua local c = at("table", 1) vars.guest = c remove(c, "dusk")`, `
all:
  op:var name:guest
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  told:"− Table, for a time: King" at:3
  told:"Guest none → King" at:1
`},
	{`lua local c = add("ace", "deck") c.size = 3 move_to(c, "table") c.size = 4`, `
player 1, player 2, seat 1, watcher:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:table
  op:set id:21 name:size was:3 is:4
  told:"+ Table: Ace" at:4
debugger:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:deck
  op:set id:21 name:size was:1 is:3
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:deck to:table
  op:set id:21 name:size was:3 is:4
  told:"+ Table: Ace" at:4`},
	{`lua local c = at("table", 1) c.mark = 3 move_to(c, "hand@1") c.mark = 4 local k = at("deck", 1) k.mark = 5 move_to(k, "hand@1")`, `
player 1, seat 1:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  op:set id:11 name:mark was:3 is:4
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  told:"Table → Hand of player 1: King" at:2
  told:"Deck → Hand of player 1: Queen" at:5
player 2, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  told:"Table → Hand of player 1: King" at:2
  told:"Deck → Hand of player 1: something unseen" at:5
debugger:
  op:set id:11 name:mark was:0 is:3
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:hand@1
  op:set id:11 name:mark was:3 is:4
  op:set id:5 name:mark was:0 is:5
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  told:"h3 King: mark 0 → 4" at:3
  told:"h4 Queen: mark 0 → 5" at:4
  told:"Table → Hand of player 1: King" at:2
  told:"Deck → Hand of player 1: Queen" at:5
`},
	{`lua local c = at("hand@1", 1) move_to(c, "table") c.size = 4 move_to(c, "hand@1") c.size = 5`, `
player 1, seat 1, debugger:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:table
  op:set id:1 name:size was:1 is:4
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table to:hand@1
  op:set id:1 name:size was:4 is:5
  told:"h2 Ace: Size 1 → 5" at:4
player 2, watcher:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:table
  op:set id:1 name:size was:1 is:4
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table to:hand@1
`},
	{`lua local c = at("deck", 1) c.face_up = true move_to(c, "hand@1") c.face_up = false move_to(c, "crypt")`, `
player 1, seat 1:
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:hand@1 to:crypt
  told:"Deck → Crypt: something unseen" at:4
player 2, watcher:
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  told:"Deck → Crypt: something unseen" at:4
debugger:
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck to:hand@1
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:hand@1 to:crypt
  told:"Deck → Crypt: Queen" at:4
`},
	{`lua remove(at("pit", 1)) remove(at("well", 1) or at("deck", 1))`, `
player 1, player 2, seat 1, watcher:
  told:"− Pit: something unseen" at:2
  told:"− Deck: something unseen" at:4
debugger:
  op:move id:20 thing:{id:20 kind:joker key:joker/fool name:Fool} from:pit
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  told:"− Pit: Fool 6" at:2
  told:"− Deck: Queen" at:4`},
	{`lua remove(add("ace", "table"), "dusk") remove(add("ace", "crypt"), "dusk")`, `
player 1, player 2, seat 1, watcher:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:table
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table
  told:"+ out of play: Ace" at:4
debugger:
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:table
  op:move id:21 thing:{id:21 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table
  op:move id:22 thing:{id:22 kind:card key:card/ace name:Ace text:Wins. drawing:spade} to:crypt
  op:move id:22 thing:{id:22 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:crypt
  told:"+ out of play: Ace" at:4
  told:"+ out of play: Ace" at:8`},
	{`lua clear("table") move_to(at("hand@1", 1), "table") move_to(at("hand@1", 1), "table") shuffle("table", "x")`, `
all:
  op:move id:12 thing:{id:12 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:table
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:table
  op:move id:3 thing:{id:3 kind:card key:card/king name:King rarity:rare} from:hand@1 to:table
  told:"− Table: Ace" at:2
  told:"− Table: King" at:4
  told:"Hand of player 1 → Table: Ace" at:5
  told:"Hand of player 1 → Table: King" at:6`},
	{`lua local c = at("hand@1", 1) c.size = 5 move_to(c, "well") shuffle("well", "x") shuffle("table", "x") move_to(top("well"), "hand@1")`, `
player 1, seat 1, debugger:
  op:set id:1 name:size was:1 is:5
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:well
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:well to:hand@1
  told:"h2 Ace: Size 1 → 5" at:1
  told:"Table is in a new order" at:5
player 2, watcher:
  told:"Table is in a new order" at:5`},
	{`lua at("table", 1).size = 2 shuffle("deck", "x") at("hand@1", 1).size = 3 move_to(at("hand@1", 1), "deck") shuffle("deck", "x")`, `
player 1, seat 1:
  op:set id:11 name:size was:1 is:2
  op:set id:1 name:size was:1 is:3
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:deck
  told:"t1 King: Size 1 → 2" at:1
  told:"Hand of player 1 → Deck: something unseen" at:6
  told:"Deck is in a new order" at:8
player 2, watcher:
  op:set id:11 name:size was:1 is:2
  told:"t1 King: Size 1 → 2" at:1
  told:"Hand of player 1 → Deck: something unseen" at:6
  told:"Deck is in a new order" at:8
debugger:
  op:set id:11 name:size was:1 is:2
  op:set id:1 name:size was:1 is:3
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1 to:deck
  told:"t1 King: Size 1 → 2" at:1
  told:"k1 Ace: Size 1 → 3" at:5
  told:"Hand of player 1 → Deck: Ace" at:6
  told:"Deck is in a new order" at:8`},
	{`lua local c = at("deck", 1) c.face_up = true emit("paused") c.face_up = false c.face_up = true remove(c)`, `
player 1, player 2, seat 1, watcher:
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:event name:paused show:pause
  op:turn id:5 thing:{id:5 kind:card key:card/queen name:Queen}
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  told:"− Deck: Queen" at:5
debugger:
  op:event name:paused show:pause
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  told:"− Deck: Queen" at:5`},
	{`lua local c = at("table", 1) move_to(c, "deck") shuffle("deck", "x") move_to(c, "table") move_to(c, "well")`, `
player 1, player 2, seat 1, watcher:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:deck
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:deck to:table
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:well
  told:"Table → Deck: something unseen" at:1
  told:"Deck → Well: something unseen" at:6
  told:"Deck is in a new order" at:4
debugger:
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:deck
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:deck to:table
  op:move id:11 thing:{id:11 kind:card key:card/king name:King rarity:rare} from:table to:well
  told:"Table → Well: King" at:6
  told:"Deck is in a new order" at:4`},
	{`lua local c = at("hand@1", 1) c.face_up = true remove(c, "dusk") local k = at("deck", 1) k.size = 5 remove(k, "dusk") remove(at("sack@1", 1), "dusk")`, `
player 1, seat 1:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1
  told:"Ace: face up" at:1
  told:"− Hand of player 1, for a time: Ace" at:3
  told:"− Deck, for a time: something unseen" at:6
  told:"− Sack of player 1, for a time: Queen" at:8
player 2, watcher:
  op:turn id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade}
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  told:"Ace: face up" at:1
  told:"− Hand of player 1, for a time: Ace" at:3
  told:"− Deck, for a time: something unseen" at:6
debugger:
  op:move id:1 thing:{id:1 kind:card key:card/ace name:Ace text:Wins. drawing:spade} from:hand@1
  op:set id:5 name:size was:1 is:5
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  op:move id:9 thing:{id:9 kind:card key:card/queen name:Queen} from:sack@1
  told:"Ace: face up" at:1
  told:"Queen: Size 1 → 5" at:4
  told:"− Hand of player 1, for a time: Ace" at:3
  told:"− Deck, for a time: Queen" at:6
  told:"− Sack of player 1, for a time: Queen" at:8`},
	{`lua at("deck", 1).face_up = true ;; lua remove(at("deck", 1))`, `
all:
  op:move id:5 thing:{id:5 kind:card key:card/queen name:Queen} from:deck
  told:"− Deck: Queen" at:2`},
}

// TestEffectsOfMoves states who sees what moves, appears and disappears, and
// what becomes unknown when zones are shuffled.
func TestEffectsOfMoves(t *testing.T) {
	testEffects(t, effectsOfMoves)
}
