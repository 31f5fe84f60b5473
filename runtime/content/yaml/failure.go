package yaml

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// failure is a syntax error whose place is not known yet.
type failure struct {
	src []byte
	// text is the library's message, has the part of it that identifies its
	// kind.
	text, has string
	// line is the library's, from 1.
	line int
}

// offset returns the byte where the problem begins, or −1.
func (f failure) offset() int {
	switch f.has {
	case "unexpected end of stream", "unexpected document indicator":
		return f.openQuote()
	case "could not find expected ':'":
		return f.lineStart(f.line)
	case "max depth":
		if i := f.deepBracket(); i >= 0 {
			return i
		}
	}
	at := f.shortest()
	if at < 0 {
		return -1
	}
	before := f.src[:min(at+1, len(f.src))]
	line, _ := Position(f.src, at)
	if bracket, ok := opening[f.has]; ok {
		if i := openBracket(before, bracket); i >= 0 {
			// It may be closed later on its line, and be in one that is not.
			if outer := openBracket(f.src[:i+len(lineFrom(f.src, i))], bracket); outer >= 0 && outer < i {
				return outer
			}
			return i
		}
	}
	switch f.has {
	case "alphabetic or numeric character":
		return max(0, bytes.LastIndexAny(before[:at], " \t\n[{,")+1)
	case "mapping values are not allowed":
		if i := f.colonless(at); i >= 0 {
			return i
		}
	case "unknown anchor":
		return max(0, bytes.LastIndexByte(before, '*'))
	case "tag":
		return max(0, bytes.LastIndexAny(before[:at], " \t\n[{,")+1)
	case "did not find expected '-' indicator", "directive":
		return f.lineStart(line)
	case "did not find expected key":
		if keyStart.Match(lineBefore(f.src, at)) {
			return f.lineStart(line)
		}
	}
	return at
}

// colonless returns the offset of the line above that of at if that line lacks its
// colon, so that the key below looked like its continuation; else −1.
func (f failure) colonless(at int) int {
	line, _ := Position(f.src, at)
	start := f.lineStart(line - 1)
	above, _, _ := bytes.Cut(f.src[start:], []byte("\n"))
	indent := func(offset int) int { return len(lineBefore(f.src, offset)) }
	if line < 2 || len(above) == 0 || above[0] == '#' || bytes.Contains(above, []byte(":")) ||
		indent(start) != indent(f.lineStart(line)) || bytes.HasPrefix(above, []byte("- ")) || bytes.HasPrefix(above, []byte("---")) {
		return -1
	}
	return start
}

// deepBracket returns the offset of the first bracket with more than maxDepth
// open ones before it, or −1. It counts those in texts too: reading thousands of
// levels again for each prefix would take tens of megabytes.
func (f failure) deepBracket() int {
	open := 0
	for i, c := range f.src {
		switch c {
		case '[', '{':
			if open++; open > maxDepth {
				return i
			}
		case ']', '}':
			open = max(0, open-1)
		}
	}
	return -1
}

var keyStart = regexp.MustCompile(`^ *[\pL\pN_-]*$`)

// prefixFails reports whether the first n bytes fail with the same message. If they end
// inside a character, that is left out: it would be another error.
func (f failure) prefixFails(n int) bool {
	for n > 0 && n < len(f.src) && !utf8.RuneStart(f.src[n]) {
		n--
	}
	_, err := decodeYAML(f.src[:n])
	return err != nil && err.Error() == f.text
}

// shortest returns the offset of the last character of the shortest prefix of
// the source that fails with the same message, or −1. The library reads from
// left to right, so every longer prefix fails in the same way.
func (f failure) shortest() int {
	low, high := 0, len(f.src)
	if !f.prefixFails(high) {
		return -1
	}
	for high-low > 1 {
		if middle := (low + high) / 2; f.prefixFails(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	at := max(0, high-1)
	for at > 0 && at < len(f.src) && !utf8.RuneStart(f.src[at]) {
		at--
	}
	return at
}

// searchBytes is the maximum number of bytes parsed again to find a place.
const searchBytes = 8 << 20

// openQuote returns the offset of the quote that is never closed: the last one
// before which the text is valid.
func (f failure) openQuote() int {
	unclosed := func(n int) bool {
		_, err := decodeYAML(f.src[:n])
		return err != nil && bytes.Contains([]byte(err.Error()), []byte("unexpected end of stream"))
	}
	at := len(f.src)
	for tries := min(50, searchBytes/(1+len(f.src))); tries > 0; tries-- {
		at = bytes.LastIndexAny(f.src[:at], `"'`)
		if at < 0 {
			return -1
		}
		if unclosed(at+1) && !unclosed(at) {
			return at
		}
	}
	return -1
}

// lineStart returns the offset of the first character of a line that is not a
// blank.
func (f failure) lineStart(line int) int {
	start := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(f.src[start:], '\n')
		if i < 0 {
			break
		}
		start += i + 1
	}
	for start < len(f.src) && f.src[start] == ' ' {
		start++
	}
	return start
}

// openBracket finds the innermost bracket that is still open at the end of
// text, as far as possible without parsing quotes.
func openBracket(text []byte, bracket byte) int {
	closing := bracket + 2 // holds in ASCII for both [ and {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case closing:
			depth++
		case bracket:
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
