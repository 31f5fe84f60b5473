package contenttest_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/tests/bazaar"
)

// TestFailuresNameThePatches checks that a failing test of a definition names
// the packs that have changed it, up to a number, but neither the packs that
// change its tests nor the place of the test itself; and that a test that ends
// early gives the reason.
func TestFailuresNameThePatches(t *testing.T) {
	tree := fstest.MapFS{
		"content/base/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: base, version: 1.0.0, title: Base}")},
		"content/base/game.yaml": {Data: []byte(`
kind: game
id: base
variables: {gold: {start: 0}}
actions: {earn: {}}
phases: {play: {actions: [earn]}}
params: {pay: 1, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1}
lua: "return {do_earn = function(self) vars.gold = vars.gold + self.pay end}"
tests:
  - {name: it pays one, do: earn, expect: {gold: 1}}
  - {name: it pays more, do: earn, expect: {gold: 3}}
  - {name: nothing to check, do: earn}
`)},
		"content/more/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: more, version: 1.0.0, title: More, games: [base], requires: {base: ^1.0}}")},
		"content/more/patch.yaml": {Data: []byte("kind: patch\nof: game/base\nset: {params.pay: 2, params.a: 2}\nadd: {tests: [{name: it pays two, do: earn, expect: {gold: 2}}, {name: it pays four, do: earn, expect: {gold: 4}}]}\n")},
		"content/last/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: last, version: 1.0.0, title: Last, games: [base], requires: {base: ^1.0, more: ^1.0}}")},
		"content/last/patch.yaml": {Data: []byte("kind: patch\nof: game/base\nset: {params.b: 2, params.c: 2, params.d: 2, params.e: 2, params.f: 2, params.g: 2}\n")},
	}
	var out strings.Builder
	for _, r := range contenttest.Run(t.Context(), bazaar.Build(t, tree), contenttest.Options{}) {
		fmt.Fprintf(&out, "%s: %v\n", r.Name, r.Passed)
		if r.Problem != nil {
			fmt.Fprintf(&out, "  %v\n", r.Problem)
			for _, n := range r.Problem.Notes {
				fmt.Fprintf(&out, "    %s (%s)\n", n.Message, n.Place)
			}
		}
	}
	const want = `it pays one: false
  content/base/game.yaml:10:50: error: gold is 2, expected 1 [test/failed]
    more changes params.pay here; an intended change must also change this test (content/more/patch.yaml:3:19)
    more changes params.a here; an intended change must also change this test (content/more/patch.yaml:3:32)
    last changes params.b here; an intended change must also change this test (content/last/patch.yaml:3:17)
it pays more: false
  content/base/game.yaml:11:51: error: gold is 2, expected 3 [test/failed]
    more changes params.pay here; an intended change must also change this test (content/more/patch.yaml:3:19)
    more changes params.a here; an intended change must also change this test (content/more/patch.yaml:3:32)
    last changes params.b here; an intended change must also change this test (content/last/patch.yaml:3:17)
nothing to check: false
  content/base/game.yaml:12:5: error: the test expects nothing [test/invalid]; add expect: with what must hold
    more changes params.pay here; an intended change must also change this test (content/more/patch.yaml:3:19)
    more changes params.a here; an intended change must also change this test (content/more/patch.yaml:3:32)
    last changes params.b here; an intended change must also change this test (content/last/patch.yaml:3:17)
it pays two: true
it pays four: false
  content/more/patch.yaml:4:111: error: gold is 2, expected 4 [test/failed]
    last changes params.b here; an intended change must also change this test (content/last/patch.yaml:3:17)
    last changes params.c here; an intended change must also change this test (content/last/patch.yaml:3:30)
    last changes params.d here; an intended change must also change this test (content/last/patch.yaml:3:43)
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestFailuresNameThePatchesOfWhatTheyUse checks that a failing test names the packs that
// have changed definitions which it names; or else, the game or what is in play; or else,
// anything that the game sees.
func TestFailuresNameThePatchesOfWhatTheyUse(t *testing.T) {
	tree := fstest.MapFS{
		"content/base/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: base, version: 1.0.0, title: Base}")},
		"content/base/game.yaml": {Data: []byte(`
