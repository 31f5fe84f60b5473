package locale_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
)

// TestLocalesApplyToTheGamesOfTheirPacks checks whose locales a game uses: those of its
// own pack, of the packs it requires, and of the packs that require it.
func TestLocalesApplyToTheGamesOfTheirPacks(t *testing.T) {
	says := func(pack string) string {
		return "{kind: locale, id: fr, says: [{from: In " + pack + ", to: Dans " + pack + "}]}"
	}
	c := loaded(t, map[string]string{
		"tale/pack.yaml": manifest("tale", "lib"), "tale/game.yaml": tale, "tale/locales/fr.yaml": says("tale"),
		"lib/pack.yaml": manifest("lib"), "lib/gem.yaml": "{kind: relic, id: gem}", "lib/locales/fr.yaml": says("lib"),
		"mod/pack.yaml": manifest("mod", "tale"), "mod/rod.yaml": "{kind: relic, id: rod}", "mod/locales/fr.yaml": says("mod"),
		"far/pack.yaml": manifest("far", "lib"), "far/game.yaml": "{kind: game, id: far}", "far/locales/fr.yaml": says("far"),
	})
	b := openTranslator(t, c, "fr")
	for pack, want := range map[string]string{"tale": "Dans tale", "lib": "Dans lib", "mod": "Dans mod", "far": "In far"} {
		if got := b.Translate("In " + pack); got != want {
			t.Errorf("the sentence of %s is %q, want %q", pack, got, want)
		}
	}
}

// relics are a family of relics and some that share texts with it.
const relics = tale + `---
{kind: relic, id: coin, name: Coin, text: "Worth {gold} gold.", params: {gold: 2}}
---
{kind: relic, id: mint, extends: coin, name: Mint coin, params: {gold: 5}}
---
{kind: relic, id: bill, name: Bill, text: "Worth {gold} gold.", params: {gold: 9}}
---
{kind: relic, id: rat, name: Rat, text: Small.}
---
{kind: relic, id: rat2, name: Rat, text: Small.}
---
{kind: relic, id: worn, extends: coin, upgrade: {params: {gold: 1}}}
`

// shownTexts returns the name and the text of each relic in a language.
func shownTexts(t *testing.T, entries, tag string) string {
	t.Helper()
	c := loaded(t, map[string]string{"tale/game.yaml": relics, "tale/locales/fr.yaml": "kind: locale\nid: fr\n" + entries})
	var out []string
	for _, d := range c.Kind("relic") {
		b := openTranslator(t, c, tag)
		out = append(out, b.Name(d)+": "+b.Describe(d, nil))
	}
	return strings.Join(out, "\n")
}

// TestWhichTranslationIsUsed checks which of several translations a definition gets: its own
// before that of a relative, and that before one of an equal text elsewhere. An
// entry whose source is another text, that is empty, or that waits for a review
// is not used.
func TestWhichTranslationIsUsed(t *testing.T) {
	source := `
Bill: Worth 9 gold.
Coin: Worth 2 gold.
Mint coin: Worth 5 gold.
Rat: Small.
Rat: Small.
Coin: Worth 2 gold.
Coin+: Worth 1 gold.`
	for _, x := range []struct{ name, entries, want string }{
		{"no entry", "", source},
		{"own texts and those of relatives", `
texts:
  relic/coin: {name: {from: Coin, to: Pièce}, text: {from: "Worth {gold} gold.", to: "Vaut {gold} or."}}
  relic/mint: {text: {from: "Worth {gold} gold.", to: "Vaut bien {gold} or."}}
`, `
Bill: Vaut bien 9 or.
Pièce: Vaut 2 or.
Mint coin: Vaut bien 5 or.
Rat: Small.
Rat: Small.
Pièce: Vaut 2 or.
Pièce+: Vaut 1 or.`},
		{"equal texts elsewhere", `
texts:
  relic/rat: {name: {from: Rat, to: Rat}, text: {from: Small., to: Petit.}}
  relic/rat2: {name: {from: Rat, to: Souris}}
`, `
Bill: Worth 9 gold.
Coin: Worth 2 gold.
Mint coin: Worth 5 gold.
Rat: Petit.
Souris: Petit.
Coin: Worth 2 gold.
Coin+: Worth 1 gold.`},
		{"entries that are not used", `
texts:
  relic/coin: {name: {from: Coins, to: A}, text: {from: "Worth {gold} gold.", to: }}
  relic/rat: {name: {from: Rat, to: B, was: Rats}, text: {from: Small., to: }}
  relic/none: {name: {from: Bill, to: C}}
says:
  - {from: Small., to: }
  - {from: Bill, to: D, was: Bills}
`, source},
		{"sentences of scripts", `
says:
  - {from: Rat, to: Souris}
  - {from: "Worth {gold} gold.", to: "Vaut {gold} or."}
`, `
Bill: Worth 9 gold.
Coin: Worth 2 gold.
Mint coin: Worth 5 gold.
Souris: Small.
Souris: Small.
Coin: Worth 2 gold.
Coin+: Worth 1 gold.`},
	} {
		same(t, x.name, shownTexts(t, x.entries, "fr"), x.want)
		same(t, x.name+", for an English reader", shownTexts(t, x.entries, "en"), source)
	}
}

