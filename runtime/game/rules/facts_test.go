package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// one builds a game from its file.
func one(t *testing.T, text string) *rules.Game {
	t.Helper()
	return bazaar.Build(t, fstest.MapFS{"content/one/game.yaml": {Data: []byte(text)}}).Games()[0]
}

// TestPrivateGames checks which declarations make a game one in which players know
// what others do not.
func TestPrivateGames(t *testing.T) {
	const plain = `kind: game
id: one
players: {min: 1, max: 2}
variables: {gold: {start: 1, per: player}, lit: {start: false}}
zones: {hand: {of: card, label: h, per: player}, deck: {of: card, label: d}}
properties: {card: {worn: {start: 1}}}
actions: {wait: {}}
phases: {day: {actions: [wait]}}
lua: 'return { do_wait = function() end }'
---
{kind: card, id: ace}
`
	for _, c := range []struct {
		old, now string
		private  bool
	}{
		{"", "", false},
		{"gold: {start: 1", "gold: {visible: owner, start: 1", true},
		{"gold: {start: 1", "gold: {visible: none, start: 1", false},
		{"label: h", "label: h, visible: owner", true},
		{"label: d", "label: d, visible: owner", false},
		{"label: h", "label: h, visible: none", false},
		{"worn: {start: 1", "worn: {start: 1, visible: owner", true},
		{"worn: {start: 1", "worn: {start: 1, visible: lit", true},
		{"worn: {start: 1", "worn: {start: 1, visible: none", false},
		{"day: {actions: [wait]}}\nlua: 'return {", "day: {together: true}}\nlua: 'return { resolve_day = function() end,", true},
		{"day: {", "day: {together: false, ", false},
		{"wait: {", "wait: {secret: true", true},
		{"wait: {", "wait: {secret: false", false},
		{"id: ace}", "id: ace, use: {secret: true}, lua: 'return { use = function() end }'}", true},
		{"id: ace}", "id: ace, use: {targets: [{name: n, from: [1, 2], secret: true}]}, lua: 'return { use = function() end }'}", true},
		{"id: ace}", "id: ace, use: {}, lua: 'return { use = function() end }'}", false},
	} {
		text := strings.Replace(plain, c.old, c.now, 1)
		if g := one(t, text); g.Private != c.private || g.HasTextExpressions() {
			t.Errorf("with %s, the game is private: %v, and has live texts: %v", c.now, g.Private, g.HasTextExpressions())
		}
		text = strings.Replace(text, "max: 2", "max: 1", 1)
		if one(t, text).Private {
			t.Errorf("with %s, a game for one player is private", c.now)
		}
	}
}

// TestNamesOfCommands checks the names that commands may begin with, and who may
// play.
func TestNamesOfCommands(t *testing.T) {
	const plain = `kind: game
id: one
name: One
players: {min: 2, max: 4}
actions: {wait: {}, go: {}}
phases: {day: {actions: [wait]}}
WINDOWS
lua: 'return { do_wait = function() end, do_go = function() end }'
`
	for windows, want := range map[string]string{
		"":           "wait go",
		"layout: []": "wait go",
		"windows: {stop: {before: [wait], actions: [go]}}":            "wait go pass pass_always",
		"windows: {stop: {before: [wait], actions: [go], clock: 30}}": "wait go pass pass_always timeout",
	} {
		g := one(t, strings.Replace(plain, "WINDOWS", windows, 1))
		if got := strings.Join(g.CommandNames(), " "); got != want {
			t.Errorf("%s: %s, want %s", windows, got, want)
		}
		if g.Window("stop") == nil != (windows == "" || windows == "layout: []") || g.Window("go") != nil {
			t.Errorf("%s: the window is %v", windows, g.Window("stop"))
		}
		for n, want := range map[int]string{
			1: "?: error: One is for 2 to 4 players, not 1 [game/players]", 2: "", 3: "", 4: "",
			5: "?: error: One is for 2 to 4 players, not 5 [game/players]",
		} {
			got := ""
			if problem := g.CheckPlayers(n); problem != nil {
				got = problem.Error()
			}
			if got != want {
				t.Errorf("%d players: %s, want %s", n, got, want)
			}
		}
	}
}

