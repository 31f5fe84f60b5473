package secrets_test

import (
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/random"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// odd has features that the other games lack: values that nobody or only some
// see, questions about hidden cards, and a hidden hand whose size is hidden
// too.
const odd = `
kind: game
id: auction
players: {min: 2, max: 2}
variables:
  eye: {type: boolean, start: false, per: player}
  inner: {start: 3, show: false}
  lead: {type: entity}
zones:
  deck: {of: card, label: k, visible: none, start: [{ruby: 2}, {pearl: 2}, {jade: 2}]}
  hand: {of: card, label: h, per: player, visible: owner, counted: false, start: [{opal: 1}, {jade: 1}]}
  pile: {of: card, label: p, unordered: true}
properties:
  card:
    worth: {start: 1, visible: eye}
    scar: {start: 2, show: false}
actions:
  look: {}
  peek: {}
  grope: {}
  lose: {targets: [{name: card, from: hand}]}
phases: {play: {actions: [look, peek, grope, lose], use: [hand]}}
lua: |
  local function over() set_player(player() % players() + 1) end
  return {
    do_look = function() vars.eye = not vars.eye vars.inner = vars.inner + 1 over() end,
    do_peek = function() ask("card", {from = all("deck")}) end,
    do_grope = function() ask("card", {from = all("deck"), blind = true}) end,
    chosen_card = function(_, card) vars.lead = card move_to(card, "hand") tell(0, "Taken: " .. card.name) over() end,
    do_lose = function(_, card)
      card.worth = card.worth + 1
      move_to(card, "pile") card.scar = 3 move_to(card, "deck")
      shuffle("deck", "deal")
      over()
    end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: pearl, name: Pearl}
---
{kind: card, id: jade, name: Jade, use: {secret: true}, lua: "return { use = function(self) remove(self) vars.eye = true end }"}
---
{kind: card, id: opal, name: Opal, use: {}, lua: "return { use = function(self) self.face_up = true move_to(self, 'pile') if vars.inner > 7 then lose('It was an opal.') else set_player(player() % players() + 1) end end }"}
`

// veiled is a game in which variables say who sees what, and in which numbers look
// like entities.
const veiled = `
kind: game
id: auction
players: {min: 2, max: 2}
variables:
  wise: {start: false, per: player, visible: owner}
  clear: {start: false}
  aim: {type: entity}
  aside: {type: entity, per: player, visible: owner}
  count: {start: 16777217}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ruby, pearl]}
  bag: {of: card, label: b, per: player, visible: owner, unordered: true, start: [pearl, ruby, jade]}
  well: {of: card, label: w, visible: none, counted: false, start: [jade, ruby]}
  table: {of: card, label: t, start: [pearl]}
properties:
  card: {worth: {start: 1, visible: wise}, fame: {start: 2, visible: clear}, own: {start: 3, visible: owner}, pair: {type: entity}}
actions:
  learn: {}
  clear: {}
  point: {targets: [{name: card, from: hand}]}
  keep: {secret: true, targets: [{name: card, from: bag}]}
  sink: {targets: [{name: card, from: hand, secret: true}]}
  lay: {targets: [{name: card, from: bag}]}
phases: {play: {actions: [learn, clear, point, keep, sink, lay]}}
lua: |
  local function over() set_player(player() % players() + 1) end
  return {
    do_learn = function() vars.wise = not vars.wise over() end,
    do_clear = function() vars.clear = not vars.clear vars.count = vars.count + 1 over() end,
    do_point = function(_, card) vars.aim = card card.worth = card.worth + 1 card.own = 4 over() end,
    do_keep = function(_, card) vars.aside = card card.fame = 5 card.pair = vars.aim over() end,
    do_sink = function(_, card) move_to(card, "well") over() end,
    do_lay = function(_, card) card.pair = top("table") move_to(card, "table") card.worth = 9 over() end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: pearl, name: Pearl}
---
{kind: card, id: jade, name: Jade}
`

// TestTranscripts compares what each seat knows, and everything that it is
// shown, in a few commands of some games.
func TestTranscripts(t *testing.T) {
	rng := random.New(6, "generated")
	for name, c := range map[string]struct {
		text     string
		commands int
		seed     uint64
	}{
		"auction":   {auction, 10, 1},
		"bids":      {bids, 6, 2},
		"reacting":  {reacting, 10, 3},
		"generated": {generated(&rng, ""), 8, 4},
		"odd":       {odd, 20, 8},
		// Longer, in games that differ by little: what is revealed by an event,
		// shown again, or put away for a time.
		"auction_late":  {strings.Replace(auction, "--drawn", `if vars.turns % 3 == 0 then card.face_up = true else remove(at("deck", 1), "opened") end`, 1), 16, 11},
		"odd_late":      {strings.NewReplacer("use: {secret: true}", "use: {secret: opened}", "actions:\n", "events: {opened: {}}\nactions:\n", "card.scar = 3", "card.scar = 3 emit(\"opened\")").Replace(odd), 20, 9},
		"reacting_late": {reacting, 12, 5},
		"veiled":        {veiled, 18, 3},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := secrets.Transcript(bazaar.Written(t, "auction", c.text), "auction", 2, c.commands, c.seed)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", name+".golden"), text)
		})
	}
}
