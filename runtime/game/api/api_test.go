package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// board is a game that uses every API function.
const board = `
kind: game
id: board
players: {min: 2, max: 2}
variables: {gold: {start: 5, min: 0, max: 100}, score: {start: 0, per: player}}
zones:
  dice: {of: die, label: d, start: [{d6: 3}, coin]}
  deck: {of: card, label: k, start: [{ace: 4}]}
  hand: {of: card, label: h, start: [ace]}
  foes: {of: enemy, label: e, start: [rat]}
  bag: {of: consumable, label: b, start: [salt], limit: 3}
events: {dusk: {}, feast: {}}
windows: {toast: {after: [feast], actions: [wait]}}
values: {price: {args: [what]}}
actions: {wait: {}}
phases: {day: {actions: [wait]}, night: {actions: [wait]}}
lua: |
  return { start = function() enter_phase("day") roll_dice("dice") end, do_wait = function() ask("toll", {from = {1}}) end, chosen_toll = function() end }
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: coin, faces: [heads, tails]}
---
{kind: card, id: ace}
---
{kind: enemy, id: rat, hp: 9, moves: {bite: {damage: 2}}, lua: "return { move_bite = function() end }"}
---
{kind: consumable, id: salt, use: {}, lua: "return { use = function() end }"}
---
{kind: table, id: loot, entries: [{id: salt, weight: 2}, {id: d6, weight: 1}]}
`

const die, card, rat = `at("dice", 1)`, `top("deck")`, `at("foes", 1)`

// calls lists valid arguments for every function, including optional ones.
var calls = map[string][]string{
	"set_die_value": {die, "5", `"dusk"`, "2"}, "set_die_face": {`at("dice", 4)`, `"tails"`, `"dusk"`, "1"},
	"flip_die": {die}, "nudge_die": {die, "1"}, "roll_die": {die, `"dice"`}, "roll_dice": {`"dice"`, `"dice"`},
	"add_die": {`"d6"`, `"dice"`, `"dusk"`, "1"}, "remove_die": {die, `"dusk"`, "1"},
	"lock_die": {die, `"dusk"`, "1"}, "unlock_die": {die}, "hold_die": {die, `"dusk"`, "1"}, "unhold_die": {die},
	"set_die_sides": {die, "8", `"dusk"`, "1"}, "copy_die": {die, `at("dice", 2)`}, "faces": {die},
	"sum": {`"dice"`, `"value"`}, "highest": {`"dice"`, `"value"`}, "lowest": {`"dice"`, `"value"`},
	"kinds": {`"dice"`, `"value"`}, "run": {`"dice"`, `"value"`}, "matching": {`"dice"`, `"held"`, "true"},
	"count": {`"dice"`}, "has_room": {`"bag"`}, "top": {`"deck"`}, "at": {`"deck"`, "1"}, "each": {`"deck"`}, "all": {`"deck"`},
	"zone_of": {card}, "index_of": {card}, "add": {`"ace"`, `"hand"`, `"dusk"`, "1"}, "remove": {card, `"dusk"`, "1"},
	"clear": {`"hand"`}, "move_to": {card, `"hand"`, "1", `"dusk"`, "1"}, "draw": {`"deck"`, `"hand"`, "2"},
	"shuffle": {`"deck"`, `"cards"`}, "reveal": {card, `"dusk"`, "1"}, "hide": {card, `"dusk"`, "1"},
	"give": {`"salt"`, `"dusk"`, "1"}, "take": {`"salt"`}, "has": {`"salt"`}, "definition": {`"die/d6"`}, "definitions": {`"die"`, `"odd"`, `"rare"`}, "tagged": {card, `"odd"`},
	"set": {"vars", `"gold"`, "7", `"dusk"`, "1"}, "change": {"vars", `"gold"`, "1", `"dusk"`, "1"},
	"damage": {rat, "2"}, "heal": {rat, "2"},
	"random": {`"luck"`, "1", "6"}, "chance": {`"luck"`, "0.5"}, "pick": {`"luck"`, `"dice"`}, "weighted": {`"luck"`, `"loot"`, `{"d6"}`},
	"emit": {`"dusk"`}, "modify": {`"price"`, "5"}, "enter_phase": {`"night"`}, "act": {`"wait"`}, "phase": {},
	"win": {`"Yes."`}, "lose": {`"No."`}, "say": {`"Hello."`}, "warn": {`"Oh."`}, "refuse": {`"No."`}, "tell": {"1", `"Hello."`},
	"players": {}, "player": {}, "set_player": {"2"}, "var_of": {"2", `"score"`}, "set_var_of": {"2", `"score"`, "3"},
	"range": {"1", "6"},
	"play":  {`at("bag", 1)`}, "play_free": {`at("bag", 1)`}, "copy": {card, `"hand"`, `"dusk"`, "1"}, "transform": {card, `"ace"`, "true"},
	"call_hook": {`at("bag", 1)`, `"use"`}, "in_play": {card}, "choose_move": {rat, `"moves"`}, "make_move": {rat}, "move_of": {rat}, "paid": {`"gold"`}, "used_on": {"1"}, "targets_for": {`at("bag", 1)`}, "can_play": {`at("bag", 1)`}, "sample": {`"luck"`, `"deck"`, "2"},
	"ask": {`"toll"`, "{from = {1, 2}, prompt = 'How much?'}"}, "asking": {}, "choices": {},
	"window": {}, "answered": {"1"}, "answered_by": {}, "cancel": {},
}