kind: game
id: base
variables: {gold: {start: 0}}
zones: {purse: {of: relic, label: p}, hat: {of: relic, label: h, start: [gem]}}
actions: {earn: {}, tell: {}}
phases: {play: {actions: [earn, tell]}}
lua: |
  return {
    do_earn = function() vars.gold = (top("purse") or top("hat")).worth end,
    do_tell = function() vars.gold = definition("relic/tale").worth end,
  }
---
{kind: relic, id: coin, params: {worth: 1}}
---
{kind: relic, id: gem, params: {worth: 2}}
---
{kind: relic, id: tale, params: {worth: 3}}
`)},
		"content/base/tests.yaml": {Data: []byte(`
{kind: relic, id: probe, tests: [{name: a coin, given: {purse: [coin]}, do: earn, expect: {gold: 1}}, {name: a gem, do: earn, expect: {gold: 2}}, {name: a tale, given: {hat: []}, do: tell, expect: {gold: 3}}]}
`)},
		"content/more/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: more, version: 1.0.0, title: More, games: [base], requires: {base: ^1.0}}")},
		"content/more/patch.yaml": {Data: []byte("{kind: patch, of: relic/coin, set: {params.worth: 5}}\n---\n{kind: patch, of: relic/gem, set: {params.worth: 6}}\n---\n{kind: patch, of: relic/tale, set: {params.worth: 7}}\n")},
	}
	var out strings.Builder
	for _, r := range contenttest.Run(t.Context(), bazaar.Build(t, tree), contenttest.Options{}) {
		fmt.Fprintf(&out, "%s: %v\n", r.Name, r.Problem)
		for _, n := range r.Problem.Notes {
			fmt.Fprintf(&out, "  %s\n", n.Message)
		}
	}
	const want = `a coin: content/base/tests.yaml:2:98: error: gold is 5, expected 1 [test/failed]
  more changes params.worth of relic/coin here, which may be the cause; an intended change must also change this test
a gem: content/base/tests.yaml:2:142: error: gold is 6, expected 2 [test/failed]
  more changes params.worth of relic/gem here, which may be the cause; an intended change must also change this test
a tale: content/base/tests.yaml:2:205: error: gold is 7, expected 3 [test/failed]
  more changes params.worth of relic/coin here, which may be the cause; an intended change must also change this test
  more changes params.worth of relic/gem here, which may be the cause; an intended change must also change this test
  more changes params.worth of relic/tale here, which may be the cause; an intended change must also change this test
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestFailuresOfAGamesTestsNameItsItemsFirst checks that a test of the game notes changes to
// the definitions that it names before those to the game, and one change of each part.
func TestFailuresOfAGamesTestsNameItsItemsFirst(t *testing.T) {
	tree := fstest.MapFS{
		"content/base/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: base, version: 1.0.0, title: Base}")},
		"content/base/game.yaml": {Data: []byte(`
kind: game
id: base
variables: {gold: {start: 0}}
zones: {purse: {of: relic, label: p}}
actions: {earn: {}}
phases: {play: {actions: [earn]}}
lua: "return {do_earn = function() vars.gold = top('purse').worth end}"
tests: [{name: a coin, given: {purse: [coin]}, do: earn, expect: {gold: 1}}]
---
{kind: relic, id: coin, params: {worth: 1}}
`)},
		"content/more/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: more, version: 1.0.0, title: More, games: [base], requires: {base: ^1.0}}")},
		"content/more/patch.yaml": {Data: []byte("{kind: patch, of: game/base, add: {zones: {orbs: {of: relic, label: o, limit: 3}, bag: {of: relic, label: b}}}}\n---\n" +
			"{kind: patch, of: relic/coin, set: {params.worth: 5}}\n")},
	}
	var out strings.Builder
	for _, r := range contenttest.Run(t.Context(), bazaar.Build(t, tree), contenttest.Options{}) {
		for _, n := range r.Problem.Notes {
			fmt.Fprintf(&out, "%s\n", n.Message)
		}
	}
	const want = `more changes params.worth of relic/coin here, which may be the cause; an intended change must also change this test
more changes zones.orbs.of here; an intended change must also change this test
more changes zones.bag.of here; an intended change must also change this test
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
