package locale

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
)

// Source is the language in which definitions and scripts are written, as far as
// anybody can tell.
const Source = "en"

// Language is a language that texts can be in; the zero value is none.
type Language = language.Tag

// Parse reads a language: a tag by BCP 47 (de, pt-BR), or as systems write it
// (de_AT.UTF-8).
func Parse(text string) (Language, bool) {
	text, _, _ = strings.Cut(text, ".")
	text, _, _ = strings.Cut(text, "@")
	tag, err := language.Parse(text)
	return tag, err == nil && tag != language.Und
}

// IsSource tells whether a language is that of the source, or a kind of it.
func IsSource(lang Language) bool {
	base, _ := lang.Base()
	return base.String() == Source
}

// All lists the languages that any pack has texts in, sorted.
func All(c *def.Catalog) []string {
	out := []string{}
	for _, l := range c.Locales {
		out = append(out, l.Tag)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// chainOf lists the languages to look into, the wanted one first: de-AT, de.
// Where there is neither, a language that its speakers read counts instead, as
// the library has it. The source needs no looking.
func chainOf(all []*def.Locale, lang language.Tag) []string {
	var there []string
	known := []language.Tag{language.Make(Source)}
	for _, l := range all {
		if tag, err := language.Parse(l.Tag); err == nil && !slices.Contains(there, l.Tag) {
			there, known = append(there, l.Tag), append(known, tag)
		}
	}
	var chain []string
	for tag := lang; tag != language.Und; tag = tag.Parent() {
		if slices.Contains(there, tag.String()) || hasOwn(tag.String()) {
			chain = append(chain, tag.String())
		}
	}
	if len(chain) > 0 {
		return chain
	}
	_, i, sure := language.NewMatcher(known).Match(lang)
	if i == 0 || sure < language.High {
		return nil
	}
	return []string{there[i-1]}
}
