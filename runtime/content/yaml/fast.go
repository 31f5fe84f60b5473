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

func (q *fastParser) split() {
	for text := range strings.SplitSeq(q.text, "\n") {
		rest := strings.TrimLeft(text, " ")
		q.lines = append(q.lines, line{text, len(text) - len(rest), rest == "" || rest[0] == '#'})
	}
}

// document reads the document from the current line to the last. It returns nil
// for an empty one.
func (q *fastParser) document() (root *def.Node, ok bool) {
	q.skip()
	if q.at == len(q.lines) {
		return nil, true
	}
	if q.lines[q.at].indent != 0 {
		return nil, false
	}
	if text := q.lines[q.at].text; text[0] == '{' {
		root, end, ok := q.inline(0, q.file, 0, false)
		if !ok || !isEnd(text[end:]) {
			return nil, false
		}
		q.next()
		return root, q.at == len(q.lines) && q.count <= maxNodes
	}
	root = q.node(q.at, 0, q.file, 0)
	ok = q.mapping(root, 0) && q.at == len(q.lines) && q.count <= maxNodes
	return root, ok
}

// skip advances to the next line that is not ignorable, starting at the current
// one.
func (q *fastParser) skip() {
	for q.at < len(q.lines) && q.lines[q.at].ignorable {
		q.at++
	}
}

// next advances to the next line that is not ignorable.
func (q *fastParser) next() {
	q.at++
	q.skip()
}

// node returns a new node at a line and byte, and at an index of outer, all
// counted from 0.
func (q *fastParser) node(at, offset int, outer *def.Node, index int) *def.Node {
	if len(q.spare.nodes) == 0 {
		q.spare.nodes = make([]def.Node, blockBytes/unsafe.Sizeof(def.Node{}))
	}
	q.count++
	n := &q.spare.nodes[0]
	q.spare.nodes = q.spare.nodes[1:]
	*n = def.Node{} // in an Arena, it may be that of an earlier file
	n.SetPosition(q.position(at, offset, outer, index))
	return n
}

func (q *fastParser) position(at, offset int, outer *def.Node, index int) def.Position {
	return def.Position{In: outer, Index: int32(index), Line: int32(at + 1), Column: int32(q.runes(q.lines[at].text[:offset]) + 1)}
}

// runes counts the characters of a part of the file.
func (q *fastParser) runes(part string) int {
	if q.ascii {
		return len(part)
	}
	return utf8.RuneCountInString(part)
}

// mapping reads the fields at an indent into a node. The first begins on the
// line to read.
func (q *fastParser) mapping(out *def.Node, indent int) bool {
	if q.depth++; q.depth >= maxDepth/2 {
		return false
	}
	defer func() { q.depth-- }()
	start := len(q.fields)
	for {
		l, at := q.lines[q.at].text, q.at
		key, width := keyAt(l[indent:], "-/.@[]")
		if key == "" || q.isDuplicate(start, key) {
			return false
		}
		index := len(q.fields) - start
		position := q.position(at, indent, out, index)
		position.Length = int32(q.runes(l[indent : indent+width]))
		q.inTests = q.tests != nil && q.depth == 1 && key == "tests"
		value, ok := q.value(indent+width+1, indent, out, index)
		if !ok {
			return false
		}
		q.fields = append(q.fields, def.NewField(key, position, value))
		switch {
		case q.at == len(q.lines) || q.lines[q.at].indent < indent:
			q.gatherFields(out, start)
			return true
		case q.lines[q.at].indent > indent:
			return false
		}
	}
}

// isDuplicate reports whether a key is, or may be, among the fields from start on.
func (q *fastParser) isDuplicate(start int, key string) bool {
	const many = 200 // from here on the library uses an index
	for i := start; i < len(q.fields); i++ {
		if q.fields[i].Key == key {
			return true
		}
	}
	return len(q.fields)-start > many
}

// gatherFields moves the fields from start on to a node.
func (q *fastParser) gatherFields(out *def.Node, start int) {
	out.SetFields(copyTo(q.fields[start:], &q.spare.fields))
	q.fields = q.fields[:start]
}

