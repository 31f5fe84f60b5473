package board_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// asking is a game with commands of every cost, questions and a window.
const asking = `
kind: game
id: asking
name: Asking
players: {min: 2, max: 2}
variables: {gold: {start: 3, min: 0, per: player, icon: coin, name: Gold}, mood: {start: glad}, runs: {start: 0}}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ace, king, ring]}
  deck: {of: card, label: k, visible: none, start: [queen, ace]}
  table: {of: [card, relic], label: t, start: [king, idol]}
  bag: {of: consumable, label: b, per: player, start: [oil, horn]}
properties: {card: {face_up: {start: false}, size: {start: 3}}}
actions:
  buy: {name: Buy, icon: coin, text: "Costs {=vars.gold} of all.", cost: {gold: 1}, warning: {text: "Sure?", when: vars.gold > 1}, targets: [{name: card, from: table, prompt: "Which one?", where: 'card.id ~= "idol"', else: "Not for sale."}, {name: how, from: [1, 2], labels: {"1": Fast, "2": Slow}}]}
  spend: {name: Spend, cost: {gold: x}, targets: [{name: n, from: [5, 6]}]}
  fail: {name: Fail, cost: {gold: all}, targets: [{name: n, from: [5, 6]}]}
  pour: {name: Pour, cost: {gold: n}, targets: [{name: n, from: [1, 4]}]}
  look: {name: Look}
  blind: {name: Blind}
  some: {name: Some}
  fall: {name: Fall}
  shut: {name: Shut, requires: [{that: vars.runs > 0, else: Not yet.}]}
phases: {day: {name: Day, prompt: "Act, please.", text: "It is {=phase()}.", actions: [buy, spend, fail, pour, look, blind, some, fall, shut], use: [bag, hand]}}
windows: {answer: {name: Answer, text: "Will you?", before: [use, buy], use: [hand], actions: [fall], answers: any}}
lua: |
  return {
    do_buy = function() vars.runs = vars.runs + 1 end,
    do_spend = function() end,
    do_fail = function() end,
    do_pour = function() end,
    do_look = function() ask("what", {from = {"ace", "queen", "ring"}, kind = "card", prompt = "Take one."}) end,
    do_blind = function() ask("which", {from = "deck", skip = true}) end,
    do_some = function() ask("some", {from = "table", max = 2, min = 1, skip = true}) end,
    do_fall = function() lose("It is over.") end,
    do_shut = function() end,
    chosen_what = function() end,
    chosen_which = function() end,
    chosen_some = function() end,
  }
---
{kind: card, id: ace, name: Ace, icon: spade, rarity: rare, text: "Beats {=vars.gold}. {keen}"}
---
{kind: card, id: king, name: King, data: {strength: 2}, text: Rules., use: {during: [answer], text: Now.}, lua: "return {use = function() end}"}
---
{kind: card, id: queen, name: Queen, params: {price: 2}, text: "Costs {=self.price + vars.gold} or {=self.size * vars.gold} in {=zone_of(self)}."}
---
{kind: card, id: ring, name: Ring, text: Shines., use: {name: Rub, cost: {gold: 9}, text: "Needs {=9 - vars.gold} more.", warning: {text: Hot.}}, lua: "return {use = function() end}"}
---
{kind: relic, id: idol, name: Idol}
---
{kind: consumable, id: oil, name: Oil, text: Burns., use: {targets: [{name: card, from: deck}]}, lua: "return {use = function() end}"}
---
{kind: consumable, id: horn, name: Horn, text: Loud., use: {}, lua: "return {use = function() end}"}
---
{kind: keyword, id: keen, name: Keen, text: "Adds {=vars.gold}.", icon: sword}
`

// commands formats what a board says about commands: the open window, the
// ending, the offers and the choice.
func commands(l look) string {
	b := l.Board()
	b.Groups, b.Clocks, b.Failures = nil, nil, nil
	// A seat of a table is not told why; TestFailuresAreQuestionMarksAtATable checks that.
	return strings.ReplaceAll(whole(b), `reason:"a function cannot be game data"`, "reason:?") + "\n"
}

