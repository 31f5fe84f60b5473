package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/cmd/sleight/cli"
	"sleight/tests/shipped"
)

// pit is a game with a test and a command that fails once there is gold.
var pit = map[string]string{
	"content/pit/game.yaml": `kind: game
id: pit
script: game.lua
variables: {gold: {start: 3, min: 0}}
zones: {dice: {of: die, label: d, start: [{d6: 2}]}}
actions:
  dig: {targets: [{name: n, from: [1, 2, 3]}]}
  fail: {}
phases: {main: {actions: [dig, fail]}}
---
kind: die
id: d6
sides: 6
tests:
  - name: one nugget
    do: dig 1
    expect: {gold: 4}
`,
	"scripts/pit/game.lua": `return {
  start = function() roll_dice("dice") end,
  do_dig = function(self, n)
    local before = vars.gold
    vars.gold = before + n
  end,
  do_fail = function() if vars.gold > 5 then error("the roof came down") end end,
}
`,
	"found.txt": "# sleight repl pit --seed 4\ndig 2\ndig 1\nconfirm\nfail\n",
}

// editor is a scripted client of sleight dap.
type editor struct {
	t   *testing.T
	out io.WriteCloser
	in  *bufio.Reader
	seq int // of the last request
}

// debugger starts sleight dap and attaches to what runs in the working folder.
func debugger(t *testing.T, program string, lines ...int) *editor {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go func() {
		code := cli.Run(context.Background(), []string{"dap"}, in, out, io.Discard)
		out.CloseWithError(fmt.Errorf("sleight dap has ended with %d", code))
	}()
	t.Cleanup(func() { toServer.Close() })
	e := &editor{t: t, out: toServer, in: bufio.NewReader(fromServer)}
	e.ask("initialize", map[string]any{"adapterID": "sleight"})
	e.ask("attach", map[string]any{"workspace": ".", "program": program})
	points := []map[string]any{}
	for _, line := range lines {
		points = append(points, map[string]any{"line": line})
	}
	script, err := filepath.Abs("scripts/pit/game.lua")
	if err != nil {
		t.Fatal(err)
	}
	e.ask("setBreakpoints", map[string]any{"source": map[string]any{"path": script}, "breakpoints": points})
	e.ask("setExceptionBreakpoints", map[string]any{"filters": []string{"faults"}})
	e.ask("configurationDone", nil)
	return e
}

// ask sends a request and waits for its answer.
func (e *editor) ask(command string, arguments any) dap.Message {
	e.t.Helper()
	e.seq++
	text, err := json.Marshal(map[string]any{"seq": e.seq, "type": "request", "command": command, "arguments": arguments})
	if err == nil {
		err = dap.WriteBaseMessage(e.out, text)
	}
	if err != nil {
		e.t.Fatalf("%s: %v", command, err)
	}
	for {
		switch m := e.read().(type) {
		case *dap.ErrorResponse:
			e.t.Fatalf("%s: %s", command, m.Message)
		case dap.ResponseMessage:
			return m
		}
	}
}

func (e *editor) read() dap.Message {
	e.t.Helper()
	m, err := dap.ReadProtocolMessage(e.in)
	if err != nil {
		e.t.Fatal(err)
	}
	return m
}

// stop waits until the game stops and describes where.
func (e *editor) stop() string {
	e.t.Helper()
	for {
		if m, ok := e.read().(*dap.StoppedEvent); ok {
			frames := e.ask("stackTrace", map[string]any{"threadId": 1}).(*dap.StackTraceResponse).Body.StackFrames
			last := frames[len(frames)-1]
			return fmt.Sprintf("%s at line %d, %s", m.Body.Reason, frames[0].Line, last.Name)
		}
	}
}

