package rules_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// world builds the content of several packs for two games.
func world(t *testing.T) *rules.Content { return bazaar.Build(t, archived(t, "testdata/world.txtar")) }

// TestLookups compares the lookups of content and its games with a golden file:
// names, origins, hooks in layers, relations between games and definitions.
func TestLookups(t *testing.T) {
	c := world(t)
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, g := range c.Games() {
		lookInto(say, g)
	}
	say("fields of entities %q", rules.EntityFields())
	for _, code := range c.Code() {
		owner := "no definition"
		if code.Owner != nil {
			owner = code.Owner.Key()
		}
		say("code of %s in %s, module %q, expression %v, in %s", owner, code.Pack, code.Module, code.Expression, code.Program.Place().File)
	}
	blocked := func(ids ...string) *rules.Content {
		why := map[string]diag.List{}
		for _, id := range ids {
			why[id] = diag.List{diag.New("content/rule", diag.Place{}, "%s is blocked", id)}
		}
		c, problems := rules.BuildExcept(c.Catalog, nil, why)
		if problems.Failed() {
			t.Fatal(problems)
		}
		return c
	}
	alpha, both := blocked("alpha"), blocked("alpha", "beta")
	say("blocked %q of %q, because %v and %v", alpha.BlockedGames(), both.BlockedGames(), alpha.Blocked("alpha"), alpha.Blocked("beta"))
	lookIntoRelations(say, c, alpha, both)
	for _, p := range c.Catalog.Packs() {
		for _, m := range p.Migrations {
			say("migration of %s has a script: %v", p.ID, c.Migration(m) != nil)
		}
	}
	golden.Check(t, "testdata/world.golden", out.String())
}

// lookIntoRelations shows which games definitions belong to, in content, and in
// the same with one game blocked and with two.
func lookIntoRelations(say func(string, ...any), c, alpha, both *rules.Content) {
	for _, d := range c.Catalog.All() {
		of := "no game"
		if g := c.GameOf(d); g != nil {
			of = g.ID()
		}
		say("%s of %s is for %s; idle %v, without alpha %v, without both %v", d.Key(), d.Pack, of, c.DefinitionBlocked(d), alpha.DefinitionBlocked(d), both.DefinitionBlocked(d))
		for _, code := range d.Expressions {
			_, printed := c.Printed(d).Value(code.Lua)
			say("  {=%s} prints %q", code.Lua, printed)
		}
		if len(d.Expressions) == 0 {
			_, printed := c.Printed(d).Value("1")
			say("  {=1} prints %q", printed)
		}
		for _, path := range append(rules.NumberPaths(d), "params.worth", "tests[1]", "data.fights[1].boss", "name", "..", "none") {
			if n, ok := rules.NumberAt(d, path); ok || n != nil {
				say("  %s is a number %v: %v", path, ok, n.Number())
			}
		}
	}
}

// lookInto shows a game's lookups.
func lookInto(say func(string, ...any), g *rules.Game) {
	names, all := g.Streams()
	say("game %s: %s, phases %q, actions %q, variables %q, lasting %q, zones %q", g.ID(), g.Seats(), phaseNames(g), g.ActionNames(), g.VariableNames(), g.ProfileNames(), g.ZoneNames())
	say("  cards %q, dice and relics %q, faces %q, bots %q, cards to ask %q", g.IDs("card"), g.IDs("die", "relic"), g.FaceNames(), g.StandaloneIDs("bot"), g.StandaloneIDs("card"))
	say("  streams %q, all of them: %v; live texts: %v", names, all, g.HasTextExpressions())
	for _, a := range g.Actions {
		for _, cost := range a.Costs {
			say("  %s costs %s: all %v, fixed %v, after %d picks", a.Name, cost.Variable, cost.All, cost.Amount.Fixed, cost.After)
		}
	}
	lookIntoDefinitions(say, g)
	for _, ask := range [][2]string{{"bot/calm", "choose"}, {"bot/calm", "chose"}, {"bot/clam", "choose"}, {"bot/other", "choose"}} {
		h, problem := g.StandaloneHook(ask[0], ask[1])
		if problem != nil {
			say("  %s %s: %s (%s)", ask[0], ask[1], problem.Message, problem.Hint)
			continue
		}
		say("  %s %s: %s", ask[0], ask[1], shown(h))
	}
	say("  no hook %v, no action %v, no phase %v", g.Hook(1<<20) == nil && g.Hook(-1) == nil, first(g.Action("nothing")) == nil, g.Phase("nothing") == nil)
}

