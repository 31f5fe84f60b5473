package secrets

import (
	"encoding/json"
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

const placed = `
kind: game
id: placed
players: {min: 1, max: MOST}
variables:
  gold: {start: 0}
zones:
  deck: {of: card, label: k, visible: none, start: [ruby]}
actions:
  wait: {}
  react: {}
phases:
  play: {actions: [wait]}
windows:
  answer: {before: [wait], actions: [react]}
views:
  seen: {value: vars.gold}
lua: |
  return { do_wait = function() end, do_react = function() end }
---
{kind: card, id: ruby, name: Ruby}
`

func placedTrial(t *testing.T, most string, players int) *trial {
	t.Helper()
	c := bazaar.Written(t, "placed", strings.Replace(placed, "MOST", most, 1))
	g, _ := c.Game("placed")
	s, problem := session.New(c, "placed", session.Options{Seed: 5, Players: players})
	if problem != nil {
		t.Fatal(problem)
	}
	return &trial{content: c, game: g, real: s, seed: 5, count: Count{Players: players}, rng: random.New(1, "secrets")}
}

// TestLeaksAreLocated checks at which declaration a leak is reported.
func TestLeaksAreLocated(t *testing.T) {
	x := placedTrial(t, "2", 2)
	for name, line := range map[string]int{"seen": 17, "wait": 10, "deck": 8, "gold": 6, "gold@2": 6, "play": 13, "answer": 15, "unknown": 2, "": 2} {
		if at := x.placeOf(name); at.Line != line || at.File != "content/placed/game.yaml" {
			t.Errorf("%q is at %s, want line %d", name, at, line)
		}
	}
}

// TestLeaksShowTheirCommands checks the commands that lead to a leak, after any
// number of commands.
func TestLeaksShowTheirCommands(t *testing.T) {
	one, two := placedTrial(t, "1", 1), placedTrial(t, "2", 2)
	waits := func(n int) string { return strings.TrimSuffix(strings.Repeat("wait; ", n), "; ") }
	for n, want := range map[int]string{0: "", 1: ", then: wait", 40: ", then: " + waits(40)} {
		for x, options := range map[*trial]string{one: "", two: " --players 2"} {
			s, problem := session.New(x.content, "placed", session.Options{Seed: 5, Players: x.count.Players})
			if problem != nil {
				t.Fatal(problem)
			}
			for s.Turn() < n {
				if r := s.Run("wait"); !r.OK() {
					if r = s.Run("pass"); !r.OK() {
						t.Fatal(r)
					}
				}
			}
			x.real = s
			got := x.steps()
			if x == one && got != "sleight repl placed --seed 5"+options+want || x == two && !strings.HasPrefix(got, "sleight repl placed --seed 5 --players 2") {
				t.Errorf("%d commands: %s", n, got)
			}
		}
	}
}

// TestTheLastCommandsAreCompared checks how much of the log is compared.
func TestTheLastCommandsAreCompared(t *testing.T) {
	x := placedTrial(t, "1", 1)
	for n, want := range map[int]int{30: 30, 31: 31, 40: 31} {
		for len(x.real.Log()) < n {
			if r := x.real.Run("wait"); !r.OK() {
				t.Fatal(r)
			}
		}
		var w struct{ Log []string }
		if err := json.Unmarshal(x.view(x.real, outcome{}, nil, x.rng), &w); err != nil || len(w.Log) != min(want, len(x.real.Log())) && len(x.real.Log()) == n {
			t.Errorf("after %d commands, %d are compared: %v", n, len(w.Log), err)
		}
	}
}
