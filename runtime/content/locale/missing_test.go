package locale_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
)

// keys returns the names of units.
func keys(units []locale.Unit) string {
	var out []string
	for _, p := range units {
		out = append(out, p.Key())
	}
	return strings.Join(out, ", ")
}

// packs is a game, a pack that changes it, and one that has nothing to do with it.
func packs() map[string]string {
	return map[string]string{
		"tale/pack.yaml": manifest("tale"),
		"tale/game.yaml": tale + `---
{kind: relic, id: base, abstract: true, text: "Worth {gold} gold.", params: {gold: {default: 1, text: How rich., unit: gold}}}
---
{kind: relic, id: coin, extends: base, name: Coin}
---
{kind: relic, id: bill, extends: base, name: Bill, upgrade: {params: {gold: 3}}}
---
{kind: relic, id: tin, name: Bill, text: "Worth {gold} gold.", params: {gold: {default: 2, text: How rich.}}}
---
{kind: relic, id: dots, name: "...", text: "{gold}", params: {gold: 2}}
`,
		"tale/a.yaml":    "{kind: relic, id: ace, name: Ace}",
		"mod/pack.yaml":  manifest("mod", "tale"),
		"mod/patch.yaml": "{kind: patch, of: relic/coin, set: {name: Old coin}}\n---\n{kind: relic, id: rod, name: Rod}\n",
		"far/pack.yaml":  manifest("far"), "far/gem.yaml": "{kind: relic, id: gem, name: Gem}",
	}
}

// TestTextsThatPatchesAdd checks that a pack has to translate all texts that its patch
// adds to another pack's definition: in lists, and names made from keys.
func TestTextsThatPatchesAdd(t *testing.T) {
	c := loaded(t, map[string]string{
		"tale/pack.yaml": manifest("tale"), "mod/pack.yaml": manifest("mod", "tale"),
		"tale/game.yaml": "kind: game\nid: tale\nphases: {p: {actions: [go]}}\nactions: {go: {requires: [{that: true, else: Stay}]}}\nlua: 'return {do_go = function() end}'\n",
		"mod/patch.yaml": "kind: patch\nof: game/tale\nadd:\n  actions.go.requires: [{that: true, else: Wait}]\n  actions: {hop: {requires: [{that: true, else: Stay}]}}\n  zones: {bag: {of: relic}}\n",
	})
	for pack, want := range map[string]string{
		"tale": "game/tale.name, game/tale.phases.p.name, game/tale.actions.go.name, game/tale.actions.go.requires[0].else",
		"mod":  "game/tale.zones.bag.name, game/tale.actions.go.requires[1].else, game/tale.actions.hop.name, game/tale.actions.hop.requires[0].else",
	} {
		if got := keys(locale.Units(c, pack, nil)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", pack, got, want)
		}
	}
}

// TestLanguagesOfAGame checks that a game has the languages of its pack and of packs that
// depend on it, but not those of other packs.
func TestLanguagesOfAGame(t *testing.T) {
	files := packs()
	for name, tag := range map[string]string{"tale": "pt-BR", "mod": "nl", "far": "fr"} {
		files[name+"/locales/"+tag+".yaml"] = "kind: locale\nid: " + tag + "\n"
	}
	c := loaded(t, files)
	game, ok := c.Find("game/tale")
	if !ok {
		t.Fatal("no game")
	}
	if got := fmt.Sprint(locale.Of(c, game), locale.All(c)); got != "[nl pt-BR] [fr nl pt-BR]" {
		t.Errorf("the game has, and all packs have: %s", got)
	}
}

// TestTextsOfEachPack checks which texts a pack has to translate: those it wrote, in the
// order of files, then those of its scripts.
func TestTextsOfEachPack(t *testing.T) {
	c := loaded(t, packs())
	scriptTexts := said("You wait", "You go {way}.")
	for pack, want := range map[string]string{
		"tale": "relic/ace.name, game/tale.name, relic/coin.text, relic/bill.name, relic/bill.text, relic/bill_plus.text, relic/tin.name, relic/tin.text, You wait, You go {way}.",
		"mod":  "relic/rod.name, relic/coin.name, You wait, You go {way}.", "far": "relic/gem.name, You wait, You go {way}.", "none": "You wait, You go {way}.",
	} {
		if got := keys(locale.Units(c, pack, scriptTexts)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", pack, got, want)
		}
	}
	if got := keys(locale.Units(c, "far", nil)); got != "relic/gem.name" {
		t.Errorf("without scripts, far has %s", got)
	}
}

