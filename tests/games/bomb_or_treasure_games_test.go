package games_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
	"sleight/scripts"
	"sleight/tests/shipped"
)

// TestBombOrTreasureMoreJokers checks that jokers that are not in the design
// are drawn by their weight alone, and that games with them end.
func TestBombOrTreasureMoreJokers(t *testing.T) {
	c, problems := shipped.Content(t).With(map[string]float64{"joker/gilder.weight": 2, "joker/jammer.weight": 0})
	if c == nil {
		t.Fatal(problems)
	}
	lootChances(t, c, map[string]float64{"shield": 0.25, "scrambler": 0.25, "gilder": 0.5})
	all := map[string]float64{"joker/gilder.weight": 2, "joker/spyglass.weight": 2, "joker/magnet.weight": 2, "game/bomb_or_treasure.joker_chance": 0.5}
	if c, problems = shipped.Content(t).With(all); c == nil {
		t.Fatal(problems)
	}
	playMany(t, c, "bomb_or_treasure", 1, 500)
}

// TestBombOrTreasureJokersAreIndependentFiles checks that a new joker touches
// nothing else: the three that the design does not have are named only in their
// own files and in translations, and a file added beside them is drawn like the
// others.
func TestBombOrTreasureJokersAreIndependentFiles(t *testing.T) {
	files := filesOf(t, "bomb_or_treasure")
	for path, f := range files {
		for _, id := range []string{"gilder", "magnet", "spyglass"} {
			if !strings.Contains(path, id) && !strings.Contains(path, "/locales/") && strings.Contains(strings.ToLower(string(f.Data)), id) {
				t.Errorf("%s names %s", path, id)
			}
		}
	}
	files["content/bomb_or_treasure/jokers/locket.yaml"] = &fstest.MapFile{Data: []byte(`
kind: joker
id: locket
params: {weight: 3}
lua: |
  return { on_joker_drawn = function(self) move_to(self, "jokers") end }
`)}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	lootChances(t, c, map[string]float64{"shield": 1.0 / 6, "scrambler": 1.0 / 6, "jammer": 1.0 / 6, "locket": 0.5})
}

// filesOf copies the files of a shipped pack, for tests that add others to
// them.
func filesOf(t *testing.T, name string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for root, from := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err := fs.WalkDir(from, name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(from, path)
			files[root+"/"+path] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestBombOrTreasureStartsOver plays games at random, and each again after its
// end: only a restart is legal then, the best total stays, and replaying the
// log of both leads to the same state.
func TestBombOrTreasureStartsOver(t *testing.T) {
	c := shipped.Content(t)
	for seed := range uint64(50) {
		s, problem := session.New(c, "bomb_or_treasure", session.Options{Seed: seed})
		if problem != nil {
			t.Fatal(problem)
		}
		if _, fault := finish(s); fault != "" {
			t.Fatal(fault)
		}
		best := variable(t, s, "best_total_score")
		if legal, _ := s.Legal(0); len(legal) != 1 || s.Format(legal[0]) != "restart" {
			t.Fatalf("after the end one may %v", legal)
		}
		if r := s.Run("restart"); !r.OK() || s.Over() {
			t.Fatal(r.Refusal, r.Problem)
		}
		if total, lives := variable(t, s, "total_score"), variable(t, s, "lives"); total != 0 || lives != 3 {
			t.Fatalf("a new game begins with %v points and %v lives", total, lives)
		}
		if _, fault := finish(s); fault != "" {
			t.Fatal(fault)
		}
		if want, got := max(best, variable(t, s, "total_score")), variable(t, s, "best_total_score"); got != want {
			t.Errorf("seed %d: the best total is %v, expected %v", seed, got, want)
		}
		again, problem := session.New(c, "bomb_or_treasure", session.Options{Seed: seed})
		if problem != nil {
			t.Fatal(problem)
		}
		for _, command := range s.Commands() {
			if r := again.Run(command); !r.OK() {
				t.Fatal(r.Refusal, r.Problem)
			}
		}
		if again.Hash() != s.Hash() {
			t.Errorf("seed %d: the log leads elsewhere", seed)
		}
	}
}

// TestBombOrTreasureRewardsRisk checks the design's claims about risk and
// reward: banking each number at once earns less per turn than pushing for a
// second and third, and waiting for a full set earns least.
func TestBombOrTreasureRewardsRisk(t *testing.T) {
	p := sim.Plan{Game: "bomb_or_treasure", Seed: 1, N: 600}
	at := []float64{1, 2, 3, 7}
	for _, n := range at {
		c, problems := shipped.Content(t).With(map[string]float64{"bot/banker.bank_at": n})
		if c == nil {
			t.Fatal(problems)
		}
		p.Variants = append(p.Variants, sim.Variant{Name: fmt.Sprint("bank at ", n), Content: c, Bot: "banker"})
	}
	result, err := sim.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	perTurn := map[float64]float64{}
	for i, r := range result.Reports(p) {
		total, length := r.Metrics["total"].Mean, r.Metrics["length"].Mean
		perTurn[at[i]] = total / length
		t.Logf("%s: total %.1f in %.1f commands, %.2f each", p.Variants[i].Name, total, length, total/length)
	}
	if slow := 1.2 * perTurn[1]; perTurn[2] < slow || perTurn[3] < slow || perTurn[7] > perTurn[1] {
		t.Errorf("points of a command, by when is banked: %v", perTurn)
	}
}
