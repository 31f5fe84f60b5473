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

// own takes in what the engine itself says.
func (b *Book) own(tag string) {
	data, err := ownFiles.ReadFile("own/" + tag + ".json")
	if err != nil {
		return
	}
	var all struct{ Engine, Faces []ownEntry }
	if json.Unmarshal(data, &all) != nil {
		return
	}
	lang := language.Make(tag)
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

// ownEntry is a text of the engine, whose sentences are found again in what it
// says, or of a face, which asks for its sentences by Put.
type ownEntry struct{ From, To string }