// TestTextsThatALanguageLacks checks which texts count as there, started and done. One
// entry serves a family, but not an equal text of an unrelated definition. A member
// of a family may have an entry of its own, which serves only if it counts itself.
func TestTextsThatALanguageLacks(t *testing.T) {
	all := "relic/ace.name, game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You wait, You go {way}."
	for _, x := range []struct{ name, file, entries, present, started, done string }{
		{"no locale", "", "", all, all, all},
		{"of another language", "tale/locales/nl.yaml", "kind: locale\nid: nl\ntexts: {relic/ace: {name: {from: Ace, to: Aas}}}", all, all, all},
		{"unreadable", "tale/locales/fr.yaml", "kind: locale\nid: fr\ntexts: [", all, all, all},
		{
			"of each state", "tale/locales/fr.yaml", `kind: locale
id: fr
texts:
  relic/ace: {name: {from: Ace, to: }}
  game/tale: {name: {from: Tail, to: Queue}}
  relic/bill: {name: {from: Bill, to: Billet, was: Bills}}
  relic/tin: {name: {from: Bill, to: Boîte}}
  relic/none: {name: {from: Worth {gold} gold., to: A}}
says:
  - {from: "You go {there}.", to: "Tu vas {there}."}
  - {from: You wait, to: }
`, "relic/coin.text, relic/tin.text", "relic/ace.name, relic/coin.text, relic/tin.text, You wait", "relic/ace.name, game/tale.name, relic/coin.text, relic/tin.text, You wait",
		},
		{
			"of a member of the family", "tale/locales/fr.yaml", "kind: locale\nid: fr\ntexts: {relic/bill: {text: {from: 'Worth {gold} gold.', to: }}}",
			"relic/ace.name, game/tale.name, relic/bill.name, relic/tin.name, relic/tin.text, You wait, You go {way}.",
			"relic/ace.name, game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You wait, You go {way}.",
			"relic/ace.name, game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You wait, You go {way}.",
		},
		{
			"of a pack that requires it", "mod/locales/fr.yaml", "kind: locale\nid: fr\ntexts: {relic/ace: {name: {from: Ace, to: As}}}\nsays: [{from: You wait, to: Tu attends}]",
			"game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You go {way}.", "game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You go {way}.",
			"game/tale.name, relic/coin.text, relic/bill.name, relic/tin.name, relic/tin.text, You go {way}.",
		},
		{"of an unrelated pack", "far/locales/fr.yaml", "kind: locale\nid: fr\nsays: [{from: You wait, to: Tu attends}]", all, all, all},
	} {
		files := packs()
		if x.file != "" {
			files[x.file] = strings.ReplaceAll(x.entries, "Worth {gold} gold., to: A", "'Worth {gold} gold.', to: A")
		}
		c := loaded(t, files)
		for want, has := range map[*string]func(*def.Node, string) bool{&x.present: locale.Present, &x.started: locale.Started, &x.done: locale.Done} {
			missing, all := locale.Untranslated(c, "tale", "fr", said("You wait", "You go {way}."), has)
			if got := keys(missing); got != *want || all != 8 {
				t.Errorf("%s, of %d texts:\n got %s\nwant %s", x.name, all, got, *want)
			}
		}
	}
}

// TestParameterTextsAreTranslatedOnce checks which texts of parameters a language lacks:
// each of several equal ones once, whatever its definition.
func TestParameterTextsAreTranslatedOnce(t *testing.T) {
	files := packs()
	if got, want := keys(locale.UntranslatedParams(loaded(t, files), "tale", "fr")), "relic/coin.params.gold.text, relic/coin.params.gold.unit"; got != want {
		t.Errorf("it lacks %s, want %s", got, want)
	}
	if got := keys(locale.UntranslatedParams(loaded(t, files), "mod", "fr")); got != "" {
		t.Errorf("mod lacks %s", got)
	}
	files["tale/locales/fr.yaml"] = "kind: locale\nid: fr\ntexts: {relic/tin: {params.gold.text: {from: How rich., to: }}}"
	c := loaded(t, files)
	if got, want := keys(locale.UntranslatedParams(c, "tale", "fr")), "relic/coin.params.gold.unit"; got != want {
		t.Errorf("then it lacks %s, want %s", got, want)
	}
	var all []string
	for s := range locale.ParamTexts(found(t, c, "relic/bill")) {
		all = append(all, s.Path+": "+s.Text)
	}
	if want := []string{"params.gold.text: How rich.", "params.gold.unit: gold"}; !slices.Equal(all, want) {
		t.Errorf("the texts are %q, want %q", all, want)
	}
}

