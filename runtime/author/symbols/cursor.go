package symbols

import (
	"slices"
	"strconv"
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
	if p.findBlock() {
		return *p.Cursor
	}
	p.readLine()
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
	for i, l := range lines {
		switch {
		case !strings.HasPrefix(l, "---"):
		case i < at:
			first = i + 1
		case i > at:
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

// entries returns the dashes and the key that a line begins with; nothing of a
// comment.
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
	if strings.Contains(text[:i], " #") {
		return "", "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
}

// head finds the kind and the id of the document, which are beside its first key.
func (p *position) head() {
	level := -1
	for i, l := range p.lines[p.first:p.last] {
		text := strings.TrimLeft(l, " ")
		if level < 0 && strings.HasPrefix(text, "{") {
			f := flowReader{entry: p.recordHead}
			f.read(strings.Join(p.lines[p.first+i:p.last], "\n"))
			return
		}
		if key, value, ok := cutKey(text); ok {
			if level < 0 {
				level = indent(l)
			}
			if indent(l) == level {
				value, _, _ = strings.Cut(value, " #")
				p.recordHead(key, value)
			}
		}
	}
}

// recordHead records the kind or the id.
func (p *position) recordHead(key, value string) {
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	switch key {
	case "kind":
		p.Kind = value
	case "id":
		p.ID = value
	}
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// findBlock finds the block text that the position is in, and returns whether there is
// one.
func (p *position) findBlock() bool {
	depth := indent(p.before)
	for i := p.at - 1; i >= p.first && depth > 0; i-- {
		l := p.lines[i]
		if blank(l) {
			continue
		}
		if blanks, ok := blockHeader(l); ok {
			es := entries(l)
			if key := es[len(es)-1]; depth > key.level/2 {
				p.climb(i, es)
				p.Path = append(p.Path, Step{key.key})
				p.block(i+1, key.level/2, blanks)
				return true
			}
		}
		depth = min(depth, indent(l))
	}
	return false
}

// blockHeader reports whether a line ends in | or >, perhaps with - or +, and
// how many blanks more than the key the text has; 0 if the line does not state
// it.
func blockHeader(line string) (blanks int, ok bool) {
	es := entries(line)
	if len(es) == 0 || es[len(es)-1].dash {
		return blanks, false
	}
	v, _, _ := strings.Cut(es[len(es)-1].value, " ")
	if v == "" || v[0] != '|' && v[0] != '>' {
		return blanks, false
	}
	said := strings.Trim(v[1:], "+-")
	blanks, err := strconv.Atoi(said)
	return blanks, said == "" || err == nil
}

// block collects the text of the block whose first line is given. Its lines are
// indented by more than the column of its key, counted from 0; by as many blanks
// more as its first line has, or as the line of the key says.
func (p *position) block(first, column, blanks int) {
	p.InBlock, p.BlockLine = true, first+1
	if blanks > 0 {
		p.BlockIndent = column + blanks
	}
	end := first
	for end < p.last && (blank(p.lines[end]) || indent(p.lines[end]) > column) {
		if p.BlockIndent == 0 && !blank(p.lines[end]) {
			p.BlockIndent = indent(p.lines[end])
		}
		end++
	}
	var b strings.Builder
	for _, l := range p.lines[first:end] {
		b.WriteString(l[min(len(l), p.BlockIndent):])
		b.WriteByte('\n')
	}
	p.Block = b.String()
}

// readLine reads the line up to the cursor.
func (p *position) readLine() {
	if p.Comment = hasComment(p.before); p.Comment {
		return
	}
	es := entries(p.before)
	column := 0
	if len(es) > 0 {
		last := es[len(es)-1]
		if !last.dash {
			p.climb(p.at, es)
			p.Path = append(p.Path, Step{last.key})
			p.inValue(p.before[strings.LastIndex(p.before, last.value):])
			return
		}
		column = last.level/2 + 1
	}
	column += indent(p.before[column:])
	rest := p.before[column:]
	p.climb(p.at, append(es, entry{level: 2 * column}))
	if rest != "" && strings.IndexByte(`"'{[`, rest[0]) >= 0 {
		p.inValue(rest)
		return
	}
	// A key that is being typed, or a plain value of a list or a mapping.
	p.OnKey = true
	p.word(rest)
	p.siblings(2*column, len(es) > 0)
}

// hasComment reports whether a comment begins on a line: a # after a blank,
// outside quotes.
func hasComment(line string) bool {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		before := strings.TrimRight(line[:i], " \t")
		switch c := line[i]; {
		case quote == '"' && c == '\\':
			i++ // an escaped character ends nothing
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '#' && (before == "" || len(before) < i):
			return true
		case (c == '"' || c == '\'') && (before == "" || strings.ContainsAny(before[len(before)-1:], ":,[{-")):
			quote = c
		}
	}
	return false
}

// climb finds the path to the last of the entries of a line, without it.
func (p *position) climb(at int, es []entry) {
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
		for _, e := range slices.Backward(entries(p.lines[i])) {
			if _, ok := blockHeader(p.lines[i]); e.dash || !ok {
				up(e)
			}
		}
	}
	slices.Reverse(steps)
	p.Path = steps
}

// siblings collects the keys at a level around the line, or only below it if an
// entry of a list begins on the line.
func (p *position) siblings(level int, begins bool) {
	collect := func(i int) bool {
		for _, e := range entries(p.lines[i]) {
			if e.level < level && !e.dash {
				return false
			}
			if e.level == level {
				p.Siblings = append(p.Siblings, e.key)
			}
		}
		es := entries(p.lines[i])
		return len(es) == 0 || !es[0].dash || es[0].level >= level
	}
	for i := p.at - 1; i >= p.first && !begins && collect(i); i-- {
	}
	for i := p.at + 1; i < p.last; i++ {
		if es := entries(p.lines[i]); len(es) > 0 && es[0].dash && es[0].level < level || !collect(i) {
			break
		}
	}
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
		if step.Key == "" {
			at = at.Item()
		} else {
			at = at.Value(step.Key)
		}
	}
	return at
}
