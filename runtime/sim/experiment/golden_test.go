package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// alley is a game that bots play in a few commands. A knife wins it, a coat
// changes a figure, and a lamp changes nothing.
const alley = `kind: game
id: alley
name: Alley
params: {length: 3, luck: {default: 0.5, safe: [0, 1]}}
variables: {steps: {start: 0, min: 0}, warmth: {start: 0}}
zones:
  pack: {of: relic, label: p, listens: true, start: [coat]}
  hand: {of: [consumable, relic], label: h, limit: 1}
  belt: {of: [consumable, charm], label: b}
  sky: {of: table_card, label: y}
  foes: {of: enemy, label: e, start: [thug], default: rat, limit: 1}
actions: {walk: {}, fight: {targets: [{name: foe, from: foes}]}}
phases: {street: {actions: [walk, fight], use: [hand, belt]}}
events: {walked: {}}
metrics: {warmth: {name: Warmth, value: vars.warmth}, rich: {value: "vars.steps > 2", of: won}}
BALANCE
lua: |
  return {
    do_walk = function()
      vars.steps = vars.steps + 1
      emit("walked")
      if vars.steps == game.length then
        if chance("end", game.luck) then win("You are home.") else lose("You are lost.") end
      end
    end,
    do_fight = function(self, foe) vars.warmth = vars.warmth - foe.hp remove(foe) end,
  }
---
{kind: relic, id: coat, name: Coat, lua: 'return { on_walked = function() vars.warmth = vars.warmth + 2 end }'}
---
{kind: relic, id: lamp, name: Lamp, lua: 'return { on_walked = function() end }'}
---
{kind: relic, id: knife, name: Knife, lua: 'return { on_walked = function() win("You are safe.") end }'}
---
{kind: relic, id: trap, name: Trap, lua: 'return { on_walked = function() error("snap") end }'}
---
{kind: consumable, id: drink, name: Drink, use: {}, lua: 'return { use = function(self) vars.warmth = vars.warmth + 5 remove(self) end }'}
---
{kind: enemy, id: thug, name: Thug, hp: 2}
---
{kind: enemy, id: rat, name: Rat, hp: 1}
---
{kind: bot, id: walker, lua: 'return { choose = function() if count("belt") > 0 then return "use", at("belt", 1) end return "walk" end }'}
---
{kind: bot, id: fighter, lua: 'return { choose = function() if count("foes") > 0 then return "fight", at("foes", 1) end return "walk" end }'}
`

// alleyOf builds the game with what it declares under balance, and edits.
func alleyOf(t *testing.T, balance string, edits ...string) *rules.Content {
	t.Helper()
	if balance != "" {
		balance = "balance:\n  - " + balance
	}
	text := strings.NewReplacer(append(edits, "BALANCE\n", balance+"\n")...).Replace(alley)
	return bazaar.Build(t, fstest.MapFS{"content/alley/game.yaml": {Data: []byte(text)}})
}

// outcome writes a question, an error or a result as one line of JSON.
func outcome(t *testing.T, v any, err error) string {
	t.Helper()
	if err != nil {
		return "error: " + err.Error()
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(data), `{"name"`, "\n    {\"name\""), `{"kind"`, "\n    {\"kind\"")
}

