package session_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// oracles is a game in which players do not know values of every type, with and
// without bounds, cards in zones of every sort, and what the others have chosen.
const oracles = `
kind: game
id: oracles
players: {min: 2, max: 3}
variables:
  n: {start: 2, visible: none}
  cap: {start: 4}
  low: {start: 1, min: -1, visible: none}
  top: {start: 1, max: 3, visible: none}
  part: {start: 0.5, whole: false, min: 0.25, max: 0.75, visible: none}
  flag: {start: false, visible: none}
  mood: {start: calm, one_of: [calm, wild], visible: none}
  word: {start: "", visible: none}
  pal: {type: entity, visible: none}
  bid: {start: 0, per: player, visible: owner}
  vow: {start: none, per: player, visible: owner}
  purse: {start: 3, min: 0, per: player}
  shown: {start: 0}
  dream: {start: good}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ace, king]}
  deck: {of: card, label: k, visible: none, start: [jack, jack, queen]}
  vault: {of: [card, relic], label: v, visible: none, start: [idol]}
  jar: {of: card, label: j, unordered: true, start: [jack, queen]}
  sack: {of: card, label: s, visible: none, unordered: true, start: [ten, nine]}
  table: {of: card, label: t}
properties:
  card: {might: {start: 0, visible: none}, edge: {start: 1, min: 0, max: 2, visible: owner}}
actions:
  draw: {}
  store: {}
  lay: {targets: [{name: card, from: hand}]}
  bet: {secret: true, targets: [{name: n, from: "range(0, vars.purse)"}]}
  boast: {}
  think: {}
  go: {targets: [{name: where, from: [day, bets]}]}
phases:
  day: {actions: [draw, store, lay, go]}
  bets: {together: vars.purse > 0, actions: [bet, boast, think]}
lua: |
  return {
    do_draw = function() draw("deck", "hand") vars.cap = vars.cap + 1 end,
    do_store = function() draw("deck", "vault") end,
    do_lay = function(_, card) move_to(card, "table") vars.pal = card set_player(player() % players() + 1) end,
    do_go = function(_, where) enter_phase(where) end,
    do_bet = function(_, n) vars.bid = n vars.vow = "bet" end,
    do_boast = function() vars.shown = vars.shown + 1 end,
    do_think = function() ask("vow", {from = {"much", "little"}, secret = true}) end,
    chosen_vow = function(_, word) vars.vow = word end,
    resolve_bets = function() enter_phase("day") end,
    imagine = function()
      if vars.dream == "bad" then error("no dreams") elseif vars.dream == "loud" then vars.shown = 9 end
      vars.word = "dreamt" .. random("dream", 1, 2)
    end,
  }
---
{kind: card, id: ace, name: Ace}
---
{kind: card, id: king, name: King}
---
{kind: card, id: queen, name: Queen}
---
{kind: card, id: jack, name: Jack}
---
{kind: card, id: ten, name: Ten}
---
{kind: card, id: nine, name: Nine}
---
{kind: relic, id: idol, name: Idol}
`

// contents returns everything in a game by name: the value of each variable, the cards of
// each zone in order with their properties, and whose turn it is.
func contents(s *session.Session) map[string]string {
	out := map[string]string{"turn": fmt.Sprintf("%d of %d", s.Turn(), s.Player())}
	layout := s.State().Layout
	for slot := range layout.VarSlots() {
		if d, player := layout.VarDecl(slot); d.Name[0] != '_' {
			out[fmt.Sprintf("%s@%d", d.Name, player)] = s.State().Var(slot).String()
		}
	}
	for slot := range layout.ZoneSlots() {
		d, player := layout.ZoneDecl(slot)
		var cards []string
		for _, id := range s.State().Zone(slot) {
			cards = append(cards, s.Definition(id).ID)
			for i, prop := range s.State().Prototype(id).Kind.Props {
				out[fmt.Sprintf("%s@%d.%s", d.Name, player, prop.Name)] += s.State().Prop(id, i).String() + " "
			}
		}
		out[fmt.Sprintf("%s@%d", d.Name, player)] = strings.Join(cards, " ")
	}
	return out
}