// offered returns the lines of the offers on a board.
func offered(l look) string {
	var out strings.Builder
	for line := range strings.Lines(commands(l)) {
		if strings.HasPrefix(line, "offer") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// commandsAtFirst is what boards say about commands at the beginning.
const commandsAtFirst = `
player 1, seat 1, debugger:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
offer command:buy title:Buy text:"Costs 3 of all." drawing:coin costs:[{variable:gold title:Gold drawing:coin amount:1}] targets:2 asks:[card, how] from:table warning:Sure?
offer command:spend title:Spend costs:[{variable:gold title:Gold drawing:coin amount:3 all}] targets:1 asks:[n]
offer command:pour title:Pour costs:[{variable:gold title:Gold drawing:coin depends}] targets:1 asks:[n]
offer command:look title:Look
offer command:blind title:Blind
offer command:some title:Some
offer command:fall title:Fall
offer command:shut title:Shut reason:"Not yet." code:by-rules
offer command:"use oil" item:b1 title:Oil text:Burns. targets:1 asks:[card] from:deck
offer command:"use horn" item:b2 title:Horn text:Loud.
offer command:"use ring" item:h3 title:Rub text:"Needs 6 more." costs:[{variable:gold title:Gold drawing:coin amount:9}] reason:"Not enough gold." code:unaffordable warning:Hot.
offer title:Failed reason:?
choice state:IDLE prompt:"Act, please."
player 2:
game:asking title:Asking viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`

// commandScenes are commands and picks, each with what boards then say.
var commandScenes = [][]struct{ command, want string }{
	{{"begin buy", `
player 1, seat 1, debugger:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice open command:buy state:CHOOSING_CARD prompt:"Which one?" target:card warning:Sure?
  option label:t1 thing title:King text:Rules.
  option label:t2 thing title:Idol reason:"Not for sale." code:by-rules
player 2:
game:asking title:Asking viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`}, {"pick t1", `
player 1, seat 1, debugger:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice open command:"buy t1" state:CHOOSING_HOW prompt:"Select how…" target:how picked:[t1] warning:Sure?
  option label:1 title:Fast
  option label:2 title:Slow
player 2:
game:asking title:Asking viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`}, {"pick 2", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 waiting:[2]}
offer command:fall title:Fall
offer command:pass title:Pass
offer command:"use king" item:h2 title:King text:Now.
choice state:REACTING prompt:"Answer: react or pass."
watcher:
game:asking title:Asking turn:1 undo:1 acting:2 players:2 phase:{name:day title:Day text:"It is ?."} window:{name:answer title:Answer text:"Will you?" by:1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."`}},
	{{"begin use b1", `
player 1, seat 1:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice open command:"use oil" state:CHOOSING_CARD prompt:"Select card…" target:card
  option label:k1 thing title:k1
  option label:k2 thing title:k2
player 2:
game:asking title:Asking viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
debugger:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice open command:"use oil" state:CHOOSING_CARD prompt:"Select card…" target:card
  option label:k1 thing title:k1 text:"Costs 5 or 9 in deck." spans:[{text:"Costs 5 or 9 in "}, {text:deck printed:none}, {text:.}]
  option label:k2 thing title:k2 text:"Beats 3. Keen" keywords:[{name:Keen text:"Adds 3." drawing:sword}]`}, {"pick k1", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b1@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b1@1 waiting:[2]}
offer command:fall title:Fall
offer command:pass title:Pass
offer command:"use king" item:h2 title:King text:Now.
choice state:REACTING prompt:"Answer: react or pass."
watcher:
game:asking title:Asking turn:1 undo:1 acting:2 players:2 phase:{name:day title:Day text:"It is ?."} window:{name:answer title:Answer text:"Will you?" by:1 item:b1@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."`}},
	{{"lua vars.gold = 0", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
offer command:buy title:Buy text:"Costs 0 of all." spans:[{text:"Costs "}, {text:0 printed:3}, {text:" of all."}] drawing:coin costs:[{variable:gold title:Gold drawing:coin amount:1}] targets:2 asks:[card, how] from:table reason:"Not enough gold." code:unaffordable
offer command:spend title:Spend costs:[{variable:gold title:Gold drawing:coin all}] targets:1 asks:[n]
offer command:pour title:Pour costs:[{variable:gold title:Gold drawing:coin depends}] targets:1 asks:[n] reason:"Not enough gold." code:unaffordable
offer command:look title:Look
offer command:blind title:Blind
offer command:some title:Some
offer command:fall title:Fall
offer command:shut title:Shut reason:"Not yet." code:by-rules
offer command:"use oil" item:b1 title:Oil text:Burns. targets:1 asks:[card] from:deck
offer command:"use horn" item:b2 title:Horn text:Loud.
offer command:"use ring" item:h3 title:Rub text:"Needs 9 more." spans:[{text:"Needs "}, {text:9 printed:6}, {text:" more."}] costs:[{variable:gold title:Gold drawing:coin amount:9}] reason:"Not enough gold." code:unaffordable warning:Hot.
offer title:Failed reason:?
choice state:IDLE prompt:"Act, please."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`}},
	{{"look", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice open command:choose state:CHOOSING_WHAT prompt:"Take one." target:what asked
  option label:ace title:Ace text:"Beats 3. Keen" keywords:[{name:Keen text:"Adds 3." drawing:sword}] shows:{kind:card key:card/ace name:Ace drawing:spade rarity:rare}
  option label:queen title:Queen text:"Costs 5 or 9 in none." shows:{kind:card key:card/queen name:Queen}
  option label:ring title:Ring text:Shines. shows:{kind:card key:card/ring name:Ring}
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is ?."}
choice state:WAITING prompt:"Wait for player 1."`}, {"pick ace", `
player 1, seat 1, debugger:
game:asking title:Asking turn:2 undo:2 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice state:IDLE prompt:"Act, please."
player 2:
game:asking title:Asking turn:2 undo:2 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:2 undo:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`}},
	{{"blind", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice open command:choose state:CHOOSING_WHICH prompt:"Select which…" target:which asked
  option label:k1 thing title:Queen text:"Costs 5 or 9 in deck." spans:[{text:"Costs 5 or 9 in "}, {text:deck printed:none}, {text:.}]
  option label:k2 thing title:Ace text:"Beats 3. Keen" keywords:[{name:Keen text:"Adds 3." drawing:sword}]
  option label:skip title:Skip
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is ?."}
choice state:WAITING prompt:"Wait for player 1."`}},
	{{"some", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice open command:choose state:CHOOSING_SOME prompt:"Select some…" target:some min:1 max:2 limits:"1 to 2" asked
  option label:t1 thing title:King text:Rules.
  option label:t2 thing title:Idol
  option label:skip title:Skip
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is ?."}
choice state:WAITING prompt:"Wait for player 1."`}, {"pick t1", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice open command:"choose t1" state:CHOOSING_SOME prompt:"Select some…" target:some picked:[t1] min:1 max:2 limits:"1 to 2, 1 picked" asked
  option label:t2 thing title:Idol
  option label:done title:Done
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is ?."}
choice state:WAITING prompt:"Wait for player 1."`}},
	{{"use b2", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
offer command:fall title:Fall
offer command:pass title:Pass
offer command:"use king" item:h2 title:King text:Now.
choice state:REACTING prompt:"Answer: react or pass."
watcher:
game:asking title:Asking turn:1 undo:1 acting:2 players:2 phase:{name:day title:Day text:"It is ?."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."`}},
	{{"use b2", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:2 players:2 phase:{name:day title:Day text:"It is day."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
offer command:fall title:Fall
offer command:pass title:Pass
offer command:"use king" item:h2 title:King text:Now.
choice state:REACTING prompt:"Answer: react or pass."
watcher:
game:asking title:Asking turn:1 undo:1 acting:2 players:2 phase:{name:day title:Day text:"It is ?."} window:{name:answer title:Answer text:"Will you?" by:1 item:b2@1 waiting:[2]}
choice state:WAITING prompt:"Wait for player 2."`}, {"fall", `
player 1, seat 1, debugger:
game:asking title:Asking turn:2 undo:2 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."
player 2:
game:asking title:Asking turn:2 undo:2 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."
watcher:
game:asking title:Asking turn:2 undo:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."`}},
	{{"fall", `
player 1, seat 1, debugger:
game:asking title:Asking turn:1 undo:1 viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."
player 2:
game:asking title:Asking turn:1 undo:1 viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."
watcher:
game:asking title:Asking turn:1 undo:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."} ending:{outcome:lost text:"It is over."}
choice state:IDLE prompt:"Act, please."`}},
	{{"begin pour", `
player 1, seat 1, debugger:
game:asking title:Asking viewer:1 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
the same offers
choice open command:pour state:CHOOSING_N prompt:"Select n…" target:n
  option label:1 title:1
  option label:4 title:4 reason:"Not enough gold." code:unaffordable
player 2:
game:asking title:Asking viewer:2 acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."
watcher:
game:asking title:Asking acting:1 players:2 phase:{name:day title:Day text:"It is day."}
choice state:WAITING prompt:"Wait for player 1."`}},
}

// TestCommandsOnBoards states what boards say about commands at the beginning,
// while targets are chosen, questions are open and others may react, and at the
// end.
func TestCommandsOnBoards(t *testing.T) {
	c := bazaar.Written(t, "asking", asking)
	first := everyone(begin(t, c, "asking"), nil, nil)
	expect(t, "the beginning", bySeat(first, commands), commandsAtFirst)
	for _, scene := range commandScenes {
		s := begin(t, c, "asking")
		for _, step := range scene {
			follow(t, s, []string{step.command}, func(command string, r session.Result) {
				if !r.OK() {
					t.Fatal(command, r.Refusal, r.Problem)
				}
			})
			got := bySeat(everyone(s, nil, nil), func(l look) string {
				return strings.Replace(commands(l), offered(first[0]), "the same offers\n", 1)
			})
			expect(t, step.command, got, step.want)
		}
	}
}
