package sim

import (
	"os"
	"strconv"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestBotsDoNotSeeHiddenValues lets bots choose in games that differ only in
// hidden values: the bid of another player, and the contents of closed zones.
// With equal luck they must choose the same.
func TestBotsDoNotSeeHiddenValues(t *testing.T) {
	content := shipped.Content(t)
	for _, name := range []string{"greedy", "mcts:12", "dealer"} {
		chosen := map[string]bool{}
		for seed := range uint64(8) {
			var first string
			for world, bid := range []int{0, 1, 6, 9} {
				s, problem := session.New(content, "hammer", session.Options{Seed: 1 + seed, Players: 2})
				if problem != nil {
					t.Fatal(problem)
				}
				if r := s.Run("bid " + strconv.Itoa(bid)); !r.OK() {
					t.Fatal(r)
				}
				if world > 1 { // other cards as well
					s = s.Clone(nil)
					other := random.New(uint64(world), "world")
					s.Resample(2, &other)
				}
				bot, err := NewBot(s.Game(), name)
				if err != nil {
					t.Fatal(err)
				}
				luck := random.New(seed, "bot")
				c, ok, problem := bot.Choose(t.Context(), s, &luck)
				if problem != nil || !ok {
					t.Fatal(problem)
				}
				text := s.Format(c)
				chosen[text] = true
				if world == 0 {
					first = text
				} else if text != first {
					t.Errorf("%s, seed %d: %q if the other bids nothing, and %q in world %d", name, seed, first, text, world)
				}
			}
		}
		if len(chosen) < 2 {
			t.Errorf("%s chooses the same in every game: %v", name, chosen)
		}
	}
}

// TestBotsOfEveryGameSeeWhatTheirSeatSees compares the choices of bots in pairs
// of games that look alike to their seat, in every shipped game, with one
// player and with several: the games' own bots, which the comparison always
// asks, and those that look ahead.
func TestBotsOfEveryGameSeeWhatTheirSeatSees(t *testing.T) {
	pairs, searches := 20, "mcts:3"
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		pairs, searches = 1000, "mcts:20"
	case testing.Short():
		pairs = 5
	}
	content, chosen := shipped.Content(t), 0
	ahead := func(s *session.Session, _ session.Result, player int) any {
		if player != s.Player() || s.Over() {
			return nil
		}
		var out []string
		for _, name := range []string{"greedy", searches} {
			bot, err := NewBot(s.Game(), name)
			if err != nil {
				t.Fatal(err)
			}
			luck := random.New(uint64(s.Turn()), "bot")
			c, ok, problem := bot.Choose(t.Context(), s, &luck)
			if problem != nil {
				t.Fatalf("%s in %s: %v", name, s.Game().ID(), problem)
			}
			if ok {
				out = append(out, s.Format(c))
				chosen++
			}
		}
		return out
	}
	counts, problems := secrets.Run(t.Context(), content, secrets.Options{Pairs: pairs, Seed: 19, Also: ahead})
	for _, p := range problems {
		t.Error(p, p.Notes)
	}
	if chosen < pairs*len(counts) {
		t.Errorf("only %d choices were compared in %d sorts of game", chosen, len(counts))
	}
}
