package session_test

import (
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// veiled is a game whose players react to actions and items in secret, or with a secret
// target, and to events.
const veiled = `
kind: game
id: veiled
players: {min: 2, max: 3}
variables: {tally: {start: 0}, mine: {start: 3, per: player, visible: owner}}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [spy, dart, fig]}
  deck: {of: card, label: k, visible: none, unordered: true, start: [fig, dart, spy]}
  heap: {of: card, label: p, unordered: true, start: [spy, fig, dart]}
events: {rung: {args: [card]}}
actions:
  whisper: {secret: rung, targets: [{name: n, from: [1, 2]}]}
  point: {targets: [{name: n, from: [1, 2]}, {name: m, from: [3, 4], secret: true}]}
  shout: {targets: [{name: card, from: hand}]}
  ring: {targets: [{name: card, from: hand}]}
  burn: {}
  mark: {}
  look: {}
  pass_on: {}
phases: {play: {actions: [whisper, point, shout, ring, pass_on], use: [hand], clock: {seconds: 5, timeout: whisper}}}
windows:
  reply: {before: [use, whisper, point, shout], actions: [mark, look, burn], answers: one}
  echo: {after: [rung], actions: [mark, look, burn], answers: one}
lua: |
  return {
    do_whisper = function(_, n) vars.tally = 70 + n end, do_point = function() end, do_shout = function() end, do_pass_on = function() set_player(player() % players() + 1) end,
    do_ring = function(_, card) emit("rung", card) end,
    do_burn = function() remove(at("hand@" .. answered_by(), 1)) end,
    do_mark = function() vars.tally = vars.tally + 1 local x = answered(1) vars.tally = vars.tally + 1 local y = answered() vars.tally = vars.tally + 1 local z = answered(2) vars.tally = vars.tally + 1 end,
    do_look = function() vars.tally = vars.tally + 1 local top, first = top("deck"), at("heap", 1) vars.tally = vars.tally + var_of(player() % players() + 1, "mine") vars.tally = vars.tally + 1 end,
    closed_echo = function(_, card) vars.tally = card and 10 or 20 end,
  }
---
{kind: card, id: spy, name: Spy, use: {secret: true, targets: [{name: n, from: [1, 2]}]}, lua: "return { use = function() end }"}
---
{kind: card, id: dart, name: Dart, use: {targets: [{name: card, from: hand, secret: true}]}, lua: "return { use = function(self, card) move_to(card, 'heap') end }"}
---
{kind: card, id: fig, name: Fig, use: {}, lua: "return { use = function(self) move_to(self, 'heap') end }"}
---
{kind: bot, id: nosy, lua: "return { choose = function() return answered(1) == nil and 'mark' or 'look' end }"}
---
{kind: bot, id: keen, lua: "return { choose = function() return at('heap', 1).id == 'dart' and 'mark' or 'look' end }"}
`

// TestWhatReactionsLearn states how many changes of a reaction come before its script reads
// what some player may not know, for reactions to everything that may be secret.
func TestWhatReactionsLearn(t *testing.T) {
	c := bazaar.Written(t, "veiled", veiled)
	x := transcriber{t: t, content: c}
	for _, command := range []string{"whisper 1", "point 1 3", "shout fig", "ring fig", "use spy 1", "use dart fig", "use fig", "pass_on"} {
		s, problem := session.New(c, "veiled", session.Options{Seed: 2, Players: 3})
		if problem != nil {
			t.Fatal(problem)
		}
		run(t, s, command)
		x.printf("%s: waiting %v\n", command, s.Waiting())
		for _, reaction := range []string{"mark", "look", "burn", "pass"} {
			for player := range 4 {
				y := &transcriber{t: t, content: c, Session: s.Clone(nil)}
				r, known := y.DoTrackingSecrets(player, session.Command{Action: reaction})
				if known == session.NoSecretRead {
					known = -1
				}
				x.printf("  %s for player %d: %d of %d, refused %v, held %v; seen %q %v\n", reaction, player, known, len(r.Changes), r.Refusal, heldOf(y.Session), y.CommandSeenBy(1, player), y.Situation() == s.SituationOf(player))
			}
		}
		for player := 1; player <= 3; player++ {
			luck := random.New(3, "veiled")
			y := &transcriber{t: t, content: c, Session: s.Clone(nil)}
			y.As(player, func() { y.bot("bot/nosy"); y.bot("bot/keen") })
			f := s.Fork(nil)
			guessed, problem := f.Imagine(&luck)
			f.Resample(player, &luck)
			y.printf("  guessed %v\n", guessed)
			y.fault(problem)
			zones(&y.out, f)
			x.out.WriteString(y.out.String())
		}
	}
	late := &transcriber{t: t, content: c, Session: opened(t, c, "veiled", 2)}
	late.result(late.Timeout(late.Clocks()[0]))
	late.result(late.Run("pass"))
	late.result(late.Run("lua remove(at('hand', 1)) emit('rung', at('hand', 1))"))
	x.out.WriteString(late.out.String())
	golden.Check(t, "testdata/veiled.golden", x.out.String())
}

// heldOf lists the entities that everyone sees because players may react to their use.
func heldOf(s *session.Session) (out []string) {
	for slot := range s.State().Layout.ZoneSlots() {
		for _, id := range s.State().Zone(slot) {
			if s.ShownForReaction(id) {
				out = append(out, s.Label(id))
			}
		}
	}
	if s.ShownForReaction(state.None) {
		out = append(out, "nothing")
	}
	return out
}
