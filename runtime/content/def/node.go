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
// to its text, items or fields according to its type, as slog.Value has. Only the
// methods in this file use it.
type Node struct {
	Spot
	kind Type
	size uint32         // of the text, in bytes, or the number of items or fields
	rest uint64         // the bits of a number, 1 for true, or the offsets of a text
	data unsafe.Pointer // the first byte, item or field; nil if there is none
}

// NewText returns a text at a spot. Positions in it are those of the spot's line.
func NewText(at Spot, text string) *Node {
	n := &Node{Spot: at}
	n.SetText(text, 0, 0)
	return n
}

// NewNumber returns a number at a spot.
func NewNumber(at Spot, number float64) *Node {
	n := &Node{Spot: at}
	n.SetNumber(number)
	return n
}

// NewBool returns true or false at a spot.
func NewBool(at Spot, value bool) *Node {
	n := &Node{Spot: at}
	n.SetBool(value)
	return n
}

// NewList returns a list at a spot.
func NewList(at Spot, items []*Node) *Node {
	n := &Node{Spot: at}
	n.SetItems(items)
	return n
}

// NewMap returns a mapping at a spot.
func NewMap(at Spot, fields []Field) *Node {
	n := &Node{Spot: at}
	n.SetFields(fields)
	return n
}

// SetText makes a new node, or a copy of one, a text with the offsets that
// TextLine and TextColumn return.
func (n *Node) SetText(text string, line, column int32) {
	n.kind, n.size, n.data = Text, uint32(len(text)), unsafe.Pointer(unsafe.StringData(text))
	n.rest = uint64(uint32(line))<<32 | uint64(uint32(column))
}

// SetNumber makes a new node, or a copy of one, a number.
func (n *Node) SetNumber(number float64) {
	n.kind, n.size, n.data, n.rest = Number, 0, nil, math.Float64bits(number)
}

// SetBool makes a new node, or a copy of one, true or false.
func (n *Node) SetBool(value bool) {
	n.kind, n.size, n.data, n.rest = Bool, 0, nil, 0
	if value {
		n.rest = 1
	}
}

// SetItems makes a new node, or a copy of one, a list. It keeps the slice.
func (n *Node) SetItems(items []*Node) {
	n.kind, n.size, n.data, n.rest = List, uint32(len(items)), unsafe.Pointer(unsafe.SliceData(items)), 0
}

// SetFields makes a new node, or a copy of one, a mapping. It keeps the slice.
func (n *Node) SetFields(fields []Field) {
	n.kind, n.size, n.data, n.rest = Map, uint32(len(fields)), unsafe.Pointer(unsafe.SliceData(fields)), 0
}

// Type returns the type of the value.
func (n *Node) Type() Type { return n.kind }

// Text returns the text; empty if the value is not a text.
func (n *Node) Text() string {
	if n.kind != Text {
		return ""
	}
	return unsafe.String((*byte)(n.data), n.size)
}

// TextLine and TextColumn return the offsets to add to positions inside the text
// (counted from 1) to get positions in the file, as in Script. After an escape or
// a folded line they are only approximate.
func (n *Node) TextLine() int32 {
	if n.kind != Text {
		return 0
	}
	return int32(n.rest >> 32)
}

// TextColumn is described with TextLine.
func (n *Node) TextColumn() int32 {
	if n.kind != Text {
		return 0
	}
	return int32(n.rest)
}

// Number returns the number; 0 if the value is not a number.
func (n *Node) Number() float64 {
	if n.kind != Number {
		return 0
	}
	return math.Float64frombits(n.rest)
}

// Bool returns the truth value; false if the value is not one.
func (n *Node) Bool() bool { return n.kind == Bool && n.rest != 0 }

// Items returns the items of a list, and none of any other value. Callers must not
// change the slice.
func (n *Node) Items() []*Node {
	if n.kind != List {
		return nil
	}
	return unsafe.Slice((**Node)(n.data), n.size)
}

// Fields returns the fields of a mapping, in the order of the file, and none of
// any other value. Callers must not change the slice.
func (n *Node) Fields() []Field {
	if n.kind != Map {
		return nil
	}
	return unsafe.Slice((*Field)(n.data), n.size)
}

// Field is one key of a mapping, in the order of the file.
type Field struct {
	Key     string
	KeySpot Spot
	Value   *Node
}

// KeyPlace returns the place of the key.
func (f Field) KeyPlace() diag.Place { return f.KeySpot.Place() }

// TooDeep reports that a key of a definition is indented below another one.
func TooDeep(f Field) diag.Diagnostic {
	return diag.New("content/unknown-key", f.KeyPlace(), "%s is a key of the definition, but is indented below another key", f.Key).
		WithHint("indent it like kind:, and what is below it by as much less")
}

// Get returns the value under key, or nil. A nil node has no keys.
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
