package yaml

import (
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"sleight/runtime/content/def"
)

// fastParser parses the subset of YAML that most content uses: documents of block
// mappings and lists, values on one line or in block scalars. It reports no
// errors: it leaves everything outside that subset to the library. Tests compare
// the two.
//
// It reads a line at a time. Every method that consumes a line leaves the next
// line to read in at.
type fastParser struct {
	file  *def.Node // see def.InFile
	text  string
	lines []line
	at    int // the line to read, from 0
	ascii bool
	depth int
	count int // of values
	spare spare
	// tests is for the values in tests, nil if they need no memory of their own. inTests
	// is set from their key to their first value.
	tests   *spare
	inTests bool
	// fields and items are those of the mappings and lists being read, outer
	// ones first.
	fields []def.Field
	items  []*def.Node
}

// blockBytes is the size of the blocks of memory that nodes, fields and items share:
// with the eight bytes that Go adds, one of its sizes.
const blockBytes = 4<<10 - 8

// spare is memory that is not used yet. Files share it, so that little is wasted.
type spare struct {
	nodes  []def.Node
	fields []def.Field
	items  []*def.Node
}

// fastParsers holds parsers for reuse.
var fastParsers = sync.Pool{New: func() any { return new(fastParser) }}

// line is a line of the file without its line ending. An empty line or a
// comment is ignorable: it is skipped, except inside a block scalar.
type line struct {
	text      string
	indent    int
	ignorable bool
}

// readFast returns the documents of a file, or ok == false if fastParser cannot
// parse it. It omits empty documents. tests is the memory for values in tests; nil means
// that of the others.
func readFast(file string, src []byte, tests *spare) (roots []*def.Node, ok bool) {
	text := unsafe.String(unsafe.SliceData(src), len(src)) // a copy would take as much memory again
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n") // so that texts have the library's line ends
	}
	if strings.ContainsAny(text, "\t\r") {
		return nil, false
	}
	q := fastParsers.Get().(*fastParser)
	defer fastParsers.Put(q)
	*q = fastParser{file: def.InFile(file), text: text, ascii: isASCII(src), lines: q.lines[:0], spare: q.spare, tests: tests, fields: q.fields[:0], items: q.items[:0]}
	q.split()
	all := q.lines
	for end := 0; end < len(all); end++ {
		q.at = end
		for ; end < len(all) && all[end].text != "---"; end++ {
		}
		q.lines = all[:min(end+1, len(all))]
		if end < len(all) {
			all[end] = line{ignorable: true}
		}
		root, ok := q.document()
		if !ok {
			return nil, false
		}
		if root != nil {
			roots = append(roots, root)
		}
	}
	return roots, len(roots) > 0
}

func (p *fastParser) split() {
	for text := range strings.SplitSeq(p.text, "\n") {
		rest := strings.TrimLeft(text, " ")
		p.lines = append(p.lines, line{text, len(text) - len(rest), rest == "" || rest[0] == '#'})
	}
}

// document reads the document from the current line to the last. It returns nil
// for an empty one.
func (p *fastParser) document() (root *def.Node, ok bool) {
	p.skip()
	if p.at == len(p.lines) {
		return nil, true
	}
	if p.lines[p.at].indent != 0 {
		return nil, false
	}
	if text := p.lines[p.at].text; text[0] == '{' {
		root, end, ok := p.inline(0, p.file, 0, false)
		if !ok || !isEnd(text[end:]) {
			return nil, false
		}
		p.next()
		return root, p.at == len(p.lines) && p.count <= maxNodes
	}
	root = p.node(p.at, 0, p.file, 0)
	ok = p.mapping(root, 0) && p.at == len(p.lines) && p.count <= maxNodes
	return root, ok
}

// skip advances to the next line that is not ignorable, starting at the current
// one.
func (p *fastParser) skip() {
	for p.at < len(p.lines) && p.lines[p.at].ignorable {
		p.at++
	}
}

// next advances to the next line that is not ignorable.
func (p *fastParser) next() {
	p.at++
	p.skip()
}

// node returns a new node at a line and byte, and at an index of outer, all
// counted from 0.
func (p *fastParser) node(at, offset int, outer *def.Node, index int) *def.Node {
	if len(p.spare.nodes) == 0 {
		p.spare.nodes = make([]def.Node, blockBytes/unsafe.Sizeof(def.Node{}))
	}
	p.count++
	n := &p.spare.nodes[0]
	p.spare.nodes = p.spare.nodes[1:]
	*n = def.Node{} // in an Arena, it may be that of an earlier file
	n.SetPosition(p.position(at, offset, outer, index))
	return n
}

