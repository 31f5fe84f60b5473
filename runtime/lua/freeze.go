package lua

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Freeze makes a table, and everything that can be reached from it, read-only
// for scripts: tables and functions that are keys, values or captured locals.
func (vm *VM) Freeze(t *Table) { vm.freeze(t.Value()) }

// freeze uses an explicit work list, so that deeply nested tables take none of
// Go's stack.
func (vm *VM) freeze(values ...Value) {
	for len(values) > 0 {
		v := values[len(values)-1]
		values = values[:len(values)-1]
		switch v.Type() {
		case TypeTable:
			t := v.table()
			if t.frozen {
				continue
			}
			t.frozen = true
			t.Each(func(k, v Value) {
				for _, inner := range [...]Value{k, v} {
					if kind := inner.Type(); kind == TypeTable || kind == TypeFunction { // most are neither
						values = append(values, inner)
					}
				}
			})
		case TypeFunction:
			values = vm.freezeFunction(v.function(), values)
		}
	}
}

// freezeFunction appends the captured locals of a function to the work list.
func (vm *VM) freezeFunction(fn *Function, values []Value) []Value {
	if fn.stateName != "" {
		vm.Fail(diag.New("script/state", diag.Place{}, "%s outlives the call: scripts keep no state", fn.stateName).
			WithHint("call it where it is used"))
	}
	if fn.native != nil || vm.frozenFunctions[fn] {
		return values
	}
	vm.frozenFunctions[fn] = true
	if k := fn.proto.outerAssignment; k.name != "" {
		vm.Fail(diag.New("script/state", fn.proto.origin.at(k.line), "%s outlives the call, and a function changes it: scripts keep no state", k.name).
			WithHint("make it local to the function, or declare a variable of the game"))
	}
	for _, c := range fn.cells {
		values = append(values, c.v)
	}
	return values
}

// ContentValue returns content data as scripts see it: numbers, texts and
// booleans as they are, lists and mappings frozen. Each value is made once per
// VM.
func (vm *VM) ContentValue(n *def.Node) Value {
	if n == nil {
		return Nil
	}
	switch n.Type() {
	case def.Bool:
		return Bool(n.Bool())
	case def.Number:
		return Num(n.Number())
	case def.Text:
		if len(n.Text()) > maxText {
			vm.Fail(diag.New("script/runtime", n.Place(), "this text is longer than the %d bytes that scripts may handle", maxText))
		}
		if len(n.Text()) < costLook {
			return vm.names.name(n.Text())
		}
		return Text(n.Text())
	case def.Null:
		return Nil
	}
	if t, ok := vm.nodes[n]; ok {
		return t.Value()
	}
	items, fields := n.Items(), n.Fields()
	t := &Table{frozen: true, list: make([]Value, 0, len(items)), fields: make([]field, 0, len(fields))}
	for i, item := range items {
		t.setNumber(float64(i+1), vm.ContentValue(item))
	}
	for _, f := range fields {
		t.setField(vm.names.name(f.Key), vm.ContentValue(f.Value))
	}
	vm.nodes[n] = t
	return t.Value()
}
