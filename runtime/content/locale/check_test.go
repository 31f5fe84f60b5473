package locale_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
)

// checkedGame is the content that the checked locales translate.
const checkedGame = tale + `---
{kind: relic, id: coin, name: Coin, text: "Worth {gold} {gold|piece|pieces}.", params: {gold: 2}}
---
{kind: relic, id: pair, name: "{a} or {a}", text: "Costs ${a}, or {=a + 1} of {b}.", params: {a: 1, b: 2}}
---
{kind: relic, id: sign, name: 'Say "yes"', text: "Pay ${=1 + 1} to {who}.", params: {who: 3}}
`

// checked returns the problems of the entries of a locale but for missing
// texts, which come last.
func checked(t *testing.T, tag, entries string) string {
	t.Helper()
	file := "tale/locales/" + tag + ".yaml"
	c := loaded(t, map[string]string{"tale/game.yaml": checkedGame, file: "kind: locale\nid: " + tag + "\n" + entries})
	scriptTexts := map[string]*locale.ScriptTexts{"tale": said("You go {way}.", "You wait")}
	var out []string
	skip := false
	for _, line := range strings.Split(lines(locale.Check(c, scriptTexts), "content/"+file), "\n") {
		if !strings.HasPrefix(line, "  ") {
			skip = strings.Contains(line, "[locale/missing]")
		}
		if !skip {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// TestProblemsOfTranslations checks what is reported of single translations, with the
// places and the suggested changes.
func TestProblemsOfTranslations(t *testing.T) {
	coin := "texts:\n  relic/coin:\n    text:\n      from: Worth {gold} {gold|piece|pieces}.\n      to: "
	pair := "texts:\n  relic/pair:\n    text:\n      from: Costs ${a}, or {=a + 1} of {b}.\n      to: "
	for _, x := range []struct{ name, tag, entries, want string }{
		{"a good one", "de", coin + `"{gold} {gold|Stück|Stücke} wert."`, ""},
		{"none yet", "de", coin, ""},
		{"the number is left out", "de", coin + "Etwas wert.", `
7:11: warning: {gold} of the source is missing [locale/param]`},
		{"only the word remains", "de", coin + `"{gold|Stück|Stücke} wert."`, ""},
		{"a misspelt placeholder", "de", coin + `"Ja, {glod} wert, {gold|Stück|Stücke}."`, `
7:16: error: the source has no {glod} [locale/param]; did you mean "gold"?
  6:13: the source is here
  7:16: "{glod}" becomes "{gold}"`},
		{"a placeholder that is unlike any other", "de", coin + `"{gold} für {person}."`, `
7:23: error: the source has no {person} [locale/param]; known: gold
  6:13: the source is here`},
		{"a misspelt plural placeholder is not changed", "de", coin + `"{gold} {glod|Stück|Stücke}."`, `
7:19: error: the source has no {glod} [locale/param]; did you mean "gold"?
  6:13: the source is here`},
		{"a misspelt placeholder stands for the right one", "de", coin + `"{glod}."`, `
7:12: error: the source has no {glod} [locale/param]; did you mean "gold"?
  6:13: the source is here
  7:12: "{glod}" becomes "{gold}"`},
		{"too few forms", "pl", coin + `"{gold} {gold|sztuka|sztuki}"`, `
7:19: warning: in pl, a number has 4 plural forms, not 2 [locale/plural]; write, in this order: one, few, many, other`},
		{"too many forms", "ja", coin + `"{gold} {gold|個|々}"`, `
7:19: warning: in ja, a number has 1 plural forms, not 2 [locale/plural]; write, in this order: other`},
		{"one form is a word for the thing", "pl", coin + `"{gold} {gold|sztuk}"`, ""},
		{"a placeholder that is near another is not it", "de", pair + "Kostet ${a}, {=a + 1}.", `
7:11: warning: {b} of the source is missing [locale/param]`},
		{"an expression is changed", "de", pair + `"{b}: ${a}, {=a + 2}."`, `
7:23: error: the source has no {=a + 2} [locale/param]; did you mean "=a + 1"?
  6:13: the source is here`},
		{"an expression is left out", "de", pair + `"{b}: ${a}."`, `
7:11: warning: {=a + 1} of the source is missing [locale/param]`},
		{"a name that the source has twice", "de", "texts:\n  relic/pair: {name: {from: '{a} or {a}', to: Oder}}", `
4:47: warning: {a} of the source is missing [locale/param]`},
	} {
		same(t, x.name, checked(t, x.tag, x.entries), x.want)
	}
}

// TestSignsOfOtherFormats checks that gaps as other programs write them and single
// quotation marks are reported, unless the source has them.
func TestSignsOfOtherFormats(t *testing.T) {
	coin := "texts:\n  relic/coin:\n    text:\n      from: Worth {gold} {gold|piece|pieces}.\n      to: "
	sign := "texts:\n  relic/sign:\n    name:\n      from: Say \"yes\"\n      to: "
	quote := `
7:11: warning: this text ends with a quote but does not begin with one [locale/param]; write a quote before it too, or remove the one at its end`
	for _, x := range []struct{ name, entries, want string }{
		{"a shell's", coin + `"Wert: ${gold}"`, `
7:18: warning: the $ before {gold} is shown as it is [locale/param]; write {gold}`},
		{"at the beginning", coin + `"${gold} {gold|a|b}"`, `
7:12: warning: the $ before {gold} is shown as it is [locale/param]; write {gold}`},
		{"double braces", coin + `"Wert: {{gold}}"`, `
7:18: warning: the { before {gold} is shown as it is [locale/param]; write {gold}`},
		{"before another placeholder", coin + `"{gold} Stück, ${gold|a|b}."`, `
7:26: warning: the $ before {gold} is shown as it is [locale/param]; write {gold}`},
		{"another sign", coin + `"€{gold}"`, ""},
		{"the source has it", "texts:\n  relic/pair:\n    text:\n      from: Costs ${a}, or {=a + 1} of {b}.\n      to: \"${b} {=a + 1} ${a}\"", ""},
		{"the source has another", "texts:\n  relic/pair:\n    text:\n      from: Costs ${a}, or {=a + 1} of {b}.\n      to: \"{{b} {=a + 1} ${a}\"", `
7:12: warning: the { before {b} is shown as it is [locale/param]; write {b}`},
		{"the source has it before an expression", "texts:\n  relic/sign:\n    text:\n      from: Pay ${=1 + 1} to {who}.\n      to: \"${who} ${=1 + 1}\"", ""},
		{"in a plural form", coin + `{one: "${gold}", other: "{gold}"}`, `
7:18: warning: the $ before {gold} is shown as it is [locale/param]; write {gold}`},
		{"both quotes", sign + `'Sag "ja"'`, ""},
		{"the last quote", sign + `'Sag ja"'`, quote},
		{"three quotes", sign + `'"Sag" ja"'`, quote},
		{"a quote inside", sign + `'Sag "ja'`, ""},
		{"no quote", sign + `Sag ja`, ""},
	} {
		same(t, x.name, checked(t, "de", x.entries), x.want)
	}
}

// TestProblemsOfPluralTexts checks which categories are missing or unknown, and what may
// decide between the forms.
func TestProblemsOfPluralTexts(t *testing.T) {
	coin := "texts:\n  relic/coin:\n    text:\n      from: Worth {gold} {gold|piece|pieces}.\n      to: "
	for _, x := range []struct{ name, tag, entries, want string }{
		{"all forms", "de", coin + `{one: "{gold} Stück", other: "{gold} Stücke"}`, ""},
		{"all forms, counted", "pl", coin + `{one: "{gold} a", few: "{gold} b", many: "{gold} c", other: "{gold} d", count: gold}`, ""},
		{"many is for fractions in other languages", "de", coin + `{one: "{gold} Stück", many: "{gold} Stücke", other: "{gold} Stücke"}`, ""},
		{"the number in one form only", "de", coin + `{one: "Ein Stück", other: "{gold} Stücke"}`, ""},
		{"the number in no form", "de", coin + `{one: "Ein Stück", other: "Stücke"}`, `
7:11: warning: {gold} of the source is missing [locale/param]`},
		{"some are missing", "pl", coin + `{one: "{gold} a", other: "{gold} d"}`, `
7:11: warning: in pl, plural texts also need: few, many [locale/plural]`},
		{"some are unknown", "ja", coin + `{zero: a, one: b, other: "{gold}", two: c}`, `
7:18: warning: ja has no plural category zero, one, two [locale/plural]; it has: other`},
		{"counted by what is not there", "de", coin + `{one: "{gold} Stück", other: "{gold} Stücke", count: glod}`, `
7:64: error: the text has no {glod} to count by [locale/param]; did you mean "gold"?
  7:64: "glod" becomes "gold"`},
		{"nothing to count", "de", "says:\n  - from: You wait\n    to: {one: Warte, other: Wartet}", `
5:9: warning: the source shows no number that could decide between these texts [locale/plural]`},
		{"problems of each form", "de", coin + `{one: "{gld} {gold}", other: "{gold|a|b|c}"}`, `
7:18: error: the source has no {gld} [locale/param]; did you mean "gold"?
  6:13: the source is here
  7:18: "{gld}" becomes "{gold}"
7:41: warning: in de, a number has 2 plural forms, not 3 [locale/plural]; write, in this order: one, other`},
	} {
		same(t, x.name, checked(t, x.tag, x.entries), x.want)
	}
}

// TestEntriesWithoutAText checks what is reported of entries for definitions and texts
// that are not there, or are not shown.
func TestEntriesWithoutAText(t *testing.T) {
	for _, x := range []struct{ name, entries, want string }{
		{"an unknown definition", "texts:\n  relic/cion: {name: {from: a, to: b}}", `
4:3: warning: unknown definition "relic/cion" in the pack and those that it requires [locale/unknown]; did you mean "relic/coin"?
  4:3: "relic/cion" becomes "relic/coin"`},
		{"of a pack", "texts:\n  tale:relic/cion: {name: {from: a, to: b}}", `
4:3: warning: unknown definition "tale:relic/cion" in the pack and those that it requires [locale/unknown]; did you mean "tale:relic/coin"?
  4:3: "tale:relic/cion" becomes "tale:relic/coin"`},
		{"an unknown text", "texts:\n  relic/coin: {nmae: {from: Coin, to: Münze}}", `
4:16: warning: relic/coin has no text "nmae" [locale/unknown]; did you mean "name"?
  4:16: "nmae" becomes "name"`},
		{"only texts without a translation are suggested", "texts:\n  relic/coin: {nmae: {from: Coin, to: Münze}, name: {from: Coin, to: Münze}}", `
4:16: warning: relic/coin has no text "nmae" [locale/unknown]; known: text`},
		{"the texts of a parameter are not shown to players", "texts:\n  relic/coin: {params.gold: {from: a, to: b}}", `
4:16: warning: relic/coin has no text "params.gold" [locale/unknown]; known: name, text`},
		{"a path that cannot be read", "texts:\n  relic/coin: {'name[': {from: a, to: b}}", `
4:16: warning: relic/coin has no text "name[" [locale/unknown]; did you mean "name"?`},
		{"another text of the definition", "texts:\n  relic/coin: {id: {from: coin, to: münze}}", ""},
		{"another text of the definition, changed", "texts:\n  relic/coin: {id: {from: coins, to: münze}}", `
4:27: warning: the text has changed since it was translated; it is now "coin" [locale/stale]; run sleight locale update de --pack tale, then correct to:
  content/tale/game.yaml:5:19: the text is here`},
		{"a changed text", "texts:\n  relic/coin:\n    name: {from: Coins, to: Münze}\n    text: {from: Old., to: }", `
5:18: warning: the text has changed since it was translated; it is now "Coin" [locale/stale]; run sleight locale update de --pack tale, then correct to:
  content/tale/game.yaml:5:31: the text is here
6:18: warning: the text has changed since it was translated; it is now "Worth {gold} {gold|piece|pieces}." [locale/stale]; run sleight locale update de --pack tale, then correct to:
  content/tale/game.yaml:5:43: the text is here`},
		{"to be reviewed", "texts:\n  relic/coin: {name: {from: Coin, was: Cent, to: Münze}}", `
4:40: warning: the source has changed since it was translated [locale/stale]; correct to: and remove this line
  4:29: it is now this`},
	} {
		same(t, x.name, checked(t, "de", x.entries), x.want)
	}
}

// TestSentencesWithoutAScript checks what is reported of translated sentences that no
// script says, or that are written twice.
func TestSentencesWithoutAScript(t *testing.T) {
	long := strings.Repeat("You wait for a long, long time. ", 7)
	engine := locale.EngineSentences()[0]
	for _, x := range []struct{ name, entries, want string }{
		{"said", "- {from: 'You go {way}.', to: 'Du gehst {way}.'}\n- {from: You wait, to: Du wartest}", ""},
		{"of the engine", fmt.Sprintf("- from: %q\n", engine), ""},
		{"of a front end", "- {from: 'Wait for player {p}.', to: 'Warte auf {p}.'}", ""},
		{"misspelt, of a front end", "- {from: 'Wiat for player {player}.', to: 'Warte auf {player}.'}", `
4:10: warning: no script says "Wiat for player {player}." [locale/unknown]; did you mean "Wait for player {player}."?
  4:10: "Wiat for player {player}." becomes "Wait for player {player}."`},
		{"misspelt", "- {from: You wiat, to: Du wartest}", `
4:10: warning: no script says "You wiat" [locale/unknown]; did you mean "You wait"?
  4:10: "You wiat" becomes "You wait"`},
		{"of another kind", "- {from: Game over, to: Ende}", `
4:10: warning: no script says "Game over" [locale/unknown]; known: You go {way}., You wait`},
		{"very long", "- {from: '" + long + "', to: Ende}", `
4:10: warning: no script says "` + long[:120] + `…" [locale/unknown]`},
		{"only values", "- {from: '{a}: {b}', to: '{b}: {a}'}", `
4:10: warning: a sentence that consists only of values cannot be distinguished from others [locale/sentence]; translate the values instead`},
		{"twice", "- {from: 'You go {way}.', to: 'Du gehst {way}.'}\n- {from: You wait, to: Du wartest}\n- {from: 'You go {x}.', to: 'Geh {x}.'}", `
6:10: warning: this sentence appears twice, differing only in the names of its placeholders [locale/sentence]; remove one of them
  4:10: first defined here`},
		{"three times", "- {from: You wait, to: A}\n- {from: You wait, to: B}\n- {from: You wait, to: C}", `
5:10: warning: this sentence appears twice, differing only in the names of its placeholders [locale/sentence]; remove one of them
  4:10: first defined here
6:10: warning: this sentence appears twice, differing only in the names of its placeholders [locale/sentence]; remove one of them
  5:10: first defined here`},
		{"with a mistake", "- {from: 'You go {way}.', to: 'Du gehst {wy}.'}", `
4:41: error: the source has no {wy} [locale/param]; did you mean "way"?
  4:10: the source is here`},
	} {
		same(t, x.name, checked(t, "de", "says:\n"+x.entries), x.want)
	}
}

// TestSuggestedSentencesAreShort checks that a sentence is compared with those of
// scripts only if both have at most 200 characters.
func TestSuggestedSentencesAreShort(t *testing.T) {
	for _, x := range []struct {
		said, from int
		want       bool
	}{{200, 200, true}, {200, 199, true}, {199, 200, true}, {201, 200, false}, {200, 201, false}, {201, 201, false}} {
		c := loaded(t, map[string]string{
			"tale/game.yaml": tale, "tale/locales/de.yaml": "kind: locale\nid: de\nsays:\n- {from: " + strings.Repeat("b", x.from) + ", to: B}",
		})
		problems := locale.Check(c, map[string]*locale.ScriptTexts{"tale": said(strings.Repeat("b", x.said-1) + "c")})
		if got := len(problems[0].Edits) == 1; len(problems) != 1 || got != x.want {
			t.Errorf("%d characters for %d are suggested: %v, in %v", x.said, x.from, got, problems)
		}
	}
}
