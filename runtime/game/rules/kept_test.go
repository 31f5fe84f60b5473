package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
)

// keeping is a game whose definitions, each in a file of its own, use what others
// have: by hooks, fields, tags, kinds and ids.
const keeping = `kind: game
id: one
players: {min: 1, max: 2}
variables: {gold: {start: 0}}
zones: {hand: {of: [card, relic], label: h, start: [calls, fields]}, bag: {of: die, label: b}}
properties: {card: {heft: {start: "=definition('base').data.worth"}}, relic: {worth: {start: 0}}}
events: {dawn: {}}
actions: {wait: {}}
phases: {day: {actions: [wait], use: [hand]}, night: {actions: [wait], use: [hand]}}
lua: 'return { do_wait = function() emit("dawn") end }'
`

// users are the definitions that use others, and base is what they use.
var users = map[string]string{
	"calls":  `{kind: card, id: calls, lua: 'return { on_dawn = function(self) call_hook(self, "whisper") end }'}`,
	"asks":   `{kind: card, id: asks, lua: 'return { on_dawn = function(self) ask("which", {from = {1}}) end, chosen_which = function(self, it) end }'}`,
	"shouts": `{kind: card, id: shouts, use: {requires: [{that: "call_hook(self, 'shout')", else: No.}]}, lua: 'return { use = function(self) end }'}`,
	"fields": `{kind: card, id: fields, lua: 'return { on_dawn = function(self) vars.gold = sum("hand", "power") end }'}`,
	"tags":   `{kind: card, id: tags, lua: 'return { on_dawn = function(self) vars.gold = tagged(self, "shiny") and 1 or 2 end }'}`,
	"kinds":  `{kind: card, id: kinds, lua: 'return { on_dawn = function(self) vars.gold = #definitions("ability") end }'}`,
	"ids":    `{kind: card, id: ids, lua: 'return { on_dawn = function(self) add("lamp", "hand") end }'}`,
	"limits": `{kind: card, id: limits, use: {during: [night]}, lua: 'return { use = function(self) end }'}`,
	"calm":   `{kind: bot, id: calm, lua: 'return { choose = function(legal) return legal[1] end }'}`,
	"hoard":  `{kind: table, id: hoard, entries: [{id: calls, weight: "vars.gold + 1"}, {id: asks, weight: 2}]}`,
	"texts":  `{kind: card, id: texts, text: "It weighs {=self.heft} of {=vars.gold}."}`,
	"base": `{kind: card, id: base, params: {power: 1}, tags: [shiny], data: {worth: 3}, lua: 'return { whisper = function(self) end, shout = function(self) return true end }'}
---
{kind: ability, id: leap}
---
{kind: relic, id: lamp}`,
}

