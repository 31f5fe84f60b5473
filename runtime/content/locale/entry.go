package locale

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Entry is a text and what it is in another language.
type Entry struct {
	From, To string
	// Forms are what it is for numbers of each case of the language, by the
	// case's name (one, few, other); nil when numbers do not matter. Count is
	// the name whose number decides.
	Forms map[string]string
	Count string
	// Place is where the entry stands, FromPlace and ToPlace its parts.
	Place, FromPlace, ToPlace diag.Place
	lang                      language.Tag
}

// forms are the cases of numbers, as the library numbers them.
var forms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// translated tells whether an entry of a locale says something in its language.
func translated(entry *def.Node) bool {
	to := entry.Get("to")
	return to != nil && to.Type != def.Null
}

// counts tells whether an entry is translated, and nobody needs to look at it
// since its source has changed.
func counts(entry *def.Node) bool { return translated(entry) && entry.Get("was") == nil }

// readEntry makes an entry of data that has been checked.
func readEntry(n *def.Node, lang language.Tag) Entry {
	e := Entry{From: n.TextOr("from", ""), lang: lang, Place: n.Place(), FromPlace: n.Get("from").At(n.Place()), ToPlace: n.Get("to").At(n.Place())}
	to := n.Get("to")
	if to == nil || to.Type != def.Map {
		e.To = n.TextOr("to", "")
		return e
	}
	e.Forms = map[string]string{}
	for _, f := range to.Fields {
		if f.Key == "count" {
			e.Count = f.Value.Text
			continue
		}
		e.Forms[f.Key] = f.Value.Text
	}
	e.To = e.Forms["other"]
	for _, f := range to.Fields {
		if e.Count != "" {
			break
		}
		for from, to := range def.Placeholders(f.Value.Text) {
			e.Count = f.Value.Text[from+1 : to-1]
			break
		}
	}
	return e
}

// form returns the text for a number as it is written: in most languages 1 is
// not like 5.
func (e *Entry) form(number string) string {
	if e.Forms == nil {
		return e.To
	}
	if text, ok := e.Forms[caseOf(e.lang, number)]; ok {
		return text
	}
	return e.To
}

// caseOf names the case of a number in a language.
func caseOf(lang language.Tag, number string) string {
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
