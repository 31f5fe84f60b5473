package replay_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
)

// brief returns a report in a few lines.
func brief(r *replay.Report, problem *diag.Diagnostic) string {
	if problem != nil {
		return fmt.Sprintf("%s: %s\n", problem.Code, problem.Message)
	}
	d := r.Difference
	if d == nil {
		return fmt.Sprintf("%d alike\n", r.Alike)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d alike, then %d: %s\n", r.Alike, d.Command, d.Text)
	for _, o := range []replay.Outcome{d.Before, d.After} {
		fmt.Fprintf(&out, "  %s:", o.On)
		if o.Unknown {
			out.WriteString(" unknown")
		}
		if o.Problem != nil {
			fmt.Fprintf(&out, " %s", o.Problem.Message)
		}
		out.WriteString(" " + o.Refusal)
		for _, c := range o.Changes {
			fmt.Fprintf(&out, " %s %s → %s", c.About, c.From, c.To)
		}
		out.WriteString("\n")
	}
	for _, c := range d.Causes {
		fmt.Fprintf(&out, "  %s of %s %s at %s", c.Definition, c.Pack, c.Version, c.Place)
		for note, is := range map[string]bool{"gone": c.Gone, "new": c.New, "perhaps": c.Possible} {
			if is {
				out.WriteString(", " + note)
			}
		}
		out.WriteString("\n")
		for _, v := range c.Values {
			fmt.Fprintf(&out, "    %s: %q → %q by %s %s at %s %s\n", v.Path, v.Before, v.After, v.Pack, v.Version, v.Place, v.Text)
		}
	}
	return regexp.MustCompile(` +\n`).ReplaceAllString(out.String(), "\n")
}

// flower is a relic that adds to what a toss is worth, with its script in a file
// or in the definition.
func flower(id, n string, inline bool) map[string]string {
	body := "return { modify_worth = function(self, n) return n + " + n + " end }\n"
	if inline {
		return map[string]string{"content/toss/" + id + ".yaml": "kind: relic\nid: " + id + "\nlua: \"" + strings.TrimSpace(body) + "\"\n"}
	}
	return map[string]string{"content/toss/" + id + ".yaml": "kind: relic\nid: " + id + "\nscript: " + id + ".lua\n", "scripts/toss/" + id + ".lua": body}
}

// flowers returns files in which these relics are in play.
func flowers(more ...map[string]string) map[string]string {
	ids := []string{"clover"}
	for _, files := range more {
		for name := range files {
			if id, ok := strings.CutSuffix(strings.TrimPrefix(name, "content/toss/"), ".yaml"); ok && id != "clover" {
				ids = append(ids, id)
			}
		}
	}
	return merged(append(more, with("content/toss/game.yaml", "[clover]", "["+strings.Join(ids, ", ")+"]"))...)
}

// wrapping is a pack that wraps the hook of the relic.
func wrapping(id, hooks string) map[string]string {
	return map[string]string{
		"content/" + id + "/pack.yaml":  "kind: pack\nformat: 1\nid: " + id + "\nversion: 2.1.0\ntitle: Other\ngames: [toss]\nrequires: {toss: ^1.0}\ncapabilities: [hooks]\n",
		"content/" + id + "/patch.yaml": "kind: patch\nof: relic/clover\nhooks: {" + hooks + "}\nlua: |\n  return { modify_worth = function(before, self, n) return before(self, n) + 1 end, on_used = function() end }\n",
	}
}

// between plays a log on two contents, and returns the report in both directions.
func between(t *testing.T, before, after map[string]string, commands ...string) string {
	t.Helper()
	a, b := build(t, before), build(t, after)
	in := saved(t, a, commands...)
	here, there := replay.Side{Name: "here", Content: a}, replay.Side{Name: "there", Content: b}
	return brief(replay.Between(copied(t, in), here, there)) + "back: " + brief(replay.Between(copied(t, in), there, here))
}

// concerned is the transcript of TestOnlyConcernedDefinitionsAreCauses.
const concerned = `
a fault in a script
0 alike, then 1: toss
  here:  _turn 0 → 1 mana 9 → 8 points 0 → 4
  there: a number has no field 'x'
  relic/daisy of toss 1.0.0 at scripts/toss/daisy.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + n.x end }" by toss 1.0.0 at scripts/toss/daisy.lua:1:1
back: 0 alike, then 1: toss
  there: a number has no field 'x'
  here:  _turn 0 → 1 mana 9 → 8 points 0 → 4
  relic/daisy of toss 1.0.0 at scripts/toss/daisy.lua:1:1
    script: "return { modify_worth = function(self, n) return n + n.x end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/daisy.lua:1:1
a fault in a definition
0 alike, then 1: toss
  here:  _turn 0 → 1 mana 9 → 8 points 0 → 4
  there: a number has no field 'x'
  relic/daisy of toss 1.0.0 at content/toss/daisy.yaml:3:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + n.x end }" by toss 1.0.0 at content/toss/daisy.yaml:3:1
back: 0 alike, then 1: toss
  there: a number has no field 'x'
  here:  _turn 0 → 1 mana 9 → 8 points 0 → 4
  relic/daisy of toss 1.0.0 at content/toss/daisy.yaml:3:1
    script: "return { modify_worth = function(self, n) return n + n.x end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at content/toss/daisy.yaml:3:1
many
0 alike, then 1: toss
  here:  points 0 → 10
  there:  points 0 → 17
  relic/flower0 of toss 1.0.0 at scripts/toss/flower0.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + 2 end }" by toss 1.0.0 at scripts/toss/flower0.lua:1:1
  relic/flower1 of toss 1.0.0 at scripts/toss/flower1.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + 2 end }" by toss 1.0.0 at scripts/toss/flower1.lua:1:1
  relic/flower2 of toss 1.0.0 at scripts/toss/flower2.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + 2 end }" by toss 1.0.0 at scripts/toss/flower2.lua:1:1
  relic/flower3 of toss 1.0.0 at scripts/toss/flower3.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + 2 end }" by toss 1.0.0 at scripts/toss/flower3.lua:1:1
  relic/flower4 of toss 1.0.0 at scripts/toss/flower4.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 1 end }" → "return { modify_worth = function(self, n) return n + 2 end }" by toss 1.0.0 at scripts/toss/flower4.lua:1:1
back: 0 alike, then 1: toss
  there:  points 0 → 17
  here:  points 0 → 10
  relic/flower0 of toss 1.0.0 at scripts/toss/flower0.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 2 end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/flower0.lua:1:1
  relic/flower1 of toss 1.0.0 at scripts/toss/flower1.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 2 end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/flower1.lua:1:1
  relic/flower2 of toss 1.0.0 at scripts/toss/flower2.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 2 end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/flower2.lua:1:1
  relic/flower3 of toss 1.0.0 at scripts/toss/flower3.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 2 end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/flower3.lua:1:1
  relic/flower4 of toss 1.0.0 at scripts/toss/flower4.lua:1:1
    script: "return { modify_worth = function(self, n) return n + 2 end }" → "return { modify_worth = function(self, n) return n + 1 end }" by toss 1.0.0 at scripts/toss/flower4.lua:1:1
renamed
1 alike, then 2: rub r1
  here:  clover#2.shine 0 → 1
  there:  shamrock#2.shine 0 → 2
  game/toss of toss 1.1.0 at content/toss/game.yaml:7:103
    zones.luck.start: "[clover]" → "[shamrock]" by toss 1.1.0 at content/toss/game.yaml:7:103
    script: "do_rub = function(_, what) what.shine = what.shine + 1 end," → "do_rub = function(_, what) what.shine = what.shine + 2 end," by toss 1.1.0 at scripts/toss/game.lua:3:1
back: 1 alike, then 2: rub r1
  there:  shamrock#2.shine 0 → 2
  here:  clover#2.shine 0 → 1
  game/toss of toss 1.0.0 at content/toss/game.yaml:7:103
    zones.luck.start: "[shamrock]" → "[clover]" by toss 1.0.0 at content/toss/game.yaml:7:103
    script: "do_rub = function(_, what) what.shine = what.shine + 2 end," → "do_rub = function(_, what) what.shine = what.shine + 1 end," by toss 1.0.0 at scripts/toss/game.lua:3:1
`

// TestOnlyConcernedDefinitionsAreCauses checks which of several differing
// definitions a report names: those in whose file a fault is, whatever else was
// called; at most five; and not one that was only renamed.
func TestOnlyConcernedDefinitionsAreCauses(t *testing.T) {
	many := func(n string) (out []map[string]string) {
		for i := range 7 {
			out = append(out, flower(fmt.Sprintf("flower%d", i), n, false))
		}
		return out
	}
	renamed := map[string]string{"content/toss/clover.yaml": strings.Replace(tossing["content/toss/clover.yaml"], "id: clover", "id: shamrock", 1)}
	renamed = merged(renamed, with("content/toss/game.yaml", "[clover]", "[shamrock]"), with("scripts/toss/game.lua", "what.shine + 1", "what.shine + 2"),
		with("content/toss/pack.yaml", "1.0.0", "1.1.0"),
		map[string]string{"content/toss/migrations.yaml": "kind: migration\nbefore: 1.1.0\nrename: {definitions: {relic/clover: relic/shamrock}}\n"})
	got := "a fault in a script\n" + between(t, flowers(flower("daisy", "1", false)), flowers(flower("daisy", "n.x", false), with("content/toss/clover.yaml", "luck: 1", "luck: 2")), "toss") +
		"a fault in a definition\n" + between(t, flowers(flower("daisy", "1", true)), flowers(flower("daisy", "n.x", true), with("content/toss/clover.yaml", "luck: 1", "luck: 2")), "toss") +
		"many\n" + between(t, flowers(many("1")...), flowers(many("2")...), "toss") +
		"renamed\n" + between(t, nil, renamed, "toss", "rub clover")
	if got != concerned[1:] {
		t.Errorf("got:\n%s", got)
	}
}

// TestLayersAreTheirPacks checks that the same function by another pack, or on
// another hook, is another layer.
func TestLayersAreTheirPacks(t *testing.T) {
	const want = `
one of two packs
0 alike, then 1: toss
  here:  points 0 → 5
  there:  points 0 → 4
  relic/clover of toss 1.0.0 at content/other/patch.yaml:3:9
    hooks.modify_worth: "wrap hook" → "" by other 2.1.0 at content/other/patch.yaml:3:9
back: 0 alike, then 1: toss
  there:  points 0 → 4
  here:  points 0 → 5
  relic/clover of toss 1.0.0 at content/other/patch.yaml:3:9
    hooks.modify_worth: "" → "wrap hook" by other 2.1.0 at content/other/patch.yaml:3:9
one of two hooks
0 alike, then 1: toss
  here:  points 0 → 4
  there:  points 0 → 3
  relic/clover of toss 1.0.0 at content/more/patch.yaml:3:9
    hooks.modify_worth: "wrap hook" → "" by more 2.1.0 at content/more/patch.yaml:3:9
back: 0 alike, then 1: toss
  there:  points 0 → 3
  here:  points 0 → 4
  relic/clover of toss 1.0.0 at content/more/patch.yaml:3:9
    hooks.modify_worth: "" → "wrap hook" by more 2.1.0 at content/more/patch.yaml:3:9
`
	got := "one of two packs\n" + between(t, merged(wrapping("more", "modify_worth: wrap"), wrapping("other", "modify_worth: wrap")), wrapping("more", "modify_worth: wrap"), "toss") +
		"one of two hooks\n" + between(t, wrapping("more", "modify_worth: wrap, on_used: add"), wrapping("more", "on_used: add"), "toss")
	if got != want[1:] {
		t.Errorf("got:\n%s", got)
	}
}

// TestRefusedCommandsDiffer checks that a command that is refused differs from
// one that changes nothing, and that a refusal is found without saved outcomes,
// with the item that was used as its cause.
func TestRefusedCommandsDiffer(t *testing.T) {
	still := with("scripts/toss/game.lua", "vars.points = vars.points end", "end")
	using := func(cost string) map[string]string {
		return merged(
			with("content/toss/game.yaml", "[wait, toss, rub]}", "[wait, toss, rub], use: [luck]}"),
			map[string]string{"content/toss/clover.yaml": "kind: relic\nid: clover\nparams: {luck: 1}\nuse: {cost: {mana: " + cost + "}}\nlua: \"return { use = function() vars.points = 5 end }\"\n"},
		)
	}
	data := func(luck string) map[string]string {
		return with("content/toss/clover.yaml", "params: {luck: 1}", "params: {luck: "+luck+"}\ndata: {petals: 4}")
	}
	alone := func(before, after *rules.Content, edit func(*save.File), commands ...string) string {
		in := saved(t, before, commands...)
		edit(in)
		return brief(replay.On(in, replay.Side{Name: "now", Content: after}))
	}
	const want = `
no change
1 alike, then 2: wait
  here:  _turn 1 → 2
  there: Wait is not possible in phase table.
  game/toss of toss 1.0.0 at content/toss/game.yaml:10:27
    phases.table.actions: "[wait, toss, rub]" → "[toss, rub]" by toss 1.0.0 at content/toss/game.yaml:10:27
back: 1 alike, then 2: wait
  there: Wait is not possible in phase table.
  here:  _turn 1 → 2
  game/toss of toss 1.0.0 at content/toss/game.yaml:10:27
    phases.table.actions: "[toss, rub]" → "[wait, toss, rub]" by toss 1.0.0 at content/toss/game.yaml:10:27
no outcomes
1 alike, then 2: toss
  the save: unknown
  now: Toss is not possible in phase table.
  game/toss of toss 1.0.0 at content/toss/game.yaml:1:1
too dear
1 alike, then 2: use clover
  the save: unknown
  now: Not enough mana.
  relic/clover of toss 1.0.0 at content/toss/clover.yaml:1:1
a patch that takes away
0 alike, then 1: toss
  the save: unknown
  now:  _turn 0 → 1 mana 9 → 8 points 0 → 3
  relic/clover of toss 1.0.0 at content/toss/clover.yaml:1:1
    data: "{petals: 4}" → "" by more 2.1.0 at content/more/patch.yaml:4:10 Plainer.
`
	got := "no change\n" + between(t, still, merged(still, with("content/toss/game.yaml", "[wait, toss, rub]", "[toss, rub]")), "toss", "wait") +
		"no outcomes\n" + alone(build(t, nil), build(t, with("content/toss/game.yaml", "[wait, toss, rub]", "[wait, rub]")), func(in *save.File) { in.Outcomes = nil }, "wait", "toss") +
		"too dear\n" + alone(build(t, using("1")), build(t, using("99")), func(*save.File) {}, "wait", "use clover") +
		"a patch that takes away\n" + alone(build(t, data("2")), build(t, merged(data("1"), clovers("text: Plainer.\nremove: [data]\n"))), func(*save.File) {}, "toss")
	if got != want[1:] {
		t.Errorf("got:\n%s", got)
	}
}
