package fuzz

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestFindingsRoundTrip checks that Read returns the game, seed, players and
// commands that Replay writes, without the lines that confirm a warning.
func TestFindingsRoundTrip(t *testing.T) {
	for _, x := range []Finding{
		{Game: "mine", Seed: 1},
		{Game: "mine", Seed: 1<<64 - 1, Players: 3, Commands: []string{"dig 2", "lua vars.gold = 3 # much"}},
		{Game: "mine", Commands: []string{"step", "step"}, warned: []bool{true, false}},
	} {
		x.Problem = diag.New("script/runtime", diag.Place{}, "the roof came down\nat last")
		got := Finding{Seed: 7}
		if err := got.Read(strings.NewReader(x.Replay())); err != nil {
			t.Fatal(err)
		}
		if got.Game != x.Game || got.Seed != x.Seed || got.Players != x.Players || !slices.Equal(got.Commands, x.Commands) {
			t.Errorf("%+v was read from\n%s", got, x.Replay())
		}
	}
	// The call may end the line, and what is not a comment is a command.
	call := Finding{}
	if err := call.Read(strings.NewReader("# sleight repl dig --players 2\nlua log('sleight repl mine --seed 9')\n")); err != nil || call.Game != "dig" || call.Players != 2 || call.Seed != 0 || !slices.Equal(call.Commands, []string{"lua log('sleight repl mine --seed 9')"}) {
		t.Error(call, err)
	}
	// A file without a game leaves the known values unchanged.
	got := Finding{Game: "mine", Seed: 7}
	if err := got.Read(strings.NewReader("dig 1\n\n# and then\n  dig 2  \n")); err != nil || got.Game != "mine" || got.Seed != 7 || !slices.Equal(got.Commands, []string{"dig 1", "dig 2"}) {
		t.Error(got, err)
	}
}

// TestFindingsAreReportedInFull states how findings of every length are
// reported and saved: all commands, or the last of very many, the players if they are given, and
// how far they can be replayed.
func TestFindingsAreReportedInFull(t *testing.T) {
	built := bazaar.Written(t, "walk", strings.Replace(busy, "id: busy", "id: walk", 1))
	var out strings.Builder
	for _, x := range []Finding{
		{Players: 1},
		{Players: 2, Commands: []string{"rest"}, warned: []bool{true}},
		{Seed: 3, Commands: []string{"rest", "fly", "rest"}},
		{Seed: 3, Commands: slices.Repeat([]string{"rest"}, maxListed+1)},
		{Seed: 3, Commands: slices.Repeat([]string{"rest"}, 13)},
		{Seed: 3, Commands: slices.Repeat([]string{"rest"}, 11), warned: []bool{true, false, true}},
	} {
		x.Game, x.Problem = "walk", diag.New("script/runtime", diag.Place{}, "it %q broke", "at last")
		d := x.Diagnostic()
		fmt.Fprintf(&out, "%s\n%s\n%s", d.Error(), noted(d), Scenario("found", []Finding{x}))
		s := x.Session(built)
		fmt.Fprintf(&out, "played again: %q by %d players, %s\n\n", s.Commands(), s.Players(), s.Hash())
	}
	golden.Check(t, "testdata/reports.golden", out.String())
	if s := (&Finding{Game: "run", Commands: []string{"rest"}}).Session(built); s != nil {
		t.Error("a game that is not there begins")
	}
	var many Finding
	if err := many.Read(strings.NewReader("# sleight repl walk --players=99999999999 --seed x")); err != nil || many.Players != math.MaxInt32 || many.Seed != 0 {
		t.Errorf("%+v, %v", many, err)
	}
}
