package experiment_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/shipped"
)

func both(t testing.TB) experiment.Content {
	t.Helper()
	c := shipped.Content(t)
	return experiment.Content{New: c, Old: c}
}

// questions returns a small question of each kind.
func questions(t testing.TB, c experiment.Content) []experiment.Question {
	t.Helper()
	q := experiment.Question{Game: "forward", Seed: 5, N: 8}
	sweep, err := q.Sweep(c.New, "params.max_hp=18..22..2", "reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	impact, err := q.Impact(c.New, []string{"relic", "consumable"}, "reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	return []experiment.Question{
		q.Bots([]string{"random", "reference"}, nil), sweep, impact,
		q.Compare("old", []string{"reference"}, nil),
	}
}

// TestAnySplitMergesToTheSameResult checks that the parts of a question, however it
// is split and in whatever order they are merged, give exactly the answer of
// the whole, also when written to files and read back.
func TestAnySplitMergesToTheSameResult(t *testing.T) {
	c := both(t)
	for _, q := range questions(t, c) {
		whole := play(t, &q, c, sim.Range{0, q.N})
		files := map[sim.Range][]byte{} // play each range only once
		want := answer(t, &q, whole.Result)
		rapid.Check(t, func(r *rapid.T) {
			cuts := append(rapid.SliceOfNDistinct(rapid.IntRange(1, q.N-1), 0, 4, rapid.ID[int]).Draw(r, "cuts"), 0, q.N)
			slices.Sort(cuts)
			var parts []*experiment.Part
			for i := range cuts[1:] {
				games := sim.Range{cuts[i], cuts[i+1]}
				if files[games] == nil {
					files[games] = written(t, &q, c, games)
				}
				part, err := experiment.ReadPart("a part", files[games])
				if err != nil {
					r.Fatal(err)
				}
				parts = append(parts, part)
			}
			parts = rapid.Permutation(parts).Draw(r, "order")
			for _, p := range parts[1:] {
				if err := parts[0].Merge("a part", p); err != nil {
					r.Fatal(err)
				}
			}
			if got := answer(t, &q, parts[0].Result); got != want {
				r.Fatalf("%s: parts %v give\n%s\nand the whole\n%s", q.Kind, cuts, got, want)
			}
			if err := parts[0].Merge("it again", parts[len(parts)-1]); err == nil {
				r.Fatal("games are counted twice")
			}
		})
	}
}

// play plays games, writes the result as a part file, and reads it back.
func play(t *testing.T, q *experiment.Question, c experiment.Content, games sim.Range) *experiment.Part {
	t.Helper()
	part, err := experiment.ReadPart("part", written(t, q, c, games))
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func written(t *testing.T, q *experiment.Question, c experiment.Content, games sim.Range) []byte {
	t.Helper()
	result, err := q.Run(t.Context(), c, games, experiment.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := experiment.NewPart("rules", *q, c, result).Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func answer(t *testing.T, q *experiment.Question, r *sim.Result) string {
	t.Helper()
	text, err := json.Marshal(q.Answer(r))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDamagedPartsAreRefused checks that a truncated, edited or made-up part
// causes an error and never a panic.
func TestDamagedPartsAreRefused(t *testing.T) {
	c := both(t)
	q := questions(t, c)[0]
	var file bytes.Buffer
	if err := play(t, &q, c, sim.Range{0, 4}).Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.String()
	for _, damage := range [][2]string{
		{`"sleight_part":2`, `"sleight_part":3`},
		{`"semantics":"rules"`, `"semantics":""`},
		{`"games":4`, `"games":5`},
		{`"outcomes":{`, `"outcomes":null,"x":{`},
		{`"against":0`, `"against":7`},
		{`"played":[[0,4]]`, `"played":[[0,99]]`},
		{`}`, ``},
	} {
		broken := bytes.Replace([]byte(whole), []byte(damage[0]), []byte(damage[1]), 1)
		if string(broken) == whole {
			t.Errorf("the part holds no %s", damage[0])
		}
		if _, err := experiment.ReadPart("part", broken); err == nil {
			t.Errorf("a part with %s is accepted", damage[1])
		}
	}
	for i := range len(whole) - 1 { // the last byte is the newline
		if _, err := experiment.ReadPart("part", []byte(whole[:i])); err == nil {
			t.Fatalf("a part cut off after %d bytes is accepted", i)
		}
	}
}

// TestPartsOfOtherSemanticsAreRefused checks that games played by different
// rules are never added up, and that the error names both digests.
func TestPartsOfOtherSemanticsAreRefused(t *testing.T) {
	c := both(t)
	q := questions(t, c)[0]
	one, two := play(t, &q, c, sim.Range{0, 4}), play(t, &q, c, sim.Range{4, 8})
	two.Semantics = "other"
	err := one.Merge("two.part", two)
	if err == nil || !strings.HasPrefix(err.Error(), "two.part: this part was played with semantics other, not rules: ") {
		t.Errorf("got %v", err)
	}
	if n := one.Result.Played.N(); n != 4 {
		t.Errorf("%d games were merged", n)
	}
}

// TestShardsShareAllGames checks that shards together contain each game once,
// and that their sizes differ by at most one.
func TestShardsShareAllGames(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 100_000).Draw(r, "games")
		of := rapid.IntRange(1, min(n, 500)).Draw(r, "shards")
		next := 0
		for i := 1; i <= of; i++ {
			games := experiment.Shard{I: i, N: of}.Games(n)
			if games[0] != next || games[1]-games[0] < n/of || games[1]-games[0] > n/of+1 {
				r.Fatalf("shard %d of %d has games %v, after %d", i, of, games, next)
			}
			next = games[1]
		}
		if next != n {
			r.Fatalf("shards end at %d of %d", next, n)
		}
	})
}
