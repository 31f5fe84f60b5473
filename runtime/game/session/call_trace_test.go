package session_test

import (
	"maps"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// broken is a game in which a module fails as soon as vars.deep is 1, called by
// a command, a view, a live text, a detail, a title or the heuristic.
var broken = map[string]string{
	"content/mine/game.yaml": `
kind: game
id: mine
variables: {deep: {start: 0}}
zones:
  hand: {of: card, label: h, start: [lamp, torch], details: {worth: {value: require("shaft").depth()}}}
actions:
  dig: {}
  ask: {targets: [{name: n, from: [1, 2], title: 'require("shaft").depth() .. ""'}]}
phases: {day: {actions: [dig, ask], use: [hand]}}
views:
  depth: {value: require("shaft").depth()}
heuristic: require("shaft").depth()
lua: |
  return {
    start = function() enter_phase("day") end,
    do_dig = function() vars.deep = 1 end,
    do_ask = function() end,
  }
---
kind: card
id: lantern
abstract: true
text: 'Shines {=require("shaft").depth()} deep.'
use: {}
lua: |
  return {
    use = function()
      local n = require("shaft").depth()
      return n
    end,
  }
---
{kind: card, id: lamp, extends: lantern}
---
{kind: card, id: torch, extends: lantern}
`,
	"scripts/mine/shaft.lua": `
local function measure()
  if vars.deep == 1 then
    error("no light")
  end
  return vars.deep
end
return {
  depth = function()
    local n = measure()
    return n
  end,
}
`,
}

// TestFailuresShowTheirCallStack checks that a failure in a module names each
// call that led to it, with its place, and the definition it was for.
func TestFailuresShowTheirCallStack(t *testing.T) {
	s := opened(t, build(t, broken), "mine", 1)
	if r := s.Run("dig"); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	card := s.State().Zone(0)[0]
	for what, test := range map[string]struct {
		fail func() *diag.Diagnostic
		want string
	}{
		"a command": {
			func() *diag.Diagnostic { return s.Run("use lamp").Problem },
			"shaft.lua:10 called here; game.yaml:29 called here, in use of card/lamp; game.yaml:25 the command was \"use lamp\"",
		},
		"a command of a card with the same script": {
			func() *diag.Diagnostic { return s.Run("use torch").Problem },
			"shaft.lua:10 called here; game.yaml:29 called here, in use of card/torch; game.yaml:25 the command was \"use torch\"",
		},
		"a view": {
			func() *diag.Diagnostic { _, problem := s.View(s.Game().Views[0]); return problem },
			"shaft.lua:10 called here; game.yaml:12 called here, in an expression of game/mine",
		},
		"a heuristic": {
			func() *diag.Diagnostic { _, problem := s.HeuristicValue(1); return problem },
			"shaft.lua:10 called here; game.yaml:13 called here, in an expression of game/mine",
		},
		"a detail": {
			func() *diag.Diagnostic { _, problem := s.Detail(s.Details(card)[0], card, 1); return problem },
			"shaft.lua:10 called here; game.yaml:6 called here, in an expression of game/mine",
		},
		"whatever fails first": {
			s.Examine,
			"shaft.lua:10 called here; game.yaml:9 called here, in an expression of game/mine",
		},
	} {
		problem := test.fail()
		if problem == nil {
			t.Errorf("%s does not fail", what)
			continue
		}
		var way []string
		for _, n := range problem.Notes {
			file := n.Place.File[strings.LastIndex(n.Place.File, "/")+1:]
			way = append(way, diag.Place{File: file, Line: n.Place.Line}.String()+" "+n.Message.String())
		}
		if got := strings.Join(way, "; "); got != test.want || !strings.HasSuffix(problem.Place.File, "shaft.lua") || problem.Place.Line != 4 {
			t.Errorf("%s fails at %s, by way of\n%s\nexpected\n%s", what, problem.Place, got, test.want)
		}
	}
}

// sharing are cards that share a script, or whose script is written on one line.
const sharing = `
kind: card
id: candle
abstract: true
use: {requires: [{that: "self.id ~= 'x' and (vars.deep < 1 or error('it is dark'))", else: No.}]}
lua: |
  return { use = function(self) remove(self) error("it is gone") end }
---
{kind: card, id: taper, extends: candle}
---
{kind: card, id: wick, extends: candle}
---
{kind: card, id: rope, use: {}, lua: "local function climb(n) if n == 0 then error('too high') end climb(n - 1) end return { use = function() climb(3) end }"}
`

// TestFailuresOfCardsThatShareAScript states everything that is said of failures in
// one script for several cards, of a card that is gone by then, and in functions
// that are written on one line.
func TestFailuresOfCardsThatShareAScript(t *testing.T) {
	files := maps.Clone(broken)
	files["content/mine/sharing.yaml"] = sharing
	files["content/mine/game.yaml"] = strings.Replace(files["content/mine/game.yaml"], "[lamp, torch]", "[lamp, torch, taper, wick, rope]", 1)
	x := &transcriber{t: t, Session: opened(t, build(t, files), "mine", 1)}
	for _, command := range []string{"use taper", "use wick", "use rope", "dig", "use taper", "use wick", "offers", "examine"} {
		x.printf("> %s\n", command)
		x.enter(command)
	}
	golden.Check(t, "testdata/shared.golden", x.out.String())
}
