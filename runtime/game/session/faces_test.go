package session_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// emblems is a game whose dice have words, with tests that use them.
const emblems = `
kind: game
id: emblems
lua: |
  return {
    start = function()
      add_die("emblem")
      enter_phase("play")
    end,
    do_roll = function() roll_die(at("dice", 1)) end,
    do_turn = function(_, word) set_die_face(at("dice", 1), word) end,
  }
zones: {dice: {of: die, label: d, default: emblem}}
actions:
  roll: {}
  turn: {targets: [{name: word, from: [shield, blank, axe]}]}
phases: {play: {actions: [roll, turn]}}
views: {top: {value: 'at("dice", 1).face'}, sides: {value: 'at("dice", 1).sides'}}
tests:
  - name: a die has as many sides as words
    expect: {sides: 4}
  - name: a die is given, expected and rigged by its words
    given: {dice: [blank, sword], rig: {dice: [shield]}}
    do: roll
    expect: {dice: [shield, sword], top: shield}
  - name: a mapping may say the word as well
    given: {dice: [{face: shield, held: true}, {is: plain, value: 2}]}
    expect: {dice: [{face: shield, held: true}, 2]}
  - name: the value is the number of the side
    given: {dice: [shield]}
    expect: {dice: [3], that: 'at("dice", 1).value == 3'}
  - name: a word on several sides is the first of them
    given: {dice: [blank]}
    do: turn blank
    expect: {dice: [{value: 4}]}
  - name: a die with numbers has its value for a face
    given: {dice: [{is: plain, value: 5}]}
    expect: {top: 5}
  - name: a word that no side bears is a fault
    given: {dice: [blank]}
    do: turn axe
    expect: {dice: [blank]}
---
{kind: die, id: emblem, faces: [sword, sword, shield, blank]}
---
{kind: die, id: plain, sides: 6}
`

func emblemsWith(t *testing.T, more string) (*rules.Content, diag.List) {
	t.Helper()
	files := fstest.MapFS{"content/emblems/game.yaml": {Data: []byte(emblems + more)}}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	return rules.Build(catalog, nil)
}

// TestDiceMayHaveWords checks that words on dice are read, written, rolled,
// rigged and tested like numbers.
func TestDiceMayHaveWords(t *testing.T) {
	c, problems := emblemsWith(t, "")
	if c == nil {
		t.Fatal(problems)
	}
	for _, r := range contenttest.Run(t.Context(), c, contenttest.Options{}) {
		fault := r.Problem != nil && strings.Contains(r.Problem.Error(), `no side of die/emblem shows the word "axe"`)
		if (r.Problem != nil) != (r.Name == "a word that no side bears is a fault") || r.Problem != nil && !fault {
			t.Errorf("%s: %v", r.Name, r.Problem)
		}
	}
}

// TestFacesDoNotMixNumbersAndWords checks that a die with both words and numbers is
// refused at the first face that differs.
func TestFacesDoNotMixNumbersAndWords(t *testing.T) {
	c, problems := emblemsWith(t, "---\n{kind: die, id: mixed, faces: [sword, 2]}\n")
	if c != nil || len(problems) != 1 || problems[0].Code != "content/rule" || !strings.Contains(problems[0].Message.String(), "all words") {
		t.Errorf("a die with mixed faces gives %v", problems)
	}
}
