package secrets_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// motley has entities that cannot be turned up, commands with many targets and with
// options that are not allowed, items used in secret that others may react to,
// references to what is gone, and questions in a phase in which all choose.
const motley = `
kind: game
id: auction
players: {min: 2, max: 2}
variables:
  aim: {type: entity}
  mine: {type: entity, per: player, visible: owner}
  mark: {start: 0, min: 0, max: 99, per: player, visible: owner}
  turns: {start: 0, min: 0}
zones:
  bag: {of: relic, label: b, per: player, visible: owner, start: [idol, lamp]}
  den: {of: relic, label: e, visible: none, start: [idol, lamp, idol]}
  porch: {of: relic, label: w, start: [lamp]}
  hand: {of: card, label: h, per: player, visible: owner, start: [ruby, jade, opal, jade]}
  deck: {of: card, label: k, visible: none, start: [{ruby: 3}, {jade: 3}, {opal: 3}]}
  pile: {of: card, label: p}
properties:
  relic: {rust: {start: 1, visible: owner}}
events: {opened: {}}
actions:
  spread: {targets: [{name: a, from: [1, 2]}, {name: b, from: [1, 2]}, {name: c, from: [1, 2]}, {name: d, from: [1, 2]}, {name: e, from: [1, 2]}]}
  choose: {targets: [{name: card, from: hand, where: 'card.id ~= "ruby"', else: Not a ruby.}, {name: other, from: pile, when: 'count("pile") > 0'}]}
  drop: {targets: [{name: card, from: hand}]}
  fetch: {}
  oil: {targets: [{name: relic, from: bag}]}
  lend: {targets: [{name: relic, from: bag, secret: true}]}
phases:
  play: {actions: [spread, choose, drop, fetch, oil, lend], use: [hand]}
  vote: {together: true, actions: [spread, choose, fetch]}
windows:
  answer: {before: [use], use: [hand], answers: any}
lua: |
  local function over()
    vars.turns = vars.turns + 1
    if vars.turns % 5 == 4 then emit("opened") end
    if phase() == "play" and vars.turns % 7 == 6 then enter_phase("vote") end
    if phase() == "play" then set_player(player() % players() + 1) end
  end
  return {
    do_spread = function(_, a, b, c, d, e) vars.mark = a + b + c + d + e over() end,
    do_choose = function(_, card) vars.aim = card vars.mine = card move_to(card, "pile") over() end,
    do_drop = function(_, card) vars.aim = card remove(card) over() end,
    do_fetch = function()
      if phase() == "vote" then ask("what", {from = all("hand"), secret = true, revealed_by = "opened"}) return end
      move_to(at("den", 1), "bag") move_to(at("bag", 1), "den") draw("deck", "hand") over()
    end,
    chosen_what = function(_, card) vars.mine = card end,
    do_oil = function(_, relic) relic.rust = relic.rust + 1 move_to(relic, "porch") relic.rust = relic.rust + 1 move_to(relic, "bag") over() end,
    do_lend = function(_, relic) move_to(relic, "den") over() end,
    on_used = function(_, card) --[[used]] if window() == nil then over() end end,
    resolve_vote = function() enter_phase("play") end,
  }
---
{kind: relic, id: idol, name: Idol}
---
{kind: relic, id: lamp, name: Lamp}
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: jade, name: Jade, use: {secret: true, targets: [{name: relic, from: bag}]}, lua: "return { use = function(self, relic) vars.mark = vars.mark + 1 move_to(self, 'deck') shuffle('deck', 'deal') draw('deck', 'hand') end }"}
---
{kind: card, id: opal, name: Opal, use: {secret: opened, during: [answer]}, lua: "return { use = function(self) vars.mark = vars.mark + 3 move_to(self, 'deck') shuffle('deck', 'deal') draw('deck', 'hand') end }"}
`

