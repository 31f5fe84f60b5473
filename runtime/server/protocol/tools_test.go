package protocol_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/server/host"
	"sleight/runtime/server/protocol"
	"sleight/tests/golden"
)

// workbench is a conversation of a program for authors.
const workbench = `
ann hello {}
ann hello {"language": "de"}
ann hello {"language": "xx-yy-zz-zz-zz"}
ann session/new {"game": "mint", "seed": 7}
ann session/watch {"session": "1"}
ann do {"session": "1", "command": "wait"}
ann do {"session": "1", "command": "pay"}
ann do {"session": "1", "command": "pay"}
ann debug/inspect {"session": "1", "of": "d1"}
ann debug/inspect {"session": "1", "of": "gold"}
ann debug/inspect {"session": "1", "of": "nobody"}
ann debug/inspect {"session": "9", "of": "gold"}
guest debug/inspect {"session": "1", "of": "gold"}
ann debug/replay {"session": "1", "turn": 2}
ann debug/replay {"session": "1", "turn": 2, "every": true}
ann debug/replay {"session": "1", "turn": 0, "every": true}
ann debug/replay {"session": "1", "turn": 4}
ann debug/replay {"session": "1", "turn": -1}
ann debug/replay {"session": "1", "turn": 2, "breaks": [{"kind": "line", "file": "scripts/mint/game.lua", "line": 6}, {"kind": "event", "name": "paid"}, {"kind": "change", "name": "gold"}]}
ann debug/replay {"session": "1", "turn": 2, "breaks": [{"kind": "line", "file": "scripts/mint/game.lua", "line": 6, "if": "price > 2"}]}
ann debug/replay {"session": "1", "turn": 2, "breaks": [{"kind": "event", "name": "payed"}, {"kind": "line", "file": "none.lua", "line": 1}]}
ann debug/replay {"session": "1", "turn": 2, "breaks": [{"kind": "pause"}]}
ann debug/replay {"session": "1", "turn": 2, "every": true, "of": "gold"}
ann debug/replay {"session": "1", "turn": 2, "every": true, "of": "d1.value"}
ann debug/replay {"session": "1", "turn": 1, "every": true, "of": "gold"}
ann debug/replay {"session": "1", "turn": 2, "every": true, "of": "nothing"}
ann debug/replay {"session": "1", "turn": 2, "every": true, "change": 1}
ann debug/replay {"session": "1", "turn": 2, "every": true, "change": 2}
ann debug/replay {"session": "1", "turn": 2, "every": true, "change": 9}
ann debug/replay {"session": "1", "turn": 2, "every": true, "change": -1}
ann preview {"session": "1", "command": "pay"}
ann preview {"session": "1", "command": "fly"}
ann preview {"session": "1", "command": "lua vars.gold = 1"}
ann preview {"session": "1", "command": "smash"}
ann do {"session": "1", "command": "smash"}
ann do {"session": "1", "command": "lua vars.gold = 9"}
guest do {"session": "1", "command": "lua vars.gold = 9"}
ann evaluate {"session": "1", "source": "{vars.gold, at(\"dice\", 1).value}"}
ann evaluate {"session": "1", "source": ""}
ann log {"session": "1"}
ann log {"session": "1", "from": 2}
ann log {"session": "1", "from": 99}
ann undo {"session": "1"}
ann log {"session": "1"}
ann session/profile {"session": "1"}
guest session/save {"session": "1"}
ann session/load {"save": "{}"}
ann session/tune {"session": "1", "params": {"game/mint.price": 4}}
ann session/tune {"session": "1", "params": {"game/mint.price": 40}}
ann session/tune {"session": "1", "params": {}}
ann session/tune {"session": "1"}
ann session/tune {"session": "1", "params": {"game/mint.price": 2}}
ann evaluate {"session": "1", "source": "game.price"}
ann session/tune {"session": "1", "params": {"game/mint.nothing": 2}}
ann session/branch {"session": "1"}
ann evaluate {"session": "2", "source": "game.price"}
ann session/branch {"session": "9"}
ann do {"session": "2", "command": "lua remove(at(\"dice\", 1), \"paid\") add_die(\"d6\", \"dice\", \"paid\")"}
ann debug/inspect {"session": "2", "of": "d1"}
ann do {"session": "2", "command": "lua local text = (\"long\"):rep(60) local function deep(n) if n == 0 then for i = 1, 12 do vars.gold = i end return say(text) end deep(n - 1) return n end deep(9)"}
ann debug/replay {"session": "2", "turn": 5}
ann debug/replay {"session": "2", "turn": 5, "breaks": [{"kind": "change", "name": "gold", "if": "new == 12"}]}
ann legal {"session": "2", "limit": 1}
ann legal {"session": "2", "limit": -1}
ann view {"session": "2", "player": 1}
ann view {"session": "2", "player": 9}
ann do {"session": "2", "player": 9, "command": "wait"}
ann undo {"session": "2", "count": 1}
ann redo {"session": "2", "count": -3}
ann redo {"session": "2"}
ann goto {"session": "2", "turn": 0}
ann undo {"session": "2"}
ann goto {"session": "2", "turn": -1}
ann log {"session": "2", "player": 1}
ann session/profile {"session": "2"}
ann session/list {}
guest session/list {}
guest view {"session": "2"}
ann session/close {"session": "2"}
ann session/unwatch {"session": "1"}
ann session/unwatch {"session": "9"}
ann content/definitions {}
ann content/definitions {"kind": "die"}
ann content/definition {"key": "die/d6"}
ann content/definition {"key": "mint:die/d6"}
ann content/definition {"key": "nothing"}
ann content/history {"key": "game/mint", "path": "params.price.default"}
ann content/history {"key": "game/mint", "path": "nothing"}
ann content/source {"file": "scripts/mint/game.lua"}
ann content/source {"file": "none.lua"}
ann content/edit {"file": "none.lua", "before": "", "after": "x"}
ann content/edit {"file": "scripts/mint/game.lua", "before": "", "after": "x"}
guest content/edit {"file": "scripts/mint/game.lua", "before": "", "after": "x"}
ann content/write {"param": "game/mint.price", "value": 2}
ann content/write {"param": "game/mint.price", "value": 2.5}
ann content/write {"param": "game/mint.price", "value": 99}
ann content/write {"param": "price", "value": 2}
ann content/problems {}
ann content/fix {"code": "content/unknown-key"}
ann content/form {}
ann content/form {"kind": "relic"}
ann content/form {"kind": "die"}
ann content/form {"game": "none"}
ann content/form {"pack": "none"}
ann content/new {"pack": "mint", "kind": "die", "id": "d8", "name": "Eight", "values": {"sides": 8}}
ann content/new {"pack": "mint", "kind": "die", "id": "d8"}
ann content/new {"pack": "mint", "kind": "die", "id": "D 8"}
ann content/new {"pack": "mint", "kind": "die", "id": "d9", "values": 7}
ann content/new {"pack": "none", "kind": "die", "id": "d9"}
ann content/new {"pack": "mint", "kind": "relic", "id": "r"}
ann content/new {"pack": "mint", "kind": "die", "id": "d10", "values": []}
guest content/form {}
ann content/test {}
ann content/test {"game": "none"}
ann editor/open {}
ann editor/send {"message": {}}
ann simulate/options {"game": "mint"}
ann simulate/options {"game": "none"}
ann simulate {"game": "mint", "compare": "committed"}
ann simulate {"game": "mint", "compare": "saved"}
ann simulate {"game": "mint", "sweep": "price=5..1"}
ann simulate {"game": "mint", "players": 3}
ann simulate {"game": "mint", "games": -1}
ann simulate {"game": "mint", "games": 1000000001}
ann simulate {"game": "mint", "sweep": "price=1..5", "compare": "saved"}
ann simulate {"game": "mint", "bot": "mcts:999999999"}
ann simulate {"game": "mint", "set": {"game/mint.nothing": 3}}
ann seat/join {"table": "t", "token": "x"}
ann table/list {}
ann nothing {}
ann do {"sesion": "1", "command": "wait"}
ann do []
ann do {"session": 1, "command": "wait"}
ann do {"session": "1"}
`

