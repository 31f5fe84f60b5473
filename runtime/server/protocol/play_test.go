package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAGameIsPlayedByMessages checks that a session can be started, played by
// choices and by commands, travelled through, saved, loaded and closed.
func TestAGameIsPlayedByMessages(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	if games := c.call("hello", "{}")["games"].([]any); len(games) != 1 {
		t.Errorf("games: %v", games)
	}
	c.call("session/new", `{"game": "pairs", "seed": "3"}`)
	r := c.call("choice/begin", `{"session": "1", "command": "turn"}`)
	choice := r["view"].(map[string]any)["choice"].(map[string]any)
	if choice["prompt"] != "Which die?" || len(choice["options"].([]any)) != 2 {
		t.Errorf("choice: %v", choice)
	}
	if r := c.call("do", `{"session": "1", "command": "pass"}`); r["refusal"] == nil {
		t.Error("a command is done in the middle of a choice")
	}
	c.call("choice/cancel", `{"session": "1"}`)
	c.call("choice/begin", `{"session": "1", "command": "turn"}`)
	c.call("choice/pick", `{"session": "1", "option": "d2"}`)
	r = c.call("choice/pick", `{"session": "1", "option": "6"}`)
	if r["command"] != "turn d2 6" || r["done"] != true || len(r["changes"].([]any)) != 2 || len(r["said"].([]any)) != 1 {
		t.Errorf("the command: %v", r)
	}
	if legal := c.call("legal", `{"session": "1", "limit": 3}`); len(legal["commands"].([]any)) != 3 || legal["more"] != true {
		t.Errorf("legal: %v", legal)
	}
	c.call("do", `{"session": "1", "command": "turn d1 6"}`)
	if r := c.call("do", `{"session": "1", "command": "turn d1 5"}`); r["refusal"] != "Not enough coins." {
		t.Errorf("refusal: %v", r["refusal"])
	} else if fmt.Sprintf("%v %v", r["code"], r["arguments"]) != "unaffordable map[what:coins]" {
		t.Errorf("for programs it is %v %v", r["code"], r["arguments"])
	}
	c.call("undo", `{"session": "1"}`)
	log := c.call("log", `{"session": "1"}`)
	entries := log["entries"].([]any)
	if last := entries[2].(map[string]any); len(entries) != 3 || last["undone"] != true || log["turn"] != 1.0 {
		t.Errorf("log: %v", log)
	}
	change := entries[1].(map[string]any)["changes"].([]any)[0].(map[string]any)
	if change["cause"] != "game/pairs do_turn" {
		t.Errorf("change: %v", change)
	}
	c.call("goto", `{"session": "1", "turn": 2}`)
	c.call("session/branch", `{"session": "1"}`)
	saved, _ := json.Marshal(c.call("session/save", `{"session": "1"}`))
	if loaded := c.call("session/load", string(saved)); loaded["session"] != "3" {
		t.Errorf("loaded: %v", loaded)
	}
	c.call("session/list", "{}")
	c.call("session/close", `{"session": "1"}`)
	if code := c.fails("view", `{"session": "1"}`); code != -32001 {
		t.Errorf("a closed session gives %v", code)
	}
}

