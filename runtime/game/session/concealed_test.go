package session_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

const lineup = `
kind: game
id: lineup
zones: {row: {of: card, label: l, visible: none, start: [beast, boot]}}
actions: {choose: {targets: [{name: card, from: row}]}, named: {targets: [{name: card, from: row, title: card.name}]}}
phases: {play: {actions: [choose, named]}}
lua: |
  return {
    start = function() reveal(at("row", 2)) enter_phase("play") end,
    do_choose = function() end,
    do_named = function() end,
  }
---
{kind: card, id: beast, name: Beast}
---
{kind: card, id: boot, name: Old Boot}
`

// TestChoicesRevealNothingHidden checks that hidden options are listed by
// label, unless the game gives them a title.
func TestChoicesRevealNothingHidden(t *testing.T) {
	s := lineupSession(t)
	for command, want := range map[string][2]string{"choose": {"l1", "Old Boot"}, "named": {"Beast", "Old Boot"}} {
		if r := s.Begin(command); !r.OK() {
			t.Fatal(r)
		}
		o := s.Choice().Options
		if len(o) != 2 || o[0].Title != want[0] || o[1].Title != want[1] {
			t.Errorf("%s: %+v, expected %q", command, o, want)
		}
		s.Cancel()
	}
}

func lineupSession(t *testing.T) *session.Session {
	t.Helper()
	files := fstest.MapFS{"content/lineup/game.yaml": {Data: []byte(lineup)}}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "lineup", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// TestTheTextOfATableIsBounded checks that the text of a small table that
// repeats large contents is cut.
func TestTheTextOfATableIsBounded(t *testing.T) {
	s := lineupSession(t)
	for source, want := range map[string]string{
		`{1, "a", {true}, b = {c = nil, d = 2}}`: `{1, "a", {true}, b = {d = 2}}`,
		`{}`:                                     `{}`,
		`"plain"`:                                `plain`,
		`range(1, 60)`:                           ", 49, 50, …}",
		`{{{{{}}}}}`:                             `{{{{a table}}}}`,
		`all("row")`:                             `{a card (beast), a card (boot)}`,
		`local t = {("x"):rep(4000)} for i = 1, 50 do t[i] = t[1] end
			local u = {} for i = 1, 50 do u[i] = t end return {u, u, u}`: "…}",
	} {
		text, problem := s.Evaluate(source)
		if problem != nil || !strings.HasSuffix(text, want) || len(text) > 20000 {
			t.Errorf("%s gives %d bytes, %v: %.80s, expected %s", source, len(text), problem, text, want)
		}
	}
}
