package protocol_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/server/host"
	"sleight/runtime/server/protocol"
	"sleight/tests/golden"
)

// odd is a game whose rules fail in the middle, and whose players receive
// messages that others do not.
const odd = `
kind: game
id: odd
players: {min: 1, max: 3}
params: {far: 1}
profile: {best: {start: 0}}
variables: {gold: {start: 2, min: 0}, mine: {start: 0, per: player, visible: owner}}
zones: {shelf: {of: relic, label: r, start: [plain]}}
actions:
  tell: {}
  seek: {targets: [{name: n, from: "range(1, vars.gold.x)"}]}
  aim: {targets: [{name: n, from: [1, 2]}]}
phases: {play: {actions: [tell, seek, aim]}}
lua: |
  return {
    do_tell = function()
      vars.mine = vars.mine + 1
      tell(player(), "You have it.")
      set_player(player() % players() + 1)
    end,
    do_seek = function() end,
    do_aim = function(_, n) vars.gold = vars.gold + n end,
  }
---
{kind: relic, id: plain, name: Plain}
---
{kind: relic, id: last, name: Last, icon: coin}`

// edges is a conversation in which every limit is reached.
const edges = `
ann session/new {"game": "odd", "players": 2, "profile": 3}
ann session/new {"game": "odd", "players": 2, "profile": {"best": []}}
ann session/new {"game": "odd", "players": 2, "seed": 0.0}
ann do {"session": "1", "command": "tell"}
ann log {"session": "1"}
ann log {"session": "1", "player": 1}
ann log {"session": "1", "player": 2}
ann do {"session": "1", "command": "seek 1"}
ann do {"session": "1", "player": 3, "command": "tell"}
ann preview {"session": "1", "command": "seek 1"}
ann legal {"session": "1"}
ann choice/begin {"session": "1", "command": "aim"}
ann do {"session": "1", "command": "aim 2"}
ann do {"session": "1", "command": "tell"}
ann do {"session": "1", "command": "lua vars.gold = 9"}
ann choice/pick {"session": "1", "option": "2"}
ann debug/inspect {"session": "1", "of": "r1"}
ann debug/inspect {"session": "1", "of": "X200"}
ann debug/inspect {"session": "1", "of": "X201"}
ann log {"session": "1", "from": 1}
ann content/edit {"file": "content/odd/game.yaml", "before": "", "after": "Y1048577"}
ann content/edit {"file": "content/odd/game.yaml", "before": "", "after": "Y1048576"}
ann simulate {"game": "odd", "impact": ["all", "relic"]}
ann simulate {"game": "odd", "players": 4}
ann simulate {"game": "odd", "bot": "mcts:0"}
ann content/definition {"key": "relic/last"}
ann content/source {"file": ""}
ann session/load {}
ann session/close {"session": "1"}
ann session/list {}
`

// TestCallsAtTheBounds checks the answers to calls at the limits, and to calls
// of a game whose rules fail.
func TestCallsAtTheBounds(t *testing.T) {
	s, stored := serverOf(t, map[string]string{"content/odd/game.yaml": odd}, func(o *protocol.Options) {
		o.Source = func(string) ([]byte, bool) { return nil, true }
	})
	out := converse(t, map[string]*talker{"ann": newTalker(t, s, true)}, edges, map[string]string{
		"X200": strings.Repeat("x", 200), "X201": strings.Repeat("x", 201),
		"Y1048576": strings.Repeat("y", 1<<20), "Y1048577": strings.Repeat("y", 1<<20+1),
	})
	golden.Check(t, "testdata/edges.golden", out+fmt.Sprintf("written: %d bytes\n", len(stored["content/odd/game.yaml"])))
}

// TestContentWithoutItsFiles checks the answers about content whose files
// cannot be read.
func TestContentWithoutItsFiles(t *testing.T) {
	var out strings.Builder
	for _, source := range []func(string) ([]byte, bool){nil, func(string) ([]byte, bool) { return nil, false }} {
		s := serverWith(t, map[string]string{"content/odd/game.yaml": odd}, func(o *protocol.Options) { o.Source = source })
		out.WriteString(converse(t, map[string]*talker{"ann": newTalker(t, s, true)}, `
ann content/definition {"key": "relic/plain"}
ann content/source {"file": "content/odd/game.yaml"}
ann content/write {"param": "game/odd.far", "value": 3}
`, nil))
	}
	golden.Check(t, "testdata/fileless.golden", out.String())
}

