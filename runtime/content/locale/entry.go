package locale

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"sleight/runtime/content/def"
)

// Entry is a text and its translation.
type Entry struct {
	From, To string
	// Forms are the translations for each plural category of the language, by
	// name (one, few, other); nil if the text has no plural forms. Count is the
	// {name} whose number selects the form.
	Forms map[string]string
	Count string
	lang  language.Tag
}

// forms are the plural categories, indexed as in the library.
var forms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// isTranslated reports whether an entry has a translation.
func isTranslated(entry *def.Node) bool {
	to := entry.Get("to")
	return to != nil && to.Type() != def.Null
}

// isCurrent reports whether an entry is translated and its translation needs no
// review after a change of the source.
func isCurrent(entry *def.Node) bool { return isTranslated(entry) && entry.Get("was") == nil }

// readEntry reads a translated entry from validated data.
func readEntry(n *def.Node, lang language.Tag) Entry {
	e := Entry{From: n.TextOr("from", ""), lang: lang}
	to := n.Get("to")
	if to.Type() != def.Map {
		e.To = to.Text()
		return e
	}
	e.Forms = map[string]string{}
	for _, f := range to.Fields() {
		if f.Key == "count" {
			e.Count = f.Value.Text()
			continue
		}
		e.Forms[f.Key] = f.Value.Text()
	}
	e.To = e.Forms["other"]
	for _, f := range to.Fields() {
		if e.Count != "" {
			break
		}
		for from, to := range def.NamePlaceholders(f.Value.Text()) {
			e.Count = f.Value.Text()[from+1 : to-1]
			break
		}
	}
	return e
}

// form returns the plural form for a number as written, or the text if it has
// no forms.
func (e *Entry) form(number string) string {
	if text, ok := e.Forms[pluralCategory(e.lang, number)]; ok {
		return text
	}
	return e.To
}

// pluralCategory returns the plural category of a number in a language.
func pluralCategory(lang language.Tag, number string) string {
	if len(number) > 0 && number[0] == '-' {
		number = number[1:]
	}
	digits := make([]byte, 0, len(number))
	exp, point := 0, false
	for _, c := range []byte(number) {
		switch {
		case c >= '0' && c <= '9':
			digits = append(digits, c-'0')
			if !point {
				exp++
			}
		case c == '.' && !point:
			point = true
		default:
			return "other"
		}
	}
	if len(digits) == 0 || len(digits) > 18 {
		return "other"
	}
	return forms[plural.Cardinal.MatchDigits(lang, digits, exp, len(digits)-exp)]
}
