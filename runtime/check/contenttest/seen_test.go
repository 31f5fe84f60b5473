package contenttest_test

import (
	"context"
	"strings"
	"testing"

	"sleight/runtime/check/contenttest"
	"sleight/tests/bazaar"
)

const bids = `
kind: game
id: bids
players: {min: 2, max: 2}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  round: {start: 1}
  dark: {start: false, per: player}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ruby]}
  sack: {of: card, label: s, per: player, visible: owner, counted: false, start: [ruby]}
actions:
  bid: {secret: true, targets: [{name: amount, from: [1, 2]}]}
phases: {play: {actions: [bid]}}
views: {held: {value: count("hand")}}
lua: |
  return { do_bid = function(_, n) vars.bid = n tell(player(), "Noted.") say("A bid.") set_player(player() % players() + 1) end }
tests:
  - name: what others see of a bid
    steps:
      - as: 1
        do: bid 2
        expect:
          seen_by:
            "0": {bid@1: "?", held: "?", log: …, acts: false}
            "1": {bid: 2, hand: [ruby], hand@2: ["?"], sack: [ruby], says: [Noted., A bid.], log: bid 2, acts: false, dark: false}
            "2": {bid@1: "?", bid: 0, hand@1: ["?"], sack@1: "?", says: A bid., log: …, acts: true, held: 1, round: 1}
      - {as: 1, do: bid 1, expect: {refused: It is player 2's turn.}}
      - {as: 2, do: [begin bid, pick 1], expect: {bid@2: 1}}
  - {name: wrong value, as: 1, do: bid 2, expect: {seen_by: {"2": {bid@1: 2}}}}
  - {name: wrong zone, expect: {seen_by: {"2": {hand@1: [ruby]}}}}
  - {name: counted, expect: {seen_by: {"2": {sack@1: ["?"]}}}}
  - {name: wrong message, do: bid 1, expect: {seen_by: {"2": {says: [Noted., A bid.]}}}}
  - {name: wrong log, do: bid 1, expect: {seen_by: {"1": {log: …}}}}
  - {name: wrong actor, expect: {seen_by: {"2": {acts: true}}}}
  - {name: no such seat, expect: {seen_by: {"3": {acts: true}}}}
  - {name: no such name, expect: {seen_by: {"2": {sak: []}}}}
  - {name: no such player, as: 3, do: bid 1, expect: {round: 1}}
---
{kind: card, id: ruby}
`

// TestSeats checks tests with seats: who acts and who sees which values.
func TestSeats(t *testing.T) {
	c := bazaar.Written(t, "bids", bids)
	want := map[string]string{
		"what others see of a bid": "",
		"wrong value":              "player 2 sees bid@1 as ?, expected 2",
		"wrong zone":               "player 2 sees hand@1 as ?, expected [ruby]",
		"counted":                  "player 2 does not see how much is in sack@1; expected [?]",
		"wrong message":            `said to player 2 "A bid.", expected "Noted.", "A bid."`,
		"wrong log":                `player 1 reads "bid 1" in the log, expected "…"`,
		"wrong actor":              "player 2 acts: false, expected true",
		"no such seat":             "expected a player from 0 to 2, got 3",
		"no such name":             `unknown variable, zone or view that player 2 sees "sak"`,
		"no such player":           "expected a player from 1 to 2, got 3",
	}
	for _, r := range contenttest.Run(context.Background(), c, contenttest.Options{}) {
		got := ""
		if r.Problem != nil {
			got = r.Problem.Message.String()
		}
		if expected, ok := want[r.Name]; !ok || got != expected {
			t.Errorf("%s: %q, expected %q", r.Name, got, expected)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("these did not run: %v", want)
	}
	look := contenttest.CheckNames(c)
	if len(look) != 1 || !strings.Contains(look[0].Message.String(), `"sak"`) {
		t.Errorf("what is found without running: %v", look)
	}
}
