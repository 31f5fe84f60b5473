// Package fix applies the certain fixes of problems to the texts of files.
// Everything else in a file stays as it is, comments and layout included.
//
// Layer diag. It knows problems and texts; it reads and writes no file.
package fix

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// Apply applies the fixes of a list that do not overlap, and returns the new
// texts of the changed files and the number of problems it fixed. It skips a
// fix whose expected text is not at its place. To apply the other fixes, check the
// new texts and call Apply again.
func Apply(list diag.List, source func(file string) ([]byte, bool)) (texts map[string][]byte, fixed int) {
	byFile := map[string][]change{}
	for _, d := range list {
		if len(d.Edits) == 0 {
			continue
		}
		wanted, ok := resolve(d.Edits, source)
		if !ok || !isDisjoint(wanted, byFile) {
			continue
		}
		fixed++
		for _, c := range wanted {
			byFile[c.file] = append(byFile[c.file], c)
		}
	}
	texts = map[string][]byte{}
	for file, changes := range byFile {
		text, _ := source(file)
		texts[file] = applyChanges(text, changes)
	}
	return texts, fixed
}

// change replaces the bytes of a file between the offsets from and to.
type change struct {
	file     string
	from, to int
	text     string
}

// resolve finds the bytes of edits. ok is false if the text at one of them is not the
// expected one.
func resolve(edits []diag.Edit, source func(string) ([]byte, bool)) (all []change, ok bool) {
	for _, e := range edits {
		text, ok := source(e.Place.File)
		if !ok {
			return nil, false
		}
		c, ok := find(text, e)
		if !ok {
			return nil, false
		}
		if bytes.Contains(text, []byte("\r\n")) {
			c.text = strings.ReplaceAll(c.text, "\n", "\r\n")
		}
		all = append(all, c)
	}
	return all, true
}

// find finds the bytes of one edit.
func find(text []byte, e diag.Edit) (change, bool) {
	c := change{file: e.Place.File, text: e.New}
	from, ok := lineStart(text, e.Place.Line)
	if !ok {
		return c, false
	}
	if e.Place.Column == 0 {
		to, ok := lineStart(text, e.Place.Line+e.Lines)
		c.from, c.to = from, to
		return c, ok
	}
	line, _, _ := bytes.Cut(text[from:], []byte("\n"))
	start, ok := byteLength(line, e.Place.Column-1)
	if !ok {
		return c, false
	}
	end, ok := byteLength(line[start:], e.Place.Length)
	if !ok {
		return c, false
	}
	c.from, c.to = from+start, from+start+end
	got := string(text[c.from:c.to])
	inner := strings.Trim(got, `"'`)
	switch {
	case got == e.Old:
	case len(got) == len(inner)+2 && inner == e.Old && e.Unquote:
	case len(got) == len(inner)+2 && inner == e.Old:
		c.from, c.to = c.from+1, c.to-1
	default:
		return c, false
	}
	return c, true
}

// lineStart returns the offset of a line, counted from 1. The line after the last one
// is at the end of the text.
func lineStart(text []byte, line int) (offset int, ok bool) {
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[offset:], '\n')
		if i < 0 {
			return len(text), line == 2 && offset < len(text)
		}
		offset += i + 1
	}
	return offset, line == 1
}

// byteLength returns the length in bytes of the first n characters of a text.
func byteLength(text []byte, characters int) (n int, ok bool) {
	for ; characters > 0; characters-- {
		if n >= len(text) {
			return n, false
		}
		_, size := utf8.DecodeRune(text[n:])
		n += size
	}
	return n, true
}

// isDisjoint reports whether changes overlap neither accepted ones nor one another.
func isDisjoint(wanted []change, taken map[string][]change) bool {
	for i, c := range wanted {
		for _, other := range slices.Concat(taken[c.file], wanted[:i]) {
			if other.file == c.file && c.from <= other.to && other.from <= c.to {
				return false
			}
		}
	}
	return true
}

// applyChanges applies changes that do not overlap.
func applyChanges(text []byte, changes []change) []byte {
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	at := 0
	for _, c := range changes {
		out = append(append(out, text[at:c.from]...), c.text...)
		at = c.to
	}
	return append(out, text[at:]...)
}
