package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/server/protocol"
	"sleight/tests/golden"
)

// studies are the params of simulations.
const studies = `
{"game": "toss"}
{"game": "toss", "games": 20, "seed": 5, "bot": "greedy", "players": 2, "by": "length"}
{"game": "toss", "games": 20, "params": {"game/toss.goal": 5}}
{"game": "toss", "games": 20, "sweep": "goal=4..8..2", "by": "nothing"}
{"game": "toss", "games": 20, "impact": ["all"]}
{"game": "toss", "games": 20, "impact": ["relic"], "params": {"game/toss.goal": 3}, "by": "length"}
{"game": "toss", "games": 20, "compare": "saved", "params": {"game/toss.goal": 5}, "by": "tosses"}
{"game": "toss", "games": 20, "impact": ["relic"], "by": "win_rate"}
{"game": "broken", "games": 4}
{"game": "broken", "games": 4, "impact": ["all"]}
`

// toss is a short game of chance, in which a relic helps.
const toss = `
kind: game
id: toss
name: Toss
players: {min: 1, max: 2}
params: {goal: {default: 6, safe: [1, 9], text: What wins.}}
variables: {sum: {start: 0}, tosses: {start: 0}}
zones: {shelf: {of: relic, label: r, start: [clover]}}
actions: {toss: {}, stop: {}}
phases: {play: {actions: [toss, stop]}}
metrics: {tosses: {value: vars.tosses, name: Tosses}}
lua: |
  return {
    do_toss = function()
      vars.tosses = vars.tosses + 1
      vars.sum = vars.sum + random("coin", 0, 2) + count("shelf")
      if vars.sum >= game.goal then win("There.") end
    end,
    do_stop = function() lose("Enough.") end,
  }
---
{kind: relic, id: clover, name: Clover}
---
{kind: relic, id: stone, name: Stone}
`

// broken is a game whose only command fails.
const broken = "kind: game\nid: broken\nactions: {snap: {}}\nphases: {play: {actions: [snap]}}\nlua: |\n  return {do_snap = function() error(\"It snapped.\") end}\n"

// paid matches the figures of a study that depend on fuel prices.
var paid = regexp.MustCompile(`"fuel_per_(command|game)":[0-9.]+,?`)

// TestSimulationResults compares the answers of simulations of every kind with a
// golden file.
func TestSimulationResults(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/toss/game.yaml": toss, "content/broken/game.yaml": broken})
	c := newTalker(t, s, true)
	var out strings.Builder
	for params := range strings.Lines(strings.TrimSpace(studies)) {
		id := c.call("simulate", params)["simulation"]
		for {
			method, last := c.notified()
			if method != "progress" || last["simulation"] != id {
				t.Fatalf("%s %v", method, last)
			}
			if last["answer"] == nil && last["problem"] == nil {
				continue
			}
			text, err := json.Marshal(last)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "# %s\n%s\n", strings.TrimSpace(params), lined(paid.ReplaceAllString(string(text), "")))
			break
		}
		c.fails("simulate/cancel", fmt.Sprintf(`{"simulation": "%s"}`, id)) // it has ended
	}
	golden.Check(t, "testdata/studies.golden", out.String())
}

// TestNotifications compares the notifications to clients while people play and
// an author saves with a golden file: to a debugger, to a player in another
// language, and to one who watches nothing.
func TestNotifications(t *testing.T) {
	synctest.Test(t, wholeNotifications) // notifications are paced
}

