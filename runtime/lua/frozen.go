package lua

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Freeze makes a table, and the tables within it, such that scripts can only
// read them.
func (vm *VM) Freeze(t *Table) {
	if t.frozen {
		return
	}
	t.frozen = true
	t.Each(func(_, v Value) {
		switch v.typ {
		case TypeTable:
			vm.Freeze(v.table())
		case TypeFunction:
			vm.seal(v.function())
		}
	})
}

// seal freezes the tables that a function has captured, and those that the
// functions it has captured have.
func (vm *VM) seal(fn *Function) {
	if fn.native != nil || vm.sealed[fn] {
		return
	}
	vm.sealed[fn] = true
	if k := fn.proto.keeps; k.name != "" {
		vm.Fail(diag.New("script/state", fn.proto.origin.at(k.line), "%s outlives the call, and a function changes it: scripts keep no state", k.name).
			WithHint("make it local to the function, or declare a variable of the game"))
	}
	for _, c := range fn.cells {
		switch c.v.typ {
		case TypeTable:
			vm.Freeze(c.v.table())
		case TypeFunction:
			vm.seal(c.v.function())
		}
	}
}

// Frozen returns content data as scripts see it: numbers, texts and truth
// values as they are, lists and mappings frozen. A value is made once for each
// VM.
func (vm *VM) Frozen(n *def.Node) Value {
	if n == nil {
		return Nil
	}
	switch n.Type {
	case def.Bool:
		return Truth(n.Bool)
	case def.Number:
		return Num(n.Number)
	case def.Text:
		if len(n.Text) > maxText {
			vm.Fail(diag.New("script/runtime", n.Place(), "this text is longer than the %d bytes that scripts may handle", maxText))
		}
		if len(n.Text) < costLook {
			return Name(n.Text)
		}
		return Text(n.Text)
	case def.Null:
		return Nil
	}
	if t, ok := vm.nodes[n]; ok {
		return t.Value()
	}
	t := &Table{frozen: true}
	for i, item := range n.Items {
		t.setNumber(float64(i+1), vm.Frozen(item))
	}
	for _, f := range n.Fields {
		t.Put(f.Key, vm.Frozen(f.Value))
	}
	vm.nodes[n] = t
	return t.Value()
}
