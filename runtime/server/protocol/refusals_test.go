package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/server/protocol"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// many is a game with more legal commands than a call lists by default.
const many = `
kind: game
id: many
params: {start: {default: 2, safe: [1, 5]}, far: 1}
variables: {gold: {start: "=game.start", min: 0}, sum: {start: 0}}
actions:
  count: {targets: [{name: a, from: "range(1, 50)"}, {name: b, from: "range(1, 50)"}]}
  risk: {warning: {when: vars.gold > 1, text: "Sure?"}}
  fail: {warning: {when: vars.gold.x, text: "Sure?"}}
phases: {play: {actions: [count, risk]}, broken: {actions: [fail]}}
lua: |
  return {
    do_count = function(_, a, b) vars.sum = a + b end,
    do_risk = function() vars.gold = vars.gold - 1 end,
    do_fail = function() end,
  }
`

// refused is a conversation in which little is allowed: reader debugs a server
// without write access, writer one whose disk fails.
const refused = `
reader content/form {}
reader content/new {"kind": "card", "pack": "bazaar", "id": "x"}
reader content/fix {"code": "x"}
reader content/edit {"file": "content/many/game.yaml", "before": "", "after": ""}
reader content/write {"param": "game/many.start", "value": 3}
reader content/write {"param": "game/many", "value": 3}
reader content/write {"param": "start", "value": 3}
reader content/write {"param": "game/none.start", "value": 3}
reader editor/open {}
reader editor/send {"message": {}}
reader content/definition {"key": "game/many"}
writer content/form {}
writer content/write {"param": "game/many.start", "value": 3}
writer content/write {"param": "game/many.nothing", "value": 3}
writer content/edit {"file": "content/many/game.yaml", "before": "", "after": ""}
writer content/edit {"file": "content/none.yaml", "before": "", "after": ""}
writer content/edit {"file": "content/many/note.yaml", "before": "{kind: card, id: note}\n", "after": "{kind: card, id: other}"}
writer editor/open {}
reader session/new {"game": "many", "seed": 7.0}
reader evaluate {"session": "1", "source": "random(\"x\", 1, 1000)"}
reader session/new {"game": "many", "seed": "7"}
reader session/new {"game": "many", "seed": -1}
reader session/new {"game": "many", "seed": 1.5}
reader session/new {"game": "many", "seed": 9007199254740992}
reader session/new {"game": "many", "seed": 9007199254740994}
reader session/new {"game": "many", "seed": 1e17}
reader session/new {"game": "many", "seed": 0}
reader session/new {"game": "many", "seed": true}
reader session/new {"game": "many", "players": 1, "profile": {"a": 1, "a": 2}}
reader legal {"session": "1", "limit": 1}
reader legal {"session": "1", "player": 1}
reader view {"session": "1", "player": -1}
reader view {"session": "1", "player": 2}
reader view {"session": "1", "player": 1}
reader preview {"session": "1", "player": 1, "command": "count 2 3"}
reader preview {"session": "1", "player": 2, "command": "count 2 3"}
reader preview {"session": "1", "player": 0, "command": "risk"}
reader do {"session": "1", "command": "risk"}
reader choice/cancel {"session": "1"}
reader do {"session": "1", "command": "risk", "confirmed": true}
reader goto {"session": "1", "turn": 0}
reader goto {"session": "1", "turn": 0}
reader goto {"session": "1", "turn": -1}
reader goto {"session": "1", "turn": 2}
reader goto {"session": "1", "turn": 1}
reader undo {"session": "1", "count": 9}
reader undo {"session": "1"}
reader redo {"session": "1", "count": 9}
reader redo {"session": "1"}
reader do {"session": "1", "command": "lua enter_phase('broken')"}
reader do {"session": "1", "command": "fail"}
reader legal {"session": "1"}
reader preview {"session": "1", "command": "fail"}
reader session/tune {"session": "1", "params": {"many.far": 4}}
reader session/tune {"session": "1", "params": {}}
reader session/tune {"session": "9", "params": {"many.far": 4}}
reader session/branch {"session": "9"}
reader session/save {"session": "9"}
reader session/profile {"session": "9"}
opener table/open {"game": "many"}
opener table/list {}
opener table/bot {"table": "x", "player": 1, "bot": "random"}
sitter seat/join {"table": "x", "token": "y"}
sitter seat/watch {}
sitter seat/leave {}
opener hello {}
reader simulate {"game": "none"}
reader simulate {"game": "many", "games": 100001}
reader simulate {"game": "many", "games": -1}
reader simulate {"game": "many", "seed": "x"}
reader simulate {"game": "many", "games": 100000, "sweep": "params.far=1..11"}
reader simulate {"game": "many", "sweep": "params.far=1..3", "impact": ["all"]}
reader simulate {"game": "many", "compare": "committed"}
reader content/definitions {"game": "none"}
reader content/test {"game": "none"}
reader content/test {"key": "none"}
reader content/history {"key": "none", "path": "x"}
reader call/cancel {"id": 9}
guest session/new {"game": "many"}
guest do {"session": "2", "command": "lua vars.gold = 9"}
guest undo {"session": "2"}
guest session/close {"session": "2"}
`

