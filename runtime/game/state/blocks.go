package state

import "unsafe"

// Blocks allocates small lists in larger blocks. No memory is used twice, so what it
// returns may be kept. That keeps the rest of its block alive, which is why blocks
// are small. The zero value is ready to use.
type Blocks[T any] struct{ free []T }

// blockBytes is the size of a block.
const blockBytes = 4 << 10

// New returns a list of n zero elements without room for more.
func (b *Blocks[T]) New(n int) []T {
	if n > len(b.free) {
		length := blockBytes / int(unsafe.Sizeof(*new(T)))
		if n > length/2 {
			return make([]T, n)
		}
		b.free = make([]T, length)
	}
	out := b.free[:n:n]
	b.free = b.free[n:]
	return out
}

// Free returns the number of elements left in the current block.
func (b *Blocks[T]) Free() int { return len(b.free) }

// One returns a pointer to a value, which it copies.
func (b *Blocks[T]) One(v T) *T {
	at := &b.New(1)[0]
	*at = v
	return at
}

// Copy returns a copy of a list, nil if it is empty.
func (b *Blocks[T]) Copy(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	out := b.New(len(list))
	copy(out, list)
	return out
}
