package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/lua"
	"sleight/runtime/server/protocol"
	"sleight/tests/clock"
)

// errorOf calls a method and returns its error message.
func (t *talker) errorOf(method, params string) string {
	t.Helper()
	answer := t.send(`{"jsonrpc": "2.0", "id": "x", "method": "` + method + `", "params": ` + params + `}`)
	e, ok := answer["error"].(map[string]any)
	if !ok {
		t.Fatalf("%s %s is not an error: %v", method, params, answer)
	}
	return e["message"].(string)
}

// TestPanicEndsOnlyItsCall checks that a panic in the server ends only its
// call, with an incident whose details are in the log: the client, its session
// and other calls continue.
func TestPanicEndsOnlyItsCall(t *testing.T) {
	var log bytes.Buffer
	s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
		o.Source = func(file string) ([]byte, bool) { panic("the disk is on fire") }
		o.Log = slog.New(slog.NewJSONHandler(&log, nil))
	})
	c, other := newTalker(t, s, false), newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	answer := c.send(`{"jsonrpc": "2.0", "id": 9, "method": "content/source", "params": {"file": "x.yaml"}}`)
	failed, _ := answer["error"].(map[string]any)
	data, _ := failed["data"].(map[string]any)
	incident, _ := data["incident"].(string)
	if answer["id"] != 9.0 || failed["code"] != -32603.0 || len(incident) != 8 || strings.Contains(failed["message"].(string), "fire") {
		t.Errorf("the answer is %v", answer)
	}
	var entry map[string]any
	if err := json.Unmarshal(log.Bytes(), &entry); err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
	if entry["incident"] != incident || entry["in"] != "content/source" || entry["cause"] != "the disk is on fire" || !strings.Contains(entry["stack"].(string), "fault_test.go") {
		t.Errorf("the log says %v", entry)
	}
	c.call("do", `{"session": "1", "command": "pass"}`)
	other.call("view", `{"session": "1"}`)
	if line := c.client.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "method": "content/source", "params": {"file": "x"}}`)); line != nil {
		t.Errorf("nobody waits for %s", line)
	}
	var answers []map[string]any
	batch := `[{"jsonrpc": "2.0", "id": 1, "method": "content/source", "params": {"file": "x"}}, {"jsonrpc": "2.0", "id": 2, "method": "session/list"}]`
	if err := json.Unmarshal(c.client.Handle(context.Background(), []byte(batch)), &answers); err != nil || len(answers) != 2 || answers[1]["result"] == nil {
		t.Errorf("a batch gives %v, %v", answers, err)
	}
}

// TestNumberFormatsOfClients checks every way to write a seed and a number.
func TestNumberFormatsOfClients(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	for _, seed := range []string{`7`, `"7"`, `7.0`, `7e0`} {
		if o := c.call("session/new", `{"game": "pairs", "players": 2.0, "seed": `+seed+`}`); o["seed"] != "7" {
			t.Errorf("the seed %s is %v", seed, o["seed"])
		}
	}
	for params, want := range map[string]string{
		`{"game": "pairs", "seed": -1}`:      `seed: expected a whole number from 0 to 18446744073709551615, got "-1"`,
		`{"game": "pairs", "seed": 1.5}`:     `seed: expected a whole number from 0 to 18446744073709551615, got "1.5"`,
		`{"game": "pairs", "players": "2"}`:  `the params of session/new are wrong: players: expected a whole number, got a text`,
		`{"game": 7}`:                        `the params of session/new are wrong: game: expected a text, got a number`,
		`{"game": "pairs", "game": "pairs"}`: `this is not a request: params: duplicate key "game"`,
		`{"gmae": "pairs"}`:                  `the params of session/new are wrong: unknown key "gmae"; did you mean "game"?`,
		`["pairs"]`:                          `the params of session/new are wrong: expected an object, got a list`,
	} {
		if got := c.errorOf("session/new", params); got != want {
			t.Errorf("%s gives %q, expected %q", params, got, want)
		}
	}
	for _, method := range []string{"view", "log", "session/watch"} {
		if got := c.errorOf(method, `{"session": "1", "player": 3}`); got != "player: expected a number from 0 to 2, got 3" {
			t.Errorf("%s gives %q", method, got)
		}
	}
}

// TestPermissionErrorsNameTheFlag checks that a client without permission learns which
// flag of the server would grant it.
func TestPermissionErrorsNameTheFlag(t *testing.T) {
	s, _ := server(t)
	c := &talker{t, s.Connect(protocol.Rights{}), nil}
	c.errorOf("session/new", `{"game": "no"}`)
	c.send(`{"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"game": "pairs"}}`)
	for call, flag := range map[[2]string]string{
		{"evaluate", `{"session": "1", "source": "1"}`}:            "--debug",
		{"session/tune", `{"session": "1", "params": {}}`}:         "--debug",
		{"content/write", `{"param": "game/pairs.x", "value": 1}`}: "--debug",
		{"do", `{"session": "1", "command": "lua 1"}`}:             "--debug",
		{"session/save", `{"session": "1"}`}:                       "--saves or --debug",
	} {
		if got := c.errorOf(call[0], call[1]); !strings.Contains(got, "start sleight serve with "+flag) {
			t.Errorf("%s gives %q", call[0], got)
		}
	}
}

