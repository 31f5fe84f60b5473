package locale

import (
	"embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
)

// builtInFiles hold the texts of the engine and its front ends, one file per
// language, by the text as written in Go.
//
//go:embed own/*.json
var builtInFiles embed.FS

func hasBuiltIn(tag string) bool {
	_, err := builtInFiles.Open("own/" + tag + ".json")
	return err == nil
}

// builtInEntry is the format of an engine message, or a sentence of a front end,
// and its translation. Forms are its plural forms, if it has any, for the number
// Count.
type builtInEntry struct {
	From, To, Count string
	Forms           map[string]string
}

// builtInFile holds the texts in one language.
type builtInFile struct {
	Engine    []builtInEntry
	FrontEnds []builtInEntry `json:"faces"`
	Problems  []builtInEntry
}

// builtInTexts returns the texts in a language, or none if it has no file.
func builtInTexts(tag string) builtInFile { return allBuiltIn()[tag] }

// allBuiltIn returns the texts by language.
var allBuiltIn = sync.OnceValue(func() map[string]builtInFile {
	all := map[string]builtInFile{}
	files, _ := builtInFiles.ReadDir("own")
	for _, f := range files {
		var texts builtInFile
		data, _ := builtInFiles.ReadFile("own/" + f.Name())
		_ = json.Unmarshal(data, &texts) // a test parses all files
		all[strings.TrimSuffix(f.Name(), ".json")] = texts
	}
	return all
})

// completeLanguage is a language that has all texts of the engine.
const completeLanguage = "de"

// EngineSentences returns the sentences the engine shows to players, as
// written, with {names} for inserted values.
func EngineSentences() []string {
	var out []string
	for _, o := range builtInTexts(completeLanguage).Engine {
		out = append(out, o.From)
	}
	return out
}

// BuiltInSentences returns all sentences that the engine and its front ends show to
// players, each once.
func BuiltInSentences() []string { return builtInSentences() }

var builtInSentences = sync.OnceValue(func() []string {
	var out []string
	all := builtInTexts(completeLanguage)
	for _, o := range slices.Concat(all.Engine, all.FrontEnds) {
		if !slices.Contains(out, o.From) {
			out = append(out, o.From)
		}
	}
	return out
})

// addBuiltIn adds the texts of the engine and its front ends.
func (t *Translator) addBuiltIn(tag string) {
	lang, all := language.Make(tag), builtInTexts(tag)
	for _, o := range slices.Concat(all.Engine, all.FrontEnds) {
		t.sentences[shapeOf(o.From)] = newPhrase(Entry{From: o.From, To: o.To, Forms: o.Forms, Count: o.Count, lang: lang})
	}
	for _, o := range all.Problems {
		t.problems[o.From] = o.To
	}
}

// FrontEndTexts returns the translated texts of the front ends, by source text: those
// of the engine, and those that any locale of the catalog has instead. forms are
// the plural forms of those that have any, by category; count names the number
// that selects one. Both are nil if nothing is translated into the language.
func FrontEndTexts(c *def.Catalog, lang Language) (words map[string]string, forms map[string]map[string]string) {
	b := newTranslator(lang)
	b.addAll(c.Locales, b.addSentences)
	for _, o := range builtInTexts(completeLanguage).FrontEnds {
		from := o.From
		p := b.sentences[shapeOf(from)]
		if p == nil {
			continue
		}
		if words == nil {
			words = map[string]string{}
		}
		// A locale may name the placeholders otherwise.
		_, names := splitPlaceholders(from)
		placeholders := make([]string, len(names))
		for i, name := range names {
			placeholders[i] = "{" + name + "}"
		}
		one := func(text string) string {
			return (&phrase{Entry{To: text}, p.names}).format(placeholders)
		}
		words[from] = one(p.entry.To)
		if p.entry.Forms == nil {
			continue
		}
		if forms == nil {
			forms = map[string]map[string]string{}
		}
		forms[from] = map[string]string{"count": names[max(0, slices.Index(p.names, p.entry.Count))]}
		for category, text := range p.entry.Forms {
			forms[from][category] = one(text)
		}
	}
	return words, forms
}

// MissingBuiltIn returns the sentences of the engine and its front ends that neither
// the engine nor a locale of a pack's games translates into a language, and the number
// of all sentences of the engine and its front ends.
func MissingBuiltIn(c *def.Catalog, pack, tag string, has func(entry *def.Node, source string) bool) (missing []Unit, all int) {
	own, known := newTranslator(language.Make(tag)), translationsOf(c, pack, tag)
	for lang := own.tag; lang != language.Und; lang = lang.Parent() {
		own.addBuiltIn(lang.String())
	}
	for _, text := range BuiltInSentences() {
		p := Unit{nil, DisplayedText{Text: text}}
		if !readable(text) {
			continue
		}
		all++
		if own.sentences[shapeOf(text)] == nil && !known.covers(&p, has) {
			missing = append(missing, p)
		}
	}
	return missing, all
}
