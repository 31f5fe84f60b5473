// Package def holds definitions, which are the immutable items of content, and
// the catalog of all definitions. Every value has its source position.
//
// Layer content. It knows diag; it does not know the file format (YAML, JSON),
// what a script does, or that a game is running.
package def

import (
	"math"
	"strings"
	"unicode/utf8"
	"unsafe"

	"sleight/runtime/diag"
)

// Type is the type of a Node.
type Type uint8

// The types of content data, which are those of JSON.
const (
	Null Type = iota
	Bool
	Number
	Text
	List
	Map
)

// String returns the word used in messages.
func (t Type) String() string {
	return [...]string{"nothing", "true or false", "a number", "a text", "a list", "a mapping"}[t]
}

// Node is one value of content with its place. Nodes are immutable once
// loaded and may be shared by any number of goroutines. The zero Node is null.
//
// Large content has a million nodes. To save memory, a node has a single pointer,
// to its text, items or fields according to its type, as slog.Value has, and its
// numbers are packed; see packed.go. Only the methods in this file use it.
type Node struct {
	in     *Node          // see Position
	data   unsafe.Pointer // the first byte, item or field; nil if there is none
	bits   uint64         // the bits of a number, 1 for true, or the offsets of a text
	header uint32         // the type, in the lowest three bits, packed, and the size; see setType
	at     packedPosition
}

// setType sets the type and the size: the bytes of a text, or the number of items or
// fields.
func (n *Node) setType(kind Type, size int) {
	if size >= 1<<28 {
		panic("def: a value of content has a quarter of a gigabyte")
	}
	n.header = uint32(size)<<4 | uint32(kind)
}

// packed is set in the header of a list whose items are packed; see Pack.
const packed = 1 << 3

func (n *Node) size() uint32 { return n.header >> 4 }

// Position returns the position of the value.
func (n *Node) Position() Position { return n.at.position(n.in) }

// SetPosition sets the position of a new node, or of a copy of one.
func (n *Node) SetPosition(s Position) { n.in, n.at = s.In, packAt(s) }

// In returns the enclosing value; see Position.
func (n *Node) In() *Node { return n.in }

// Line returns the line of the value, from 1.
func (n *Node) Line() int32 { return n.at.line() }

// Column returns the column of the value, from 1.
func (n *Node) Column() int32 { return n.at.column() }

// SetLength sets the length of the position of a new node.
func (n *Node) SetLength(characters int) { n.at.setLength(int32(characters)) }

// Place returns the full place of the value.
func (n *Node) Place() diag.Place { return n.Position().Place() }

// File returns the name of the value's file.
func (n *Node) File() string { return n.Position().File() }

func newNode(s Position) *Node { return &Node{in: s.In, at: packAt(s)} }

// NewText returns a text at a position. Positions in it are those of the position's line.
func NewText(at Position, text string) *Node {
	n := newNode(at)
	n.SetText(text, 0, 0)
	return n
}

// NewNumber returns a number at a position.
func NewNumber(at Position, number float64) *Node {
	n := newNode(at)
	n.SetNumber(number)
	return n
}

// NewBool returns true or false at a position.
func NewBool(at Position, value bool) *Node {
	n := newNode(at)
	n.SetBool(value)
	return n
}

// NewList returns a list at a position.
func NewList(at Position, items []*Node) *Node {
	n := newNode(at)
	n.SetItems(items)
	return n
}

// NewMap returns a mapping at a position.
func NewMap(at Position, fields []Field) *Node {
	n := newNode(at)
	n.SetFields(fields)
	return n
}

// SetText makes a new node, or a copy of one, a text with the offsets that
// TextLine and TextColumn return.
func (n *Node) SetText(text string, line, column int32) {
	n.setType(Text, len(text))
	n.data = unsafe.Pointer(unsafe.StringData(text))
	n.bits = uint64(uint32(line))<<32 | uint64(uint32(column))
}

// SetNumber makes a new node, or a copy of one, a number.
func (n *Node) SetNumber(number float64) {
	n.setType(Number, 0)
	n.data, n.bits = nil, math.Float64bits(number)
}

// SetBool makes a new node, or a copy of one, true or false.
func (n *Node) SetBool(value bool) {
	n.setType(Bool, 0)
	n.data, n.bits = nil, 0
	if value {
		n.bits = 1
	}
}

// SetItems makes a new node, or a copy of one, a list. It keeps the slice.
func (n *Node) SetItems(items []*Node) {
	n.setType(List, len(items))
	n.data, n.bits = unsafe.Pointer(unsafe.SliceData(items)), 0
}

// SetFields makes a new node, or a copy of one, a mapping. It keeps the slice.
func (n *Node) SetFields(fields []Field) {
	n.setType(Map, len(fields))
	n.data, n.bits = unsafe.Pointer(unsafe.SliceData(fields)), 0
}