// run runs sleight in this process, and sends its exit code and its output.
func run(args ...string) (done <-chan string, waiting <-chan string) {
	ended := make(chan string, 1)
	out, lines := &bytes.Buffer{}, make(chan string, 100)
	errs, told := io.Pipe()
	go func() {
		for s := bufio.NewScanner(errs); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	go func() {
		code := cli.Run(context.Background(), args, strings.NewReader(""), out, told)
		told.Close()
		ended <- fmt.Sprintf("%d: %s", code, out)
	}()
	return ended, lines
}

func inPit(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("SLEIGHT_CACHE", t.TempDir())
	t.Setenv("SLEIGHT_CONFIG", t.TempDir())
	t.Setenv("NO_COLOR", "1")
	for name, text := range pit {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("sleight.yaml", shipped.Disabled(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func await(t *testing.T, lines <-chan string, want string) {
	t.Helper()
	for line := range lines {
		if line == want {
			return
		}
	}
	t.Fatalf("%q was not printed", want)
}

// TestAnEditorAttachesToTests checks that sleight test --debug-listen waits for an
// editor, stops at its breakpoints, can go back, and ends as usual.
func TestAnEditorAttachesToTests(t *testing.T) {
	inPit(t)
	done, lines := run("test", "die/d6", "--debug-listen")
	await(t, lines, "Waiting for an editor.")
	e := debugger(t, "test", 5)
	want := "breakpoint at line 5, command 1: dig 1"
	if got := e.stop(); got != want {
		t.Fatalf("it stopped at %q, not %q", got, want)
	}
	e.ask("stepBack", map[string]any{"threadId": 1})
	if got := e.stop(); got != "step at line 4, command 1: dig 1" {
		t.Errorf("it went back to %q", got)
	}
	e.ask("disconnect", nil)
	if got := <-done; got != "0: 1 test passed\n" {
		t.Error(got)
	}
}

// TestAnEditorAttachesToARecordedGame checks that sleight replay --debug-listen
// waits for an editor, plays a finding of sleight fuzz and a failing game kept
// by sleight sim, steps from one command into the next, and lets the editor go
// back from the end until it leaves.
func TestAnEditorAttachesToARecordedGame(t *testing.T) {
	inPit(t)
	if done, _ := run("sim", "pit", "-n", "1", "--seed", "2", "--keep", "kept"); !strings.HasPrefix(<-done, "0: ") {
		t.Fatal("sim failed")
	}
	kept, err := filepath.Glob("kept/*.txt")
	if len(kept) != 1 || err != nil {
		t.Fatal(kept, err)
	}
	for _, file := range []string{"found.txt", kept[0]} {
		done, lines := run("replay", file, "--debug-listen")
		await(t, lines, "Waiting for an editor.")
		e := debugger(t, "replay", 4)
		stops := []string{}
		for {
			at := e.stop()
			stops = append(stops, at)
			if strings.HasPrefix(at, "exception") {
				break
			}
			e.ask("continue", map[string]any{"threadId": 1})
		}
		if file == "found.txt" {
			want := "breakpoint at line 4, command 1: dig 2; breakpoint at line 4, command 2: dig 1; exception at line 7, command 3: fail"
			if got := strings.Join(stops, "; "); got != want {
				t.Errorf("it stopped at %s, not %s", got, want)
			}
		}
		e.ask("continue", map[string]any{"threadId": 1})
		await(t, lines, "The game waits until the editor detaches.")
		e.ask("pause", map[string]any{"threadId": 1})
		for {
			if m, ok := e.read().(*dap.StoppedEvent); ok && m.Body.Reason == "pause" {
				break
			}
		}
		e.ask("reverseContinue", map[string]any{"threadId": 1})
		if got := e.stop(); !strings.HasPrefix(got, "breakpoint at line 4, command ") {
			t.Errorf("it went back to %q", got)
		}
		e.ask("disconnect", nil)
		if got := <-done; !strings.HasPrefix(got, "1: pit: command ") || !strings.Contains(got, "the roof came down") {
			t.Error(got)
		}
	}
}

// TestReplayVerdicts checks the verdicts of sleight replay.
func TestReplayVerdicts(t *testing.T) {
	inPit(t)
	for text, want := range map[string]string{
		"# sleight repl pit --seed 4\ndig 2\n":     "0: pit: 1 command from seed 4, and none fails\n",
		"# sleight repl pit --seed 4\ndig 9\n":     "1: pit: command 1 of 1, dig 9, is refused: ",
		"# sleight repl pot --seed 4\ndig 2\n":     "2: ",
		"dig 2\n":                                  "2: ",
		"# sleight repl pit\ndig 3\nfail\ndig 1\n": "1: pit: command 2 of 3, fail, fails\nscripts/pit/game.lua:7: error: the roof came down",
	} {
		if err := os.WriteFile("found.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if done, _ := run("replay", "found.txt"); !strings.HasPrefix(<-done, want) {
			t.Errorf("%q did not give %q", text, want)
		}
	}
}
