package repl

import (
	"strings"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/shipped"
)

// TestLoggedCommandsCanBeTyped plays games at random, players in any order while
// several may act, and types the commands of each log: the same game results.
func TestLoggedCommandsCanBeTyped(t *testing.T) {
	c, others := shipped.Content(t), 0
	for _, g := range c.Games() {
		for seed := range uint64(5) {
			o := session.Options{Seed: seed + 1, Players: g.MaxPlayers}
			s, problem := session.New(c, g.ID(), o)
			if problem != nil {
				t.Fatal(problem)
			}
			r := typist(t, c, g.ID(), o)
			luck := random.New(seed, "typed")
			for range 60 {
				player := s.Player()
				if waiting := s.Waiting(); len(waiting) > 0 && s.State().Pending() == nil {
					player = waiting[luck.Below(uint64(len(waiting)))]
				}
				command, ok, problem := s.SampleAs(player, &luck)
				if !ok || problem != nil || !s.Do(command).OK() {
					break
				}
				line := s.Commands()[len(s.Commands())-1]
				if strings.HasPrefix(line, "@") {
					others++
				}
				r.enter(line)
				if got, want := r.session.Hash(), s.Hash(); got != want {
					t.Fatalf("%s, seed %d: after typing %q the hash is %s, not %s:\n%s", g.ID(), seed, line, got, want, r.out.String())
				}
			}
		}
	}
	if others < 20 {
		t.Errorf("only %d commands were of players who were not the acting ones", others)
	}
}

// sealed is a game in which a later command is legal after a secret bid of 2, and that warns
// after the first round.
const sealed = `kind: game
id: sealed
name: Sealed
players: {min: 2, max: 2}
variables: {bid: {start: 0, per: player, visible: owner}, rounds: {start: 0}}
actions: {peek: {requires: [{that: 'vars.rounds < 4 or var_of(3 - player(), "bid") == 2', else: Wait}]}, bid: {targets: [{name: n, from: [1, 2, 3]}], warning: {when: vars.rounds > 0, text: Really.}}}
phases: {bidding: {together: true, actions: [bid, peek]}}
lua: |
  return {
    do_bid = function(_, n) vars.bid = n end,
    do_peek = function() end,
    resolve_bidding = function() vars.rounds = vars.rounds + 1 end,
  }
`

// TestStepsToALeakCanBeTyped types what the report of a leak says: everything is
// accepted, and only that is done.
func TestStepsToALeakCanBeTyped(t *testing.T) {
	c := bazaar.Written(t, "sealed", sealed)
	_, leaks := secrets.Run(t.Context(), c, secrets.Options{Pairs: 100})
	if len(leaks) == 0 {
		t.Fatal("there is no leak")
	}
	notes := leaks[0].Notes
	_, steps, _ := strings.Cut(notes[len(notes)-1].Message.String(), "sleight repl sealed --seed ")
	number, lines, _ := strings.Cut(steps, ", then: ")
	var seed uint64
	for _, digit := range number {
		seed = seed*10 + uint64(digit-'0')
	}
	if !strings.Contains(lines, "@2 bid") || !strings.Contains(lines, "; confirm") {
		t.Fatalf("the steps are too simple: %s", steps)
	}
	r := typist(t, c, "sealed", session.Options{Seed: seed})
	for line := range strings.SplitSeq(lines, "; ") {
		r.Execute(line)
	}
	if done := strings.Join(r.session.Commands(), "; "); r.Failed() || done != strings.ReplaceAll(lines, "; confirm", "") {
		t.Errorf("%s\nprinted\n%s", steps, r.out.String())
	}
}

// TestCommandsOfOthersCanBeChosen begins the command of a player who is not the acting
// one, and picks its targets; with a curtain, only the player at the screen may act.
func TestCommandsOfOthersCanBeChosen(t *testing.T) {
	for _, c := range []struct {
		curtain bool
		lines   []string
		want    string
	}{
		{false, []string{"@2 bid", "3"}, "@2 bid 3"},
		{false, []string{"begin @2 bid", "pick 3"}, "@2 bid 3"},
		{false, []string{"@2 bid", "@2 bid 3"}, "@2 bid 3"},
		{false, []string{"step @2 bid 3"}, "@2 bid 3"},
		{false, []string{"@1 bid", "3"}, "bid 3"},
		{true, []string{"@1 bid", "3"}, "bid 3"},
		{false, []string{"@4 bid", "3"}, ""},
		{false, []string{"@2", "@2 dance"}, ""},
		{true, []string{"@2 bid", "@2 bid 3", "begin @2 bid 3"}, ""},
	} {
		r := typist(t, shipped.Content(t), "hammer", session.Options{Seed: 2, Players: 3})
		r.Interactive, r.Curtain = true, c.curtain
		r.seatFirst()
		for i, line := range c.lines {
			if r.Execute(line); i == 0 && len(c.lines) > 1 && c.want != "" {
				if prompt, want := r.Prompt(), strings.TrimSuffix(c.want, " 3")+"> "; prompt != want {
					t.Errorf("%q: the prompt is %q, not %q", c.lines, prompt, want)
				}
			}
		}
		if done := strings.Join(r.session.Commands(), "; "); done != c.want || r.Failed() != (c.want == "") {
			t.Errorf("%q, curtain %v: %q is done, not %q\n%s", c.lines, c.curtain, done, c.want, r.out.String())
		}
	}
}

// typing is a REPL and what it has printed.
type typing struct {
	*REPL
	out *strings.Builder
}

func typist(t *testing.T, c *rules.Content, game string, o session.Options) typing {
	t.Helper()
	s, problem := session.New(c, game, o)
	if problem != nil {
		t.Fatal(problem)
	}
	out := &strings.Builder{}
	return typing{New(s, nil, Options{Out: out}), out}
}

// enter types a command, and confirms it if it has a warning.
func (t typing) enter(line string) {
	if t.Execute(line); t.session.ChoiceStarted() {
		t.Execute("confirm")
	}
}