// TestBoundsAreInclusive checks the longest params of a call, a list of exactly
// the requested number of commands, and the largest simulation.
func TestBoundsAreInclusive(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "pairs"}`)
	c.call("view", `{"session": "1"`+strings.Repeat(" ", 64<<10-len(`{"session": "1"}`))+`}`)
	if got := c.errorOf("view", `{"session": "1"`+strings.Repeat(" ", 64<<10-len(`{"session": "1"}`)+1)+`}`); got != "the params of view have 65537 bytes; at most 65536 are allowed" {
		t.Error(got)
	}
	for limit, more := range map[int]any{12: true, 13: nil, 14: nil} {
		legal := c.call("legal", fmt.Sprintf(`{"session": "1", "limit": %d}`, limit))
		if n := len(legal["commands"].([]any)); n != min(limit, 13) || legal["more"] != more {
			t.Errorf("at most %d: %d, more: %v", limit, n, legal["more"])
		}
	}
	id := c.call("simulate", `{"game": "pairs", "games": 100000, "bot": "mcts:1000", "sweep": "start=1..10"}`)["simulation"]
	c.call("simulate/cancel", fmt.Sprintf(`{"simulation": "%s"}`, id))
	if got := c.errorOf("simulate", `{"game": "pairs", "games": 100000, "sweep": "start=1..11"}`); got != "100000 games of 11 variants are too many: at most 1000000 can be played in total" {
		t.Error(got)
	}
}

// TestASessionSurvivesIncompatibleContent checks the state of a session, of its
// tried values and of its copies when saved content does not support it.
func TestASessionSurvivesIncompatibleContent(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	var out strings.Builder
	say := func(visit string) { out.WriteString(converse(t, map[string]*talker{"ann": c}, visit, nil)) }
	c.call("session/new", `{"game": "pairs"}`)
	c.call("session/tune", `{"session": "1", "params": {"game/pairs.start": 4}}`)
	c.call("do", `{"session": "1", "command": "turn d1 6"}`)
	o := saved(t, "start: {default: 2", "begin: {default: 2")
	if o.Published {
		t.Fatal("a parameter that is used was renamed")
	}
	renamed := strings.NewReplacer("start: {default: 2", "begin: {default: 2", "=game.start", "=game.begin")
	o = savedAll(t, renamed.Replace(pairs))
	o.Took = 1500 * time.Microsecond
	s.HandleEdit(o)
	for {
		method, params := c.notified()
		if method == "reloaded" {
			fmt.Fprintf(&out, "took %v: %s\n", params["took"], text(t, params["notes"]))
			break
		}
	}
	say(`ann evaluate {"session": "1", "source": "game.begin"}`)
	s.HandleEdit(savedAll(t, strings.Replace(renamed.Replace(pairs), "players: {min: 1, max: 2}", "players: {min: 2, max: 2}", 1)))
	say(`
