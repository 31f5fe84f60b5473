package yaml

import (
	"bytes"
	"iter"
	"slices"
	"unicode"
	"unicode/utf8"

	"sleight/runtime/diag"
)

var (
	bom      = []byte("\xef\xbb\xbf")
	utf16BOM = [][]byte{{0xff, 0xfe}, {0xfe, 0xff}}
)

// Clean returns data without a byte order mark, or the reason why it is not
// valid text for content. Every file is cleaned before it is parsed.
func Clean(file string, data []byte) ([]byte, *diag.Diagnostic) {
	problem := func(code string, offset int, format string, args ...any) *diag.Diagnostic {
		at := diag.Place{File: file}
		if offset >= 0 {
			at.Line, at.Column = Position(data, offset)
		}
		d := diag.New(code, at, format, args...)
		return &d
	}
	for _, mark := range utf16BOM {
		if bytes.HasPrefix(data, mark) {
			d := problem("file/encoding", -1, "the file is UTF-16").WithHint("save it as UTF-8")
			return nil, &d
		}
	}
	data = bytes.TrimPrefix(data, bom)
	for i := 0; i < len(data); {
		r, size := rune(data[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(data[i:])
		}
		switch {
		case r == utf8.RuneError && size == 1:
			d := problem("file/encoding", i, "this byte (%#02x) is not UTF-8", data[i]).WithHint("save the file as UTF-8")
			return nil, &d
		case r == '\r' && (i+1 == len(data) || data[i+1] != '\n'), r == 0x85, r == 0x2028, r == 0x2029:
			d := problem("file/encoding", i, "this is an unusual line ending (U+%04X)", r).
				WithHint("save the file with Unix or Windows line endings")
			return nil, &d
		case r != '\t' && r != '\n' && r != '\r' && unicode.IsControl(r), r == 0xfeff, r == 0xfffe, r == 0xffff:
			d := problem("file/encoding", i, "this is an invisible character (U+%04X)", r).WithHint("remove it")
			return nil, &d
		}
		i += size
	}
	return data, nil
}

// Position returns the line and the column in characters, from 1, of the byte
// at offset.
func Position(data []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(data))
	before := data[:offset]
	line = 1 + bytes.Count(before, []byte("\n"))
	start := bytes.LastIndexByte(before, '\n') + 1
	return line, 1 + utf8.RuneCount(before[start:])
}

// Lines returns the lines of data without their ends.
func Lines(data []byte) [][]byte {
	lines := bytes.Split(data, []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimSuffix(l, []byte("\r"))
	}
	return lines
}

// LinesFrom iterates over the lines of data without their ends, beginning with the line
// with a number, counted from 0.
func LinesFrom(data []byte, number int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for ; number > 0; number-- {
			end := bytes.IndexByte(data, '\n')
			if end < 0 {
				return
			}
			data = data[end+1:]
		}
		for more := true; more; {
			var line []byte
			line, data, more = bytes.Cut(data, []byte("\n"))
			if !yield(bytes.TrimSuffix(line, []byte("\r"))) {
				return
			}
		}
	}
}

// isASCII reports whether every character of data is one byte.
func isASCII(data []byte) bool {
	return !slices.ContainsFunc(data, func(b byte) bool { return b >= utf8.RuneSelf })
}
