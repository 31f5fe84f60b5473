package session_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// siege is a game whose reactions end a choice in every way: they remove what the
// command is about, run out of time, lead to further reactions, phases and
// questions, or nobody can react. Nothing in it is hidden but a secret target.
const siege = `
kind: game
id: siege
players: {min: 1, max: 3}
variables:
  gold: {start: 9, min: 0, per: player}
  heard: {start: "", show: false}
  open: {start: true}
zones:
  hand: {of: card, label: h, per: player, start: [spear, oil, moat]}
  gate: {of: card, label: g, visible: owner, start: [oil, {moat: 2}]}
events: {hit: {args: [who, what]}, quiet: {}, dawn: {}}
actions:
  charge: {cost: {gold: 1}}
  creep: {}
  scout: {targets: [{name: card, from: gate, secret: true}]}
  march: {targets: [{name: card, from: gate}]}
  spend: {cost: {gold: 2}}
  burn: {}
  yield: {}
  rest: {}
phases:
  dawn: {actions: [charge, creep, scout, march, rest], use: [hand]}
  dusk: {actions: [rest, spend], clock: 6}
windows:
  parry: {before: [use], when: vars.open, actions: [burn, spend], use: [hand], depth: 2, clock: 4}
  ambush: {before: [march, scout], when: "count('gate') > 1", actions: [burn, spend, yield], answers: one, skip: true}
  wound: {after: [hit], actions: [spend, yield], answers: any, pass_until: dawn, clock: 7}
  echo: {after: [hit], who: "player() == answered(2)", actions: [yield], answers: any}
  calm: {before: [charge], who: "false", actions: [yield]}
  toll: {before: [rest], actions: [spend], use: [hand], skip: true}
  hush: {after: [quiet], who: "false", actions: [yield]}
lua: |
  local function hear(what) vars.heard = vars.heard .. what .. player() .. paid("gold") .. " " end
  return {
    start = function() hear("start") end,
    do_charge = function() hear("charge") emit("hit", player(), 2) set_player(player() % players() + 1) enter_phase("dusk") end,
    do_creep = function() emit("quiet") enter_phase("dusk") end,
    do_scout = function(_, card) hear("scout" .. card.id) enter_phase("dusk") end,
    do_march = function(_, card) hear("march" .. card.id) enter_phase("dusk") end,
    do_spend = function() hear("spend") end,
    do_burn = function()
      hear("burn")
      local item, first = answered(), answered(1)
      if type(first) == "entity" then remove(first) elseif type(item) == "entity" then remove(item) end
    end,
    do_yield = function() hear("yield") if window() == "wound" then ask("why", {from = {"fear", "pain"}}) else cancel() end end,
    chosen_why = function(_, why) hear(why) end,
    do_rest = function() emit("dawn") enter_phase("dawn") end,
    enter_dusk = function() hear("dusk") end,
    closed_wound = function(_, who, what) hear("wounded" .. who .. what) end,
    closed_echo = function(_, who, what) hear("echoed" .. who .. what) enter_phase("dawn") end,
    closed_hush = function() hear("hushed") ask("why", {from = {"calm"}, auto = true}) end,
    timeout_wound = function() hear("late") end,
  }
---
{kind: card, id: spear, name: Spear, use: {during: [dawn, parry, toll], cost: {gold: n}, targets: [{name: n, from: [1, 2]}]}, lua: "return { use = function(_, n) vars.heard = vars.heard .. 'spear' .. player() .. n .. paid('gold') .. ' ' end }"}
---
{kind: card, id: oil, name: Oil, use: {targets: [{name: card, from: gate, secret: true}]}, lua: "return { use = function(_, card) vars.heard = vars.heard .. 'oil' .. card.id .. ' ' enter_phase('dusk') end }"}
---
{kind: card, id: moat, name: Moat}
---
{kind: bot, id: spy, lua: "return { choose = function() return answered(1) == nil and 'burn' or 'pass' end }"}
`

