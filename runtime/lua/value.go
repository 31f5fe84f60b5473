package lua

import (
	"math"
	"strconv"
	"strings"
	"unique"
	"unsafe"
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

// String returns the name that Lua's type gives, and "entity" for an object.
func (t Type) String() string {
	return [...]string{"nil", "boolean", "number", "string", "table", "function", "entity"}[t]
}

// Value is a Lua value. The zero Value is nil. A number, a truth value, a text
// that exists already, a table, a function and an object take no memory beside
// it, so that passing values to and fro allocates nothing.
//
// Only typ says what data points at, and only this file reads it.
type Value struct {
	typ  Type
	size int32          // bytes of a text
	num  float64        // a number; 1 for true; the bits of an object's handle
	data unsafe.Pointer // bytes of a text, *Table, *Function, *Class or *cell
}

// Nil is the value nil.
var Nil Value

// Num returns a number.
func Num(n float64) Value { return Value{typ: TypeNumber, num: n} }

// Truth returns true or false.
func Truth(b bool) Value {
	if b {
		return Value{typ: TypeBool, num: 1}
	}
	return Value{typ: TypeBool}
}

// Name returns a text that is likely to be a name: equal ones are in one place
// while names keeps one of them, so that they are found to be equal without
// being read.
func Name(s string) Value { return Text(unique.Make(s).Value()) }

// names keeps names in their place: unique forgets a text without a handle at
// the next garbage collection and puts the next equal one elsewhere.
type names map[unique.Handle[string]]struct{}

func (n names) name(s string) Value {
	handle := unique.Make(s)
	n[handle] = struct{}{}
	return Text(handle.Value())
}

// Text returns a text.
func Text(s string) Value {
	return Value{typ: TypeText, size: int32(len(s)), data: unsafe.Pointer(unsafe.StringData(s))}
}

// Value returns the table as a value.
func (t *Table) Value() Value { return Value{typ: TypeTable, data: unsafe.Pointer(t)} }

// Value returns the function as a value; nil for no function.
func (fn *Function) Value() Value {
	if fn == nil {
		return Nil
	}
	return Value{typ: TypeFunction, data: unsafe.Pointer(fn)}
}

// Class is what objects of the host have in common: what their fields are.
// Two objects are equal when class and handle are.
type Class struct {
	// Fixed, if any, are fields that all objects of the class have and that
	// never change; Get is asked for others.
	Fixed *Table
	// Get reads a field, Set writes one. Either may fail by VM.Fail.
	Get func(handle uint64, key Value) Value
	Set func(handle uint64, key, value Value)
}

// Object returns the object of a class that has a handle.
func (c *Class) Object(handle uint64) Value {
	return Value{typ: TypeObject, num: math.Float64frombits(handle), data: unsafe.Pointer(c)}
}

// Type returns the type of the value.
func (v Value) Type() Type { return v.typ }

// IsNil reports whether the value is nil.
func (v Value) IsNil() bool { return v.typ == TypeNil }

// True reports whether the value counts as true: all but nil and false do.
func (v Value) True() bool { return v.typ > TypeBool || v.typ == TypeBool && v.num != 0 }

// Number returns the number that the value is; not ok for anything else.
func (v Value) Number() (n float64, ok bool) { return v.num, v.typ == TypeNumber }

// Text returns the text that the value is; not ok for anything else.
func (v Value) Text() (s string, ok bool) {
	if v.typ != TypeText {
		return "", false
	}
	return v.text(), true
}

// Table returns the table that the value is, or nil.
func (v Value) Table() *Table {
	if v.typ != TypeTable {
		return nil
	}
	return (*Table)(v.data)
}

// Function returns the function that the value is, or nil.
func (v Value) Function() *Function {
	if v.typ != TypeFunction {
		return nil
	}
	return (*Function)(v.data)
}

// Object returns the class and the handle of an object; class is nil for
// anything else.
func (v Value) Object() (class *Class, handle uint64) {
	if v.typ != TypeObject {
		return nil, 0
	}
	return (*Class)(v.data), math.Float64bits(v.num)
}

// text, table, function and class presume what the value is.
func (v Value) text() string        { return unsafe.String((*byte)(v.data), int(v.size)) }
func (v Value) table() *Table       { return (*Table)(v.data) }
func (v Value) function() *Function { return (*Function)(v.data) }
func (v Value) class() *Class       { return (*Class)(v.data) }
func (v Value) handle() uint64      { return math.Float64bits(v.num) }

// cell is a local that functions have captured. Its slot holds it as a value
// that no script can get at.
type cell struct{ v Value }

func (c *cell) slot() Value { return Value{data: unsafe.Pointer(c)} }
func (v Value) cell() *cell { return (*cell)(v.data) }

// Equal is Lua's ==.
func (v Value) Equal(w Value) bool {
	if v.typ != w.typ {
		return false
	}
	switch v.typ {
	case TypeNil:
		return true
	case TypeBool, TypeNumber:
		return v.num == w.num
	case TypeText:
		return v.size == w.size && (v.data == w.data || v.text() == w.text())
	case TypeObject:
		return v.data == w.data && v.handle() == w.handle()
	}
	return v.data == w.data
}

// key is a value as a key of Go's maps; not for texts.
type key struct {
	typ  Type
	bits uint64
	data unsafe.Pointer
}

func (v Value) key() key {
	if v.typ == TypeNumber && v.num == 0 {
		return key{typ: TypeNumber} // -0 is 0
	}
	return key{v.typ, math.Float64bits(v.num), v.data}
}

// String writes the value as Lua's tostring does, tables, functions and objects
// by their type and never by their address.
func (v Value) String() string {
	switch v.typ {
	case TypeBool:
		return strconv.FormatBool(v.num != 0)
	case TypeNumber:
		return formatNumber(v.num)
	case TypeText:
		return v.text()
	}
	return v.typ.String()
}

// formatNumber writes numbers as %.14g does, like PUC Lua, except that whole
// numbers below 2^63 are written in full and zero never has a sign.
func formatNumber(n float64) string {
	switch {
	case n == math.Trunc(n) && math.Abs(n) < 1<<63:
		return strconv.FormatInt(int64(n), 10)
	case math.IsNaN(n):
		return "nan" // PUC Lua shows the sign, which depends on the processor
	case math.IsInf(n, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(n, 'g', -1, 64)), "+")
	}
	return strconv.FormatFloat(n, 'g', 14, 64)
}
