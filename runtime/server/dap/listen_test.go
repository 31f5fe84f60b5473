package dap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
)

// TestOnlyTheSameUserCanAttach checks that the folder, the offer and the socket
// are inaccessible to others, that a connection without the token receives
// nothing, and that nothing is left when the game has ended.
func TestOnlyTheSameUserCanAttach(t *testing.T) {
	for _, network := range []string{unixSocket, localPort} {
		c := connect(t)
		f := c.begin(network)
		o, folder := f.listener.Offer(), filepath.Join(c.dir, "offers")
		files := map[string]os.FileMode{folder: 0o700, f.listener.file: 0o600}
		if network == unixSocket {
			files[o.Address] = 0o600
		} else if host, _, _ := net.SplitHostPort(o.Address); host != "127.0.0.1" {
			t.Errorf("it listens at %s", o.Address)
		}
		for name, want := range files {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v, not %v", name, info.Mode(), err, want)
			}
		}
		if len(o.Token) < 26 {
			t.Errorf("the token is %q", o.Token)
		}
		request := `{"seq":1,"type":"request","command":"initialize"}`
		for _, first := range []string{"", "{}\n", `{"token":""}` + "\n", `{"token":"` + o.Token[1:] + `"}` + "\n", strings.Repeat("x", 1<<13), "Content-Length: 2\r\n\r\n{}"} {
			conn, err := net.Dial(o.Network, o.Address)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", first, len(request), request)
			if half, ok := conn.(interface{ CloseWrite() error }); ok {
				_ = half.CloseWrite()
			}
			if answer, _ := io.ReadAll(conn); len(answer) > 0 {
				t.Errorf("after %.20q it says %s", first, answer)
			}
			conn.Close()
		}
		conn, err := net.Dial(o.Network, o.Address)
		if err := errors.Join(err, greet(conn, o.Token, 41)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n%s", len(request), request)
		if m, err := dap.ReadProtocolMessage(bufio.NewReader(conn)); err != nil || m.GetSeq() != 42 {
			t.Errorf("%v, %v", m, err)
		}
		f.listener.Close()
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// TestAttachFindsTheGame checks which running game an editor attaches to, and
// the error if none or several match.
func TestAttachFindsTheGame(t *testing.T) {
	c := connect(t)
	e := c.editor()
	e.attachFails(object{"workspace": c.dir}, "no running game lets debuggers attach: start one in this workspace with sleight repl --debug-listen, or play, studio, test or replay")
	first := c.begin(unixSocket)
	folder, offer := filepath.Join(c.dir, "offers"), first.listener.Offer()
	name := offer.String()
	e.attachFails(object{"workspace": t.TempDir()}, "no game that can be debugged matches; these are running: "+name)
	e.attachFails(object{"workspace": c.dir, "program": "studio"}, "no game that can be debugged matches; these are running: "+name)
	e.attachFails(object{"process": offer.Process + 1}, "no game that can be debugged matches; these are running: "+name)
	e.attachFails(object{"workspace": 3}, "the launch configuration cannot be read: workspace cannot be a JSON number")
	if name != fmt.Sprintf("repl mine in %s, process %d", c.dir, os.Getpid()) {
		t.Error(name)
	}

	other := c.begin(localPort)
	_, _, err := connectToMatch(folder, offerFilter{Workspace: c.dir})
	if err == nil || !strings.HasPrefix(err.Error(), "several games can be debugged, choose one by its process or program: repl mine in ") || strings.Count(err.Error(), "; ") != 1 {
		t.Error(err)
	}
	// The files of a killed process are removed by the next search.
	dead := filepath.Join(folder, "1-DEAD")
	text := fmt.Sprintf(`{"process": 1, "program": "play", "workspace": %q, "network": "unix", "address": %q}`, c.dir, dead+".socket")
	if err := errors.Join(os.WriteFile(dead+".json", []byte(text), 0o600), os.WriteFile(dead+".socket", nil, 0o600), os.WriteFile(filepath.Join(folder, "odd.json"), []byte("{"), 0o600)); err != nil {
		t.Fatal(err)
	}
	other.listener.Close()
	conn, found, err := connectToMatch(folder, offerFilter{Workspace: c.dir})
	if err != nil || found != offer {
		t.Fatal(found, err)
	}
	conn.Close()
	for _, name := range []string{dead + ".json", dead + ".socket"} {
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", name)
		}
	}
	t.Chdir(c.dir)
	if conn, _, err = connectToMatch(folder, offerFilter{Program: "repl"}); err != nil { // the working folder
		t.Fatal(err)
	}
	conn.Close()
	if conn, _, err = connectToMatch(folder, offerFilter{Workspace: "elsewhere", Process: offer.Process}); err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

func (c *client) attachFails(arguments object, want string) {
	c.t.Helper()
	if _, err := ask[*dap.AttachResponse](c, "attach", arguments); err == nil || err.Error() != want {
		c.t.Errorf("%v: %v", arguments, err)
	}
}

// TestRefusedAttachRequests checks requests that are not valid for a launched game,
// or for an attached one.
func TestRefusedAttachRequests(t *testing.T) {
	c := connect(t)
	f := c.begin(unixSocket)
	launched := c
	launched.launch(object{"game": "mine"}, nil)
	launched.expect("pause | between two commands")
	launched.attachFails(object{}, "the game has been launched: there is nothing to attach to")
	e := c.editor()
	e.attach("scripts/mine/game.lua")
	e.same(await[*dap.OutputEvent](e).Body.Output, fmt.Sprintf("Attached to sleight repl, process %d, which plays mine. Give commands there; pause lets you inspect the game here.\n", os.Getpid()))
	e.attachFails(object{}, "the debugger is attached already")
	if _, err := ask[*dap.LaunchResponse](e, "launch", object{"game": "mine"}); err == nil || err.Error() != "the game is running: attach to it" {
		t.Error(err)
	}
	if _, err := ask[*dap.LaunchResponse](e, "nonsense", object{}); err == nil || err.Error() != `unknown command "nonsense"` {
		t.Error(err)
	}
	f.listener.Close() // as the front end ends
	await[*dap.TerminatedEvent](e)
	if err := <-e.served; err != nil {
		t.Error(err)
	}
}

// TestSetVariableIgnoresDataBreakpoints changes a value between two commands
// despite a breakpoint on it: nobody could let the game continue.
func TestSetVariableIgnoresDataBreakpoints(t *testing.T) {
	c := connect(t)
	must[*dap.InitializeResponse](c, "initialize", object{})
	must[*dap.LaunchResponse](c, "launch", object{"workspace": c.dir, "game": "mine"})
	must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": "gold"}}})
	must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
	c.expect("pause | between two commands")
	_, game := c.scope(0, "Variables of the game")
	c.same(must[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": game, "name": "gold", "value": "7"}).Body.Value, "7")
	c.same(c.evaluate(0, "repl", "dig 1"), "")
	c.expect("data breakpoint | strike() game.lua:4 | game/mine do_dig game.lua:13 | command 2: dig 1")
}

// TestContentWithErrorsIsNotLaunched checks the error that the editor gets, and
// that the connection remains usable.
func TestContentWithErrorsIsNotLaunched(t *testing.T) {
	c := connect(t)
	game := filepath.Join(c.dir, "content", "mine", "game.yaml")
	text, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	for broken, want := range map[string]string{
		string(text) + "zzz: 1\n": `zzz`, "kind: [": "the content",
	} {
		if err := os.WriteFile(game, []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ask[*dap.LaunchResponse](c, "launch", object{"workspace": c.dir}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not have %s", err, want)
		}
	}
	if err := os.WriteFile(game, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c.launch(object{}, nil)
	c.expect("pause | between two commands")
}

// TestLongSocketPathsAreRefused checks that a folder whose name is too long for a
// socket is refused, and that nothing is left there.
func TestLongSocketPathsAreRefused(t *testing.T) {
	base, err := os.MkdirTemp("", "d") // the test's own has a long name
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	socket := fmt.Sprintf("/%d-XXXXXX.socket", os.Getpid())
	room := maxAddress - len(base) - len("/") - len(socket)
	l, err := listen(unixSocket, filepath.Join(base, strings.Repeat("x", room)), Offer{}, debug.NewTarget(), nil)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	folder := filepath.Join(base, strings.Repeat("x", room+1))
	if _, err := listen(unixSocket, folder, Offer{}, debug.NewTarget(), nil); err == nil || err.Error() != "the name of the folder "+folder+" is too long for a socket" {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestGamesThatCannotListenAreNotOffered checks that a game is not offered if it cannot be
// reached.
func TestGamesThatCannotListenAreNotOffered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := listen(localPort, file, Offer{}, debug.NewTarget(), nil); err == nil || l != nil {
		t.Errorf("in a file it listens: %v, %v", l, err)
	}
	folder := t.TempDir()
	if l, err := listen("carrier pigeon", folder, Offer{}, debug.NewTarget(), nil); err == nil || l != nil {
		t.Errorf("it listens to pigeons: %v, %v", l, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