// TestTheSeedIsForDebuggingOnly checks that nothing sent to a client without
// rights contains the seed.
func TestTheSeedIsForDebuggingOnly(t *testing.T) {
	const seed = "8273645546372819"
	s, _ := server(t)
	c := s.Connect(protocol.Rights{})
	defer c.Close()
	all := ""
	for _, call := range []string{
		`"session/new", "params": {"game": "pairs", "seed": ` + seed + `}`, `"session/watch", "params": {"session": "1"}`,
		`"do", "params": {"session": "1", "command": "turn d1 6"}`, `"view", "params": {"session": "1"}`, `"log", "params": {"session": "1"}`,
		`"session/branch", "params": {"session": "1"}`, `"session/list"`, `"session/save", "params": {"session": "1"}`, `"legal", "params": {"session": "1"}`,
		`"choice/begin", "params": {"session": "1", "command": "turn"}`, `"undo", "params": {"session": "1"}`, `"goto", "params": {"session": "1", "turn": 0}`,
	} {
		all += string(c.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": `+call+`}`)))
	}
	line, _ := c.Next(context.Background())
	if all += string(line); strings.Contains(all, seed) || strings.Contains(all, `"seed"`) || !strings.Contains(all, `"changed"`) {
		t.Errorf("what is received: %s", all)
	}
	if o := newTalker(t, s, true).call("view", `{"session": "1"}`); o["seed"] != seed {
		t.Errorf("with debug rights the seed is %v", o["seed"])
	}
}

// TestLegalAlwaysListsCommands checks that the list is present and empty when
// nothing may be done.
func TestLegalAlwaysListsCommands(t *testing.T) {
	text := strings.Replace(pairs, "do_pass = function() set_player(player() % players() + 1) end", `do_pass = function() win("Done.") end`, 1)
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": text})
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	c.call("do", `{"session": "1", "command": "pass"}`)
	if r := c.call("legal", `{"session": "1"}`); r["commands"] == nil || len(r["commands"].([]any)) != 0 {
		t.Errorf("legal is %v", r)
	}
}

// TestALongCallIsCancelled checks that a client can cancel a call, whose answer
// is then an error.
func TestALongCallIsCancelled(t *testing.T) {
	text := pairs[:strings.Index(pairs, "tests:")] + "tests:\n" +
		strings.Repeat("  - {name: they pass, do: ['lua for i = 1, 5e5 do end'], expect: {coins: 2}}\n", 500) + pairs[strings.Index(pairs, "---"):]
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": text})
	c := newTalker(t, s, false)
	answer := make(chan string)
	go func() {
		answer <- string(c.client.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": "long", "method": "content/test"}`)))
	}()
	for { // until the call has begun
		line := string(c.client.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 2, "method": "call/cancel", "params": {"id": "long"}}`)))
		if !strings.Contains(line, "-32001") {
			break
		}
	}
	start := clock.Now()
	if got := <-answer; !strings.Contains(got, `"error":{"code":-32005,"message":"content/test was cancelled"}`) {
		t.Errorf("the cancelled call gives %s", got)
	}
	if late := clock.Now() - start; late > 100*time.Millisecond {
		t.Errorf("it ends after %s of processor time", late)
	}
}

// TestMethodsDocumentTheirBounds checks that the reference states the bounds
// of each method, and that larger params are refused.
func TestMethodsDocumentTheirBounds(t *testing.T) {
	var document struct {
		Methods []struct {
			Name   string
			Bounds protocol.Bounds `json:"x-bounds"`
		}
	}
	if err := json.Unmarshal(protocol.Schema(), &document); err != nil {
		t.Fatal(err)
	}
	s, _ := server(t)
	c := newTalker(t, s, true)
	long := regexp.MustCompile(`the params of \S+ have \d+ bytes; at most \d+ are allowed`)
	for i, m := range document.Methods {
		if testing.Short() && i%8 > 0 { // the params are large, and reading them takes long under the race detector
			continue
		}
		if m.Bounds.Params < 1<<10 || m.Bounds.Params > protocol.MaxMessage || m.Bounds.Seconds < 1 || m.Bounds.Megabytes < 1 {
			t.Errorf("the bounds of %s are %+v", m.Name, m.Bounds)
		}
		if plays := regexp.MustCompile("^(do|undo|redo|goto|view|legal|preview|evaluate|choice/.*|simulate|session/(new|load|branch|watch|tune)|content/test)$").MatchString(m.Name); plays && m.Bounds.Fuel != lua.DefaultFuel {
			t.Errorf("%s runs scripts and states %d units of fuel", m.Name, m.Bounds.Fuel)
		}
		if got := c.errorOf(m.Name, `{"x": "`+strings.Repeat("x", m.Bounds.Params)+`"}`); !long.MatchString(got) {
			t.Errorf("%s gives %q", m.Name, got)
		}
	}
}

// TestClosingAClientEndsItsCalls checks that the calls and simulations of a
// client end with it.
func TestClosingAClientEndsItsCalls(t *testing.T) {
	s, _ := server(t)
	synctest.Test(t, func(t *testing.T) {
		c := s.Connect(protocol.Rights{})
		for range 2 {
			line := c.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "simulate", "params": {"game": "pairs", "games": 100000, "bot": "mcts:100000"}}`))
			if !bytes.Contains(line, []byte(`"simulation"`)) {
				t.Fatalf("%s", line)
			}
		}
		c.Close()
		synctest.Wait() // fails if a goroutine is still running
	})
}
