package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/tests/clock"
	"sleight/tests/heap"
)

const small = `
kind: game
id: pairs
name: Pairs
players: {min: 1, max: 2}
params: {start: {default: 2, safe: [1, 5]}}
variables: {coins: {start: "=game.start", min: 0}}
zones: {dice: {of: die, label: d, start: [{d6: 2}], default: d6}, hand: {of: card, label: c, per: player, visible: owner, start: [ace]}}
actions:
  turn: {cost: {coins: 1}, targets: [{name: die, from: dice}, {name: face, from: "faces(die)"}]}
  pass: {}
phases: {play: {actions: [turn, pass]}}
lua: |
  return {
    do_turn = function(_, die, face) set_die_value(die, face) end,
    do_pass = function() set_player(player() % players() + 1) end,
  }
tests:
  - {name: a die turns, given: {dice: [1, 2]}, do: turn d1 6, expect: {dice: [6, 2]}}
---
{kind: die, id: d6, name: d6, sides: 6}
---
{kind: card, id: ace, name: Secret Ace}
`

// chooser derives choices from bytes, and chooses 0 once they have run out.
type chooser struct{ data []byte }

func (c *chooser) below(n int) int {
	if len(c.data) == 0 || n < 2 {
		return 0
	}
	b := int(c.data[0])
	c.data = c.data[1:]
	return b % n
}

// words are texts with a meaning for some method, and hostile ones.
var words = []string{
	"1", "2", "3", "", "pairs", "game/pairs", "pairs:game/pairs", "die/d6", "game/pairs.start", "turn", "pass", "turn d1 6", "d1", "6",
	"lua vars.coins = 9", "use ace", "coins", "vars.coins", "while true do end", `("x"):rep(1e9)`, "de", "pt-BR", "random", "greedy", "mcts:3", "mcts:999999999",
	"mcts:1h", "start=1..3", "game/pairs.start=1..100000000000..1", "start=-1e308..1e308", "start=1,2,3", "start=NaN", "start=1..2..1e-300",
	"all", "card", "saved", "before", "opened", "win_rate", "params", "params.start", "content/pairs/game.yaml", "../../etc/passwd",
	"18446744073709551615", "18446744073709551616", "-1", "1e9", "\u202e", "\x00", "\xff", strings.Repeat("a ", 400), strings.Repeat("(", 900),
}

