package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/server/protocol"
)

const pairs = `
kind: game
id: pairs
name: Pairs
text: Make them alike.
players: {min: 1, max: 2}
params: {start: {default: 2, safe: [1, 5], unit: coins}} # what you begin with
variables: {coins: {start: "=game.start", min: 0}}
zones:
  dice: {of: die, label: d, start: [{d6: 2}], default: d6}
  hand: {of: card, label: c, per: player, visible: owner, start: [ace]}
actions:
  turn:
    cost: {coins: 1}
    targets:
      - {name: die, from: dice, prompt: "Which die?"}
      - {name: face, from: "faces(die)", prompt: "Which face?"}
  pass: {}
phases: {play: {prompt: Your move., actions: [turn, pass]}}
views: {total: {value: 'sum("dice", "value")'}}
lua: |
  return {
    do_turn = function(_, die, face) set_die_value(die, face) say("Turned.") end,
    do_pass = function() set_player(player() % players() + 1) end,
  }
tests:
  - {name: a die turns, given: {dice: [1, 2]}, do: turn d1 6, expect: {dice: [6, 2]}}
  - {name: it does not, given: {dice: [1, 2]}, do: turn d1 6, expect: {dice: [5, 2]}}
---
{kind: die, id: d6, name: d6, sides: 6}
---
{kind: card, id: ace, name: Secret Ace}
`

// server returns a server of one game, and the files that it writes.
func server(t testing.TB) (*protocol.Server, map[string]string) {
	t.Helper()
	return serverOf(t, map[string]string{"content/pairs/game.yaml": pairs})
}

func serverOf(t testing.TB, files map[string]string, changes ...func(*protocol.Options)) (*protocol.Server, map[string]string) {
	t.Helper()
	c, problems, loader := built(t, files)
	stored := map[string]string{}
	o := protocol.Options{
		Content: c, Problems: problems, Source: loader.Source, Files: loader.Files,
		WriteFile: func(file string, text []byte) error {
			stored[file] = string(text)
			return nil
		},
	}
	for _, change := range changes {
		change(&o)
	}
	return protocol.NewServer(o), stored
}

// built builds content from files.
func built(t testing.TB, files map[string]string) (*rules.Content, diag.List, *load.Loader) {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	catalog, problems := loader.Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c, problems, loader
}

// serverWith is serverOf with options of the caller's choice.
func serverWith(t testing.TB, files map[string]string, change func(*protocol.Options)) *protocol.Server {
	t.Helper()
	s, _ := serverOf(t, files, change)
	return s
}

// talker calls methods and validates every answer against the published schema.
type talker struct {
	*testing.T
	client *protocol.Client
	schema map[string]*jsonschema.Schema
}

func newTalker(t *testing.T, s *protocol.Server, debug bool) *talker {
	t.Helper()
	c := s.Connect(protocol.Rights{Debug: debug, Saves: true})
	t.Cleanup(c.Close)
	return &talker{t, c, schemas(t)}
}

// schemas returns the compiled result schemas of all methods, and those of all
// notifications.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	out, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// compiled compiles the schemas once, which takes longer than most tests.
var compiled = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	var document struct {
		Methods []struct{ Name string }
		Told    []struct{ Name string } `json:"x-notifications"`
	}
	text := protocol.Schema()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7
	if err := errors.Join(json.Unmarshal(text, &document), c.AddResource("mem:///p.json", bytes.NewReader(text))); err != nil {
		return nil, err
	}
	out := map[string]*jsonschema.Schema{}
	for i, m := range document.Methods {
		out[m.Name] = c.MustCompile("mem:///p.json#/methods/" + number(i) + "/result/schema")
	}
	for i, m := range document.Told {
		out[m.Name] = c.MustCompile("mem:///p.json#/x-notifications/" + number(i) + "/params")
	}
	return out, nil
})

func number(i int) string {
	text, _ := json.Marshal(i)
	return string(text)
}

// call calls a method and returns its result; an error fails the test.
func (t *talker) call(method, params string) map[string]any {
	t.Helper()
	answer := t.send(`{"jsonrpc": "2.0", "id": 7, "method": "` + method + `", "params": ` + params + `}`)
	if answer["error"] != nil {
		t.Fatalf("%s: %v", method, answer["error"])
	}
	if err := t.schema[method].Validate(answer["result"]); err != nil {
		t.Errorf("%s: the answer does not fit the schema: %#v", method, err)
	}
	result, _ := answer["result"].(map[string]any)
	return result
}

// fails calls a method and returns its error code.
func (t *talker) fails(method, params string) float64 {
	t.Helper()
	answer := t.send(`{"jsonrpc": "2.0", "id": "x", "method": "` + method + `", "params": ` + params + `}`)
	e, ok := answer["error"].(map[string]any)
	if !ok {
		t.Fatalf("%s %s is not an error: %v", method, params, answer)
	}
	return e["code"].(float64)
}

func (t *talker) send(message string) map[string]any {
	t.Helper()
	line := t.client.Handle(context.Background(), []byte(message))
	if strings.Contains(string(line), "\n") {
		t.Errorf("an answer is not one line: %s", line)
	}
	var answer map[string]any
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatalf("%s: %v in %s", message, err, line)
	}
	return answer
}

// notified waits for a notification.
func (t *talker) notified() (method string, params map[string]any) {
	t.Helper()
	line, ok := t.client.Next(context.Background())
	if !ok {
		t.Fatal("there is no notification")
	}
	var n struct {
		Method string
		Params map[string]any
	}
	if err := json.Unmarshal(line, &n); err != nil {
		t.Fatal(err)
	}
	if err := t.schema[n.Method].Validate(any(n.Params)); err != nil {
		t.Errorf("%s does not fit the schema: %#v", n.Method, err)
	}
	return n.Method, n.Params
}