// gatherItems moves the items from start on to a node.
func (q *fastParser) gatherItems(out *def.Node, start int) {
	out.SetItems(copyTo(q.items[start:], &q.spare.items))
	q.items = q.items[:start]
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
func (q *fastParser) value(offset, indent int, outer *def.Node, index int) (*def.Node, bool) {
	text := q.lines[q.at].text
	offset += blanks(text[offset:])
	switch rest := text[offset:]; {
	case rest == "" || rest[0] == '#':
		q.next()
		return q.below(indent, outer, index)
	case rest == "|" || rest == "|-" || rest == ">" || rest == ">-":
		return q.block(offset, indent, outer, index)
	default:
		n, end, ok := q.inline(offset, outer, index, false)
		if !ok || !isEnd(text[end:]) {
			return nil, false
		}
		q.next()
		return n, true
	}
}

// deeper reports whether the next line that is not ignorable has a deeper indent.
func (q *fastParser) deeper(indent int) bool {
	for at := q.at + 1; at < len(q.lines); at++ {
		if !q.lines[at].ignorable {
			return q.lines[at].indent > indent
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
func (q *fastParser) below(indent int, outer *def.Node, index int) (*def.Node, bool) {
	if q.at == len(q.lines) {
		return nil, false
	}
	l := q.lines[q.at]
	n := q.node(q.at, l.indent, outer, index)
	if q.inTests {
		q.inTests = false
		defer func(other spare) { *q.tests, q.spare = q.spare, other }(q.spare)
		q.spare = *q.tests
	}
	switch list := strings.HasPrefix(l.text[l.indent:], "- "); {
	case list && l.indent >= indent:
		return n, q.list(n, l.indent)
	case !list && l.indent > indent:
		return n, q.mapping(n, l.indent)
	}
	return nil, false
}

// list reads the items at an indent into a node.
func (q *fastParser) list(out *def.Node, indent int) bool {
	if q.depth++; q.depth >= maxDepth/2 {
		return false
	}
	defer func() { q.depth-- }()
	start := len(q.items)
	for q.at < len(q.lines) && q.lines[q.at].indent == indent && strings.HasPrefix(q.lines[q.at].text[indent:], "- ") {
		text := q.lines[q.at].text
		offset := indent + 1 + blanks(text[indent+1:])
		index := len(q.items) - start
		if key, _ := keyAt(text[offset:], "-/.@[]"); key != "" {
			n := q.node(q.at, offset, out, index)
			if !q.mapping(n, offset) {
				return false
			}
			q.items = append(q.items, n)
			continue
		}
		if offset == len(text) || text[offset] == '#' && !q.deeper(indent) {
			return false
		}
		n, ok := q.value(offset, indent, out, index)
		if !ok {
			return false
		}
		q.items = append(q.items, n)
	}
	q.gatherItems(out, start)
	return q.at == len(q.lines) || q.lines[q.at].indent <= indent
}

// block reads a block scalar, whose lines follow the one with the mark. A folded
// one is a single paragraph.
func (q *fastParser) block(offset, indent int, outer *def.Node, index int) (*def.Node, bool) {
	n := q.node(q.at, offset, outer, index)
	strip, folded := strings.HasSuffix(q.lines[q.at].text, "-"), q.lines[q.at].text[offset] == '>'
	first := q.at + 1
	if first >= len(q.lines) || len(q.lines[first].text) == q.lines[first].indent || q.lines[first].indent <= indent {
		return nil, false
	}
	deep := q.lines[first].indent
	end, last := first, first // the line after the block, and after its last text
	for ; end < len(q.lines); end++ {
		l := q.lines[end]
		if blank := len(l.text) == l.indent; blank && l.indent > deep || !blank && l.indent < deep {
			if blank {
				return nil, false // blanks that belong to the text
			}
			break
		} else if !blank {
			last = end + 1
		}
	}
	if last == len(q.lines) {
		return nil, false // the file ends without a line ending
	}
	var b strings.Builder
	for i := first; i < last; i++ {
		text := q.lines[i].text[min(deep, len(q.lines[i].text)):]
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
	n.SetText(b.String(), int32(q.at+1), int32(deep))
	q.at = end
	q.skip()
	return n, true
}
