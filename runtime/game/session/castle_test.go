package session_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// castle is a game of concealed items that can be used, entities that are away
// until an event, piles in no order or of unknown size, costs that depend on
// later targets, and hooks that play cards.
const castle = `
kind: game
id: castle
players: {min: 2, max: 3}
params: {hunts: 0}
variables:
  gold: {start: 4, min: 0, max: 30, per: player}
  told: {start: "", show: false}
  guest: {type: entity}
  friend: {type: entity}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [page, knight, rose, page]}
  sack: {of: card, label: s, per: player, visible: owner, counted: false, start: [rose, knight]}
  vault: {of: card, label: v, visible: none, start: [knight, page, rose]}
  stock: {of: card, label: t, unordered: true, start: [rose, page, knight, page]}
  hall: {of: card, label: c}
  purse: {of: consumable, label: u, per: player, visible: owner, single_use: true, start: [horn, horn]}
  pouch: {of: consumable, label: b, single_use: true, start: [horn, horn]}
properties: {card: {face_up: {start: false}}}
events: {dusk: {}, opened: {}}
actions:
  hunt: {name: Hunt, switch: hunts}
  fee: {name: Fee, cost: {gold: a + (b or 0)}, targets: [{name: a, from: [1, 9]}, {name: b, from: [1, 2], when: a == 1, none: Nobody is there}]}
  greet: {name: Greet, targets: [{name: who, from: vault}]}
  banish: {name: Banish, targets: [{name: who, from: stock}]}
  write: {name: Write, targets: [{name: to, from: '{vars.guest, vars.friend, at("stock", 1)}', title: 'to and to.id or "none"'}]}
  whisper: {name: Whisper, secret: opened, targets: [{name: n, from: [1, 2]}]}
  hint: {name: Hint, targets: [{name: n, from: [1, 2], secret: true}, {name: m, from: [3, 4], secret: opened}]}
  sort: {name: Sort, targets: [{name: a, from: 'all("stock")'}, {name: b, from: '{at("stock", 4), at("hand", 1), at("hand", 2), at("stock", 1), at("stock", 3)}'}]}
  order: {name: Order, targets: [{name: how, from: [free, free2, paid, fewer, wrong, many, none, missing, options, more, away, back, useless, twice, gratis, aimless, lonely]}]}
  feast: {name: Feast, cost: {gold: 1}}
  say: {name: Say, targets: [{name: x, from: '{"1", 1, "true", true, "t1", "hand#0"}', labels: {"t1": one word}}]}
  open: {name: Open}
  dusk: {name: Dusk}
  turn: {name: Turn}
  gather: {name: Gather}
phases:
  play: {name: Play, actions: [fee, greet, banish, write, whisper, hint, sort, order, feast, say, open, dusk, turn, gather], use: [hand, vault, sack, purse, pouch]}
  council: {together: true, actions: [whisper, open, fee]}
lua: |
  local function tell(...)
    local out = {}
    for i = 1, select("#", ...) do out[i] = tostring((select(i, ...))) end
    vars.told = table.concat(out, " ")
  end
  local function ids(list)
    local out = {}
    for i, v in ipairs(list) do out[i] = type(v) == "entity" and (v.id .. (v.zone or "-") .. v.index) or tostring(v) end
    return "[" .. table.concat(out, " ") .. "]"
  end
  local orders = {
    free = function() return play_free(at("sack", 1)) end,
    free2 = function() return play_free(at("hand", 2), at("hand", 1)) end,
    paid = function() return play(at("sack", 1)) end,
    fewer = function() return play(at("hand", 1), nil, nil) end,
    wrong = function() return play(at("hand", 2), at("vault", 1), 1) end,
    many = function() return play(at("hand", 1), 1, nil) end,
    none = function() return play(at("hand", 2)) end,
    missing = function() return play(at("hand", 2), nil, 1, nil) end,
    options = function() return ids(targets_for(at("hand", 2))) .. ids(targets_for(at("hand", 2), at("hand", 1))) .. ids(targets_for(at("hand", 1))) .. ids(targets_for(at("hand", 2), at("hand", 1), 1)) .. ids(targets_for(at("hand", 2), at("hand", 1), 1, 2)) end,
    more = function() return ids(targets_for(at("hall", 1))) end,
    away = function() vars.guest = at("hand", 1) remove(at("hand", 1), "dusk") return play(vars.guest) end,
    back = function() local c = at("hand", 1) vars.guest = c return play(c), ids({c}) end,
    gratis = function() return play_free(add("earl", "hall")), play(at("hall", 1)) end,
    aimless = function() return ids(targets_for(add("stone", "hall"))) end,
    lonely = function() return play(add("fan", "vault")) end,
    useless = function() return play(add("stone", "hall")) end,
    twice = function() local ok = play(at("pouch", 1)) return ok, count("pouch"), play(at("pouch", 1)), count("pouch") end,
  }
  return {
    do_hunt = function() end,
    do_fee = function(_, a, b) tell(a, b, paid("gold"), used_on(1), used_on(2), used_on(3)) end,
    do_greet = function(_, who) tell(who.id, who.index) end,
    do_banish = function(_, who) vars.guest, vars.friend = who, vars.guest remove(who, "dusk") end,
    do_write = function(_, to) tell(to.id, to.zone, to.index, in_play(to)) end,
    do_whisper = function(_, n) if n == 2 then emit("opened") end end,
    do_hint = function() end,
    do_sort = function(_, a, b) tell(a.id, a.index, b.id, b.index) end,
    do_order = function(_, how) tell(how, orders[how]()) end,
    do_feast = function()
      local ok, why = play(at("hand", 3))
      tell(vars.told, ok, paid("gold"), why, play_free(at("hand", 2), at("hand", 1)), used_on(1))
    end,
    do_say = function(_, x) tell(type(x), x) end,
    do_open = function() emit("opened") end,
    do_dusk = function() emit("dusk") end,
    do_turn = function() set_player(player() % players() + 1) end,
    do_gather = function() enter_phase("council") end,
    resolve_council = function() enter_phase("play") end,
  }
---
{kind: card, id: page, name: Page, use: {}, lua: "return { use = function(self) vars.told = 'page' .. self.index self.face_up = false end }"}
---
{kind: card, id: knight, name: Knight, use: {targets: [{name: who, from: hand, where: who ~= self, else: Not itself}, {name: n, from: [1, 2], when: 'who.id == "rose"'}]}, lua: "return { use = function(self, who, n) remove(who, 'dusk') vars.guest = who end }"}
---
{kind: card, id: rose, name: Rose, use: {cost: {gold: x}}, lua: "return { use = function(self) vars.told = 'rose' .. paid('gold') move_to(self, 'hall') end }"}
---
{kind: card, id: stone, name: Stone}
---
{kind: card, id: fan, name: Fan, use: {targets: [{name: who, from: hall, none: The hall is empty.}]}, lua: "return { use = function() end }"}
---
{kind: card, id: earl, name: Earl, use: {cost: {gold: 9}}, lua: "return { use = function(self) vars.told = 'earl' .. paid('gold') end }"}
---
{kind: consumable, id: horn, name: Horn, use: {}, lua: "return { use = function() vars.told = 'toot' end }"}
`

