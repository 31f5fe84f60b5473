package tables_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAHostTellsWhatBecomesOfEdits starts a host beside a faulty pack, mends that,
// breaks the game that is played, and mends it.
func TestAHostTellsWhatBecomesOfEdits(t *testing.T) {
	dir := t.TempDir()
	sleight := func(args ...string) *exec.Cmd {
		c := exec.Command(os.Args[0], args...)
		c.Dir, c.Env = dir, append(os.Environ(), asSleight+"=1")
		return c
	}
	for _, game := range []string{"coin", "other"} {
		if out, err := sleight("new", "game", game).CombinedOutput(); err != nil {
			t.Fatalf("sleight new game %s: %v\n%s", game, err, out)
		}
	}
	coin, faulty := filepath.Join(dir, "content/coin/game.yaml"), filepath.Join(dir, "content/other/faulty.yaml")
	good, err := os.ReadFile(coin)
	if err != nil {
		t.Fatal(err)
	}
	save := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	save(faulty, "kind: [")
	host := sleight("host", "coin", "--keep", filepath.Join(dir, "tables"), "--http", "127.0.0.1:0")
	stderr, err := host.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = host.Process.Kill()
		_ = host.Wait() // it was killed
	}()
	lines := bufio.NewScanner(stderr)
	for _, step := range []struct {
		file, text string
		logged     []string
	}{
		{"", "", []string{"level=WARN", "content/other/faulty.yaml:1:", "the pack other is left out"}},
		{faulty, "", []string{"level=INFO", "the saved content is live", "content/other/faulty.yaml"}},
		{coin, strings.Replace(string(good), "kind: game", "kind: gaem", 1), []string{"level=WARN", "tables go on with what was live before", "gaem"}},
		{coin, string(good), []string{"level=INFO", "the saved content is live", "content/coin/game.yaml"}},
	} {
		switch {
		case step.text != "":
			save(step.file, step.text)
		case step.file != "":
			if err := os.Remove(step.file); err != nil {
				t.Fatal(err)
			}
		}
		if !lines.Scan() {
			t.Fatalf("the host has ended: %v", lines.Err())
		}
		for _, part := range step.logged {
			if !strings.Contains(lines.Text(), part) {
				t.Fatalf("expected %q in the log, got %s", part, lines.Text())
			}
		}
	}
}
