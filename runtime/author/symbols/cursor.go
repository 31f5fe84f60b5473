package symbols

import (
	"slices"
	"strings"
)

// Step is one step of the path to a value: a key, or an entry of a list if Key
// is empty.
type Step struct{ Key string }

// Cursor describes a position in a YAML text that may be broken.
type Cursor struct {
	// Kind and ID identify the definition around the position, as far as they
	// are written.
	Kind, ID string
	// Path leads to the value that the position is in: a mapping if OnKey is
	// set, and otherwise a value or an entry of a list.
	Path  []Step
	OnKey bool
	// Word is the text before the position, and Start the column, from 1 in
	// characters, at which it begins. Rest is what follows on the line.
	Word, Rest string
	Start      int
	// Siblings are the other keys of the mapping.
	Siblings []string
	// Quote is the quote that is open, or 0.
	Quote byte
	// Block is the text of a block (as after lua: |) that the position is in,
	// if it is in one. Its first line is the line BlockLine of the file, from
	// which BlockIndent characters were taken.
	Block                  string
	InBlock, Comment       bool
	BlockLine, BlockIndent int
}

// At identifies what is at a position: a line and a column, both from 1, of a
// YAML text. It goes by indentation and by the line itself, so it works in a
// text that cannot be parsed.
func At(text string, line, column int) Cursor {
	lines := splitLines(text)
	if line < 1 || line > len(lines)+1 {
		return Cursor{}
	}
	if line == len(lines)+1 {
		lines = append(lines, "")
	}
	first, last := document(lines, line-1)
	p := position{lines: lines, first: first, last: last, at: line - 1, Cursor: &Cursor{}}
	runes := []rune(lines[line-1])
	column = max(1, min(column, len(runes)+1))
	p.before, p.Rest = string(runes[:column-1]), string(runes[column-1:])
	p.head()
	if p.inBlock() {
		return *p.Cursor
	}
	p.onLine()
	return *p.Cursor
}

func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// document returns the lines of the document that a line is in.
func document(lines []string, at int) (first, last int) {
	first, last = 0, len(lines)
	for i := at; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "---") && i < at {
			first = i + 1
			break
		}
	}
	for i := at + 1; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "---") {
			return first, i
		}
	}
	return first, last
}

// position is a cursor being found.
type position struct {
	*Cursor
	lines           []string
	first, last, at int
	before          string // the line up to the cursor
}

// entry is a key, or the dash of a list entry, at the beginning of a line.
type entry struct {
	level int // twice the column, and 1 more for a dash
	key   string
	value string // after the colon
	dash  bool
}

// entries returns what begins on a line: dashes, and then perhaps a key.
func entries(line string) []entry {
	var out []entry
	column := 0
	for {
		rest := line[column:]
		blanks := len(rest) - len(strings.TrimLeft(rest, " "))
		column += blanks
		rest = rest[blanks:]
		if rest == "-" || strings.HasPrefix(rest, "- ") {
			out = append(out, entry{level: 2*column + 1, dash: true})
			column++
			continue
		}
		if key, value, ok := cutKey(rest); ok {
			out = append(out, entry{level: 2 * column, key: key, value: value})
		}
		return out
	}
}

