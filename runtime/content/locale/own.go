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

// ownEntry is a text of the engine, whose sentences are found again in what it
// says, or of a face, which asks for its sentences by Put.
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

// own takes in what the engine itself says.
func (b *Book) own(tag string) {
	lang, all := language.Make(tag), ownTexts(tag)
	for _, o := range all.Engine {
		b.add(Entry{From: o.From, To: o.To, lang: lang})
	}
	for _, o := range all.Faces {
		e := Entry{From: o.From, To: o.To, lang: lang}
		if p := newPhrase(e); len(p.names) > 0 {
			b.sentences[e.From] = &p
			continue
		}
		b.add(e)
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
