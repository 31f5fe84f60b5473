package locale

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// TestPluralCategoriesOfWrittenNumbers checks the plural category of a number
// by its digits, in a language that has many; any other text is in the category
// other.
func TestPluralCategoriesOfWrittenNumbers(t *testing.T) {
	polish := language.Polish
	if got := pluralCategory(language.Danish, "1.5.2"); got != "other" {
		t.Errorf("two points are %s", got)
	}
	for number, want := range map[string]string{
		"1": "one", "-1": "one", "2": "few", "5": "many", "9": "many", "0": "many", "12": "many", "22": "few", "1.5": "other", "1.0": "other", ".5": "other",
		"": "other", "-": "other", "1.5.2": "other", "x": "other", "1x": "other", "1:": "other", "1/": "other", "--1": "other", "?": "other",
		"111111111111111111": "many", "1111111111111111111": "other",
	} {
		if got := pluralCategory(polish, number); got != want {
			t.Errorf("%q is %s, want %s", number, got, want)
		}
	}
}

// TestGapsChooseTheirPluralForm checks which word of {n|one|other} is used: the last
// one if there is none for the number.
func TestGapsChooseTheirPluralForm(t *testing.T) {
	polish, english := pluralsOf(language.Polish), sourceForms
	for _, x := range []struct {
		p      plurals
		number string
		forms  string
		want   string
	}{
		{polish, "1", "a b c d", "a"},
		{polish, "2", "a b c d", "b"},
		{polish, "5", "a b c d", "c"},
		{polish, "1.5", "a b c d", "d"},
		{polish, "5", "a b", "b"},
		{polish, "5", "a b c", "c"},
		{polish, "2", "a b", "b"},
		{polish, "2", "a", "a"},
		{english, "1", "a b", "a"},
		{english, "3", "a b", "b"},
		{english, "x", "a b", "b"},
		{plurals{language.Polish, nil}, "1", "a b", "b"},
	} {
		if got := x.p.choose(x.number, strings.Fields(x.forms)); got != x.want {
			t.Errorf("%s of %s for %s: got %s, want %s", x.p.lang, x.forms, x.number, got, x.want)
		}
	}
}