// TestSavedWindowsNeedTheirDeclarations checks what is said about open windows and
// waiting actions that the game no longer has.
func TestSavedWindowsNeedTheirDeclarations(t *testing.T) {
	g, _ := bazaar.Build(t, archived(t, "testdata/salon.txtar")).Game("salon")
	for _, c := range []struct {
		want string
		p    state.Pending
	}{
		{"", state.Pending{Windows: []*state.Window{{Name: "sale", Action: "bid"}, {Name: "objection"}}, Next: []*state.Window{{Name: "sale"}}, Acts: []*state.Act{{Action: "fold"}}, Then: "rest"}},
		{"", state.Pending{Acts: []*state.Act{{Action: "fold"}}}},
		{"the window sael is open but no longer exists", state.Pending{Windows: []*state.Window{{Name: "sale"}, {Name: "sael", Action: "bdi"}}}},
		{"the window nest is open but no longer exists", state.Pending{Next: []*state.Window{{Name: "nest"}}, Acts: []*state.Act{{Action: "flod"}}}},
		{"the action bdi waits for reactions but no longer exists", state.Pending{Windows: []*state.Window{{Name: "sale", Action: "bdi"}}}},
		{"the action flod waits to be performed but no longer exists", state.Pending{Acts: []*state.Act{{Action: "fold"}, {Action: "flod"}}, Then: "rset"}},
		{"phase rset is to be entered after a question but no longer exists", state.Pending{Acts: []*state.Act{{Action: "fold"}}, Then: "rset"}},
	} {
		got := ""
		if problem := g.CheckPending(&c.p); problem != nil {
			if got = problem.Message.String(); problem.Code != "content/rule" || problem.Place != g.Definition.Place {
				t.Errorf("%s is %s at %s", got, problem.Code, problem.Place)
			}
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// drawing is a game whose scripts draw from streams with every API function, some
// of which they name.
const drawing = `kind: game
id: one
variables: {gold: {start: 1}}
zones: {hand: {of: card, label: h}, dice: {of: die, label: d}}
actions: {wait: {}}
phases: {day: {actions: [wait]}}
data: {words: [first, {second: third}]}
lua: |
  local function either(name) return SOURCE end
  return {
    start = function()
      roll_dice("dice") roll_dice("dice", "bones") shuffle("hand") shuffle("hand", "cards")
      random("loot", 1, 6) random("loot", 1, 6) random("loot", 0, 6) random("loot", vars.gold, 9)
      pick("loot", "hand") chance("luck", 0.5) either("passed")
    end,
    do_wait = function() say("quoted") end,
  }
---
{kind: card, id: ace, name: fourth, tests: [{name: fifth, expect: {gold: 1}}]}
---
{kind: die, id: d6, sides: 6, text: sixth}
---
# A text in a script that is read after the one that computes names.
{kind: relic, id: zed, lua: 'return {on_used = function() local late = "late" say(late) end}'}
`

// TestDraws checks who draws from which random streams, and what is known about
// streams whose names scripts compute.
func TestDraws(t *testing.T) {
	var out strings.Builder
	for _, source := range []string{`1`, `random(name, 1, 2)`, `random("x" .. name, 1, 2)`, `chance(name, 0.1) and random("x" .. name, 1, 2)`, `random(name, 3, 4) + random("cards", 1, 2)`} {
		g := one(t, strings.Replace(drawing, "SOURCE", source, 1))
		draws := g.Draws()
		names, all := g.Streams()
		fmt.Fprintf(&out, "%s: streams %q, all of them: %v, computed %v\n", source, names, all, draws.Computed)
		for _, name := range slices.Sorted(maps.Keys(draws.By)) {
			fmt.Fprintf(&out, "  %s: %v\n", name, draws.By[name])
		}
		for _, name := range []string{"loot", "cards", "passed", "quoted", "hand", "never"} {
			fmt.Fprintf(&out, "  from %s: %v\n", name, draws.From(name))
		}
	}
	golden.Check(t, "testdata/draws.golden", out.String())
}

// TestWordsThatAreSaid checks which of some words scripts quote, or definitions have
// as keys or values.
func TestWordsThatAreSaid(t *testing.T) {
	long := strings.Repeat("y", 64)
	g := one(t, strings.NewReplacer("SOURCE", "1", "id: one\n", "id: one\ntext: "+long+"\n").Replace(drawing))
	for _, c := range []struct{ ask, want string }{
		{long + " fifth", long},
		{"passed quoted luck random wait first second third fourth sixth sides words d6 one", "d6 first fourth luck one passed quoted second sides sixth third wait words"},
		{"fifth expect gold_ never 1 6", ""},
		{"fifth first", "first"},
		{"", ""},
		{"ace " + strings.Repeat("x", 67), "ace"},
	} {
		words := map[string]bool{}
		for word := range strings.FieldsSeq(c.ask) {
			words[word] = true
		}
		if got := strings.Join(slices.Sorted(maps.Keys(g.FindWords(words))), " "); got != c.want {
			t.Errorf("of %s: %s, want %s", c.ask, got, c.want)
		}
	}
}

// TestProblemsOfIncompleteContent checks the problems of scripts, and the
// others, in content of which some parts are missing.
func TestProblemsOfIncompleteContent(t *testing.T) {
	var out strings.Builder
	for _, name := range []string{"unsound", "hints", "globals", "others", "shapes", "scripts"} {
		catalog, problems := load.NewLoader(load.Root{FS: archived(t, "testdata/faults/"+name+".txtar")}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		compiled, checked := rules.Check(catalog, nil, func(*def.Definition) bool { return false })
		for what, list := range []diag.List{compiled, checked} {
			fmt.Fprintf(&out, "%s, %s\n", name, []string{"scripts", "the rest"}[what])
			for _, d := range list {
				fmt.Fprintf(&out, "  %s: %s\n", d.Place, d.Message)
			}
		}
	}
	golden.Check(t, "testdata/checked.golden", out.String())
}

// TestNamesExplainProblems checks which problems may only follow from faulty parts
// that contain some names.
func TestNamesExplainProblems(t *testing.T) {
	names := rules.Names{}
	names.Add("vars.gold = vars.gold + dawn, 7 on_dusk")
	const other = "content/rule"
	for _, c := range []struct {
		code, format  string
		args          []any
		outside, here bool
	}{
		{other, "unknown variable %q", []any{"gold"}, true, true},
		{other, "unknown variable %q", []any{"dawn"}, true, false},
		{other, "unknown variable %q", []any{"silver"}, false, false},
		{other, "unknown variable %q", []any{"on_dawn"}, true, false},
		{other, "unknown variable %q", []any{"dusk"}, false, false},
		{other, "unknown variable %q", []any{"at_vars"}, true, true},
		{other, "unknown variable %q of dawn", []any{"silver"}, false, false},
		{other, "%s takes no %s", []any{"card", "dawn"}, true, true},
		{other, "%s takes no %s", []any{"card", "silver"}, false, true},
		{other, "gold is missing", nil, false, true},
		{"script/unknown-hook", "nothing calls the hook %s", []any{"on_noon"}, true, true},
		{"script/unknown-name", "unknown %s %q", []any{"hook", "noon"}, true, true},
		{"script/unknown-name", "unknown %s %q", []any{"zone", "noon"}, false, false},
		{"script/unknown-name", "unknown zone", nil, false, true},
	} {
		d := diag.New(c.code, diag.Place{}, c.format, c.args...)
		if outside, here := names.MayExplain(&d, false), names.MayExplain(&d, true); outside != c.outside || here != c.here {
			t.Errorf("%s %s: may follow elsewhere %v, want %v; within the part %v, want %v", d.Code, d.Message, outside, c.outside, here, c.here)
		}
	}
}

// TestWhatFailedBuildsLeave checks what a failed build leaves for looking up names and
// for checks of single definitions, and when.
func TestWhatFailedBuildsLeave(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	built := func(previous *rules.Content) (*rules.Content, diag.List) {
		catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		return rules.Build(catalog, previous)
	}
	sound := tree["content/alpha/game.yaml"]
	tree["content/alpha/game.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(sound.Data), "min: 1, max: 1", "min: 2, max: 4", 1) + "\n---\n{kind: joker, id: jester, name: Jester, lua: 'return { on_used = function(self) self.gold = 1 end }'}\n")}
	nothing := rules.Nothing()
	if nothing.Outline() != nil || nothing.Partial() != nil || len(nothing.Games()) > 0 || len(nothing.Catalog.All()) > 0 {
		t.Error("nothing has something")
	}
	if c, problems := built(nothing); c != nil || !problems.Failed() {
		t.Fatal("the build has not failed")
	}
	outline := nothing.Outline()
	if outline == nil {
		t.Fatal("there is no outline")
	}
	g, _ := outline.Game("alpha")
	if got := fmt.Sprint(g.MinPlayers, g.MaxPlayers, g.VariableNames(), g.ZoneNames()); got != "1 1 [gold word owner level won said wide best named chosen] [hand dice foes heap]" {
		t.Error(got)
	}
	if _, ok := outline.Game("beta"); !ok {
		t.Error("the sound game is not in the outline")
	}
	partial := nothing.Partial()
	if partial == nil || len(partial.Games()) > 0 || len(partial.Catalog.All()) != len(outline.Catalog.All()) || len(partial.Code()) != len(outline.Code()) || nothing.Partial() != nil {
		t.Errorf("the partial content is %v", partial)
	}
	tree["content/alpha/game.yaml"] = sound
	good, problems := built(nothing)
	if good == nil {
		t.Fatal(problems)
	}
	if outline := nothing.Outline(); outline != good || nothing.Partial() != nil {
		t.Error("after a good build, the outline is another")
	}
	tree["scripts/alpha/shared.lua"] = &fstest.MapFile{Data: []byte("return {")}
	if c, _ := built(good); c != nil || good.Outline() != nil || good.Partial() == nil {
		t.Error("a faulty script leaves an outline, or no partial content")
	}
}

// TestScriptsOfPacksAreCompiledAlone checks the problems of scripts in packs that
// cannot be loaded otherwise, in the order of places, and that the outline is gone.
func TestScriptsOfPacksAreCompiledAlone(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	for file, text := range map[string]string{"alpha/shared": "return {", "alpha/zed": "return { a = function() glod = 1 end, b = function() return vars.glod + other end }", "alpha/deep/a": "x", "extra/help": "return { n = nope }", "extra/fine": "return {}"} {
		tree["scripts/"+file+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	loader.Load()
	nothing := rules.Nothing()
	if c, _ := rules.Build(world(t).Catalog, nothing); c == nil || nothing.Outline() != c {
		t.Error("a first build leaves no outline")
	}
	for _, previous := range []*rules.Content{nil, nothing, world(t)} {
		var got []string
		for _, d := range rules.Compile(loader.Packs(), previous) {
			got = append(got, fmt.Sprintf("%s: %s", d.Place, d.Message))
		}
		want := []string{
			"scripts/alpha/deep/a.lua:1:2: the script ends in the middle of a statement",
			"scripts/alpha/shared.lua:1:9: '}' expected (to close '{' at line 1) near the end of the script",
			"scripts/alpha/zed.lua:1:25: glod is not a local variable, and scripts have no global variables",
			`scripts/alpha/zed.lua:1:73: unknown name "other"`,
			`scripts/extra/help.lua:1:14: unknown name "nope"`,
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
	}
	if nothing.Outline() != nil {
		t.Error("there is an outline of content that cannot be loaded")
	}
}

// TestGamesThatRestrictItems checks which games have items that cannot be used in
// every phase, also after an edit of something else.
func TestGamesThatRestrictItems(t *testing.T) {
	const plain = `kind: game
id: one
variables: {gold: {start: 1}}
zones: {hand: {of: card, label: h}}
phases: {day: {use: [hand]}, night: {use: [hand]}}
lua: 'return { use = function() end }'
`
	for cards, want := range map[string]bool{
		"":                                    false,
		"---\n{kind: card, id: ace, use: {}}": false,
		"---\n{kind: card, id: ace, use: {during: [day]}}":                                              true,
		"---\n{kind: card, id: ace, use: {during: [day, night]}}\n---\n{kind: card, id: king, use: {}}": true,
		"---\n{kind: card, id: ace, use: {}}\n---\n{kind: card, id: king, use: {during: [night]}}":      true,
		"---\n{kind: card, id: ace, use: {during: [day]}, lua: 'return { use = function() end }'}":      true,
	} {
		tree := fstest.MapFS{"content/one/game.yaml": {Data: []byte(plain)}, "content/one/cards.yaml": {Data: []byte("{kind: card, id: joker}\n" + cards)}}
		loader := load.NewLoader(load.Root{FS: tree})
		before := bazaar.Build(t, tree)
		tree["content/one/other.yaml"] = &fstest.MapFile{Data: []byte("{kind: card, id: other, use: {}}\n")}
		after, problems := rebuilt(loader, before)
		if after == nil {
			t.Fatal(problems)
		}
		if first(before.Game("one")).Restricted != want || first(after.Game("one")).Restricted != want {
			t.Errorf("%s: %v, after an edit %v", cards, first(before.Game("one")).Restricted, first(after.Game("one")).Restricted)
		}
	}
}

// TestHintsAndReasons checks the sentences of refusals.
func TestHintsAndReasons(t *testing.T) {
	for want, m := range map[string]*diag.Message{
		"Did you mean ace?":                           rules.Hint("ace"),
		"It is late. (by-rules)":                      rules.Reason("It is late.", "not-now"),
		"There is nothing to undo. (nothing-to-undo)": rules.Reason("", "nothing-to-undo"),
		"Not enough gold. (unaffordable)":             rules.Refuse("unaffordable", "gold"),
	} {
		got := m.String()
		if m.Code != "" {
			got += " (" + m.Code + ")"
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestZonesMayHoldGames checks that a zone for games does not confuse the game that
// declares it, which is one.
func TestZonesMayHoldGames(t *testing.T) {
	g := one(t, "kind: game\nid: one\nzones: {shelf: {of: game, label: s, start: [one]}}\nphases: {day: {}}\nlua: 'return { start = function() end }'\n")
	if !g.StartsInPlay("game/one") || g.Item("game/one") == nil {
		t.Error("the game is not on its shelf")
	}
}

// TestStartsMayReadTheGame checks that the start of a zone and its limit may come
// from the game's own data and variables, whose names may have digits.
func TestStartsMayReadTheGame(t *testing.T) {
	g := one(t, `kind: game
id: one
data: {first: [ace, ace]}
variables: {a0z9: {start: 2}}
zones: {hand: {of: card, label: h, start: "=self.data.first", limit: a0z9}}
phases: {day: {}}
lua: 'return { start = function() end }'
---
{kind: card, id: ace, name: Ace}
`)
	var starts []string
	for _, s := range g.Starts {
		starts = append(starts, fmt.Sprintf("%d %s in zone %d", s.Count, s.Prototype.Key, s.Zone))
	}
	if want := []string{"1 card/ace in zone 0", "1 card/ace in zone 0"}; !slices.Equal(starts, want) {
		t.Errorf("it starts with %q", starts)
	}
	if z := g.Table(1).Layout.Zones[0]; z.LimitedBy != "a0z9" {
		t.Errorf("the hand is limited by %q", z.LimitedBy)
	}
}