func wholeNotifications(t *testing.T) {
	s, _ := server(t)
	who := []string{"ann", "bob", "eve"}
	talkers := map[string]*talker{"ann": newTalker(t, s, true), "bob": newTalker(t, s, false), "eve": newTalker(t, s, false)}
	var out strings.Builder
	heard := func(what string) {
		<-time.After(time.Second)
		synctest.Wait()
		fmt.Fprintf(&out, "# %s\n", what)
		for _, name := range who {
			for {
				ended, end := context.WithCancel(t.Context())
				end()
				line, ok := talkers[name].client.Next(ended)
				if !ok {
					break
				}
				fmt.Fprintf(&out, "%s is sent %s\n", name, lined(passing.ReplaceAllString(string(line), "")))
			}
		}
	}
	ann, bob := talkers["ann"], talkers["bob"]
	bob.call("hello", `{"language": "de"}`)
	ann.call("session/new", `{"game": "pairs", "players": 2, "seed": 3}`)
	ann.call("session/watch", `{"session": "1"}`)
	bob.call("session/watch", `{"session": "1", "player": 2}`)
	ann.call("session/tune", `{"session": "1", "params": {"game/pairs.start": 4}}`)
	ann.call("choice/begin", `{"session": "1", "command": "turn d1"}`)
	s.HandleEdit(saved(t, "coins: 1}", "coins: 9}"))
	heard("a save that fails a test, cancels a choice and keeps a tried value")
	s.HandleEdit(saved(t, "do_pass", "do_psas"))
	heard("a save that cannot be played")
	s.HandleEdit(saved(t, "default: 2", "default: 3"))
	heard("a save that mends it, and keeps the tried value")
	s.HandleEdit(saved(t, "default: 2", "default: 3"))
	heard("the same again")
	ann.call("session/close", `{"session": "1"}`)
	heard("the session is closed")
	golden.Check(t, "testdata/notifications.golden", out.String())
}

// TestProblemExplanations compares problems with and without a line, a file and
// a fix, and definitions changed by another pack, with a golden file; and the
// files after all problems were fixed.
func TestProblemExplanations(t *testing.T) {
	files := map[string]string{
		"content/shop/pack.yaml": "kind: pack\nformat: 1\nid: shop\nversion: 1.0.0\ntitle: Shop\n",
		"content/more/pack.yaml": "kind: pack\nformat: 1\nid: more\nversion: 2.0.0\ntitle: More\ngames: [shop]\nrequires: {shop: ^1.0}\n",
		"content/more/bell.yaml": "kind: patch\nof: relic/bell\nset: {name: Gong}\n",
	}
	for name, text := range shop {
		files[name] = text
	}
	const game = "content/shop/game.yaml"
	problems := diag.List{
		diag.New("content/type", diag.Place{File: game}, "about a whole file"), diag.New("content/type", diag.Place{}, "about no file"),
		diag.New("content/type", diag.Place{File: game, Line: 99, Column: 1}, "about a line that is not there"),
		diag.New("content/type", diag.Place{File: game, Line: 5, Column: 3, Length: 2}, "about %q", "the last line").WithHint("mend it").WithNote(diag.Place{File: game, Line: 1, Column: 1}, "see here"),
		diag.New("content/range", diag.Place{File: game, Line: 3, Column: 1, Length: 4}, "fixed").WithEdit("name", "NAME"),
		diag.New("content/reference", diag.Place{File: game, Line: 3, Column: 1, Length: 4}, "of an older text").WithEdit("mane", "NAME"),
		diag.New("file/unreadable", diag.Place{File: "content/shop/none.yaml", Line: 3, Column: 1, Length: 4}, "of no file").WithEdit("name", "NAME"),
	}
	full := false
	s, stored := serverOf(t, files, func(o *protocol.Options) {
		store := o.WriteFile
		o.Problems, o.Files = problems, nil
		o.WriteFile = func(file string, text []byte) error {
			if full {
				return fmt.Errorf("the disk is full")
			}
			return store(file, text)
		}
	})
	who := map[string]*talker{"ann": newTalker(t, s, true)}
	out := converse(t, who, `
ann content/problems {}
ann content/definition {"key": "relic/bell"}
ann content/definition {"key": "more:relic/bell"}
ann content/definition {"key": "shop:relic/bell"}
ann content/definition {"key": "shop:"}
ann content/definitions {"game": "shop"}
ann content/history {"key": "relic/bell"}
ann content/history {"key": "relic/bell", "path": "name"}
ann content/fix {"code": "content/range"}
ann content/fix {"code": "content/reference"}
ann content/fix {"code": "file/unreadable"}
`, nil)
	full = true
	out += converse(t, who, `ann content/fix {"code": "content/range", "where": "content/shop/game.yaml:3:1"}`, nil)
	golden.Check(t, "testdata/problems.golden", out+fmt.Sprintf("written: %q\n", stored))
}
