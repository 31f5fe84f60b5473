package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

// winScript holds the seed of a whole run on its first line, and then the
// commands.
const winScript = "testdata/win.txt"

// TestRunPageGameIsWonAndReproducible plays a run on a pipe, twice, and
// compares docs/run.md with the output.
func TestRunPageGameIsWonAndReproducible(t *testing.T) {
	seed, commands := winning(t)
	first, second := onPipe(t, seed), onPipe(t, seed)
	if !slices.Equal(first, second) {
		t.Fatal("the same seed and the same commands gave another game")
	}
	if end := strings.Join(first[max(0, len(first)-3):], "\n"); !strings.Contains(end, "The game is won.") {
		t.Errorf("the run ends with\n%s", end)
	}
	text := fmt.Sprintf(runPage, len(commands), seed, strings.Join(first, "\n"))
	compare(t, filepath.Join(root, "docs", "run.md"), []byte(text))
}

const runPage = `# A whole game, recorded

This page shows a complete game of Manipulation, won by %d commands that are read from a pipe. It also shows that games
are deterministic: a test plays the commands twice, and both outputs must equal this page. The same content, seed and
commands always give the same game.

` + "```console\n$ sleight repl manipulation --seed %d --echo < tests/docs/testdata/win.txt\n%s\n```\n"

func onPipe(t *testing.T, seed uint64) []string {
	t.Helper()
	text, err := os.ReadFile(winScript)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t)
	w.write("win.txt", string(text))
	return w.shell(fmt.Sprintf("sleight repl manipulation --seed %d --echo < win.txt", seed))
}

// winning reads the script. With -update, it searches for a new one if the old
// one no longer wins because content has changed.
func winning(t *testing.T) (seed uint64, commands []string) {
	t.Helper()
	text, err := os.ReadFile(winScript)
	if err == nil {
		head, rest, _ := strings.Cut(string(text), "\n")
		if _, err = fmt.Sscanf(head, "# Manipulation, seed %d", &seed); err == nil {
			commands = strings.Split(strings.TrimSpace(rest), "\n")
		}
	}
	if err == nil && wins(t, seed, commands) {
		return seed, commands
	}
	if !golden.Updating() {
		t.Fatalf("%s does not win (go test ./tests/docs -update searches for one that does): %v", winScript, err)
	}
	seed, commands = search(t)
	out := fmt.Sprintf("# Manipulation, seed %d\n%s\n", seed, strings.Join(commands, "\n"))
	if err := os.WriteFile(winScript, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	return seed, commands
}

func wins(t *testing.T, seed uint64, commands []string) bool {
	t.Helper()
	s, problem := session.Replay(shipped.Content(t), "manipulation", session.Options{Seed: seed}, commands, nil)
	if problem != nil {
		t.Log(problem)
		return false
	}
	outcome, _ := s.Outcome()
	return outcome == rules.Won
}
