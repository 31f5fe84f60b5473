package locale_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
)

// checkedAll returns the problems of all locales but for missing texts.
func checkedAll(t *testing.T, c *def.Catalog) string {
	t.Helper()
	var out []string
	for _, d := range locale.Check(c, map[string]*locale.ScriptTexts{"tale": said("You wait")}) {
		if d.Code == "locale/missing" {
			continue
		}
		out = append(out, strings.ReplaceAll(d.Error(), "content/", ""))
		for _, n := range d.Notes {
			out = append(out, "  "+strings.TrimPrefix(n.Place.String(), "content/")+": "+n.Message.String())
		}
	}
	return strings.Join(out, "\n")
}

// TestTextsTranslatedInTwoFiles checks that a text that two files of a pack translate
// into one language is reported in the later one, whether it is a definition's or a sentence.
func TestTextsTranslatedInTwoFiles(t *testing.T) {
	files := packs()
	for name, entries := range map[string]string{
		"tale/locales/fr/a.yaml": "fr\ntexts: {relic/ace: {name: {from: Ace, to: A}}, tale:relic/ace: {name: {from: Ace, to: A}}}\nsays: [{from: You wait, to: A}]",
		"tale/locales/fr/b.yaml": "fr\ntexts:\n  tale:relic/ace: {name: {from: Ace, to: B}}\nsays: [{from: You wait, to: B}]",
		"tale/locales/fr/c.yaml": "fr\ntexts: {relic/tin: {name: {from: Bill, to: C}}}",
		"tale/locales/nl.yaml":   "nl\ntexts: {relic/ace: {name: {from: Ace, to: D}}}\nsays: [{from: You wait, to: D}]",
		"mod/locales/fr.yaml":    "fr\ntexts: {relic/ace: {name: {from: Ace, to: E}}}\nsays: [{from: You wait, to: E}]",
	} {
		files[name] = "kind: locale\nid: " + entries
	}
	same(t, "the report", checkedAll(t, loaded(t, files)), `
tale/locales/fr/b.yaml:4:20: warning: another file translates this text, too [locale/twice]; remove one of them
  tale/locales/fr/a.yaml:3:65: first translated here
tale/locales/fr/b.yaml:5:15: warning: another file translates this text, too [locale/twice]; remove one of them
  tale/locales/fr/a.yaml:4:15: first translated here`)
}

// TestTextsThatOtherPacksReplace checks that a translation is not stale if another pack has
// replaced its source, at its own path or further up; that pack has to translate the new text.
func TestTextsThatOtherPacksReplace(t *testing.T) {
	const game = "kind: game\nid: tale\nphases: {p: {actions: [go]}}\nactions: {go: {name: Go, text: Go on.}}\nlua: 'return {do_go = function() end}'\n"
	for from, stale := range map[string]bool{"Go": false, "Walk": false, "Run": false, "Jump": false, "Fly": true} {
		c := loaded(t, map[string]string{
			"tale/pack.yaml": manifest("tale"), "tale/game.yaml": game,
			"one/pack.yaml": manifest("one", "tale"), "one/patch.yaml": "{kind: patch, of: game/tale, set: {actions.go.name: Walk}}\n---\n{kind: patch, of: game/tale, set: {actions.go.name: Run}}\n",
			"two/pack.yaml": manifest("two", "one", "tale"), "two/patch.yaml": "{kind: patch, of: game/tale, set: {actions.go: {name: Jump, text: Go on.}}}\n",
			"tale/locales/fr.yaml": "kind: locale\nid: fr\ntexts: {game/tale: {actions.go.name: {from: " + from + ", to: A}, actions.go.text: {from: Go on., to: B}}}\n",
		})
		got := checkedAll(t, c)
		if strings.Contains(got, `it is now "Jump" [locale/stale]`) != stale || strings.Count(got, "[") > 1 {
			t.Errorf("of %s is reported:\n%s", from, got)
		}
	}
}

