package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/server/host"
)

// duel is a game with secrets for two.
const duel = `
kind: game
id: duel
name: Duel
players: {min: 2, max: 2}
variables: {bid: {start: 0, min: 0, per: player, visible: owner}, round: {start: 0}}
zones: {hand: {of: card, label: h, per: player, visible: owner, start: [{ruby: 1}, {pearl: 2}]}, field: {of: card, label: f}}
actions:
  bid: {secret: true, targets: [{name: amount, from: [1, 2, 3]}]}
  show: {targets: [{name: card, from: hand}]}
  mull: {targets: [{name: card, from: hand}, {name: mood, from: [glad, sad], secret: true}]}
  pass: {}
phases:
  play: {actions: [show, mull, pass]}
  bidding: {together: true, actions: [bid, pass]}
lua: |
  local function turn()
    set_player(player() % players() + 1)
    if player() == 1 then enter_phase("bidding") end
  end
  return {
    do_bid = function(_, amount) vars.bid = amount end,
    do_show = function(_, card) move_to(card, "field"); tell(player(), "You have shown it."); turn() end,
    do_mull = function() turn() end,
    do_pass = function() if phase() == "play" then turn() end end,
    resolve_bidding = function() vars.round = vars.round + 1; say("Round " .. vars.round .. "."); enter_phase("play") end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: pearl, name: Pearl}
`

// wrongs are requests of a malicious player, with %s for a method followed by
// its params, and @TABLE and @TOKEN for those of the table.
var wrongs = []string{
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "@1 bid 3"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "@1 show h1"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "lua vars.round = 99"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "start"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "timeout"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "@1 timeout"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "undo"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "show h1@1"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "pass", "version": 99999}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "pass", "version": -1}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "pass", "once": -9}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": "pass", "player": 1}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/act", "params": {"command": 7}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/choose", "params": {"command": "mull", "picked": ["h1", "glad", "sad", "h2"]}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/choose", "params": {"command": "@1 mull"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/legal", "params": {"limit": -1}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/log", "params": {"from": -5}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/join", "params": {"table": "@TABLE", "token": "sesame"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "seat/join", "params": {"table": "../@TABLE", "token": ""}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "session/list"}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"game": "duel"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "evaluate", "params": {"session": "1", "source": "vars.round"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "undo", "params": {"session": "1", "count": 9}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "table/bot", "params": {"table": "@TABLE", "player": 1, "bot": "random"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "table/open", "params": {"game": "duel"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "content/write", "params": {"param": "game/duel.x", "value": 1}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"language": "de"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"language": "xx-yy-zz-zz"}}`,
	`{"jsonrpc": "2.0", "id": 1, "method": "call/cancel", "params": {"id": 1}}`,
	`{"jsonrpc": "2.0", "method": "seat/act", "params": {"command": "fly"}}`,
	`[{"jsonrpc": "2.0", "id": 1, "method": "seat/watch"}, {"jsonrpc": "2.0", "id": 2, "method": "seat/presence"}]`,
	`[]`, `{`, `null`, `"x"`, `{"jsonrpc": "2.0", "id": {}, "method": "seat/act"}`, "\x00\xff", strings.Repeat("[", 5000),
}

// match is a hosted game of an honest player and a villain.
type match struct {
	*testing.T
	server          *Server
	honest, villain *Client
	table           *host.CreatedTable
	heard           []string // every byte the honest player got
	now             time.Time
}

