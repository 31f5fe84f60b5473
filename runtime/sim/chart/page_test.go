package chart

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

var (
	markup = regexp.MustCompile(`<[^>]*>`)
	blank  = regexp.MustCompile(`\n\s*`)
	shapes = regexp.MustCompile(`(?s)<svg.*?</svg>`)
)

// wantPage compares the texts of a page, below its style, with those expected,
// those of a chart on one line. The positions of shapes are left to other tests.
func wantPage(t *testing.T, a *experiment.Answer, want string) {
	t.Helper()
	var out strings.Builder
	if err := HTML(&out, a, "", nil); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(out.String(), "</style>")
	body = strings.NewReplacer("</td><td>", "|", "</th><th>", "|", "</span><b>", "|", "</b><span>", "|").Replace(body)
	body = shapes.ReplaceAllStringFunc(body, func(chart string) string {
		return strings.Join(strings.Fields(markup.ReplaceAllString(chart, " ")), " ")
	})
	body = blank.ReplaceAllString(markup.ReplaceAllString(body, "\n"), "\n")
	if got := html.UnescapeString(body); got != want {
		t.Errorf("got\n%s\nwant%s", got[1:], want)
	}
}

// TestPagesOfSweeps states the texts of a sweep over one value in which one
// game is missing and one failed.
func TestPagesOfSweeps(t *testing.T) {
	a := swept("3")
	a.Question.N = 41
	a.Reports[0].Outcomes = map[string]int{sim.Endless: 1}
	wantPage(t, a, `
Mine: depth
from 3..3, 40 games each, played by random
1 game of 41 is missing.
3: 1 game went wrong.
Won|50.0 %|40.0 % to 70.0 %
Won
The band holds the true curve 95 times in 100 at each point.
40 % 50 % 60 % 70 % now 3 3: 50.0 % (40.0 % to 70.0 %) 0 depth
All figures
Variant|Figure|Games|Mean|95 %|Deviation|5 %|Half|95 %|Difference
3|Won|40|50.0 %|40.0 % to 70.0 %|||||
Seed 12. Intervals hold the true value 95 times in 100. The same content and seed give the same page.
`)
}

// TestPagesOfWorth states the texts about definitions, of which some have no title.
func TestPagesOfWorth(t *testing.T) {
	a := worth()
	a.Reports[0].WinRate = 0.45
	wantPage(t, a, `
mine
what each definition is worth to random, 40 games each
1 game of 41 is missing.
without rope: 1 game went wrong.
Won|45.0 %|40.0 % to 60.0 %
Won
By how much games with it differ from games without it, on the same seeds. What is pale may be chance. + marks what was given at the start; all others are part of the game, and were removed.
0 10 20 30 + Lamp + Lamp: 20 (10 to 30) +20.0 rope rope: 10 (5 to 20) +10.0 Idol Idol: 0 (0 to 0) no game differs
All figures
Variant|Figure|Games|Mean|95 %|Deviation|5 %|Half|95 %|Difference
now|Won|40|45.0 %|40.0 % to 60.0 %|||||
with lamp|Won|39|50.0 %|40.0 % to 60.0 %|||||+20.0
without rope|Won|39|50.0 %|40.0 % to 60.0 %|||||-10.0
without idol|Won|39|50.0 %|40.0 % to 60.0 %|||||+0.0?
Seed 12. Intervals hold the true value 95 times in 100. The same content and seed give the same page.
`)
}

// played returns the answer about games with many metrics, by two bots.
func played() *experiment.Answer {
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Play, Game: "mine", N: 8, Variants: []experiment.Variant{{Name: "random"}, {Name: "greedy"}}},
		Played:   sim.Ranges{{0, 8}},
	}
	figures := map[string]sim.Summary{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		figures[name] = sim.Summarize(counts(map[float64]int{2: 8}))
		a.Metrics = append(a.Metrics, sim.Metric{Name: name, Title: strings.ToUpper(name), Text: "About " + name})
	}
	figures["a"], figures["b"] = sim.Summary{}, sim.Summarize(counts(map[float64]int{2: 4, 3: 4}))
	for i, bot := range []string{"random", "greedy"} {
		at := float64(i) / 10
		a.Reports = append(a.Reports, sim.Report{Game: "mine", Bot: bot, Variant: bot, N: 8 - i, WinRate: 0.5 + at, WinRateInterval: sim.Interval{0.4, 0.6 + at}, Metrics: figures})
	}
	return a
}

