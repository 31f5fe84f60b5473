package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// stand has a value of each type, and a card for each result of its modifiers.
const stand = `
kind: game
id: stand
variables: {n: {start: 1, whole: false}, word: {start: ""}}
zones:
  hand: {of: card, label: h, listens: true}
  back: {of: card, label: b}
values: {size: {}, name: {}, guard: {}}
actions: {grow: {}, name: {}, guard: {}, wide: {}, copy: {}}
phases: {play: {actions: [grow, name, guard, wide, copy]}}
lua: |
  return {
    do_grow = function() vars.n = modify("size", 4) end,
    do_name = function() vars.word = modify("name", "oak") end,
    do_guard = function() vars.word = tostring(modify("guard", false)) end,
    do_wide = function() vars.n = math.min(9, modify("size", math.huge)) end,
    do_copy = function() vars.n = call_hook(top("back"), "modify_size", 4) end,
  }
---
{kind: card, id: lots, lua: 'return { modify_size = function() return "lots" end }'}
---
{kind: card, id: nan, lua: 'return { modify_size = function(self, n) return (n - n) / 0 end }'}
---
{kind: card, id: endless, lua: 'return { modify_size = function() return math.huge end }'}
---
{kind: card, id: sure, lua: 'return { modify_size = function() return true end }'}
---
{kind: card, id: who, lua: 'return { modify_size = function(self) return self end, modify_guard = function(self) return self end }'}
---
{kind: card, id: list, lua: 'return { modify_size = function() return {1} end }'}
---
{kind: card, id: three, lua: 'return { modify_name = function() return 3 end, modify_guard = function() return 3 end }'}
---
{kind: card, id: more, lua: 'return { modify_size = function(self, n) return n + 1.5 end, modify_name = function(self, s) return s .. "en" end }'}
---
{kind: card, id: same, lua: 'return { modify_size = function() end, modify_name = function() end }'}
`

// TestAModifierThatReturnsAnotherTypeIsNamed checks that a result which cannot take
// the place of a value is reported at the hook that returned it, with the name of its
// definition, and that values of no fixed type may change theirs.
func TestAModifierThatReturnsAnotherTypeIsNamed(t *testing.T) {
	for _, c := range []struct{ card, do, want string }{
		{"lots", "grow", `modify_size of card/lots returned the text "lots", which must be a number`},
		{"nan", "grow", "modify_size of card/nan returned NaN (such as 0 / 0), which must be a finite number"},
		{"endless", "grow", "modify_size of card/endless returned infinity (such as 1 / 0, or math.huge), which must be a finite number"},
		{"sure", "grow", "modify_size of card/sure returned true, which must be a number"},
		{"who", "grow", "modify_size of card/who returned the entity h1, which must be a number"},
		{"list", "grow", "a table cannot be game data"},
		{"three", "name", "modify_name of card/three returned 3, which must be a text"},
		{"lots", "copy", `modify_size of card/lots returned the text "lots", which must be a number`},
		{"endless", "wide", ""}, // it was infinite before
		{"three", "guard", ""},
		{"who", "guard", ""},
		{"more", "grow", ""},
		{"more", "name", ""},
		{"more", "copy", ""},
		{"same", "grow", ""},
		{"same", "name", ""},
	} {
		s, problem := session.New(bazaar.Written(t, "stand", stand), "stand", session.Options{})
		if problem != nil {
			t.Fatal(problem)
		}
		zone := "hand"
		if c.do == "copy" {
			zone = "back"
		}
		run(t, s, `lua add("`+c.card+`", "`+zone+`")`)
		before := now(s)
		r := s.Run(c.do)
		if c.want == "" {
			if !r.OK() {
				t.Errorf("%s, %s: %v", c.card, c.do, r.Problem)
			}
			continue
		}
		if r.Problem == nil || r.Problem.Message.String() != c.want || now(s) != before {
			t.Errorf("%s, %s: %v, want %s", c.card, c.do, r.Problem, c.want)
			continue
		}
		at := r.Problem.Place.Line
		if line := strings.Split(stand, "\n")[max(at-1, 0)]; !strings.Contains(line, "id: "+c.card) {
			t.Errorf("%s, %s is reported at line %d: %s", c.card, c.do, at, line)
		}
	}
}
