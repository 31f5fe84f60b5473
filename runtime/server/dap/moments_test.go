package dap

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/sleight/workspace"
)

// TestAPauseStopsARunningGame pauses a running command, and checks that a pause
// that is too late stops nothing.
func TestAPauseStopsARunningGame(t *testing.T) {
	c := connect(t)
	c.write(map[string]string{"scripts/mine/game.lua": strings.Replace(mine["scripts/mine/game.lua"], "local list", "for i = 1, 3000 do local none = i end\n    local list", 1)})
	// The log is longer than what the connection holds, so the game waits in it.
	c.launch(object{"game": "mine", "commands": []string{"dig 1"}}, map[string][]object{"scripts/mine/game.lua": {{"line": 10, "logMessage": "{i}"}}})
	for await[*dap.OutputEvent](c).Body.Output != "1\n" {
	}
	must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
	stop := await[*dap.StoppedEvent](c)
	c.same(stop.Body.Reason, "pause")
	c.same(must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}).Body.StackFrames[0].Name, "game/mine do_dig")
	c.set("scripts/mine/game.lua")
	c.next("continue")
	c.expect("pause | between two commands")
	must[*dap.PauseResponse](c, "pause", object{"threadId": 1})
	c.same(c.evaluate(0, "repl", "dig 1"), "")
	c.expect("pause | between two commands")
}

// TestLeavingDuringTheStartEndsTheGame checks that a game whose start was
// stopped ends when the editor leaves.
func TestLeavingDuringTheStartEndsTheGame(t *testing.T) {
	c := connect(t)
	editor, stream := net.Pipe()
	t.Cleanup(func() { stream.Close() })
	c.conn, c.in = editor, make(chan dap.Message, 100)
	go receive(c.conn, c.in) // until the test ends
	served := make(chan error)
	go func() {
		open := func(dir string) (*workspace.Workspace, error) { return workspace.New(workspace.Folder(dir)) }
		served <- Serve(context.Background(), stream, Options{Open: open})
	}()
	c.launch(object{"game": "mine", "stopOnEntry": true}, nil)
	c.expect("step | game/mine start game.lua:8 | start of the game")
	must[*dap.DisconnectResponse](c, "disconnect", object{})
	if err := <-served; err != nil {
		t.Error(err)
	}
	if e := await[*dap.OutputEvent](c); e.Body.Category != "stderr" || !strings.Contains(e.Body.Output, "the command was aborted") {
		t.Errorf("it says %+v", e.Body)
	}
}

// TestContinueAfterTestsOrABotEndsTheSession checks that nothing more can be
// played after tests have run, or a bot has played.
func TestContinueAfterTestsOrABotEndsTheSession(t *testing.T) {
	for _, configuration := range []object{{"test": "lamp"}, {"game": "mine", "bot": "random", "seed": 3}} {
		c := connect(t)
		c.launch(configuration, nil)
		if configuration["bot"] == nil {
			c.same(await[*dap.OutputEvent](c).Body.Output, "pass relic/lamp: a strike pays\n")
			if _, ends := c.read().(*dap.TerminatedEvent); !ends {
				t.Error("more than the tests is played")
			}
		} else {
			c.expect("pause | between two commands")
		}
		c.next("continue")
		await[*dap.TerminatedEvent](c)
		c.next("next")
		c.expect("pause | between two commands")
	}
}

// TestABotsFailingCommandIsPlayed checks that the command that ended a bot's
// game is played too.
func TestABotsFailingCommandIsPlayed(t *testing.T) {
	c := connect(t)
	c.launch(object{"game": "mine", "bot": "random", "seed": 4}, nil)
	out := ""
	for !strings.Contains(out, "the roof came down") {
		out += await[*dap.OutputEvent](c).Body.Output
	}
	c.same(strings.ReplaceAll(out, filepath.ToSlash(c.dir), "DIR"), "> fail\nDIR/scripts/mine/game.lua:17: error: the roof came down [script/runtime]\n")
	c.expect("pause | between two commands")
}

// TestContentWithoutAGameIsNotPlayed checks the requirements of launching: a
// game, and for tests one that sees them.
func TestContentWithoutAGameIsNotPlayed(t *testing.T) {
	c := connect(t)
	empty := t.TempDir()
	if err := os.MkdirAll(filepath.Join(empty, "content", "lib"), 0o700); err != nil {
		t.Fatal(err)
	}
	stray := "{kind: card, id: stray, tests: [{name: one, expect: {gold: 3}}]}\n"
	if err := os.WriteFile(filepath.Join(empty, "content", "lib", "stray.yaml"), []byte(stray), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][2]string{{"", "the content contains no game"}, {"stray", `no definition with tests is called "stray"`}} {
		if _, err := ask[*dap.LaunchResponse](c, "launch", object{"workspace": empty, "test": want[0]}); err == nil || !strings.HasPrefix(err.Error(), want[1]) {
			t.Errorf("%q: %v", want[0], err)
		}
	}
}