// wrong returns an argument of the wrong type.
func wrong(t api.Type) string {
	switch t {
	case api.Any, api.ListOrZone:
		return "" // accepts many types
	case api.Number, api.Whole, api.Flag:
		return `"many"`
	case api.Die:
		return card
	case api.Card, api.Living:
		return die
	}
	return "true"
}

func open(t *testing.T) *session.Session {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/board/game.yaml": {Data: []byte(board)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "board", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// statement returns a call of a function with arguments that the compiler
// cannot see, so that errors are found when the call runs.
func statement(f string, args []string) string {
	return fmt.Sprintf("local args = {%s} %s(unpack(args, 1, %d))", strings.Join(args, ", "), f, len(args))
}

// each calls do with every function and valid arguments for it.
func each(t *testing.T, do func(t *testing.T, s *session.Session, f api.Function, args []string)) {
	s := open(t)
	for _, f := range api.Functions() {
		t.Run(f.Name, func(t *testing.T) {
			args, ok := calls[f.Name]
			if !ok {
				t.Fatal("add it to the map calls of this file, with right arguments")
			}
			before := s.Hash()
			if f.Name == "cancel" { // it needs something to cancel
				s.Run(`lua emit("feast")`)
			}
			do(t, s, f, args)
			s.Undo(s.Turn())
			if s.Hash() != before {
				t.Error("what it did cannot be undone")
			}
		})
	}
}

func TestFunctionsMatchTheirTable(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session, f api.Function, args []string) {
		needed := len(f.Params)
		for needed > 0 && f.Params[needed-1].Optional {
			needed--
		}
		for n := needed; n <= len(args); n++ {
			text := statement(f.Name, args[:n])
			r := s.Run("lua " + text)
			if refuses := f.Name == "refuse"; !r.OK() != refuses || refuses && r.Refusal.String() != "No." {
				t.Errorf("%s: refused %q, problem %v", text, r.Refusal, r.Problem)
			}
			s.Undo(s.Turn())
		}
	})
}

func TestWrongArgumentsAreReportedWithTheirValue(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session, f api.Function, args []string) {
		fails := func(args []string, says ...string) {
			t.Helper()
			text := statement(f.Name, args)
			r := s.Run("lua " + text)
			if r.Problem == nil || r.Problem.Code != "script/arguments" || r.Problem.Place.Line == 0 || !strings.Contains(r.Problem.Hint.String(), f.Usage()) {
				t.Fatalf("%s: refused %q, problem %v", text, r.Refusal, r.Problem)
			}
			for _, s := range append(says, f.Name) {
				if !strings.Contains(r.Problem.Message.String(), s) {
					t.Errorf("%s: %q does not say %q", text, r.Problem.Message, s)
				}
			}
		}
		for i, p := range f.Params {
			with := func(value string) []string {
				out := slices.Clone(args)
				out[i] = value
				return out
			}
			if value := wrong(p.Type); value != "" {
				fails(with(value), p.Name, p.Type.String(), map[bool]string{true: "not true", false: "not"}[value == "true"])
			}
			if p.Type == api.Whole {
				fails(with("0.5"), p.Name, "whole number", "not 0.5")
			}
			if p.Low < p.High {
				fails(with("-1"), p.Name, "not -1")
			}
			if p.Type == api.Number || p.Type == api.Whole {
				fails(with("0/0"), p.Name)
				fails(with("1/0"), p.Name)
			}
			if !p.Optional && p.Type != api.Any {
				fails(args[:i], p.Name)
			}
		}
		if !f.Variadic {
			fails(append(slices.Clone(args), "1"), "at most")
		}
	})
}