// possible makes worlds from a game and writes how each part of them differs from the
// game's own, with the number of worlds in which it does, then one world exactly.
func (s *transcriber) possible(title string, imagine func(fork *session.Session, luck *random.Stream) bool) {
	const tries = 60
	luck := random.New(7, title)
	var fork *session.Session
	own := contents(s.Session)
	parts, situations, guesses := map[string]map[string]int{}, map[string]bool{}, 0
	for range tries {
		fork = s.Fork(fork)
		if imagine(fork, &luck) {
			guesses++
		}
		situations[fork.Situation()] = true
		for name, value := range contents(fork) {
			if parts[name] == nil {
				parts[name] = map[string]int{}
			}
			if strings.HasPrefix(name, "part") {
				value = fmt.Sprint(value >= "0.25" && value <= "0.75")
			}
			parts[name][value]++
		}
	}
	s.printf("%s: guessed in %d of %d, the situation is the same %v\n", title, guesses, tries, len(situations) == 1 && situations[s.Situation()])
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if len(parts[name]) == 1 && parts[name][own[name]] == tries {
			continue
		}
		s.printf("  %s: %s becomes", name, own[name])
		for i, value := range slices.Sorted(maps.Keys(parts[name])) {
			if i == 6 {
				s.printf(" and %d more", len(parts[name])-i)
				break
			}
			s.printf(" [%s]", value)
		}
		s.printf("\n")
	}
	s.printf("  at last %s, %s\n", fork.Hash(), fork.Situation())
}

// imagined states which worlds the acting player may imagine.
func (s *transcriber) imagined(title string) {
	s.possible("imagined "+title, func(fork *session.Session, luck *random.Stream) bool {
		guessed, problem := fork.Imagine(luck)
		s.fault(problem)
		return guessed
	})
}

// TestWhatMayBeImagined states which values and cards players take for possible, in
// each of their situations, and that nothing they see is another.
func TestWhatMayBeImagined(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "oracles", oracles)}
	for _, players := range []int{2, 3} {
		for i, line := range []string{
			"", "draw", "draw|draw|draw", "store", "lay h1|lay h1", "lua vars.cap = 9 vars.n = 7 vars.bid = 2", "lua end_game = 1 vars.purse = 0",
			"go bets|bet 2", "go bets|@2 bet 3", "go bets|@2 boast", "go bets|@2 think|choose little", "go bets|think", "go bets|@2 think",
			"lua set_var_of(2, 'purse', 0)|go bets", "go bets|lua set_var_of(2, 'purse', 0)|bet 1", "go bets|bet 1|lua set_var_of(1, 'purse', 0)", "lua win()",
		} {
			if players == 3 && i < 7 {
				continue // as for two
			}
			s, problem := session.New(x.content, "oracles", session.Options{Seed: 3, Players: players})
			if problem != nil {
				t.Fatal(problem)
			}
			y := &transcriber{t: t, content: x.content, Session: s}
			for command := range strings.SplitSeq(line, "|") {
				y.Run(command)
			}
			title := fmt.Sprintf("by %d of %d after %s", y.Player(), players, line)
			y.imagined(title)
			if y.MayAct(2) && y.Player() != 2 {
				y.As(2, func() { y.imagined("by 2 as well, " + title) })
			}
			for player := range players {
				keep := s.State().Zone(0)[:1]
				y.possible(fmt.Sprintf("resampled for %d %s", player, title), func(fork *session.Session, luck *random.Stream) bool {
					fork.Resample(player, luck, keep...)
					return false
				})
			}
			x.out.WriteString(y.out.String())
		}
	}
	golden.Check(t, "testdata/imagined.golden", x.out.String())
}

