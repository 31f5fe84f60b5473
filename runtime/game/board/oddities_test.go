package board_test

import (
	"testing"

	"sleight/tests/bazaar"
)

// oddities is a game whose figures have maxima, looks and harms of every sort,
// and whose layout names the same parts twice.
const oddities = `
kind: game
id: oddities
name: Oddities
players: {min: 2, max: 2}
params: {six: 6}
variables:
  endless: {start: 1, min: 0, as: bar}
  vast: {start: 1, min: 0, max: 9007199254740991, as: bar}
  zero: {start: 0, min: 0, max: 0}
  word: {start: a, most: six, name: Word}
  quiet: {start: "", as: status}
  said: {start: x, as: status}
  guest: {type: entity, as: status}
  pages: {start: "a\nb", as: status}
  loud: {start: true, as: status}
  sunk: {start: -2, min: -5, max: 5}
  five: {start: 5, min: 0, most: six}
  by_word: {start: 1, min: 0, most: word}
  by_secret: {start: 1, min: 0, most: secret}
  by_own: {start: 1, min: 0, most: own}
  by_view: {start: 1, min: 0, most: eight}
  by_deep: {start: 1, min: 0, most: deep}
  by_broken: {start: 1, min: 0, most: broken}
  by_text: {start: 1, min: 0, most: text}
  secret: {start: 4, visible: owner, per: player}
  own: {start: 3, per: player}
  masked: {start: 4, visible: owner, per: player, icon: heart, as: status}
  sum: {start: 0.1, whole: false}
views:
  eight: {value: "8", show: false}
  deep: {value: 'at("deck", 1).id == "ace" and 3 or 2', show: false}
  broken: {value: "nil + 1", show: false}
  text: {value: '"x"', show: false}
  foe: {value: 'top("foes")', show: false}
  face_down: {value: 'top("deck")', show: false}
  gone: {value: vars.guest, show: false}
  blow: {value: "4", harms: foe, icon: sword, as: dots, most: six}
  dark: {value: "1", harms: face_down}
  late: {value: "1", harms: gone}
  selfish: {value: "1", harms: own}
  mood: {value: "1", harms: word}
  wordy: {value: "1", harms: text}
  failing: {value: "1", harms: broken}
  sly: {value: 'at("deck", 1).id', as: status}
  noted: {value: "3", as: text}
  nothing: {value: nil}
  blank: {value: '""'}
  card: {value: 'top("deck")'}
zones:
  deck: {of: card, label: k, visible: none, start: [ace]}
  foes: {of: enemy, label: e, start: [wolf]}
  list: {of: hand, label: l}
  bag: {of: card, label: b, per: player, start: [ace]}
  mixed: {of: [relic, card], label: m}
  books: {of: relic, label: w, texts: true}
  charms: {of: relic, label: r}
  any: {of: card, label: z}
  slots: {of: card, label: s, visible: none, limit: 3, start: [ace]}
  room: {of: card, label: o, visible: none, limit: five}
layout:
  - {of: [word]}
  - {of: [word]}
  - {name: Deck, of: [deck, endless]}
  - {name: List, of: [list, deck]}
  - {name: Bags, of: [bag]}
  - {name: Side, of: [room, endless]}
  - {at: far, of: [said, sunk]}
  - {of: [five]}
actions: {rest: {}, hurt: {cost: {own: 9}}, kill: {}}
phases: {day: {actions: [rest, hurt, kill], use: [bag, any]}}
lua: |
  return {
    start = function() vars.guest = at("foes", 1) vars.sum = vars.sum + 0.2 end,
    do_rest = function() set_player(2) end,
    do_hurt = function() end,
    do_kill = function() remove(at("foes", 1)) end,
  }
---
{kind: card, id: ace, name: Ace, use: {}, lua: "return {use = function() end}"}
---
{kind: enemy, id: wolf, name: Wolf, hp: 5, moves: {bite: {name: Bite}}, lua: "return {move_bite = function() end}"}
`

