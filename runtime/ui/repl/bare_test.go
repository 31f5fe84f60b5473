package repl

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestEveryCommandOfABareREPL types every command, with too few and too many
// arguments and with nonsense, where nothing is watched and no file can be
// read, and compares the answers with a golden file.
func TestEveryCommandOfABareREPL(t *testing.T) {
	content := bazaar.Build(t, bazaar.Tree(t))
	file, err := filepath.Abs("testdata/bare.txt")
	must(t, err)
	t.Chdir(t.TempDir()) // for saves
	var out strings.Builder
	for _, c := range commands() {
		for _, args := range []string{"", "x", "1", "-1", "99 x", "x y z", "gold 3", "off", `"`} {
			s, problem := session.New(content, bazaar.ID, session.Options{Seed: 3})
			if problem != nil {
				t.Fatal(problem)
			}
			r := New(s, nil, Options{Out: &out})
			if r.Width != 80 || r.Prompt() == "" {
				t.Errorf("the width is %d, the prompt %q", r.Width, r.Prompt())
			}
			line := strings.TrimSpace(c.name + " " + args)
			fmt.Fprintf(&out, "> %s\n", line)
			if quit := r.Execute(line); quit {
				fmt.Fprintf(&out, "the end; failed %v\n", r.failed)
			} else if r.failed {
				out.WriteString("(failed)\n")
			}
			if s.Turn() > 0 {
				fmt.Fprintf(&out, "(%d commands, %s)\n", s.Turn(), s.Hash())
			}
		}
	}
	golden.Check(t, file, visible(out.String()))
}

// TestBars compares bars of every length, and dots, with their drawings.
func TestBars(t *testing.T) {
	var out strings.Builder
	for _, o := range []Options{{ASCII: true}, {Color: true}} {
		r := &REPL{Options: o}
		for n := -1.0; n <= 9; n++ {
			fmt.Fprintf(&out, "%v of 8: %s %s\n", n, r.bar(n, 8, 5), r.drawDots(n, 8))
		}
		fmt.Fprintf(&out, "1 of 100: %s; 1 of none: %q\n", r.bar(1, 100, 5), r.bar(1, 0, 5))
	}
	golden.Check(t, "testdata/bars.txt", visible(out.String()))
}

// TestDebuggerWordsAndTerminalKeys checks the meaning of the debugger's words
// and of the terminals' keys.
func TestDebuggerWordsAndTerminalKeys(t *testing.T) {
	var out strings.Builder
	for _, word := range []string{"continue", "step", "next", "out", "", "Out"} {
		m, ok := motionOf(word)
		fmt.Fprintf(&out, "%q: %v %v\n", word, m, ok)
	}
	for _, first := range []string{"\x1b", "\x1b[", "\x1bO"} {
		for _, last := range append(strings.Split("ABCDEFGHPQRSZabcdx", ""), "", "1~", "2~", "3~", "4~", "5~", "6~", "7~", "8~", "9~", "1;5C", "1;5D", "1;3C", "1;3D", "200~") {
			if m := translateKey(first + last); m != "" {
				fmt.Fprintf(&out, "%q: %q\n", first+last, m)
			}
		}
	}
	golden.Check(t, "testdata/words.txt", out.String())
}