// TestPagesOfTwoBots states the texts about the games of two bots. Metrics
// have charts only if they vary.
func TestPagesOfTwoBots(t *testing.T) {
	a := played()
	a.Metrics = a.Metrics[:3]
	wantPage(t, a, `
mine
8 games, played by random
Won|50.0 %|40.0 % to 60.0 %
B|2.50|± 0.535 in single games
C|2|± 0 in single games
Won
How often each wins on the same seeds.
40 % 50 % 60 % 70 % random random: 50 % (40 % to 60 %) 50.0 % greedy greedy: 60 % (40 % to 70 %) 60.0 %
B
About b
random
0 % 20 % 40 % 2: 50.0 % of games (4) 3: 50.0 % of games (4) 2 3 mean 2.50
greedy
0 % 20 % 40 % 2: 50.0 % of games (4) 3: 50.0 % of games (4) 2 3 mean 2.50
All figures
Variant|Figure|Games|Mean|95 %|Deviation|5 %|Half|95 %|Difference
random|Won|8|50.0 %|40.0 % to 60.0 %|||||
|B|8|2.50|2.13 to 2.87|0.535|2|2|3|
|C|8|2|2 to 2|0|2|2|2|
greedy|Won|7|60.0 %|40.0 % to 70.0 %|||||
|B|8|2.50|2.13 to 2.87|0.535|2|2|3|
|C|8|2|2 to 2|0|2|2|2|
Seed 0. Intervals hold the true value 95 times in 100. The same content and seed give the same page.
`)
}

// TestPagesOfManyMetrics states the texts about the games of one bot with so
// many metrics that the last has no tile.
func TestPagesOfManyMetrics(t *testing.T) {
	a := played()
	a.Reports, a.Metrics = a.Reports[:1], a.Metrics[1:]
	wantPage(t, a, `
mine
8 games, played by random
Won|50.0 %|40.0 % to 60.0 %
B|2.50|± 0.535 in single games
C|2|± 0 in single games
D|2|± 0 in single games
E|2|± 0 in single games
F|2|± 0 in single games
B
About b
0 % 20 % 40 % 2: 50.0 % of games (4) 3: 50.0 % of games (4) 2 3 mean 2.50
All figures
Variant|Figure|Games|Mean|95 %|Deviation|5 %|Half|95 %|Difference
random|Won|8|50.0 %|40.0 % to 60.0 %|||||
|B|8|2.50|2.13 to 2.87|0.535|2|2|3|
|C|8|2|2 to 2|0|2|2|2|
|D|8|2|2 to 2|0|2|2|2|
|E|8|2|2 to 2|0|2|2|2|
|F|8|2|2 to 2|0|2|2|2|
|G|8|2|2 to 2|0|2|2|2|
Seed 0. Intervals hold the true value 95 times in 100. The same content and seed give the same page.
`)
}