// TestAuthoringCalls checks the answers to the calls of an author's tools.
func TestAuthoringCalls(t *testing.T) {
	game := strings.Replace(mint, "variables:", "params: {price: {default: 3, safe: [1, 5], text: What it costs.}}\nvariables:", 1)
	game = strings.Replace(game, "wait: {name: Wait}", "wait: {name: Wait}, smash: {}", 1)
	game = strings.Replace(game, "[pay, wait]", "[pay, wait, smash]", 1)
	script := strings.Replace(mintScript, "vars.gold - 3", "vars.gold - game.price", 1)
	script = strings.Replace(script, "return {", "return {\n  do_smash = function() error(\"It broke.\") end,", 1)
	s, folder := inFolder(t, map[string]string{"content/mint/game.yaml": game, "scripts/mint/game.lua": script})
	who := map[string]*talker{"ann": newTalker(t, s, true)}
	who["guest"] = &talker{t, s.Connect(protocol.Rights{}), who["ann"].schema}
	t.Cleanup(who["guest"].client.Close)
	golden.Check(t, "testdata/workbench.golden", converse(t, who, workbench, map[string]string{"FOLDER": folder}))
	if made, err := os.ReadFile(filepath.Join(folder, "content", "mint", "dice", "d8.yaml")); err != nil || !strings.Contains(string(made), "sides: 8") {
		t.Errorf("%s, %v", made, err)
	}
}

