package lua

import (
	"math"
	"strconv"
	"unique"
	"unsafe"

	"sleight/runtime/lua/number"
)

// Type is what a value is.
type Type uint8

// The types of values.
const (
	TypeNil Type = iota
	TypeBool
	TypeNumber
	TypeText
	TypeTable
	TypeFunction
	TypeObject
)

// String returns the name that Lua's type function returns, and "entity" for an
// object.
func (t Type) String() string {
	return [...]string{"nil", "boolean", "number", "string", "table", "function", "entity"}[t]
}

// Value is a Lua value. The zero Value is nil. A number, a boolean, an existing
// text, a table, a function and an object take no memory besides the Value, so
// that passing values around allocates nothing.
//
// A Value is two words, since copying values is much of what scripts do. Only
// this file and the comparisons of names depend on the representation: the data
// of a number points at numberMark, and bits are those of the float. For
// everything else, the highest byte of bits is the type.
type Value struct {
	bits uint64         // below the type: bytes of a text, 1 for true, an object's handle
	data unsafe.Pointer // the bytes of a text, *Table, *Function, *Class, *cell or the mark
}

// numberMark is used only for its address. It must not be of size zero, since
// such variables may share an address.
var numberMark byte

const (
	typeShift = 56
	belowType = 1<<typeShift - 1
)

// tagged returns the bits of a value that is not a number.
func tagged(t Type, rest uint64) uint64 { return uint64(t)<<typeShift | rest&belowType }

// Nil is the value nil.
var Nil Value

// Num returns a number.
func Num(n float64) Value {
	return Value{bits: math.Float64bits(n), data: unsafe.Pointer(&numberMark)}
}

// Bool returns true or false.
func Bool(b bool) Value {
	if b {
		return Value{bits: tagged(TypeBool, 1)}
	}
	return Value{bits: tagged(TypeBool, 0)}
}

// Name returns an interned text: equal ones share an address while names keeps
// one of them, so that they are found to be equal without comparing bytes.
func Name(s string) Value { return Text(unique.Make(s).Value()) }

// names keeps names interned: unique drops a text without a handle at the next
// garbage collection, and puts the next equal text elsewhere.
type names map[unique.Handle[string]]struct{}

func (n names) name(s string) Value {
	handle := unique.Make(s)
	n[handle] = struct{}{}
	return Text(handle.Value())
}

// Text returns a text.
func Text(s string) Value {
	return Value{bits: tagged(TypeText, uint64(len(s))), data: unsafe.Pointer(unsafe.StringData(s))}
}

// Value returns the table as a value.
func (t *Table) Value() Value { return Value{tagged(TypeTable, 0), unsafe.Pointer(t)} }

// Value returns the function as a value; nil for no function.
func (fn *Function) Value() Value {
	if fn == nil {
		return Nil
	}
	return Value{tagged(TypeFunction, 0), unsafe.Pointer(fn)}
}

// Class describes the fields that objects of the host have in common. Two
// objects are equal if class and handle are.
type Class struct {
	// Fixed, if any, are constant fields that all objects of the class have,
	// which may be read without Get. Get knows them too.
	Fixed *Table
	// Get reads a field, Set writes one. Either may fail by VM.Fail.
	Get func(handle uint64, key Value) Value
	Set func(handle uint64, key, value Value)
}

// Object returns the object of a class with the given handle, of up to 56 bits.
func (c *Class) Object(handle uint64) Value {
	return Value{tagged(TypeObject, handle), unsafe.Pointer(c)}
}

// Type returns the type of the value.
func (v Value) Type() Type {
	if v.isNumber() {
		return TypeNumber
	}
	return Type(v.bits >> typeShift)
}

// IsNil reports whether the value is nil.
func (v Value) IsNil() bool { return v.bits == 0 && v.data == nil }

// True reports whether the value counts as true: everything except nil and
// false does.
func (v Value) True() bool { return v.data != nil || v.bits > tagged(TypeBool, 0) }

// is reports whether the value has a type other than TypeNumber.
func (v Value) is(t Type) bool { return v.bits>>typeShift == uint64(t) && !v.isNumber() }

func (v Value) isNumber() bool { return v.data == unsafe.Pointer(&numberMark) }
func (v Value) isText() bool   { return v.is(TypeText) }

// Number returns the value of a number; ok is false for anything else.
func (v Value) Number() (n float64, ok bool) { return v.float(), v.isNumber() }

// Text returns the value of a text; ok is false for anything else.
func (v Value) Text() (s string, ok bool) {
	if !v.isText() {
		return "", false
	}
	return v.text(), true
}

// Table returns the table that the value is, or nil.
func (v Value) Table() *Table {
	if !v.is(TypeTable) {
		return nil
	}
	return (*Table)(v.data)
}

// Function returns the function that the value is, or nil.
func (v Value) Function() *Function {
	if !v.is(TypeFunction) {
		return nil
	}
	return (*Function)(v.data)
}

// Object returns the class and the handle of an object; class is nil for
// anything else.
func (v Value) Object() (class *Class, handle uint64) {
	if !v.is(TypeObject) {
		return nil, 0
	}
	return (*Class)(v.data), v.handle()
}

// float, size, text, table, function, class and handle assume the type of the
// value.
func (v Value) float() float64      { return math.Float64frombits(v.bits) }
func (v Value) size() int           { return int(v.bits & belowType) }
func (v Value) text() string        { return unsafe.String((*byte)(v.data), v.size()) }
func (v Value) table() *Table       { return (*Table)(v.data) }
func (v Value) function() *Function { return (*Function)(v.data) }
func (v Value) class() *Class       { return (*Class)(v.data) }
func (v Value) handle() uint64      { return v.bits & belowType }

// renumber changes the number of a value that is one.
func (v *Value) renumber(n float64) { v.bits = math.Float64bits(n) }

// cell is a captured local. Its slot holds it as a value that no script can
// access.
type cell struct{ v Value }

func (c *cell) slot() Value  { return Value{data: unsafe.Pointer(c)} }
func (v Value) cell() *cell  { return (*cell)(v.data) }
func (v Value) isCell() bool { return v.bits == 0 && v.data != nil && !v.isNumber() }

// identical reports whether two values have the same bits and the same address.
// Equal values may differ in that, except interned texts.
func (v Value) identical(w Value) bool { return v.data == w.data && v.bits == w.bits }

// sameText reports whether the value is a text with the bytes of another one.
func (v Value) sameText(text Value) bool {
	return v.bits == text.bits && v.isText() && v.text() == text.text()
}

// Equal is Lua's ==.
func (v Value) Equal(w Value) bool {
	switch {
	case v.isNumber():
		return w.isNumber() && v.float() == w.float()
	case v.bits != w.bits:
		return false
	case v.data == w.data:
		return true
	}
	return v.isText() && w.isText() && v.text() == w.text()
}

// String formats the value as Lua's tostring does; tables, functions and
// objects by their type and never by their address.
func (v Value) String() string {
	switch v.Type() {
	case TypeBool:
		return strconv.FormatBool(v.True())
	case TypeNumber:
		return number.Format(v.float())
	case TypeText:
		return v.text()
	}
	return v.Type().String()
}