// TestARequestDuringACommandIsRefused checks how long a request waits for the
// command of another front end, and that requests without a game do not wait.
func TestARequestDuringACommandIsRefused(t *testing.T) {
	w, err := workspace.New(workspace.Folder(connect(t).dir))
	if err != nil {
		t.Fatal(err)
	}
	played := (&front{t: t, space: w}).game()
	synctest.Test(t, func(t *testing.T) {
		editor, stream := net.Pipe()
		defer editor.Close()
		s := newServer(stream, Options{})
		s.attachment = &attachment{target: debug.NewTarget()} // whose gate the front end holds
		s.attachment.target.Play(played, nil)
		served := make(chan error)
		go func() { served <- s.serve(t.Context(), bufio.NewReader(stream)) }()
		c := &client{t: t, conn: editor, in: make(chan dap.Message)}
		go receive(c.conn, c.in)
		began := time.Now()
		if _, err := ask[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}); err == nil || err.Error() != "nothing has been launched yet" {
			t.Error(err)
		}
		s.program = &program{title: "mine"}
		must[*dap.ThreadsResponse](c, "threads", nil)
		if waited := time.Since(began); waited != 0 {
			t.Errorf("it takes %v", waited)
		}
		_, err := ask[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1})
		if waited := time.Since(began); err == nil || err.Error() != "the game is in the middle of a command; pause it first" || waited != 5*time.Second {
			t.Errorf("after %v: %v", waited, err)
		}
		must[*dap.DisconnectResponse](c, "disconnect", nil)
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// TestAnAttachedEditorNamesFilesInEveryWay sets breakpoints that write to the log
// in a running game, whose content names files relative to its folder.
func TestAnAttachedEditorNamesFilesInEveryWay(t *testing.T) {
	first := connect(t)
	f := first.begin(unixSocket)
	w, err := workspace.New(workspace.FS("", os.DirFS(first.dir)))
	if err != nil {
		t.Fatal(err)
	}
	f.space, f.listener.source = w, w.Loader.Source
	f.say("another game")
	c := first.editor()
	c.attach("scripts/mine/game.lua")
	for i, path := range []string{"scripts/mine/game.lua", "/elsewhere/scripts/mine/game.lua", filepath.Join(c.dir, "scripts", "mine", "game.lua")} {
		c.same(shown(t, must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{
			"source": object{"path": path}, "breakpoints": []object{{"line": 13, "logMessage": "round {i}"}},
		}).Body.Breakpoints...), fmt.Sprintf(`[{"id":%d,"verified":true,"line":13}]`, i+1))
	}
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 2") }()
	for _, want := range []string{"round 1\n", "round 2\n"} {
		for await[*dap.OutputEvent](c).Body.Output != want {
		}
	}
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
	c.write(map[string]string{"content/mine/more.yaml": "kind: relic\nid: bell\nlua: |\n  return {\n    on_struck = function() vars.gold = 0 end,\n  }\n"})
	f.say("another game") // whose content has another file
	source := object{"path": filepath.Join(c.dir, "content", "mine", "more.yaml")}
	c.same(shown(t, must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{"source": source, "breakpoints": []object{{"line": 5}}}).Body.Breakpoints...), `[{"id":4,"verified":true,"line":5}]`)
	must[*dap.DisconnectResponse](c, "disconnect", object{})
	for m := range c.in {
		t.Errorf("after that, it is sent %T", m)
	}
}

// TestTheDefaultSeedIsOne checks the seed of games without an explicit one.
func TestTheDefaultSeedIsOne(t *testing.T) {
	dice := map[int]string{}
	for seed := range 3 {
		c := connect(t)
		configuration := object{"game": "mine"}
		if seed > 0 {
			configuration["seed"] = seed
		}
		c.launch(configuration, nil)
		c.expect("pause | between two commands")
		dice[seed] = c.evaluate(0, "watch", `at("dice", 1).value .. at("dice", 2).value`)
	}
	if dice[0] != dice[1] || dice[0] == dice[2] {
		t.Errorf("they are %v", dice)
	}
}

// TestAnEditorMayLeaveWhileStepping disconnects an editor in the middle of a
// command that it steps through: the command ends as if there had been no
// debugger.
func TestAnEditorMayLeaveWhileStepping(t *testing.T) {
	first := connect(t)
	f := first.begin(unixSocket)
	c := first.editor()
	c.attach("scripts/mine/game.lua", object{"line": 13})
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 3") }()
	f.at("game.lua:13")
	c.expect("breakpoint | game/mine do_dig game.lua:13 | command 1: dig 3")
	c.next("stepIn")
	f.at("")
	f.at("game.lua:2")
	must[*dap.DisconnectResponse](c, "disconnect", object{})
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
	if gold := f.gold(); gold != "15" {
		t.Error(gold)
	}
}

// TestAnAttachedGameOutlivesTheServer ends the server of an attached editor, as
// an interrupt does: the game continues.
func TestAnAttachedGameOutlivesTheServer(t *testing.T) {
	first := connect(t)
	f := first.begin(unixSocket)
	ctx, stop := context.WithCancel(t.Context())
	editor, stream := net.Pipe()
	c := &client{t: t, conn: editor, in: make(chan dap.Message, 100), dir: first.dir, served: make(chan error, 1)}
	go receive(c.conn, c.in)
	go func() { c.served <- Serve(ctx, stream, Options{Folder: filepath.Join(first.dir, "offers")}) }()
	c.attach("scripts/mine/game.lua", object{"line": 13})
	done := make(chan session.Result, 1)
	go func() { done <- f.say("dig 1") }()
	f.at("game.lua:13")
	stop()
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	if r := <-done; !r.OK() {
		t.Fatal(r)
	}
}