// TestErrorsHaveTheirCodes checks that each kind of error has its own code.
func TestErrorsHaveTheirCodes(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	for _, x := range []struct {
		method, params string
		code           float64
	}{
		{"fly", "{}", -32601},
		{"view", `{"sesion": "1"}`, -32602},
		{"view", `[1]`, -32602},
		{"session/new", `{"game": "chess"}`, -32001},
		{"session/new", `{"game": "pairs", "players": 9}`, -32004},
		{"session/new", `{"game": "pairs", "seed": "x"}`, -32602},
		{"session/load", `{"save": {"sleight_save": 9}}`, -32004},
		{"content/definition", `{"key": "card/joker"}`, -32001},
		{"simulate", `{"game": "pairs", "games": 100001}`, -32602},
	} {
		if code := c.fails(x.method, x.params); code != x.code {
			t.Errorf("%s %s gives %v, expected %v", x.method, x.params, code, x.code)
		}
	}
	for message, code := range map[string]string{
		"{":  "-32700",
		"[]": "-32600", "7": "-32600", `{"jsonrpc": "1.0", "id": 1, "method": "hello"}`: "-32600",
		`{"jsonrpc": "2.0", "id": {}, "method": "hello"}`: "-32600",
	} {
		if answer := string(c.client.Handle(context.Background(), []byte(message))); !strings.Contains(answer, `"code":`+code) || !strings.Contains(answer, `"id":null`) {
			t.Errorf("%s gives %s", message, answer)
		}
	}
	batch := `[{"jsonrpc": "2.0", "id": 1, "method": "hello"}, {"jsonrpc": "2.0", "method": "hello"}, 7]`
	var answers []map[string]any
	if err := json.Unmarshal(c.client.Handle(context.Background(), []byte(batch)), &answers); err != nil || len(answers) != 2 {
		t.Errorf("a batch gives %v, %v", answers, err)
	}
	if answer := c.client.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "method": "hello"}`)); answer != nil {
		t.Errorf("a notification is answered: %s", answer)
	}
}

// TestOnlyDebuggersEvaluate checks that clients without the debug right can
// neither evaluate Lua nor write, however they phrase the request.
func TestOnlyDebuggersEvaluate(t *testing.T) {
	s, stored := server(t)
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	for method, params := range map[string]string{
		"evaluate":      `{"session": "1", "source": "vars.coins"}`,
		"session/tune":  `{"session": "1", "params": {}}`,
		"content/write": `{"param": "game/pairs.start", "value": 3}`,
		"content/edit":  `{"file": "content/pairs/game.yaml", "before": "", "after": ""}`,
		"editor/open":   `{}`,
		"editor/send":   `{"message": {}}`,
	} {
		if code := c.fails(method, params); code != -32002 {
			t.Errorf("%s gives %v", method, code)
		}
	}
	for _, command := range []string{`lua vars.coins = 9`, `  lua vars.coins = 9`, `\"lua\" vars.coins = 9`, `\tlua vars.coins = 9`} {
		params := `{"session": "1", "command": "` + command + `"}`
		if code := c.fails("do", params); code != -32002 {
			t.Errorf("do %s gives %v", command, code)
		}
		if r := c.call("choice/begin", params); r["done"] == true {
			t.Errorf("choice/begin %s is done", command)
		}
	}
	d := newTalker(t, s, true)
	if v := d.call("evaluate", `{"session": "1", "source": "vars.coins"}`); v["text"] != "2" {
		t.Errorf("after all that there are %v coins", v)
	}
	d.call("do", `{"session": "1", "command": "lua vars.coins = 9"}`)
	d.call("session/tune", `{"session": "1", "params": {"game/pairs.start": 4}}`)
	if v := d.call("evaluate", `{"session": "1", "source": "vars.coins + game.start"}`); v["text"] != "13" {
		t.Errorf("a value is tried in vain: %v", v)
	}
	d.call("content/write", `{"param": "game/pairs.start", "value": 4}`)
	if want := strings.Replace(pairs, "{default: 2,", "{default: 4,", 1); stored["content/pairs/game.yaml"] != want {
		t.Errorf("written is %q", stored)
	}
}