// numbers are values near the bounds.
var numbers = []string{"0", "1", "2", "3", "-1", "7.0", "0.5", "100", "100000", "100001", "1e9", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e308", "1e999", "1e-320", "-0"}

// value writes JSON for a type, usually of that type.
func (c *chooser) value(t reflect.Type, depth int) string {
	if c.below(24) == 1 {
		return []string{"null", "true", "[]", "{}", `"x"`, "[[[[]]]]", `{"a": 1, "a": 2}`, "1e99"}[c.below(8)]
	}
	switch {
	case t == reflect.TypeFor[Digits](), t == reflect.TypeFor[CallID]():
		if c.below(2) == 1 {
			return numbers[c.below(len(numbers))]
		}
		return c.text()
	case t == reflect.TypeFor[json.RawMessage]():
		return c.save()
	}
	switch t.Kind() {
	case reflect.String:
		return c.text()
	case reflect.Bool:
		return []string{"true", "false"}[c.below(2)]
	case reflect.Slice:
		var items []string
		for range c.below(4) {
			items = append(items, c.value(t.Elem(), depth+1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case reflect.Map:
		var items []string
		for range c.below(4) {
			items = append(items, c.text()+":"+c.value(t.Elem(), depth+1))
		}
		return "{" + strings.Join(items, ",") + "}"
	case reflect.Struct:
		var items []string
		for f := range fields(t) {
			if c.below(4) != 1 {
				items = append(items, `"`+f.name+`":`+c.value(f.Type, depth+1))
			}
		}
		if c.below(16) == 1 {
			items = append(items, c.text()+":1")
		}
		return "{" + strings.Join(items, ",") + "}"
	}
	return numbers[c.below(len(numbers))]
}

func (c *chooser) text() string {
	text, _ := json.Marshal(words[c.below(len(words))])
	return string(text)
}

// save writes something that resembles a save.
func (c *chooser) save() string {
	return `{"sleight_save": 1, "game": "pairs", "content": "", "seed": ` + numbers[c.below(len(numbers))] + `, "players": ` + numbers[c.below(len(numbers))] +
		`, "commands": [` + c.text() + `, ` + c.text() + `], "state": {"seed": ` + numbers[c.below(len(numbers))] + `, "players": ` + numbers[c.below(len(numbers))] +
		`, "variables": [{"name": "coins", "value": ` + numbers[c.below(len(numbers))] + `}], "entities": [{"is": ` + c.text() + `, "generation": 1}], "zones": []}, "hash": ""}`
}

// goWords must not appear in answers: names of Go types and packages.
var goWords = regexp.MustCompile(`\b(protocol|session|rules|state|save|json|strictjson|reflect|strconv|runtime)\.[A-Z]\w+|Go (value|struct)|cannot unmarshal|\bgoroutine\b|nil pointer|\bfloat64\b|\buint64\b|\bint64\b`)

// FuzzRequests sends requests of every method to a server, with well-formed and
// malformed params. Each must be answered by a result or a readable error,
// within the bounds that its method states, and the server must go on.
func FuzzRequests(f *testing.F) {
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/pairs/game.yaml": {Data: []byte(small)}}}).Load()
	if catalog == nil {
		f.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		f.Fatal(problems)
	}
	all := methods()
	for i := range all {
		f.Add([]byte{byte(i)})
		f.Add([]byte{1, 2, 1, 0, 4, 0, byte(i), 2, 2, 0, 2, 2, 0, 2, 2, 9, 2, 2, 27, 2})
		for j := range 12 {
			if testing.Short() && (i+j)%4 > 0 {
				continue
			}
			f.Add([]byte{1, byte(j), 3, byte(5 * j), 1, byte(j), 3, byte(i), 2, byte(7 * j), 2, byte(3 * j), 2, byte(j), 4, byte(j), 2, 2, byte(11 * j), byte(j), 5})
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewServer(Options{Content: content, Source: func(string) ([]byte, bool) { return nil, false }, WriteFile: func(string, []byte) error { return nil }})
		choose := &chooser{data}
		c := s.Connect(Rights{Debug: choose.below(2) == 1, Saves: true})
		defer c.Close()
		for range 8 {
			m := all[choose.below(len(all))]
			params := choose.value(m.params, 0)
			ask(t, c, m, params)
			if len(choose.data) == 0 {
				break
			}
		}
		other := s.Connect(Rights{})
		defer other.Close()
		for _, m := range all {
			if m.name == "session/list" || m.name == "hello" {
				ask(t, other, m, "{}")
			}
		}
	})
}

// ask sends a request and checks its answer.
func ask(t *testing.T, c *Client, m method, params string) {
	t.Helper()
	request := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": %q, "params": %s}`, m.name, params)
	var line []byte
	var took time.Duration
	taken := heap.Allocated(func() {
		took = clock.Taken(func() { line = c.Handle(context.Background(), []byte(request)) })
	})
	var answer struct {
		Result json.RawMessage
		Error  *Error
	}
	if err := json.Unmarshal(line, &answer); err != nil || (answer.Result == nil) == (answer.Error == nil) {
		t.Fatalf("%s gives %s: %v", request, line, err)
	}
	if e := answer.Error; e != nil && (e.Code == codeInternal || goWords.MatchString(e.Message)) {
		t.Fatalf("%s gives %s", request, line)
	}
	if took > m.bounds.within() {
		t.Fatalf("%s takes %s, and may take %s", request, took, m.bounds.within())
	}
	if taken > uint64(m.bounds.Megabytes)<<20 {
		t.Fatalf("%s takes %d bytes, and may take %d MB", request, taken, m.bounds.Megabytes)
	}
}
