// Package def holds definitions, which are the immutable items of content, and
// the catalog of all definitions. Every value has its source position.
//
// Layer content. It knows diag; it does not know the file format (YAML, JSON),
// what a script does, or that a game is running.
package def

import (
	"strings"
	"unicode/utf8"

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
// loaded and may be shared by any number of goroutines.
type Node struct {
	Spot
	// TextLine and TextColumn are the offsets to add to positions inside Text
	// (counted from 1) to get positions in the file, as in Script. After an
	// escape or a folded line they are only approximate.
	TextLine, TextColumn int32
	Type                 Type
	Bool                 bool
	Number               float64
	Text                 string
	Items                []*Node
	Fields               []Field
}

// Field is one key of a mapping, in the order of the file.
type Field struct {
	Key     string
	KeySpot Spot
	Value   *Node
}

// KeyPlace returns the place of the key.
func (f Field) KeyPlace() diag.Place { return f.KeySpot.Place() }

// Get returns the value under key, or nil. A nil node has no keys.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return n.Fields[i].Value
		}
	}
	return nil
}

// TextOr returns the text under key, or other.
func (n *Node) TextOr(key, other string) string {
	if v := n.Get(key); v != nil && v.Type == Text {
		return v.Text
	}
	return other
}

// NumberOr returns the number under key, or other.
func (n *Node) NumberOr(key string, other float64) float64 {
	if v := n.Get(key); v != nil && v.Type == Number {
		return v.Number
	}
	return other
}

// BoolOr returns the truth value under key, or other.
func (n *Node) BoolOr(key string, other bool) bool {
	if v := n.Get(key); v != nil && v.Type == Bool {
		return v.Bool
	}
	return other
}

// Each returns the fields of a mapping under key; none when it is absent.
func (n *Node) Each(key string) []Field {
	if v := n.Get(key); v != nil {
		return v.Fields
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
	case v.Type == List:
		return v.Items
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
	if strings.Contains(n.Text, "\n") {
		return at
	}
	at.Line, at.Column = int(n.TextLine)+1, int(n.TextColumn)+utf8.RuneCountInString(n.Text[:from])+1
	at.Length = utf8.RuneCountInString(n.Text[from:to])
	if at.Line < 1 || at.Column < 1 {
		return n.Place()
	}
	return at
}
