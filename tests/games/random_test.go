package games_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

const (
	randomGames = 100    // of each shipped game and number of players; by night 2,000
	maxCommands = 10_000 // of one game: far more than any takes
)

// TestARandomPlayerFinishesEveryGame checks that random legal commands lead to the
// end of a game, for every number of players. No command fails, no legal command
// is refused, some command is legal until the game is over, no value leaves its
// bounds, and nothing is lost.
func TestARandomPlayerFinishesEveryGame(t *testing.T) {
	content, n := shipped.Content(t), randomGames
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		n *= 20
	}
	for _, g := range content.Games() {
		for players := g.MinPlayers; players <= g.MaxPlayers; players++ {
			t.Run(fmt.Sprintf("%s/%d", g.ID(), players), func(t *testing.T) {
				playMany(t, content, g.ID(), players, n)
			})
		}
	}
}

// playMany plays games with the seeds 0 to n-1, several at a time.
func playMany(t *testing.T, content *rules.Content, game string, players, n int) {
	t.Helper()
	began := time.Now()
	var next, commands, longest atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			s, problem := session.New(content, game, session.Options{Players: players, NoHistory: true})
			if problem != nil {
				t.Error(problem)
				return
			}
			for !t.Failed() {
				seed := next.Add(1) - 1
				if seed >= int64(n) {
					return
				}
				if problem := s.Restart(uint64(seed)); problem != nil {
					t.Errorf("seed %d: %v", seed, problem)
					return
				}
				length, fault := finish(s)
				if fault != "" {
					t.Errorf("seed %d, %d players, after %d commands: %s\n%s", seed, players, length, fault, lastCommands(content, game, players, seed))
					return
				}
				commands.Add(int64(length))
				for was := longest.Load(); int64(length) > was && !longest.CompareAndSwap(was, int64(length)); was = longest.Load() {
				}
			}
		})
	}
	group.Wait()
	spent := time.Since(began).Seconds()
	t.Logf("%d games in %.1f s, %.0f games/s; %d commands a game, %d at most",
		n, spent, float64(n)/spent, commands.Load()/int64(n), longest.Load())
}

// finish plays random legal commands from start to end and checks the state
// after each. It returns the number of commands, and what went wrong, or "".
func finish(s *session.Session) (length int, fault string) {
	luck := random.New(s.State().Seed, "bot")
	checks, fault := watch(s)
	for ; fault == "" && !s.Over(); length++ {
		if length == maxCommands {
			return length, "the game goes on and on"
		}
		c, ok, problem := s.Sample(&luck)
		switch {
		case problem != nil:
			return length, problem.Error()
		case !ok:
			return length, "stuck: nothing may be done in phase " + s.Phase().Name
		}
		text := s.Format(c)
		r := s.Do(c)
		switch {
		case r.Problem != nil:
			return length, fmt.Sprintf("%q fails: %v", text, r.Problem)
		case r.Refusal != nil:
			return length, fmt.Sprintf("%q is legal and refused: %s", text, r.Refusal)
		}
		if fault = checks.look(r.Changes); fault != "" {
			fault = fmt.Sprintf("after %q: %s", text, fault)
		}
	}
	return length, fault
}

// lastCommands replays a failed game with its history and returns the commands
// that lead to the failure.
func lastCommands(content *rules.Content, game string, players int, seed int64) string {
	s, problem := session.New(content, game, session.Options{Seed: uint64(seed), Players: players})
	if problem != nil {
		return problem.Error()
	}
	finish(s)
	all := s.Commands()
	return fmt.Sprintf("sleight repl %s --players %d --seed %d, then\n  %s", game, players, seed, strings.Join(all[max(0, len(all)-200):], "\n  "))
}