// cutKey splits "key: value".
func cutKey(text string) (key, value string, ok bool) {
	if text == "" || text[0] == '#' || text[0] == '{' || text[0] == '[' {
		return "", "", false
	}
	if q := text[0]; q == '"' || q == '\'' {
		end := strings.IndexByte(text[1:], q)
		if end < 0 || !strings.HasPrefix(text[end+2:], ":") {
			return "", "", false
		}
		return text[1 : end+1], strings.TrimSpace(text[end+3:]), true
	}
	i := strings.Index(text, ": ")
	if i < 0 {
		if !strings.HasSuffix(text, ":") {
			return "", "", false
		}
		i = len(text) - 1
	}
	if c := strings.Index(text, " #"); c >= 0 && c < i {
		return "", "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
}

// head finds the kind and the id of the document.
func (p *position) head() {
	for _, l := range p.lines[p.first:p.last] {
		if key, value, ok := cutKey(l); ok {
			value, _, _ = strings.Cut(value, " #")
			value = strings.Trim(strings.TrimSpace(value), `"'`)
			switch key {
			case "kind":
				p.Kind = value
			case "id":
				p.ID = value
			}
		}
	}
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

func comment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// inBlock finds out whether the position is in a block text, and which.
func (p *position) inBlock() bool {
	depth := indent(p.before)
	for i := p.at - 1; i >= p.first; i-- {
		l := p.lines[i]
		if blank(l) {
			continue
		}
		if indent(l) >= max(depth, 1) && !opensBlock(l) {
			continue
		}
		if opensBlock(l) && (depth > indent(l) || blank(p.lines[p.at]) && len(p.before) > indent(l)) {
			es := entries(l)
			p.climb(i, es)
			p.Path = append(p.Path, Step{es[len(es)-1].key})
			p.block(i + 1)
			return true
		}
		depth = min(depth, indent(l))
		if depth == 0 {
			return false
		}
	}
	return false
}

// opensBlock reports whether a line ends in | or >, perhaps with - or +.
func opensBlock(line string) bool {
	es := entries(line)
	if len(es) == 0 || es[len(es)-1].dash {
		return false
	}
	v, _, _ := strings.Cut(es[len(es)-1].value, " ")
	return v != "" && (v[0] == '|' || v[0] == '>') && strings.Trim(v[1:], "+-0123456789") == ""
}

// block collects the text of the block whose first line is given.
func (p *position) block(first int) {
	p.InBlock, p.BlockLine = true, first+1
	opener := indent(p.lines[first-1])
	if p.before != "" && len(entries(p.lines[first-1])) > 1 {
		opener = entries(p.lines[first-1])[len(entries(p.lines[first-1]))-1].level / 2
	}
	end := first
	p.BlockIndent = -1
	for end < p.last && (blank(p.lines[end]) || indent(p.lines[end]) > opener) {
		if p.BlockIndent < 0 && !blank(p.lines[end]) {
			p.BlockIndent = indent(p.lines[end])
		}
		end++
	}
	p.BlockIndent = max(p.BlockIndent, 0)
	var b strings.Builder
	for _, l := range p.lines[first:end] {
		b.WriteString(l[min(len(l), p.BlockIndent):])
		b.WriteByte('\n')
	}
	p.Block = b.String()
}

// onLine reads the line up to the cursor.
func (p *position) onLine() {
	if i := strings.Index(p.before, " #"); i >= 0 && strings.Count(p.before[:i], `"`)%2 == 0 || comment(p.before) {
		p.Comment = true
		return
	}
	es := entries(p.before)
	column := len(p.before) - len(strings.TrimLeft(p.before, " "))
	if len(es) > 0 {
		last := es[len(es)-1]
		if last.dash {
			column = len(p.before)
		} else {
			p.climb(p.at, es)
			p.Path = append(p.Path, Step{last.key})
			p.inValue(p.before[strings.LastIndex(p.before, last.value):])
			return
		}
		if i := strings.LastIndex(p.before, "- "); i >= 0 {
			column = i + 2
		}
	}
	// A key that is being typed, or a plain value of a list or a mapping.
	dashes := es
	if len(p.before) > column {
		rest := p.before[column:]
		if rest[0] == '{' || rest[0] == '[' || rest[0] == '"' {
			p.climb(p.at, append(dashes, entry{level: 2 * column}))
			p.inValue(rest)
			return
		}
	}
	p.climb(p.at, append(slices.Clone(dashes), entry{level: 2 * column}))
	p.OnKey = true
	p.word(p.before[min(column, len(p.before)):])
	p.siblings(2 * column)
}

// climb finds the path to the last of the entries of a line, without it.
func (p *position) climb(at int, es []entry) {
	if len(es) == 0 {
		return
	}
	var steps []Step
	level := es[len(es)-1].level
	own := es[:len(es)-1]
	up := func(e entry) {
		if e.level < level {
			steps = append(steps, Step{e.key})
			level = e.level
		}
	}
	for _, e := range slices.Backward(own) {
		up(e)
	}
	for i := at - 1; i >= p.first && level > 0; i-- {
		if blank(p.lines[i]) || comment(p.lines[i]) {
			continue
		}
		for _, e := range slices.Backward(entries(p.lines[i])) {
			if e.dash || !opensBlock(p.lines[i]) {
				up(e)
			}
		}
	}
	slices.Reverse(steps)
	p.Path = steps
}

// siblings collects the keys at a level around the line.
func (p *position) siblings(level int) {
	collect := func(i int) bool {
		if comment(p.lines[i]) {
			return true
		}
		for _, e := range entries(p.lines[i]) {
			if e.level < level && !e.dash {
				return false
			}
			if e.level == level && !e.dash {
				p.Siblings = append(p.Siblings, e.key)
			}
		}
		es := entries(p.lines[i])
		return len(es) == 0 || !es[0].dash || es[0].level >= level
	}
	for i := p.at - 1; i >= p.first && collect(i); i-- {
	}
	for i := p.at + 1; i < p.last; i++ {
		if es := entries(p.lines[i]); len(es) > 0 && es[0].dash && es[0].level < level || !collect(i) {
			break
		}
	}
}

// inValue reads a value up to the cursor: plain, quoted, or a list or mapping
// in brackets.
func (p *position) inValue(text string) {
	start := 0 // of the word
	var open []byte
	var around [][]string // the siblings outside each bracket
	var key string
	onKey := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case p.Quote == '"' && c == '\\':
			i++ // what is escaped ends nothing
		case p.Quote != 0:
			if c == p.Quote {
				p.Quote = 0
			}
		case (c == '"' || c == '\'') && strings.TrimSpace(text[start:i]) == "":
			p.Quote, start = c, i+1
		case c == '{' && strings.TrimSpace(text[start:i]) == "", c == '[' && strings.TrimSpace(text[start:i]) == "":
			if len(open) > 0 && key != "" {
				p.Path = append(p.Path, Step{key})
			} else if len(open) > 0 && open[len(open)-1] == '[' {
				p.Path = append(p.Path, Step{})
			}
			open, key, start, onKey = append(open, c), "", i+1, c == '{'
			around, p.Siblings = append(around, p.Siblings), nil
		case (c == '}' || c == ']') && len(open) > 0:
			open, key = open[:len(open)-1], ""
			p.Siblings, around = around[len(open)], around[:len(open)]
			if len(open) > 0 && len(p.Path) > 0 {
				p.Path = p.Path[:len(p.Path)-1]
			}
			start = i + 1
		case c == ',' && len(open) > 0:
			start, key = i+1, ""
			onKey = open[len(open)-1] == '{'
		case c == ':' && onKey && len(open) > 0 && open[len(open)-1] == '{':
			key = strings.Trim(strings.TrimSpace(text[start:i]), `"'`)
			p.Siblings = append(p.Siblings, key)
			start, onKey = i+1, false
		}
	}
	switch {
	case len(open) > 0 && open[len(open)-1] == '{' && key == "":
		p.OnKey = true
	case len(open) > 0 && key != "":
		p.Path = append(p.Path, Step{key})
	case len(open) > 0:
		p.Path = append(p.Path, Step{})
	}
	if len(open) == 0 {
		p.OnKey = false
	}
	p.word(text[start:])
}

// word sets the word before the cursor.
func (p *position) word(text string) {
	if p.Quote == 0 {
		text = strings.TrimLeft(text, " ")
	}
	p.Word = text
	p.Start = width(p.before) - width(text) + 1
}

// Schema follows a path into the schema of a kind; nil if it leads nowhere.
func (s Schemas) Schema(kind string, path []Step) *Schema {
	at := s.Kind(kind).resolved()
	for _, step := range path {
		if at == nil {
			return nil
		}
		if step.Key == "" {
			at = at.Item()
		} else {
			at = at.Value(step.Key)
		}
	}
	return at
}