// TestCloserLanguagesOverride checks that a regional locale overrides that of
// its language, and that of several files the last one counts.
func TestCloserLanguagesOverride(t *testing.T) {
	entries := func(tag, coin, rat, says string) string {
		return "kind: locale\nid: " + tag + "\ntexts:\n  relic/coin: {name: {from: Coin, to: " + coin + "}}\n  relic/rat: {name: {from: Rat, to: " + rat + "}}\n" +
			"says: [{from: You win., to: " + says + "}]\n"
	}
	c := loaded(t, map[string]string{
		"tale/game.yaml": relics, "tale/locales/fr/a.yaml": entries("fr", "A", "Rat A", "Gagné A."), "tale/locales/fr/b.yaml": entries("fr", "B", "Rat B", "Gagné B."),
		"tale/locales/fr-CA.yaml": "{kind: locale, id: fr-CA, texts: {relic/coin: {name: {from: Coin, to: C}}}}",
	})
	for tag, want := range map[string]string{"fr": "fr B, Rat B, Gagné B.", "fr-CA": "fr-CA C, Rat B, Gagné B.", "fr-BE": "fr-BE B, Rat B, Gagné B."} {
		b := openTranslator(t, c, tag)
		if got := fmt.Sprintf("%s %s, %s, %s", b.Language(), b.Name(found(t, c, "relic/coin")), b.Name(found(t, c, "relic/rat")), b.Translate("You win.")); got != want {
			t.Errorf("in %s they are %s, want %s", tag, got, want)
		}
	}
}

