package protocol

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/server/host"
	"sleight/tests/heap"
)

// crowd is a game with nearly as many entities as a state may have, each of
// which is shown with a text and can be picked.
const crowd = `
kind: game
id: NAME
name: Crowd
params: {start: {default: 2, safe: [1, 5]}}
profile: {best: {start: 0}}
variables: {passed: {start: 0}}
zones: {pile: {of: die, label: d, start: [LOTS]}}
actions:
  turn: {targets: [{name: die, from: pile}], warning: {text: Sure, when: "false"}}
  pass: {}
phases: {play: {actions: [turn, pass]}}
lua: |
  return { do_turn = function(_, die) roll_die(die) end, do_pass = function() vars.passed = vars.passed + 1 end }
tests:
  - {name: it passes, do: pass}
`

const d6 = `---
{kind: die, id: d6, name: d6, params: {sides: 6}, text: "A die with {sides} sides.", sides: 6}
`

// largest are the params that give each method the most work.
var largest = map[string]string{
	"hello": `"language": "de"`, "session/new": `"game": "crowd"`, "session/load": "",
	"session/save": `"session": "1"`, "session/profile": `"session": "1"`, "session/list": "", "session/branch": `"session": "1"`, "session/close": `"session": "2"`,
	"session/watch": `"session": "1"`, "session/unwatch": `"session": "1"`, "view": `"session": "1"`, "legal": `"session": "1", "limit": 2000`,
	"do": `"session": "1", "command": "turn d16000"`, "preview": `"session": "1", "command": "turn d1"`, "choice/begin": `"session": "1", "command": "turn"`,
	"choice/pick": `"session": "1", "option": "d9"`, "choice/confirm": `"session": "1"`, "choice/cancel": `"session": "1"`,
	"undo": `"session": "1", "count": 90000`, "redo": `"session": "1", "count": 90000`, "goto": `"session": "1", "turn": 5`, "log": `"session": "1"`,
	"evaluate": `"session": "1", "source": "(\"x\"):rep(4000)"`, "session/tune": `"session": "1", "params": {"game/crowd.start": 3}`,
	"debug/inspect": `"session": "1", "of": "d1"`, "debug/replay": `"session": "1", "turn": 1, "every": true`,
	"content/fix": `"code": "content/reference"`, "content/form": `"game": "crowd", "kind": "die"`, "content/new": `"kind": "die", "pack": "crowd", "id": "extra"`,
	"content/edit": "", "editor/open": "", "editor/send": `"message": {"jsonrpc": "2.0", "method": "initialized", "params": {}}`,
	"content/write": `"param": "game/crowd.start", "value": 3`, "content/definitions": "", "content/definition": `"key": "game/crowd"`,
	"content/history": `"key": "game/crowd", "path": "name"`, "content/source": `"file": "content/crowd/game.yaml"`, "content/problems": "", "content/test": "",
	"simulate/options": `"game": "crowd"`, "simulate": `"game": "crowd", "sweep": "game/crowd.start=1..200", "games": 5000`, "simulate/cancel": `"simulation": "1"`, "call/cancel": `"id": 5`,
	"seat/join": "", "seat/leave": "", "seat/act": `"command": "turn d1"`, "seat/choose": `"command": "turn"`, "seat/preview": `"command": "turn d1"`, "seat/legal": `"limit": 2000`, "seat/watch": "", "seat/clocks": "", "seat/log": "", "seat/presence": "",
	"table/open": `"game": "crowd"`, "table/list": "", "table/bot": "",
}

// TestMethodsStayWithinTheirDocumentedMemory measures the heap while each
// method works on the largest input that it accepts: a board of 16,000
// entities, a log of 99,000 commands, and a save of 4 MiB. On every change, it
// takes an eighth of each. The memory held is twice the live heap, since with
// Go's default settings garbage may grow as large as the live heap.
func TestMethodsStayWithinTheirDocumentedMemory(t *testing.T) {
	heap.Alone(t, func() { measureMethods(t) })
}

