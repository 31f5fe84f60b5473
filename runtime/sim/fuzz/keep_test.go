package fuzz

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// TestWhatIsKeptIsReadAgain checks that Read returns the game, seed, players and
// commands that Replay writes, without the lines that confirm a warning.
func TestWhatIsKeptIsReadAgain(t *testing.T) {
	for _, x := range []Finding{
		{Game: "mine", Seed: 1},
		{Game: "mine", Seed: 1<<64 - 1, Players: 3, Way: []string{"dig 2", "lua vars.gold = 3 # much"}},
		{Game: "mine", Way: []string{"step", "step"}, warned: []bool{true, false}},
	} {
		x.Problem = diag.New("script/runtime", diag.Place{}, "the roof came down\nat last")
		got := Finding{Seed: 7, Players: x.Players}
		if err := got.Read(strings.NewReader(x.Replay())); err != nil {
			t.Fatal(err)
		}
		if got.Game != x.Game || got.Seed != x.Seed || got.Players != x.Players || !slices.Equal(got.Way, x.Way) {
			t.Errorf("%+v was read from\n%s", got, x.Replay())
		}
	}
	// A file without a game leaves what is known already.
	got := Finding{Game: "mine", Seed: 7}
	if err := got.Read(strings.NewReader("dig 1\n\n# and then\n  dig 2  \n")); err != nil || got.Game != "mine" || got.Seed != 7 || !slices.Equal(got.Way, []string{"dig 1", "dig 2"}) {
		t.Error(got, err)
	}
}
