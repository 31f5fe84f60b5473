package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// TestEndingTheREPLLeavesNothingRunning checks that the REPL leaves nothing
// running, neither watcher nor builder, whichever way it ends.
func TestEndingTheREPLLeavesNothingRunning(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll("content/own", 0o700); err != nil {
		t.Fatal(err)
	}
	before := goleak.IgnoreCurrent()
	for _, c := range []struct {
		name, lines string
		args        []string
		code        int
	}{
		{"the end of input", "legal\n", []string{"manipulation"}, exitOK},
		{"quit", "quit\n", []string{"manipulation"}, exitOK},
		{"a save just before", "reload\nquit\n", []string{"manipulation"}, exitOK},
		{"a refusal that counts", "nothing\n", []string{"manipulation", "--strict"}, exitFindings},
		{"a break that is never left", "break on used\nuse nudge d1\n", []string{"manipulation"}, exitOK},
		{"nothing to watch", "quit\n", []string{"manipulation", "--no-watch"}, exitOK},
		{"no such game", "", []string{"none"}, exitFailed},
	} {
		file := filepath.Join(dir, "content", "own", "note.yaml")
		if err := os.WriteFile(file, []byte("kind: consumable\nid: note\nname: "+c.name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := Run(context.Background(), append([]string{"repl"}, c.args...), strings.NewReader(c.lines), &out, &errs); code != c.code {
			t.Errorf("%s: it ended with %d, not %d: %s", c.name, code, c.code, errs.String())
		}
		if err := goleak.Find(before); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
