package chart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// found returns an answer of each kind, from games of the bazaar. Fuel is left
// out because costs change.
func found(t *testing.T) map[string]*experiment.Answer {
	t.Helper()
	c := bazaar.Build(t, bazaar.Tree(t))
	q := experiment.Question{Game: bazaar.ID, Title: "Bazaar", Seed: 5, N: 16}
	sweep, err := q.Sweep(c, "params.wares=1..4", "greedy", nil)
	if err != nil {
		t.Fatal(err)
	}
	impact, err := q.Impact(c, []string{"relic", "consumable", "card"}, "random", nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*experiment.Answer{}
	for name, q := range map[string]experiment.Question{
		"play": q.Bots([]string{"random", "sleeper", "greedy"}, map[string]float64{"game/bazaar.purse": 7}), "one": q.Bots([]string{"random"}, nil),
		"sweep": sweep, "impact": impact, "compare": q.Compare("1.1.0", []string{"random", "sleeper"}, nil),
	} {
		r, err := q.Run(t.Context(), experiment.Content{New: c, Old: c}, sim.Range{0, q.N}, experiment.RunOptions{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Variants {
			r.Variants[i].Fuel = 0
		}
		out[name] = q.Answer(r)
	}
	return out
}

// TestWholeAnswers checks every answer in every form: as data, as text in two
// widths and character sets, as a table, as JSON and as a page.
func TestWholeAnswers(t *testing.T) {
	for name, a := range found(t) {
		var out strings.Builder
		question, _ := json.Marshal(a.Question)
		fmt.Fprintf(&out, "%s\nleading %s, curve %v\n", question, a.Leading(), a.Curve())
		for _, by := range []string{"", "days", experiment.WinRate} {
			for _, o := range []Options{{By: by}, {By: by, Width: 50, ASCII: true}} {
				fmt.Fprintf(&out, "\n# text by %q, %d columns\n", by, o.Width)
				if err := Text(&out, a, o); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Fprintf(&out, "\n# worth by %q\n", by)
			for _, w := range a.Impacts(by) {
				fmt.Fprintf(&out, "%s/%s %v %v\n", w.Kind, w.ID, w.WinRate, w.Faulty)
			}
		}
		var indented, compact bytes.Buffer
		if err := JSON(&indented, a, ""); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&compact, indented.Bytes()); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "\n# JSON\n%s\n\n# page\n", &compact)
		if err := HTML(&out, a, "", nil); err != nil {
			t.Fatal(err)
		}
		out.WriteString("\n# table\n")
		if err := CSV(&out, a); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+name+".golden", out.String())
	}
}

// TestWholeVerdicts checks the verdicts on expectations.
func TestWholeVerdicts(t *testing.T) {
	tree := bazaar.Tree(t)
	file := tree["content/bazaar/game.yaml"]
	file.Data = []byte(strings.Replace(string(file.Data), "balance: [{bot: random, games: 20, metrics: {days: '3 ± 2'}}]", `balance:
  - {bot: random, games: 20, metrics: {days: '3 ± 2', length: '1 ± 0.5'}, text: It takes time.}
  - {bot: sleeper, games: 12, seed: 9, players: 3, set: {purse: 2}, win_rate: '0.5 ± 0.01'}
  - {bot: greedy, games: 12, win_rate: '1 ± 0'}`, 1))
	c := bazaar.Build(t, tree)
	g, _ := c.Game(bazaar.ID)
	expectations, problems := experiment.Expectations(c, g)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var out strings.Builder
	var all []*experiment.Verdict
	for _, e := range expectations {
		v, err := e.Judge(t.Context(), c, experiment.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
		for _, ascii := range []bool{false, true} {
			out.WriteString(Verdict(v, ascii))
		}
		for _, d := range v.Problems() {
			fmt.Fprintf(&out, "%v\n", &d)
		}
	}
	text, err := json.MarshalIndent(Verdicts(all), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/verdicts.golden", out.String()+string(text)+"\n")
}
