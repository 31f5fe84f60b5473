package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLines checks that no line makes the REPL fail, sends the terminal a
// control sequence, or is answered by an internal error of the engine.
func FuzzLines(f *testing.F) {
	names, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var lines strings.Builder
		for line := range strings.Lines(string(data)) {
			if typed, ok := strings.CutPrefix(line, "> "); ok {
				lines.WriteString(typed)
			}
		}
		f.Add(lines.String())
	}
	files := workspace(f)
	at := settle(files)
	f.Fuzz(func(t *testing.T, lines string) {
		s := stage{t: t, files: files}
		s.enter(at, "tavern", Options{Out: &s.out, Width: 60, Interactive: len(lines)%2 == 0})
		for line := range strings.Lines(lines) {
			word, _ := cutWord(strings.TrimPrefix(tidy(line), ":"))
			switch strings.ToLower(word) {
			case "save", "load", "replay", "wait", "clear":
				continue // these reach outside, wait for it, or clear the screen
			}
			s.repl.Complete(strings.TrimRight(line, "\n"))
			if s.out.Len() > 1<<20 || s.repl.Execute(line) {
				break
			}
		}
		text := s.out.String()
		if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && (c < ' ' || c == 0x7f) }); i >= 0 {
			t.Errorf("%q is in %q", text[i], text[max(0, i-40):min(len(text), i+20)])
		}
		if strings.Contains(text, "engine/internal") {
			t.Errorf("a fault of the engine: %s", text)
		}
	})
}