// lookIntoDefinitions shows a game's lookups of definitions.
func lookIntoDefinitions(say func(string, ...any), g *rules.Game) {
	for _, d := range g.Catalog().All() {
		say("  %s begins %v in %q, weight of bite %v", d.Key(), g.StartsInPlay(d.Key()), g.Origin(d.Key()), g.Item(d.Key()) != nil && g.Item(d.Key()).Moves.Find("bite") != nil && g.Item(d.Key()).Moves.Find("bit") == nil)
		if it := g.Item(d.Key()); it != nil {
			say("    starts as %v", g.Table(g.MinPlayers).Prototypes[d.Key()].Start)
			for sort, hears := range it.Hears {
				for i, h := range hears {
					if h != nil {
						say("    hears number %d of sort %d with %s", i, sort, h.Name)
					}
				}
			}
			for _, h := range it.Hooks {
				say("    %s", layered(h))
			}
			say("    asks %q, no hook %v", slices.Sorted(maps.Keys(it.Chosen)), it.Hook("nothing") == nil)
		}
		for _, code := range d.Expressions {
			now, printed := g.Printed(d).Value(code.Lua)
			say("    {=%s} prints %q and %q", code.Lua, now, printed)
		}
	}
}

func first[T any](v T, _ bool) T { return v }

func phaseNames(g *rules.Game) (out []string) {
	for _, p := range g.Phases {
		out = append(out, p.Name)
	}
	return out
}

// layered shows a hook with those under it.
func layered(h *api.Hook) string {
	if h.Under == nil {
		return shown(h)
	}
	return fmt.Sprintf("%s, joined by %v to (%s)", shown(h), h.Mode, layered(h.Under))
}

