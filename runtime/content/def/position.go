package def

import (
	"strconv"
	"unicode"

	"sleight/runtime/diag"
)

// Position is the position of a value or key. Instead of the file and data path it
// stores the enclosing value, from which Place computes both: a catalog holds a
// position for every value and key, and few are ever needed.
type Position struct {
	// In is the enclosing mapping or list as written; for a whole document it
	// is that of the file, see InFile. Nil means that the value was not written
	// in any file.
	In *Node
	// Index is its position there, from 0.
	Index int32
	// Line, Column and Length are as in diag.Place.
	Line, Column, Length int32
}

// InFile returns the enclosing value of the documents in a file.
func InFile(name string) *Node { return NewText(Position{}, name) }

// Place returns the full place of the position.
func (p Position) Place() diag.Place {
	var room [128]byte
	path := p.path(room[:0])
	return diag.Place{File: p.File(), Line: int(p.Line), Column: int(p.Column), Length: int(p.Length), Path: string(path)}
}

// File is the name of the file.
func (p Position) File() string {
	if p.In == nil {
		return ""
	}
	outer := p.In
	for outer.in != nil {
		outer = outer.in
	}
	return outer.Text()
}

// path appends the data path inside the document.
func (p Position) path(to []byte) []byte {
	in := p.In
	if in == nil || in.in == nil {
		return to
	}
	to = in.Position().path(to)
	if in.Type() == List {
		return append(strconv.AppendInt(append(to, '['), int64(p.Index), 10), ']')
	}
	key := in.Fields()[p.Index].Key
	if !isWord(key) {
		return append(strconv.AppendQuote(append(to, '['), key), ']')
	}
	if len(to) > 0 {
		to = append(to, '.')
	}
	return append(to, key...)
}

// isWord reports whether a key needs no quotes in a data path.
func isWord(key string) bool {
	for i, r := range key {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || r != '-' && !unicode.IsNumber(r)) {
			return false
		}
	}
	return key != ""
}