// TestWatchersSeeTheirOwnView checks that several clients can watch one
// session, each as its own player, and that a client which does not read gets
// only the last state.
func TestWatchersSeeTheirOwnView(t *testing.T) {
	s, _ := server(t)
	one, two := newTalker(t, s, false), newTalker(t, s, false)
	one.call("session/new", `{"game": "pairs", "players": 2}`)
	one.call("session/watch", `{"session": "1", "player": 1}`)
	two.call("session/watch", `{"session": "1", "player": 2}`)
	for range 100 {
		one.call("do", `{"session": "1", "command": "pass"}`)
	}
	for player, c := range map[string]*talker{"hand@1": one, "hand@2": two} {
		method, params := c.notified()
		view := params["view"].(map[string]any)
		if method != "changed" || params["version"] != 101.0 || view["turn"] != 100.0 {
			t.Errorf("%s is notified of %s %v", player, method, params["version"])
		}
		for _, g := range view["groups"].([]any) {
			for _, z := range g.(map[string]any)["zones"].([]any) {
				zone, _ := json.Marshal(z)
				name := z.(map[string]any)["name"].(string)
				if seen := strings.Contains(string(zone), "Secret Ace"); seen != (name == player) {
					t.Errorf("who has %s sees %s", player, zone)
				}
			}
		}
	}
	two.call("session/close", `{"session": "1"}`)
	if _, params := one.notified(); params["closed"] != true {
		t.Errorf("the notification is %v", params)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if line, ok := one.client.Next(ctx); ok {
		t.Errorf("there is another notification: %s", line)
	}
}

// TestWatchersGetTheFinalState checks that a client which reads all
// notifications sees the final state of a session, is notified no more often
// than a screen can show however fast the game goes, and is notified at once
// when the session is closed.
func TestWatchersGetTheFinalState(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	watcher := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	watcher.call("session/watch", `{"session": "1"}`)
	const last = 500
	began := time.Now()
	go func() {
		for range last {
			c.client.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "do", "params": {"session": "1", "command": "pass"}}`))
		}
	}()
	notices := 0
	for turn := 0.0; turn < last; notices++ {
		_, params := watcher.notified()
		turn = params["view"].(map[string]any)["turn"].(float64)
	}
	if most := int(time.Since(began)/(time.Second/30)) + 2; notices > most {
		t.Errorf("%d notices came in the time of %d", notices, most)
	}
	c.call("session/close", `{"session": "1"}`)
	for {
		if _, params := watcher.notified(); params["closed"] == true {
			return
		}
	}
}

// sealed is a game in which both players bid at the same time.
const sealed = `kind: game
id: sealed
name: Sealed
players: {min: 2, max: 2}
variables: {bid: {start: 0, per: player, visible: owner}}
actions: {bid: {targets: [{name: n, from: [1, 2, 3]}]}}
phases: {bidding: {together: true, actions: [bid]}}
lua: |
  return { do_bid = function(_, n) vars.bid = n end, resolve_bidding = function() win() end }
`

// TestACommandIsForThePlayerOfTheClient checks that a command may be addressed to any
// player who may act, but not to another player than the one that the client names.
func TestACommandIsForThePlayerOfTheClient(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/sealed/game.yaml": sealed})
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "sealed"}`)
	for _, method := range []string{"do", "choice/begin"} {
		if r := c.call(method, `{"session": "1", "player": 1, "command": "@2 bid 3"}`); r["done"] != false || r["code"] != "other-turn" {
			t.Errorf("%s for player 2 by player 1 gives %v", method, r)
		}
	}
	if r := c.call("choice/begin", `{"session": "1", "command": "@2 bid"}`); r["refusal"] != nil {
		t.Errorf("player 2 cannot begin: %v", r)
	}
	if r := c.call("choice/pick", `{"session": "1", "option": "3"}`); r["done"] != true {
		t.Errorf("player 2 cannot bid: %v", r)
	}
	if r := c.call("do", `{"session": "1", "player": 1, "command": "@1 bid 2"}`); r["done"] != true {
		t.Errorf("player 1 cannot bid: %v", r)
	}
}

// TestAPlayerActsInTheirOwnTurnOnly checks that a command in the name of
// another player than the acting one is refused and changes nothing.
func TestAPlayerActsInTheirOwnTurnOnly(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs", "players": 2}`)
	for method, params := range map[string]string{
		"do": `"command": "turn d1 6"`, "choice/begin": `"command": "turn"`, "choice/pick": `"option": "d1"`, "choice/confirm": "", "choice/cancel": "",
	} {
		params = strings.TrimSuffix(`{"session": "1", "player": 2, `+params, ", ") + "}"
		r := c.call(method, params)
		if r["done"] != false || r["code"] != "other-turn" {
			t.Errorf("%s by player 2 gives %v", method, r)
		}
	}
	if r := c.call("do", `{"session": "1", "player": 1, "command": "pass"}`); r["done"] != true {
		t.Errorf("player 1 may not pass: %v", r["refusal"])
	}
	if r := c.call("do", `{"session": "1", "player": 2, "command": "pass"}`); r["done"] != true {
		t.Errorf("player 2 may not pass in their turn: %v", r["refusal"])
	}
	log := c.call("log", `{"session": "1"}`)["entries"].([]any)
	for i, want := range []any{nil, 1.0, 2.0} {
		if got := log[i].(map[string]any)["player"]; got != want {
			t.Errorf("entry %d is by %v, expected %v", i, got, want)
		}
	}
}

// TestAPlayerUndoesOnlyTheirOwnCommands checks which steps through the history
// are refused to a player, and that those change nothing; a client without a
// player makes all of them.
func TestAPlayerUndoesOnlyTheirOwnCommands(t *testing.T) {
	s, _ := server(t)
	shared, second := newTalker(t, s, false), newTalker(t, s, false)
	shared.call("session/new", `{"game": "pairs", "players": 2}`)
	second.call("session/watch", `{"session": "1", "player": 2}`)
	turn := func() any { return shared.call("view", `{"session": "1"}`)["view"].(map[string]any)["turn"] }
	for _, step := range []struct {
		by     *talker
		method string
		params string
		code   any
		turn   float64
	}{
		{shared, "do", `, "player": 1, "command": "turn d1 6"`, nil, 1},
		{second, "undo", "", "not-yours", 1},
		{shared, "undo", `, "player": 2`, "not-yours", 1},
		{second, "goto", `, "turn": 0`, "not-yours", 1},
		{second, "goto", `, "turn": 1`, nil, 1},
		{shared, "undo", `, "player": 1`, nil, 0},
		{second, "redo", "", "not-yours", 0},
		{second, "goto", `, "turn": 1`, "not-yours", 0},
		{shared, "redo", `, "player": 1, "count": 9`, nil, 1},
		{shared, "do", `, "command": "pass"`, nil, 2},
		{second, "undo", "", "not-yours", 2},
		{second, "do", `, "player": 2, "command": "pass"`, nil, 3},
		{second, "undo", `, "count": 2`, "not-yours", 3},
		{second, "undo", "", nil, 2},
		{second, "redo", "", nil, 3},
		{shared, "undo", `, "player": 1`, "not-yours", 3},
		{shared, "undo", `, "count": 9`, nil, 0},
		{shared, "goto", `, "turn": 3`, nil, 3},
		{shared, "goto", `, "turn": 4`, "no-such-turn", 3},
		{shared, "redo", "", "nothing-to-redo", 3},
	} {
		r := step.by.call(step.method, `{"session": "1"`+step.params+"}")
		if r["code"] != step.code || turn() != step.turn {
			t.Errorf("%s%s gives %v at turn %v, expected %v at %v", step.method, step.params, r["code"], turn(), step.code, step.turn)
		}
	}
}