// TestReadableTextsContainALetter checks which characters count as letters.
func TestReadableTextsContainALetter(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "{a} {b}": false, "1 + 2": false, "a": true, "z": true, "A": true, "Z": true, "{x}: é": true, "`": false, "{": false, "@": false, "[": false, "\u007f": false, "\u0080": true, "* * *": false,
	} {
		if got := readable(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// TestTextsFoundInScripts checks that a text is one that a script says if it is
// written there, or each of its pieces is in some string.
func TestTextsFoundInScripts(t *testing.T) {
	s := &ScriptTexts{}
	s.Add("You win {n} coins.", diag.Place{Line: 1})
	s.Add("You win {m} coins.", diag.Place{Line: 2}) // the same
	s.Add("{a}{b}", diag.Place{Line: 3})             // nothing to read
	s.Add("Done", diag.Place{Line: 4})
	for _, text := range []string{" over the wall", "77", "Jump "} {
		s.Quote(text)
	}
	if len(s.Sentences) != 2 || s.Sentences[1] != (Sentence{"Done", diag.Place{Line: 4}}) || len(s.quoted) != 2 {
		t.Errorf("%+v", s)
	}
	for text, want := range map[string]bool{
		"You win {x} coins.": true, "You win {x}.": false, "Jump {n} over the wall": true, "Jump {n} over the moon": false, "{n} over": true, "{n} 77": false, "{a} {b}": true, "Done": true, "Don": false,
	} {
		if got := s.canProduce(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if words := (&ScriptTexts{quoted: []string{"wins"}}); !words.canProduce("{a} {b}wins") || words.canProduce("{a}-{b}wins") {
		t.Error("blanks between values have to be in a string")
	}
	if (*ScriptTexts)(nil).canProduce("Done") {
		t.Error("a pack without scripts says something")
	}
}

// TestTextsAsYAML checks which texts need quotes, inside brackets and elsewhere.
func TestTextsAsYAML(t *testing.T) {
	for text, want := range map[string][2]string{
		"Coin": {"Coin", "Coin"}, "a, b": {"a, b", `"a, b"`}, "What now?": {"What now?", `"What now?"`}, "Nein": {"Nein", "Nein"}, "no": {`"no"`, `"no"`}, "Off": {`"Off"`, `"Off"`},
		"a: b": {`"a: b"`, `"a: b"`}, "a:": {`"a:"`, `"a:"`}, "a #b": {`"a #b"`, `"a #b"`}, "a ": {`"a "`, `"a "`}, "7": {`"7"`, `"7"`}, "+1": {`"+1"`, `"+1"`}, "+x": {"+x", "+x"}, "−2.5": {`"−2.5"`, `"−2.5"`},
		"(a)": {"(a)", "(a)"}, "é": {"é", "é"}, "\"a\"": {`"\"a\""`, `"\"a\""`}, "a\nb": {`"a\nb"`, `"a\nb"`}, "<a>": {`"<a>"`, `"<a>"`}, "{a}": {`"{a}"`, `"{a}"`}, "a {b}": {"a {b}", `"a {b}"`}, "[": {`"["`, `"["`},
	} {
		if got := [2]string{scalar(text, false), scalar(text, true)}; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestShortTexts checks how a text is cut for a message, and a name made of an
// identifier.
func TestShortTexts(t *testing.T) {
	long := strings.Repeat("é", 120)
	for text, want := range map[string]string{"": "", long: long, long + "x": long + "…"} {
		if got := short(text); got != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
	for name, want := range map[string]string{"": "", "coin": "Coin", "big_blue_coin": "Big blue coin"} {
		if got := Words(name); got != want {
			t.Errorf("%q: got %q", name, got)
		}
	}
	for name, want := range map[string]string{"a": "a", "": "3", "a[b": "3", "a]": "3"} {
		n := def.NewMap(def.Position{}, []def.Field{{Key: "name", Value: def.NewText(def.Position{}, name)}})
		if got := EntryStep(n, 3); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestLanguagesAreParsed checks tags and the names that operating systems use.
func TestLanguagesAreParsed(t *testing.T) {
	for text, want := range map[string]string{"de": "de", "pt-BR": "pt-BR", "de_AT.UTF-8": "de-AT", "de@euro": "de", "sr_RS@latin.UTF-8": "sr-RS", "C.UTF-8": "", "": "", "und": "", "xx yy": ""} {
		lang, ok := Parse(text)
		if ok != (want != "") || ok && lang.String() != want {
			t.Errorf("%q: got %s, %v", text, lang, ok)
		}
	}
	for tag, want := range map[string]bool{"en": true, "en-GB": true, "de": false, "enm": false} {
		if got := IsSource(language.MustParse(tag)); got != want {
			t.Errorf("%s is the source language: %v", tag, got)
		}
	}
}

// TestLanguageFallbacks checks which locales a reader gets: those of the
// language and what it is a kind of, or one that speakers of it understand.
func TestLanguageFallbacks(t *testing.T) {
	locales := func(tags string) (out []*def.Locale) {
		for _, tag := range strings.Fields(tags) {
			out = append(out, &def.Locale{Tag: tag})
		}
		return out
	}
	for _, x := range []struct{ there, lang, want string }{
		{"", "de-AT", "de"},
		{"de-AT", "de-AT", "de-AT de"},
		{"fr fr-CA", "fr-CA", "fr-CA fr"},
		{"fr", "fr-CA", "fr"},
		{"fr-CA", "fr", "fr-CA"},
		{"nb", "no", "nb"},
		{"nb", "da", "nb"},
		{"pt-BR es", "pt", "pt-BR"},
		{"not_a_tag!! nb", "no", "nb"},
		{"no_xxxxxxxxx nb", "no", "nb"},
		{"ja", "ko", ""},
		{"es pl", "en", ""},
		{"sv", "nn", ""},
		{"fr fr", "fr", "fr"},
		{"sr", "hr", ""},
		{"zh-Hant", "zh-TW", "zh-Hant"},
		{"zh-Hans", "zh-TW", ""},
	} {
		if got := strings.Join(fallbackLanguages(locales(x.there), language.MustParse(x.lang)), " "); got != x.want {
			t.Errorf("%s of %q: got %q, want %q", x.lang, x.there, got, x.want)
		}
	}
}

// TestEngineTexts checks that the sentences of the engine, its problems and
// its front ends come from the file of the language.
func TestEngineTexts(t *testing.T) {
	all := builtInTexts("de")
	c := def.NewCatalog(nil, nil, "")
	b := Open(c, &def.Definition{}, language.German)
	b.problems["%s takes %d"] = "%[2]s für %[1]s"
	if got := b.Problem(diag.Sentencef("%s takes %d", "it", 3)); got != "3 für it" {
		t.Errorf("the problem is %q", got)
	}
	if o := all.Engine[0]; EngineSentences()[0] != o.From || b.Translate(o.From, slices.Repeat([]string{"1"}, 9)...) == "" || len(EngineSentences()) != len(all.Engine) {
		t.Errorf("%q is not a sentence of the engine", o.From)
	}
	words, _ := FrontEndTexts(c, language.MustParse("de-AT"))
	if o := all.FrontEnds[0]; words[o.From] != o.To || len(words) != len(all.FrontEnds) {
		t.Errorf("%q is %q", o.From, words[o.From])
	}
	if words, forms := FrontEndTexts(c, language.Korean); words != nil || forms != nil || Open(c, &def.Definition{}, language.Korean) != nil {
		t.Error("there are words in a language without a file")
	}
	var none *Translator
	if none.Language() != "" || b.Language() != "de" || none.Problem(diag.Sentencef("x %d", 1)) != "x 1" {
		t.Errorf("%q %q", none.Language(), b.Language())
	}
}

// TestMessagesWithTooFewOrTooManyArguments checks that a message with fewer arguments than
// gaps, or with more, is written as far as it goes, translated or not.
func TestMessagesWithTooFewOrTooManyArguments(t *testing.T) {
	twice := Entry{From: "Pay {n} for {what}.", To: "{n} für {what} ({n}).", Count: "n"}
	b := &Translator{sentences: map[string]*phrase{shapeOf(twice.From): newPhrase(twice)}}
	message := func(format string, args ...any) *diag.Message { return &diag.Message{Format: format, Args: args} }
	for _, x := range []struct {
		m    *diag.Message
		want string
	}{
		{message("Pay {n} for {what}.", 3, "it"), "3 für it (3)."},
		{message("Pay {n} for {what}.", 3), "3 für {what} (3)."},
		{message("Pay {n} for {what}."), "{n} für {what} ({n})."},
		{message("Pay {n} for {what}.", 3, "it", "now"), "3 für it (3)."},
		{message("Take {n} of {what}.", 3), "Take 3 of {what}."},
		{message("Take {n}.", 3, 4), "Take 3."},
		{message("{a}, {b}, {c}"), "{a}, {b}, {c}"},
		{message("{a}, {b}, {c}", 1, 2), "1, 2, {c}"},
		{message("{a} and {b}.", message("one of {x} or {y}", 1)), "one of 1 or {y} and {b}."},
		{message("{a}.", message("one", 1), 2), "one."},
		{message("{a}.", message("one of {x}")), "one of {x}."},
	} {
		if got := b.Message(x.m); got != x.want {
			t.Errorf("%q with %v: got %q, want %q", x.m.Format, x.m.Args, got, x.want)
		}
	}
}
