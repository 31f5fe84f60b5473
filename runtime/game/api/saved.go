package api

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// MigrateHook is the name of the function in a migration's script.
const MigrateHook = "migrate"

// Saved is a saved game for a migration's script, which receives it as one
// table and changes that. The API of a running game is not available.
type Saved struct {
	Game, Version, Phase string
	Snapshot             *state.Snapshot
}

// Migrate runs the function migrate of a program on a saved game, with the
// budget of one command. If it fails the snapshot must not be used.
func (s *Saved) Migrate(p *lua.Program) *diag.Diagnostic {
	var vm *lua.VM
	vm = lua.NewVM(unavailableGlobals(func(name string) lua.Value {
		vm.Fail(diag.New("script/runtime", diag.Place{}, "%s needs a running game, but a migration has only the saved one", name))
		return lua.Nil
	}))
	instance, problem := vm.Load(p)
	if problem != nil {
		return problem
	}
	t := &savedTable{Saved: s, vm: vm, entities: map[*lua.Table]state.ID{}, tables: map[state.ID]*lua.Table{}}
	return vm.Protect(lua.DefaultFuel, func() {
		root := t.write()
		vm.Call(instance.Hook(MigrateHook), root.Value())
		t.read(root)
	})
}

// unavailableGlobals returns replacements for the functions and values of the API, which
// call refuse because no game is running.
func unavailableGlobals(refuse func(name string) lua.Value) map[string]lua.Value {
	all := map[string]lua.Value{}
	for _, f := range Functions() {
		all[f.Name] = lua.NewFunction(func(*lua.VM, []lua.Value) lua.Value { return refuse(f.Name) }).Value()
	}
	for _, name := range Surface().Values {
		class := &lua.Class{
			Get: func(uint64, lua.Value) lua.Value { return refuse(name) },
			Set: func(uint64, lua.Value, lua.Value) { refuse(name) },
		}
		all[name] = class.Object(0)
	}
	return all
}

// savedTable converts a snapshot to a Lua table and back. An entity is the same
// table wherever it appears, so that scripts may compare and move it.
type savedTable struct {
	*Saved
	vm       *lua.VM
	entities map[*lua.Table]state.ID
	tables   map[state.ID]*lua.Table
	// Collected while reading the table back.
	placed map[state.ID]bool
	made   map[*lua.Table]state.ID
}

// write makes the table that the script receives.
func (t *savedTable) write() *lua.Table {
	root := lua.NewTable()
	root.Put("game", lua.Text(t.Game))
	root.Put("version", lua.Text(t.Version))
	root.Put("players", lua.Num(float64(t.Snapshot.Players)))
	root.Put("phase", lua.Text(t.Phase))
	for slot, e := range t.Snapshot.Entities {
		if e.Key != "" {
			id := t.Snapshot.ID(slot)
			t.tables[id] = lua.NewTable()
			t.entities[t.tables[id]] = id
		}
	}
	for id, e := range t.tables { // separately, so that the order does not matter
		saved := t.Snapshot.Entities[id.Slot()]
		for _, p := range saved.Props {
			e.Put(p.Name, t.lua(p.Value))
		}
		e.Put("is", lua.Text(saved.Key))
	}
	variables := lua.NewTable()
	for _, v := range t.Snapshot.Vars {
		if !hidden(v.Name) {
			t.put(variables, v.Name, v.Player, t.lua(v.Value))
		}
	}
	root.Put("variables", variables.Value())
	zones, inZone := lua.NewTable(), map[state.ID]bool{}
	for _, z := range t.Snapshot.Zones {
		list := lua.NewTable()
		for _, id := range z.IDs {
			if e := t.tables[id]; e != nil {
				inZone[id] = true
				list.Append(e.Value())
			}
		}
		t.put(zones, z.Name, z.Player, list.Value())
	}
	root.Put("zones", zones.Value())
	away := lua.NewTable()
	for slot := range t.Snapshot.Entities {
		if id := t.Snapshot.ID(slot); t.tables[id] != nil && !inZone[id] {
			away.Append(t.tables[id].Value())
		}
	}
	root.Put("away", away.Value())
	return root
}

// hidden reports whether a variable is internal to the engine.
func hidden(name string) bool { return strings.HasPrefix(name, "_") }

// put stores a value under a name, or in the list there if each player has one.
func (t *savedTable) put(in *lua.Table, name string, player int, v lua.Value) {
	if player == 0 {
		in.Put(name, v)
		return
	}
	list := in.Get(name).Table()
	if list == nil {
		list = lua.NewTable()
		in.Put(name, list.Value())
	}
	list.Set(lua.Num(float64(player)), v)
}

func (t *savedTable) lua(v state.Value) lua.Value {
	if v.Type != state.Ref {
		return plain(v)
	}
	if e := t.tables[v.ID()]; e != nil {
		return e.Value()
	}
	return lua.Nil
}

// fail aborts the migration because of an error in the resulting table.
func (t *savedTable) fail(format string, args ...any) {
	t.vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// keys returns the sorted names in a table.
func (t *savedTable) keys(in *lua.Table, what string) []string {
	in.Each(func(key, _ lua.Value) {
		if key.Type() != lua.TypeText {
			t.fail("%s has names, not %s", what, key)
		}
	})
	out := in.Names()
	t.vm.Charge(int64(len(out)))
	return out
}

// tableAt returns a table that must exist.
func (t *savedTable) tableAt(in *lua.Table, name string) *lua.Table {
	out := in.Get(name).Table()
	if out == nil {
		t.fail("saved.%s must stay a table", name)
	}
	return out
}
