//go:build unix

package repl

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// TestATerminalIsAskedForItsSize checks the size assumed for files that are not
// terminals, and for terminals that do not know it.
func TestATerminalIsAskedForItsSize(t *testing.T) {
	out, in, err := os.Pipe()
	must(t, err)
	defer out.Close()
	defer in.Close()
	if width, ok := TerminalWidth(in); ok || width != 0 {
		t.Errorf("a pipe is a terminal with %d columns", width)
	}
	screen, tty, err := pty.Open()
	must(t, err)
	defer screen.Close()
	defer tty.Close()
	for size, want := range map[pty.Winsize][2]int{{}: {80, 24}, {Cols: 50}: {80, 24}, {Rows: 9}: {80, 24}, {Cols: 1, Rows: 1}: {1, 1}, {Cols: 44, Rows: 9}: {44, 9}} {
		must(t, pty.Setsize(tty, &size))
		if width, height := terminalSize(tty); width != want[0] || height != want[1] {
			t.Errorf("%v is a size of %d and %d", size, width, height)
		}
		if width, ok := TerminalWidth(tty); !ok || width != want[0] {
			t.Errorf("%v is a width of %d, %v", size, width, ok)
		}
	}
	if width, height := terminalSize(in); width != 80 || height != 24 {
		t.Errorf("a pipe has a size of %d and %d", width, height)
	}
}

// TestKeysInSeveralParts checks waiting for the rest of a key.
func TestKeysInSeveralParts(t *testing.T) {
	out, in, err := os.Pipe()
	must(t, err)
	defer out.Close()
	defer in.Close()
	if arrives(out, 0) {
		t.Error("something arrives")
	}
	if _, err := in.WriteString("x"); err != nil || !arrives(out, time.Second) {
		t.Error("nothing arrives", err)
	}
}

// TestDumbTerminals checks the values of TERM.
func TestDumbTerminals(t *testing.T) {
	for term, want := range map[string]bool{"dumb": false, "xterm": true, "": true} {
		t.Setenv("TERM", term)
		if EscapeCodes(nil) != want {
			t.Errorf("%q: %v", term, !want)
		}
	}
}

// TestResizingIsSignalled checks that a change of the terminal's size is reported
// until that is stopped.
func TestResizingIsSignalled(t *testing.T) {
	first, stop := resizes()
	must(t, unix.Kill(os.Getpid(), unix.SIGWINCH))
	<-first
	stop()
	second, stop := resizes()
	defer stop()
	must(t, unix.Kill(os.Getpid(), unix.SIGWINCH))
	<-second
	if len(first) > 0 {
		t.Error("it is reported to whoever has stopped listening")
	}
}

// TestInteractiveTerminal types at a real terminal: keys in two parts, a
// resize, and the state of the terminal afterwards.
func TestInteractiveTerminal(t *testing.T) {
	screen, tty, err := pty.Open()
	must(t, err)
	defer screen.Close()
	must(t, pty.Setsize(tty, &pty.Winsize{Cols: 44, Rows: 12}))
	stdin, stdout := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = tty, tty
	defer func() { os.Stdin, os.Stdout = stdin, stdout }()
	before, err := term.GetState(int(tty.Fd()))
	must(t, err)
	s := stage{t: t, files: workspace(t)}
	s.start("tavern", Options{Out: tty, Seed: 7, Width: 80, Interactive: true})
	var shown bytes.Buffer
	await := func(text string) {
		buf := make([]byte, 1<<12)
		for from := shown.Len(); !bytes.Contains(shown.Bytes()[from:], []byte(text)); {
			n, err := screen.Read(buf)
			must(t, err)
			shown.Write(buf[:n])
		}
	}
	ended := make(chan error)
	go func() { ended <- s.repl.RunInteractive("") }()
	for _, typed := range []string{"hp\r", "hpx\x1b[D\x1b[3~\r", "quit\r"} {
		await("play> ")
		_, err := screen.WriteString(typed)
		must(t, err)
	}
	must(t, <-ended)
	if s.repl.Width != 44 {
		t.Errorf("the width is %d", s.repl.Width)
	}
	after, err := term.GetState(int(tty.Fd()))
	must(t, err)
	if !reflect.DeepEqual(before, after) {
		t.Error("the terminal is not as it was")
	}
	if got := shown.String(); strings.Count(got, "hp = 18") != 2 || strings.Contains(got, "Unknown") {
		t.Errorf("it shows %q", got)
	}
}
