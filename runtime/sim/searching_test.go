package sim

import (
	"context"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// searchers are the bots that search ahead.
var searchers = []string{"greedy", "mcts:40"}

// situation begins a game that is written in one file, and gives commands.
func situation(t *testing.T, game string, seed uint64, commands ...string) *session.Session {
	t.Helper()
	c := bazaar.Build(t, fstest.MapFS{"content/small/game.yaml": {Data: []byte(game)}})
	s, problem := session.New(c, "small", session.Options{Seed: seed})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, command := range commands {
		if r := s.Run(command); !r.OK() {
			t.Fatalf("%s: %v %v", command, r.Refusal, r.Problem)
		}
	}
	return s
}

// asked returns what a bot chooses, as a player would type it, and in brackets the
// problem that keeps it from choosing.
func asked(t *testing.T, s *session.Session, name string) string {
	t.Helper()
	bot, err := NewBot(s.Game(), name)
	if err != nil {
		t.Fatal(err)
	}
	before := s.Hash()
	luck := random.New(5, "bot")
	c, ok, problem := bot.Choose(t.Context(), s, &luck)
	if s.Hash() != before {
		t.Errorf("%s has changed the game", name)
	}
	switch {
	case problem != nil && ok:
		t.Errorf("%s chooses %s in spite of a problem", name, s.Format(c))
	case problem != nil:
		return "(" + problem.Message.String() + ")"
	case !ok:
		return "nothing"
	}
	return s.Format(c)
}

// small is a game whose parts each test replaces. It is lost after one command,
// and the heuristic prefers left to middle, and middle to right.
const small = `kind: game
id: small
variables:
  at: {start: 0}
  turns: {start: 0}
  SECRET
actions: {left: {LEFT}, middle: {}, right: {RIGHT}}
phases: {play: {actions: [ACTIONS]}, over: {actions: []}}
heuristic: HEURISTIC
lua: |
  return {
    IMAGINE
    do_left = function() vars.turns = vars.turns + 1 vars.at = 3 ONLEFT AFTER end,
    do_middle = function() vars.turns = vars.turns + 1 vars.at = 2 ONMIDDLE AFTER end,
    do_right = function() vars.turns = vars.turns + 1 vars.at = 1 ONRIGHT AFTER end,
  }
`

// hidden declares a variable that no player sees, so that bots have to guess it.
const hidden = "secret: {start: 0, min: 0, max: 1, visible: none}"

// with returns the small game with some of its parts replaced: pairs of a part
// and what it becomes.
func with(parts ...string) string {
	parts = append(parts, "LEFT", "", "RIGHT", "", "ACTIONS", "left, middle, right", "HEURISTIC", "vars.at",
		"IMAGINE", "", "AFTER", "lose()", "SECRET", "", "ONLEFT", "", "ONMIDDLE", "", "ONRIGHT", "")
	// NewReplacer prefers the earlier of two pairs, but LEFT is part of ONLEFT.
	text := small
	for _, long := range []bool{true, false} {
		done := map[string]bool{}
		for i := 0; i < len(parts); i += 2 {
			if name := parts[i]; strings.HasPrefix(name, "ON") == long && !done[name] {
				text, done[name] = strings.ReplaceAll(text, name, parts[i+1]), true
			}
		}
	}
	return text
}

// TestWhatBotsChoose checks the choice, or the problem, of bots that look ahead in
// situations made for it.
func TestWhatBotsChoose(t *testing.T) {
	for _, c := range []struct{ name, game, greedy, mcts string }{
		{"the heuristic decides", with(), "left", "left"},
		{"a victory is better than the heuristic", with("ONRIGHT", "win()"), "right", "right"},
		{"a defeat is worse", with("ONLEFT", "lose()", "ONMIDDLE", "lose()", "AFTER", ""), "right", "ANY"},
		{"what is refused is no way out", with("ONLEFT", `refuse("No.")`), "middle", "middle"},
		{"one command needs no thought", with("ACTIONS", "middle"), "middle", "middle"},
		{"no command", with("ACTIONS", ""), "nothing", "nothing"},
		{"a condition fails", with("LEFT", `targets: [{name: n, from: [1, 2], where: 'n + nil > 1'}]`), "PROBLEM", "PROBLEM"},
		{"a condition fails after the next command", with("AFTER", "", "RIGHT", `targets: [{name: n, from: [1, 2], where: 'vars.turns == 0 or n + nil > 1'}]`), "left", "PROBLEM"},
		{"a command fails", with("ONMIDDLE", `error("the bridge broke")`), "PROBLEM", "PROBLEM"},
		{"a command fails in imagined games only", with("SECRET", hidden, "AFTER", "", "ONLEFT", `if vars.secret == 1 then error("a trap") end`), "middle", "ANY"},
		{"a command is refused in imagined games only", with("SECRET", hidden, "AFTER", "", "ONLEFT", `if vars.secret == 1 then refuse("A trap.") end`), "middle", "ANY"},
		{"the heuristic fails", with("HEURISTIC", "nil + 1"), "PROBLEM", "PROBLEM"},
		{"the heuristic fails after a victory", with("HEURISTIC", "'vars.turns > 0 and nil + 1 or 0'", "ONLEFT", "win()", "ONMIDDLE", "win()", "ONRIGHT", "win()"), "PROBLEM", "left"},
		{"the heuristic fails after a defeat", with("HEURISTIC", "'vars.turns > 0 and nil + 1 or 0'", "ONLEFT", "lose()", "ONMIDDLE", "lose()", "ONRIGHT", "lose()"), "PROBLEM", "PROBLEM"},
		{"imagining fails", with("IMAGINE", `imagine = function() error("no idea") end,`), "PROBLEM", "PROBLEM"},
	} {
		s := situation(t, c.game, 3)
		for i, want := range []string{c.greedy, c.mcts} {
			got := asked(t, s, searchers[i])
			failed := strings.HasPrefix(got, "(")
			if want == "PROBLEM" && !failed || want == "ANY" && failed || !failed && want != "ANY" && got != want {
				t.Errorf("%s: %s chooses %s, expected %s", c.name, searchers[i], got, want)
			}
		}
	}
}

// duel is a game of two players in which each takes from the other.
const duel = `kind: game
id: small
players: {min: 2, max: 2}
variables: {points: {start: 0, per: player}, turns: {start: 0}}
actions: {take: {}, give: {}, finish: {}}
phases: {play: {actions: [take, give, finish]}}
heuristic: HEURISTIC
lua: |
  return {
    do_take = function() vars.points = vars.points + 2 end,
    do_give = function() vars.points = vars.points - 1 end,
    do_finish = function() win() end,
  }
`

// TestBotsCompareThemselvesWithOthers checks that a victory belongs to the player
// with the most points, that players with as many share it, and that a failure of
// another player's heuristic is reported.
func TestBotsCompareThemselvesWithOthers(t *testing.T) {
	plain := strings.Replace(duel, "HEURISTIC", "vars.points", 1)
	s := situation(t, plain, 3)
	for _, c := range []struct {
		commands string
		first    float64
		second   float64
	}{
		{"finish", 0.5, 0.5},
		{"take finish", 1, 0},
		{"give finish", 0, 1},
		{"take give finish", 1, 0},
	} {
		s := situation(t, plain, 3, strings.Fields(c.commands)...)
		for player, want := range map[int]float64{1: c.first, 2: c.second} {
			got, problem := victory(s, player)
			worth, _ := s.HeuristicValue(player)
			total, again := worthTo(s, player)
			if got != want || problem != nil || again != nil || total != worth+(2*want-1)*decided {
				t.Errorf("%s: player %d has %v of the victory, expected %v; all in all %v: %v", c.commands, player, got, want, total, problem)
			}
		}
	}
	for i, want := range []string{"take", "take"} {
		if got := asked(t, s, searchers[i]); got != want {
			t.Errorf("%s chooses %s, expected %s", searchers[i], got, want)
		}
	}
	s = situation(t, plain, 3, "take")
	if got := asked(t, s, "greedy"); got != "finish" {
		t.Errorf("greedy chooses %s instead of its victory", got)
	}
	broken := strings.Replace(duel, "HEURISTIC", "'player() == 2 and nil + 1 or vars.points'", 1)
	s = situation(t, broken, 3, "finish")
	if _, problem := victory(s, 1); problem == nil {
		t.Error("the failure of another player's heuristic is ignored at the end")
	}
	s = situation(t, broken, 3)
	for _, bot := range searchers {
		if got := asked(t, s, bot); !strings.HasPrefix(got, "(") {
			t.Errorf("%s chooses %s, although the heuristic of the other player fails", bot, got)
		}
	}
}

// endless is a game that counts its commands and never ends.
const endless = `kind: game
id: small
variables: {n: {start: 0}}
actions: {one: {}, other: {}, third: {}}
phases: {play: {actions: [one, other, third]}}
heuristic: vars.n
lua: |
  local function more() vars.n = vars.n + 1 end
  return { do_one = more, do_other = more, do_third = more }
`

// count is the number of commands that an endless game has counted.
func count(s *session.Session) int {
	slot, _ := s.Variable("n")
	return int(s.State().Var(slot).Num)
}

// TestBoundsOfASearch checks how far a playout goes, how large a tree may become,
// and that nothing of one search limits the next.
func TestBoundsOfASearch(t *testing.T) {
	s := situation(t, endless, 3)
	luck := random.New(1, "bot")
	b := &mcts{iterations: 5, fork: s.Fork(nil)}
	if problem := b.playout(t.Context(), &luck); problem != nil || count(b.fork) != playoutCommands {
		t.Errorf("a playout has %d commands: %v", count(b.fork), problem)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	b.fork = s.Fork(b.fork)
	if problem := b.playout(over, &luck); problem != nil || count(b.fork) != 0 {
		t.Errorf("after its time is up, a playout has %d commands: %v", count(b.fork), problem)
	}
	ended := situation(t, with("ONLEFT", "win()"), 3, "left")
	b.fork = ended.Fork(nil)
	if problem := b.playout(t.Context(), &luck); problem != nil {
		t.Errorf("a playout of a game that is over: %v", problem)
	}
	faulty := situation(t, with("LEFT", `targets: [{name: n, from: [1, 2], where: 'n + nil > 1'}]`), 3)
	found := false
	for range 20 {
		b.fork = faulty.Fork(nil)
		found = found || b.playout(t.Context(), &luck) != nil
	}
	if !found {
		t.Error("a playout ignores a condition that fails")
	}

	for room := range 5 {
		b.fork, b.nodes = s.Fork(nil), maxNodes-room
		at := &node{}
		next, _, problem := b.descend(at, &luck)
		if problem != nil || next == nil || len(at.next) != min(room, 3) {
			t.Errorf("with room for %d, a node has %d others below it: %v", room, len(at.next), problem)
		}
	}

	choose := func(b *mcts) (string, int) {
		luck := random.New(9, "bot")
		c, _, problem := b.Choose(t.Context(), s, &luck)
		if problem != nil {
			t.Fatal(problem)
		}
		visits := 0
		for _, n := range b.root.next {
			visits += n.visits
		}
		return s.Format(c), visits
	}
	fresh, visits := choose(&mcts{iterations: 30})
	used, again := choose(&mcts{iterations: 30, nodes: maxNodes, low: -1e9, high: 1e9})
	if fresh != used || visits != 30 || again != 30 {
		t.Errorf("%s after %d rounds, and %s after %d when there was a search before", fresh, visits, used, again)
	}
	start := time.Now()
	if _, visits := choose(&mcts{time: 20 * time.Millisecond}); visits == 0 || time.Since(start) < 20*time.Millisecond {
		t.Errorf("%d rounds in %s instead of 20ms", visits, time.Since(start))
	}
}

// TestASingleCommandIsNotSearched checks that a search draws no random numbers when
// there is only one command.
func TestASingleCommandIsNotSearched(t *testing.T) {
	s := situation(t, with("ACTIONS", "middle"), 3)
	luck, untouched := random.New(9, "bot"), random.New(9, "bot")
	b := &mcts{iterations: 30}
	if c, ok, problem := b.Choose(t.Context(), s, &luck); !ok || problem != nil || s.Format(c) != "middle" || luck != untouched {
		t.Errorf("it chooses %s, %v, %v; with random numbers: %v", s.Format(c), ok, problem, luck != untouched)
	}
}

// TestMemoryIsOfOneGame checks that a bot forgets the situations of a game when the
// next one has another seed, and remembers those of a game with seed 0.
func TestMemoryIsOfOneGame(t *testing.T) {
	circle := with("HEURISTIC", "vars.at", "AFTER", "", "ACTIONS", "left, middle")
	circle = strings.ReplaceAll(circle, "vars.turns = vars.turns + 1 ", "")
	var m memory
	for _, c := range []struct {
		seed uint64
		want []int
	}{{0, []int{0, 1, 0, 0}}, {8, []int{0, 1, 0}}, {0, []int{0, 1}}} {
		s := situation(t, circle, c.seed)
		commands, problem := s.Legal(0)
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(1, "bot")
		var from session.Imagining
		s.Imagining(&from)
		for i, want := range c.want {
			got, problem := m.first(s, s.Fork(nil), &from, &luck, len(commands), func(i int) session.Command { return commands[i] })
			if got != want || problem != nil {
				t.Errorf("seed %d, choice %d: command %d, expected %d: %v", c.seed, i, got, want, problem)
			}
		}
	}
}

// TestSharesOfDefeats checks that the results of playouts that were not won lie in
// the lower half, between the lowest and the highest value so far.
func TestSharesOfDefeats(t *testing.T) {
	b := &mcts{low: math.Inf(1), high: math.Inf(-1)}
	for _, c := range []struct {
		command string
		want    float64
	}{{"middle", 0.25}, {"right", 0}, {"left", 0.5}, {"middle", 0.25}} {
		b.fork = situation(t, with(), 3, c.command).Fork(nil)
		if got, problem := b.share(1); got != c.want || problem != nil {
			t.Errorf("%s is worth %v, expected %v: %v", c.command, got, c.want, problem)
		}
	}
	b.fork = situation(t, with("ONLEFT", "win()"), 3, "left").Fork(nil)
	if got, problem := b.share(1); got != 1 || problem != nil {
		t.Errorf("a victory is worth %v: %v", got, problem)
	}
}
