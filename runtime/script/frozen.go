package script

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/def"
	"sleight/runtime/diag"
)

// frozen is a table that cannot be changed. gopher-lua has no such thing, so
// scripts get userdata that reads through to the table: for a plain index the
// VM follows __index without calling anything.
type frozen struct{ table *lua.LTable }

// Freeze returns the table as scripts may see it without changing it. Tables
// within are frozen too. The caller must not change it afterwards.
func (vm *VM) Freeze(t *lua.LTable) lua.LValue {
	if v, ok := vm.frozen[t]; ok {
		return v
	}
	meta := &lua.LTable{Metatable: lua.LNil}
	meta.RawSetString("__index", t)
	meta.RawSetString("__newindex", vm.refuse)
	ud := &lua.LUserData{Value: &frozen{t}, Metatable: meta}
	vm.frozen[t] = ud
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		switch v := value.(type) {
		case *lua.LTable:
			t.RawSet(key, vm.Freeze(v))
		case *lua.LFunction:
			vm.seal(v)
		}
	}
	return ud
}

// seal freezes the tables that a function has captured, and those that the
// functions it has captured have.
func (vm *VM) seal(fn *lua.LFunction) {
	if fn.IsG || vm.sealed[fn] {
		return
	}
	vm.sealed[fn] = true
	if name, line, ok := keeps(fn.Proto); ok {
		vm.Fail(diag.New("script/state", placeOf(fn.Proto.SourceName, line), "%s outlives the call and is changed in a function: scripts keep no state", name).
			WithHint("make it local to the function, or declare a variable of the game"))
	}
	for _, up := range fn.Upvalues {
		switch v := up.Value().(type) {
		case *lua.LTable:
			up.SetValue(vm.Freeze(v))
		case *lua.LFunction:
			vm.seal(v)
		}
	}
}

// keeps finds an assignment in a function, or in one that it makes, to a local
// from outside of it: the function would remember it. In the source this looks
// innocent when the function comes out of another one.
func keeps(p *lua.FunctionProto) (name string, line int, found bool) {
	for i, code := range p.Code {
		if int(code>>26) == lua.OP_SETUPVAL {
			return p.DbgUpvalues[code&0x1ff], p.DbgSourcePositions[i], true
		}
		if int(code>>26) != lua.OP_CLOSURE {
			continue
		}
		// Behind a closure stands, for each local that it captures, where it is.
		inner := p.FunctionPrototypes[code&0x3ffff]
		if name, line, found = keeps(inner); !found {
			continue
		}
		for n, captured := range inner.DbgUpvalues {
			if captured == name && int(p.Code[i+1+n]>>26) == lua.OP_GETUPVAL {
				return name, line, true
			}
		}
	}
	return "", 0, false
}

// Frozen returns content data as scripts see it: numbers, texts and truth
// values as they are, lists and mappings frozen. A value is made once for each
// VM.
func (vm *VM) Frozen(n *def.Node) lua.LValue {
	if n == nil {
		return lua.LNil
	}
	switch n.Type {
	case def.Bool:
		return lua.LBool(n.Bool)
	case def.Number:
		return vm.Box(n.Number)
	case def.Text:
		if len(n.Text) > maxText {
			vm.Fail(diag.New("script/runtime", n.Place(), "this text is longer than the %d bytes that scripts may handle", maxText))
		}
		return lua.LString(n.Text)
	case def.Null:
		return lua.LNil
	}
	if v, ok := vm.nodes[n]; ok {
		return v
	}
	t := vm.lua.NewTable()
	for i, item := range n.Items {
		t.RawSetInt(i+1, vm.Frozen(item))
	}
	for _, f := range n.Fields {
		t.RawSetString(f.Key, vm.Frozen(f.Value))
	}
	v := vm.Freeze(t)
	vm.nodes[n] = v
	return v
}

// table returns the table behind a value, frozen or not.
func table(v lua.LValue) (t *lua.LTable, fixed, ok bool) {
	switch x := v.(type) {
	case *lua.LTable:
		return x, false, true
	case *lua.LUserData:
		if f, ok := x.Value.(*frozen); ok {
			return f.table, true, true
		}
	}
	return nil, false, false
}

// Len returns how many items a list has, and false for what is no table.
func (vm *VM) Len(v lua.LValue) (int, bool) {
	t, _, ok := table(v)
	if !ok {
		return 0, false
	}
	vm.Charge(vm.scan())
	return t.Len(), true
}

// Item returns an item of a list, counted from 1.
func (vm *VM) Item(v lua.LValue, i int) lua.LValue {
	t, _, ok := table(v)
	if !ok {
		return lua.LNil
	}
	return t.RawGetInt(i)
}

// Field returns what a table has under a name.
func (vm *VM) Field(v lua.LValue, name string) lua.LValue {
	t, _, ok := table(v)
	if !ok {
		return lua.LNil
	}
	return t.RawGetString(name)
}

// Names lists the names that a table has fields under, in alphabetical order.
func (vm *VM) Names(v lua.LValue) []string {
	t, _, ok := table(v)
	if !ok {
		return nil
	}
	vm.Charge(vm.scan())
	var out []string
	t.ForEach(func(key, _ lua.LValue) {
		if name, ok := key.(lua.LString); ok {
			out = append(out, string(name))
		}
	})
	slices.Sort(out)
	vm.Charge(int64(len(out)))
	return out
}

// scan is what it may cost to find the end of a table, or its next key: gopher-
// lua passes over every place that was ever used.
func (vm *VM) scan() int64 { return 1 + vm.fuel.stores>>3 }
