package locale

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
)

// Source is the language in which definitions and scripts are assumed to be
// written.
const Source = "en"

// Language is the language of texts; the zero value means none.
type Language = language.Tag

// maxTag is the maximum length of a tag in bytes. Clients choose their languages, and
// servers keep them; RFC 5646 expects at most 35 bytes in practice.
const maxTag = 100

// Parse parses a language: a BCP 47 tag (de, pt-BR) of at most 100 bytes, or a
// locale name of an operating system (de_AT.UTF-8).
func Parse(text string) (Language, bool) {
	text, _, _ = strings.Cut(text, ".")
	text, _, _ = strings.Cut(text, "@")
	if len(text) > maxTag {
		return language.Und, false
	}
	tag, err := language.Parse(text)
	return tag, err == nil && tag != language.Und
}

// IsSource reports whether a language is the source language or a variant of
// it.
func IsSource(lang Language) bool {
	base, _ := lang.Base()
	return base.String() == Source
}

// All returns the languages of all locales, sorted.
func All(c *def.Catalog) []string { return tags(c.Locales) }

// Of returns the languages of the locales that apply to a game, sorted.
func Of(c *def.Catalog, game *def.Definition) []string { return tags(applicable(c, game)) }

func tags(locales []*def.Locale) []string {
	out := []string{}
	for _, l := range locales {
		out = append(out, l.Tag)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// fallbackLanguages returns the languages to use, the wanted one first: de-AT, de. If
// there are no locales for them, it returns a language that their speakers
// understand, according to the library. The source language is not included.
func fallbackLanguages(all []*def.Locale, lang language.Tag) []string {
	var there []string
	known := []language.Tag{language.Make(Source)}
	for _, l := range all {
		if tag, err := language.Parse(l.Tag); err == nil {
			there, known = append(there, l.Tag), append(known, tag)
		}
	}
	var chain []string
	for tag := lang; tag != language.Und; tag = tag.Parent() {
		if slices.Contains(there, tag.String()) || hasBuiltIn(tag.String()) {
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