// TestMotleyTranscripts compares what each seat knows and is shown in the motley
// game, also one in which items are used openly.
func TestMotleyTranscripts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		seed uint64
	}{
		"motley":      {motley, 2},
		"motley_open": {strings.NewReplacer("use: {secret: true, ", "use: {", "use: {secret: opened, ", "use: {").Replace(motley), 5},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := secrets.Transcript(bazaar.Written(t, "auction", c.text), "auction", 2, 14, c.seed)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", name+".golden"), text)
		})
	}
}

// TestMotleyPairs compares how many pairs of worlds are compared in variants of the
// motley game, how many end because something was revealed, and the leaks.
func TestMotleyPairs(t *testing.T) {
	for name, edit := range map[string][]string{
		"an honest motley game":       nil,
		"what is used is said":        {"--[[used]]", `say("Used " .. card.name)`},
		"what is used is worth a lot": {"--[[used]]", `if card.id == "jade" then vars.aim = card end`},
		"a script fails":              {"relic.rust = relic.rust + 1 move_to(relic, \"porch\")", `if at("deck", 1) and at("deck", 1).id == "ruby" then error("A ruby.") end`},
		"a command is refused":        {"do_lend = function(_, relic)", `do_lend = function(_, relic) if at("deck", 1) and at("deck", 1).id == "ruby" then refuse("Not now.") end`},
		"a lent relic is shown":       {"relic, from: bag, secret: true", "relic, from: bag"},
		"a target is said":            {"do_lend = function(_, relic)", `do_lend = function(_, relic) say("Lent: " .. relic.name)`},
		"an answer is said":           {"chosen_what = function(_, card)", `chosen_what = function(_, card) say("Chosen: " .. card.name)`},
	} {
		t.Run(name, func(t *testing.T) {
			text := motley
			if edit != nil {
				if text = strings.Replace(motley, edit[0], edit[1], 1); text == motley {
					t.Fatalf("the game has no %q", edit[0])
				}
			}
			counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", text), secrets.Options{Pairs: 150, Seed: 4})
			checkReport(t, counts, problems)
		})
	}
}

// tiny is a game of a single command.
const tiny = "{kind: game, id: tiny, players: {min: 1, max: 1}, variables: {n: {start: 0}}, actions: {wait: {}}, phases: {play: {actions: [wait]}}, lua: 'return { start = function() START end, do_wait = function() WAIT end }'}"

func tinyGame(start, wait string) string {
	return strings.NewReplacer("START", start, "WAIT", wait).Replace(tiny)
}

// TestRunsAreBounded checks how much is compared by default and in a game that never
// ends, and that games which cannot be played end a run.
func TestRunsAreBounded(t *testing.T) {
	for pairs, want := range map[int]int{0: 1000, 1: 1} {
		last := 0
		counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "tiny", tinyGame("", "")), secrets.Options{Pairs: pairs, Seed: 1, Also: func(s *session.Session, _ int) any {
			last = max(last, s.Turn())
			return nil
		}})
		if len(problems) > 0 || len(counts) != 1 || counts[0].Pairs < want || counts[0].Pairs > want+1 {
			t.Errorf("of %d pairs: %v, %v", pairs, counts, problems)
		}
		if want == 1000 && last != 300 {
			t.Errorf("a game had %d commands when something was compared last", last)
		}
	}
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "tiny", tinyGame("if random(\"fate\", 1, 3) == 1 then error(\"No.\") end", "")), secrets.Options{Pairs: 300, Seed: 1})
	checkReport(t, counts, problems)
}

// TestARunCanBeInterrupted checks that nothing is compared after the context has
// ended, in the middle of a game.
func TestARunCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	counts, problems := secrets.Run(ctx, bazaar.Written(t, "auction", motley), secrets.Options{Pairs: 50, Seed: 1, Also: func(*session.Session, int) any {
		if n++; n == 10 {
			cancel()
		}
		return nil
	}})
	if len(problems) > 0 || len(counts) != 1 || n != 10 || counts[0].Pairs != 5 {
		t.Errorf("%v, %v after %d views", counts, problems, n)
	}
}