func (p *fastParser) position(at, offset int, outer *def.Node, index int) def.Position {
	return def.Position{In: outer, Index: int32(index), Line: int32(at + 1), Column: int32(p.runes(p.lines[at].text[:offset]) + 1)}
}

// runes counts the characters of a part of the file.
func (p *fastParser) runes(part string) int {
	if p.ascii {
		return len(part)
	}
	return utf8.RuneCountInString(part)
}

// mapping reads the fields at an indent into a node. The first begins on the
// line to read.
func (p *fastParser) mapping(out *def.Node, indent int) bool {
	if p.depth++; p.depth >= maxDepth/2 {
		return false
	}
	defer func() { p.depth-- }()
	start := len(p.fields)
	for {
		l, at := p.lines[p.at].text, p.at
		key, width := keyAt(l[indent:], "-/.@[]")
		if key == "" || p.isDuplicate(start, key) {
			return false
		}
		index := len(p.fields) - start
		position := p.position(at, indent, out, index)
		position.Length = int32(p.runes(l[indent : indent+width]))
		p.inTests = p.tests != nil && p.depth == 1 && key == "tests"
		value, ok := p.value(indent+width+1, indent, out, index)
		if !ok {
			return false
		}
		p.fields = append(p.fields, def.NewField(key, position, value))
		switch {
		case p.at == len(p.lines) || p.lines[p.at].indent < indent:
			p.gatherFields(out, start)
			return true
		case p.lines[p.at].indent > indent:
			return false
		}
	}
}

// isDuplicate reports whether a key is, or may be, among the fields from start on.
func (p *fastParser) isDuplicate(start int, key string) bool {
	const many = 200 // from here on the library uses an index
	for i := start; i < len(p.fields); i++ {
		if p.fields[i].Key == key {
			return true
		}
	}
	return len(p.fields)-start > many
}

// gatherFields moves the fields from start on to a node.
func (p *fastParser) gatherFields(out *def.Node, start int) {
	out.SetFields(copyTo(p.fields[start:], &p.spare.fields))
	p.fields = p.fields[:start]
}

// gatherItems moves the items from start on to a node.
func (p *fastParser) gatherItems(out *def.Node, start int) {
	out.SetItems(copyTo(p.items[start:], &p.spare.items))
	p.items = p.items[:start]
}

// copyTo copies values into the spare ones.
func copyTo[T any](values []T, spare *[]T) []T {
	n := len(values)
	if n == 0 {
		return nil
	}
	if len(*spare) < n {
		*spare = make([]T, max(n, blockBytes/int(unsafe.Sizeof(values[0]))))
	}
	out := (*spare)[:n:n]
	*spare = (*spare)[n:]
	copy(out, values)
	return out
}

// keyAt returns the key at the start of a text with its width in bytes, if it is
// followed by a colon and then by a blank or the end. It is in quotes, without
// escapes, or consists of letters and, after the first, digits and these marks.
func keyAt(text, marks string) (key string, width int) {
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		width = strings.IndexByte(text[1:], text[0]) + 2
		key = text[1:max(1, width-1)]
		if text[0] == '"' && strings.IndexByte(key, '\\') >= 0 || key == "<<" {
			return "", 0
		}
	} else {
		for width < len(text) && (isLetter(text[width]) || width > 0 && (isDigit(text[width]) || strings.IndexByte(marks, text[width]) >= 0)) {
			width++
		}
		if key = text[:width]; width <= len("false") && isNotText(key) {
			return "", 0
		}
	}
	if key == "" || width > 100 || !strings.HasPrefix(text[width:], ":") || width+1 < len(text) && text[width+1] != ' ' {
		return "", 0
	}
	return key, width
}

// isNotText reports whether the library takes a word for something other than a
// text.
func isNotText(word string) bool {
	if len(word) > len("false") { // most are, and those with capitals would be copied
		return false
	}
	switch strings.ToLower(word) {
	case "true", "false", "null":
		return true
	}
	return false
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// maybeNotText reports whether a word may be, or may be meant as, something other than
// a text.
func maybeNotText(word string) bool {
	if len(word) > len("false") {
		return false
	}
	switch strings.ToLower(word) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}
	return isNotText(word)
}

