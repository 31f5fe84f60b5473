package lua

import (
	"math"
	"slices"
	"sync/atomic"
)

// smallTable is the maximum number of fields in a table without an index.
const smallTable = 8

// leastItems is the initial capacity of a list.
const leastItems = 4

// Table is a Lua table: a list, counted from 1, and fields under any keys, in
// the order of their creation.
type Table struct {
	list   []Value
	fields []field
	index  fieldIndex // of fields, empty while there are few
	frozen bool
}

// field is a key and its value. A removed field keeps its place, so that
// iterations can continue.
type field struct{ key, value Value }

// NewTable returns an empty table.
func NewTable() *Table { return &Table{} }

// Len returns the number of items in the list.
func (t *Table) Len() int { return len(t.list) }

// At returns an item of the list, counted from 1; Nil if there is none.
func (t *Table) At(i int) Value {
	if i < 1 || i > len(t.list) {
		return Nil
	}
	return t.list[i-1]
}

// Append puts an item at the end of the list.
func (t *Table) Append(v Value) { t.setNumber(float64(len(t.list)+1), v) }

// Get returns the value under a name; Nil if there is none.
func (t *Table) Get(name string) Value {
	if i := t.findText(Text(name)); i >= 0 {
		return t.fields[i].value
	}
	return Nil
}

// Put sets the value under a name.
func (t *Table) Put(name string, v Value) { t.setField(Name(name), v) }

// Index returns the value under a key; Nil if there is none.
func (t *Table) Index(k Value) Value {
	switch k.Type() {
	case TypeText:
		return t.getText(k)
	case TypeNumber:
		if i := int(k.float()); float64(i) == k.float() && i >= 1 && i <= len(t.list) {
			return t.list[i-1]
		}
	}
	if i := t.find(k); i >= 0 {
		return t.fields[i].value
	}
	return Nil
}

// Set sets the value under a key, which is neither nil nor NaN.
func (t *Table) Set(k, v Value) {
	if k.isNumber() {
		t.setNumber(k.float(), v)
	} else {
		t.setField(k, v)
	}
}

func (t *Table) setNumber(n float64, v Value) {
	i := int(max(0, min(n, math.MaxInt32)))
	switch last := len(t.list); {
	case float64(i) != n || i < 1 || i > last+1 || i == last+1 && v.IsNil():
		t.setField(Num(n), v)
	case i <= last:
		t.list[i-1] = v
		if i == last && v.IsNil() {
			t.trim()
		}
	default:
		if len(t.fields) > 0 {
			t.setField(Num(n), Nil)
		}
		if cap(t.list) == 0 {
			t.list = make([]Value, 0, leastItems)
		}
		t.list = append(t.list, v)
		if len(t.fields) > 0 {
			t.moveFieldsToList()
		}
	}
}

// trim removes nils from the end of the list.
func (t *Table) trim() {
	last := len(t.list)
	for last > 0 && t.list[last-1].IsNil() {
		last--
	}
	t.list = t.list[:last]
}

// moveFieldsToList moves the fields that continue the list to its end.
func (t *Table) moveFieldsToList() {
	for {
		i := t.find(Num(float64(len(t.list) + 1)))
		if i < 0 || t.fields[i].value.IsNil() {
			return
		}
		t.list = append(t.list, t.fields[i].value)
		t.fields[i].value = Nil
	}
}

// dropReplacedFields drops the fields of a new table that the given number of
// items has replaced, and moves those that continue the list.
func (t *Table) dropReplacedFields(written int) {
	for i := range t.fields {
		if k := t.fields[i].key; k.isNumber() && k.float() >= 1 && k.float() <= float64(written) && k.float() == math.Trunc(k.float()) {
			t.fields[i].value = Nil
		}
	}
	t.moveFieldsToList()
}

func (t *Table) setField(k, v Value) {
	if i := t.find(k); i >= 0 {
		t.fields[i].value = v
	} else if !v.IsNil() {
		t.add(k, v)
	}
}

// add adds a new field.
func (t *Table) add(k, v Value) {
	t.fields = append(t.fields, field{k, v})
	if n := len(t.fields); n > smallTable {
		t.index.add(t.fields, n-1)
	}
}

// findText returns the position of a text in fields, or -1.
func (t *Table) findText(name Value) int {
	if len(t.index) > 0 {
		return t.index.find(t.fields, name)
	}
	alike := false // whether bytes have to be compared
	for i := range t.fields {
		if k := &t.fields[i].key; k.bits == name.bits {
			if k.data == name.data {
				return i
			}
			alike = true
		}
	}
	if !alike {
		return -1
	}
	for i := range t.fields {
		if k := &t.fields[i].key; k.bits == name.bits && k.sameText(name) {
			return i
		}
	}
	return -1
}

