package durability

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// steps is the number of commands played in each game.
const steps = 60

// TestGamesAreIdenticalOnAllPlatforms plays a game that uses everything in which
// machines might differ, and compares hashes of the results with those in a
// file, so that each machine that runs this compares itself with the one that
// wrote them. With -shipped FILE it does the same with the shipped games: one
// machine writes the file with -update, another compares.
func TestGamesAreIdenticalOnAllPlatforms(t *testing.T) {
	compare(t, built(t, "testdata/marathon"), "testdata/hashes.txt")
	if *shippedHashes != "" {
		compare(t, shipped(t), *shippedHashes)
	}
}

func compare(t *testing.T, c *rules.Content, file string) {
	t.Helper()
	var found strings.Builder
	for _, g := range c.Games() {
		fmt.Fprintf(&found, "%s %s\n", g.ID(), strings.Join(played(t, c, g.ID(), nil), " "))
	}
	if golden.Updating() {
		if err := os.WriteFile(file, []byte(found.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if found.String() != string(want) {
		t.Errorf("%s: the games go\n%sand must go\n%s", file, found.String(), want)
	}
}

// TestAReloadToEqualContentChangesNoGame checks that a game that reloads equal
// content after each command plays the same as one that never does.
func TestAReloadToEqualContentChangesNoGame(t *testing.T) {
	c, again := shipped(t), shipped(t)
	for _, g := range c.Games() {
		plain, swapped := played(t, c, g.ID(), nil), played(t, c, g.ID(), again)
		if strings.Join(plain, " ") != strings.Join(swapped, " ") {
			t.Errorf("%s goes %v, and after reloads %v", g.ID(), plain, swapped)
		}
	}
}

// played plays a game at random and returns the hash after every tenth command;
// given other content, it reloads the two in turn.
func played(t *testing.T, c *rules.Content, game string, other *rules.Content) (out []string) {
	t.Helper()
	s, problem := session.New(c, game, session.Options{Seed: 7})
	if problem != nil {
		t.Fatal(problem)
	}
	luck := random.New(rand.NewPCG(1, 2).Uint64(), game)
	for i := range steps {
		command, ok, problem := s.Sample(&luck)
		if problem != nil {
			t.Fatal(problem)
		}
		if !ok {
			break
		}
		if r := s.Do(command); r.Problem != nil {
			t.Fatal(r.Problem)
		}
		if other != nil {
			s.Swap([]*rules.Content{other, c}[i%2])
		}
		if i%10 == 9 {
			out = append(out, s.Hash()[:8])
		}
	}
	return append(out, s.Hash())
}
