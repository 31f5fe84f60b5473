package dap

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/sleight/workspace"
)

// front is a front end that plays a game and lets debuggers attach.
type front struct {
	t        *testing.T
	target   *debug.Target
	listener *Listener
	space    *workspace.Workspace
	session  *session.Session
	stops    chan string // where it was stopped; empty when it continues
	lines    chan string // the lines typed by the player
	results  chan session.Result
}

// begin starts a front end for the game in a client's folder, which offers it in
// the folder "offers" there.
func (c *client) begin(network string) *front {
	c.t.Helper()
	w, err := workspace.New(workspace.Folder(c.dir))
	if err != nil {
		c.t.Fatal(err)
	}
	content, problems := w.Build()
	if content == nil {
		c.t.Fatal(problems)
	}
	f := &front{t: c.t, target: debug.NewTarget(), space: w, stops: make(chan string, 10), lines: make(chan string), results: make(chan session.Result)}
	f.target.Stopped = func(at string) { f.stops <- at }
	f.session = f.game()
	f.target.Play(f.session, nil)
	offer := Offer{Program: "repl", Workspace: c.dir, Game: "mine"}
	if f.listener, err = listen(network, filepath.Join(c.dir, "offers"), offer, f.target, w.Loader.Source); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(f.listener.Close)
	go f.play()
	c.t.Cleanup(func() { close(f.lines) })
	return f
}

func (f *front) game() *session.Session {
	content, _ := f.space.Build()
	s, problem := session.New(content, "mine", session.Options{Seed: 1})
	if problem != nil {
		f.t.Error(problem)
	}
	return s
}

// play runs the typed lines, as a prompt does.
func (f *front) play() {
	for {
		line, ok := "", false
		f.target.Wait(func() { line, ok = <-f.lines })
		var r session.Result
		switch {
		case !ok:
			return
		case line == "another game":
			f.session = f.game()
		case line == "new content":
			content, problems := f.space.Build()
			if content == nil {
				f.t.Error(problems)
			}
			f.session.Swap(content)
		default:
			r = f.session.Run(line)
		}
		f.target.Play(f.session, nil)
		f.results <- r
	}
}

// say types a line and waits for its result.
func (f *front) say(line string) session.Result {
	f.t.Helper()
	f.lines <- line
	return <-f.results
}

// gold reads a variable while the player does nothing.
func (f *front) gold() string {
	f.t.Helper()
	f.target.Enter()
	defer f.target.Leave()
	text, problem := f.session.Evaluate("vars.gold")
	if problem != nil {
		f.t.Fatal(problem)
	}
	return text
}

func (f *front) at(want string) {
	f.t.Helper()
	if got := <-f.stops; got != want {
		f.t.Fatalf("the front end is at %q, not %q", got, want)
	}
}

// editor connects another editor to the same folder.
func (c *client) editor() *client {
	c.t.Helper()
	return edits(c.t, c.dir, Options{Folder: filepath.Join(c.dir, "offers")})
}

// attach attaches an editor to the one front end, with breakpoints in a file.
func (c *client) attach(file string, list ...object) {
	c.t.Helper()
	must[*dap.InitializeResponse](c, "initialize", object{"adapterID": "sleight"})
	must[*dap.AttachResponse](c, "attach", object{"workspace": c.dir})
	await[*dap.InitializedEvent](c)
	c.set(file, list...)
	must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
}