// feast is a game for two without chance.
const feast = `
kind: game
id: feast
name: Feast
players: {min: 2, max: 2}
variables: {eaten: {start: 0, per: player}, wish: {start: 0, per: player, visible: owner}}
actions: {eat: {targets: [{name: n, from: [1, 2]}]}, wish: {secret: true, targets: [{name: n, from: [1, 2]}]}, rest: {}}
phases: {play: {actions: [eat, wish, rest], clock: 3600}}
lua: |
  local function over() if vars.eaten > 3 then win("Full.") end set_player(player() % 2 + 1) end
  return {
    do_eat = function(_, n) vars.eaten = vars.eaten + n say("Yum.") over() end,
    do_wish = function(_, n) vars.wish = n tell(player(), "Granted?") over() end,
    do_rest = function() over() end,
  }
`

// evening is a conversation of people at a hosted table.
const evening = `
ann seat/presence {}
ann seat/act {"command": "rest"}
ann seat/leave {}
ann seat/clocks {}
ann seat/join {"table": "TABLE", "token": "wrong"}
ann seat/join {"table": "TABLE", "token": "FIRST"}
bob seat/join {"table": "TABLE", "token": "SECOND"}
eve seat/join {"table": "TABLE", "token": "WATCH"}
eve seat/presence {}
ann seat/legal {}
ann seat/legal {"limit": 2}
bob seat/legal {}
ann seat/choose {"command": "eat"}
ann seat/choose {"command": "eat", "picked": ["2"]}
ann seat/choose {"command": "eat", "picked": ["7"]}
bob seat/choose {"command": "eat"}
ann seat/preview {"command": "eat"}
ann seat/preview {"command": "eat", "picked": ["2"]}
bob seat/preview {"command": "eat"}
ann seat/act {"command": "eat 2", "once": 5}
ann seat/act {"command": "eat 2", "once": 5}
ann seat/act {"command": "eat 2", "once": 4}
ann seat/act {"command": "eat 2", "once": -4}
bob seat/act {"command": "wish 1", "version": 1}
bob seat/act {"command": "wish 1", "version": 2}
bob seat/act {"command": "fly"}
eve seat/act {"command": "rest"}
ann seat/watch {}
bob seat/watch {}
eve seat/watch {}
ann seat/log {}
bob seat/log {"from": 2}
bob seat/log {"from": 9}
ann seat/act {"command": "eat 2"}
ann seat/act {"command": "eat 2"}
bob seat/act {"command": "rest"}
bob seat/legal {}
bob seat/leave {}
bob seat/watch {}
ann seat/presence {}
ann session/new {"game": "feast"}
ann table/list {}
boss table/list {}
boss table/open {"game": "none"}
boss table/bot {"table": "TABLE", "player": 2, "bot": "greedy"}
boss table/bot {"table": "TABLE", "player": 3, "bot": "greedy"}
boss table/bot {"table": "TABLE", "player": 2, "bot": "nobody"}
boss table/bot {"table": "none", "player": 2, "bot": "greedy"}
ann seat/presence {}
boss table/list {}
boss seat/presence {}
boss view {"session": "1"}
ann hello {}
boss hello {}
plain seat/join {"table": "TABLE", "token": "FIRST"}
lost seat/join {"table": "TABLE", "token": "FIRST"}
lostboss table/list {}
lostboss table/open {"game": "feast"}
lostboss table/bot {"table": "TABLE", "player": 2}
`

// TestTableCalls checks the answers to all calls of seats and of the
// operator of a host.
func TestTableCalls(t *testing.T) {
	files := map[string]string{"content/feast/game.yaml": feast}
	var h *host.Host
	s := serverWith(t, files, func(o *protocol.Options) {
		var err error
		if h, err = host.Open(host.Options{Folder: t.TempDir(), Content: o.Content}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(h.Close)
		o.Host = h
	})
	table, err := h.Create(host.Setup{Game: "feast"})
	if err != nil {
		t.Fatal(err)
	}
	schema := schemas(t)
	join := func(s *protocol.Server, r protocol.Rights) *talker {
		c := s.Connect(r)
		t.Cleanup(c.Close)
		return &talker{t, c, schema}
	}
	nowhere := serverWith(t, files, func(*protocol.Options) {})
	seats, boss := protocol.Rights{Seats: true}, protocol.Rights{Tables: true}
	who := map[string]*talker{
		"ann": join(s, seats), "bob": join(s, seats), "eve": join(s, seats), "boss": join(s, boss), "plain": join(s, protocol.Rights{Debug: true}),
		"lost": join(nowhere, seats), "lostboss": join(nowhere, boss),
	}
	golden.Check(t, "testdata/evening.golden", converse(t, who, evening, map[string]string{"TABLE": table.Table, "FIRST": table.Seats[0], "SECOND": table.Seats[1], "WATCH": table.Watch}))
}
