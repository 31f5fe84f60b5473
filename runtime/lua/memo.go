package lua

import "unsafe"

// Memo caches the meanings of strings in a context, by the address of the
// string: for a script's constants this is faster than comparing bytes. A
// context is as large as a pointer. A Memo may drop entries, and keeps its
// entries alive. The zero Memo is empty.
type Memo[C comparable, T any] struct {
	seen [256]remembered[C, T]
}

type remembered[C comparable, T any] struct {
	text    Value
	context C
	found   T
}

// Find returns what Note recorded for the same text and context.
func (m *Memo[C, T]) Find(text Value, context C) (found T, ok bool) {
	e := m.at(text, context)
	if !e.text.at(text) || e.context != context || text.IsNil() {
		return found, false
	}
	return e.found, true
}

// Note records the meaning of a text.
func (m *Memo[C, T]) Note(text Value, context C, found T) {
	*m.at(text, context) = remembered[C, T]{text, context, found}
}

// at returns the slot of a text.
func (m *Memo[C, T]) at(text Value, context C) *remembered[C, T] {
	const mixing = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	where := uintptr(text.data) + *(*uintptr)(unsafe.Pointer(&context))
	return &m.seen[uint8(uint64(where)*mixing>>56)]
}
