package contenttest_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// fair is a game with a chosen target, a question, a warning, chance, a bot,
// and an action with the name of a REPL command.
const fair = `
kind: game
id: fair
variables: {gold: {start: 5, min: 0}, said: {start: ""}, open: {start: false}}
zones:
  hand: {of: card, label: h, start: [ace, king]}
  dice: {of: die, label: d, start: [d6]}
actions:
  pay: {targets: [{name: n, from: [1, 2, 3]}, {name: card, from: hand}]}
  seek: {}
  roll: {}
  dare: {warning: {when: vars.gold > 0, text: "Are you sure?"}}
  redo: {}
phases: {day: {actions: [pay, seek, roll, dare, redo]}}
lua: |
  local function toss(stream) return chance(stream, 0.5) end
  return {
    start = function() enter_phase("day") end,
    do_pay = function(_, n, card) vars.gold = vars.gold - n; vars.said = vars.said .. card.id end,
    do_seek = function() ask("find", {from = {"card/ace", "card/king", "card/queen"}, max = 2}) end,
    chosen_find = function(_, found) for _, id in ipairs(found) do add(id, "hand") end end,
    do_roll = function() vars.gold = random("luck", 1, 6) end,
    do_dare = function() vars.said = "dared"; vars.open = toss("coin") end,
    do_redo = function() vars.said = "redone" end,
  }
tests:
TESTS
---
{kind: card, id: ace}
---
{kind: card, id: king}
---
{kind: card, id: queen}
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: d8, sides: 8}
---
kind: bot
id: payer
lua: |
  return {
    choose = function() return "pay", 1, "h2" end,
    answer = function() return "queen" end,
  }
`