// What the seats see at the beginning: the board and the numbers of player 1,
// and how those of others differ.
const oddBoard = `
game:oddities title:Oddities viewer:1 acting:1 players:2 phase:{name:day title:Day}
group place:head
  figure name:word title:Word value:a type:string show:number
group title:Deck place:side
  figure name:endless title:Endless value:1 type:number number:1 show:number
  zone name:deck title:Deck as:stack limit:-1 count:1 hidden
    label:k1 hidden
group title:List place:side
  zone name:list title:List as:list limit:-1
group title:Bags place:middle
  zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1 usable
    label:b1 id:3 kind:card key:card/ace name:Ace
  zone name:bag@2 owner:2 title:"Bag of player 2" common:Bag as:row limit:-1 count:1
    label:b1@2 id:4 kind:card key:card/ace name:Ace
group title:Side place:middle
  zone name:room title:Room as:row limit:5 hidden
group place:far
  figure name:said title:Said value:x type:string show:status
  figure name:sunk title:Sunk value:-2 type:number number:-2 most:5 show:number
group place:middle
  figure name:five title:Five value:5 type:number number:5 most:6 show:bar
group place:head
  figure name:vast title:Vast value:1 type:number number:1 most:9.007199254740991e+15 show:bar
  figure name:zero title:Zero value:0 type:number number:0 most:0 show:number
  figure name:quiet title:Quiet type:string show:status idle
  figure name:guest title:Guest value:"e1 Wolf" type:entity show:status
  figure name:pages title:Pages value:"a\nb" type:string show:picture
  figure name:loud title:Loud value:yes type:boolean show:status
  figure name:by_word title:"By word" value:1 type:number number:1 show:number
  figure name:by_secret title:"By secret" value:1 type:number number:1 most:4 show:dots
  figure name:by_own title:"By own" value:1 type:number number:1 most:3 show:dots
  figure name:by_view title:"By view" value:1 type:number number:1 most:8 show:bar
  figure name:by_deep title:"By deep" value:1 type:number number:1 most:3 show:dots
  figure name:by_broken title:"By broken" value:1 type:number number:1 show:number
  figure name:by_text title:"By text" value:1 type:number number:1 show:number
  figure name:secret@1 title:"Secret of player 1" owner:1 common:Secret value:4 type:number number:4 show:number
  figure name:secret@2 title:"Secret of player 2" owner:2 common:Secret value:? type:number hidden show:number
  figure name:own@1 title:"Own of player 1" owner:1 common:Own value:3 type:number number:3 show:number
  figure name:own@2 title:"Own of player 2" owner:2 common:Own value:3 type:number number:3 show:number
  figure name:masked@1 title:"Masked of player 1" owner:1 common:Masked drawing:heart value:4 type:number number:4 show:status
  figure name:masked@2 title:"Masked of player 2" owner:2 common:Masked drawing:heart value:? type:number hidden show:status
  figure name:sum title:Sum value:0.3 type:number number:0.30000000000000004 show:number
  figure name:blow view title:Blow drawing:sword value:4 type:number number:4 most:6 show:dots harms:e1
  figure name:dark view title:Dark value:1 type:number number:1 show:number
  figure name:late view title:Late value:1 type:number number:1 show:number harms:e1
  figure name:selfish view title:Selfish value:1 type:number number:1 show:number harms:own@1
  figure name:mood view title:Mood value:1 type:number number:1 show:number harms:word
  figure name:wordy view title:Wordy value:1 type:number number:1 show:number
  figure name:failing view title:Failing value:1 type:number number:1 show:number
  figure name:sly view title:Sly value:ace type:string show:status
  figure name:noted view title:Noted value:3 type:number number:3 show:text idle
  figure name:card view title:Card value:k1 type:entity show:number
group place:far
  zone name:foes title:Foes as:row limit:-1 count:1
    label:e1 id:2 kind:enemy key:enemy/wolf name:Wolf life:{left:5 most:5}
group place:middle
  zone name:mixed title:Mixed as:row limit:-1
  zone name:books title:Books as:row limit:-1 texts
  zone name:charms title:Charms as:tokens limit:-1
  zone name:slots title:Slots as:row limit:3 count:1 hidden
    label:s1 hidden
group place:near
  zone name:any title:Any as:row limit:-1 usable
offer command:rest title:Rest
offer command:hurt title:Hurt costs:[{variable:own title:Own amount:9}] reason:"Not enough own." code:unaffordable
offer command:kill title:Kill
offer command:"use ace" item:b1 title:Ace
choice state:IDLE`

const oddAmounts = `
figure:endless title:Endless number:1
figure:vast title:Vast number:1
figure:zero title:Zero
figure:sunk title:Sunk number:-2
figure:five title:Five number:5
figure:by_word title:"By word" number:1
figure:by_secret title:"By secret" number:1
figure:by_own title:"By own" number:1
figure:by_view title:"By view" number:1
figure:by_deep title:"By deep" number:1
figure:by_broken title:"By broken" number:1
figure:by_text title:"By text" number:1
figure:secret@1 title:"Secret of player 1" number:4
figure:own@1 title:"Own of player 1" number:3
figure:own@2 title:"Own of player 2" number:3
figure:masked@1 title:"Masked of player 1" number:4
figure:sum title:Sum number:0.30000000000000004
figure:blow title:Blow number:4
figure:dark title:Dark number:1
figure:late title:Late number:1
figure:selfish title:Selfish number:1
figure:mood title:Mood number:1
figure:wordy title:Wordy number:1
figure:failing title:Failing number:1
id:2 title:Wolf number:5`

