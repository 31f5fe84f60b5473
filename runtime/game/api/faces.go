package api

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// FaceWords returns the words on the sides of a die, in the order of its sides;
// none if it has numbers.
func FaceWords(die *def.Definition) []string {
	if die == nil {
		return nil
	}
	var words []string
	for _, f := range die.Data.All("faces") {
		if f.Type() == def.Text {
			words = append(words, f.Text())
		}
	}
	return words
}

// FaceWord returns the word on the side of a die with a value; ok is false if
// the die has numbers or has no such side.
func FaceWord(die *def.Definition, value float64) (word string, ok bool) {
	if die == nil {
		return "", false
	}
	faces := die.Data.All("faces")
	if i := int(value); i >= 1 && i <= len(faces) && faces[i-1].Type() == def.Text {
		return faces[i-1].Text(), true
	}
	return "", false
}

// SideOf returns the value of the first side that has a word.
func SideOf(die *def.Definition, word string) (value float64, ok bool) {
	if die == nil {
		return 0, false
	}
	for _, f := range die.Data.All("faces") {
		if f.Type() != def.Text {
			continue
		}
		if value++; f.Text() == word {
			return value, true
		}
	}
	return 0, false
}

// face returns the word that a die shows if it has words, or else its value.
func (h *Host) face(id state.ID) state.Value {
	return h.faceOf(h.State.Prototype(id), h.State.Prop(id, DieValue))
}

func (h *Host) faceOf(proto *state.Prototype, value state.Value) state.Value {
	if word, ok := FaceWord(h.Game.DefinitionOf(proto), value.Num); ok {
		return state.Str(word)
	}
	return value
}

// side converts a word to the value of its side; other values stay.
func (h *Host) side(f *Function, id state.ID, v state.Value) state.Value {
	if v.Type != state.Text {
		return v
	}
	die := h.Game.DefinitionOf(h.State.Prototype(id))
	n, ok := SideOf(die, v.Str)
	if !ok {
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "%s: no side of %s shows the word %q", f.Name, die.Key(), v.Str).
			Suggest(v.Str, FaceWords(die)))
	}
	return state.Num(n)
}
