package lua

import (
	"math"
	"strconv"
	"unsafe"

	"sleight/runtime/lua/number"
)

// Bounds on what a VM keeps for reuse: the number of tables, the bytes of one
// and of all, the number of functions, of captured locals, of bytes in a text,
// and of matchers.
const (
	pooledTables    = 4096
	pooledTable     = 16 << 10
	pooledBytes     = 512 << 10
	pooledFunctions = 256
	pooledCells     = 256
	pooledText      = 32
	pooledMatchers  = 16
)

// Texts share blocks of memory. A text keeps its block alive, so blocks are small:
// those of texts that the pool keeps, and of others. A longer text than sharedText
// has its own memory.
const (
	shortBlock = 8 * pooledText
	longBlock  = 1 << 10
	sharedText = longBlock / 4
)

// pool holds values that scripts create again and again. No table is in use once a
// command has ended, since scripts keep no state. So the tables created in one
// outermost protected section are reused in the next, unless an evaluation by the
// host may have kept one. The same holds for functions, captured locals and
// matchers. A new text with the same bytes as a recent one shares its memory.
type pool struct {
	tables []*Table
	used   int
	bytes  int    // of the tables that are not in use
	buffer []byte // for the text being made
	texts  [256]string
	short  textBlock
	long   textBlock

	functions []*Function
	running   int // the number of functions used
	cells     []*cell
	captured  int // the number of cells used

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
	if p.used++; p.used > len(p.tables) {
		p.tables = append(p.tables, &Table{})
		return p.tables[p.used-1]
	}
	t := p.tables[p.used-1]
	p.bytes -= t.size()
	return t
}

// size returns the bytes that a table takes, apart from what it refers to.
func (t *Table) size() int {
	return int(unsafe.Sizeof(*t)) + cap(t.list)*int(unsafe.Sizeof(Nil)) + cap(t.fields)*int(unsafe.Sizeof(field{})) + cap(t.index)*4
}

// newFunction returns a function with room for n captured locals. Like a table, it
// may be reused in the next section.
func (vm *VM) newFunction(p *proto, globals []Value, n int) *Function {
	var fn *Function
	pool := &vm.pool
	switch {
	case vm.loading > 0 || vm.sections == 0 || pool.running == pooledFunctions:
		fn = &Function{}
	case pool.running == len(pool.functions):
		fn = &Function{}
		pool.functions = append(pool.functions, fn)
		pool.running++
	default:
		fn = pool.functions[pool.running]
		pool.running++
	}
	fn.proto, fn.globals = p, globals
	if cap(fn.cells) < n {
		fn.cells = make([]*cell, n)
	}
	fn.cells = fn.cells[:n]
	return fn
}

// newCell returns a captured local with a value. Like a table, it may be reused in
// the next section.
func (vm *VM) newCell(v Value) *cell {
	p := &vm.pool
	if vm.loading > 0 || vm.sections == 0 || p.captured == pooledCells {
		return &cell{v}
	}
	if p.captured == len(p.cells) {
		p.cells = append(p.cells, &cell{})
	}
	c := p.cells[p.captured]
	p.captured++
	c.v = v
	return c
}

// reclaim makes the tables of the last section available again, and everything else
// that it may have created.
func (p *pool) reclaim() {
	if p.used+p.running+p.captured+p.matched == 0 {
		return // most expressions create nothing
	}
	p.reclaimTables()
	for _, fn := range p.functions[:p.running] {
		clear(fn.cells)
	}
	for _, c := range p.cells[:p.captured] {
		c.v = Nil
	}
	for _, m := range p.matchers[:p.matched] {
		m.Begin("", "", false) // lets go of the text
	}
	p.running, p.captured, p.matched = 0, 0, 0
}

// reclaimTables empties the tables that were used, and drops those that the pool has
// no room for.
func (p *pool) reclaimTables() {
	kept := p.tables[:0]
	for _, t := range p.tables[:p.used] {
		size := t.size()
		if t.frozen || size > pooledTable || p.bytes+size > pooledBytes {
			continue
		}
		p.bytes += size
		clear(t.list)
		clear(t.fields)
		t.list, t.fields, t.index = t.list[:0], t.fields[:0], t.index[:0]
		kept = append(kept, t)
	}
	if len(kept) < p.used {
		kept = append(kept, p.tables[p.used:]...)
		clear(p.tables[len(kept):])
		p.tables = kept
	}
	p.used = 0
}

// leave removes everything created so far from the pool, because it may be kept.
func (p *pool) leave() {
	*p = pool{buffer: p.buffer, texts: p.texts, short: p.short, long: p.long}
}

// text returns a text with the given bytes.
func (p *pool) text(b []byte) Value {
	if len(b) > sharedText {
		return Text(string(b))
	}
	if len(b) > pooledText {
		return Text(p.long.text(b, longBlock))
	}
	hash := uint32(len(b))
	for _, c := range b {
		hash = hash*16777619 ^ uint32(c) // FNV-1
	}
	at := &p.texts[uint8(hash^hash>>8^hash>>16)]
	if *at != string(b) {
		*at = p.short.text(b, shortBlock)
	}
	return Text(*at)
}

// textBlock is the rest of a block of memory that texts share. No byte is used for
// two texts, so they may be kept.
type textBlock struct{ free []byte }

// text returns a text with the given bytes. size is that of a new block.
func (t *textBlock) text(b []byte, size int) string {
	if len(t.free) < len(b) {
		t.free = make([]byte, size)
	}
	n := copy(t.free, b)
	text := unsafe.String(unsafe.SliceData(t.free), n)
	t.free = t.free[n:]
	return text
}

// appendNumber appends a number as number.Format writes it.
func appendNumber(b []byte, n float64) []byte {
	if math.Abs(n) < 1<<63 && n == math.Trunc(n) {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return number.Append(b, n)
}
