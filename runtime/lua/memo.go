package lua

import "unsafe"

// Memo remembers what texts stand for in a context, found by where a text lies
// in memory: for a constant of a script that is quicker than by what it says.
// It may forget, and it keeps alive what it remembers. The zero Memo is empty.
type Memo[C comparable, T any] struct {
	seen [64]struct {
		text    Value
		context C
		found   T
	}
}

// Find returns what Note was told of the very same text and context.
func (m *Memo[C, T]) Find(text Value, context C) (found T, ok bool) {
	e := &m.seen[text.spot()]
	if e.text.data != text.data || e.text.size != text.size || e.text.typ != TypeText || e.context != context {
		return found, false
	}
	return e.found, true
}

// Note remembers what a text stands for.
func (m *Memo[C, T]) Note(text Value, context C, found T) {
	e := &m.seen[text.spot()]
	e.text, e.context, e.found = text, context, found
}

// spot is where a Memo looks for a text.
func (v Value) spot() uint8 {
	at := uintptr(unsafe.Pointer(v.data))
	return uint8(at>>3^at>>9) % 64
}