func keepingTree() fstest.MapFS {
	tree := fstest.MapFS{"content/one/game.yaml": {Data: []byte(keeping)}}
	for name, text := range users {
		tree["content/one/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	return tree
}

// TestReloadsCheckWhatOthersUse states, for an edit of one definition, which uses of it
// in unchanged files are reported, and that content that is built again equals what is
// built from nothing.
func TestReloadsCheckWhatOthersUse(t *testing.T) {
	for _, e := range []struct{ from, to, want string }{
		{"worth: 3", "worth: 4", ""},
		{"whisper = ", "on_dawn = ", `content/one/calls.yaml unknown hook "whisper"`},
		{"shout = ", "on_dawn = ", `content/one/shouts.yaml unknown hook "shout"`},
		{"power: 1", "might: 1", `content/one/fields.yaml unknown property "power"`},
		{"[shiny]", "[dull]", `content/one/tags.yaml unknown tag "shiny"`},
		{"[shiny]", "[dull, shiny]", ""},
		{"id: lamp", "id: lump", `content/one/ids.yaml unknown definition "lamp"`},
		{"kind: ability, id: leap", "kind: card, id: leap", `content/one/kinds.yaml no definition has the kind "ability"`},
		{"kind: relic, id: lamp", "kind: card, id: lamp", ""}, // a zone takes relics, which may be yet to come
		{"\n---\n{kind: relic, id: lamp}", "\n---\n{kind: relic, id: lamp}\n---\n{kind: relic, id: lamb}", ""},
	} {
		tree := keepingTree()
		loader := load.NewLoader(load.Root{FS: tree})
		before := bazaar.Build(t, tree)
		if c, problems := rebuilt(loader, before); c == nil {
			t.Fatal(problems)
		}
		const file = "content/one/base.yaml"
		tree[file] = &fstest.MapFile{Data: []byte(strings.Replace(users["base"], e.from, e.to, 1))}
		for _, step := range []string{"an edit", "the next build"} {
			reused, problems := reloaded(loader, file, before)
			fresh, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
			if diff := cmp.Diff(listed(want), listed(problems)); diff != "" {
				t.Errorf("%s after %s: %s", e.to, step, diff)
			}
			if got := byFile(problems); e.want != got {
				t.Errorf("%s after %s: %s, want %s", e.to, step, got, e.want)
			}
			if reused == nil {
				continue
			}
			if diff := cmp.Diff(wholly(fresh)+asked(fresh), wholly(reused)+asked(reused)); diff != "" {
				t.Errorf("%s after %s: %s", e.to, step, diff)
			}
			before = reused
		}
	}
}

// byFile lists problems by file.
func byFile(problems diag.List) string {
	var out []string
	for _, d := range problems {
		out = append(out, d.Place.File+" "+d.Message.String())
	}
	return strings.Join(slices.Compact(out), "\n")
}

// asked lists the hooks of definitions that are never in play, and the texts with
// expressions.
func asked(c *rules.Content) string {
	var out strings.Builder
	for _, g := range c.Games() {
		for _, id := range g.StandaloneIDs("bot") {
			h, problem := g.StandaloneHook("bot/"+id, "choose")
			fmt.Fprintln(&out, id, shown(h), problem, g.Hook(h.Index) == h)
		}
		for _, d := range c.Catalog.All() {
			for _, code := range d.Expressions {
				_, printed := g.Printed(d).Value(code.Lua)
				fmt.Fprintln(&out, d.Key(), printed)
			}
		}
	}
	return out.String()
}

// TestReloadsKeepScriptsOfUneditedFiles checks that scripts and expressions are
// compiled once, however many edits of other files follow.
func TestReloadsKeepScriptsOfUneditedFiles(t *testing.T) {
	tree := keepingTree()
	loader := load.NewLoader(load.Root{FS: tree})
	first, problems := rebuilt(loader, nil)
	if first == nil {
		t.Fatal(problems)
	}
	programs := func(c *rules.Content) map[string]any {
		out := map[string]any{}
		for _, code := range c.Code() {
			if code.Owner != nil && code.Owner.ID != "base" && code.Owner.ID != "lamp" {
				out[fmt.Sprint(code.Owner.Key(), code.Program.Place())] = code.Program
			}
		}
		return out
	}
	want, before := programs(first), first
	for _, worth := range []string{"4", "5", "faulty", "6", "7"} {
		const file = "content/one/base.yaml"
		tree[file] = &fstest.MapFile{Data: []byte(strings.Replace(users["base"], "worth: 3", "worth: "+worth, 1))}
		after, problems := reloaded(loader, file, before)
		if after == nil {
			if worth != "faulty" {
				t.Fatal(problems)
			}
			continue
		}
		got := programs(after)
		if len(got) != len(want) {
			t.Errorf("worth %s: %d pieces of code, want %d", worth, len(got), len(want))
		}
		for where, p := range want {
			if got[where] != p {
				t.Errorf("worth %s: the code of %s was compiled again", worth, where)
			}
		}
		before = after
	}
}

// TestEarlierBuildsStayAsTheyWere checks that a build that computes start values again
// leaves those of the build before, which games may still use.
func TestEarlierBuildsStayAsTheyWere(t *testing.T) {
	tree := keepingTree()
	loader := load.NewLoader(load.Root{FS: tree})
	before, problems := rebuilt(loader, nil)
	if before == nil {
		t.Fatal(problems)
	}
	was := wholly(before) + asked(before)
	for _, worth := range []string{"4", "5"} {
		const file = "content/one/base.yaml"
		tree[file] = &fstest.MapFile{Data: []byte(strings.Replace(users["base"], "worth: 3", "worth: "+worth, 1))}
		after, problems := reloaded(loader, file, before)
		if after == nil {
			t.Fatal(problems)
		}
		for _, key := range []string{"card/calls", "card/texts", "card/limits"} {
			if got := fmt.Sprint(first(after.Game("one")).Table(1).Prototypes[key].Start); got != "[false "+worth+"]" {
				t.Errorf("%s starts with %s, and the base is worth %s", key, got, worth)
			}
		}
	}
	if diff := cmp.Diff(was, wholly(before)+asked(before)); diff != "" {
		t.Errorf("the first build has changed: %s", diff)
	}
}

// TestScriptsShareABudgetForLoading states how much work all scripts may take to load
// together, in a first build and after edits that add a script.
func TestScriptsShareABudgetForLoading(t *testing.T) {
	tree := fstest.MapFS{"content/one/game.yaml": {Data: []byte("kind: game\nid: one\nphases: {day: {}}\nlua: 'return { start = function() end }'\n")}}
	const refusal = "the scripts together take too much work to load"
	loader := load.NewLoader(load.Root{FS: tree})
	var before *rules.Content
	fitting := 0
	for n := 1; n <= 200; n++ {
		tree[fmt.Sprintf("scripts/one/m%03d.lua", n)] = &fstest.MapFile{Data: []byte("local t = 0 for i = 1, 40000 do t = t + i end return { t = t }")}
		after, problems := rebuilt(loader, before)
		if after == nil {
			fresh, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
			if fresh != nil || byFile(problems) != byFile(want) || !strings.Contains(byFile(problems), refusal) {
				t.Errorf("after %d modules: %s, from nothing %s", n, byFile(problems), byFile(want))
			}
			break
		}
		before, fitting = after, n
	}
	if fitting < 20 || fitting == 200 {
		t.Errorf("%d modules can be loaded", fitting)
	}
}