// TestAnEditorAttachesToARunningGame stops the game of another front end,
// inspects it, steps, goes back, changes a value and lets the game continue;
// between two commands it inspects the past until the player continues. It uses
// both a socket and a local port.
func TestAnEditorAttachesToARunningGame(t *testing.T) {
	for _, network := range []string{unixSocket, localPort} {
		t.Run(network, func(t *testing.T) {
			first := connect(t)
			f := first.begin(network)
			if r := f.say("dig 1"); !r.OK() {
				t.Fatal(r)
			}
			c := first.editor()
			c.attach("content/mine/things.yaml", object{"line": 8, "condition": "n == 2"})
			done := make(chan session.Result, 1)
			go func() { done <- f.say("dig 2") }()
			c.expect("breakpoint | relic/lamp on_struck of r1 things.yaml:10 | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 2: dig 2")
			f.at("things.yaml:10")
			values, _ := c.scope(1, "Locals")
			c.same(values, "self=r1 n=2")
			c.next("stepBack")
			c.expect("step | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 2: dig 2")
			c.same(c.evaluate(1, "repl", "back to 1"), "back at "+filepath.ToSlash(c.dir)+"/scripts/mine/game.lua:10")
			c.expect("step | game/mine do_dig game.lua:10 | command 1: dig 1")
			c.next("continue")
			c.expect("breakpoint | relic/lamp on_struck of r1 things.yaml:10 | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 2: dig 2")
			_, game := c.scope(1, "Variables of the game")
			c.same(must[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": game, "name": "gold", "value": "100"}).Body.Value, "100")
			c.next("stepIn")
			f.at("")
			c.expect("step | relic/lamp on_struck of r1 things.yaml:11 | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 2: dig 2")
			f.at("things.yaml:11")
			c.next("continue")
			f.at("")
			if r := <-done; !r.OK() {
				t.Fatal(r)
			}
			if gold := f.gold(); gold != "104" {
				t.Error(gold)
			}
			if _, err := ask[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}); err == nil || err.Error() != "the game is running; pause it first" {
				t.Error(err)
			}
			f.lookBetween(c)
		})
	}
}

// lookBetween lets an editor inspect the game between two commands until the
// player continues, and does the same after a change to another game.
func (f *front) lookBetween(c *client) {
	t := f.t
	t.Helper()
	must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
	c.expect("pause | between two commands")
	for _, text := range []string{"dig 1", "vars.gold"} {
		want := map[string]string{"dig 1": "error: give commands where the game is played", "vars.gold": "104"}[text]
		c.same(c.evaluate(0, "repl", text), want)
	}
	_, game := c.scope(0, "Variables of the game")
	if _, err := ask[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": game, "name": "gold", "value": "1"}); err == nil || err.Error() != "between two commands, change values where the game is played" {
		t.Error(err)
	}
	c.next("stepBack")
	c.expect("step | game/mine do_dig game.lua:15 | command 2: dig 2")
	if r := f.say("leave"); !r.OK() {
		t.Fatal(r)
	}
	if e := await[*dap.ContinuedEvent](c); e.Body.ThreadId != 1 || !e.Body.AllThreadsContinued {
		c.t.Errorf("it continues with %+v", e.Body)
	}
	must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
	c.expect("pause | between two commands")
	c.next("stepIn") // the first statement of the next command
	f.say("another game")
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 1") }()
	c.expect("step | game/mine do_dig game.lua:10 | command 1: dig 1")
	f.at("game.lua:10")
	must[*dap.TerminateResponse](c, "terminate", object{}) // only the debugging
	f.at("")
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
}

// TestTheGameContinuesAfterItsDebuggerDies kills an editor that has stopped the
// game: the command ends as if there had been no debugger, and another editor
// can attach.
func TestTheGameContinuesAfterItsDebuggerDies(t *testing.T) {
	first := connect(t)
	f := first.begin(unixSocket)
	killed := first.editor()
	killed.attach("scripts/mine/game.lua", object{"line": 13})
	second := first.editor()
	must[*dap.InitializeResponse](second, "initialize", object{})
	if _, err := ask[*dap.AttachResponse](second, "attach", object{"workspace": first.dir}); err == nil || err.Error() != "another debugger is attached to this game" {
		t.Error(err)
	}
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 3") }()
	f.at("game.lua:13")
	killed.conn.Close()
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
	f.at("")
	if gold := f.gold(); gold != "15" {
		t.Error(gold)
	}
	third := first.editor()
	third.attach("scripts/mine/game.lua", object{"line": 13})
	go func() { done <- f.say("dig 1") }()
	third.expect("breakpoint | game/mine do_dig game.lua:13 | command 2: dig 1")
	f.at("game.lua:13")
	must[*dap.DisconnectResponse](third, "disconnect", object{})
	f.at("")
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
	if err := <-third.served; err != nil {
		t.Error(err)
	}
}

// TestBreakpointsFollowAnEdit checks that breakpoints of an attached editor stay
// on their lines when content is reloaded, and that one whose line has gone is
// reported.
func TestBreakpointsFollowAnEdit(t *testing.T) {
	first := connect(t)
	f := first.begin(unixSocket)
	c := first.editor()
	c.attach("scripts/mine/game.lua", object{"line": 13}, object{"line": 15})
	script := filepath.Join(c.dir, "scripts", "mine", "game.lua")
	before := mine["scripts/mine/game.lua"]
	after := "-- The mine.\n-- It is deep.\n" + strings.Replace(before, "    local total = 0\n", "    local total = 0\n    local none = nil\n", 1)
	if err := os.WriteFile(script, []byte(after), 0o666); err != nil {
		t.Fatal(err)
	}
	// Breakpoints set in the edited file before the game takes it over stop at
	// the right lines.
	set := c.set("scripts/mine/game.lua", object{"line": 16}, object{"line": 18})
	c.same(shown(t, set...), `[{"id":3,"verified":true,"line":16},{"id":4,"verified":true,"line":18}]`)
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 1") }()
	c.expect("breakpoint | game/mine do_dig game.lua:13 | command 1: dig 1")
	f.at("game.lua:13")
	c.next("continue")
	f.at("")
	c.expect("breakpoint | game/mine do_dig game.lua:15 | command 1: dig 1")
	f.at("game.lua:15")
	c.next("continue")
	f.at("")
	<-done
	f.say("new content")
	for _, want := range []string{`[{"id":3,"verified":true,"line":16}]`, `[{"id":4,"verified":true,"line":18}]`} {
		c.same(shown(t, await[*dap.BreakpointEvent](c).Body.Breakpoint), want)
	}
	go func() { done <- f.say("dig 1") }()
	c.expect("breakpoint | game/mine do_dig game.lua:16 | command 2: dig 1")
	f.at("game.lua:16")
	c.next("continue")
	f.at("")
	c.expect("breakpoint | game/mine do_dig game.lua:18 | command 2: dig 1")
	f.at("game.lua:18")
	c.next("continue")
	f.at("")
	<-done
	short := "return { start = function() end, do_dig = function(self, n) change(vars, 'gold', n) end, do_fail = function() end, do_leave = function() end }\n-- That is all.\n"
	if err := os.WriteFile(script, []byte(short), 0o666); err != nil {
		t.Fatal(err)
	}
	f.say("new content")
	for _, want := range []string{`[{"id":3,"verified":false,"message":"there is no statement at line 2 of DIR/scripts/mine/game.lua or after it","line":2}]`, `[{"id":4,"verified":false,"message":"there is no statement at line 2 of DIR/scripts/mine/game.lua or after it","line":2}]`} {
		c.same(strings.ReplaceAll(shown(t, await[*dap.BreakpointEvent](c).Body.Breakpoint), filepath.ToSlash(c.dir), "DIR"), want)
	}
	if r := f.say("dig 1"); !r.OK() {
		t.Fatal(r)
	}
	if err := os.WriteFile(script, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	f.say("new content") // as the breakpoints were set, two lines further down
	for _, want := range []string{`[{"id":3,"verified":true,"line":13}]`, `[{"id":4,"verified":true,"line":15}]`} {
		c.same(shown(t, await[*dap.BreakpointEvent](c).Body.Breakpoint), want)
	}
}

// shown writes breakpoints without their files.
func shown(t *testing.T, all ...dap.Breakpoint) string {
	t.Helper()
	for i := range all {
		all[i].Source = nil
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
