package board_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

const pile = `
kind: game
id: pile
zones:
  deck: {of: card, label: k, unordered: true, pile: true, start: [{wolf: 2}, {ape: 2}, {cow: 2}, {bee: 2}]}
  hand: {of: card, label: h}
properties: {card: {age: {start: 1, show: false}, size: {start: 2}}}
phases: {play: {actions: [find, pull, grow, mix]}}
actions:
  find: {targets: [{name: card, from: deck}]}
  pull: {targets: [{name: card, from: 'all("deck")'}]}
  grow: {targets: [{name: card, from: deck}]}
  mix: {}
lua: |
  return {
    start = function() shuffle("deck", "deal") end,
    do_find = function(_, card) move_to(card, "hand") end,
    do_pull = function(_, card) move_to(card, "hand") end,
    do_grow = function(_, card) card.age = card.age + 1; card.size = card.size + 1 end,
    do_mix = function() shuffle("deck", "deal") end,
  }
---
{kind: card, id: wolf}
---
{kind: card, id: ape}
---
{kind: card, id: cow}
---
{kind: card, id: bee}
`

func piled(t *testing.T, seed uint64) *session.Session {
	t.Helper()
	c, problems := mustLoad(t, pile)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "pile", session.Options{Seed: seed})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// TestUnorderedPiles checks that players learn the contents of an unordered
// pile and nothing about its order: games that differ only in that order show
// the same board, make the same offers and accept the same commands.
func TestUnorderedPiles(t *testing.T) {
	var boards, legal []string
	orders := map[string]bool{}
	for seed := range uint64(6) {
		s := piled(t, seed)
		data, err := json.Marshal(board.Of(s, 1, nil))
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, string(data))
		commands, problem := s.Legal(0)
		if problem != nil {
			t.Fatal(problem)
		}
		var texts []string
		for _, c := range commands {
			texts = append(texts, s.Format(c))
		}
		legal = append(legal, strings.Join(texts, "; "))
		slot, _ := s.Zone("deck")
		order := ""
		for _, id := range s.State().Zone(slot) {
			order += s.State().Prototype(id).ID + " "
		}
		orders[order] = true
		if id, ok := s.Find("k1"); !ok || s.State().Prototype(id).ID != "ape" || s.Label(id) != "k1" {
			t.Errorf("seed %d: k1 is %s", seed, s.State().Prototype(id).ID)
		}
		s.Run("find k8")
		s.Run("pull k3")
		if r := s.Run("find k5"); !r.OK() {
			t.Error(r.Refusal, r.Problem)
		}
		var hand []string
		for _, thing := range s.State().Zone(slot + 1) {
			hand = append(hand, s.State().Prototype(thing).ID)
		}
		if got := strings.Join(hand, " "); got != "wolf bee cow" {
			t.Errorf("seed %d: the hand is %s", seed, got)
		}
		if boards[seed] != boards[0] || legal[seed] != legal[0] {
			t.Errorf("seed %d looks different:\n%s\n%s\n%s\n%s", seed, boards[0], boards[seed], legal[0], legal[seed])
		}
	}
	if len(orders) < 2 {
		t.Error("the order never differs")
	}
}

// TestBotsShuffleUnknownPiles checks that bots that imagine unknown values
// imagine the order, too.
func TestBotsShuffleUnknownPiles(t *testing.T) {
	s := piled(t, 1)
	luck := random.New(3, "bot")
	slot, _ := s.Zone("deck")
	before := slices.Clone(s.State().Zone(slot))
	differs := false
	for range 5 {
		fork := s.Fork(nil)
		if _, problem := fork.Imagine(&luck); problem != nil {
			t.Fatal(problem)
		}
		after := fork.State().Zone(slot)
		differs = differs || !slices.Equal(before, after)
		a, b := slices.Clone(before), slices.Clone(after)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Fatal("other cards are imagined")
		}
	}
	if !differs {
		t.Error("the true order is imagined")
	}
}

// TestPropertiesThatAreNotShown checks that properties with show: false appear
// neither on entities nor among changes, except to a viewer that reveals
// everything.
func TestPropertiesThatAreNotShown(t *testing.T) {
	s := piled(t, 1)
	r := s.Run("grow k1")
	if !r.OK() {
		t.Fatal(r.Problem)
	}
	told := board.Describe(s, 1, r.Changes, nil)
	if len(told) != 1 || told[0].Text != "k1 Ape: size 2 → 3" {
		t.Errorf("the changes are %v", told)
	}
	vw := board.NewViewer(s, 1, nil)
	id, _ := s.Find("k1")
	if got := vw.Entity(id).Traits; len(got) != 1 || got[0].Name != "size" {
		t.Errorf("shown are %v", got)
	}
	vw.Reveal = true
	if got := vw.Entity(id).Traits; len(got) != 2 {
		t.Errorf("revealed are %v", got)
	}
}

// TestZonesThatAreNotShown checks that a zone with show: false hears events,
// holds entities and can be read like any other, but is on no board.
func TestZonesThatAreNotShown(t *testing.T) {
	c, problems := mustLoad(t, strings.Replace(pile, "  hand: {of: card, label: h}\n", "  hand: {of: card, label: h}\n  rules: {of: card, label: r, start: [cow], show: false}\n", 1))
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "pile", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	data, err := json.Marshal(board.Of(s, 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data); strings.Contains(got, "rules") || strings.Contains(got, `"r1"`) || !strings.Contains(got, `"hand"`) {
		t.Error(got)
	}
	if got, problem := s.Evaluate(`count("rules")`); got != "1" {
		t.Error(got, problem)
	}
}

// TestHiddenDice checks that a zone says that it hides dice only if it holds
// nothing else, so that front ends do not draw cards.
func TestHiddenDice(t *testing.T) {
	c, problems := mustLoad(t, `
kind: game
id: cups
zones:
  cup: {of: die, visible: none, start: [{d6: 3}]}
  bag: {of: [die, card], visible: none, start: [{d6: 1}]}
  tray: {of: die, start: [{d6: 1}]}
phases: {play: {actions: [stop]}}
actions: {stop: {}}
lua: 'return {do_stop = function(self) end}'
---
{kind: die, id: d6, sides: 6}
`)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "cups", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	var got []string
	for _, g := range board.Of(s, 1, nil).Groups {
		for _, z := range g.Zones {
			if z.Dice {
				got = append(got, z.Name)
			}
		}
	}
	if !slices.Equal(got, []string{"cup"}) {
		t.Errorf("zones that hide dice: %v, want cup alone", got)
	}
}
