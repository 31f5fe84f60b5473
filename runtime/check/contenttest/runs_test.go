package contenttest_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// TestOptionsChooseTests checks which tests run by name and by definition, that
// a debugger hears of their commands, and that a run can be ended.
func TestOptionsChooseTests(t *testing.T) {
	text, err := os.ReadFile("testdata/hours.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c := built(t, text)
	names := func(ctx context.Context, o contenttest.Options) string {
		var out []string
		for _, r := range contenttest.Run(ctx, c, o) {
			out = append(out, fmt.Sprintf("%s %s %d", r.Definition.Key(), r.Name, r.Commands))
		}
		return strings.Join(out, "; ")
	}
	begun := 0
	probe := &session.Probe{Begins: func(*session.Session) { begun++ }}
	ctx, cancel := context.WithCancel(t.Context())
	ended := contenttest.Options{Each: func(r contenttest.Result) {
		if r.Name == "the game's by its name" {
			cancel()
		}
	}}
	for _, o := range []struct{ got, want string }{
		{names(t.Context(), contenttest.Options{Name: "two streams that come again", Probe: probe}), "game/hours two streams that come again 2"},
		{names(t.Context(), contenttest.Options{Name: "two streams", Filter: contenttest.Matching("card/queen")}), ""},
		{names(t.Context(), contenttest.Options{Filter: contenttest.Matching("queen")}), "card/queen its own parameter comes first 0; card/queen the game's by its name 0"},
		{names(ctx, ended), "card/queen its own parameter comes first 0; card/queen the game's by its name 0"},
	} {
		if o.got != o.want {
			t.Errorf("%q ran, want %q", o.got, o.want)
		}
	}
	if begun != 4 { // the start, the situation and two commands
		t.Errorf("the probe heard of %d commands", begun)
	}
}

// TestPacksWithoutAGame checks that the tests of a pack without a game fail, and
// say why.
func TestPacksWithoutAGame(t *testing.T) {
	tree := fstest.MapFS{
		"content/lone/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: lone, version: 1.0.0, title: Lone}")},
		"content/lone/cards.yaml": {Data: []byte("{kind: card, id: ace, tests: [{name: alone, do: wait, expect: {gold: 1}}]}")},
	}
	c := bazaar.Build(t, tree)
	var out strings.Builder
	write(&out, "looking", contenttest.CheckNames(c))
	write(&out, "running", contenttest.Failures(contenttest.Run(t.Context(), c, contenttest.Options{})))
	ace, _ := c.Catalog.Find("ace", "card")
	_, problem := contenttest.RunUpTo(c, ace, ace.Data.All("tests")[0])
	if problem == nil {
		t.Fatal("a game is played up to the cursor")
	}
	write(&out, "up to the cursor", diag.List{*problem})
	const what = ` test/invalid at content/lone/cards.yaml:1:31+0 "tests[0]": pack lone has no game to test in | ` + "\n"
	if want := "\trunning" + what + "\tup to the cursor" + what; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestAFaultAtTheStartIsReportedOnce checks that a script fault at the start of a game, which
// fails every test, is reported once with how many others it fails, and another fault apart.
func TestAFaultAtTheStartIsReportedOnce(t *testing.T) {
	text := `kind: game
id: hours
params: {pay: 1}
variables: {gold: {start: 0}}
actions: {earn: {}}
phases: {play: {actions: [earn]}}
lua: "return {start = function() if game.pay > 1 then error('later') end vars.gold = nil + 1 end, do_earn = function() vars.gold = 1 end}"
tests:
  - {name: one, do: earn, expect: {gold: 1}}
  - {name: two, do: earn, expect: {gold: 1}}
  - {name: other, given: {params: {pay: 2}}, do: earn, expect: {gold: 1}}
  - {name: three, do: earn, expect: {gold: 1}}
`
	results := contenttest.Run(t.Context(), built(t, []byte(text)), contenttest.Options{})
	var got []string
	for _, p := range contenttest.Failures(results) {
		got = append(got, fmt.Sprint(p.Place.Line, " ", p.Notes[len(p.Notes)-1].Message))
	}
	if want := "9 it fails 2 more tests"; contenttest.Failed(results) != 4 || len(got) != 2 || got[0] != want || !strings.HasPrefix(got[1], "11 ") {
		t.Errorf("%d fail, as %q", contenttest.Failed(results), got)
	}
}