// Type returns the type of the value.
func (n *Node) Type() Type { return Type(n.header & 7) }

// Text returns the text; empty if the value is not a text.
func (n *Node) Text() string {
	if n.Type() != Text {
		return ""
	}
	return unsafe.String((*byte)(n.data), n.size())
}

// TextLine and TextColumn return the offsets to add to positions inside the text
// (counted from 1) to get positions in the file, as in Script. After an escape or
// a folded line they are only approximate.
func (n *Node) TextLine() int32 {
	if n.Type() != Text {
		return 0
	}
	return int32(n.bits >> 32)
}

// TextColumn is described with TextLine.
func (n *Node) TextColumn() int32 {
	if n.Type() != Text {
		return 0
	}
	return int32(n.bits)
}

// Number returns the number; 0 if the value is not a number.
func (n *Node) Number() float64 {
	if n.Type() != Number {
		return 0
	}
	return math.Float64frombits(n.bits)
}

// Bool returns the truth value; false if the value is not one.
func (n *Node) Bool() bool { return n.Type() == Bool && n.bits != 0 }

// Items returns the items of a list, and none of any other value. Callers must not
// change the slice.
func (n *Node) Items() []*Node {
	switch n.header & (7 | packed) {
	case uint32(List):
		return unsafe.Slice((**Node)(n.data), n.size())
	case uint32(List) | packed:
		return (*packedList)(n.data).unpack(n)
	}
	return nil
}

// Fields returns the fields of a mapping, in the order of the file, and none of
// any other value. Callers must not change the slice.
func (n *Node) Fields() []Field {
	if n.Type() != Map {
		return nil
	}
	return unsafe.Slice((*Field)(n.data), n.size())
}

// Field is one key of a mapping, in the order of the file.
type Field struct {
	Key   string
	Value *Node

	in *Node // of the key's position
	at packedKeyPosition
}

// NewField returns a field whose key is at a position.
func NewField(key string, at Position, value *Node) Field {
	return Field{Key: key, Value: value, in: at.In, at: packKeyAt(at)}
}

// KeyPosition returns the position of the key.
func (f Field) KeyPosition() Position { return f.at.position(f.in) }

// KeyPlace returns the place of the key.
func (f Field) KeyPlace() diag.Place { return f.KeyPosition().Place() }

// TooDeep returns the problem that a key of a definition is indented below another one.
func TooDeep(f Field) diag.Diagnostic {
	return diag.New("content/unknown-key", f.KeyPlace(), "%s is a key of the definition, but is indented below another key", f.Key).
		WithHint("indent it like kind:, and what is below it by as much less")
}

// Get returns the value under key, or nil. Only Get, TextOr, NumberOr, BoolOr,
// Each, All and At accept a nil node, which has no keys.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	fields := n.Fields()
	for i := range fields {
		if fields[i].Key == key {
			return fields[i].Value
		}
	}
	return nil
}

// TextOr returns the text under key, or other.
func (n *Node) TextOr(key, other string) string {
	if v := n.Get(key); v != nil && v.Type() == Text {
		return v.Text()
	}
	return other
}

// NumberOr returns the number under key, or other.
func (n *Node) NumberOr(key string, other float64) float64 {
	if v := n.Get(key); v != nil && v.Type() == Number {
		return v.Number()
	}
	return other
}

// BoolOr returns the truth value under key, or other.
func (n *Node) BoolOr(key string, other bool) bool {
	if v := n.Get(key); v != nil && v.Type() == Bool {
		return v.Bool()
	}
	return other
}

// Each returns the fields of a mapping under key; none when it is absent.
func (n *Node) Each(key string) []Field {
	if v := n.Get(key); v != nil {
		return v.Fields()
	}
	return nil
}

// All returns the items of a list under key, or the single value that is there
// instead of a list.
func (n *Node) All(key string) []*Node {
	v := n.Get(key)
	switch {
	case v == nil:
		return nil
	case v.Type() == List:
		return v.Items()
	}
	return []*Node{v}
}

// At returns the node's place, or other when n is nil.
func (n *Node) At(other diag.Place) diag.Place {
	if n == nil {
		return other
	}
	return n.Place()
}

// PlaceIn returns the place of a part of a text, given in bytes, if the text is
// on one line of the file; else the place of the text.
func (n *Node) PlaceIn(from, to int) diag.Place {
	at := n.Place()
	if strings.Contains(n.Text(), "\n") {
		return at
	}
	at.Line, at.Column = int(n.TextLine())+1, int(n.TextColumn())+utf8.RuneCountInString(n.Text()[:from])+1
	at.Length = utf8.RuneCountInString(n.Text()[from:to])
	if at.Line < 1 || at.Column < 1 {
		return n.Place()
	}
	return at
}
