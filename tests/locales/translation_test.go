package locales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// base is a game with templates and messages.
const base = `
kind: game
id: tale
name: Tale
phases: {p: {actions: [go]}}
actions: {go: {name: Go}}
zones: {bag: {of: relic, label: b, start: [coin]}}
lua: |
  return {do_go = function() say("You find " .. at("bag", 1).name .. ".") end}
---
{kind: relic, id: coin, name: Coin, text: "Worth {gold} gold.", params: {gold: 2}}
---
{kind: relic, id: copy, extends: coin, name: Copy, params: {gold: 1}}
`

func built(t testing.TB, files map[string]string) *rules.Content {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

func open(t testing.TB, c *rules.Content, tag string) *locale.Translator {
	t.Helper()
	lang, ok := locale.Parse(tag)
	if !ok {
		t.Fatalf("%s is not a language", tag)
	}
	return locale.Open(c.Catalog, c.Games()[0].Definition, lang)
}

func find(t testing.TB, c *rules.Content, key string) *def.Definition {
	t.Helper()
	d, ok := c.Catalog.Get(key)
	if !ok {
		t.Fatalf("there is no %s", key)
	}
	return d
}

// TestTheNearestLanguageIsChosen checks the order of fallbacks: the language
// itself, its parent language, the languages that its speakers read, the
// source.
func TestTheNearestLanguageIsChosen(t *testing.T) {
	named := func(tag, name string) string {
		return "{kind: locale, id: " + tag + ", texts: {game/tale: {name: {from: Tale, to: " + name + "}}}}"
	}
	c := built(t, map[string]string{
		"content/tale/game.yaml": base, "content/tale/locales/de.yaml": named("de", "Märchen"),
		"content/tale/locales/de-CH.yaml": named("de-CH", "Märli"), "content/tale/locales/nb.yaml": named("nb", "Eventyr"),
	})
	for tag, want := range map[string]string{
		"de": "Märchen", "de-AT": "Märchen", "de-CH": "Märli", "de_CH.UTF-8": "Märli", "no": "Eventyr", "fr": "Tale", "en-GB": "Tale",
	} {
		if got := open(t, c, tag).Name(c.Games()[0].Definition); got != want {
			t.Errorf("in %s it is called %q, expected %q", tag, got, want)
		}
	}
}

// TestATranslationPackNeedsNoContent translates a game and its library in a pack that
// has nothing but a locale and requires them.
func TestATranslationPackNeedsNoContent(t *testing.T) {
	manifest := func(id, requires string) string {
		return "{kind: pack, format: 1, id: " + id + ", version: 1.0.0, title: T, requires: {" + requires + "}}"
	}
	c := built(t, map[string]string{
		"content/tale/pack.yaml": manifest("tale", "lib: '*'"), "content/tale/game.yaml": base,
		"content/lib/pack.yaml": manifest("lib", ""), "content/lib/gem.yaml": "{kind: relic, id: gem, name: Gem}",
		"content/worte/pack.yaml": manifest("worte", "tale: '*', lib: '*'"),
		"content/worte/locales/de.yaml": "{kind: locale, id: de, texts: {game/tale: {name: {from: Tale, to: Märchen}}, relic/gem: {name: {from: Gem, to: Edelstein}}, relic/coin: {name: {from: Coin, to: Münze}}}," +
			` says: [{from: "{one}, {other}", to: "{one} und {other}"}, {from: Heads, to: Kopf}]}`,
	})
	b := open(t, c, "de")
	var got []string
	for _, key := range []string{"game/tale", "relic/gem", "relic/coin", "relic/copy"} {
		got = append(got, b.Name(find(t, c, key)))
	}
	for _, m := range []*diag.Message{
		{Format: "{a}, {b}, {c}", Args: []any{"Gem", "Coin", "Copy"}},
		{Format: "{a}, {b}, {c}.", Args: []any{"Gem", "Coin", "Copy"}},
		{Format: "Of {a}, {b}, {c}", Args: []any{"Gem", "Coin", "Copy"}},
		{Format: "{a}, {b}; {c}", Args: []any{"Gem", "Coin", "Copy"}},
		{Format: "{a}, {b}", Args: []any{"Heads", 3}},
		{Format: "{a}, {b}", Args: []any{"heads", diag.Literal("Heads")}},
		{Format: "{a}", Args: []any{"coin"}},
	} {
		got = append(got, b.Message(m))
	}
	want := "Märchen | Edelstein | Münze | Copy | Edelstein und Münze und Copy | Edelstein, Münze, Copy. | Of Edelstein, Münze, Copy | Edelstein, Münze; Copy | Kopf und 3 | Kopf und Heads | Münze"
	if text := strings.Join(got, " | "); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if packs := locale.TranslatedPacks(c.Catalog, c.Catalog.Locales); !slices.Equal(packs, []string{"lib", "tale"}) {
		t.Errorf("it translates %v", packs)
	}
	if text := locale.Join([]locale.Span{{Text: "a"}, {Text: "b", Printed: "c"}}); text != "ab" {
		t.Errorf("two spans are %q", text)
	}
}

// steady and changed are values that games compute.
type (
	steady  struct{}
	changed struct{}
)

func (steady) Value(code string) (now, printed string)  { return code, code }
func (changed) Value(code string) (now, printed string) { return code + "!", code }

// TestSpansOfComputedValues checks which parts of a text are marked: values that
// differ from the printed ones, and nothing else.
func TestSpansOfComputedValues(t *testing.T) {
	c := built(t, map[string]string{"content/tale/game.yaml": base + "---\n{kind: relic, id: die, text: \"Deals {=1 + 1} to {=2 + 2} {=3|foe|foes}.\"}\n"})
	d := find(t, c, "relic/die")
	b := open(t, c, "en")
	for want, values := range map[string]locale.Values{
		`[{"Deals ? to ? foes." ""}]`: nil, `[{"Deals 1 + 1 to 2 + 2 foes." ""}]`: steady{},
		`[{"Deals " ""} {"1 + 1!" "1 + 1"} {" to " ""} {"2 + 2!" "2 + 2"} {" foes." ""}]`: changed{},
	} {
		if got := fmt.Sprintf("%q", b.Spans(d, "text", d.Text, values)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestNewTextsJoinTheirDefinition checks that new texts go to the file that
// translates their definition, even if another file translates its neighbour.
func TestNewTextsJoinTheirDefinition(t *testing.T) {
	c := built(t, map[string]string{
		"content/tale/game.yaml": base, "content/tale/locales/de/a.yaml": "{kind: locale, id: de, texts: {relic/coin: {name: {from: Coin, to: Münze}}}}",
		"content/tale/locales/de/b.yaml": "{kind: locale, id: de, texts: {relic/copy: {name: {from: Copy, to: Kopie}}}}",
	})
	var pieces []locale.Unit
	for _, key := range []string{"relic/copy", "relic/coin", "game/tale"} {
		pieces = append(pieces, locale.Unit{Definition: find(t, c, key), DisplayedText: locale.DisplayedText{Path: "text"}})
	}
	var got []string
	for i, list := range locale.AssignToFiles(c.Catalog, c.Catalog.Locales, pieces) {
		for _, p := range list {
			got = append(got, fmt.Sprint(i, " ", p.Key()))
		}
	}
	if want := []string{"0 relic/coin.text", "0 game/tale.text", "1 relic/copy.text"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTextsThatPacksReplace checks the reports on translations whose texts other packs
// remove and add again, and on quotes that the source has, too.
func TestTextsThatPacksReplace(t *testing.T) {
	manifest := func(id, requires string) string {
		return "{kind: pack, format: 1, id: " + id + ", version: 1.0.0, title: T, requires: {" + requires + "}}"
	}
	c := built(t, map[string]string{
		"content/tale/pack.yaml": manifest("tale", ""), "content/tale/game.yaml": base + "---\n{kind: relic, id: ruler, name: 'Ruler of 6\"', text: 'Six inch.'}\n",
		"content/mod/pack.yaml": manifest("mod", "tale: '*'"), "content/mod/patch.yaml": "{kind: patch, of: relic/coin, set: {text: One.}}\n---\n{kind: patch, of: relic/coin, remove: [text]}\n---\n{kind: patch, of: relic/coin, add: {text: Two.}}\n",
		"content/tale/locales/de.yaml": "{kind: locale, id: de, texts: {relic/coin: {text: {from: Zero., to: Null.}}, relic/ruler: {name: {from: 'Ruler of 6\"', to: 'Lineal von 6\"'}, text: {from: 'Six inch.', to: '6\"'}}}}",
		"content/tale/locales/fr.yaml": "{kind: locale, id: fr, texts: {relic/coin: {text: {from: One., to: Un.}}}}",
		"content/tale/locales/it.yaml": "{kind: locale, id: it, texts: {relic/coin: {text: {from: Two., to: Due.}}}}",
	})
	var got []string
	for _, d := range locale.Check(c.Catalog, lint.ScriptTexts(c)) {
		if d.Code != "locale/missing" {
			got = append(got, d.Error())
		}
	}
	want := []string{
		`content/tale/locales/de.yaml:1:58: warning: the text has changed since it was translated; it is now "Two." [locale/stale]; run sleight locale update de --pack tale, then correct to:`,
		`content/tale/locales/de.yaml:1:172: warning: this text ends with a quote but does not begin with one [locale/param]; write a quote before it too, or remove the one at its end`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestGapsOfPluralTexts checks the reports on gaps that plural forms lack or misspell, on
// a sign before a gap that the source has, too, and on texts in three files.
func TestGapsOfPluralTexts(t *testing.T) {
	one := "{kind: locale, id: de, texts: {game/tale: {name: {from: Tale, to: Tal}}}}"
	c := built(t, map[string]string{
		"content/tale/game.yaml":         base + "---\n{kind: relic, id: bill, name: '${gold}', text: 'Worth {gold}.', params: {gold: 2}}\n",
		"content/tale/locales/de/a.yaml": one, "content/tale/locales/de/b.yaml": one, "content/tale/locales/de/c.yaml": one,
		"content/tale/locales/it.yaml": "kind: locale\nid: it\ntexts:\n  relic/coin: {text: {from: \"Worth {gold} gold.\", to: {one: Moneta, many: Monete, other: Monete}}}\n" +
			"  relic/bill: {name: {from: '${gold}', to: '${gold}'}, text: {from: 'Worth {gold}.', to: 'Vale {gld|una|due|tre} {gld} {gold}.'}}\n",
	})
	var got []string
	for _, d := range locale.Check(c.Catalog, lint.ScriptTexts(c)) {
		if d.Code == "locale/missing" {
			continue
		}
		got = append(got, d.Error())
		for _, n := range d.Notes {
			got = append(got, fmt.Sprint("\t", n.Place))
		}
		for _, e := range d.Edits {
			got = append(got, fmt.Sprint("\t", e.Old, " to ", e.New))
		}
	}
	want := []string{
		"content/tale/locales/de/b.yaml:1:44: warning: another file translates this text, too [locale/twice]; remove one of them",
		"\tcontent/tale/locales/de/a.yaml:1:44",
		"content/tale/locales/de/c.yaml:1:44: warning: another file translates this text, too [locale/twice]; remove one of them",
		"\tcontent/tale/locales/de/a.yaml:1:44",
		"content/tale/locales/it.yaml:4:55: warning: {gold} of the source is missing [locale/param]",
		`content/tale/locales/it.yaml:5:96: error: the source has no {gld} [locale/param]; did you mean "gold"?`,
		"\tcontent/tale/locales/it.yaml:5:69",
		"content/tale/locales/it.yaml:5:96: warning: in it, a number has 2 plural forms, not 3 [locale/plural]; write, in this order: one, other",
		`content/tale/locales/it.yaml:5:114: error: the source has no {gld} [locale/param]; did you mean "gold"?`,
		"\tcontent/tale/locales/it.yaml:5:69", "\t{gld} to {gold}",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestPluralForms checks that texts with numbers use the plural form
// of their language, for parameters and for scripts' messages.
func TestPluralForms(t *testing.T) {
	c := built(t, map[string]string{"content/tale/game.yaml": base, "content/tale/locales/pl.yaml": `
kind: locale
id: pl
texts:
  relic/coin:
    text:
      from: Worth {gold} gold.
      to: {one: "{gold} sztuka", few: "{gold} sztuki", many: "{gold} sztuk", other: "{gold} sztuki"}
says:
  - from: "{n} left, {who}"
    to: {one: "{who}: został {n}", few: "{who}: zostały {n}", many: "{who}: zostało {n}", other: "{who}: zostało {n}", count: n}
`})
	b := open(t, c, "pl")
	if got := b.Describe(find(t, c, "relic/coin"), nil); got != "2 sztuki" {
		t.Errorf("a coin is %q", got)
	}
	for text, want := range map[string]string{
		`#"x" .. " left, " .. ann`: "Ann: został 1", `#"xxx" .. " left, " .. coin`: "Coin: zostały 3",
		`string.format("%d left, %s", 12, "Ann")`: "Ann: zostało 12", `string.format("%.1f left, %s", 1.5, "Ann")`: "Ann: zostało 1.5",
		`-1 .. (" left, " .. coin)`: "Coin: został -1",
	} {
		if got := said(t, c, "pl", text); got != want {
			t.Errorf("%s became %q, expected %q", text, got, want)
		}
	}
	for tag, want := range map[string]string{"de": "one other", "pl": "one few many other", "ja": "other", "ar": "zero one two few many other"} {
		lang, _ := locale.Parse(tag)
		if got := strings.Join(locale.Forms(lang), " "); got != want {
			t.Errorf("%s has the cases %s, expected %s", tag, got, want)
		}
	}
}

// TestInheritedAndPatchedTextsAreTranslated checks that a definition's locale
// translates the texts it inherits, and that a text patched in by another pack
// is translated by that pack's locale.
func TestInheritedAndPatchedTextsAreTranslated(t *testing.T) {
	files := map[string]string{
		"content/tale/game.yaml":       base,
		"content/tale/pack.yaml":       "{kind: pack, format: 1, id: tale, version: 1.0.0, title: Tale}",
		"content/more/pack.yaml":       "{kind: pack, format: 1, id: more, version: 1.0.0, title: More, games: [tale], requires: {tale: ^1.0}}",
		"content/more/patch.yaml":      "{kind: patch, of: relic/coin, set: {name: Old Coin}}",
		"content/more/silver.yaml":     "{kind: relic, id: silver, extends: coin, name: Silver}",
		"content/tale/locales/de.yaml": "{kind: locale, id: de, texts: {relic/coin: {name: {from: Coin, to: Münze}, text: {from: 'Worth {gold} gold.', to: '{gold} Gold wert.'}}}}",
		"content/more/locales/de.yaml": "{kind: locale, id: de, texts: {relic/silver: {name: {from: Silver, to: Silber}}}}",
	}
	c := built(t, files)
	speech := lint.ScriptTexts(c)
	if missing, _ := locale.Untranslated(c.Catalog, "more", "de", speech["more"], locale.Done); len(missing) != 1 || missing[0].Key() != "relic/coin.name" {
		t.Errorf("what more lacks is %v, expected the name that it has given", missing)
	}
	for _, p := range locale.Check(c.Catalog, speech) {
		if p.Code != "locale/missing" {
			t.Errorf("%v", p)
		}
	}
	files["content/more/locales/de.yaml"] = strings.Replace(files["content/more/locales/de.yaml"], "texts: {", "texts: {'tale:relic/coin': {name: {from: Old Coin, to: Alte Münze}}, ", 1)
	c = built(t, files)
	b := open(t, c, "de")
	for key, want := range map[string]string{"relic/coin": "Alte Münze: 2 Gold wert.", "relic/silver": "Silber: 2 Gold wert."} {
		if d := find(t, c, key); b.Name(d)+": "+b.Describe(d, nil) != want {
			t.Errorf("%s is %q, expected %q", key, b.Name(d)+": "+b.Describe(d, nil), want)
		}
	}
}

// TestFamiliesAreTranslatedOnce checks that one translation of a text serves
// all definitions that inherit it, from a template or from another definition,
// each with its own numbers, and that upgrades are named after their base.
func TestFamiliesAreTranslatedOnce(t *testing.T) {
	const cards = `---
{kind: relic, id: hoard, abstract: true, text: "Worth {gold} gold, more or less."}
---
{kind: relic, id: heap, extends: hoard, params: {gold: 3}, upgrade: {params: {gold: 1}}}
---
{kind: relic, id: pile, extends: hoard, params: {gold: 5}}
---
{kind: relic, id: coin2, extends: coin, params: {gold: 7}}
`
	files := map[string]string{
		"content/tale/game.yaml":       base + cards,
		"content/tale/locales/de.yaml": "{kind: locale, id: de, texts: {relic/coin: {name: {from: Coin, to: Münze}}}}",
	}
	c := built(t, files)
	var keys []string
	missing, _ := locale.Untranslated(c.Catalog, "tale", "de", nil, locale.Done)
	for _, p := range missing {
		keys = append(keys, p.Key())
	}
	want := "game/tale.name game/tale.zones.bag.name game/tale.phases.p.name game/tale.actions.go.name relic/coin.text relic/copy.name relic/heap.name relic/heap.text relic/pile.name"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("untranslated:\n got %s\nwant %s", got, want)
	}
	files["content/tale/locales/de.yaml"] = `{kind: locale, id: de, texts: {relic/coin: {text: {from: 'Worth {gold} gold.', to: '{gold} Gold wert.'}},
  relic/heap: {name: {from: Heap, to: Haufen}, text: {from: 'Worth {gold} gold, more or less.', to: {one: 'Etwa {gold} Goldstück wert.', other: 'Etwa {gold} Goldstücke wert.'}}}}}`
	c = built(t, files)
	b := open(t, c, "de")
	for key, want := range map[string]string{
		"relic/heap": "Haufen: Etwa 3 Goldstücke wert.", "relic/heap_plus": "Haufen+: Etwa 1 Goldstück wert.",
		"relic/pile": "Pile: Etwa 5 Goldstücke wert.", "relic/coin2": "Coin: 7 Gold wert.", "relic/copy": "Copy: 1 Gold wert.",
	} {
		if d := find(t, c, key); b.Name(d)+": "+b.Describe(d, nil) != want {
			t.Errorf("%s is %q, want %q", key, b.Name(d)+": "+b.Describe(d, nil), want)
		}
	}
}

// TestTextsBesideAnExpressionStayTranslated checks that the prompts and
// refusals of a definition stay translated if one of its texts has an
// expression.
func TestTextsBesideAnExpressionStayTranslated(t *testing.T) {
	c := built(t, map[string]string{
		"content/tale/game.yaml":       strings.Replace(base, "{p: {actions: [go]}}", "{p: {prompt: Go on., actions: [go], text: 'One and one is {=1 + 1}.'}}", 1),
		"content/tale/locales/de.yaml": "{kind: locale, id: de, texts: {game/tale: {phases.p.prompt: {from: Go on., to: Geh weiter.}}}}",
	})
	if got := open(t, c, "de").Message(&diag.Message{Format: "{v}", Args: []any{"Go on."}}); got != "Geh weiter." {
		t.Errorf("the prompt is %q", got)
	}
}

// TestASentenceIsMissingUntilItsOwnPackTranslatesIt checks that a translation
// in the locale of an unrelated pack does not count.
func TestASentenceIsMissingUntilItsOwnPackTranslatesIt(t *testing.T) {
	files := map[string]string{
		"content/tale/game.yaml":        base,
		"content/other/game.yaml":       strings.Replace(base, "id: tale", "id: other", 1),
		"content/other/locales/de.yaml": `{kind: locale, id: de, says: [{from: "You find {item}.", to: "Du findest {item}."}]}`,
	}
	c := built(t, files)
	for pack, want := range map[string]bool{"tale": true, "other": false} {
		p := &locale.ScriptTexts{Sentences: []locale.Sentence{{Text: "You find {item}."}}}
		missing, _ := locale.Untranslated(c.Catalog, pack, "de", p, locale.Done)
		got := slices.ContainsFunc(missing, func(p locale.Unit) bool { return p.Definition == nil })
		if got != want {
			t.Errorf("the sentence is missing in %s: %v, want %v", pack, got, want)
		}
	}
}

// TestSentencesAreFoundByTheirWords checks that a script's messages are
// translated by the text written in the script, however a message is composed.
func TestSentencesAreFoundByTheirWords(t *testing.T) {
	c := built(t, map[string]string{"content/tale/game.yaml": base, "content/tale/locales/de.yaml": `
kind: locale
id: de
texts:
  relic/coin: {name: {from: Coin, to: Münze}}
says:
  - {from: "You find {item}.", to: "Du findest: {item}."}
  - {from: "You find {item}. It is broken.", to: "Du findest: {item}. Kaputt."}
  - {from: "{who} wins", to: "{who} gewinnt"}
  - {from: "{thing} ({state})", to: "{thing} [{state}]"}
  - {from: "{one} and {other}", to: "{one} und {other}"}
  - {from: "{n} of {m}: {what}{more}", to: "{what}{more}: {n} von {m}"}
  - {from: worn, to: abgenutzt}
`})
	for text, want := range map[string]string{
		`"You find " .. coin .. "."`:                                                  "Du findest: Münze.",
		`"You find " .. "coin" .. "."`:                                                "You find coin.", // which has no variable parts
		`"You find " .. string.lower(coin) .. "."`:                                    "Du findest: Münze.",
		`("You find " .. coin) .. ". It is broken."`:                                  "Du findest: Münze. Kaputt.",
		`"You find " .. (coin .. " (" .. string.rep("worn", 1) .. ")") .. "."`:        "Du findest: Münze [abgenutzt].",
		`string.format("You find %s.", table.concat({3 .. " " .. coin, coin}, ", "))`: "Du findest: 3 Münze, Münze.",
		`coin .. "; " .. string.format("%s wins", ann)`:                               "Münze; Ann gewinnt",
		`table.concat({coin, "Ann", "Bob"}, " and ")`:                                 "Münze und Ann und Bob",
		`#"x" .. string.format(" of %d: %s%s", 2, coin, "!")`:                         "Münze!: 1 von 2",
		`"You find " .. string.rep("", 2) .. "."`:                                     "Du findest: .",
		`"You find {item}" .. string.rep("?", 2)`:                                     "You find {item}??",
		`"Nobody said this"`:                                                          "Nobody said this",
		`string.rep("worn", 1)`:                                                       "abgenutzt",
	} {
		if got := said(t, c, "de", text); got != want {
			t.Errorf("%s became %q, expected %q", text, got, want)
		}
	}
}

// said returns, in a language, the message of a Lua expression.
func said(t *testing.T, c *rules.Content, tag, expression string) string {
	t.Helper()
	s, problem := session.New(c, "tale", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	r := s.Do(session.Command{Lua: `local coin, ann = at("bag", 1).name, ("Ann"):sub(1); say(` + expression + ")"})
	if !r.OK() || len(r.Messages) != 1 {
		t.Fatalf("%s: %v", expression, r)
	}
	return open(t, c, tag).Message(s.Sentence(r.Messages[0].Text))
}

// TestTranslationTimeIsBounded checks that translating a text is fast, however the text
// was composed.
func TestTranslationTimeIsBounded(t *testing.T) {
	c := built(t, map[string]string{"content/tale/game.yaml": base, "content/tale/locales/de.yaml": "{kind: locale, id: de, says: [{from: worn, to: abgenutzt}]}"})
	text := said(t, c, "de", `(function()
		local text = "a"
		for i = 1, 400 do text = text .. "" .. "b" .. text:sub(1, 2) end
		return text
	end)()`)
	if len(text) != 1200 {
		t.Errorf("it is %d bytes long, want 1200", len(text))
	}
}

// TestEveryShippedGameIsWhollyTranslated checks that the locales of the shipped
// games are complete and without problems.
func TestEveryShippedGameIsWhollyTranslated(t *testing.T) {
	c := shipped.Content(t)
	speech := lint.ScriptTexts(c)
	for _, p := range locale.Check(c.Catalog, speech) {
		t.Errorf("%v", p)
	}
	for _, p := range c.Catalog.Packs() {
		missing, all := locale.Untranslated(c.Catalog, p.ID, "de", speech[p.ID], locale.Done)
		if len(missing) > 0 || all < 50 {
			t.Errorf("%s lacks %d of %d texts", p.ID, len(missing), all)
		}
	}
}
