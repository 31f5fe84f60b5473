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

// ownFiles hold the texts of the engine and its front ends, one file per
// language, by the text as written in Go.
//
//go:embed own/*.json
var ownFiles embed.FS

func hasOwn(tag string) bool {
	_, err := ownFiles.Open("own/" + tag + ".json")
	return err == nil
}

// ownEntry is the format of an engine message, or a sentence of a front end,
// and its translation. Forms are its plural forms, if it has any, for the number
// Count.
type ownEntry struct {
	From, To, Count string
	Forms           map[string]string
}

// ownFile holds the texts in one language.
type ownFile struct{ Engine, Faces, Problems []ownEntry }

// ownTexts returns the texts in a language, or none if it has no file.
func ownTexts(tag string) ownFile { return allOwn()[tag] }

// allOwn returns the texts by language.
var allOwn = sync.OnceValue(func() map[string]ownFile {
	all := map[string]ownFile{}
	files, _ := ownFiles.ReadDir("own")
	for _, f := range files {
		var texts ownFile
		data, _ := ownFiles.ReadFile("own/" + f.Name())
		_ = json.Unmarshal(data, &texts) // a test parses all files
		all[strings.TrimSuffix(f.Name(), ".json")] = texts
	}
	return all
})

// firstOwn is a language that has all texts of the engine.
const firstOwn = "de"

// EngineSentences returns the sentences the engine shows to players, as
// written, with {names} for inserted values.
func EngineSentences() []string {
	var out []string
	for _, o := range ownTexts(firstOwn).Engine {
		out = append(out, o.From)
	}
	return out
}

// OwnSentences returns all sentences that the engine and its front ends show to
// players, each once.
func OwnSentences() []string { return ownSentences() }

var ownSentences = sync.OnceValue(func() []string {
	var out []string
	all := ownTexts(firstOwn)
	for _, o := range slices.Concat(all.Engine, all.Faces) {
		if !slices.Contains(out, o.From) {
			out = append(out, o.From)
		}
	}
	return out
})

// own adds the texts of the engine and its front ends.
func (b *Book) own(tag string) {
	lang, all := language.Make(tag), ownTexts(tag)
	for _, o := range slices.Concat(all.Engine, all.Faces) {
		b.sentences[shapeOf(o.From)] = newPhrase(Entry{From: o.From, To: o.To, Forms: o.Forms, Count: o.Count, lang: lang})
	}
	for _, o := range all.Problems {
		b.problems[o.From] = o.To
	}
}

// FrontEndTexts returns the translated texts of the front ends, by source text: those
// of the engine, and those that any locale of the catalog has instead. forms are
// the plural forms of those that have any, by category; count names the number
// that selects one. Both are nil if nothing is translated into the language.
func FrontEndTexts(c *def.Catalog, lang Language) (words map[string]string, forms map[string]map[string]string) {
	b := newBook(lang)
	b.addAll(c.Locales, b.addSays)
	for _, o := range ownTexts(firstOwn).Faces {
		from := o.From
		p := b.sentences[shapeOf(from)]
		if p == nil {
			continue
		}
		if words == nil {
			words = map[string]string{}
		}
		// A locale may call the gaps something else.
		_, names := cut(from)
		gaps := make([]string, len(names))
		for i, name := range names {
			gaps[i] = "{" + name + "}"
		}
		one := func(text string) string {
			return (&phrase{Entry{To: text}, p.names}).say(gaps)
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

// OwnGaps returns the sentences of the engine and its front ends that neither
// the engine nor a locale of a pack's games has in a language, and the number of
// all such sentences.
func OwnGaps(c *def.Catalog, pack, tag string, has func(entry *def.Node, source string) bool) (missing []Unit, all int) {
	own, known := newBook(language.Make(tag)), translationsOf(c, pack, tag)
	for lang := own.tag; lang != language.Und; lang = lang.Parent() {
		own.own(lang.String())
	}
	for _, text := range OwnSentences() {
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