// value reads the value from a byte of the line on, or below it with a deeper
// indent than its parent's.
func (p *fastParser) value(offset, indent int, outer *def.Node, index int) (*def.Node, bool) {
	text := p.lines[p.at].text
	offset += blanks(text[offset:])
	switch rest := text[offset:]; {
	case rest == "" || rest[0] == '#':
		p.next()
		return p.below(indent, outer, index)
	case rest == "|" || rest == "|-" || rest == ">" || rest == ">-":
		return p.block(offset, indent, outer, index)
	default:
		n, end, ok := p.inline(offset, outer, index, false)
		if !ok || !isEnd(text[end:]) {
			return nil, false
		}
		p.next()
		return n, true
	}
}

// deeper reports whether the next line that is not ignorable has a deeper indent.
func (p *fastParser) deeper(indent int) bool {
	for at := p.at + 1; at < len(p.lines); at++ {
		if !p.lines[at].ignorable {
			return p.lines[at].indent > indent
		}
	}
	return false
}

func blanks(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// isEnd reports whether the rest of a line is empty.
func isEnd(rest string) bool {
	trimmed := strings.TrimLeft(rest, " ")
	return trimmed == "" || trimmed[0] == '#' && len(trimmed) < len(rest)
}

// below reads a mapping or list that begins on the line to read.
func (p *fastParser) below(indent int, outer *def.Node, index int) (*def.Node, bool) {
	if p.at == len(p.lines) {
		return nil, false
	}
	l := p.lines[p.at]
	n := p.node(p.at, l.indent, outer, index)
	if p.inTests {
		p.inTests = false
		defer func(other spare) { *p.tests, p.spare = p.spare, other }(p.spare)
		p.spare = *p.tests
	}
	switch list := strings.HasPrefix(l.text[l.indent:], "- "); {
	case list && l.indent >= indent:
		return n, p.list(n, l.indent)
	case !list && l.indent > indent:
		return n, p.mapping(n, l.indent)
	}
	return nil, false
}

// list reads the items at an indent into a node.
func (p *fastParser) list(out *def.Node, indent int) bool {
	if p.depth++; p.depth >= maxDepth/2 {
		return false
	}
	defer func() { p.depth-- }()
	start := len(p.items)
	for p.at < len(p.lines) && p.lines[p.at].indent == indent && strings.HasPrefix(p.lines[p.at].text[indent:], "- ") {
		text := p.lines[p.at].text
		offset := indent + 1 + blanks(text[indent+1:])
		index := len(p.items) - start
		if key, _ := keyAt(text[offset:], "-/.@[]"); key != "" {
			n := p.node(p.at, offset, out, index)
			if !p.mapping(n, offset) {
				return false
			}
			p.items = append(p.items, n)
			continue
		}
		if offset == len(text) || text[offset] == '#' && !p.deeper(indent) {
			return false
		}
		n, ok := p.value(offset, indent, out, index)
		if !ok {
			return false
		}
		p.items = append(p.items, n)
	}
	p.gatherItems(out, start)
	return p.at == len(p.lines) || p.lines[p.at].indent <= indent
}

// block reads a block scalar, whose lines follow the one with the mark. A folded
// one is a single paragraph.
func (p *fastParser) block(offset, indent int, outer *def.Node, index int) (*def.Node, bool) {
	n := p.node(p.at, offset, outer, index)
	strip, folded := strings.HasSuffix(p.lines[p.at].text, "-"), p.lines[p.at].text[offset] == '>'
	first := p.at + 1
	if first >= len(p.lines) || len(p.lines[first].text) == p.lines[first].indent || p.lines[first].indent <= indent {
		return nil, false
	}
	deep := p.lines[first].indent
	end, last := first, first // the line after the block, and after its last text
	for ; end < len(p.lines); end++ {
		l := p.lines[end]
		if blank := len(l.text) == l.indent; blank && l.indent > deep || !blank && l.indent < deep {
			if blank {
				return nil, false // blanks that belong to the text
			}
			break
		} else if !blank {
			last = end + 1
		}
	}
	if last == len(p.lines) {
		return nil, false // the file ends without a line ending
	}
	var b strings.Builder
	for i := first; i < last; i++ {
		text := p.lines[i].text[min(deep, len(p.lines[i].text)):]
		switch {
		case folded && (text == "" || text[0] == ' ' || strings.HasSuffix(text, " ")):
			return nil, false // a blank that is kept, or another paragraph
		case i > first && folded:
			b.WriteByte(' ')
		case i > first:
			b.WriteByte('\n')
		}
		b.WriteString(text)
	}
	if !strip {
		b.WriteByte('\n')
	}
	n.SetText(b.String(), int32(p.at+1), int32(deep))
	p.at = end
	p.skip()
	return n, true
}
