package session_test

import (
	"testing"

	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// desk is a game of questions of every sort, asked of the acting player, of
// another, and by a card that is gone when it is answered.
const desk = `
kind: game
id: desk
players: {min: 2, max: 2}
variables: {heard: {start: "", show: false}, pal: {type: entity}}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [fox, hen]}
  deck: {of: card, label: k, visible: none, start: [hen, fox, owl]}
  heap: {of: card, label: p, start: [owl, {hen: 2}]}
events: {dawn: {}}
actions:
  chain: {}
  order: {}
  steer: {}
  several: {}
  some: {}
  picture: {}
  again: {}
  rank: {}
  gift: {}
  hide: {}
  blind: {}
  nothing: {}
  whole: {}
  cut: {}
  wake: {}
  pair: {targets: [{name: a, from: [1, 2]}, {name: b, from: [3], auto: true}]}
  trio: {targets: [{name: a, from: [1, 2]}, {name: b, from: [3, 4], when: a == 2}, {name: c, from: heap, auto: true, where: c.id == "owl"}]}
phases:
  day: {prompt: Your day., actions: [chain, order, steer, several, some, picture, again, rank, gift, hide, blind, nothing, whole, cut, wake, pair, trio], use: [hand], clock: 8}
  night: {actions: [wake, hide], clock: 9}
lua: |
  local function hear(what) vars.heard = vars.heard .. what .. player() .. " " end
  local function ids(list)
    local out = {}
    for i, v in ipairs(list) do out[i] = type(v) == "entity" and v.id or tostring(v) end
    return table.concat(out, ",")
  end
  return {
    do_chain = function() ask("first", {from = {1}, auto = true}) ask("second", {from = {"x", "y"}}) end,
    chosen_first = function(_, n) hear("first" .. n) ask("third", {from = {"p", "q"}, player = 2}) end,
    chosen_second = function(_, v) hear("second" .. v) end,
    chosen_third = function(_, v) hear("third" .. v) end,
    do_order = function() ask("second", {from = {"b", "a"}, prompt = "Which letter?", titles = {"Bee", "Ay"}}) enter_phase("night") end,
    do_steer = function() ask("mine", {from = {7}, auto = true, player = 2}) enter_phase("night") end,
    chosen_mine = function(_, n) hear("mine" .. n) set_player(2) end,
    do_several = function() ask("several", {from = "deck", min = 2, max = 3, skip = true}) end,
    do_some = function() ask("several", {from = "heap", min = 1, max = 9}) end,
    chosen_several = function(_, list) hear("several" .. ids(list)) end,
    do_picture = function() ask("picture", {from = {"card/fox", "relic/fox", "relic/urn", "urn"}}) end,
    chosen_picture = function(_, v) hear("picture" .. v) end,
    do_again = function() ask("several", {from = {"l", "r"}, count = 3, repeats = true}) end,
    do_rank = function() ask("several", {from = {"l", "m", "r"}, count = 2, ordered = true}) end,
    do_gift = function() vars.pal = at("heap", 2) ask("cut", {from = {"yes", "no"}}) ask("gift", {from = {1, 2}, with = {at("heap", 2), 5, player()}, player = 2}) end,
    chosen_cut = function(_, v) if v == "yes" then remove(vars.pal) end end,
    chosen_gift = function(_, n, card, five, giver) hear("gift" .. n .. tostring(card and card.id) .. five .. giver) end,
    do_hide = function() ask("hide", {from = "deck", player = 2, secret = true, revealed_by = "dawn"}) end,
    chosen_hide = function(_, card) hear("hide" .. card.id) move_to(card, "hand") end,
    do_blind = function() ask("hide", {from = "deck", blind = true, skip = true}) end,
    do_nothing = function()
      ask("none", {from = {}})
      ask("several", {from = "heap", min = 3, max = 3, auto = true})
      ask("several", {from = "heap", min = 9, auto = true})
      ask("several", {from = "heap", count = 1, auto = true, skip = true})
    end,
    chosen_none = function(_, v) hear("none" .. tostring(v)) end,
    do_whole = function() ask("several", {from = "heap", count = 3, ordered = true, auto = true}) ask("several", {from = {6}, count = 2, repeats = true, auto = true}) end,
    do_cut = function() ask("cut", {from = {"yes", "no"}}) ask("none", {from = {vars.pal or 3, at("heap", 1)}}) end,
    do_wake = function() emit("dawn") enter_phase("day") end,
    do_pair = function(_, a, b) hear("pair" .. a .. b) end,
    do_trio = function(_, a, b, c) hear("trio" .. a .. tostring(b) .. c.id) end,
  }
---
{kind: card, id: fox, name: Fox, use: {}, lua: "return { use = function(self) ask('bite', {from = {'leg', 'arm'}, with = {self}}) remove(self) end, chosen_bite = function(self, what, whom) vars.heard = vars.heard .. self.id .. tostring(whom) .. what .. ' ' end }"}
---
{kind: card, id: hen, name: Hen, use: {targets: [{name: n, from: [1, 2], auto: true, where: n == 2}]}, lua: "return { use = function(self, n) ask('bite', {from = {'leg', n}}) end, chosen_bite = function(self, what) vars.heard = vars.heard .. self.id .. what .. ' ' end }"}
---
{kind: card, id: owl, name: Owl}
---
{kind: relic, id: fox, name: Fox idol}
---
{kind: relic, id: urn, name: Urn}
---
{kind: bot, id: clerk, lua: "return { choose = function() if phase() == 'night' then return 'wake' end return 'pair', 1 end, answer = function() return choices()[2] end }"}
---
{kind: bot, id: short, lua: "return { choose = function() return 'pair', 2, nil end, answer = function() return nil end }"}
---
{kind: bot, id: long, lua: "return { choose = function() return 'trio', 1 end, answer = function() return 'y', 'x', 'x' end }"}
---
{kind: bot, id: skips, lua: "return { choose = function() return 'trio', 2, 4, nil end, answer = function() return choices()[3], choices()[1] end }"}
---
{kind: bot, id: hunter, lua: "return { choose = function() return 'use', at('hand', 2) end }"}
---
{kind: bot, id: dumb, lua: "return { choose = function() return 7 end, answer = function() error('what?') end }"}
---
{kind: bot, id: vague, lua: "return { choose = function() return 'use', 'hen' end }"}
---
{kind: bot, id: mute, lua: "return { choose = function() end }"}
---
{kind: bot, id: lost, lua: "return { choose = function() return 'leave', 1 end }"}
---
{kind: bot, id: names, lua: "return { choose = function() return 'trio', 2, 4, 'p1' end }"}
---
{kind: bot, id: past, lua: "return { choose = function() return 'trio', 2, 9, nil end }"}
`

// asked writes the choice as its player sees it, who sees which entities, what a
// player would type for the second option of each offer, and what player 1 reads of
// each command.
func asked(s *transcriber) {
	s.As(s.Player(), s.choice)
	offers, problem := s.Offers()
	s.fault(problem)
	for _, o := range offers {
		for _, t := range o.Action.Targets {
			if word, ok := s.Word(t, 2); ok || t.FromQuestion {
				s.printf("  %s of %s: %q %v\n", t.Name, o.Command, word, ok)
			}
		}
	}
	zones(&s.out, s.Session)
	for turn := range s.Turn() + 1 {
		s.printf("  %q", s.CommandSeenBy(turn, 1))
	}
	s.printf("\n")
}

// TestQuestionsOfEveryKind states everything that happens when questions are
// asked: who is asked what, in which order, what counts as an answer, and what
// follows.
func TestQuestionsOfEveryKind(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "desk", desk)}
	for _, lines := range []string{
		"chain|as 1 chain|choose q|choose y|undo 2|choose p|choose x", "order|choose 1|begin choose|pick Ay|late 1", "order|choose a|order",
		"several|choose done|choose k3|choose k3 k1 done", "several|choose none", "several|begin choose k2|pick done|pick k1|pick k2|pick done",
		"some|choose p3 p1 p2|some|choose p2 done|some|legal|late 1", "picture|choose fox|choose relic/fox|picture|choose urn|picture|choose Urn",
		"again|legal|choose r l r|again|choose r l done|choose r", "rank|choose r l|rank|choose r r|choose m done|legal",
		"gift|choose yes|choose 2", "gift|choose no|choose 1", "hide|choose k2|wake", "steer|wake|hide|load|choose k1|undo 1|choose k3|wake",
		"blind|choose k2|blind|choose none", "nothing|legal|choose p2", "whole|legal|choose p3 p2 p1|choose 6|choose 6 6",
		"cut|choose yes|choose 2|choose 3", "use fox|choose arm|use fox|as 1 use", "use hen|choose 2|use hen|choose leg",
		"bot bot/clerk|bot bot/short|bot bot/long|bot bot/skips|bot bot/hunter|bot bot/clerk|bot bot/dumb|bot bot/vague|bot bot/mute|bot bot/lost|bot bot/names|bot bot/past|bot bot/none",
		"chain|bot bot/clerk|bot bot/long", "order|bot bot/skips|bot bot/dumb|bot bot/short|bot bot/hunter", "rank|bot bot/skips|several|bot bot/clerk|bot bot/short",
	} {
		x.recite("desk", 2, lines, asked)
	}
	golden.Check(t, "testdata/desk.golden", x.out.String())
}

// TestBotsFollowNewContent checks that a bot that has been asked before plays by its
// new script once the content has changed.
func TestBotsFollowNewContent(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "desk", desk)}
	x.Session = opened(t, x.content, "desk", 3)
	x.bot("bot/clerk")
	later := changed(t, "desk", desk, []string{"return 'pair', 1 end", "return 'pair', 2 end", "choices()[2]", "choices()[1]"})
	for _, d := range x.Swap(later[0]) {
		x.fault(&d)
	}
	x.bot("bot/clerk")
	if heard := look(t, x.Session, "vars.heard"); heard != "pair131 pair231 " {
		t.Errorf("heard %q\n%s", heard, x.out.String())
	}
}