// TestPagesOfComparisons states the texts about what changed, in points and in
// deviations from game to game.
func TestPagesOfComparisons(t *testing.T) {
	spread := sim.Summarize(counts(map[float64]int{2: 4, 6: 4}))
	change := sim.Summary{N: 8, Mean: 1, Interval: sim.Interval{0.5, 1.5}}
	figures := map[string]sim.Summary{"gold": spread, "same": sim.Summarize(counts(map[float64]int{2: 8})), "lost": spread}
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Compare, Game: "mine", Title: "Mine", N: 8, Old: "1.0.0", Variants: []experiment.Variant{{Name: "before"}, {Name: "after", Now: true}}},
		Played:   sim.Ranges{{0, 8}},
		Metrics:  []sim.Metric{{Name: "gold", Title: "Gold"}, {Name: "same", Title: "Same"}, {Name: "lost", Title: "Lost"}},
		Reports: []sim.Report{
			{Variant: "before", Bot: "random", N: 8, WinRate: 0.5, WinRateInterval: sim.Interval{0.4, 0.6}, Metrics: figures},
			{Variant: "after", Bot: "random", N: 7, WinRate: 0.75, WinRateInterval: sim.Interval{0.65, 0.85}, Metrics: figures, Difference: &sim.Difference{
				From: "before", WinRate: 0.25, WinRateInterval: sim.Interval{0.125, 0.375}, Metrics: map[string]sim.Summary{"gold": change, "same": change},
			}},
		},
	}
	wantPage(t, a, `
Mine
before (1.0.0) and after, 8 games each on the same seeds
Won|75.0 %|65.0 % to 85.0 %
Gold|4|± 2.14 in single games
Same|2|± 0 in single games
Lost|4|± 2.14 in single games
What changed: after
Wins as a share of games, metrics in deviations from game to game. What is pale may be chance.
0 0.2 0.4 0.6 Won Won: 0.25 (0.125 to 0.375) +25.0 points Gold Gold: 0.467707 (0.233854 to 0.701561) +1
Won
How often each wins on the same seeds.
40 % 50 % 60 % 70 % 80 % before before: 50 % (40 % to 60 %) 50.0 % after after: 75 % (65 % to 85 %) 75.0 %
Gold
before
0 % 20 % 40 % 2: 50.0 % of games (4) 6: 50.0 % of games (4) 2 3 4 5 6 mean 4
after
0 % 20 % 40 % 2: 50.0 % of games (4) 6: 50.0 % of games (4) 2 3 4 5 6 mean 4
Lost
before
0 % 20 % 40 % 2: 50.0 % of games (4) 6: 50.0 % of games (4) 2 3 4 5 6 mean 4
after
0 % 20 % 40 % 2: 50.0 % of games (4) 6: 50.0 % of games (4) 2 3 4 5 6 mean 4
All figures
Variant|Figure|Games|Mean|95 %|Deviation|5 %|Half|95 %|Difference
before|Won|8|50.0 %|40.0 % to 60.0 %|||||
|Gold|8|4|2.52 to 5.48|2.14|2|2|6|
|Same|8|2|2 to 2|0|2|2|2|
|Lost|8|4|2.52 to 5.48|2.14|2|2|6|
after|Won|7|75.0 %|65.0 % to 85.0 %|||||+25.0
|Gold|8|4|2.52 to 5.48|2.14|2|2|6|+1
|Same|8|2|2 to 2|0|2|2|2|+1
|Lost|8|4|2.52 to 5.48|2.14|2|2|6|
Seed 0. Intervals hold the true value 95 times in 100. The same content and seed give the same page.
`)
}

// TestJSONTakesItsFiguresFromTheReports checks what data says about games that
// were not all played, and in which order it has definitions.
func TestJSONTakesItsFiguresFromTheReports(t *testing.T) {
	a := swept("3", "4")
	a.Question.Kind, a.Question.Old, a.Reports[0].N = experiment.Compare, "1.0.0", 39
	var out strings.Builder
	if err := JSON(&out, a, ""); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"game\": \"mine\",\n  \"compared_with\": \"1.0.0\",\n  \"n\": 39,\n  \"seed\": 12,"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %s", &out)
	}
	for by, want := range map[string]string{"": "lamp rope idol", experiment.WinRate: "lamp rope idol", "gold": "idol rope lamp"} {
		a, ids := worth(), []string{}
		a.Metrics = []sim.Metric{{Name: "length"}, {Name: "gold"}}
		for i, mean := range []float64{0, -3, 2, -5} {
			if d := a.Reports[i].Difference; d != nil {
				d.Metrics = map[string]sim.Summary{"gold": {N: 40, Mean: mean, Min: mean, Max: mean}}
			}
		}
		out.Reset()
		if err := JSON(&out, a, by); err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"id": "(.*)"`).FindAllStringSubmatch(out.String(), -1) {
			ids = append(ids, m[1])
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("by %q: %s", by, got)
		}
	}
}

// TestTablesNameTheirGames checks the rows of a table.
func TestTablesNameTheirGames(t *testing.T) {
	a := swept("3", "4")
	a.Reports[1].Game = "mine"
	var out strings.Builder
	if err := CSV(&out, a); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(columns, ",") + "\n,3,random,12,win_rate,40,0.5,0.4,0.7,,,,,,,,,,,,\nmine,4,random,12,win_rate,40,0.6,0.5,0.7999999999999999,,,,,,,,,,,,\n"; out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}