// matchIn opens a folder with a table, with a clock that does not advance by itself.
func matchIn(t *testing.T, content *rules.Content, folder string, table *host.CreatedTable) *match {
	t.Helper()
	m := &match{T: t, table: table, now: time.Unix(1e9, 0)}
	h, err := host.Open(host.Options{Folder: folder, Content: content, Now: func() time.Time { return m.now }})
	if err != nil {
		t.Fatal(err)
	}
	if table == nil {
		if m.table, err = h.Create(host.Setup{Game: "duel"}); err != nil {
			t.Fatal(err)
		}
		return m
	}
	m.server = NewServer(Options{Content: content, Host: h})
	m.honest, m.villain = m.server.Connect(Rights{Seats: true}), m.server.Connect(Rights{Seats: true})
	for i, c := range []*Client{m.honest, m.villain} {
		line := c.Handle(t.Context(), fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": 0, "method": "seat/join", "params": {"table": %q, "token": %q}}`, table.Table, table.Seats[i]))
		if !strings.Contains(string(line), `"result"`) {
			t.Fatalf("%s", line)
		}
	}
	m.listen()
	return m
}

// listen reads the messages to the honest player, and discards those to the
// other.
func (m *match) listen() {
	for {
		message := m.honest.nextMessage()
		if message == nil {
			break
		}
		if line := message(); line != nil {
			m.heard = append(m.heard, string(line))
		}
	}
	for m.villain.nextMessage() != nil {
	}
}

// call sends a request of a seat and returns the answer.
func (m *match) call(c *Client, method, params string) (result map[string]any, line string) {
	m.Helper()
	line = string(c.Handle(context.Background(), fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": 1, "method": %q, "params": {%s}}`, method, params)))
	var answer struct{ Result map[string]any }
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		m.Fatalf("%s: %v", line, err)
	}
	return answer.Result, line
}

// legal returns a legal command of a seat, or "".
func (m *match) legal(c *Client, n int) string {
	result, _ := m.call(c, "seat/legal", "")
	all, _ := result["commands"].([]any)
	if len(all) == 0 {
		return ""
	}
	return all[n%len(all)].(string)
}

// honestly lets the honest player send a request, and act if possible.
func (m *match) honestly(n int) {
	method, params := "seat/log", ""
	if command := m.legal(m.honest, n); command != "" {
		method, params = "seat/act", fmt.Sprintf(`"command": %q, "once": %d`, command, len(m.heard)+1)
	}
	_, line := m.call(m.honest, method, params)
	m.heard = append(m.heard, line)
	m.listen()
}

// malice plays a match that is determined by bytes, and returns it with the
// legal commands of the villain. Each step is marked with the number of such
// commands before it.
func malice(t *testing.T, m *match, choose *chooser) (done []string, steps [][2]int) {
	once := 1000
	for len(choose.data) > 0 {
		m.now = m.now.Add(50 * time.Millisecond)
		switch choose.below(3) {
		case 0:
			n := choose.below(256)
			m.now = m.now.Add(time.Second) // the honest player stays within the limits
			steps = append(steps, [2]int{len(done), n})
			m.honestly(n)
		case 1: // by the rules, or nearly
			command := m.legal(m.villain, choose.below(256))
			if once++; choose.below(4) == 1 {
				once -= 2 // an earlier number
			}
			for range 1 + choose.below(3) { // and sent again
				if result, _ := m.call(m.villain, "seat/act", fmt.Sprintf(`"command": %q, "once": %d`, command, once)); result["done"] == true && result["again"] == nil {
					done = append(done, command)
				}
			}
			m.listen()
		default:
			text := wrongs[choose.below(len(wrongs))]
			request := []byte(strings.NewReplacer("@TABLE", m.table.Table, "@TOKEN", m.table.Seats[0]).Replace(text))
			for range 1 + choose.below(2)*60 { // a flood of them
				if line := m.villain.Handle(context.Background(), request); strings.Contains(string(line), `"done":true`) {
					t.Fatalf("%s gives %s", request, line)
				}
			}
			m.listen()
		}
	}
	return done, steps
}

// FuzzMalice plays hosted games of an honest player against one who sends wrong
// requests, floods, commands of others and repeated ones. Every byte that the
// honest player gets must be as if the villain had only given the legal
// commands.
func FuzzMalice(f *testing.F) {
	content := duelling(f)
	for i := range byte(16) {
		if testing.Short() && i%4 > 0 {
			continue
		}
		var seed []byte
		for j := range byte(90) {
			seed = append(seed, i*37+j*(2*i+5)+j*j)
		}
		f.Add(seed)
	}
	for i := range wrongs { // each of them once, in turn and out of turn
		f.Add([]byte{0, 1, 2, byte(i), 0, 0, 2, 1, 1, 0, 0, 2, byte(i), 1, 0, 3, 1, 5, 0, 0, 2, byte(i), 0, 0, 9})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, second := t.TempDir(), t.TempDir()
		table := matchIn(t, content, first, nil).table
		name := table.Table + ".table"
		file, err := os.ReadFile(filepath.Join(first, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(second, name), file, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		m := matchIn(t, content, first, table)
		done, steps := malice(t, m, &chooser{data[:min(len(data), 400)]})
		clean := matchIn(t, content, second, table)
		given := 0
		give := func(until int) {
			for ; given < until; given++ {
				if result, line := clean.call(clean.villain, "seat/act", fmt.Sprintf(`"command": %q`, done[given])); result["done"] != true {
					t.Fatalf("%s alone: %s", done[given], line)
				}
				clean.listen()
			}
		}
		for _, s := range steps {
			clean.now = clean.now.Add(time.Second)
			give(s[0])
			clean.honestly(s[1])
		}
		clean.now = clean.now.Add(time.Second)
		give(len(done))
		if !slices.Equal(m.heard, clean.heard) {
			for i := range m.heard {
				if i >= len(clean.heard) || m.heard[i] != clean.heard[i] {
					t.Fatalf("message %d of %d is\n%s\nand without malice, of %d, it is\n%s", i, len(m.heard), m.heard[i], len(clean.heard), clean.heard[min(i, len(clean.heard)-1)])
				}
			}
			t.Fatalf("there are %d messages, and without malice %d", len(m.heard), len(clean.heard))
		}
	})
}

func duelling(t testing.TB) *rules.Content {
	t.Helper()
	files := fstest.MapFS{}
	for i, part := range strings.Split(duel, "\n---\n") {
		files[fmt.Sprintf("content/duel/%d.yaml", i)] = &fstest.MapFile{Data: []byte(part)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		t.Fatal(problems)
	}
	return content
}