const oddForPlayer2 = `
- game:oddities title:Oddities viewer:1 acting:1 players:2 phase:{name:day title:Day}
-   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1 usable
-   figure name:secret@1 title:"Secret of player 1" owner:1 common:Secret value:4 type:number number:4 show:number
-   figure name:secret@2 title:"Secret of player 2" owner:2 common:Secret value:? type:number hidden show:number
-   figure name:masked@1 title:"Masked of player 1" owner:1 common:Masked drawing:heart value:4 type:number number:4 show:status
-   figure name:masked@2 title:"Masked of player 2" owner:2 common:Masked drawing:heart value:? type:number hidden show:status
-   figure name:selfish view title:Selfish value:1 type:number number:1 show:number harms:own@1
-   zone name:any title:Any as:row limit:-1 usable
- offer command:rest title:Rest
- offer command:hurt title:Hurt costs:[{variable:own title:Own amount:9}] reason:"Not enough own." code:unaffordable
- offer command:kill title:Kill
- offer command:"use ace" item:b1 title:Ace
- choice state:IDLE
+ game:oddities title:Oddities viewer:2 acting:1 players:2 phase:{name:day title:Day}
+   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1
+   figure name:secret@1 title:"Secret of player 1" owner:1 common:Secret value:? type:number hidden show:number
+   figure name:secret@2 title:"Secret of player 2" owner:2 common:Secret value:4 type:number number:4 show:number
+   figure name:masked@1 title:"Masked of player 1" owner:1 common:Masked drawing:heart value:? type:number hidden show:status
+   figure name:masked@2 title:"Masked of player 2" owner:2 common:Masked drawing:heart value:4 type:number number:4 show:status
+   figure name:selfish view title:Selfish value:1 type:number number:1 show:number harms:own@2
+   zone name:any title:Any as:row limit:-1
+ choice state:WAITING prompt:"Wait for player 1."
- figure:secret@1 title:"Secret of player 1" number:4
- figure:masked@1 title:"Masked of player 1" number:4
+ figure:secret@2 title:"Secret of player 2" number:4
+ figure:masked@2 title:"Masked of player 2" number:4`

const oddForWatcher = `
- game:oddities title:Oddities viewer:1 acting:1 players:2 phase:{name:day title:Day}
-   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1 usable
-   figure name:by_secret title:"By secret" value:1 type:number number:1 most:4 show:dots
-   figure name:by_own title:"By own" value:1 type:number number:1 most:3 show:dots
-   figure name:by_deep title:"By deep" value:1 type:number number:1 most:3 show:dots
-   figure name:secret@1 title:"Secret of player 1" owner:1 common:Secret value:4 type:number number:4 show:number
-   figure name:masked@1 title:"Masked of player 1" owner:1 common:Masked drawing:heart value:4 type:number number:4 show:status
-   figure name:selfish view title:Selfish value:1 type:number number:1 show:number harms:own@1
-   figure name:sly view title:Sly value:ace type:string show:status
-   figure name:card view title:Card value:k1 type:entity show:number
-   zone name:any title:Any as:row limit:-1 usable
- offer command:rest title:Rest
- offer command:hurt title:Hurt costs:[{variable:own title:Own amount:9}] reason:"Not enough own." code:unaffordable
- offer command:kill title:Kill
- offer command:"use ace" item:b1 title:Ace
- choice state:IDLE
+ game:oddities title:Oddities acting:1 players:2 phase:{name:day title:Day}
+   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1
+   figure name:by_secret title:"By secret" value:1 type:number number:1 show:number
+   figure name:by_own title:"By own" value:1 type:number number:1 show:number
+   figure name:by_deep title:"By deep" value:1 type:number number:1 show:number
+   figure name:secret@1 title:"Secret of player 1" owner:1 common:Secret value:? type:number hidden show:number
+   figure name:masked@1 title:"Masked of player 1" owner:1 common:Masked drawing:heart value:? type:number hidden show:status
+   figure name:selfish view title:Selfish value:1 type:number number:1 show:number
+   figure name:sly view title:Sly value:? type:nil hidden show:status
+   figure name:card view title:Card value:? type:nil hidden show:number
+   zone name:any title:Any as:row limit:-1
+ choice state:WAITING prompt:"Wait for player 1."
- figure:secret@1 title:"Secret of player 1" number:4
- figure:masked@1 title:"Masked of player 1" number:4`