// TestQuestions compares the games played for questions of every kind, and the
// errors of invalid ones.
func TestQuestions(t *testing.T) {
	c := alleyOf(t, "")
	var out strings.Builder
	ask := experiment.Question{Game: "alley", Seed: 7, N: 10}
	say := func(what string, v any, err error) { fmt.Fprintf(&out, "%s: %s\n", what, outcome(t, v, err)) }
	say("bots", ask.Bots([]string{"walker", "random"}, map[string]float64{"game/alley.length": 2}), nil)
	say("one compared", ask.Compare("before.zip", []string{"walker"}, nil), nil)
	say("one compared with params", ask.Compare("before.zip", []string{"walker"}, map[string]float64{"game/alley.length": 2}), nil)
	say("two compared", ask.Compare("before.zip", []string{"walker", "random"}, nil), nil)
	for _, sweep := range []struct {
		text   string
		params map[string]float64
	}{
		{"length=2..4", nil},
		{"params.length=3,1,3,2", nil},
		{"length=1..5..2", map[string]float64{"game/alley.length": 5, "game/alley.luck": 1}},
		{"thug.hp=1..23", nil},
		{"thug.hp=1..22", nil},
		{"thug.hp=1..21", nil},
		{"length=" + strings.Repeat("1,", 199) + "2", nil},
		{"length=" + strings.Repeat("1,", 200) + "2", nil},
		{"luck=0..1", map[string]float64{"game/alley.length": 2}},
		{"luck=0..0.5", nil},
		{"luck=0.5..1", nil},
		{"luck=0.1..0.4..0.1", nil},
		{"lenght=1..2", nil},
		{"hp=1..2", nil},
		{"luck=0.00001,0.5", nil},
		{"length", nil},
		{"length=", nil},
		{"length=1..x", nil},
		{"length=1..", nil},
		{"length=2..2", nil},
		{"length=1..400..1", nil},
		{"length=0..199..1", nil},
		{"length=1..200..1", nil},
	} {
		q, err := ask.Sweep(c, sweep.text, "walker", sweep.params)
		if len(q.Variants) > 100 {
			fmt.Fprintf(&out, "sweep %s: %d variants\n", sweep.text, len(q.Variants))
			continue
		}
		say("sweep "+sweep.text, q, err)
	}
	for _, kinds := range [][]string{nil, {"relic"}, {"relic", "consumable", "relic"}, {"enemy"}, {"die"}, {"charm"}, {"zebra", "die"}} {
		q, err := ask.Impact(c, kinds, "walker", map[string]float64{"game/alley.length": 2})
		say(fmt.Sprint("impact of ", kinds), q, err)
	}
	kinds, err := ask.Kinds(c)
	say("kinds", kinds, err)
	many := ask
	many.Players = 9
	kinds, err = many.Kinds(c)
	say("kinds for nine players", kinds, err)
	q, err := many.Impact(c, nil, "walker", nil)
	say("impact for nine players", q.Variants, err)
	q, err = many.Impact(c, []string{"enemy"}, "walker", nil)
	say("impact of enemies for nine players", q.Variants, err)
	for _, of := range []string{"relic/coat", "relic/lamp", "enemy/thug", "enemy/rat", "consumable/drink", "card/lamp", "relic/cape", "die/d6"} {
		kind, id, _ := strings.Cut(of, "/")
		q, err := ask.ImpactOf(c, kind, id, "walker")
		say("impact of "+of, q, err)
	}
	q, err = many.ImpactOf(c, "relic", "coat", "walker")
	say("impact of relic/coat for nine players", q.Variants, err)
	golden.Check(t, "testdata/questions.golden", out.String())
}