// castled holds what is typed into the game. "seat 2 X" enters X as player 2 sees
// the game, "parse X" reads a command without doing it, and "seen" lists the log
// as each player may read it.
var castled = map[string]string{
	"concealed": `use u2|seen|use horn|seen|undo 2|use page#2|use page|seen|undo 2|greet knight|greet v2|use page|use v2|seat 1 parse greet knight|seat 1 parse greet v1|seat 1 parse use page#3|seat 1 parse use v2|seat 1 offers|seat 1 parse use knight
		seat 1 parse @2 greet v1|parse @2 greet v1|lua at("vault", 2).face_up = true|seat 1 parse use page#3|seat 1 parse greet page|seat 1 offers|seat 1 find v1|use v2|use s1|use s1|seen|state|undo 9|seen`,
	"away": `banish t1|state|write|write knight|write t1|parse write page|seen|seat 2 seen|banish page|write "page (out of play)"|banish t1|write page|write page#2|write "page#2 (out of play)"|legal|begin write|choice|cancel|load|seen|dusk|write t1|write knight|banish knight
		lua remove(vars.guest)|write knight|write t1|parse write t2|seat 1 parse write t1|legal|begin write|choice|cancel|lua remove(at("stock", 1), "dusk")|load|seen|write page|whisper 1|hint 1 3|seen|open|seen|undo 1|seen|load|seen|undo 9`,
	"orders": `order options|order lonely|order wrong|order many|order none|order missing|order fewer|order gratis|order aimless|feast|undo 1|lua vars.gold = 0|feast|lua vars.gold = 4|order away|order more|dusk|order more|order free|order more|order free2|order away|dusk|order back|undo 4|order paid|order useless|order twice|order twice|as 1 order|use knight h3 2|use knight h1|use knight h1|use s1|use knight h1|use s1|use rose|lua vars.gold = 1|use rose|state`,
	"words":  `say 1|say "1"|say +1|say true|say "true"|say "one word"|say one word|say t1|say hand#0|say "hand#0"|say   1  |say "1|greet #16777230|greet +#16777230|greet page#0|greet page#-1|greet page#1|greet page#2|greet page#x|use horn#0|use horn#1|use horn#2|seen|load`,
	"costs":  `fee 9|fee 1|fee 1 3|parse fee|fee 1 2|fee 1 2|fee 1 1|offers|as 1 fee|as 3 fee|as 1 hunt|as 1 nothing|hunt|hunts|fee 1 1 1|hunt 7|use|use stone|use horn#5|use v9|turn|fee 1 2|legal|seat 1 legal|seat 2 parse @1 fee 1 1`,
	"secret": `whisper 2|seen|undo 1|whisper 1|hint 1 3|seen|turn|hint 2 4|seen|whisper 2|seen|undo 1|seen|redo 1|seen|undo 2|hint 1 4|seen|undo 9|whisper 1|open|seen|undo 1|whisper 1|seen|open|load|seen|whisper 1|hint 2 3|seen|undo 1|seen|lua vars.gold = 1|seen`,
	"council": `gather|seat 1 parse @2 whisper 1|seat 2 parse whisper 1|seat 2 parse @2 whisper 1|seat 2 legal|seat 2 offers|@2 whisper 1|seen|@2 whisper 1|parse @3 open|parse @0 open|parse @2|whisper 1|seen|undo 1|seen|redo 1|gather|seen|fee 1 1|seen|@2 open|seen|undo 4|seen|load|seen
		gather|@2 fee 1 2|whisper 2|seen|undo 2|seen|whisper 1|seen`,
	"piles": `sort t1 t2|sort page|sort t4 h2|offers|begin sort|choice|pick t2|choice|cancel|seat 2 parse sort t1 t1|lua shuffle("stock")|begin sort|pick t1|choice|cancel|sample 4|zones|imagine 3|imagine 4|zones`,
}

