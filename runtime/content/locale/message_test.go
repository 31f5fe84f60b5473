package locale_test

import (
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
)

// message returns a message with arguments.
func message(format string, args ...any) *diag.Message {
	return &diag.Message{Format: format, Args: args}
}

// sentences is a locale with sentences of scripts.
const sentences = `kind: locale
id: fr
texts:
  relic/coin: {name: {from: Coin, to: Pièce}}
says:
  - {from: "You find {item}.", to: "{item} : trouvé."}
  - {from: "You find {item} in {place} today.", to: "{place} aujourd'hui : {item}."}
  - {from: "You find one {thing}.", to: "Un objet : {thing}."}
  - {from: "{n} coins", to: {one: "{n} pièce", other: "{n} pièces"}}
  - {from: "{one} & {other}", to: "{one} et {other}"}
  - {from: "{a}; {b}; {c} coins", to: "{c} pièces après {a} et {b}"}
  - {from: RAT, to: SOURIS}
  - {from: rat, to: souris}
  - {from: Rat, to: Souris}
  - {from: "Well, one of .", to: "Eh bien, rien."}
  - {from: "Oh, {who} and ", to: "Oh !"}
`

// TestMessagesOfScripts checks how messages are translated: their words as a sentence,
// their arguments by themselves, a message inside another by the words of both, and
// lists of values by the words between them.
func TestMessagesOfScripts(t *testing.T) {
	c := loaded(t, map[string]string{"tale/game.yaml": relics, "tale/locales/fr.yaml": sentences})
	b := openTranslator(t, c, "fr")
	for _, x := range []struct {
		m    *diag.Message
		want string
	}{
		{message("You find {x}.", "Coin"), "Pièce : trouvé."},
		{message("You find {x}.", 3), "3 : trouvé."},
		{message("You find {x}.", diag.Literal("Coin")), "Coin : trouvé."},
		{message("You lose {x}.", "Coin"), "You lose Pièce."},
		{message("{n} coins", 1), "1 pièce"},
		{message("{n} coins", "2"), "2 pièces"},
		{message("You find {x}.", message("{n} coins", 1)), "1 pièce : trouvé."},
		{message("You lose {x}.", message("{n} coins", 1)), "You lose 1 pièce."},
		{message("You {x} today.", message("find {item} in {place}", "Coin", "Rome")), "Rome aujourd'hui : Pièce."},
		{message("You {x} in {y} today.", message("find {item}", "Coin"), "Rome"), "Rome aujourd'hui : Pièce."},
		{message("You {x}", message("find {item} in {y}", "Coin", message("{z} today.", "Rome"))), "Rome aujourd'hui : Pièce."},
		{message("You find {x}.", message("one {thing}", "Coin")), "one Pièce : trouvé."}, // the words of the outer message come first
		{message("{a} & {b}", "Coin", "Rome"), "Pièce et Rome"},
		{message("{a} & {b} & {c}", "Coin", "Rome", 3), "Pièce et Rome et 3"},
		{message("{a} & {b} & {c} & {d}", "Coin", "Rome", 3, message("{n} coins", 4)), "Pièce et Rome et 3 et 4 pièces"},
		{message("{a} & {b}, {c}", "Coin", "Rome", 3), "Pièce & Rome, 3"},
		{message("{a}, {b} & {c}", "Coin", "Rome", 3), "Pièce, Rome & 3"},
		{message("({a} & {b} & {c}", "Coin", "Rome", 3), "(Pièce & Rome & 3"},
		{message("{a} & {b} & {c})", "Coin", "Rome", 3), "Pièce & Rome & 3)"},
		{message("{a} & {b} & {c}", "Coin", "Rome", 3, 4), "Pièce & Rome & 3"},
		{message("{a} & {b} & {c} & {d}", "Coin", "Rome", 3), "Pièce & Rome & 3 & {d}"},
		{message("{a}; {b}; {c}", 1, 2, message("{n} coins", 4)), "4 pièces après 1 et 2"},
		{message("{a} & {b} & {c}", 1, 2, message("{n} coins", 4)), "1 et 2 et 4 pièces"},
		{message("Well, {a}.", message("one of {x} or {y}", 1)), "Well, one of 1 or {y}."},
		{message("Oh, {a} and {b}.", message("{x}", 1)), "Oh, 1 and {b}."},
		{message("{a}!", message("one", 1)), "one!"},
		{message("{a}!", message("one {x}", 1), 2), "one 1!"},
		{message("{a}{b}!", "Coin", message("one {x}", 1), 2), "Pièceone 1!"},
		{message("{a}", "Rat"), "Souris"},
		{message("{a}", "rat"), "souris"},
		{message("{a}", "RAT"), "SOURIS"},
		{message("{a}", "rAT"), "Souris"}, // the last of them
		{message("{a}", "COIN"), "Pièce"},
		{message("{a}", true), "true"},
		{&diag.Message{Format: "{n} coins", Args: []any{1}, Then: message("You find {x}.", "Coin")}, "1 pièce Pièce : trouvé."},
		{nil, ""},
	} {
		if got := b.Message(x.m); got != x.want {
			t.Errorf("%s: got %q, want %q", x.m, got, x.want)
		}
	}
	if got := (*locale.Translator)(nil).Message(message("You find {x}.", "Coin")); got != "You find Coin." {
		t.Errorf("without a translator it is %q", got)
	}
}

// TestEnglishReadersSeeTheSource checks that a nil Translator returns texts as they are
// written, with their gaps filled in.
func TestEnglishReadersSeeTheSource(t *testing.T) {
	c := loaded(t, map[string]string{"tale/game.yaml": relics, "tale/locales/fr.yaml": sentences})
	b, coin := openTranslator(t, c, "en"), found(t, c, "relic/coin")
	p := def.Param{Name: "gold", Text: "What it is worth.", Unit: "gold", Breaks: ">5: rich"}
	for got, want := range map[string]string{
		b.Language(): "", b.Name(coin): "Coin", b.Describe(coin, nil): "Worth 2 gold.", b.Text(coin, "use.name", "Flip {gold}"): "Flip 2",
		b.Translate("You find {item}.", "it"): "You find it.", b.Translate("{a} {a}", "1", "2"): "2 2", b.Problem(diag.Sentencef("unknown key %q", "x")): `unknown key "x"`,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if b != nil || b.Param(coin, p) != p {
		t.Errorf("the translator is %v, and the parameter %v", b, b.Param(coin, p))
	}
}

// TestTranslatorsOfPartsOnly checks that a locale gives a translator even if it has only texts that are
// filled in, or only sentences; and that a locale without a usable entry has none.
func TestTranslatorsOfPartsOnly(t *testing.T) {
	for entries, want := range map[string]bool{
		`texts: {relic/lamp: {text: {from: "Has {=n}.", to: "A {=n}."}}}`: true,
		`texts: {relic/coin: {name: {from: Coin, to: Pièce}}}`:            true,
		`says: [{from: You wait, to: Tu attends}]`:                        true,
		`texts: {relic/coin: {name: {from: Coin, to: }}}`:                 false,
		`says: [{from: You wait, was: You stay, to: Tu attends}]`:         false,
		"": false,
	} {
		c := loaded(t, map[string]string{
			"tale/game.yaml": relics + "---\n{kind: relic, id: lamp, text: 'Has {=n}.'}\n", "tale/locales/fr.yaml": "kind: locale\nid: fr\n" + entries,
		})
		if b := openTranslator(t, c, "fr"); (b != nil) != want {
			t.Errorf("%s gives a translator: %v", entries, b != nil)
		}
	}
}
