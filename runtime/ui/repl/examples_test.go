package repl

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestEveryExampleCanBeTyped checks that every example in help can be typed as
// it is, in every game, once its prerequisites are done.
func TestEveryExampleCanBeTyped(t *testing.T) {
	files := workspace(t)
	t.Chdir(t.TempDir())
	before := map[string][]string{
		"pick": {"begin {command}"}, "confirm": {"begin flee"}, "cancel": {"begin {command}"},
		"undo": {"set {variable} 1", "set {variable} 2", "set {variable} 3"}, "redo": {"set {variable} 1", "undo"},
		"goto": strings.Split(strings.Repeat("set {variable} 1,set {variable} 2,", 6), ","),
		"load": {"save game.json"}, "unwatch": {"watch vars.{variable}"}, "unbreak": {"break on used"},
		"back": {"set {variable} 1"},
	}
	stopped := []string{"next", "out", "continue", "where", "locals", "up", "down"} // only at a stop
	for game := range drawings {
		for _, c := range commands() {
			if c.name == "wait" || game == "rivals" && (c.name == "confirm" || c.name == "pick" || c.name == "cancel" || c.name == "begin") {
				continue // nothing is saved here, and nobody can answer
			}
			s := stage{t: t, files: files}
			var out bytes.Buffer
			s.start(game, Options{Out: &out, Width: 80, Seed: 7, Interactive: true})
			for _, line := range before[c.name] {
				s.repl.Execute(s.repl.filled(line))
			}
			example := s.repl.filled(c.example)
			out.Reset()
			s.repl.failed = false
			if slices.Contains(stopped, c.name) {
				lines := []string{"step", example, "continue", "continue", "continue"}
				if c.name == "down" {
					lines = slices.Insert(lines, 1, "up")
				}
				s.repl.Read = func(string) (string, bool) {
					line := lines[0]
					lines = lines[1:]
					return line, true
				}
				example = "step lua 1 + (function() local x = 1 return x end)()"
			}
			quit := s.repl.Execute(example)
			if s.repl.Failed() || quit != (c.name == "quit") {
				t.Errorf("%s: %s: %s", game, example, out.String())
			}
		}
	}
}
