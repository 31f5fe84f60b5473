package symbols_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/author/symbols"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// before is put before every name, so that the names keep their order.
const before = "zq_"

// renamedAll returns the files with all names changed that content may choose.
func renamedAll(files fstest.MapFS, x *symbols.Index) fstest.MapFS {
	out := fstest.MapFS{}
	maps.Copy(out, files)
	for name, file := range files {
		lines := strings.Split(string(file.Data), "\n")
		uses := slices.Clone(x.In(name))
		slices.Reverse(uses) // from the right
		last := symbols.Use{}
		for _, u := range uses {
			if u.Place == last.Place {
				continue
			}
			last = u
			if _, declared := x.Declaration(u.Symbol); !declared {
				continue
			}
			switch u.Symbol.Category {
			case symbols.Definition, symbols.Variable, symbols.Zone, symbols.Phase, symbols.Window, symbols.Action, symbols.Event, symbols.Value, symbols.View, symbols.Param, symbols.Property:
			default:
				continue
			}
			runes := []rune(lines[u.Place.Line-1])
			at := u.Place.Column - 1
			lines[u.Place.Line-1] = string(runes[:at]) + before + string(runes[at:])
		}
		out[name] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	}
	return out
}

// renamedName matches what before becomes in names that players see.
var renamedName = regexp.MustCompile(`(?i)zq[_ ]?`)

// story plays a game at random and returns what happens, with the names as they were.
func story(t *testing.T, c *rules.Content, game string) string {
	t.Helper()
	var out strings.Builder
	s, problem := session.New(c, game, session.Options{Seed: 1})
	if problem != nil {
		return "cannot start: " + problem.Error()
	}
	luck := random.New(1, "story")
	for range 80 {
		command, ok, problem := s.Sample(&luck)
		if problem != nil || !ok {
			fmt.Fprintf(&out, "%v %v\n", problem, ok)
			break
		}
		fmt.Fprintln(&out, s.Format(command))
		r := s.Do(command)
		fmt.Fprintf(&out, "%v %v %v\n", r.Refusal, r.Problem, r.Messages)
		for _, e := range state.NewOutliner(s.State()).Effects(r.Changes) {
			fmt.Fprintf(&out, "%s: %s → %s\n", e.About, e.From, e.To)
		}
		for _, e := range r.Events {
			fmt.Fprintf(&out, "%s %v\n", e.Event, e.Args)
		}
		for _, v := range s.Game().Views {
			value, problem := s.View(v)
			fmt.Fprintf(&out, "%s %v %v\n", v.Name, value, problem)
		}
		outcome, words := s.Outcome()
		fmt.Fprintln(&out, r.Fuel, outcome, words)
	}
	return strings.ToLower(renamedName.ReplaceAllString(out.String(), ""))
}

// words is a game in which names are used in texts that others are filled into, in braces and
// as switches.
const words = `
{kind: preset, id: deals, text: "Deal all the damage that it can."}
---
kind: game
id: words
params: {loud: 1, more: 3}
variables:
  hp: {start: 9, switch: loud}
  rust: {start: 0}
zones: {hand: {of: card, label: h, start: [blade, bolt]}}
views: {threat: {value: "2", harms: hp}, again: {value: "vars.hp", harms: threat, switch: loud}}
actions: {hit: {switch: loud, targets: [{name: card, from: hand}]}}
phases: {day: {actions: [hit]}}
lua: |
  return {
    start = function() enter_phase("day") end,
    do_hit = function(_, card) vars.hp = vars.hp - 1 if tagged(card, "bolt") then say("zap " .. definition("bolt").text) end end,
  }
---
{kind: keyword, id: rusty, name: Rust, text: "It is {old}."}
---
{kind: keyword, id: old, name: Old, text: Not new.}
---
{kind: card, id: attack, abstract: true, params: {damage: 2}, text: "{deals}"}
---
{kind: card, id: blade, extends: attack, text: "{deals}, and {more} {rusty|rust}, {rusty} {more}.", params: {more: 2}}
---
kind: card
id: bolt
extends: attack
tags: [bolt]
text: >-
  Very {rusty}. {deals} Or
  {damage} {old}.
---
{kind: card, id: bolts, extends: bolt, params: {damage: 3}}
`

// TestRenamingAllNamesChangesNoGame renames all definitions, variables, zones, actions,
// parameters and so on at once, and checks that each game is played as before.
func TestRenamingAllNamesChangesNoGame(t *testing.T) {
	for title, files := range map[string]fstest.MapFS{"bazaar": bazaar.Tree(t), "words": {"content/words/all.yaml": {Data: []byte(words)}}} {
		x, err := build(files)
		if err != nil {
			t.Fatal(err)
		}
		y, err := build(renamedAll(files, x))
		if err != nil {
			t.Errorf("%s: %v", title, err)
			continue
		}
		for _, g := range x.Content.Games() {
			if got, want := story(t, y.Content, before+g.ID()), story(t, x.Content, g.ID()); got != want {
				t.Errorf("%s, renamed:\n%s\nwith its own names:\n%s", g.ID(), got, want)
			}
		}
	}
}
