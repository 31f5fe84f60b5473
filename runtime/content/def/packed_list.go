package def

import (
	"encoding/binary"
	"math"
	"strings"
	"sync"
	"unsafe"
)

// packedList is the items of a list, and everything in them, as bytes: about a sixth
// of the memory, without any pointer that a garbage collection follows. A value is its
// head, its position and what it holds; a key is its text and its position. Numbers are
// varints; lines are differences to the line before.
type packedList struct {
	bytes string
	// The numbers of values, fields and items in all.
	nodes, fields, items int
}

// The head of a value is its type and these bits.
const (
	isTrue    = 1 << 3 // of a truth value
	isWhole   = 1 << 3 // the number is a varint
	asPlain   = 1 << 3 // the offsets of the text are those of its position
	asQuoted  = 1 << 4 // the offsets of the text are one column after its position
	sameLine  = 1 << 5 // it is on the line of the value or key before it
	sameWidth = 1 << 6 // the text is as long as its position, in bytes
)

// Pack makes a list take less memory: from then on, Items makes new items each
// time. It is for content that is read only a few times, and must be called
// before the list is shared. It does nothing and returns false if n is not a
// list, or if any value is not where it was written.
func (n *Node) Pack() bool {
	if n.header&(7|packed) != uint32(List) {
		return false
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	*p = packer{bytes: p.bytes[:0], line: n.Line()}
	for i, item := range n.Items() {
		if !p.node(item, n, i) {
			return false
		}
	}
	n.data = unsafe.Pointer(&packedList{string(p.bytes), p.nodes, p.fields, p.items + len(n.Items())})
	n.header |= packed
	return true
}

type packer struct {
	bytes                []byte
	line                 int32
	nodes, fields, items int
}

// packers is a pool of packers for reuse.
var packers = sync.Pool{New: func() any { return new(packer) }}

func (p *packer) number(n int) { p.bytes = binary.AppendUvarint(p.bytes, uint64(n)) }

func (p *packer) text(text string) {
	p.number(len(text))
	p.bytes = append(p.bytes, text...)
}

// position adds the numbers of a position, except its index, and except the length of one
// that has the length given.
func (p *packer) position(s Position, width int) {
	if s.Line != p.line {
		p.bytes = binary.AppendVarint(p.bytes, int64(s.Line-p.line))
		p.line = s.Line
	}
	p.number(int(s.Column))
	if int(s.Length) != width {
		p.number(int(s.Length))
	}
}

// node adds a value, and reports whether it could: it is at the index of outer.
func (p *packer) node(n, outer *Node, index int) bool {
	s := n.Position()
	if s.In != outer || int(s.Index) != index || n.header&packed != 0 {
		return false
	}
	p.nodes++
	head, width := byte(n.Type()), -1
	if s.Line == p.line {
		head |= sameLine
	}
	whole := uint64(n.Number())
	switch n.Type() {
	case Bool:
		if n.Bool() {
			head |= isTrue
		}
	case Number:
		if n.Number() >= 0 && n.Number() < 1<<32 && n.bits == math.Float64bits(float64(whole)) {
			head |= isWhole
		}
	case Text:
		switch {
		case n.TextLine() != s.Line-1:
		case n.TextColumn() == s.Column-1:
			head |= asPlain
		case n.TextColumn() == s.Column:
			head |= asQuoted
		}
		if len(n.Text()) == int(s.Length) {
			head, width = head|sameWidth, len(n.Text())
		}
	case List, Map:
		if s.Length == 0 {
			head, width = head|sameWidth, 0
		}
	}
	p.bytes = append(p.bytes, head)
	p.position(s, width)
	return p.content(n, head, whole)
}

// content adds the text, number, items or fields of a value.
func (p *packer) content(n *Node, head byte, whole uint64) bool {
	switch n.Type() {
	case Number:
		if head&isWhole == 0 {
			whole = n.bits
		}
		p.bytes = binary.AppendUvarint(p.bytes, whole)
	case Text:
		if head&(asPlain|asQuoted) == 0 {
			p.bytes = binary.AppendVarint(p.bytes, int64(n.TextLine()))
			p.bytes = binary.AppendVarint(p.bytes, int64(n.TextColumn()))
		}
		p.text(n.Text())
	case List:
		p.number(len(n.Items()))
		p.items += len(n.Items())
		for i, item := range n.Items() {
			if !p.node(item, n, i) {
				return false
			}
		}
	case Map:
		p.number(len(n.Fields()))
		p.fields += len(n.Fields())
		for i, f := range n.Fields() {
			if !p.field(f, n, i) {
				return false
			}
		}
	}
	return true
}

// field adds a field of a mapping.
func (p *packer) field(f Field, n *Node, index int) bool {
	s := f.KeyPosition()
	if s.In != n || int(s.Index) != index {
		return false
	}
	var head byte
	if s.Line == p.line {
		head |= sameLine
	}
	width := -1
	if len(f.Key) == int(s.Length) {
		head, width = head|sameWidth, len(f.Key)
	}
	p.bytes = append(p.bytes, head)
	p.text(f.Key)
	p.position(s, width)
	return p.node(f.Value, n, index)
}

// unpack returns the items as those of n.
func (l *packedList) unpack(n *Node) []*Node {
	return new(Unpacker).unpack(l, n)
}

// MayContain reports whether a text or key may be anywhere in a list. It can be wrong
// only if it returns true, and saves most lists from being unpacked.
func (n *Node) MayContain(text string) bool {
	return n != nil && (n.header&packed == 0 || strings.Contains((*packedList)(n.data).bytes, text))
}

// Unpacker is memory for the items of one packed list at a time, for callers that read
// many and keep no value. The zero Unpacker is ready to use.
type Unpacker struct {
	nodes  []Node
	fields []Field
	items  []*Node
}

// All returns what n.All returns. Values of a packed list are valid until the next call.
func (u *Unpacker) All(n *Node, key string) []*Node {
	if v := n.Get(key); v != nil && v.header&packed != 0 {
		return u.unpack((*packedList)(v.data), v)
	}
	return n.All(key)
}

func (u *Unpacker) unpack(l *packedList, n *Node) []*Node {
	u.nodes, u.fields, u.items = room(u.nodes, l.nodes), room(u.fields, l.fields), room(u.items, l.items)
	from := listReader{bytes: l.bytes, line: uint32(n.Line()), nodes: u.nodes, fields: u.fields, items: u.items}
	return from.list(n, int(n.size()))
}

// room returns a slice of the size given, in the same memory if that is large enough.
func room[T any](old []T, size int) []T {
	if cap(old) < size {
		return make([]T, size)
	}
	return old[:size]
}

// listReader reads what a packer has written. nodes, fields and items are the memory that
// is not used yet.
type listReader struct {
	bytes  string
	at     int
	line   uint32
	nodes  []Node
	fields []Field
	items  []*Node
}

func (r *listReader) number() uint64 {
	if b := r.bytes[r.at]; b < 0x80 {
		r.at++
		return uint64(b)
	}
	return r.long()
}

// long reads a number of several bytes.
func (r *listReader) long() (n uint64) {
	for shift := 0; ; shift += 7 {
		b := r.bytes[r.at]
		r.at++
		if n |= uint64(b&0x7f) << shift; b < 0x80 {
			return n
		}
	}
}

func (r *listReader) signed() int32 {
	n := r.number()
	return int32(n>>1) ^ -int32(n&1)
}

func (r *listReader) text() string {
	size := int(r.number())
	r.at += size
	return r.bytes[r.at-size : r.at]
}

// position reads the column and the length of a position, and moves to its line.
func (r *listReader) position(head byte) (column, length uint32) {
	if head&sameLine == 0 {
		r.line += uint32(r.signed())
	}
	column = uint32(r.number())
	if head&sameWidth == 0 {
		length = uint32(r.number())
	}
	return column, length
}

func (r *listReader) list(n *Node, size int) []*Node {
	items := r.items[:size:size]
	r.items = r.items[size:]
	for i := range items {
		items[i] = r.node(n, i)
	}
	return items
}

func (r *listReader) node(outer *Node, index int) *Node {
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	head := r.bytes[r.at]
	r.at++
	column, length := r.position(head)
	i := uint32(index)
	*n = Node{in: outer, header: uint32(head & 7), at: packedPosition{r.line<<8 | i&0xff, column<<8 | i>>8&0xff, length<<8 | i>>16}}
	switch Type(head & 7) {
	case Bool:
		n.SetBool(head&isTrue != 0)
	case Number:
		if n.bits = r.number(); head&isWhole != 0 {
			n.bits = math.Float64bits(float64(n.bits))
		}
	case Text:
		inLine, inColumn := n.Line()-1, n.Column()-1
		switch {
		case head&asQuoted != 0:
			inColumn++
		case head&asPlain == 0:
			inLine, inColumn = r.signed(), r.signed()
		}
		n.SetText(r.text(), inLine, inColumn)
		if head&sameWidth != 0 {
			n.at[2] |= n.size() << 8
		}
	case List:
		n.SetItems(r.list(n, int(r.number())))
	case Map:
		n.SetFields(r.mapping(n, int(r.number())))
	}
	return n
}

func (r *listReader) mapping(n *Node, size int) []Field {
	fields := r.fields[:size:size]
	r.fields = r.fields[size:]
	for i := range fields {
		f := &fields[i]
		head := r.bytes[r.at]
		r.at++
		f.Key, f.in = r.text(), n
		column, length := r.position(head)
		if head&sameWidth != 0 {
			length = uint32(len(f.Key))
		}
		f.at = packKeyAt(Position{Index: int32(i), Line: int32(r.line), Column: int32(column), Length: int32(length)})
		f.Value = r.node(n, i)
	}
	return fields
}
