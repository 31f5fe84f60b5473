package api_test

import (
	"strings"
	"testing"
)

// oddCalls are statements, each with all of its effects: what writeResult writes.
var oddCalls = []struct{ statements, want string }{
	{`local c = at("deck", 1) p(c.id) c.id = "x"`, `
script/unknown-name at (typed):1: ["a card" "id"] | ["face_up, mark, note"]
121 units  `},
	{`local c = at("deck", 1) p(c.mark) c.mark = 2 p(c.mark) p(c.nothing)`, `
script/unknown-name at (typed):1: ["card ace" "nothing"] | ["face_up, id, index, kind, mark, name, note, owner, rarity, tags, temporary, zone"]
194 units  `},
	{`add_die("odd") add_die("bell")`, `
game/zone at (typed):1: ["relic/bell" "die"] | []
448 units  `},
	{`add_die("d7")`, `
script/unknown-name at (typed):1: ["d7"] | ["d6"]
73 units  `},
	{`p(add("ace"))`, `
script/arguments at (typed):1:44: ["add" "2" "1"] | ["add(id, zone[, until_event[, times]])"]
0 units  `},
	{`p(give("bell"))`, `
said: bell from nil false
said: entity false
bell#12 place: none → away 1
event came [#16777228 nil]
called game/corners
334 units  `},
	{`p(index_of(at("deck", 3)), at("deck", 3).index)`, `
said: 3 false
132 units  `},
	{`p(at("deck", 0))`, `
said: nil false
117 units  `},
	{`p(at("deck", 4))`, `
said: nil false
117 units  `},
	{`p(at("deck", -1))`, `
said: nil false
118 units  `},
	{`p(top("none"))`, `
said: nil false
116 units  `},
	{`p(count("none"))`, `
said: 0 false
116 units  `},
	{`p(has_room("full"))`, `
said: false false
116 units  `},
	{`add("ace", "full")`, `
game/zone at (typed):1: ["add" "zone \"full\" is full: it holds at most 1"] | ["full"]
74 units  `},
	{`local r = at("foes", 1) p(r.hp) p(damage(r, 0)) p(heal(r, 0)) p(damage(r, 2)) p(heal(r, 1)) p(heal(r, 9)) p(damage(r, 99)) p(r.hp)`, `
said: 5 false
said: 0 false
said: 0 false
said: 2 false
said: 1 false
said: 1 false
said: 5 false
said: 0 false
rat#8.hp: 5 → 0
566 units  `},
	{`p(#range(1, 0)) p(#range(5, 5)) p(#range(1, 10000))`, `
said: 0 false
said: 1 false
said: 10000 false
20512 units  `},
	{`p(#range(1, 10001))`, `
script/arguments at (typed):1: [] | ["range(low, high)"]
77 units  `},
	{`p(#range(3, -9))`, `
said: 0 false
215 units  `},
	{`tell(0, "all") tell(2, "two") tell(3, "three")`, `
script/arguments at (typed):1: ["3" "2"] | ["tell(player, text)"]
154 units  `},
	{`set_player(2) p(player()) p(players()) set_player(3)`, `
script/arguments at (typed):1: ["3" "2"] | ["set_player(player)"]
202 units  `},
	{`p(var_of(2, "score")) set_var_of(2, "score", 4) p(var_of(2, "score")) p(var_of(1, "score"))`, `
said: 0 false
said: 4 false
said: 0 false
score@2: 0 → 4
252 units  `},
	{`p(var_of(3, "score"))`, `
script/arguments at (typed):1: ["3" "2"] | ["var_of(player, name)"]
76 units  `},
	{`set_var_of(2, "gold", 1)`, `
gold: 5 → 1
99 units  `},
	{`p(sample("x", {1}, 0)[1]) p(#sample("x", {1, 2, 3}, 9)) p(#sample("x", {}, 2))`, `
said: nil false
said: 3 false
said: 0 false
860 units  `},
	{`p(pick("x", {})) p(pick("x", {7})) p(pick("x", "none"))`, `
said: nil false
said: 7 false
said: nil false
497 units  `},
	{`p(pick("x", 3))`, `
script/arguments at (typed):1:54: ["pick" "a list or zone" "from" "a number"] | ["pick(stream, from)"]
0 units  `},
	{`p(weighted("x", {})) p(weighted("x", {{id = 4, weight = 0}})) p(weighted("x", {{id = 4, weight = 0}, 6})) p(weighted("x", {5}, {5}))`, `
said: nil false
said: nil false
said: 6 false
said: nil false
882 units  `},
	{`p(weighted("x", {{weight = 1}}))`, `
script/arguments at (typed):1: [] | ["weighted(stream, table[, without])"]
196 units  `},
	{`p(weighted("x", {{id = 1, weight = -1}}))`, `
script/arguments at (typed):1: ["the number -1"] | ["weighted(stream, table[, without])"]
209 units  `},
	{`p(weighted("x", {{id = 1, weight = "a"}}))`, `
script/arguments at (typed):1: ["the text \"a\""] | ["weighted(stream, table[, without])"]
208 units  `},
	{`p(weighted("x", {{id = 1, weight = 0/0}}))`, `
script/arguments at (typed):1: ["the number NaN"] | ["weighted(stream, table[, without])"]
209 units  `},
	{`p(random("x", 3, 3)) p(random("x", -2, -2))`, `
said: 3 false
said: -2 false
348 units  `},
	{`random("x", 3, 2)`, `
script/arguments at (typed):1: ["3" "2"] | ["random(stream, low, high)"]
75 units  `},
	{`p(chance("x", 0)) p(chance("x", 1)) p(chance("x", -1)) p(chance("x", 2))`, `
said: false false
said: true false
said: false false
said: true false
447 units  `},
	{`move_to(at("deck", 1), "deck", 3) p(at("deck", 3).id) p(at("deck", 1).id)`, `
said: ace false
said: ace false
ace#5 place: deck 1 → deck 3
210 units  `},
	{`move_to(at("deck", 1), "deck", 4)`, `
ace#5 place: deck 1 → deck 3
106 units  `},
	{`move_to(at("deck", 3), "deck", 1) p(at("deck", 1).id)`, `
said: king false
king#7 place: deck 3 → deck 1
158 units  `},
	{`p(draw("deck", "away", 2)) p(draw("deck", "away", 5)) p(count("deck"))`, `
said: ace from deck false
said: ace from deck false
said: 2 false
said: king from deck false
said: 1 false
said: 0 false
ace#5 place: deck 1 → away 1
ace#6 place: deck 1 → away 2
king#7 place: deck 1 → away 3
event came [#16777221 deck]
event came [#16777222 deck]
event came [#16777223 deck]
called game/corners
442 units  `},
	{`remove(at("deck", 1)) local c = at("deck", 1) remove(c) p(in_play(c)) p(zone_of(c))`, `
said: false false
said: nil false
ace#5 place: deck 1 → none
ace#6 place: deck 1 → none
659 units  `},
	{`local c = at("deck", 1) remove(c, "dusk") p(in_play(c)) p(tostring(zone_of(c))) p(tostring(index_of(c))) emit("dusk") p(in_play(c)) p(zone_of(c))`, `
said: false false
said: nil false
said: 0 false
said: true false
said: deck false
a change until dusk:  → 1
event dusk []
567 units  `},
	{`p(tagged(at("deck", 1), "high")) p(#definitions("die")) p(#definitions("card", "high")) p(#definitions("card", nil, "rare"))`, `
said: true false
said: 5 false
said: 2 false
said: 1 false
586 units  `},
	{`p(definition("ace").id) p(definition("ace").name) p(definition("ace").nothing)`, `
said: ace false
said: Ace false
said: nil false
219 units  `},
	{`p(game.purse) p(game.list[2]) p(game.map.deep.deeper.deepest["end"])`, `
script/unknown-name at (typed):1: ["list"] | ["purse"]
125 units  `},
	{`p(game.nothing)`, `
script/unknown-name at (typed):1: ["nothing"] | ["purse"]
71 units  `},
	{`game.purse = 4`, `
script/read-only at (typed):1: [] | []
68 units  `},
	{`definition("ace").id = 4`, `
script/state at (typed):1: [] | []
74 units  `},
	{`vars.best = at("deck", 1) p(vars.best.id) vars.best = nil p(tostring(vars.best)) vars.best = 3`, `
game/bounds at (typed):1: ["best" "an" "entity" "the number 3"] | []
  at content/board/game.yaml:10:3: ["best"]
220 units  `},
	{`vars.gold = -1`, `
game/bounds at (typed):1: ["gold" "-1" "is between 0 and 100"] | []
  at content/board/game.yaml:8:3: ["gold"]
69 units  `},
	{`vars.gold = 101`, `
game/bounds at (typed):1: ["gold" "101" "is between 0 and 100"] | []
  at content/board/game.yaml:8:3: ["gold"]
68 units  `},
	{`vars.gold = 0.5`, `
game/bounds at (typed):1: ["gold" "0.5"] | []
  at content/board/game.yaml:8:3: ["gold"]
68 units  `},
	{`vars.flag = 1`, `
game/bounds at (typed):1: ["flag" "a" "boolean" "the number 1"] | []
  at content/board/game.yaml:9:3: ["flag"]
68 units  `},
	{`vars.gold = "x"`, `
game/bounds at (typed):1: ["gold" "a" "number" "the string x"] | []
  at content/board/game.yaml:8:3: ["gold"]
68 units  `},
	{`change(vars, "gold", 200)`, `
game/bounds at (typed):1: ["change" "gold cannot be 205; it is between 0 and 100"] | []
  at content/board/game.yaml:8:3: ["gold"]
75 units  `},
	{`p(change(vars, "gold", -5))`, `
said: 0 false
gold: 5 → 0
143 units  `},
	{`change(vars, "flag", 1)`, `
game/bounds at (typed):1: ["change" "flag" "boolean"] | []
75 units  `},
	{`change(vars, "best", 1)`, `
game/bounds at (typed):1: ["change" "best" "entity"] | []
75 units  `},
	{`set(vars, "gold", 7, "dusk", 2) p(vars.gold) emit("dusk") p(vars.gold) emit("dusk") p(vars.gold)`, `
said: 7 false
said: 7 false
said: 5 false
a change until dusk:  → 2
event dusk []
event dusk []
538 units  `},
	{`emit("dusk", {1})`, `
script/runtime at (typed):1: ["a table"] | []
127 units  `},
	{`emit("dusk", say)`, `
script/runtime at (typed):1: ["a function"] | []
74 units  `},
	{`p(modify("price", {1}))`, `
script/runtime at (typed):1: ["a table"] | []
129 units  `},
	{`cancel()`, `
script/arguments at (typed):1: [] | []
72 units  `},
	{`p(tostring(window())) p(tostring(answered_by())) p(tostring(answered(1)))`, `
said: nil false
said: nil false
said: nil false
220 units  `},
	{`p(paid("gold"))`, `
said: 0 false
116 units  `},
	{`p(tostring(used_on(1)))`, `
said: nil false
118 units  `},
	{`p(#choices())`, `
said: 0 false
212 units  `},
	{`p(tostring(asking()))`, `
said: nil false
117 units  `},
	{`add("card/ace", "dice")`, `
game/zone at (typed):1: ["add" "ace is a card, and zone \"dice\" takes only [die coin_kind]"] | []
74 units`},
	{`p(count("lap@1")) p(count("lap@2")) p(count("lap"))`, `
said: 0 false
said: 0 false
said: 0 false
216 units`},
	{`count("lap@0")`, `
script/unknown-name at (typed):1: ["lap@0"] | ["2"]
73 units`},
	{`count("lap@3")`, `
script/unknown-name at (typed):1: ["lap@3"] | ["2"]
73 units`},
	{`count("lap@12")`, `
script/unknown-name at (typed):1: ["lap@12"] | ["2"]
73 units`},
	{`count("deck@1")`, `73 units`},
	{`set_die_value(at("dice", 1), 3) p(at("dice", 1).face) set_die_value(at("dice", 3), 2) p(at("dice", 3).face)`, `
said: 3 false
said: tails false
odd#1.value: 0 → 3
coin#3.value: 0 → 2
248 units`},
	{`ask("q", {from = {"card/ace", "king"}, kind = "card"})`, `
questions: none → q
question {Name:q Owner: Asker:0 Player:1 Prompt: Options:[{Value:card/ace Home:-1 Title:} {Value:card/king Home:-1 Title:}] Zone:-1 Min:1 Max:1 Skip:false Single:true Ordered:false Repeats:false Auto:false Blind:false Secret:false Until: With:[]}
392 units`},
	{`ask("q", {from = {"done"}})`, `
script/arguments at (typed):1: ["done"] | ["ask(name, how)"]
286 units`},
	{`ask("q", {from = {"done"}, kind = "card"})`, `
script/unknown-name at (typed):1: ["done"] | []
298 units`},
	{`ask("q", {from = {true}})`, `
script/arguments at (typed):1: ["true"] | ["ask(name, how)"]
286 units`},
	{`p(choose_move(at("foes", 1)))`, `
said: hit false
rat#8.move:  → hit
rat#8.move_in_row: 0 → 1
rat#8.moves_chosen: 0 → 1
377 units`},
	{`p(in_play(at("foes", 1))) p(at("foes", 1).owner) add("ace", "lap@2") p(at("lap@2", 1).owner)`, `
said: true false
said: 0 false
said: ace from nil false
said: 2 false
ace#12 place: none → lap@2 1
event came [#16777228 nil]
called game/corners
453 units`},
	{`local c = at("deck", 1) p(c[1])`, `
script/runtime at (typed):1: ["the number 1"] | []
78 units`},
	{`at("deck", 1)[1] = 2`, `
script/unknown-name at (typed):1: ["a card" "1"] | ["face_up, mark, note"]
75 units`},
	{`vars[1] = 2`, `
script/unknown-name at (typed):1: ["1"] | ["best, flag, gold, score"]
68 units`},
	{`vars.best = say`, `
script/runtime at (typed):1: ["a function"] | []
68 units`},
	{`set(vars, "gold", 7, "came") p(vars.gold) emit("came", at("deck", 1), "x") p(vars.gold)`, `
said: 7 false
said: ace from x false
said: 5 false
a change until came:  → 1
event came [#16777221 x]
called game/corners
456 units`},
	{`p(1) vars(2, 3)`, `
script/runtime at (typed):1: ["vars" "a value of the game"] | []
114 units`},
	{`p(zone_of(at("charms", 1))) p(at("charms", 1).nothing)`, `
script/unknown-name at (typed):1: ["relic bell" "nothing"] | ["id, index, kind, lua, mark, name, note, owner, temporary, zone"]
134 units`},
}

// TestOddCalls states the effects of calls with values at and beyond the bounds
// of what they take.
func TestOddCalls(t *testing.T) {
	for _, call := range oddCalls {
		s := begun(t, "corners")
		var out strings.Builder
		writeResult(&out, s, s.Run("lua "+say+call.statements))
		got := strings.TrimSpace(strings.ReplaceAll("\n"+out.String(), "\n\t", "\n"))
		if want := strings.TrimSpace(call.want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", call.statements, got, want)
		}
	}
}
