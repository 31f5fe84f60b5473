package lua

import (
	"math"
	"strconv"

	"sleight/runtime/lua/number"
)

// Bounds on what a VM keeps for reuse: the number of tables, of items and
// fields in one, of bytes in a text, and of matchers.
const (
	pooledTables   = 256
	pooledItems    = 64
	pooledText     = 32
	pooledMatchers = 16
)

// pool holds values that scripts create again and again. No table is in use once a
// command has ended, since scripts keep no state. So the tables created in one
// outermost protected section are reused in the next, unless an evaluation by the
// host may have kept one. The same holds for matchers. A new text with the same
// bytes as a recent one shares its memory.
type pool struct {
	tables []*Table
	used   int
	buffer []byte // for the text being made
	texts  [256]string

	matchers []*meteredMatcher
	matched  int // the number of matchers used
}

// NewList returns a table with room for n items, which is valid until the next
// outermost protected section begins.
func (vm *VM) NewList(n int) *Table { return vm.newTable(n, 0) }

// newTable returns a table with room for items and fields. A table created
// while a script is being loaded is never reused.
func (vm *VM) newTable(items, fields int) *Table {
	t := vm.pooled()
	if cap(t.list) < items {
		t.list = make([]Value, 0, items)
	}
	if cap(t.fields) < fields {
		t.fields = make([]field, 0, fields)
	}
	return t
}

func (vm *VM) pooled() *Table {
	p := &vm.pool
	if vm.loading > 0 || vm.sections == 0 || p.used == pooledTables {
		return &Table{}
	}
	if p.used == len(p.tables) {
		p.tables = append(p.tables, &Table{})
	}
	p.used++
	return p.tables[p.used-1]
}

// reclaim makes the tables of the last section available again.
func (p *pool) reclaim() {
	for i, t := range p.tables[:p.used] {
		if t.frozen || cap(t.list) > pooledItems || cap(t.fields) > pooledItems {
			p.tables[i] = &Table{}
			continue
		}
		clear(t.list)
		clear(t.fields)
		t.list, t.fields, t.index = t.list[:0], t.fields[:0], t.index[:0]
	}
	for _, m := range p.matchers[:p.matched] {
		m.Begin("", "", false) // lets go of the text
	}
	p.used, p.matched = 0, 0
}

// leave removes all tables and matchers created so far from the pool, because
// they may be kept.
func (p *pool) leave() { p.tables, p.used, p.matchers, p.matched = nil, 0, nil, 0 }

// text returns a text with the given bytes.
func (p *pool) text(b []byte) Value {
	if len(b) > pooledText {
		return Text(string(b))
	}
	hash := uint32(len(b))
	for _, c := range b {
		hash = hash*16777619 ^ uint32(c) // FNV-1
	}
	at := &p.texts[uint8(hash^hash>>8^hash>>16)]
	if *at != string(b) {
		*at = string(b)
	}
	return Text(*at)
}

// appendNumber appends a number as number.Format writes it.
func appendNumber(b []byte, n float64) []byte {
	if math.Abs(n) < 1<<63 && n == math.Trunc(n) {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, number.Format(n)...)
}