// TestMissingTextsAreReported checks the notice on what a started language lacks. The first
// of its files has the notice, for each pack whose definitions it translates.
func TestMissingTextsAreReported(t *testing.T) {
	for _, x := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing is started", map[string]string{"tale/locales/fr.yaml": "says: [{from: You wait, to: Tu attends}]"}, ""},
		{"a name", map[string]string{"tale/locales/fr.yaml": "texts: {relic/ace: {name: {from: Ace, to: As}}}"}, `
tale/locales/fr.yaml:2:5: notice: 7 of 8 texts of tale are not translated, such as game/tale.name [locale/missing]; sleight locale update fr --pack tale adds them
  content/tale/game.yaml:3:7: this text is here`},
		{"in two files", map[string]string{"tale/locales/fr/a.yaml": "texts: {relic/ace: {name: {from: Ace, to: As}}}", "tale/locales/fr/b.yaml": "texts: {game/tale: {name: {from: Tale, to: Conte}}}"}, `
tale/locales/fr/a.yaml:2:5: notice: 6 of 8 texts of tale are not translated, such as relic/coin.text [locale/missing]; sleight locale update fr --pack tale adds them
  content/tale/game.yaml:5:47: this text is here`},
		{"of a required pack", map[string]string{"mod/locales/fr.yaml": "texts: {relic/ace: {name: {from: Ace, to: As}}, relic/rod: {name: {from: Rod, to: Canne}}}"}, `
mod/locales/fr.yaml:2:5: notice: 1 of 2 texts of mod are not translated, such as relic/coin.name [locale/missing]; sleight locale update fr --pack mod adds them
  content/mod/patch.yaml:1:43: this text is here
mod/locales/fr.yaml:2:5: notice: 7 of 8 texts of tale are not translated, such as game/tale.name [locale/missing]; sleight locale update fr --pack mod adds them
  content/tale/game.yaml:3:7: this text is here`},
		{"all are there", map[string]string{"mod/locales/fr.yaml": "texts: {relic/coin: {name: {from: Old coin, to: }}, relic/rod: {name: {from: Rod, to: }}}"}, `
mod/locales/fr.yaml:2:5: notice: 2 of 2 texts of mod are not translated, such as relic/rod.name [locale/missing]; fill in their to:
  content/mod/patch.yaml:3:30: this text is here
mod/locales/fr.yaml:2:5: notice: 8 of 8 texts of tale are not translated, such as relic/ace.name [locale/missing]; sleight locale update fr --pack mod adds them
  content/tale/a.yaml:1:30: this text is here`},
		{"all are translated", map[string]string{"mod/locales/fr.yaml": "texts: {'tale:relic/coin': {name: {from: Old coin, to: A}}, relic/rod: {name: {from: Rod, to: B}}}"}, `
mod/locales/fr.yaml:2:5: notice: 8 of 8 texts of tale are not translated, such as relic/ace.name [locale/missing]; sleight locale update fr --pack mod adds them
  content/tale/a.yaml:1:30: this text is here`},
		{"only a sentence", map[string]string{"tale/locales/fr.yaml": "texts: {relic/ace: {name: {from: Ace, to: A}}, game/tale: {name: {from: Tale, to: B}}, relic/coin: {text: {from: 'Worth {gold} gold.', to: '{gold}'}}, " +
			"relic/bill: {name: {from: Bill, to: D}}, relic/tin: {name: {from: Bill, to: E}, text: {from: 'Worth {gold} gold.', to: '{gold}'}}}\nsays: [{from: 'You go {way}.', to: '{way}'}]"}, `
tale/locales/fr.yaml:2:5: notice: 1 of 8 texts of tale are not translated, such as You wait [locale/missing]; sleight locale update fr --pack tale adds them
  game.lua:1:1: this text is here`},
		{"the first file cannot be read", map[string]string{"tale/locales/fr/a.yaml": "texts: [", "tale/locales/fr/b.yaml": "texts: {game/tale: {name: {from: Tale, to: Conte}}}"}, ""},
	} {
		files := packs()
		for name, entries := range x.files {
			files[name] = "kind: locale\nid: fr\n" + entries
		}
		c := loaded(t, files)
		scriptTexts := map[string]*locale.ScriptTexts{"tale": said("You wait", "You go {way}.")}
		got := ""
		for _, d := range locale.Check(c, scriptTexts) {
			if d.Code == "locale/missing" {
				got += fmt.Sprintf("\n%s\n  %s: %s", strings.TrimPrefix(d.Error(), "content/"), d.Notes[0].Place, d.Notes[0].Message)
			}
		}
		same(t, x.name, got, x.want)
	}
}

// TestSentencesAreNotTextsOfDefinitions checks that a sentence is missing although a
// definition with the same text has an entry.
func TestSentencesAreNotTextsOfDefinitions(t *testing.T) {
	c := loaded(t, map[string]string{"tale/game.yaml": tale, "tale/locales/fr.yaml": "kind: locale\nid: fr\ntexts: {game/tale: {name: {from: Tale, to: Conte}}}\n"})
	problems := locale.Check(c, map[string]*locale.ScriptTexts{"tale": said("Tale")})
	same(t, "the report", lines(problems, "content/tale/locales/fr.yaml"), `2:5: notice: 1 of 2 texts of tale are not translated, such as Tale [locale/missing]; sleight locale update fr --pack tale adds them
  game.lua:1:1: this text is here`)
}