const oddForDebugger = `
- group title:Deck place:side
-   zone name:deck title:Deck as:stack limit:-1 count:1 hidden
-     label:k1 hidden
-   zone name:room title:Room as:row limit:5 hidden
-   figure name:secret@2 title:"Secret of player 2" owner:2 common:Secret value:? type:number hidden show:number
-   figure name:masked@2 title:"Masked of player 2" owner:2 common:Masked drawing:heart value:? type:number hidden show:status
-   figure name:dark view title:Dark value:1 type:number number:1 show:number
-   figure name:card view title:Card value:k1 type:entity show:number
-   zone name:slots title:Slots as:row limit:3 count:1 hidden
-     label:s1 hidden
+ group title:Deck place:middle
+   zone name:deck title:Deck as:row limit:-1 count:1
+     label:k1 id:1 kind:card key:card/ace name:Ace
+   zone name:room title:Room as:row limit:5
+   figure name:secret@2 title:"Secret of player 2" owner:2 common:Secret value:4 type:number number:4 show:number
+   figure name:masked@2 title:"Masked of player 2" owner:2 common:Masked drawing:heart value:4 type:number number:4 show:status
+   figure name:eight view title:Eight value:8 type:number number:8 show:number
+   figure name:deep view title:Deep value:3 type:number number:3 show:number
+   figure name:broken view title:Broken value:"cannot apply + to nil and a number" type:nil show:number failed problem:{severity:error code:script/runtime message:{format:"cannot apply %s to %s and %s" args:[+, nil, "a number"]} place:{file:content/oddities/game.yaml line:33 column:20 path:views.broken.value} hint:{format:"one of the two is missing or not a number"}}
+   figure name:text view title:Text value:x type:string show:number
+   figure name:foe view title:Foe value:"e1 Wolf" type:entity show:number
+   figure name:face_down view title:"Face down" value:"k1 Ace" type:entity show:number
+   figure name:gone view title:Gone value:"e1 Wolf" type:entity show:number
+   figure name:dark view title:Dark value:1 type:number number:1 show:number harms:k1
+   figure name:card view title:Card value:"k1 Ace" type:entity show:number
+   zone name:slots title:Slots as:row limit:3 count:1
+     label:s1 id:5 kind:card key:card/ace name:Ace
+ figure:secret@2 title:"Secret of player 2" number:4
+ figure:masked@2 title:"Masked of player 2" number:4
+ figure:eight title:Eight number:8
+ figure:deep title:Deep number:3`

// TestOddities states the whole board of a player, how the boards of others
// differ from it, and the numbers of which everyone sees the same.
func TestOddities(t *testing.T) {
	s := begin(t, bazaar.Written(t, "oddities", oddities), "oddities")
	seats := everyone(s, nil, nil)
	first, amounts := whole(seats[0].Board()), each(seats[0].Amounts())
	expect(t, "the board", first, oddBoard)
	expect(t, "the amounts", amounts, oddAmounts)
	for i, want := range []string{1: oddForPlayer2, 2: "", 3: oddForWatcher, 4: oddForDebugger} {
		l := seats[i]
		expect(t, l.seat, differences(first, whole(l.Board()))+"\n"+differences(amounts, each(l.Amounts())), want)
	}
	run(t, s, "kill")
	before := whole(seats[0].Board())
	expect(t, "kill", differences(first, before), `
- game:oddities title:Oddities viewer:1 acting:1 players:2 phase:{name:day title:Day}
-   figure name:guest title:Guest value:"e1 Wolf" type:entity show:status
-   figure name:blow view title:Blow drawing:sword value:4 type:number number:4 most:6 show:dots harms:e1
-   figure name:late view title:Late value:1 type:number number:1 show:number harms:e1
-   zone name:foes title:Foes as:row limit:-1 count:1
-     label:e1 id:2 kind:enemy key:enemy/wolf name:Wolf life:{left:5 most:5}
+ game:oddities title:Oddities turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day}
+   figure name:guest title:Guest value:(gone) type:entity show:status
+   figure name:blow view title:Blow drawing:sword value:4 type:number number:4 most:6 show:dots
+   figure name:late view title:Late value:1 type:number number:1 show:number
+   zone name:foes title:Foes as:row limit:-1`)
	run(t, s, "rest")
	expect(t, "rest", differences(before, whole(seats[0].Board())), `
- game:oddities title:Oddities turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day}
-   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1 usable
-     label:b1 id:3 kind:card key:card/ace name:Ace
-     label:b1@2 id:4 kind:card key:card/ace name:Ace
-   zone name:any title:Any as:row limit:-1 usable
- offer command:rest title:Rest
- offer command:hurt title:Hurt costs:[{variable:own title:Own amount:9}] reason:"Not enough own." code:unaffordable
- offer command:kill title:Kill
- offer command:"use ace" item:b1 title:Ace
- choice state:IDLE
+ game:oddities title:Oddities turn:2 undo:2 viewer:1 acting:2 players:2 phase:{name:day title:Day}
+   zone name:bag@1 owner:1 title:"Bag of player 1" common:Bag as:row limit:-1 count:1
+     label:b1@1 id:3 kind:card key:card/ace name:Ace
+     label:b1 id:4 kind:card key:card/ace name:Ace
+   zone name:any title:Any as:row limit:-1
+ choice state:WAITING prompt:"Wait for player 2."`)
}