func measureMethods(t *testing.T) {
	part := 8
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		part = 1
	}
	s, h := crowded(t, part)
	clients := map[right]*Client{seatRight: s.Connect(Rights{Seats: true}), tableRight: s.Connect(Rights{Tables: true}), ordinary: s.Connect(Rights{Debug: true, Saves: true})}
	for _, c := range clients {
		defer c.Close()
	}
	c := clients[ordinary]
	table := seatAt(t, h, clients[seatRight], (save.MaxCommands-1000)/part/50)
	for _, name := range []string{"crowd", "few"} {
		if _, err := c.newSession(t.Context(), New{Game: name}); err != nil {
			t.Fatal(err)
		}
	}
	play(t, s, (save.MaxCommands-1000)/part)
	saved, wrong := c.save(t.Context(), SessionRef{"2"})
	if wrong != nil {
		t.Fatal(wrong)
	}
	largest := maps.Clone(largest)
	largest["session/load"] = `"save": ` + filled(t, saved.Save, part)
	text, _ := s.source("content/crowd/game.yaml")
	written, _ := json.Marshal(string(text)) // a string always has a JSON form
	largest["content/edit"] = fmt.Sprintf(`"file": "content/crowd/game.yaml", "before": %s, "after": %s`, written, written)
	largest["seat/join"] = fmt.Sprintf(`"table": %q, "token": %q`, table.Table, table.Seats[0])
	largest["table/bot"] = fmt.Sprintf(`"table": %q, "player": 1, "bot": "random"`, table.Table)
	all := methods()
	slices.SortStableFunc(all, func(a, b method) int { return cmp.Compare(leaves(a), leaves(b)) })
	for _, m := range all {
		params, ok := largest[m.name]
		if !ok {
			t.Errorf("%s is not measured", m.name)
		}
		who := clients[m.needs]
		if who == nil {
			who = c
		}
		request := fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": 5, "method": %q, "params": {%s}}`, m.name, params)
		var line []byte
		held := 2 * heap.Peak(t, func() {
			line = who.Handle(context.Background(), request)
			stopSimulations(s, who)
		})
		var answer struct{ Error *Error }
		if err := json.Unmarshal(line, &answer); err != nil || answer.Error != nil && !strings.HasSuffix(m.name, "/cancel") {
			t.Errorf("%s gives %.200s, %v", m.name, line, err)
		}
		t.Logf("%s holds %.1f MB for %.1f MB of params and answers %.1f MB; it may hold %d", m.name, mega(held), mega(uint64(len(request))), mega(uint64(len(line))), m.bounds.Megabytes)
		if held > uint64(m.bounds.Megabytes)<<20 {
			t.Errorf("%s holds %.1f MB, more than the %d that it states", m.name, mega(held), m.bounds.Megabytes)
		}
	}
}

// stopSimulations ends the simulations of a client and waits until they have
// ended: they would collect garbage all the time, and on one processor nothing
// else would run.
func stopSimulations(s *Server, c *Client) {
	for running := true; running; runtime.Gosched() {
		s.mutex.Lock()
		for _, cancel := range c.running {
			cancel()
		}
		running = len(c.running) > 0
		s.mutex.Unlock()
	}
}

// crowded returns a server of the large game, divided by part, and its host.
func crowded(t *testing.T, part int) (*Server, *host.Host) {
	t.Helper()
	game := func(name string, thousands int) string {
		return strings.NewReplacer("NAME", name, "LOTS", strings.TrimSuffix(strings.Repeat("{d6: 1000}, ", thousands), ", ")).Replace(crowd)
	}
	text := []byte(game("crowd", 16/part) + "---" + game("few", max(1, 6/part)) + d6)
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/crowd/game.yaml": {Data: text}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		t.Fatal(problems)
	}
	h, err := host.Open(host.Options{Folder: t.TempDir(), Content: content, Limits: host.Limits{Acts: 1e6, Reads: 1e6}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	wrong := diag.New("content/reference", diag.Place{File: "content/crowd/game.yaml", Line: 2, Column: 7, Length: 4}, "a planted problem").WithEdit("game", "games")
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "content", "crowd"), 0o777); err != nil {
		t.Fatal(err)
	}
	return NewServer(Options{
		Content: content, Problems: diag.List{wrong}, Folder: folder, WriteFile: func(string, []byte) error { return nil }, Host: h,
		Source: func(string) ([]byte, bool) { return text, true },
		Editor: func(_ context.Context, stream io.ReadWriteCloser) error {
			_, err := io.Copy(io.Discard, stream)
			return err
		},
	}), h
}

// leaves sorts the method that gives up the seat after the others.
func leaves(m method) int {
	if m.name == "seat/leave" {
		return 1
	}
	return 0
}

// seatAt opens a table of the large game, has a client sit down at it, and plays
// commands.
func seatAt(t *testing.T, h *host.Host, c *Client, commands int) *host.CreatedTable {
	t.Helper()
	o, err := h.Create(host.Setup{Game: "crowd"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.join(t.Context(), Join{o.Table, o.Seats[0]}); err != nil {
		t.Fatal(err)
	}
	for range commands {
		if out, err := c.seatAct(t.Context(), host.Act{Command: "pass"}); err != nil || !out.Done {
			t.Fatal(out, err)
		}
	}
	return o
}

// play runs commands in the first session, without showing its board.
func play(t *testing.T, s *Server, commands int) {
	t.Helper()
	table, err := s.lockSession(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	defer table.mutex.Unlock()
	for range commands {
		r := table.session.Run("pass")
		if !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
		table.record(r)
	}
}

// filled returns a save as large as session/load accepts, or a part of that.
func filled(t *testing.T, saved []byte, part int) string {
	t.Helper()
	commands := 99_000 / part
	size := 4<<20/part - len(saved) - 100
	command := `"pass` + strings.Repeat(" ", size/commands-8) + `", `
	all := strings.TrimSuffix(strings.Repeat(command, commands), ", ")
	out := digest.ReplaceAll(bytes.Replace(saved, []byte(`"commands": null`), []byte(`"commands": [`+all+`]`), 1), nil)
	if len(out) < 3<<20/part {
		t.Fatalf("the save has %d bytes: %.200s", len(out), saved)
	}
	return string(out)
}

// digest is the digest of a save; saves of earlier versions have none.
var digest = regexp.MustCompile(`,\s*"digest": "[^"]*"`)

func mega(bytes uint64) float64 { return float64(bytes) / 1e6 }
