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
