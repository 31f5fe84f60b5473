package session_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// lucky returns a source of random choices.
func lucky(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// enough is a budget that suffices for every command of the games, and that an
// endless loop soon exhausts.
const enough = 50_000

// gift is the number of commands after which a player in some games receives a
// random item, if there is room, so that every item is used.
const gift = 10

// wander plays up to n random legal commands, and returns the hash after the
// start and after each. It fails the test if a command listed as legal is
// refused, or if a game continues without legal commands.
func wander(t testing.TB, s *session.Session, choose *rand.Rand, n int) []string {
	t.Helper()
	hashes := []string{s.Hash()}
	var ids []string
	if id := s.Game().ID(); id == "tiny" || id == "manipulation" {
		ids = s.UsableIDs()
	}
	for len(hashes) <= n && !s.Over() {
		if len(ids) > 0 && len(hashes)%gift == 0 && s.Run("lua give("+strconv.Quote(ids[choose.IntN(len(ids))])+")").OK() {
			hashes = append(hashes, s.Hash())
			continue
		}
		commands, problem := s.Legal(0)
		if problem != nil {
			t.Fatal(problem)
		}
		if len(commands) == 0 {
			t.Fatalf("%s: stuck in phase %s", s, s.Phase().Name)
		}
		c := commands[choose.IntN(len(commands))]
		if c.Action == "quit" {
			continue // which would make a short game of tiny
		}
		text := s.Format(c)
		if parsed, refusal, problem := s.Parse(text); refusal != nil || problem != nil || s.Format(parsed) != text {
			t.Fatalf("%q is not understood: %s %v", text, refusal, problem)
		}
		before := s.Hash()
		r := s.Do(c)
		if r.OK() {
			hashes = append(hashes, s.Hash())
			continue
		}
		if c.Action != "fail" { // which is made to
			t.Fatalf("%s: %q is legal, refused %q, problem %v", s, text, r.Refusal, r.Problem)
		}
		if s.Hash() != before {
			t.Fatalf("%q failed and changed something", text)
		}
	}
	return hashes
}

// games calls f with sessions of every game until n commands of each have been
// played.
func games(t *testing.T, n int, f func(t *testing.T, s *session.Session, hashes []string, o session.Options)) {
	n = thorough(n)
	play := func(c *rules.Content, game string) {
		t.Run(game, func(t *testing.T) {
			choose := lucky(1)
			for seed, played := uint64(1), 0; played < n; seed++ {
				o := session.Options{Seed: seed, Fuel: enough}
				s, problem := session.New(c, game, o)
				if problem != nil {
					t.Fatal(problem)
				}
				hashes := wander(t, s, choose, n-played)
				played += len(hashes)
				f(t, s, hashes, o)
			}
		})
	}
	play(build(t, tiny), "tiny")
	c := shipped.Content(t)
	for _, g := range c.Games() {
		play(c, g.ID())
	}
}

func TestUndoAllAndRedoAll(t *testing.T) {
	games(t, 4000, func(t *testing.T, s *session.Session, hashes []string, _ session.Options) {
		last := len(hashes) - 1
		if s.Turn() != last || s.Hash() != hashes[last] {
			t.Fatalf("after %d commands: turn %d", last, s.Turn())
		}
		if n := s.Undo(last + 5); n != last || s.Hash() != hashes[0] {
			t.Fatalf("%d of %d undone, and the start is another", n, last)
		}
		if n := s.Redo(last + 5); n != last || s.Hash() != hashes[last] {
			t.Fatalf("%d of %d redone, and the end is another", n, last)
		}
		for i := last; i >= 0; i -= 7 {
			if !s.Goto(i) || s.Hash() != hashes[i] {
				t.Fatalf("the moment after command %d is another", i)
			}
		}
		if s.Goto(last+1) || s.Turn() != last || s.Goto(-1) || s.Turn() != 0 {
			t.Fatal("it travelled beyond the history")
		}
	})
}

func TestLogsReplayToTheSameStateAtEveryStep(t *testing.T) {
	games(t, 2000, func(t *testing.T, s *session.Session, hashes []string, o session.Options) {
		_, problem := session.Replay(s.Content(), s.Game().ID(), o, s.Commands(), func(turn int, replayed *session.Session) {
			if replayed.Hash() != hashes[turn] {
				t.Fatalf("after command %d (%s) the replay differs", turn, replayed.Log()[turn].Text)
			}
		})
		if problem != nil {
			t.Fatal(problem)
		}
	})
}

func TestPlayingAfterUndoReplacesTheUndoneCommands(t *testing.T) {
	s := play(t)
	run(t, s, "roll")
	run(t, s, "ring 1")
	s.Undo(1)
	run(t, s, "ring 2")
	if n := s.Redo(1); n != 0 {
		t.Fatal("what was undone can still be redone")
	}
	if got := s.Commands(); len(got) != 2 || got[1] != "ring 2" {
		t.Fatalf("the log is %q", got)
	}
}

func TestASimulationWithoutHistoryPlaysTheSameGame(t *testing.T) {
	c := shipped.Content(t)
	seeds := []uint64{3, 4, 5}
	for _, seed := range seeds {
		kept := opened(t, c, "manipulation", seed)
		wander(t, kept, lucky(seed), 300)
		bare, problem := session.New(c, "manipulation", session.Options{Seed: seed, NoHistory: true})
		if problem != nil {
			t.Fatal(problem)
		}
		wander(t, bare, lucky(seed), 300)
		if bare.Hash() != kept.Hash() {
			t.Fatalf("seed %d came out differently", seed)
		}
		if n := bare.Undo(1); n != 0 {
			t.Fatal("it kept history")
		}
	}
}

func TestFinishedGamesRefuseCommandsUntilUndo(t *testing.T) {
	s := play(t)
	if r := run(t, s, "quit"); !r.Over {
		t.Fatal("it goes on")
	}
	if outcome, text := s.Outcome(); outcome != rules.Lost || text != "You quit." {
		t.Errorf("it ended %s, %q", outcome, text)
	}
	if commands, problem := s.Legal(0); len(commands) > 0 || problem != nil {
		t.Errorf("%v is legal, problem %v", commands, problem)
	}
	if r := s.Run("roll"); r.Refusal.String() != "The game is over." {
		t.Errorf("refused %q", r.Refusal)
	}
	s.Undo(1)
	run(t, s, "roll")
}

// thorough returns how many commands to play, or things to try: n, or a tenth
// of it if tests are to be short, as under the race detector, which does not
// need more.
func thorough(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
