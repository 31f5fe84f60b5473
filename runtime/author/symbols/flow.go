package symbols

import "strings"

// flowReader reads a value from its beginning to a cursor: plain, quoted, or a list or
// mapping in brackets.
type flowReader struct {
	path     []Step
	siblings []string
	quote    byte // the open one, or 0
	start    int  // of the word at the end of what has been read
	open     []bracket
	key      string // of the value that is being read, in a mapping
	onKey    bool   // a key of a mapping is being read
	// entry is called with the keys and plain or quoted values of the outermost
	// mapping, if it is set.
	entry func(key, value string)
}

// bracket is an open { or [, with the siblings and the length of the path
// outside it.
type bracket struct {
	kind     byte
	siblings []string
	path     int
}

// inBraces reports whether the innermost open bracket is a mapping's.
func (f *flowReader) inBraces() bool { return len(f.open) > 0 && f.open[len(f.open)-1].kind == '{' }

func (f *flowReader) read(text string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case f.quote == '"' && c == '\\':
			i++ // an escaped character ends nothing
		case f.quote != 0:
			if c == f.quote {
				f.quote = 0
			}
		case strings.IndexByte(`"'{[`, c) >= 0 && strings.TrimSpace(text[f.start:i]) != "":
			// It is part of a plain text.
		case c == '"' || c == '\'':
			f.quote, f.start = c, i+1
		case c == '{' || c == '[':
			f.enter(c, i+1)
		case len(f.open) == 0:
		case c == '}' || c == ']' || c == ',':
			f.end(text[f.start:i])
			if c != ',' {
				f.leave()
			}
			f.start, f.key, f.onKey = i+1, "", c == ',' && f.inBraces()
		case c == ':' && f.onKey:
			f.key = strings.Trim(strings.TrimSpace(text[f.start:i]), `"'`)
			f.siblings = append(f.siblings, f.key)
			f.start, f.onKey = i+1, false
		}
	}
	first, _, _ := strings.Cut(text[f.start:], "\n")
	f.end(first)
}

// enter opens a bracket, whose content starts at an index.
func (f *flowReader) enter(kind byte, start int) {
	outside := bracket{kind, f.siblings, len(f.path)}
	if len(f.open) > 0 && (f.key != "" || !f.inBraces()) {
		f.path = append(f.path, Step{f.key})
	}
	f.open = append(f.open, outside)
	f.siblings, f.key, f.start, f.onKey = nil, "", start, kind == '{'
}

// leave closes the innermost bracket.
func (f *flowReader) leave() {
	last := len(f.open) - 1
	outside := f.open[last]
	f.open, f.siblings, f.path = f.open[:last], outside.siblings, f.path[:outside.path]
}

// end ends an entry.
func (f *flowReader) end(value string) {
	if f.entry != nil && len(f.open) == 1 {
		f.entry(f.key, value)
	}
}

// inValue reads a value up to the cursor.
func (p *position) inValue(text string) {
	f := flowReader{path: p.Path}
	f.read(text)
	p.Path, p.Siblings, p.Quote = f.path, f.siblings, f.quote
	p.OnKey = f.inBraces() && f.key == ""
	if len(f.open) > 0 && !p.OnKey {
		p.Path = append(p.Path, Step{f.key})
	}
	p.word(text[f.start:])
}