// TestSourcesTypedAtAPrompt checks the compiled forms of lines typed in a
// running game, and the problems of the others.
func TestSourcesTypedAtAPrompt(t *testing.T) {
	g, _ := world(t).Game("alpha")
	for source, want := range map[string]string{
		"":                                 "there is nothing to evaluate",
		" \n\t":                            "there is nothing to evaluate",
		"1 + 1":                            "hook at (typed):1:1",
		"vars.gold = 2":                    "hook at (typed):1:1",
		"vars.gold":                        "hook at (typed):1:1",
		"local x = 1 return x":             "hook at (typed):1:1",
		`require("shared").done(1)`:        "hook at (typed):1:1",
		"1 +":                              "the script ends in the middle of a statement",
		"glod(1)":                          `unknown name "glod"`,
		"local x = glod":                   `unknown name "glod"`,
		"local x = 1 x.y = 2 return other": `unknown name "other"`,
		"if glod then end":                 `unknown name "glod"`,
		" if 1 + then end":                 "unexpected 'then'",
		"iff 1 + then end":                 "unexpected 'iff'",
		"if vars.gold > 1 then end":        "hook at (typed):1:1",
	} {
		h, problem := g.Compile(source)
		got := ""
		if problem != nil {
			got = problem.Message.String()
		} else {
			got = fmt.Sprintf("hook at %s", h.Place)
			if h.Program == nil || h.Script <= 0 {
				t.Errorf("%q has no program", source)
			}
			if g.Hook(h.Index) != nil || g.Hook(h.Index-1) == nil {
				t.Errorf("%q has the number %d, which does not follow those of the game", source, h.Index)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
	}
}

// TestExpressionsOutsideTheGameAreChecked checks the reports about an
// expression of a test as if it were part of the game.
func TestExpressionsOutsideTheGameAreChecked(t *testing.T) {
	g, _ := world(t).Game("alpha")
	for source, want := range map[string]string{
		"vars.gold == 3":                    "",
		`=call_hook(at("hand", 1), "shot")`: `unknown hook "shot"`,
		"vars.glod":                         `unknown variable "glod"`,
		"self.anything":                     "",
		"1 +":                               "the script ends in the middle of a statement",
		"vars.gold = 3":                     "unexpected '='",
	} {
		n := def.NewText(def.Position{}, source)
		for range 2 { // no problem is remembered
			problems := g.Inspect(n)
			got := ""
			if len(problems) > 0 {
				got = problems[0].Message.String()
			}
			if got != want || len(problems) > 1 {
				t.Errorf("%q: %v, want %q", source, problems, want)
			}
		}
	}
}

// TestProfileValuesAreChecked checks which values of a stored profile a game
// takes.
func TestProfileValuesAreChecked(t *testing.T) {
	g, _ := world(t).Game("alpha")
	usable, others := g.Usable(rules.Profile{
		"best": state.Num(4), "named": state.Num(1), "chosen": state.Value{Type: state.Ref, Num: 3}, "gold": state.Num(2), "lost": state.Num(1),
	})
	if want := (rules.Profile{"best": state.Num(4)}); !maps.Equal(usable, want) || !slices.Equal(others, []string{"chosen", "gold", "lost", "named"}) {
		t.Errorf("%v and %q, want %v", usable, others, want)
	}
	if usable, others := g.Usable(rules.Profile{"best": state.Num(10)}); len(usable) > 0 || len(others) != 1 {
		t.Errorf("out of bounds: %v and %q", usable, others)
	}
}

// TestWithAndWithout checks the effects of With and Without on content, and
// that changed content has a different digest.
func TestWithAndWithout(t *testing.T) {
	c := world(t)
	original, digests := c.Catalog, map[string]string{}
	show := func(what string, c *rules.Content, problems diag.List) string {
		if c == nil {
			return what + ": " + strings.TrimSuffix(golden.Report(problems), "\n")
		}
		if of := digests[c.Catalog.Digest]; of != "" {
			t.Errorf("%s has the digest of %s", what, of)
		}
		digests[c.Catalog.Digest] = what
		if len(c.Catalog.Locales) != 1 || !reflect.DeepEqual(c.Catalog.Locales, original.Locales) {
			t.Errorf("%s has %d languages", what, len(c.Catalog.Locales))
		}
		var out strings.Builder
		fmt.Fprintf(&out, "%s:", what)
		for _, d := range c.Catalog.All() {
			if was, _ := original.Find(d.ID, d.Kind); was.Digest == d.Digest && !d.Absent && (d.Kind != "table" || d.ID != "loot") {
				continue
			}
			fmt.Fprintf(&out, " %s absent %v", d.Key(), d.Absent)
			for _, p := range d.Params {
				fmt.Fprintf(&out, " %s=%v", p.Name, p.Default)
			}
			for _, path := range rules.NumberPaths(d) {
				if n, _ := rules.NumberAt(d, path); d.Kind != "game" {
					fmt.Fprintf(&out, " %s=%v", path, n.Number())
				}
			}
		}
		g, _ := c.Game("alpha")
		for _, s := range g.Starts {
			fmt.Fprintf(&out, "\n  %d × %s in zone %d", s.Count, s.Prototype.Key, s.Zone)
		}
		return out.String()
	}
	var out strings.Builder
	for _, params := range []map[string]float64{
		{"ace.worth": 5},
		{"card/ace.worth": 6},
		{"alpha.purse": 3, "plain.worth": 2},
		{"plain.data.fights[1].gold": 7},
		{"enemy/wolf.hp": 9},
		{"loot.entries[2].weight": 8},
		{"ace.price": 8},
		{"ace.wroth": 1},
		{"ace.tags[0]": 1},
		{"alpha.order": 1},
		{"nothing": 1},
	} {
		changed, problems := c.With(params)
		fmt.Fprintln(&out, show(fmt.Sprint(params), changed, problems))
	}
	for _, keys := range [][]string{{"card/ace"}, {"die/coin", "card/plain"}, {"enemy/tree"}, {"card/acce"}} {
		changed, problems := c.Without(keys...)
		fmt.Fprintln(&out, show(fmt.Sprint("without ", keys), changed, problems))
	}
	fmt.Fprintln(&out, show("nothing changed", c, nil))
	golden.Check(t, "testdata/changed.golden", out.String())
}

// TestDigestsOfVariantsDependOnTheContent checks that the digest of
// changed content covers the content as well as the change.
func TestDigestsOfVariantsDependOnTheContent(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	tree["scripts/alpha/shared.lua"] = &fstest.MapFile{Data: []byte("return { done = function() end }")}
	change := map[string]float64{"ace.worth": 5}
	one, _ := world(t).With(change)
	other, _ := bazaar.Build(t, tree).With(change)
	if one.Catalog.Digest == other.Catalog.Digest {
		t.Error("both have the same digest")
	}
	one, _ = world(t).Without("card/ace")
	other, _ = bazaar.Build(t, tree).Without("card/ace")
	if one.Catalog.Digest == other.Catalog.Digest {
		t.Error("both without the ace have the same digest")
	}
}

// TestRetainKeepsDefinitionsInPlay checks that definitions removed by an edit
// can be kept, with their packs, and that everything else is unchanged.
func TestRetainKeepsDefinitionsInPlay(t *testing.T) {
	before, tree := world(t), archived(t, "testdata/world.txtar")
	maps.DeleteFunc(tree, func(path string, _ *fstest.MapFile) bool { return strings.Contains(path, "/extra/") })
	after := bazaar.Build(t, tree)
	joker, ok := before.Catalog.Find("joker", "card")
	if _, left := after.Catalog.Find("joker", "card"); !ok || left {
		t.Fatal("the joker is not what was removed")
	}
	if same, problems := after.Retain(nil, before.Catalog); same != after || problems != nil {
		t.Errorf("nothing was retained, and it is new content: %v", problems)
	}
	kept, problems := after.Retain([]*def.Definition{joker}, before.Catalog)
	if problems.Failed() {
		t.Fatal(problems)
	}
	g, _ := kept.Game("alpha")
	_, extra := kept.Catalog.Pack("extra")
	if !reflect.DeepEqual(kept.Catalog.Locales, after.Catalog.Locales) || len(after.Catalog.Locales) == 0 {
		t.Error("the translations are lost")
	}
	if got := g.IDs("card"); !slices.Equal(got, []string{"ace", "joker", "plain"}) || !slices.Equal(kept.Retained(), []string{"card/joker"}) || !extra || len(after.Retained()) > 0 {
		t.Errorf("cards %q, retained %q, with the pack %v", got, kept.Retained(), extra)
	}
	if again, problems := kept.Retain([]*def.Definition{joker}, before.Catalog); problems == nil && len(again.Catalog.Packs()) != len(kept.Catalog.Packs()) {
		t.Error("a pack is there twice")
	}
}

// TestRetainNeedsNoPackTwice checks that a definition is kept whose pack is still
// there, and that each pack stays there once.
func TestRetainNeedsNoPackTwice(t *testing.T) {
	before, tree := world(t), archived(t, "testdata/world.txtar")
	game := tree["content/alpha/game.yaml"]
	game.Data = []byte(strings.Replace(string(game.Data), "{kind: enemy, id: tree, name: Tree, hp: 7}", "", 1))
	after := bazaar.Build(t, tree)
	lost, ok := before.Catalog.Find("tree", "enemy")
	if _, left := after.Catalog.Find("tree", "enemy"); !ok || left {
		t.Fatal("the tree is not what was removed")
	}
	kept, problems := after.Retain([]*def.Definition{lost}, before.Catalog)
	if problems.Failed() {
		t.Fatal(problems)
	}
	var packs, was []string
	for _, p := range kept.Catalog.Packs() {
		packs = append(packs, p.ID)
	}
	for _, p := range after.Catalog.Packs() {
		was = append(was, p.ID)
	}
	if _, back := kept.Catalog.Find("tree", "enemy"); !back || !slices.Equal(packs, was) {
		t.Errorf("the tree is back: %v; packs %q, were %q", back, packs, was)
	}
}

// TestPendingQuestionsNeedTheirHooks checks that content is refused for a saved
// question whose hook, or whose next phase, no longer exists.
func TestPendingQuestionsNeedTheirHooks(t *testing.T) {
	g, _ := world(t).Game("alpha")
	for want, p := range map[string]*state.Pending{
		"none": nil,
		"":     {Questions: []*state.Question{{Name: "own", Owner: "card/ace"}, {Name: "gift", Owner: "card/ace"}, {Name: "gift", Owner: "card/gone"}}, Then: "night"},
		`the question "own" of card/plain waits to be answered, but the hook chosen_own no longer exists`: {Questions: []*state.Question{{Name: "gift", Owner: "card/plain"}, {Name: "own", Owner: "card/plain"}}},
		"phase nigth is to be entered after a question but no longer exists":                              {Then: "nigth"},
	} {
		got := "none"
		if problem := g.CheckPending(p); problem != nil {
			got = problem.Message.String()
		}
		if got != want && !(got == "none" && want == "") {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPacksThatChangedADefinitionAreNamed checks which packs are named beside a
// problem, for each file that a definition consists of.
func TestPacksThatChangedADefinitionAreNamed(t *testing.T) {
	g, _ := world(t).Game("alpha")
	g.Blame(nil)
	for file, want := range map[string]string{
		"":                         "",
		"content/alpha/other.yaml": "",
		"content/alpha/game.yaml":  "the pack extra changes card/ace; the pack extra changes card/plain; the pack extra changes die/coin; the pack extra changes game/alpha",
		"scripts/alpha/ace.lua":    "the pack extra changes card/ace; the pack extra changes card/trey",
		"scripts/extra/more.lua":   "the pack extra changes card/ace; the pack extra changes card/trey",
		"content/extra/patch.yaml": "the pack extra changes card/ace; the pack extra changes card/plain; the pack extra changes card/trey; the pack extra changes die/coin; the pack extra changes game/alpha",
		"content/beta/game.yaml":   "",
		"scripts/alpha/shared.lua": "",
	} {
		problem := diag.New("script/runtime", diag.Place{File: file, Line: 3}, "it broke")
		g.Blame(&problem)
		var notes []string
		for _, n := range problem.Notes {
			notes = append(notes, n.Message.String())
		}
		if got := strings.Join(notes, "; "); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// TestUnchangedPartsAreReused enforces that content built after an edit equals
// content built from nothing, and reuses the unchanged programs and prototypes.
func TestUnchangedPartsAreReused(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	before := bazaar.Build(t, tree)
	tree["scripts/alpha/large.lua"] = &fstest.MapFile{Data: []byte("return {" + strings.Repeat("1, ", 3000) + "}")}
	tree["scripts/alpha/shared.lua"] = &fstest.MapFile{Data: []byte("return { done = function(card) emit(\"dawn\", 2) end }")}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	for name, c := range map[string]*def.Catalog{"an edit": catalog, "no edit": before.Catalog} {
		built := func(previous *rules.Content) *rules.Game {
			built, problems := rules.Build(c, previous)
			if built == nil {
				t.Fatal(problems)
			}
			g, _ := built.Game("alpha")
			return g
		}
		fresh, reused, old := built(nil), built(before), first(before.Game("alpha"))
		if a, b := dumped(fresh), dumped(reused); a != b {
			t.Errorf("after %s: %s", name, cmp.Diff(a, b))
		}
		tree, oldTree := reused.Table(1).Prototypes["enemy/tree"], old.Table(1).Prototypes["enemy/tree"]
		if name == "no edit" && tree != oldTree {
			t.Error("a prototype was made anew without an edit")
		}
		if reused.Item("card/ace").Hooks[0].Program != old.Item("card/ace").Hooks[0].Program && name == "no edit" {
			t.Error("a script was compiled anew without an edit")
		}
	}
}

// dumped shows everything that is compiled of a game.
func dumped(g *rules.Game) string {
	var out dumper
	out.dump("", reflect.ValueOf(g).Elem())
	out.layout(g)
	for _, d := range g.Catalog().All() {
		if it := g.Item(d.Key()); it != nil {
			out.dump("  ", reflect.ValueOf(it).Elem())
			out.dump("    ", reflect.ValueOf(g.Table(g.MinPlayers).Prototypes[d.Key()]).Elem())
		}
	}
	return out.String()
}