// TestWholeAnswers compares the reports about the games of questions: worths,
// curves, the leading figure, and the problems of questions that cannot be
// played.
func TestWholeAnswers(t *testing.T) {
	now, before := alleyOf(t, ""), alleyOf(t, "", "length: 3", "length: 2")
	c := experiment.Content{New: now, Old: before}
	ask := experiment.Question{Game: "alley", Seed: 7, N: 8}
	sweep, err := ask.Sweep(now, "length=5,1,4", "walker", nil)
	if err != nil {
		t.Fatal(err)
	}
	impact, err := ask.Impact(now, nil, "walker", nil)
	if err != nil {
		t.Fatal(err)
	}
	certain := ask.Bots([]string{"walker"}, map[string]float64{"game/alley.luck": 1})
	given := func(text string) experiment.Question {
		q := ask.Bots([]string{"walker", "fighter"}, nil)
		q.Given = &experiment.Text{File: "given.yaml", Text: text}
		return q
	}
	lost := ask.Bots([]string{"walker"}, nil)
	lost.Game = "lane"
	with := func(v experiment.Variant) experiment.Question {
		q := ask
		v.Bot = "walker"
		q.Variants = []experiment.Variant{v}
		return q
	}
	var out strings.Builder
	for _, x := range []struct {
		name string
		q    experiment.Question
	}{
		{"bots", ask.Bots([]string{"walker", "fighter"}, nil)},
		{"sweep", sweep},
		{"impact", impact},
		{"compared", ask.Compare("before", []string{"walker"}, nil)},
		{"certain", certain},
		{"given", given("steps: 1\nbelt: [drink]\n")},
		{"given, as in a test", given("name: x\ngiven: {steps: 2}\n")},
		{"given nonsense", given("stesp: 1\n")},
		{"given a list", given("[1]")},
		{"given flags", given("given: {player: 1, undo: true, seed: 3}")},
		{"given no YAML", given("{")},
		{"given too much", given("foes: [rat, rat]\n")},
		{"an unknown game", lost},
		{"an unknown parameter", with(experiment.Variant{Params: map[string]float64{"game/alley.lenght": 1}})},
		{"without an unknown definition", with(experiment.Variant{Without: "relic/cape"})},
		{"with a definition that has no place", with(experiment.Variant{With: "enemy/rat"})},
		{"with an unknown definition", with(experiment.Variant{With: "relic/cape"})},
		{"with an unknown bot", ask.Bots([]string{"runner"}, nil)},
	} {
		result, err := x.q.Run(context.Background(), c, sim.Range{0, x.q.N}, experiment.RunOptions{Workers: 1})
		if err != nil {
			fmt.Fprintf(&out, "%s: error: %v\n", x.name, err)
			continue
		}
		a := x.q.Answer(result)
		fmt.Fprintf(&out, "%s: %v, leading %s, now %d, curve %v\n", x.name, a.Played, a.Leading(), x.q.Now(), a.Curve())
		for i, r := range a.Reports {
			fmt.Fprintf(&out, "  %s: %s\n", x.q.Variants[i].Name, outcome(t, r, nil))
		}
		for _, by := range []string{experiment.WinRate, "warmth"} {
			fmt.Fprintf(&out, "  worths by %s: %s\n", by, outcome(t, a.Impacts(by), nil))
			for _, w := range a.Impacts(by) {
				mean, interval := w.Figure(by)
				fmt.Fprintf(&out, "    %s %v %v\n", w.ID, mean, interval)
			}
		}
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := sweep.Run(ended, c, sim.Range{0, 8}, experiment.RunOptions{}); err != context.Canceled {
		t.Errorf("a question that nobody waits for: %v", err)
	}
	golden.Check(t, "testdata/answers.golden", out.String())
}

// TestQuestionsSayHowManyPlay checks that games have the requested number of
// players, and the error for a part of content without anything to compare
// with.
func TestQuestionsSayHowManyPlay(t *testing.T) {
	pairs := experiment.Content{New: alleyOf(t, "", "name: Alley", "name: Alley\nplayers: {min: 1, max: 2}", "value: vars.warmth", "value: players()")}
	ask := experiment.Question{Game: "alley", Seed: 7, N: 8}
	two := ask.Bots([]string{"walker"}, nil)
	two.Players = 2
	result, err := two.Run(context.Background(), pairs, sim.Range{0, 2}, experiment.RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if m := two.Answer(result).Reports[0].Metrics["warmth"]; m.Mean != 2 || m.N != 2 {
		t.Errorf("games of two players have %v players in %d games", m.Mean, m.N)
	}
	if p := experiment.NewPart("rules", two, pairs, result); p.Old != "" || p.Content != pairs.New.Catalog.Digest {
		t.Errorf("a part of content that is compared with nothing: %+v", p)
	}
}

// TestBalance compares the expectations of games, the problems of wrong
// ones, and the reports about those that are missed.
func TestBalance(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"{bot: walker, games: 20, win_rate: 1 ± 0.05, metrics: {length: 3 ± 0, warmth: '6 ± 0.5', rich: 0 ± 2}, set: {luck: 1}, text: It is short.}",
		"{bot: walker, games: 20, seed: 9, win_rate: 0.2 +- 0.1, metrics: {warmth: 7 ± 1, rich: 0.9 ± 0.05}}",
		"{bot: walker, games: 3, win_rate: 0.5 ± 0.5, players: 1}",
		"{bot: walker, games: 20, win_rate: 0 ± 0.05, set: {luck: 1}, text: It is short.}",
		"{bot: '1=nobody', win_rate: 0 ± 1}",
		"{bot: walkre, win_rate: 55 ± 1}",
		"{bot: walker, win_rate: 1.01 ± 1, players: 3}",
		"{bot: walker, win_rate: 0 ± 1, players: 2, set: {lcuk: 1}}",
		"{bot: walker}",
		"{bot: walker, metrics: {wramth: 1 ± 1}}",
	} {
		c := alleyOf(t, text)
		g, _ := c.Game("alley")
		expectations, problems := experiment.Expectations(c, g)
		fmt.Fprintf(&out, "%s\n", text)
		for _, e := range expectations {
			fmt.Fprintf(&out, "  %s at %s: %s\n", e.Text, e.Place, outcome(t, e.Question, nil))
			for _, goal := range e.Goals {
				fmt.Fprintf(&out, "    %s is %s at %s\n", goal.Figure, goal.String(), goal.Place)
				for _, x := range []float64{goal.Value - goal.Tolerance, goal.Value + goal.Tolerance, goal.Value - 2*goal.Tolerance - 1, goal.Value + 2*goal.Tolerance + 1} {
					fmt.Fprintf(&out, "      %.4g holds: %v\n", x, goal.Holds(x))
				}
			}
			if problems.Failed() {
				continue
			}
			v, err := e.Judge(context.Background(), c, experiment.RunOptions{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range v.Findings {
				fmt.Fprintf(&out, "    found %s (%s): %.6g between %.6g and %.6g, holds %v, vague %v\n", f.Goal.Figure, f.Title, f.Mean, f.Interval[0], f.Interval[1], f.Holds, f.Imprecise)
			}
		}
		list(&out, "wrong", problems)
		checked, err := experiment.CheckBalance(context.Background(), c)
		list(&out, fmt.Sprintf("checked (%v)", err), checked)
		list(&out, "lint", experiment.LintBalance(c))
	}
	edge := experiment.Goal{Value: 0.5, Tolerance: 0.25}
	if !edge.Holds(0.5+0.25+1e-12) || !edge.Holds(0.5-0.25-1e-12) || edge.Holds(0.75+1e-11) || edge.Holds(0.25-1e-11) {
		t.Error("a figure at the edge")
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := experiment.CheckBalance(ended, alleyOf(t, "{bot: walker, win_rate: 0 ± 1}")); err != context.Canceled {
		t.Errorf("a check that nobody waits for: %v", err)
	}
	golden.Check(t, "testdata/balance.golden", out.String())
}

func list(out *strings.Builder, what string, problems diag.List) {
	for _, p := range problems {
		fmt.Fprintf(out, "  %s: %s: %s [%s] %s (%s) %v\n", what, p.Place, p.Severity, p.Code, p.Message, p.Hint, p.Edits)
	}
}

// TestJobsOfAnArrayAreNumbered checks which shard a job of a batch system
// plays, and the errors for numbers that make no sense.
func TestJobsOfAnArrayAreNumbered(t *testing.T) {
	const wrong = "--shard %s: expected I/N with I from 1 to N, auto/N or auto"
	for _, c := range []struct {
		text, env string
		want      experiment.Shard
		err       string
	}{
		{"1/1", "", experiment.Shard{I: 1, N: 1}, ""},
		{"2/5", "", experiment.Shard{I: 2, N: 5}, ""},
		{"5/5", "", experiment.Shard{I: 5, N: 5}, ""},
		{"6/5", "", experiment.Shard{}, wrong},
		{"0/5", "", experiment.Shard{}, wrong},
		{"x/5", "", experiment.Shard{}, wrong},
		{"1/x", "", experiment.Shard{}, wrong},
		{"1/99999999999999999999", "", experiment.Shard{}, wrong},
		{"auto/99999999999999999999", "CI_NODE_INDEX=1", experiment.Shard{}, "--shard auto: CI_NODE_INDEX=1 is not a number of 99999999999999999999 jobs"},
		{"1", "", experiment.Shard{}, wrong},
		{"auto", "", experiment.Shard{}, "--shard auto: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, CI_NODE_INDEX, STRATEGY_JOB_INDEX is set"},
		{"auto", "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=9", experiment.Shard{I: 2, N: 9}, ""},
		{"auto", "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=9", experiment.Shard{I: 5, N: 9}, ""},
		{"auto/7", "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=9", experiment.Shard{I: 5, N: 7}, ""},
		{"auto", "JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=2", experiment.Shard{I: 1, N: 2}, ""},
		{"auto", "CI_NODE_INDEX=2 CI_NODE_TOTAL=2", experiment.Shard{I: 2, N: 2}, ""},
		{"auto", "STRATEGY_JOB_INDEX=1 STRATEGY_JOB_TOTAL=2", experiment.Shard{I: 2, N: 2}, ""},
		{"auto", "JOB_COMPLETION_INDEX=0", experiment.Shard{}, "--shard auto: JOB_COMPLETION_INDEX is set, but not JOB_COMPLETIONS; write auto/N"},
		{"auto", "CI_NODE_INDEX=0 CI_NODE_TOTAL=2", experiment.Shard{}, "--shard auto: CI_NODE_INDEX=0 is not a number of 2 jobs"},
		{"auto", "CI_NODE_INDEX=3 CI_NODE_TOTAL=2", experiment.Shard{}, "--shard auto: CI_NODE_INDEX=3 is not a number of 2 jobs"},
		{"auto", "SLURM_ARRAY_TASK_ID=x SLURM_ARRAY_TASK_COUNT=9", experiment.Shard{}, "--shard auto: SLURM_ARRAY_TASK_ID=x is not a number of 9 jobs"},
		{"auto", "CI_NODE_INDEX=x CI_NODE_TOTAL=2", experiment.Shard{}, "--shard auto: CI_NODE_INDEX=x is not a number of 2 jobs"},
		{"auto/x", "CI_NODE_INDEX=1 CI_NODE_TOTAL=2", experiment.Shard{}, "--shard auto: CI_NODE_INDEX=1 is not a number of x jobs"},
	} {
		env := map[string]string{}
		for pair := range strings.FieldsSeq(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		got, err := experiment.ParseShard(c.text, func(name string) string { return env[name] })
		if want := strings.Replace(c.err, "%s", c.text, 1); err != nil && err.Error() != want || err == nil && (want != "" || got != c.want) {
			t.Errorf("%s with %s: %v, %v; want %v, %s", c.text, c.env, got, err, c.want, want)
		}
	}
}

// TestPartsThatDoNotFit checks the reports about parts that cannot be merged,
// or that a program made up.
func TestPartsThatDoNotFit(t *testing.T) {
	c := experiment.Content{New: alleyOf(t, ""), Old: alleyOf(t, "", "length: 3", "length: 2")}
	ask := experiment.Question{Game: "alley", Seed: 7, N: 8}
	part := func(edit func(*experiment.Part)) *experiment.Part {
		q := ask.Compare("before", []string{"walker"}, nil)
		result, err := q.Run(context.Background(), c, sim.Range{0, 4}, experiment.RunOptions{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := experiment.NewPart("rules", q, c, result)
		edit(p)
		return p
	}
	for want, edit := range map[string]func(*experiment.Part){
		"two: games 1 to 4 are in another part too":                                          func(*experiment.Part) {},
		"two: this is a part of another question: its game is lane, not alley":               func(p *experiment.Part) { p.Question.Game = "lane" },
		"two: this is a part of another question: its seed is 8, not 7":                      func(p *experiment.Part) { p.Question.Seed = 8 },
		"two: this is a part of another question: its games is 9, not 8":                     func(p *experiment.Part) { p.Question.N = 9 },
		"two: this is a part of another question: its players is 2, not 0":                   func(p *experiment.Part) { p.Question.Players = 2 },
		"two: this is a part of another question: its sort of question is play, not compare": func(p *experiment.Part) { p.Question.Kind = experiment.Play },
		"two: this is a part of another question: it plays differently":                      func(p *experiment.Part) { p.Question.Variants[0].Bot = "random" },
		"two: this part was played with other content":                                       func(p *experiment.Part) { p.Old = "x" },
		"two: this part was played with other content ":                                      func(p *experiment.Part) { p.Content = "x" },
	} {
		if err := part(func(*experiment.Part) {}).Merge("two", part(edit)); err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for want, edit := range map[string]func(*experiment.Part){
		"question and result differ":                      func(p *experiment.Part) { p.Result = nil },
		"question and result differ ":                     func(p *experiment.Part) { p.Result.Variants = p.Result.Variants[:1] },
		"games 0 to 4 are not among 8":                    func(p *experiment.Part) { p.Result.Played = sim.Ranges{{-1, 4}} },
		"games 5 to 4 are not among 8":                    func(p *experiment.Part) { p.Result.Played = sim.Ranges{{4, 4}} },
		"games 5 to 9 are not among 8":                    func(p *experiment.Part) { p.Result.Played = sim.Ranges{{4, 9}} },
		"before is not complete":                          func(p *experiment.Part) { p.Question.Variants[0].Against = -1 },
		"after is not complete":                           func(p *experiment.Part) { p.Question.Variants[1].Against = 2 },
		"after is not complete ":                          func(p *experiment.Part) { p.Result.Variants[1].Wins = nil },
		"after is not complete  ":                         func(p *experiment.Part) { p.Result.Variants[1].Outcomes = nil },
		"the counts of before are not those of 4 games":   func(p *experiment.Part) { p.Result.Variants[0].Games = 5 },
		"the counts of before are not those of 4 games ":  func(p *experiment.Part) { p.Result.Variants[0].Counts = nil },
		"the counts of before are not those of 4 games  ": func(p *experiment.Part) { p.Result.Variants[0].Differences = nil },
	} {
		p := part(edit)
		if err := p.Question.CheckResult(p.Result); err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for want, text := range map[string]string{
		"x: this is not a part that sleight sim --shard wrote":   "{}",
		"x: this part has format 3, but this program reads 2":    `{"sleight_part": 3}`,
		"x: this is not a part that sleight sim --shard wrote: ": "[",
	} {
		if _, err := experiment.ReadPart("x", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