// TestTextsOfPresetsAreTranslatedOnce checks that the text of a preset is lacking once,
// whether the preset is further up in the file or in another one.
func TestTextsOfPresetsAreTranslatedOnce(t *testing.T) {
	const preset = "---\n{kind: preset, id: worth, text: 'Worth {gold} gold.'}\n"
	const heaps = "---\n{kind: relic, id: a, name: A, text: '{worth}', params: {gold: 1}}\n---\n{kind: relic, id: b, name: B, text: '{worth}', params: {gold: 2}}\n"
	for name, files := range map[string]map[string]string{
		"in the file": {"tale/game.yaml": tale + preset + heaps},
		"in another":  {"tale/game.yaml": tale + "---\n{kind: relic, id: z, name: Z}\n" + preset, "tale/b.yaml": heaps[4:]},
	} {
		missing, all := locale.Untranslated(loaded(t, files), "tale", "fr", nil, locale.Done)
		if text := keys(missing); strings.Count(text, ".text") != 1 || all != len(missing) {
			t.Errorf("%s: it lacks %s of %d texts", name, text, all)
		}
	}
}

// TestFilesOfALanguage checks which files a pack has for a language, which packs they
// translate, and which file gets a new text.
func TestFilesOfALanguage(t *testing.T) {
	files := packs()
	for name, entries := range map[string]string{
		"mod/locales/fr/a.yaml": "texts: {relic/none: {name: {from: A, to: }}, relic/rod: {name: {from: Rod, to: }}}",
		"mod/locales/fr/b.yaml": "texts: {'tale:relic/tin': {name: {from: Bill, to: }}}\nsays: [{from: A, to: }]",
		"mod/locales/fr/c.yaml": "texts: {'tale:relic/ace': {name: {from: Ace, to: }}, relic/coin: {name: {from: Old coin, to: }}}\nsays: [{from: B, to: }]",
		"mod/locales/fr/d.yaml": "texts: [", "tale/locales/fr.yaml": "texts: {relic/ace: {name: {from: Ace, to: }}}",
	} {
		files[name] = "kind: locale\nid: fr\n" + entries
	}
	c := loaded(t, files)
	there := locale.Files(c, "mod", "fr")
	var got []string
	for _, l := range there {
		got = append(got, l.Place.File)
	}
	if want := "content/mod/locales/fr/a.yaml content/mod/locales/fr/b.yaml content/mod/locales/fr/c.yaml content/mod/locales/fr/d.yaml"; strings.Join(got, " ") != want {
		t.Errorf("the files are %s", got)
	}
	if len(locale.Files(c, "mod", "nl"))+len(locale.Files(c, "far", "fr")) != 0 {
		t.Error("there are files of a language that the pack does not have")
	}
	for n, want := range []string{"", "mod", "mod tale", "mod tale", "mod tale"} {
		if got := strings.Join(locale.TranslatedPacks(c, there[:n]), " "); got != want {
			t.Errorf("the first %d files translate %s, want %s", n, got, want)
		}
	}
	units := append(append(locale.Units(c, "mod", said("Any")), locale.Units(c, "tale", nil)...), locale.Units(c, "far", nil)...)
	want := "relic/rod.name, relic/gem.name | Any, game/tale.name, relic/bill.name, relic/bill.text, relic/bill_plus.text, relic/tin.name, relic/tin.text | relic/coin.name, relic/ace.name, relic/coin.text | "
	if lists := locale.AssignToFiles(c, there[:1], locale.Units(c, "none", said("Any"))); len(lists) != 1 || len(lists[0]) != 1 {
		t.Errorf("a single file gets %v", lists)
	}
	got = nil
	for _, list := range locale.AssignToFiles(c, there, units) {
		got = append(got, keys(list))
	}
	if strings.Join(got, " | ") != want {
		t.Errorf("they get\n%s\nwant\n%s", strings.Join(got, " | "), want)
	}
}

// TestHiddenNamesNeedNoTranslation checks that a locale need not translate the names of
// views and properties that players never see.
func TestHiddenNamesNeedNoTranslation(t *testing.T) {
	files := map[string]string{"tale/pack.yaml": manifest("tale"), "tale/game.yaml": tale + `views:
  sum: {value: '1', text: All.}
  part: {value: '1', show: false, text: Hidden.}
properties: {relic: {age: {start: 0}, wear: {start: 0, show: false, name: Hidden}}}
`}
	got := keys(locale.Units(loaded(t, files), "tale", nil))
	if want := "game/tale.name, game/tale.views.sum.name, game/tale.views.sum.text, game/tale.properties.relic.age.name"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