// TestRefusedRequests checks the answers of servers without write access, or
// with a failing disk, and of calls with wrong params.
func TestRefusedRequests(t *testing.T) {
	files := map[string]string{"content/many/game.yaml": many, "content/many/note.yaml": "{kind: card, id: note}\n"}
	reader := serverWith(t, files, func(o *protocol.Options) { o.WriteFile = nil })
	writer := serverWith(t, files, func(o *protocol.Options) {
		o.Folder = t.TempDir()
		o.WriteFile = func(string, []byte) error { return errors.New("the disk is full") }
	})
	with := func(r protocol.Rights) *talker {
		c := reader.Connect(r)
		t.Cleanup(c.Close)
		return &talker{t, c, schemas(t)}
	}
	who := map[string]*talker{"sitter": with(protocol.Rights{Seats: true}), "opener": with(protocol.Rights{Tables: true}), "reader": newTalker(t, reader, true), "guest": newTalker(t, reader, false), "writer": newTalker(t, writer, true)}
	golden.Check(t, "testdata/refused.golden", converse(t, who, refused, nil))
}

// TestListsOfCommandsAreBounded checks the maximum number of listed commands.
func TestListsOfCommandsAreBounded(t *testing.T) {
	c := newTalker(t, serverWith(t, map[string]string{"content/many/game.yaml": many}, func(*protocol.Options) {}), false)
	c.call("session/new", `{"game": "many"}`)
	for limit, want := range map[int]int{-1: 200, 0: 200, 1: 1, 2000: 2000, 2001: 200} {
		legal := c.call("legal", fmt.Sprintf(`{"session": "1", "limit": %d}`, limit))
		if got := len(legal["commands"].([]any)); got != want || legal["more"] != true {
			t.Errorf("limit %d: %d commands, more: %v; want %d", limit, got, legal["more"], want)
		}
	}
}

