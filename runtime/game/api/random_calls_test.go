package api_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// The values that random calls pass, as Lua expressions. Most arguments have the type
// that the function takes, at and beyond its bounds; the others have any.
var (
	passedCards  = []string{`at(A.deck, 1)`, `at(A.hand, 1)`, `at(A.other, 1)`, `at(A.pile, 2)`, `at(A.hand, i)`, `top(A.deck)`}
	passedDice   = []string{`at(A.dice, 1)`, `at(A.dice, 2)`, `at(A.dice, 3)`, `at(A.cups, 1)`}
	passedOthers = []string{`at(A.foes, 1)`, `at(A.lair, 1)`, `at(A.den, 1)`, `gone`, `last`}
	passedNames  = map[api.Type][]string{
		api.Zone:     {`A.dice`, `A.hand`, `A.other`, `A.deck`, `A.sack`, `A.cups`, `A.foes`, `A.lair`, `A.pile`, `A.den`},
		api.Event:    {`A.dusk`, `A.came`},
		api.Value:    {`A.price`, `A.toll`},
		api.Phase:    {`A.day`},
		api.Stream:   {`A.luck`, `A.fate`, `A.dusk`},
		api.Property: {`A.gold`, `A.flag`, `A.bid`, `A.best`, `A.hp`, `A.value`, `A.held`, `A.face_up`, `A.rage`, `A.plan`, `A.index`, `A.max_hp`},
		api.ID:       {`A.ace`, `A.queen`, `A.d6`, `A.rat`, `A.bell`, `A.typed`, `A.text`},
		api.Kind:     {`A.card`, `A.die`},
		api.HookName: {`A.growl`, `A.ring`},
		api.Tag:      {`A.high`},
		api.Question: {`A.which`},
		api.Action:   {`A.wait`, `A.show`},
		api.Text:     {`A.text`, `A.lines`, `A.broken`, `A.dusk`},
		api.Flag:     {`true`, `false`},
	}
	passedNumbers = []string{`i`, `0`, `1`, `2`, `i + 0.0`, `-0`, `-1`, `0.5`, `i / 2`, `3`, `101`, `A.huge`, `A.huge + 2`, `-A.huge`, `2147483647`, `2147483648`, `0/0`, `1/0`}
	passedLists   = []string{`{}`, `{i, 2, 3}`, `{at(A.deck, 1), at(A.deck, 2)}`, `all(A.dice)`, `all(A.hand)`, `{A.ace, A.queen}`, `{n = 1}`, `{last}`, `{at(A.cups, 1), gone}`}
)

// names is the table A of the names that calls pass, which no reader of the script can
// look up beforehand.
const names = `local A = {dice = "dice", hand = "hand", other = "hand@2", deck = "deck", sack = "sack", cups = "cups", foes = "foes", lair = "lair", pile = "pile",
    den = "den", dusk = "dusk", came = "came", price = "price", toll = "toll", day = "day", luck = "luck", fate = "fate", gold = "gold", flag = "flag", bid = "bid", best = "best",
    hp = "hp", value = "value", held = "held", face_up = "face_up", rage = "rage", plan = "plan", index = "index", max_hp = "max_hp", ace = "ace", queen = "queen", d6 = "d6",
    rat = "rat", bell = "bell", typed = "card/king", card = "card", die = "die", growl = "growl", ring = "ring", high = "high", which = "which", wait = "wait", show = "show",
    text = "text", lines = "a\nb\nc", broken = "\255", huge = 9007199254740992}
`

// caller writes random calls of the API's functions.
type caller struct {
	*rand.Rand
	functions []api.Function
}

func (c caller) one(of []string) string { return of[c.IntN(len(of))] }

// anything returns an argument of any type.
func (c caller) anything() string {
	switch c.IntN(6) {
	case 0:
		return c.one(passedNumbers)
	case 1:
		return c.one(passedLists)
	case 2:
		return c.one([]string{`nil`, `vars`, `true`, `last`})
	case 3:
		return c.entity()
	}
	types := []api.Type{api.Zone, api.Event, api.Stream, api.Property, api.ID, api.Text}
	return c.one(passedNames[types[c.IntN(len(types))]])
}

// entity returns an entity of any kind, which may be gone.
func (c caller) entity() string {
	return c.one([][]string{passedCards, passedDice, passedOthers}[c.IntN(3)])
}

