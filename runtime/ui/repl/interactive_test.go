package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"sleight/runtime/reload"
	"sleight/tests/golden"
)

// keystrokes are the keys typed at a terminal, up to leaving it.
var keystrokes = []string{
	"hp\r\x04",
	"hash\rquit\rhp\r",
	"begin use flip\r\x03\x03\x04",
	"begin use flip\r\x1b\x1b\x04",
	"x\x1b",
	"hpx\x1b[D\x04\r\x04",
	"hp\x04\r\x04",
	"insp\td1\r\x04",
	"insp d1\x1b[1;5D\x1b[D\t\r\x04",
	"inspect \t\x03\x04",
	"un\t\r\x04",
	"nothing\t\r\x04",
	"break sw\t4\r\x04",
	"hp\r\x1b[A\r\x1b[A\x1b[A\r\x04",
	"un\x1b[Z\x01\x04",
	"hp\x1b[2@\x1bOP\x1b[1;2~\r\x04",
	"xp\x1bOH\x1b[3~h\x1bOF\r\x04",
	"hp x\x1b\x7f\x1b[B\x1b[C\r\x04",
	"",
}

// TestKeystrokes checks everything that a terminal shows while a person types:
// completion, history, cancelling a line or a choice, and leaving.
func TestKeystrokes(t *testing.T) {
	var out strings.Builder
	for _, typed := range keystrokes {
		s := stage{t: t, files: workspace(t)}
		s.open("interactive")
		s.repl.Read = nil
		restored := 0
		p := &prompter{
			repl: s.repl, history: openHistory(""),
			keys: &keys{in: strings.NewReader(typed), more: func() bool { return false }},
			raw:  func() (func(), error) { return func() { restored++ }, nil },
			size: func() (int, int) { return 60, 12 },
		}
		err := p.run()
		fmt.Fprintf(&out, "== %q: %v, width %d, %v ==\n%s\n", typed, err, s.repl.Width, restored > 0, strings.ReplaceAll(visible(s.out.String()), "\r", "␍"))
	}
	golden.Check(t, "testdata/keystrokes.txt", out.String())
}

// TestAFailingTerminalEndsTheSession checks that errors of the terminal are
// returned.
func TestAFailingTerminalEndsTheSession(t *testing.T) {
	broken := errors.New("no terminal")
	s := stage{t: t, files: workspace(t)}
	s.open("interactive")
	p := &prompter{repl: s.repl, raw: func() (func(), error) { return nil, broken }}
	if err := p.run(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	p = &prompter{
		repl: s.repl, history: openHistory(""), keys: &keys{in: io.MultiReader(strings.NewReader("h"), failing{broken})},
		raw: func() (func(), error) { return func() {}, nil }, size: func() (int, int) { return 60, 12 },
	}
	if err := p.run(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// failing is a reader that fails.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// TestSavesAndResizesWhileTyping checks that saved files are announced above the
// line and that the size of a resized terminal is used, before the line is read.
func TestSavesAndResizesWhileTyping(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("interactive")
	in, typing := io.Pipe()
	var width atomic.Int64
	width.Store(60)
	resized, announced, drawn := make(chan os.Signal), make(chan Outcome), make(chan struct{})
	s.repl.Outcomes, s.repl.Out = announced, &awaiting{out: &s.out, text: "has", drawn: drawn}
	p := &prompter{
		repl: s.repl, history: openHistory(""), keys: &keys{in: in, more: func() bool { return false }},
		raw: func() (func(), error) { return func() {}, nil }, size: func() (int, int) { return int(width.Load()), 12 }, resized: resized,
	}
	ended := make(chan error)
	go func() { ended <- p.run() }()
	write := func(text string) {
		if _, err := io.WriteString(typing, text); err != nil {
			t.Error(err)
		}
	}
	write("has")
	<-drawn
	width.Store(44)
	resized <- nil
	for range 2 { // the second is handled once the first has been announced
		announced <- timeless(s.live.Rebuild(reload.FileChange{Files: []string{"content/tavern/items.yaml"}}))
	}
	resized <- nil
	write("h\rquit\r")
	if err := <-ended; err != nil {
		t.Error(err)
	}
	golden.Check(t, "testdata/announced.txt", strings.ReplaceAll(visible(s.out.String()), "\r", "␍"))
	if s.repl.Width != 44 {
		t.Errorf("the width is %d", s.repl.Width)
	}
}

// awaiting closes a channel once a text has been written. Only one goroutine at
// a time may write.
type awaiting struct {
	out   *bytes.Buffer
	text  string
	drawn chan struct{}
}

func (w *awaiting) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	if w.drawn != nil && bytes.Contains(w.out.Bytes(), []byte(w.text)) {
		close(w.drawn)
		w.drawn = nil
	}
	return n, err
}

// TestPlainInputIsAnsweredLineByLine checks the output for lines from a pipe,
// with and without the lines themselves, and how it ends.
func TestPlainInputIsAnsweredLineByLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		echo bool
		want string
		err  string
	}{
		{"hp\n\n  \nhash\nquit\nhp\n", true, "play> hp\nhp = 18\nplay> hash\nHASH1\nplay> quit\n", ""},
		{"hp\n\nhp", false, "hp = 18\nhp = 18\n", ""},
		{"", true, "", ""},
		{"hp\n" + strings.Repeat("x", maxLine+1), false, "hp = 18\n", "a line is longer than 1048576 bytes"},
		{strings.Repeat(" ", maxLine-8) + "hp\nhp", false, "hp = 18\nhp = 18\n", ""},
	} {
		s := stage{t: t, files: workspace(t)}
		s.open("")
		err := s.repl.RunLines(strings.NewReader(c.in), c.echo)
		if got := visible(s.out.String()); got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%.40q: error %v and\n%s\nwant\n%s", c.in, err, got, c.want)
		}
	}
	s := stage{t: t, files: workspace(t)}
	s.open("")
	broken := errors.New("the reader failed")
	if err := s.repl.RunLines(io.MultiReader(strings.NewReader("hp\n"), failing{broken}), false); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestDescribeShowsADefinition checks a definition's description on the command
// line.
func TestDescribeShowsADefinition(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("")
	d, _ := s.repl.content.Catalog.Find("flip")
	var wide, narrow bytes.Buffer
	must(t, Describe(Options{Out: &wide}, d, nil, nil))
	must(t, Describe(Options{Out: &narrow, Width: 30}, d, nil, nil))
	golden.Check(t, "testdata/described.txt", wide.String()+"----\n"+narrow.String())
}
