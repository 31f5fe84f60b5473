package durability

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/tests/golden"
)

// fraction writes an expression with fractions that uses every operator and
// function whose last digit might differ between machines.
func fraction(r *rand.Rand, depth int) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	if depth == 0 {
		return one("vars.a", "vars.b", "vars.c", "0.1", "1.7", "vars.n", "sum(\"dice\")", fmt.Sprint(r.Float64()*10))
	}
	left, right := fraction(r, depth-1), fraction(r, r.IntN(depth))
	switch r.IntN(6) {
	case 0:
		return "f(math.abs(" + left + ") ^ f(" + right + "))"
	case 1:
		return "f(" + left + " * " + right + " + " + fraction(r, 0) + ")"
	case 2:
		return "f(" + left + one(" / ", " % ", " - ") + right + ")"
	case 3:
		return "f(math." + one("sin", "cos", "tan", "atan", "tanh", "exp") + "(" + left + "))"
	case 4:
		return "f(math." + one("log", "log10", "sqrt") + "(math.abs(" + left + ")))"
	default:
		return "f(tonumber(" + one("tostring", "string.format") + "(f(" + left + ")))" + ")"
	}
}

// fractions is content with games that are generated from seeds.
func fractions(t *testing.T) *rules.Content {
	t.Helper()
	files := fstest.MapFS{"content/f/d6.yaml": {Data: []byte("kind: die\nid: d6\nsides: 6\n")}}
	for seed := range 6 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		var script strings.Builder
		for _, action := range []string{"x", "y", "z"} {
			fmt.Fprintf(&script, "    do_%s = function()\n      roll_dice(\"dice\")\n", action)
			for _, v := range []string{"a", "b", "c"} {
				fmt.Fprintf(&script, "      vars.%s = %s\n", v, strings.ReplaceAll(fraction(r, 4), "string.format(", "string.format(\"%.17g\", "))
			}
			script.WriteString("      vars.n = vars.n + 1\n      if vars.n >= 40 then if vars.a > vars.b then win() else lose() end end\n    end,\n")
		}
		game := fmt.Sprintf(`kind: game
id: f%d
name: F
variables:
  a: {start: 0.3, whole: false}
  b: {start: 2.5, whole: false}
  c: {start: -1.25, whole: false}
  n: {start: 0}
zones:
  dice: {of: die, label: d, start: [{d6: 3}]}
actions: {x: {}, y: {}, z: {}}
phases:
  p: {actions: [x, y, z]}
metrics:
  a: {value: vars.a}
  b: {value: vars.b}
  product: {value: vars.a * vars.b + vars.c}
lua: |
  local function f(x)
    if x ~= x or x > 1e6 or x < -1e6 then return 0.37 end
    return x
  end
  return {
    start = function() end,
%s  }
`, seed, script.String())
		files[fmt.Sprintf("content/f/f%d.yaml", seed)] = &fstest.MapFile{Data: []byte(game)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// TestFractionsAreIdenticalOnAllPlatforms plays generated games that compute with
// fractions, and simulates them: hashes, fuel and reports must be those of the
// file on every machine, byte for byte.
func TestFractionsAreIdenticalOnAllPlatforms(t *testing.T) {
	c := fractions(t)
	compare(t, c, "testdata/fractions.txt")
	var found strings.Builder
	for _, g := range c.Games() {
		plan := sim.Plan{Game: g.ID(), Seed: 3, N: 60, Variants: []sim.Variant{{Content: c, Bot: "random"}}}
		result, err := sim.Run(context.Background(), plan)
		if err != nil {
			t.Fatal(err)
		}
		reports := result.Reports(plan)
		text, err := json.Marshal(reports)
		if err != nil {
			t.Fatal(err)
		}
		if m := reports[0].Metrics["product"]; m.Deviation == 0 || m.Mean == float64(int64(m.Mean)) || reports[0].FuelPerGame == 0 {
			t.Errorf("%s has no fractions to compare: %s", g.ID(), text)
		}
		fmt.Fprintf(&found, "%s %x\n", g.ID(), sha256.Sum256(text))
	}
	if golden.Updating() {
		if err := os.WriteFile("testdata/reports.txt", []byte(found.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/reports.txt")
	if err != nil || found.String() != string(want) {
		t.Errorf("the reports are\n%sand must be\n%s%v", found.String(), want, err)
	}
}