// TestMalformedMessages checks the answer to each malformed request.
func TestMalformedMessages(t *testing.T) {
	s, _ := server(t)
	c := s.Connect(protocol.Rights{})
	t.Cleanup(c.Close)
	batch := func(n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(`{"jsonrpc": "2.0", "method": "session/list"},`, n), ",") + "]"
	}
	const notRequest = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a request must have \"jsonrpc\": \"2.0\", a method, and an id that is a number or a text"}}`
	const tooMany = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch holds 1 to 100 requests"}}`
	empty := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":[]}` }
	for _, c2 := range []struct{ message, want string }{
		{`[]`, tooMany},
		{batch(101), tooMany},
		{batch(100), ""},
		{`[1, ` + batch(1)[1:], `[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this is not a request: expected an object, got a number"}}]`},
		{`{"jsonrpc": "2.0", "method": "session/list"}`, ""},
		{`{"jsonrpc": "2.0", "method": "none"}`, ""},
		{` {"jsonrpc": "2.0", "method": "session/list", "id": 1} `, empty("1")},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": -1.5}`, empty("-1.5")},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": "a"}`, empty(`"a"`)},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": null}`, empty("null")},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": 1, "other": [2]}`, empty("1")},
		{`[{"jsonrpc": "2.0", "method": "session/list", "id": 1}, {"jsonrpc": "2.0", "method": "session/list", "id": 2}]`, "[" + empty("1") + "," + empty("2") + "]"},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": true}`, notRequest},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": {}}`, notRequest},
		{`{"jsonrpc": "2.0", "method": "session/list", "id": []}`, notRequest},
		{`{"jsonrpc": "2.0", "method": "", "id": 1}`, notRequest},
		{`{"jsonrpc": "2.0", "method": 5, "id": 1}`, notRequest},
		{`{"jsonrpc": "2.0", "id": 1}`, notRequest},
		{`{"jsonrpc": "1.0", "method": "session/list", "id": 1}`, notRequest},
		{`{"jsonrpc": 2.0, "method": "session/list", "id": 1}`, notRequest},
		{`{"method": "session/list", "id": 1}`, notRequest},
		{`{"jsonrpc": "2.0", "method": "session/nwe", "id": 1}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method \"session/nwe\"; did you mean \"session/new\"?"}}`},
		{`{"jsonrpc": "2.0", "method": "none", "id": 1}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method \"none\""}}`},
	} {
		if got := string(c.Handle(context.Background(), []byte(c2.message))); got != c2.want {
			t.Errorf("%.80s\n got %s\nwant %s", c2.message, got, c2.want)
		}
	}
	for message, want := range map[string]bool{
		` {"jsonrpc": "2.0", "method": "call/cancel", "params": {"id": 1}}`:             true,
		`{"jsonrpc": "2.0", "method": "call/cancel"`:                                    false,
		`{"jsonrpc": "2.0", "method": "do", "params": {"command": "call/cancel"}}`:      false,
		`{"jsonrpc": "2.0", "method": "do"}`:                                            false,
		`[{"jsonrpc": "2.0", "method": "call/cancel", "params": {"id": 1}, "id": "x"}]`: false,
	} {
		if got := protocol.Urgent([]byte(message)); got != want {
			t.Errorf("%s is urgent: %v", message, got)
		}
	}
}

// TestOpeningASessionStore checks how a server treats the files in its store:
// sessions of this and of an earlier format, in the order of their age, damaged
// ones, and files that are not sessions.
func TestOpeningASessionStore(t *testing.T) {
	bench := newTalker(t, serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(*protocol.Options) {}), true)
	bench.call("session/new", `{"game": "pairs", "seed": 7}`)
	bench.call("do", `{"session": "1", "command": "pass"}`)
	var save bytes.Buffer
	line := bench.client.Handle(t.Context(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "session/save", "params": {"session": "1"}}`))
	_, text, _ := bytes.Cut(line, []byte(`"save":`))
	save.Write(bytes.TrimSuffix(text, []byte("}}")))
	folder := t.TempDir()
	for i, file := range [][2]string{
		{"f.session", save.String()},
		{"e.session", `{"sleight_session": 1, "save": ` + save.String() + `}`},
		{"d.session", `{"sleight_session": 2, "save": ` + save.String() + `}`},
		{"c.session", `{"sleight_session": 1, "sleight_session": 1, "save": ` + save.String() + `}`},
		{"b.session", `{"sleight_session": 1, "params": {"pairs.stort": 4}, "undone": ["pass", "fly", "pass"], "save": ` + save.String() + `}`},
		{"a.session", `{}`},
		{"9.session", `[`},
		{"8.session", `{"sleight_session": 1, "params": {"pairs.start": 4}, "save": ` + save.String() + `}`},
		{"notes.txt", save.String()},
		{"session", save.String()},
	} {
		path := filepath.Join(folder, file[0])
		if err := os.WriteFile(path, []byte(file[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(1000+i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "0.session"), 0o700); err != nil {
		t.Fatal(err)
	}
	sessions, err := protocol.OpenSessionStore(folder)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
		o.SessionStore = sessions
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == "time" {
				return slog.Attr{}
			}
			return a
		}}))
	})
	who := map[string]*talker{"one": newTalker(t, s, true)}
	visit := "one session/list {}\n"
	for i := 1; i <= 9; i++ {
		visit += fmt.Sprintf("one view {\"session\": \"%d\"}\none log {\"session\": \"%d\"}\n", i, i)
	}
	visit += "one evaluate {\"session\": \"8\", \"source\": \"game.start\"}\none redo {\"session\": \"5\", \"count\": 9}\none session/list {}\n"
	out := converse(t, who, visit, nil)
	lines := strings.Split(strings.TrimSpace(log.String()), "\n") // in no order
	for i, line := range lines {
		lines[i] = fmt.Sprint(len(line) > 0 && strings.Contains(line, "a stored session cannot be read"))
	}
	golden.Check(t, "testdata/sessions.golden", out+fmt.Sprintln(lines))
}

// TestAFullStoreDeletesTheOldestSessions checks that the oldest sessions are
// deleted once there are too many.
func TestAFullStoreDeletesTheOldestSessions(t *testing.T) {
	folder := t.TempDir()
	for i := range 1002 {
		path := filepath.Join(folder, fmt.Sprintf("%d.session", i))
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(5000-i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	storingServer(t, folder)
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1000 {
		t.Fatal(len(left), err)
	}
	for _, name := range []string{"1001.session", "1000.session"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
}

// TestASessionStoreNeedsAFolder checks that a file is not accepted as a store.
func TestASessionStoreNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := protocol.OpenSessionStore(file); err == nil || s != nil {
		t.Errorf("a file is the sessions %v, %v", s, err)
	}
}

// TestPicturesByPackAndPath checks the pictures that a page can request by pack
// and path.
func TestPicturesByPackAndPath(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>`
	files := map[string]string{"content/bazaar/art/tea.svg": svg}
	for name, file := range bazaar.Tree(t) {
		files[name] = string(file.Data)
	}
	s, _ := serverOf(t, files)
	for _, c := range []struct {
		pack, name string
		found      bool
	}{{"bazaar", "tea.svg", true}, {"bazaar", "none.svg", false}, {"none", "tea.svg", false}} {
		if p, ok := s.Picture(c.pack, c.name); ok != c.found || ok && p == nil {
			t.Errorf("%s of %s: %v, %v", c.name, c.pack, p, ok)
		}
	}
}
