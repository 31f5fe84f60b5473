package api

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/diag"
	"sleight/runtime/script"
	"sleight/runtime/state"
)

// MigrateHook is the function that a migration's script has.
const MigrateHook = "migrate"

// Saved is a saved game as a migration's script is given it: one table, which
// the script changes. Nothing of a running game is there.
type Saved struct {
	Game, Version, Phase string
	Snapshot             *state.Snapshot
}

// Migrate runs the function migrate of a program on a saved game, with the
// budget of a command. When it fails the snapshot must not be used.
func (s *Saved) Migrate(p *script.Program) *diag.Diagnostic {
	vm := script.NewVM(absent)
	instance, problem := vm.Load(p)
	if problem != nil {
		return problem
	}
	t := &savedTable{Saved: s, vm: vm, entities: map[*lua.LTable]state.ID{}, tables: map[state.ID]*lua.LTable{}}
	return vm.Protect(script.DefaultFuel, func() {
		root := t.write()
		vm.Call1(instance.Hook(MigrateHook), root)
		t.read(root)
	})
}

// absent are the functions and values of the API, each of which says that no
// game is running.
func absent(l *lua.LState) map[string]lua.LValue {
	all := map[string]lua.LValue{}
	refuse := func(name string) *lua.LFunction {
		return l.NewFunction(func(l *lua.LState) int {
			l.RaiseError("%s is of a running game, and a migration has only the saved one", name)
			return 0
		})
	}
	for _, f := range Functions() {
		all[f.Name] = refuse(f.Name)
	}
	for _, name := range Surface().Values {
		meta := l.NewTable()
		meta.RawSetString("__index", refuse(name))
		meta.RawSetString("__newindex", refuse(name))
		all[name] = &lua.LUserData{Metatable: meta}
	}
	return all
}

// savedTable is a snapshot as a Lua table, and back. An entity is one table
// wherever it stands, so that scripts may compare and move it.
type savedTable struct {
	*Saved
	vm       *script.VM
	entities map[*lua.LTable]state.ID
	tables   map[state.ID]*lua.LTable
	// What reading back finds.
	placed map[state.ID]bool
	made   map[*lua.LTable]state.ID
}

func (t *savedTable) table() *lua.LTable { return t.vm.Lua().NewTable() }

// write makes the table that the script is given.
func (t *savedTable) write() *lua.LTable {
	root := t.table()
	root.RawSetString("game", lua.LString(t.Game))
	root.RawSetString("version", lua.LString(t.Version))
	root.RawSetString("players", lua.LNumber(t.Snapshot.Players))
	root.RawSetString("phase", lua.LString(t.Phase))
	for slot, e := range t.Snapshot.Entities {
		if e.Key != "" {
			id := t.Snapshot.ID(slot)
			t.tables[id] = t.table()
			t.entities[t.tables[id]] = id
		}
	}
	for id, e := range t.tables { // each on its own, so that the order does not matter
		saved := t.Snapshot.Entities[id.Slot()]
		for _, p := range saved.Props {
			e.RawSetString(p.Name, t.lua(p.Value))
		}
		e.RawSetString("is", lua.LString(saved.Key))
	}
	variables := t.table()
	for _, v := range t.Snapshot.Vars {
		if !hidden(v.Name) {
			t.put(variables, v.Name, v.Player, t.lua(v.Value))
		}
	}
	root.RawSetString("variables", variables)
	zones, inZone := t.table(), map[state.ID]bool{}
	for _, z := range t.Snapshot.Zones {
		list := t.table()
		for _, id := range z.IDs {
			if e := t.tables[id]; e != nil {
				inZone[id] = true
				list.Append(e)
			}
		}
		t.put(zones, z.Name, z.Player, list)
	}
	root.RawSetString("zones", zones)
	away := t.table()
	for slot := range t.Snapshot.Entities {
		if id := t.Snapshot.ID(slot); t.tables[id] != nil && !inZone[id] {
			away.Append(t.tables[id])
		}
	}
	root.RawSetString("away", away)
	return root
}

// hidden tells whether a variable is the engine's own.
func hidden(name string) bool { return strings.HasPrefix(name, "_") }

// put puts a value under a name, or into the list there of what each player
// has.
func (t *savedTable) put(in *lua.LTable, name string, player int, v lua.LValue) {
	if player == 0 {
		in.RawSetString(name, v)
		return
	}
	list, ok := in.RawGetString(name).(*lua.LTable)
	if !ok {
		list = t.table()
		in.RawSetString(name, list)
	}
	list.RawSetInt(player, v)
}

func (t *savedTable) lua(v state.Value) lua.LValue {
	switch v.Type {
	case state.Bool:
		return lua.LBool(v.Num != 0)
	case state.Number:
		return lua.LNumber(v.Num)
	case state.Text:
		return lua.LString(v.Str)
	case state.Ref:
		if e := t.tables[v.ID()]; e != nil {
			return e
		}
	}
	return lua.LNil
}

// fail ends the migration with a fault of what the script has left.
func (t *savedTable) fail(format string, args ...any) {
	t.vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// keys lists the names in a table, sorted.
func (t *savedTable) keys(in *lua.LTable, what string) []string {
	var out []string
	in.ForEach(func(key, _ lua.LValue) {
		name, ok := key.(lua.LString)
		if !ok {
			t.fail("%s has names, not %s", what, key.String())
		}
		out = append(out, string(name))
	})
	slices.Sort(out)
	t.vm.Charge(int64(len(out)))
	return out
}

// tableAt returns a table that must be there.
func (t *savedTable) tableAt(in *lua.LTable, name string) *lua.LTable {
	out, ok := in.RawGetString(name).(*lua.LTable)
	if !ok {
		t.fail("saved.%s must stay a table", name)
	}
	return out
}
