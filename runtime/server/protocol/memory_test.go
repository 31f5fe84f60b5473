package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
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

// largest are params for which each method has the most to do.
var largest = map[string]string{
	"hello": `"language": "de"`, "session/new": `"game": "crowd"`, "session/load": "",
	"session/save": `"session": "1"`, "session/profile": `"session": "1"`, "session/list": "", "session/branch": `"session": "1"`, "session/close": `"session": "2"`,
	"session/watch": `"session": "1"`, "session/unwatch": `"session": "1"`, "view": `"session": "1"`, "legal": `"session": "1", "limit": 2000`,
	"do": `"session": "1", "command": "turn d16000"`, "preview": `"session": "1", "command": "turn d1"`, "choice/begin": `"session": "1", "command": "turn"`,
	"choice/pick": `"session": "1", "option": "d9"`, "choice/confirm": `"session": "1"`, "choice/cancel": `"session": "1"`,
	"undo": `"session": "1", "count": 90000`, "redo": `"session": "1", "count": 90000`, "goto": `"session": "1", "turn": 5`, "log": `"session": "1"`,
	"evaluate": `"session": "1", "source": "(\"x\"):rep(4000)"`, "session/tune": `"session": "1", "params": {"game/crowd.start": 3}`,
	"content/write": `"param": "game/crowd.start", "value": 3`, "content/definitions": "", "content/definition": `"key": "game/crowd"`,
	"content/history": `"key": "game/crowd", "path": "name"`, "content/source": `"file": "content/crowd/game.yaml"`, "content/problems": "", "content/test": "",
	"simulate/options": `"game": "crowd"`, "simulate": `"game": "crowd", "sweep": "game/crowd.start=1..200", "games": 5000`, "simulate/cancel": `"simulation": "1"`, "call/cancel": `"id": 5`,
}

// TestMethodsHoldTheMemoryTheyState measures the heap while each method works on
// the largest input that it accepts: a board of 16,000 entities, a log of 99,000
// commands, and a save of 4 MiB. On every change, it takes an eighth of each. The
// memory held is twice the live heap, since with Go's default settings garbage
// may grow as large as what is in use.
func TestMethodsHoldTheMemoryTheyState(t *testing.T) {
	heap.Alone(t, func() { measureMethods(t) })
}

func measureMethods(t *testing.T) {
	game := func(name string, thousands int) string {
		return strings.NewReplacer("NAME", name, "LOTS", strings.TrimSuffix(strings.Repeat("{d6: 1000}, ", thousands), ", ")).Replace(crowd)
	}
	part := 8
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		part = 1
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
	s := NewServer(Options{
		Content: content, Store: func(string, []byte) error { return nil },
		Source: func(string) ([]byte, bool) { return text, true },
	})
	c := s.Connect(Rights{Debug: true, Saves: true})
	defer c.Close()
	for _, name := range []string{"crowd", "few"} {
		if _, err := c.begin(t.Context(), New{Game: name}); err != nil {
			t.Fatal(err)
		}
	}
	play(t, s, (save.MaxCommands-1000)/part)
	saved, wrong := c.save(t.Context(), Named{"2"})
	if wrong != nil {
		t.Fatal(wrong)
	}
	save := `"save": ` + filled(t, saved.Save, part)
	for _, m := range methods() {
		params, ok := largest[m.name]
		if m.name == "session/load" {
			params = save
		}
		if !ok {
			t.Errorf("%s is not measured", m.name)
		}
		request := fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": 5, "method": %q, "params": {%s}}`, m.name, params)
		var line []byte
		held := 2 * heap.Peak(t, func() { line = c.Handle(context.Background(), request) })
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

// play has the first session carry out commands, without showing its board.
func play(t *testing.T, s *Server, commands int) {
	t.Helper()
	table, err := s.hold(t.Context(), "1")
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

// filled returns a save that has been made as large as session/load accepts, or
// a part of that.
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