// argument returns an argument for a parameter, which is of any type in one of 15 cases.
func (c caller) argument(p api.Param) string {
	if c.IntN(15) == 0 {
		return c.anything()
	}
	switch p.Type {
	case api.Number, api.Whole:
		return c.one(passedNumbers[:4+c.IntN(3)*c.IntN((len(passedNumbers)-2)/2)])
	case api.Die:
		return c.one(passedDice)
	case api.Card:
		return c.one(passedCards)
	case api.Living:
		return c.one(passedOthers)
	case api.Entity, api.Former:
		return c.entity()
	case api.Target:
		return c.one([]string{`vars`, c.entity()})
	case api.Entities, api.ListOrZone:
		return c.one([]string{c.one(passedLists), c.one(passedNames[api.Zone])})
	case api.IDOrList:
		return c.one([]string{c.one(passedLists), c.one(passedNames[api.ID])})
	case api.List:
		return c.one(passedLists)
	case api.Options:
		return `{from = {1, 2}}`
	case api.Any:
		return c.anything()
	}
	return c.one(passedNames[p.Type])
}

// call returns a call of a random function. The arguments pass through x, so that no
// check of the script can refuse them beforehand.
func (c caller) call() string {
	f := c.functions[c.IntN(len(c.functions))]
	var args []string
	for _, p := range f.Params {
		if p.Optional && c.IntN(2) == 0 {
			break
		}
		args = append(args, c.argument(p))
	}
	switch n := c.IntN(40); {
	case n == 0 && len(args) > 0:
		return fmt.Sprintf("%s(x(%s))", f.Name, strings.Join(args[1:], ", "))
	case n == 1:
		return fmt.Sprintf("%s(x(%s, %s))", f.Name, c.anything(), strings.Join(append(args, c.anything()), ", "))
	}
	for i, arg := range args {
		args[i] = "(x(" + arg + "))"
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}

// body returns statements that call functions three times each, note their results and
// keep the last.
func (c caller) body() string {
	var out strings.Builder
	for range 1 + c.IntN(3) {
		fmt.Fprintf(&out, "for i = 1, 3 do note(%s) end ", c.call())
	}
	return out.String()
}

// callers is a game that runs a body by number: in an action, by a listener of an event
// or a value, for another player, and by a bot. Its zones, entities and properties are of
// every sort.
const callers = `
kind: game
id: callers
players: {min: 2, max: 2}
variables: {gold: {start: 5, min: 0, max: 100}, flag: {start: false}, bid: {start: 3, per: player, visible: owner}, best: {type: entity}, lost: {type: entity}, n: {start: 1}}
zones:
  dice: {of: die, label: d, start: [coin, d6, d6]}
  hand: {of: card, label: h, per: player, visible: owner, arrives: came, start: [{ace: 2}]}
  deck: {of: card, label: k, visible: none, start: [ace, king, queen, ace]}
  sack: {of: card, label: s, per: player, visible: owner, counted: false, limit: 2, start: [queen]}
  cups: {of: die, label: u, visible: none, start: [d6]}
  foes: {of: enemy, label: e, start: [rat]}
  lair: {of: enemy, label: l, visible: none, start: [rat, {cat: 1}]}
  pile: {of: card, label: p, unordered: true, start: [queen, jack, ace]}
  den: {of: relic, label: n, visible: none, listens: true, start: [bell]}
properties: {enemy: {plan: {start: bite, visible: none}, rage: {start: 2}}, die: {}}
events: {dusk: {}, came: {args: [who, from]}, asked: {args: [n]}}
values: {price: {}, toll: {}, asked: {}}
actions: {wait: {}, show: {}, run: {}, event: {}, value: {}, other: {}}
phases: {day: {actions: [wait, show, run, event, value, other]}}
lua: |
  SCRIPT
  return {
    start = function() enter_phase("day") vars.best = at("hand@2", 1) vars.lost = at("deck", 3) remove(vars.lost, "dusk") end,
    do_wait = function() end,
    do_show = function() ask("which", {from = {1}}) call_hook(at("foes", 1), "growl") call_hook(at("den", 1), "ring") end,
    do_run = function() say(bodies[vars.n](vars.lost)) end,
    do_event = function() emit("asked", vars.n) end,
    do_value = function() modify("asked", vars.n) end,
    do_other = function() set_player(2) say(bodies[vars.n](vars.lost)) end,
    on_asked = function(_, n) say(bodies[n](vars.lost)) end,
    modify_asked = function(_, n) error(bodies[n](vars.lost)) end,
    chosen_which = function() end,
  }
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: coin, faces: [heads, tails]}
---
{kind: card, id: ace, tags: [high]}
---
{kind: card, id: king}
---
{kind: card, id: jack}
---
{kind: card, id: queen, lua: "return { modify_price = function(self, x) return x + 1 end }"}
---
{kind: enemy, id: rat, hp: 5, moves: {bite: {}}, lua: "return { growl = function() return 3 end, move_bite = function() end }"}
---
{kind: enemy, id: cat, hp: 1}
---
{kind: relic, id: bell, lua: "return { ring = function() return 1, 2 end, modify_toll = function(self, x) return x + 1 end, on_dusk = function() say('ding') end }"}
---
kind: bot
id: caller
lua: |
  SCRIPT
  return { choose = function() error(bodies[vars.n](vars.lost)) end }
`

// calling starts the game in which a list has the bodies.
func calling(t *testing.T, bodies []string) *session.Session {
	t.Helper()
	var script strings.Builder
	script.WriteString(names + "  local function x(...) return ... end\n  local bodies = {\n")
	for _, body := range bodies {
		script.WriteString("    function(gone) local last, noted = nil, {} local function note(x, y) noted[#noted + 1] = tostring(x) .. tostring(y) last = x end " +
			body + `return table.concat(noted, ", ") end,` + "\n")
	}
	script.WriteString("  }")
	return started(t, "callers", strings.ReplaceAll(callers, "SCRIPT", script.String()))
}

// perform runs the body that the variable n names in one of several ways, and returns
// all of its effects.
func perform(s *session.Session, way string) string {
	var out strings.Builder
	switch way {
	case "bot":
		luck := random.New(1, "bot")
		_, problem := s.Advice("bot/caller", &luck)
		writeProblem(&out, problem)
		fmt.Fprintf(&out, "\tluck %v\n", luck.Unit())
	case "watched":
		r, known := s.DoTrackingSecrets(1, session.Command{Action: "run"})
		writeResult(&out, s, r)
		fmt.Fprintf(&out, "\tknown %d\n", known)
	default:
		writeResult(&out, s, s.Run(way))
	}
	fmt.Fprintf(&out, "\t%d calls, %s\n", s.Calls(), s.Hash())
	return out.String()
}

// TestRandomDirectCallsEqualCallsInFull compares random calls of all functions, with right
// and wrong arguments, with the same calls in full, which a tracer forces: in a command,
// by listeners, for another player, by a bot that may not know everything, and where it is
// watched what a command reads. The state goes on after each, until the game is over.
func TestRandomDirectCallsEqualCallsInFull(t *testing.T) {
	games := 2
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		games = 100
	case testing.Short():
		games = 1
	}
	seed := rand.Uint64()
	var functions []api.Function
	for _, f := range api.Functions() {
		if f.Cost != "" {
			functions = append(functions, f)
		}
	}
	for game := range games {
		c := caller{rand.New(rand.NewPCG(seed, uint64(game))), functions}
		var bodies []string
		for range 40 {
			bodies = append(bodies, c.body())
		}
		direct, full := calling(t, bodies), calling(t, bodies)
		var tracer session.Tracer
		full.Trace(&tracer)
		for i, body := range bodies {
			for _, way := range []string{"run", "event", "value", "other", "bot", "watched"} {
				set := fmt.Sprintf("lua vars.n = %d if phase() ~= 'day' then enter_phase('day') end", i+1)
				direct.Run(set)
				full.Run(set)
				tracer = session.Tracer{}
				if got, want := perform(direct, way), perform(full, way); got != want {
					t.Fatalf("seed %d, game %d, %s: %s:\n%sin full\n%s", seed, game, way, body, got, want)
				}
				if c.IntN(3) == 0 || direct.Over() || direct.State().Pending() != nil {
					direct.Undo(direct.Turn())
					full.Undo(full.Turn())
				}
			}
		}
	}
}
