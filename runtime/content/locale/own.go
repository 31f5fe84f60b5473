package locale

import (
	"embed"
	"encoding/json"

	"golang.org/x/text/language"
)

// ownFiles hold what the engine and its faces say themselves, one file for each
// language, each text by how it is written in Go.
//
//go:embed own/*.json
var ownFiles embed.FS

func hasOwn(tag string) bool {
	_, err := ownFiles.Open("own/" + tag + ".json")
	return err == nil
}

// ownEntry is the format of a message of the engine, or a sentence of a front
// end, and what it is in another language.
type ownEntry struct{ From, To string }

// ownTexts are those of a language; none where there is no file.
func ownTexts(tag string) (all struct{ Engine, Faces []ownEntry }) {
	if data, err := ownFiles.ReadFile("own/" + tag + ".json"); err == nil {
		_ = json.Unmarshal(data, &all) // a test reads all of them
	}
	return all
}

// firstOwn is a language that has all of what the engine says.
const firstOwn = "de"

// EngineSentences lists what the engine says to players, as it is written, with
// {names} for what it puts in.
func EngineSentences() []string {
	var out []string
	for _, o := range ownTexts(firstOwn).Engine {
		out = append(out, o.From)
	}
	return out
}

// own takes in what the engine and its front ends say themselves.
func (b *Book) own(tag string) {
	lang, all := language.Make(tag), ownTexts(tag)
	for _, o := range append(all.Engine, all.Faces...) {
		p := newPhrase(Entry{From: o.From, To: o.To, lang: lang})
		b.sentences[o.From] = &p
	}
}

// FaceWords are what faces say themselves in a language, or one that it is a kind
// of, by how they write it; nil where there is none.
func FaceWords(lang Language) map[string]string {
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
