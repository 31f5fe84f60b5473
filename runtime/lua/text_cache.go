package lua

import "unsafe"

// TextCache is a direct-mapped cache of what texts mean in a context. It finds
// an entry by the address of the text: for a script's constants, that is faster
// than comparing bytes. A context is as large as a pointer. Entries are kept
// alive, and may be evicted at any time. The zero TextCache is empty.
type TextCache[C comparable, T any] struct {
	twist   uint64 // changes where texts are stored; even, so that the factor stays odd
	moves   int    // how often that has changed
	entries [256]cacheEntry[C, T]
}

// mostMoves is how often a cache is emptied because two texts share an entry, to store
// them elsewhere. Of a hundred texts, some always share one.
const mostMoves = 8

type cacheEntry[C comparable, T any] struct {
	text    Value
	context C
	value   T
}

// Get returns what Put stored for the same text and context.
func (c *TextCache[C, T]) Get(text Value, context C) (found T, ok bool) {
	e := c.entry(text, context)
	if !e.text.identical(text) || e.context != context || text.IsNil() {
		return found, false
	}
	return e.value, true
}

// Put stores the meaning of a text.
func (c *TextCache[C, T]) Put(text Value, context C, found T) {
	e := c.entry(text, context)
	if c.moves < mostMoves && !e.text.IsNil() && !(e.text.identical(text) && e.context == context) {
		clear(c.entries[:])
		c.moves++
		c.twist = uint64(c.moves) * 0xD1342543DE82EF95 << 1
		e = c.entry(text, context)
	}
	*e = cacheEntry[C, T]{text, context, found}
}

// entry returns the entry that a text would have.
func (c *TextCache[C, T]) entry(text Value, context C) *cacheEntry[C, T] {
	const mixing = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	where := uintptr(text.data) + *(*uintptr)(unsafe.Pointer(&context))
	return &c.entries[uint8(uint64(where)*(mixing^c.twist)>>56)]
}