// TestDefinitionsNamedWithTheirPack checks which definition an entry translates if packs
// have definitions of the same name.
func TestDefinitionsNamedWithTheirPack(t *testing.T) {
	c := loaded(t, map[string]string{
		"lib/pack.yaml": manifest("lib"), "lib/gem.yaml": "{kind: relic, id: gem, name: Gem}",
		"tale/pack.yaml": manifest("tale", "lib"), "tale/game.yaml": tale + "---\n{kind: relic, id: gem, name: Jewel}\n",
		"far/pack.yaml": manifest("far"), "far/gem.yaml": "{kind: relic, id: rock, name: Rock}",
		"tale/locales/fr.yaml": "kind: locale\nid: fr\n",
	})
	l := c.Locales[0]
	for key, want := range map[string]string{
		"relic/gem": "Jewel", "tale:relic/gem": "Jewel", "lib:relic/gem": "Gem", "relic/rock": "", "far:relic/rock": "", "lib:relic/rock": "", "relic/none": "", "gem": "", ":relic/gem": "",
	} {
		got := ""
		if d := locale.Target(c, l, key); d != nil {
			got = d.Name
		}
		if got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

// TestPluralFormsOfTexts checks which form of a translation is used: by the number
// that count names, or else by that of the first gap of the first form.
func TestPluralFormsOfTexts(t *testing.T) {
	for _, x := range []struct{ to, want string }{
		{`{one: "{a} of {b} bag", other: "{a} of {b} bags"}`, "1 of 2 bag"},
		{`{one: "{b} bag", other: "{a} of {b} bags"}`, "1 of 2 bags"},
		{`{one: "a bag", other: "{b} bags, {a}"}`, "2 bags, 1"},
		{`{one: "a bag", other: "{b} bags, {a}", count: a}`, "a bag"},
		{`{count: b, one: "{a} bag", other: "{a} bags"}`, "1 bags"},
		{`{other: "{a} bags"}`, "1 bags"},
		{`{one: "a bag", other: "bags"}`, "bags"},
	} {
		c := loaded(t, map[string]string{
			"tale/game.yaml":       tale + "---\n{kind: relic, id: coin, text: 'Costs {a} and {b}.', params: {a: 1, b: 2}}\n",
			"tale/locales/nl.yaml": "{kind: locale, id: nl, texts: {relic/coin: {text: {from: 'Costs {a} and {b}.', to: " + x.to + "}}},\n says: [{from: 'You pay {a} and {b}.', to: " + x.to + "}]}",
		})
		b := openTranslator(t, c, "nl")
		if got := b.Describe(found(t, c, "relic/coin"), nil); got != x.want {
			t.Errorf("the text %s is %q, want %q", x.to, got, x.want)
		}
		if got := b.Translate("You pay {x} and {y}.", "1", "2"); got != x.want {
			t.Errorf("the sentence %s is %q, want %q", x.to, got, x.want)
		}
		if got := b.Message(&diag.Message{Format: "{v}", Args: []any{"Costs 1 and 2."}}); got != x.want {
			t.Errorf("the message %s is %q, want %q", x.to, got, x.want)
		}
	}
}

// numbers are the values that a game computes.
type numbers map[string][2]string

func (n numbers) Value(code string) (now, printed string) { return n[code][0], n[code][1] }

// TestGapsOfTranslations checks how the gaps of translated texts are filled in:
// parameters, values of a move, keywords, their forms, plural forms and
// expressions. What nothing fills in stays.
func TestGapsOfTranslations(t *testing.T) {
	const rat = `---
kind: enemy
id: rat
name: Rat
hp: 3
params: {teeth: 2, damage: 9, tail: 1}
moves:
  bite: {name: Bite, damage: 3, text: "Deal {damage} damage with {teeth} {teeth|tooth|teeth}."}
---
{kind: keyword, id: glow, name: Glow, text: It shines.}
---
{kind: relic, id: lamp, text: "Has {glow}, {glow|a glow} and {=1 + n} of {=m}."}
`
	values := numbers{"1 + n": {"1", "1"}, "m": {"4", "3"}}
	for _, x := range []struct{ bite, lamp, want string }{
		{"", "", `Deal 3 damage with 2 teeth. | "Has Lueur, a glow and 1 of " "" "4" "3" "." ""`},
		{"{teeth} {teeth|ząb|zęby|zębów|zęba}, {tail|ogon|ogony|ogonów|ogona}, {damage}", "{=m} z {=1 + n}: {glow|lśnienie}", `2 zęby, ogon, 3 | "4" "3" " z 1: lśnienie" ""`},
		{"{teeth|a|b}{damage|a|b|c}{none}", "{=m|a|b|c} {glow} {grow|x} {=m}{=m}", `bb{none} | "b Lueur {grow|x} " "" "4" "3" "4" "3"`},
		{"Gryzie.", "{}", `Gryzie. | "{}" ""`},
	} {
		entries := "kind: locale\nid: pl\ntexts:\n  keyword/glow: {name: {from: Glow, to: Lueur}}\n"
		if x.bite != "" {
			entries += "  enemy/rat: {moves.bite.text: {from: \"Deal {damage} damage with {teeth} {teeth|tooth|teeth}.\", to: \"" + x.bite + "\"}}\n" +
				"  relic/lamp: {text: {from: \"Has {glow}, {glow|a glow} and {=1 + n} of {=m}.\", to: \"" + x.lamp + "\"}}\n"
		}
		c := loaded(t, map[string]string{"tale/game.yaml": tale + rat, "tale/locales/pl.yaml": entries})
		b, r, l := openTranslator(t, c, "pl"), found(t, c, "enemy/rat"), found(t, c, "relic/lamp")
		got := b.Text(r, "moves.bite.text", "Deal {damage} damage with {teeth} {teeth|tooth|teeth}.") + " |"
		for _, s := range b.Spans(l, "text", l.Text, values) {
			got += fmt.Sprintf(" %q %q", s.Text, s.Printed)
		}
		if got != x.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", x.bite, x.lamp, got, x.want)
		}
	}
}

// TestPacksTranslateFrontEnds checks that a pack can translate the sentences of the engine and
// its front ends into a language that is not built in, with plural forms and
// gaps of its own, for the terminal and for pages; and which of them are missing.
func TestPacksTranslateFrontEnds(t *testing.T) {
	c := loaded(t, map[string]string{"tale/game.yaml": tale, "tale/locales/pl.yaml": `kind: locale
id: pl
says:
  - {from: "Wait for player {who}.", to: "Czekaj na gracza {who}."}
  - {from: "{n} hidden", to: {one: "{n} zakryta", few: "{n} zakryte", many: "{n} zakrytych", other: "{n} zakrytej"}}
  - {from: "Not enough {what}.", to: "Za mało: {what}."}
`})
	b := openTranslator(t, c, "pl")
	for _, x := range [][3]string{
		{"Wait for player {player}.", "2", "Czekaj na gracza 2."}, {"{n} hidden", "1", "1 zakryta"}, {"{n} hidden", "3", "3 zakryte"}, {"{n} hidden", "5", "5 zakrytych"},
	} {
		if got := b.Translate(x[0], x[1]); got != x[2] {
			t.Errorf("%s with %s is %q, want %q", x[0], x[1], got, x[2])
		}
	}
	lang, _ := locale.Parse("pl-PL")
	words, forms := locale.FrontEndTexts(c, lang)
	if words["Wait for player {player}."] != "Czekaj na gracza {player}." || forms["{n} hidden"]["few"] != "{n} zakryte" || forms["{n} hidden"]["count"] != "n" || len(words) != 2 || len(forms) != 1 {
		t.Errorf("pages get %v and %v", words, forms)
	}
	missing, all := locale.MissingBuiltIn(c, "tale", "pl", locale.Done)
	if len(missing) != all-3 || all < 150 {
		t.Errorf("%d of %d sentences are missing", len(missing), all)
	}
	for _, u := range missing {
		if u.Text == "{n} hidden" || u.Definition != nil {
			t.Errorf("%q is missing", u.Key())
		}
	}
	if missing, _ := locale.MissingBuiltIn(c, "tale", "de-AT", locale.Done); len(missing) > 0 {
		t.Errorf("%q is missing in German", missing[0].Text)
	}
}