ann session/tune {"session": "1", "params": {"game/pairs.begin": 3}}
ann evaluate {"session": "1", "source": "game.begin"}
ann session/branch {"session": "1"}
ann do {"session": "1", "command": "turn d2 6"}
`)
	golden.Check(t, "testdata/followed.golden", out.String())
}

// TestAFormNeedsASchema checks the error about a definition of a kind whose
// schema is missing or broken.
func TestAFormNeedsASchema(t *testing.T) {
	const schema = "schemas/spell.schema.json"
	s, folder := inFolder(t, map[string]string{
		"content/pairs/game.yaml":  pairs,
		"content/pairs/spell.yaml": "{kind: spell, id: spark}\n",
		schema:                     `{"title": "Spell", "description": "A spell.", "type": "object", "additionalProperties": false, "required": ["kind", "id"], "properties": {"kind": {"const": "spell", "description": "What it is: a spell."}, "id": {"$ref": "envelope.schema.json#/definitions/id"}}}`,
	})
	c := newTalker(t, s, true)
	calls := map[string]string{"content/form": `{"kind": "spell", "pack": "pairs"}`, "content/new": `{"kind": "spell", "pack": "pairs", "id": "bolt"}`}
	for _, broken := range []bool{true, false} {
		file := filepath.Join(folder, filepath.FromSlash(schema))
		err := os.Remove(file)
		if broken {
			err = os.WriteFile(file, []byte("{"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		for method, params := range calls {
			if code := c.fails(method, params); code != -32004 && (code != -32602 || method == "content/form") {
				t.Errorf("%s, broken: %v: %v %s", method, broken, code, c.errorOf(method, params))
			}
		}
		if made, err := filepath.Glob(filepath.Join(folder, "content", "pairs", "*bolt*")); err != nil || len(made) > 0 {
			t.Errorf("%v is made, %v", made, err)
		}
	}
}

// TestAStoredSessionThatCannotBeRead checks the list and the log of a server whose
// stored sessions have gone, or cannot be removed.
func TestAStoredSessionThatCannotBeRead(t *testing.T) {
	bench, _ := server(t)
	b := newTalker(t, bench, true)
	b.call("session/new", `{"game": "pairs"}`)
	save := text(t, b.call("session/save", `{"session": "1"}`)["save"])
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for i, name := range []string{"a.session", "b.session", "c.session"} {
		if err := errors.Join(os.WriteFile(path(name), []byte(save), 0o600), os.Chtimes(path(name), time.Time{}, time.Unix(int64(1000+i), 0))); err != nil {
			t.Fatal(err)
		}
	}
	sessions, err := protocol.OpenSessionStore(folder)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	c := newTalker(t, serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) { o.SessionStore, o.Log = sessions, logTo(&log) }), true)
	c.call("view", `{"session": "2"}`)
	err = errors.Join(os.Remove(path("a.session")), os.Remove(path("b.session")), os.MkdirAll(filepath.Join(path("b.session"), "in"), 0o700),
		os.Remove(path("c.session")), os.Mkdir(path("c.session"), 0o700))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.listed(); got != "2 at 0" {
		t.Errorf("there are %s", got)
	}
	log.Reset()
	for session, want := range map[string]string{
		"1": `the session "1" was stored, and its file is gone`, "3": `the session "3" was stored and cannot be read: `,
	} {
		if got := c.errorOf("view", `{"session": "`+session+`"}`); !strings.HasPrefix(got, want) {
			t.Error(got)
		}
	}
	c.call("session/close", `{"session": "2"}`)
	if got := log.String(); !strings.HasPrefix(got, `level=WARN msg="a stored session cannot be removed" file=b.session reason=`) {
		t.Errorf("the log says %s", got)
	}
}

// TestTakingASeatNotifiesItsFormerClient checks the notifications to clients
// whose seat is taken, or who take another, and that tables get saved content.
func TestTakingASeatNotifiesItsFormerClient(t *testing.T) {
	var h *host.Host
	s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
		var err error
		if h, err = host.Open(host.Options{Folder: t.TempDir(), Content: o.Content, Limits: host.Limits{Seat: 1}}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(h.Close)
		o.Host = h
	})
	var tables [2]*host.CreatedTable
	for i := range tables {
		var err error
		if tables[i], err = h.Create(host.Setup{Game: "pairs", Seats: 2}); err != nil {
			t.Fatal(err)
		}
	}
	join := func(c *talker, table, seat int) {
		t.Helper()
		c.call("seat/join", fmt.Sprintf(`{"table": %q, "token": %q}`, tables[table].Table, tables[table].Seats[seat]))
	}
	sit := func() *talker {
		c := s.Connect(protocol.Rights{Seats: true})
		t.Cleanup(c.Close)
		return &talker{t, c, schemas(t)}
	}
	ann, bob, eve := sit(), sit(), sit()
	if ann.client.Seated() {
		t.Error("ann has a seat")
	}
	join(ann, 0, 0)
	join(eve, 0, 1) // ann is notified
	join(ann, 1, 0) // but has not read it: it no longer matters
	join(bob, 1, 0)
	for method := ""; method != "gone"; {
		var params map[string]any
		if method, params = ann.notified(); method == "presence" && params["table"] != tables[1].Table {
			t.Errorf("ann is notified about the other table: %v", params)
		}
	}
	if ann.client.Seated() || !bob.client.Seated() {
		t.Error("the seat is not bob's")
	}
	ann.client.Close()
	if line, ok := ann.client.Next(t.Context()); ok {
		t.Errorf("after the end, ann is sent %s", line)
	}
	s.HandleEdit(savedAll(t, strings.ReplaceAll(pairs, "id: pairs", "id: triples")))
	if _, err := h.Create(host.Setup{Game: "triples"}); err != nil {
		t.Error(err)
	}
}
