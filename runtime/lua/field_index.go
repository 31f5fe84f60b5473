package lua

import (
	"hash/maphash"
	"math/bits"
)

// fieldIndex finds the fields of a table by key. It is an open-addressing hash
// table of positions in fields plus 1, with a power of two as its length.
// Fields are never removed and keep their positions. The hashes differ from
// process to process and no script can observe them, so scripts cannot choose
// keys that collide.
type fieldIndex []int32

// leastIndexed is the smallest length of an index.
const leastIndexed = 32

var (
	textSeed = maphash.MakeSeed()
	keySeed  = maphash.String(textSeed, "") // for other keys
)

// hash returns the hash of a key. 0 and -0 are the same key.
func (v Value) hash() uint64 {
	if v.isText() {
		return maphash.String(textSeed, v.text())
	}
	x := v.bits
	if v.isNumber() && v.float() == 0 {
		x = 0
	}
	high, low := bits.Mul64(x^keySeed, uint64(uintptr(v.data))^0x9E3779B97F4A7C15)
	return high ^ low
}

// find returns the position of the field with a key, or -1.
func (ix fieldIndex) find(fields []field, k Value) int {
	last := uint64(len(ix) - 1)
	for at := k.hash() & last; ix[at] != 0; at = (at + 1) & last {
		i := int(ix[at] - 1)
		if key := fields[i].key; key.identical(k) || key.Equal(k) {
			return i
		}
	}
	return -1
}

// add adds the field at position i, the last one. If the index is new or too
// small, it is rebuilt with all fields.
func (ix *fieldIndex) add(fields []field, i int) {
	if 2*len(fields) <= len(*ix) {
		ix.put(fields[i].key, i)
		return
	}
	n := max(leastIndexed, 2*len(*ix))
	if cap(*ix) >= n {
		*ix = (*ix)[:n]
		clear(*ix)
	} else {
		*ix = make(fieldIndex, n)
	}
	for i, f := range fields {
		ix.put(f.key, i)
	}
}

func (ix fieldIndex) put(k Value, i int) {
	last := uint64(len(ix) - 1)
	at := k.hash() & last
	for ix[at] != 0 {
		at = (at + 1) & last
	}
	ix[at] = int32(i + 1)
}