func TestUnknownNamesAreReportedWithASuggestion(t *testing.T) {
	s := open(t)
	for text, says := range map[string]string{
		`local x = "dcie" count(x)`:              `no zone "dcie"`,
		`local x = "dsk" emit(x)`:                `no event "dsk"`,
		`local x = "prise" modify(x, 1)`:         `no value "prise"`,
		`local x = "nigth" enter_phase(x)`:       `no phase "nigth"`,
		`local x = "golt" set(vars, x, 1)`:       `no variable "golt"`,
		`local x = "golt" vars[x] = 1`:           `no variable "golt"`,
		`local x = "golt" return vars[x]`:        `no variable "golt"`,
		`local x = "hled" ` + die + `[x]=1`:      `no property "hled"`,
		`local x = "sald" give(x)`:               `"sald"`,
		`local x = "sald" definition(x)`:         `"sald"`,
		`local x = "loto" weighted("l", x)`:      `"loto"`,
		`local x = "scroe" var_of(1, x)`:         `no variable "scroe"`,
		`local x = "vlaue" sum("dice", x)`:       `"vlaue"`,
		`local x = "hled" return ` + die + `[x]`: `"hled"`,
	} {
		r := s.Run("lua " + text)
		if r.Problem == nil || !strings.Contains(r.Problem.Message.String(), says) || !strings.Contains(r.Problem.Hint.String(), "did you mean") {
			t.Errorf("%s: problem %v, expected %s and what is near", text, r.Problem, says)
		}
	}
}

// TestExpressionsMayCallOnlyReadOnlyFunctions calls every function in an
// expression and checks that only read-only ones are allowed.
func TestExpressionsMayCallOnlyReadOnlyFunctions(t *testing.T) {
	each(t, func(t *testing.T, s *session.Session, f api.Function, args []string) {
		before := s.Hash()
		_, problem := s.Evaluate(f.Name + "(" + strings.Join(args, ", ") + ")")
		switch {
		case f.Name == "refuse":
			return // which changes nothing but returns nothing useful
		case f.Reads && problem != nil:
			t.Errorf("it reads, and fails: %v", problem)
		case !f.Reads && (problem == nil || problem.Code != "script/read-only"):
			t.Errorf("it writes, and is not refused: %v", problem)
		case s.Hash() != before:
			t.Error("it changed something")
		}
	})
}

// TestARemovedEntityCannotBeUsed checks that a script cannot use an entity that no
// longer exists.
func TestARemovedEntityCannotBeUsed(t *testing.T) {
	s := open(t)
	for _, f := range api.Functions() {
		for i, p := range f.Params {
			gone, from := "", ""
			switch p.Type {
			case api.Die:
				gone, from = die, "dice"
			case api.Card, api.Entity, api.Target:
				gone, from = card, "deck"
			case api.Living:
				gone, from = rat, "foes"
			default:
				continue
			}
			args := slices.Clone(calls[f.Name])
			args[i] = "gone"
			text := "local gone = " + gone + ` clear("` + from + `") add("d6", "dice") add("d6", "dice") add("coin", "dice") add("ace", "deck") add("rat", "foes") `
			r := s.Run("lua " + text + f.Name + "(" + strings.Join(args, ", ") + ")")
			if r.Problem == nil || r.Problem.Code != "game/gone" {
				t.Errorf("%s with %s gone: problem %v", f.Name, p.Name, r.Problem)
			}
		}
	}
}

// TestTheCompilerKnowsTheWholeTable checks what the compiler knows about every
// function: the literals that it accepts, the bounds, and the types of results.
func TestTheCompilerKnowsTheWholeTable(t *testing.T) {
	surface := api.Surface()
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(surface.Functions)) {
		s := surface.Functions[name]
		fmt.Fprintf(&out, "%s gives %q, variadic %v, reads %v\n", name, s.Results, s.Variadic, s.Reads)
		for _, p := range s.Params {
			fmt.Fprintf(&out, "\t%+v\n", p)
		}
	}
	fmt.Fprintf(&out, "values %q, fixed %q\n", surface.Values, surface.Fixed)
	golden.Check(t, "testdata/surface.golden", out.String())
}
