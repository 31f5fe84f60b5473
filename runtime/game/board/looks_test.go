package board_test

import (
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

const looks = `
kind: game
id: looks
name: Looks
variables: {hp: {start: 9, min: 0, max: 20, icon: heart}, stage: {start: 2, max: 5, as: track}}
zones:
  foes: {of: enemy, label: e, start: [ogre]}
  deck: {of: card, label: k, visible: none, start: [ace]}
  pile: {of: card, label: p, pile: true}
  charms: {of: relic, label: r}
  forms: {of: hand, label: h, as: tokens}
  row: {of: card, label: c}
actions: {wait: {icon: hourglass}}
phases: {turn: {actions: [wait]}}
properties: {enemy: {attack: {start: 3, icon: sword}}}
views:
  foe: {value: 'top("foes")', show: false}
  nobody: {value: nil, show: false}
  strike: {value: "4", harms: foe}
  threat: {value: "3", harms: hp}
  idle: {value: "1", harms: nobody}
layout:
  - {of: [hp, stage]}
  - {name: Foes, of: [foes]}
  - {name: Away, of: [deck, pile]}
  - {name: Mine, at: near, of: [row, charms]}
lua: "return {do_wait = function() end}"
---
{kind: enemy, id: ogre, name: Ogre, hp: 8, icon: beast}
---
{kind: card, id: ace, name: Ace}
`

// TestLooks checks where groups go and how zones are shown, as declared or by
// default, and which figures name what they harm.
func TestLooks(t *testing.T) {
	c, problems := mustLoad(t, looks)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "looks", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	b := board.Of(s, 1, nil)
	as, harms := map[string]string{}, map[string]string{}
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			as[z.Name] = z.As
		}
		for _, f := range g.Figures {
			harms[f.Name] = f.Harms
			if f.Name == "foe" || f.Name == "nobody" {
				t.Errorf("the view %s is shown", f.Name)
			}
		}
	}
	// The layout places the groups at head, far, side and near; by default,
	// figures go to the head, and a zone of cards that nothing uses to the
	// middle.
	if got := placesOf(b); got != "head far side near head middle" {
		t.Errorf("the groups are at %s", got)
	}
	for zone, want := range map[string]string{"foes": "row", "deck": "stack", "pile": "stack", "charms": "tokens", "forms": "tokens", "row": "row"} {
		if as[zone] != want {
			t.Errorf("%s is shown as %q, expected %q", zone, as[zone], want)
		}
	}
	for view, want := range map[string]string{"strike": "e1", "threat": "hp", "idle": ""} {
		if harms[view] != want {
			t.Errorf("%s harms %q, expected %q", view, harms[view], want)
		}
	}
	if ogre := b.Find("e1"); ogre.Drawing != "beast" || len(ogre.Traits) != 1 || ogre.Traits[0].Drawing != "sword" {
		t.Errorf("the ogre is %+v", ogre)
	}
	if b.Offers[0].Drawing != "hourglass" {
		t.Errorf("the offer is %+v", b.Offers[0])
	}
}