// TestAllChoose states everything that happens while all choose, in every order, also
// when a question, a phase or the end comes between.
func TestAllChoose(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "oracles", oracles)}
	for _, lines := range []string{
		"go bets|bet 1|think|as 2 bet|choose much", "go bets|@2 think|@1 bet 1|choose little|bet 0", "go bets|@2 boast|@2 boast|@3 boast|boast", "lua vars.purse = 0|go bets|boast", "lua vars.purse = 0 set_var_of(2, 'purse', 0)|go bets",
		"go bets|think|lua enter_phase('day')", "go bets|@2 boast|lua win()", "go bets|lua vars.wait = 1|lua set_player(2)|boast|undo 1|redo 1|load|boast",
	} {
		for players := 2; players <= 3; players++ {
			x.recite("oracles", players, lines)
		}
	}
	golden.Check(t, "testdata/chosen.golden", x.out.String())
}

// readings are what bot/seer reads, by number.
var readings = []string{
	"vars.cap", "vars.n", "vars.bid", "var_of(2, 'bid')", "var_of(2, 'purse')", "count('deck')", "count('hand@2')", "at('deck', 1).id", "at('hand', 1).id", "at('hand@2', 1).id", "at('hand@2', 1)",
	"at('hand', 1).might", "at('hand', 1).edge", "at('hand@2', 1).edge", "at('table', 1).edge", "at('table', 1).might", "at('table', 1).id", "at('jar', 1).id", "at('sack', 1)", "at('vault', 1).kind", "choices()[1]", "vars.pal", "chance('x', 0.5)", "at('jar', 2).zone", "at('hand', 1).zone",
}

// TestWhatBotsMayRead states what a bot may read on its turn and while it answers, and
// what is said of the rest, for both players.
func TestWhatBotsMayRead(t *testing.T) {
	var reads strings.Builder
	for i, r := range readings {
		fmt.Fprintf(&reads, "[%d] = function() return %s end, ", i+1, r)
	}
	text := oracles + "---\n{kind: bot, id: seer, lua: \"local reads = {" + reads.String() + "} return { choose = function() return tostring(reads[vars.cap]()) end, answer = function() return tostring(reads[vars.cap]()) end }\"}\n"
	x := &transcriber{t: t, content: bazaar.Written(t, "oracles", text)}
	for _, position := range []string{"lay h1", "go bets|think", "go bets|@2 think"} {
		x.Session = opened(t, x.content, "oracles", 3)
		for command := range strings.SplitSeq(position, "|") {
			run(t, x.Session, command)
		}
		x.printf("# after %s, for player %d\n", position, x.Player())
		for i, r := range readings {
			y := x.Clone(nil)
			run(t, y, fmt.Sprintf("lua vars.cap = %d", i+1))
			luck := random.New(1, "bot")
			c, problem := y.Advice("bot/seer", &luck)
			x.printf("%s: %s %v\n", r, c.Action, c.Targets)
			x.fault(problem)
		}
	}
	golden.Check(t, "testdata/readings.golden", x.out.String())
}

// TestFailingImagineHooks states what is said of a hook imagine that fails, or
// that changes what players see, also in memory that another game has used.
func TestFailingImagineHooks(t *testing.T) {
	x := &transcriber{t: t, content: bazaar.Written(t, "oracles", oracles)}
	for _, dream := range []string{"bad", "loud"} {
		x.Session = opened(t, x.content, "oracles", 3)
		run(t, x.Session, `lua vars.dream = "`+dream+`"`)
		used := x.Fork(nil)
		used.Do(session.Command{Action: "draw"})
		for _, fork := range []*session.Session{x.Fork(nil), x.Fork(used)} {
			luck := random.New(1, "dream")
			guessed, problem := fork.Imagine(&luck)
			x.printf("%s: guessed %v\n", dream, guessed)
			x.fault(problem)
		}
	}
	golden.Check(t, "testdata/dreams.golden", x.out.String())
}