// tried runs one test of the game fair. It returns the problems found without
// running it, and then its result: nothing if it passes.
func tried(t *testing.T, test string) (looked, ran string) {
	t.Helper()
	text := strings.Replace(fair, "TESTS", "  - {name: it, "+test+"}", 1)
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/fair/game.yaml": {Data: []byte(text)}}}).Load()
	if catalog == nil {
		t.Fatal(test, problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(test, problems)
	}
	say := func(list []string, text string) []string { return append(list, text) }
	var before, after []string
	for _, d := range contenttest.CheckNames(c) {
		before = say(before, d.Message.String())
	}
	results := contenttest.Run(context.Background(), c, contenttest.Options{})
	for _, d := range append(contenttest.Failures(results), contenttest.Warnings(results)...) {
		after = say(after, d.Message.String())
	}
	return strings.Join(before, "; "), strings.Join(after, "; ")
}

// TestDoAcceptsREPLCommands checks every form of a line: the game's commands,
// complete, begun and completed, options, going back, bots, debug commands and
// Lua.
func TestDoAcceptsREPLCommands(t *testing.T) {
	for _, test := range []string{
		`do: pay 2 h1, expect: {gold: 3, said: ace}`,
		`do: [begin pay, pick 2, pick h2], expect: {gold: 3, said: king}`,
		`do: [begin pay 2, h2], expect: {gold: 3, said: king}`,
		`do: [begin pay, "2", king], expect: {gold: 3, said: king}`,
		`do: [begin pay 2, pay 2 h1], expect: {gold: 3, said: ace}`,
		`do: [begin pay 2, cancel], expect: {gold: 5, choice: none}`,
		`do: [seek, choose queen done], expect: {hand: [ace, king, queen]}`,
		`do: [seek, queen, done], expect: {hand: [ace, king, queen]}`,
		`do: [seek, queen, ace], expect: {hand: [ace, king, ace, queen]}`,
		`do: [seek, choose ace king], expect: {hand: [ace, king, ace, king]}`,
		`do: [pay 1 h1, pay 1 h1, undo], expect: {gold: 4}`,
		`do: [pay 1 h1, pay 1 h1, undo 2], expect: {gold: 5, said: ""}`,
		`do: [pay 1 h1, undo, ":redo"], expect: {gold: 4}`,
		`do: [pay 1 h1, undo, redo], expect: {gold: 5, said: redone}`,
		`do: [pay 1 h1, pay 1 h2, goto 1], expect: {said: ace}`,
		`do: [pay 1 h1, goto 0], expect: {said: ""}`,
		`given: {gold: 9}, do: [pay 1 h1, undo], expect: {gold: 9}`,
		`do: bot payer, expect: {gold: 4, said: king}`,
		`do: bot payer 3, expect: {gold: 2, said: kingkingking}`,
		`do: [seek, bot payer], expect: {hand: [ace, king, queen]}`,
		`do: bot random 4, expect: {stuck: false}`,
		`do: dare, expect: {said: dared, warns: "Are you sure?"}`,
		`do: [dare, confirm], expect: {said: dared, warns: "Are you sure?"}`,
		`do: [begin dare, confirm], expect: {said: dared, warns: "Are you sure?"}`,
		`do: set gold 7, expect: {gold: 7}`,
		`do: set gold = 7, expect: {gold: 7}`,
		`do: set d1.value 3, expect: {dice: [3]}`,
		`do: give queen hand, expect: {hand: [ace, king, queen]}`,
		`do: rm h1, expect: {hand: [king]}`,
		`do: [die add 8, die rm d1], expect: {dice: [{is: d8}]}`,
		`do: lua vars.gold = 2, expect: {gold: 2}`,
		`do: vars.gold = 2, expect: {gold: 2}`,
		`do: 'local n = 2; vars.gold = n + 1', expect: {gold: 3}`,
		`do: ':set gold 1', expect: {gold: 1}`,
		`do: {action: pay, n: 3, card: 2}, expect: {gold: 2, said: king}`,
		`do: [begin pay, pick 9], expect: {refused: '` + rules.Refuse("target-unknown", `"9"`).String() + ` Select n… (1, 2, 3)'}`,
	} {
		if looked, ran := tried(t, test); looked != "" || ran != "" {
			t.Errorf("%s\nlooked: %s\nran: %s", test, looked, ran)
		}
	}
}

// TestDoExplainsInvalidLines checks lines that are valid in the REPL but not in
// a test, and wrong ones.
func TestDoExplainsInvalidLines(t *testing.T) {
	for test, want := range map[string]string{
		`do: state, expect: {gold: 5}`:                                                  `"state" cannot be done in a test: it only shows something; a test says under expect what must hold`,
		`do: save x.json, expect: {gold: 5}`:                                            `"save" cannot be done in a test: a test plays one game, from the situation under given`,
		`do: break on used, expect: {gold: 5}`:                                          `"break" cannot be done in a test: nobody can inspect the game when a test stops; debug the test with sleight dap, or its commands in the REPL`,
		`do: reload, expect: {gold: 5}`:                                                 `"reload" cannot be done in a test: it is about the REPL, not about the game`,
		`do: vars.gold + 1, expect: {gold: 5}`:                                          `"vars.gold + 1" changes nothing`,
		`do: hand, expect: {gold: 5}`:                                                   `"hand" changes nothing`,
		`do: undo, expect: {gold: 5}`:                                                   `undo 1 goes back beyond the test, which is at command 0`,
		`do: [pay 1 h1, undo 2], expect: {gold: 5}`:                                     `undo 2 goes back beyond the test, which is at command 1`,
		`do: undo all, expect: {gold: 5}`:                                               `undo takes a number of commands from 1, not "all"`,
		`do: goto 3, expect: {gold: 5}`:                                                 `the test has not reached command 3`,
		`do: ":redo", expect: {gold: 5}`:                                                `redo 1 goes beyond what was undone, which is 0`,
		`do: bot greedy 3, expect: {gold: 5}`:                                           `greedy cannot play in a test: a change to any definition may change what it finds best`,
		`do: bot pyer, expect: {gold: 5}`:                                               `unknown bot "pyer"`,
		`do: bot payer many, expect: {gold: 5}`:                                         `a bot plays 1 to 10000 commands, not "many"`,
		`do: bot payer 9, expect: {gold: 5}`:                                            `"pay 1 h2" by the bot payer failed: gold cannot be -1; it is at least 0`,
		`do: set gild 3, expect: {gold: 5}`:                                             `"set gild 3" cannot be done: Unknown variable "gild". Did you mean gold?`,
		`do: ":pay 1 h1", expect: {gold: 5}`:                                            `"pay" is not a command of the REPL`,
		`do: "vars.gild = 3", expect: {gold: 5}`:                                        `"vars.gild = 3" failed: the game has no variable "gild"`,
		`given: {rig: {luck: [3]}}, do: pay 1 h1, expect: {gold: 4}`:                    `nothing in the test draws from luck, which is rigged`,
		`given: {rig: {luck: [3, 4]}}, do: roll, expect: {gold: 3}`:                     `the test draws only 1 of the 2 results rigged for luck`,
		`given: {rig: {luck: [3]}}, do: roll, expect: {undrawn: luck}`:                  `1 of the results rigged for luck have been drawn, expected none`,
		`given: {rig: {luck: [3]}}, do: pay 1 h1, expect: {undrawn: lock}`:              `unknown stream rigged by the test "lock"`,
		`given: {rig: {luck: [3]}}, do: pay 1 h1, expect: {gold: 4, undrawn: luck}`:     ``,
		`given: {rig: {luck: [3, 4]}}, do: [roll, roll], expect: {gold: 4}`:             ``,
		`given: {rig: {luck: [3]}}, steps: [{do: roll}, {do: undo, expect: {gold: 5}}]`: `nothing in the test draws from luck, which is rigged`,
	} {
		_, ran := tried(t, test)
		if ran != want {
			t.Errorf("%s\n%s\nexpected\n%s", test, ran, want)
		}
	}
}

// TestCheckNamesDistinguishesMisspeltCommandsFromOptions checks the report
// about a line without running the test.
func TestCheckNamesDistinguishesMisspeltCommandsFromOptions(t *testing.T) {
	for do, want := range map[string]string{
		`pya 1 h1`:                      `unknown action "pya"`,
		`[pay 1 h1, pya 1 h1]`:          `unknown action "pya"`,
		`[seek, queen, jack]`:           ``, // options, as far as is known
		`jack`:                          `unknown action "jack"`,
		`[seek, lgal]`:                  ``,
		`legal`:                         `"legal" cannot be done in a test: it only shows something; a test says under expect what must hold`,
		`[begin pya 1]`:                 `unknown action "pya"`,
		`[bot payer, undo, "vars.x"]`:   ``,
		`use quen`:                      `unknown item to use called "quen"`,
		`["@1 pay 1 h1", "set gild 3"]`: ``,
	} {
		if looked, _ := tried(t, "do: "+do+", expect: {gold: 5}"); looked != want {
			t.Errorf("%s\n%s\nexpected\n%s", do, looked, want)
		}
	}
}

// TestCheckNamesInRigsAndExpectations checks the reports, without running
// the test, about results that a stream cannot give and expectations of things
// that do not exist. The last ones are right.
func TestCheckNamesInRigsAndExpectations(t *testing.T) {
	for test, want := range map[string]string{
		`given: {rig: {luck: ["3"]}}, do: roll, expect: {gold: 3}`:        `luck never gives 3`,
		`given: {rig: {luck: [1.5]}}, do: roll, expect: {gold: 3}`:        `luck never gives 1.5`,
		`given: {rig: {luck: [many]}}, do: roll, expect: {gold: 3}`:       `luck never gives many`,
		`given: {rig: {luck: [true]}}, do: roll, expect: {gold: 3}`:       `luck never gives true`,
		`given: {rig: {luck: [0]}}, do: roll, expect: {gold: 3}`:          `luck never gives 0`,
		`given: {rig: {luck: [-3]}}, do: roll, expect: {gold: 3}`:         `luck never gives -3`,
		`given: {rig: {dice: [-3]}}, do: roll, expect: {gold: 3}`:         `dice never gives -3`,
		`given: {rig: {coin: ["true"]}}, do: dare, expect: {open: true}`:  `coin never gives true`,
		`given: {rig: {coin: [3]}}, do: dare, expect: {open: true}`:       `coin never gives 3`,
		`given: {rig: {coin: [true]}}, do: dare, expect: {open: true}`:    ``,
		`given: {rig: {coim: [true]}}, do: dare, expect: {open: true}`:    `unknown random stream "coim"`,
		`given: {hand: [{is: [ace]}]}, do: roll, expect: {gold: 3}`:       `is: needs one id or face, not a list`,
		`given: {hand: [d8]}, do: roll, expect: {gold: 3}`:                `unknown definition for zone hand "d8"`,
		`given: {hand: ["ace king"]}, do: roll, expect: {gold: 3}`:        `unknown definition or face "ace king"`,
		`do: roll, expect: {hand: [d8]}`:                                  `unknown definition for zone hand "d8"`,
		`do: roll, expect: {hand: [{name: ace}]}`:                         `unknown property of an item in hand "name"`,
		`do: roll, expect: {events: [rolld]}`:                             `unknown event "rolld"`,
		`given: {rig: {luck: [3]}}, do: roll, expect: {gold: 3}`:          ``,
		`do: roll, expect: {hand: [{is: ace, temporary: false}]}`:         ``,
		`do: roll, expect: {choice: none, stuck: false, hand: [ace, {}]}`: ``,
	} {
		if looked, _ := tried(t, test); looked != want {
			t.Errorf("%s\n%s\nexpected\n%s", test, looked, want)
		}
	}
}

// TestOneFaultyDeclarationIsReportedOnce checks that a variable whose
// declaration is wrong is not reported for every test that uses it.
func TestOneFaultyDeclarationIsReportedOnce(t *testing.T) {
	for n, want := range map[int]int{3: 3, 4: 1, 9: 1} {
		steps := strings.Repeat(`{do: roll, expect: {said: 3}}, `, n)
		looked, _ := tried(t, "steps: ["+steps+"]")
		if got := strings.Count(looked, "said must be"); got != want {
			t.Errorf("%d tests: %d problems\n%s", n, got, looked)
		}
	}
}