// TestCastleTranscripts compares all answers to what is typed with golden files.
func TestCastleTranscripts(t *testing.T) { answers(t, "castle", castle, castled) }

// answers types lines, separated by |, into a game for two, and compares all answers with
// golden files.
func answers(t *testing.T, game, text string, typed map[string]string) {
	c := bazaar.Written(t, game, text)
	for name, lines := range typed {
		t.Run(name, func(t *testing.T) {
			s, problem := session.New(c, game, session.Options{Seed: 6, Players: 2})
			if problem != nil {
				t.Fatal(problem)
			}
			x := &transcriber{t: t, content: c, Session: s}
			x.Trace(&x.tracer)
			for line := range strings.FieldsFuncSeq(lines, func(r rune) bool { return r == '|' || r == '\n' }) {
				line = strings.TrimSpace(line)
				x.printf("> %s\n", line)
				seated(x, line)
			}
			golden.Check(t, "testdata/"+game+"/"+name+".golden", x.out.String())
		})
	}
}

// seated enters a line that may be from a seat.
func seated(x *transcriber, line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "seat":
		player, rest, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(player)
		x.As(n, func() { seated(x, rest) })
	case "parse":
		c, refusal, problem := x.Parse(rest)
		x.fault(problem)
		if refusal != nil {
			x.printf("  refused (%s): %s\n", refusal.Code, refusal)
		} else {
			x.printf("  %d: %s\n", c.Player, x.Format(c))
		}
	case "seen":
		for player := range x.Players() + 1 {
			x.printf("  %d sees", player)
			for turn := range x.Log() {
				x.printf(" | %s", x.CommandSeenBy(turn, player))
			}
			x.printf("\n")
		}
	case "zones":
		zones(&x.out, x.Session)
	case "clocks":
		x.printf("  %+v\n", x.Clocks())
	case "pending":
		text, _ := json.Marshal(x.State().Snapshot().Pending)
		x.printf("  %s\n", text)
	default:
		x.enter(line)
	}
}
