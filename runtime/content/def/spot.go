package def

import (
	"strconv"
	"unicode"

	"sleight/runtime/diag"
)

// Spot is where a value or a key was written. It knows what is around it instead
// of its file and data path, which Place makes of that: a catalog holds a spot for
// each value and for each key, and few are ever asked for.
type Spot struct {
	// In is the mapping or list around it as it was written; around a whole
	// document it is that of the file, see InFile. Nil means that it was never
	// written.
	In *Node
	// Index is its position there, from 0.
	Index int32
	// Line, Column and Length are those of a diag.Place.
	Line, Column, Length int32
}

// InFile is what stands around the documents of a file.
func InFile(name string) *Node { return &Node{Type: Text, Text: name} }

// Place tells the spot in full.
func (s Spot) Place() diag.Place {
	return diag.Place{File: s.File(), Line: int(s.Line), Column: int(s.Column), Length: int(s.Length), Path: s.path()}
}

// File is the name of the file.
func (s Spot) File() string {
	if s.In == nil {
		return ""
	}
	outer := s.In
	for outer.In != nil {
		outer = outer.In
	}
	return outer.Text
}

// path is the data path inside of the document.
func (s Spot) path() string {
	switch in := s.In; {
	case in == nil || in.In == nil:
		return ""
	case in.Type == List:
		return in.path() + "[" + strconv.Itoa(int(s.Index)) + "]"
	default:
		return childPath(in.path(), in.Fields[s.Index].Key)
	}
}

func childPath(path, key string) string {
	switch {
	case !isWord(key):
		return path + "[" + strconv.Quote(key) + "]"
	case path == "":
		return key
	}
	return path + "." + key
}

// isWord tells whether a key can stand in a data path without quotes.
func isWord(key string) bool {
	for i, r := range key {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || r != '-' && !unicode.IsNumber(r)) {
			return false
		}
	}
	return key != ""
}
