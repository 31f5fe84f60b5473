package locale

import (
	"embed"
	"encoding/json"

	"golang.org/x/text/language"
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
// and its translation.
type ownEntry struct{ From, To string }

// ownTexts returns the texts in a language, or none if it has no file.
func ownTexts(tag string) (all struct{ Engine, Faces, Problems []ownEntry }) {
	if data, err := ownFiles.ReadFile("own/" + tag + ".json"); err == nil {
		_ = json.Unmarshal(data, &all) // a test parses all files
	}
	return all
}

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

// own adds the texts of the engine and its front ends.
func (b *Book) own(tag string) {
	lang, all := language.Make(tag), ownTexts(tag)
	for _, o := range append(all.Engine, all.Faces...) {
		b.sentences[shapeOf(o.From)] = newPhrase(Entry{From: o.From, To: o.To, lang: lang})
	}
	for _, o := range all.Problems {
		b.problems[o.From] = o.To
	}
}

// FrontEndTexts returns the translated texts of the front ends in a language, or in
// the language it is a variant of, by source text; nil if there are none.
func FrontEndTexts(lang Language) map[string]string {
	for ; lang != language.Und; lang = lang.Parent() {
		faces := ownTexts(lang.String()).Faces
		if len(faces) == 0 {
			continue
		}
		out := map[string]string{}
		for _, o := range faces {
			out[o.From] = o.To
		}
		return out
	}
	return nil
}