// TestUnreadableLocales checks that a locale that cannot be read has its own problems
// only, and that another of the same language is checked nevertheless.
func TestUnreadableLocales(t *testing.T) {
	files := packs()
	files["tale/locales/fr/a.yaml"] = "kind: locale\nid: nl\n"
	files["tale/locales/fr/b.yaml"] = "kind: locale\nid: fr\ntexts: {relic/aec: {name: {from: Ace, to: As}}}\n"
	files["tale/locales/qqq-99.yaml"] = "kind: locale\nid: qqq-99\ntexts: {relic/aec: {name: {from: Ace, to: As}}}\n"
	c := loaded(t, files)
	same(t, "the report", checkedAll(t, c), `
tale/locales/fr/a.yaml:2:5: error: the locale says nl, but its place says fr [locale/file]; a locale is in locales/nl.yaml, or in several files in locales/nl/
tale/locales/fr/b.yaml:3:9: warning: unknown definition "relic/aec" in the pack and those that it requires [locale/unknown]; did you mean "relic/ace"?
tale/locales/qqq-99.yaml:2:5: error: "qqq-99" is not a BCP 47 language tag [locale/file]; name the file by a tag such as de or pt-BR`)
	if got := fmt.Sprint(locale.All(c)); got != "[fr qqq-99]" {
		t.Errorf("the languages are %s", got)
	}
	if b := openTranslator(t, c, "nl"); b != nil {
		t.Errorf("there is a translator into %s", b.Language())
	}
}

// TestReportsOfEachLocaleAreBounded checks that at most 200 problems of a locale are
// reported, whatever they are, and that this does not cost those of another locale.
func TestReportsOfEachLocaleAreBounded(t *testing.T) {
	many := func(format string, n int) (out string) {
		for i := range n {
			out += fmt.Sprintf(format, i)
		}
		return out
	}
	for name, x := range map[string]struct {
		text string
		want int
	}{
		"definitions":          {"texts:\n" + many("  relic/none%d: {name: {from: A, to: B}}\n", 210), 200},
		"texts":                {"texts:\n  relic/ace:\n" + many("    none%d: {from: A, to: B}\n", 210), 200},
		"gaps of one text":     {"texts:\n  relic/ace: {name: {from: Ace, to: '" + many("{none%d}", 210) + "'}}\n", 200},
		"sentences":            {"says:\n" + many("  - {from: None %d, to: B}\n", 210), 200},
		"texts and sentences":  {"texts:\n" + many("  relic/none%d: {name: {from: A, to: B}}\n", 150) + "says:\n" + many("  - {from: None %d, to: B}\n", 150), 200},
		"as many as there may": {"texts:\n" + many("  relic/none%d: {name: {from: A, to: B}}\n", 100) + "says:\n" + many("  - {from: None %d, to: B}\n", 100), 200},
		"fewer":                {"texts:\n" + many("  relic/none%d: {name: {from: A, to: B}}\n", 99) + "says:\n" + many("  - {from: None %d, to: B}\n", 100), 199},
	} {
		files := packs()
		files["tale/locales/fr.yaml"] = "kind: locale\nid: fr\n" + x.text
		files["tale/locales/nl.yaml"] = "kind: locale\nid: nl\ntexts: {relic/none: {name: {from: A, to: B}}}\n"
		count := map[string]int{}
		for _, d := range locale.Check(loaded(t, files), nil) {
			count[d.Place.File]++
		}
		if got := count["content/tale/locales/fr.yaml"]; got != x.want || count["content/tale/locales/nl.yaml"] != 1 {
			t.Errorf("%s: %v problems are reported, want %d", name, count, x.want)
		}
	}
}

// TestCheckersAreUsedAgain checks that a checker reports what a new one does after
// each change of the content, although it remembers the texts of definitions.
func TestCheckersAreUsedAgain(t *testing.T) {
	files := packs()
	files["tale/locales/fr.yaml"] = "kind: locale\nid: fr\ntexts: {relic/ace: {name: {from: Ace, to: As}}}\n"
	var checker locale.Checker
	first := loaded(t, files)
	files["tale/a.yaml"] = "{kind: relic, id: ace, name: King}"
	second := loaded(t, files)
	seen := map[string]bool{}
	for round, c := range []*def.Catalog{first, first, second, first, second, second} {
		got, want := checker.Check(c, nil), locale.Check(c, nil)
		if got.Error() != want.Error() {
			t.Errorf("round %d:\n got %v\nwant %v", round, got, want)
		}
		seen[want.Error()] = true
	}
	if len(seen) != 2 {
		t.Errorf("the content has %d reports", len(seen))
	}
}