// recite plays lines in a new game: commands, those of players by "as N", entries
// of the table typed, and the timeout of the n-th clock. After each it writes what
// waits, and what else is asked for.
func (s *transcriber) recite(game string, players int, lines string, also ...func(*transcriber)) {
	s.t.Helper()
	made, problem := session.New(s.content, game, session.Options{Seed: 3, Players: players})
	if problem != nil {
		s.t.Fatal(problem)
	}
	y := &transcriber{t: s.t, content: s.content, Session: made}
	y.Trace(&y.tracer)
	s.printf("# %d players\n", players)
	for line := range strings.SplitSeq(lines, "|") {
		line = strings.TrimSpace(line)
		y.printf("> %s\n", line)
		if n, late := strings.CutPrefix(line, "late "); late {
			i, _ := strconv.Atoi(n)
			clocks := append(y.Clocks(), session.Clock{Player: 1}) // the last is nobody's
			y.result(y.Timeout(clocks[min(i, len(clocks))-1]))
		} else {
			y.everywhere(line)
		}
		y.pending()
		for _, f := range also {
			f(y)
		}
	}
	s.out.WriteString(y.out.String())
}

// everywhere runs a line, and checks that a command does the same in a fork, which
// has no history and no tracer.
func (s *transcriber) everywhere(line string) {
	s.t.Helper()
	if word, _, _ := strings.Cut(line, " "); typed[word] != nil {
		s.enter(line)
		return
	}
	runOn := func(x *session.Session) (r session.Result, text string) {
		r = x.Run(line)
		return r, fmt.Sprint(r.Refusal, r.Problem, r.Events, r.Messages, r.Warning, r.Fuel, r.Over, x.Player(), x.Clocks(), x.Situation())
	}
	_, there := runOn(s.Fork(nil))
	r, here := runOn(s.Session)
	if here != there {
		s.t.Errorf("%s does\n%s\nand in a fork\n%s", line, here, there)
	}
	s.result(r)
}

// pending writes what waits, who may act, and what is seen of it.
func (s *transcriber) pending() {
	s.printf("  ")
	if slot, ok := s.Variable("heard"); ok {
		s.printf("heard %s", s.State().Var(slot).Str)
	}
	if p := s.State().Pending(); p != nil {
		s.printf(", then %q, actor %d", p.Then, p.Actor)
		for _, w := range p.Windows {
			s.printf(", in %s by %d of %s%s with %v: %v, cancelled %v, paid %v", w.Name, w.By, w.Action, w.Event, w.Values, w.Waiting, w.Cancelled, w.Paid)
		}
	}
	s.printf("; clocks %v, waiting %#v, held %v, %s\n", s.Clocks(), s.Waiting(), heldOf(s.Session), s.Situation())
}

// TestReactionsEndInEveryWay states everything that happens in games in which
// players react.
func TestReactionsEndInEveryWay(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "siege", siege)}
	for _, lines := range []string{
		"use spear 2|use spear 1|pass|pass|spend|undo 9|redo 2",         // a reaction to a reaction, then another by the same player
		"use spear 1|spend|pass|rest",                                   // each reacts once
		"use spear 1|burn|bot bot/spy|pass",                             // the item is gone
		"use oil g2|burn|bot bot/spy|pass",                              // its target is gone
		"use oil g1|bot bot/spy",                                        // its target is secret
		"scout g1|bot bot/spy|spend|rest|scout g3|yield|rest",           // cancelled
		"march g1|burn|rest|march g1|burn|march g1",                     // the target is gone, then nobody may react
		"lua vars.open = false|use spear 1|use oil g1",                  // the window does not open
		"lua vars.gold = 0 set_var_of(2, 'gold', 0)|use spear 2|creep",  // not affordable
		"charge|spend|yield|choose fear|pass|pass|yield|pass|pass|rest", // after an event, everyone again
		"charge|late 1|pass_always|yield|rest|charge",
		"charge|pass|pass|pass|late 1",
		"use spear 1|late 1|late 1", "lua enter_phase('dusk')|late 1|pass",
		"lua set_var_of(2, 'gold', 0)|rest|pass|rest|spend", "lua set_var_of(3, 'gold', 0)|rest|spend|lua vars.gold = 0|rest",
		"creep|rest|undo 1|redo 1|load|rest",
		"find spear|use spear 2|offers|legal|as 3 burn|as 2 burn|legal|pass",
	} {
		for _, players := range []int{2, 3} {
			x.recite("siege", players, lines)
		}
	}
	x.recite("siege", 1, "scout g1|march g1|charge|use spear 1|use oil g1|state")
	golden.Check(t, "testdata/siege.golden", x.out.String())
}
