package lua

import (
	"math"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// Operations on operands that are not plain numbers.

// equal is ==, charged for long texts.
func (vm *VM) equal(a, b Value) bool {
	if a.isText() && a.bits == b.bits && b.isText() && a.size() >= costLook {
		vm.Charge(int64(a.size() / costLook))
	}
	return a.Equal(b)
}

func (vm *VM) lessThan(a, b Value) bool {
	if a.isNumber() && b.isNumber() {
		return a.float() < b.float()
	}
	return vm.order(a, b) < 0
}

// order is negative if text a comes before text b, 0 if they are equal.
func (vm *VM) order(a, b Value) int {
	if a.isText() && b.isText() {
		vm.Charge(int64(min(a.size(), b.size()) / costText))
		return strings.Compare(a.text(), b.text())
	}
	d := diag.New("script/runtime", diag.Place{}, "cannot compare %s with %s: both must be numbers or both texts", describe(a), describe(b))
	if a.IsNil() || b.IsNil() {
		d = d.WithHint("one of the two is missing")
	}
	vm.Fail(d)
	return 0
}

// calculate performs an arithmetic operation on numbers, and on texts that denote
// numbers.
func (vm *VM) calculate(op *operation, a, b Value) Value {
	if a.isNumber() && b.isNumber() {
		return Num(op.calculate(vm, a.float(), b.float()))
	}
	if a.isText() || b.isText() {
		l := vm.operand(a, "")
		return Num(op.calculate(vm, l, vm.operand(b, "")))
	}
	vm.Fail(diag.New("script/runtime", diag.Place{}, "cannot apply %s to %s and %s", op.sign, kindOf(a), kindOf(b)).
		WithHint("one of the two is missing or not a number"))
	return Nil
}

// operand is one side of an arithmetic operation, where texts may denote
// numbers.
func (vm *VM) operand(v Value, complaint string) float64 {
	if n, ok := vm.toNumber(v); ok {
		return n
	}
	if v.isText() {
		complaint = ""
	}
	if complaint == "" {
		vm.failf("cannot use %s as a number", describe(v))
	}
	vm.failf("%s", complaint)
	return 0
}

// index reads a field of any value.
func (vm *VM) index(v, k Value) Value {
	switch v.Type() {
	case TypeTable:
		vm.chargeKey(k)
		return v.table().Index(k)
	case TypeObject:
		if vm.loading > 0 {
			vm.failWhileLoading("the game is read")
		}
		return v.class().Get(v.handle(), k)
	case TypeText:
		return vm.texts.Index(k) // ("x"):upper()
	}
	vm.noFields(v, k)
	return Nil
}

// chargeKey charges for reading a long text that is a key.
func (vm *VM) chargeKey(k Value) {
	if k.isText() && k.size() >= costLook {
		vm.Charge(int64(k.size() / costLook))
	}
}

// noFields fails because a value has no fields.
func (vm *VM) noFields(v, k Value) {
	d := diag.New("script/runtime", diag.Place{}, "%s has no field '%s'", kindOf(v), syntax.Shorten(k.String()))
	if v.IsNil() && k.isText() {
		d = d.WithHint("something before .%s is missing; check it with: if x then … end", syntax.Shorten(k.text()))
	}
	vm.Fail(d)
}

// store is v[k] = x.
func (vm *VM) store(v, k, x Value) {
	switch v.Type() {
	case TypeTable:
		t := v.table()
		if t.frozen {
			vm.failFrozen()
		}
		vm.checkKey(k)
		vm.Charge(costStore)
		fields := len(t.fields)
		t.Set(k, x)
		if len(t.fields) > fields {
			vm.Charge(costField)
		}
	case TypeObject:
		if vm.loading > 0 {
			vm.failWhileLoading("the game is changed")
		}
		v.class().Set(v.handle(), k, x)
	case TypeText:
		vm.failf("a text cannot be changed; make another one with ..")
	default:
		vm.noFields(v, k)
	}
}

// failFrozen fails because a table is frozen.
func (vm *VM) failFrozen() {
	vm.Fail(diag.New("script/state", diag.Place{}, "this table cannot be changed: it belongs to the script or to the content").
		WithHint("copy what you need with table.copy, or keep it in a variable of the game"))
}

// checkKey rejects values that cannot be keys.
func (vm *VM) checkKey(k Value) {
	switch k.Type() {
	case TypeNil:
		vm.failf("nil cannot be the key of a table")
	case TypeNumber:
		if math.IsNaN(k.float()) {
			vm.failf("nan (not a number) cannot be the key of a table")
		}
	case TypeText:
		vm.chargeKey(k)
	}
}

// length is #v.
func (vm *VM) length(v Value) Value {
	switch v.Type() {
	case TypeText:
		return Num(float64(v.size()))
	case TypeTable:
		return Num(float64(v.table().Len()))
	}
	vm.failf("%s has no length", describe(v))
	return Nil
}

// concatenate joins texts and numbers.
func (vm *VM) concatenate(values []Value) Value {
	vm.Charge(costJoin)
	b := vm.pool.buffer[:0]
	for _, v := range values {
		switch {
		case v.isText():
			b = append(b, v.text()...)
		case v.isNumber():
			b = appendNumber(b, v.float())
		default:
			vm.failf("%s cannot be joined to a text with ..", describe(v))
		}
		if len(b) >= costText {
			vm.chargeText(len(b))
		}
	}
	vm.pool.buffer = b
	return vm.pool.text(b)
}

// kindOf names the type of a value, in messages.
func kindOf(v Value) string {
	switch v.Type() {
	case TypeNil:
		return "nil"
	case TypeText:
		return "a text"
	case TypeObject:
		return "a value of the game"
	}
	return "a " + v.Type().String()
}

// describe names a value in messages, never by its address.
func describe(v Value) string {
	switch v.Type() {
	case TypeText:
		return "the text \"" + syntax.Shorten(v.text()) + "\""
	case TypeNumber:
		return "the number " + v.String()
	case TypeBool:
		return v.String()
	}
	return kindOf(v)
}

// toNumber returns the number that a value is or, as a text, denotes.
func (vm *VM) toNumber(v Value) (n float64, ok bool) {
	switch v.Type() {
	case TypeNumber:
		return v.float(), true
	case TypeText:
		vm.Charge(costNumeral + int64(v.size()/costDigits))
		return syntax.ParseNumber(v.text())
	}
	return 0, false
}