// getText is Get for a text that a script has computed.
func (t *Table) getText(name Value) Value {
	if i := t.findText(name); i >= 0 {
		return t.fields[i].value
	}
	return Nil
}

// getHinted returns the value under a name. The hint is the position in fields at
// which the caller has found the same name before, in this table or in another
// one that was created alike.
func (t *Table) getHinted(name Value, hint *atomic.Int32) Value {
	if at := t.valueHinted(name, hint); at != nil {
		return *at
	}
	return Nil
}

// valueHinted returns a pointer to the value of the field with a name, or nil
// if there is no such field. Like getHinted, it first tries the position in the
// hint.
func (t *Table) valueHinted(name Value, hint *atomic.Int32) *Value {
	if i := int(hint.Load()); i < len(t.fields) {
		if fd := &t.fields[i]; fd.key.identical(name) {
			return &fd.value
		}
	}
	return t.search(name, hint)
}

// search finds a field whose position is not in the hint.
func (t *Table) search(name Value, hint *atomic.Int32) *Value {
	i := t.findText(name)
	if i < 0 {
		return nil
	}
	hint.Store(int32(i))
	return &t.fields[i].value
}

// find returns the position of a key in fields, or -1.
func (t *Table) find(k Value) int {
	if k.isText() {
		return t.findText(k)
	}
	if len(t.index) > 0 {
		return t.index.find(t.fields, k)
	}
	for i := range t.fields {
		if t.fields[i].key.identical(k) {
			return i
		}
	}
	if k.isNumber() && k.float() == 0 { // 0 and -0 are one key
		return slices.IndexFunc(t.fields, func(f field) bool { return f.key.Equal(k) })
	}
	return -1
}

// firstField is the position of the first field in an iteration; lower
// positions belong to the list, which may become shorter meanwhile.
const firstField = 1 << 32

// next returns the first key at or after a position, with the position after
// it. The key is Nil at the end. passed is the number of empty positions
// skipped.
func (t *Table) next(place int) (k, v Value, following, passed int) {
	for ; place < len(t.list); place++ {
		if !t.list[place].IsNil() {
			return Num(float64(place + 1)), t.list[place], place + 1, passed
		}
		passed++
	}
	for i := max(0, place-firstField); i < len(t.fields); i++ {
		if f := &t.fields[i]; !f.value.IsNil() {
			return f.key, f.value, firstField + i + 1, passed
		}
		passed++
	}
	return Nil, Nil, firstField + len(t.fields), passed
}

// after returns the position after a key, and false if there never was such a
// key.
func (t *Table) after(k Value) (place int, ok bool) {
	if k.IsNil() {
		return 0, true
	}
	i := int(max(0, min(k.float(), maxWhole)))
	whole := k.isNumber() && float64(i) == k.float() && i >= 1
	if whole && i <= len(t.list) {
		return i, true
	}
	if at := t.find(k); at >= 0 {
		return firstField + at + 1, true
	}
	return firstField, whole // it was the last of the list
}

// First returns the key that Each begins with, Nil if the table is empty, and the
// number of removed fields that it passed.
func (t *Table) First() (key Value, passed int) {
	key, _, _, passed = t.next(0)
	return key, passed
}

// Each calls a function with every key and value, those of the list first.
func (t *Table) Each(f func(key, value Value)) {
	for k, v, at, _ := t.next(0); !k.IsNil(); k, v, at, _ = t.next(at) {
		f(k, v)
	}
}

// Names lists the names of the fields, in alphabetical order.
func (t *Table) Names() []string {
	var out []string
	for _, f := range t.fields {
		if f.key.isText() && !f.value.IsNil() {
			out = append(out, f.key.text())
		}
	}
	slices.Sort(out)
	return out
}

// insert inserts an item before the i-th, counted from 1.
func (t *Table) insert(i int, v Value) {
	t.list = slices.Insert(t.list, i-1, v)
	if i == len(t.list) && v.IsNil() {
		t.trim()
	} else if len(t.fields) > 0 {
		t.moveFieldsToList()
	}
}

// remove removes the i-th item, counted from 1, and returns it.
func (t *Table) remove(i int) Value {
	v := t.list[i-1]
	t.list = slices.Delete(t.list, i-1, i)
	t.trim()
	return v
}

// item returns the value under a whole number from 1.
func (t *Table) item(i int) Value {
	if i <= len(t.list) {
		return t.list[i-1]
	}
	if len(t.fields) == 0 {
		return Nil
	}
	return t.Index(Num(float64(i)))
}

// Frozen reports whether the table is read-only for scripts.
func (t *Table) Frozen() bool { return t.frozen }

// copied returns a copy of the table with the same keys and values.
func (t *Table) copied() Table {
	return Table{slices.Clone(t.list), slices.Clone(t.fields), slices.Clone(t.index), t.frozen}
}
