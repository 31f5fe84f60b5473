package api

import (
	"unicode/utf8"

	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// read applies the script's changes to the table. State that is not in the
// table (random streams, temporary changes) stays as it is.
func (t *savedTable) read(root *lua.Table) {
	t.placed, t.made = map[state.ID]bool{}, map[*lua.Table]state.ID{}
	if phase, ok := root.Get("phase").Text(); ok {
		t.Phase = phase
	} else {
		t.fail("saved.phase must stay the name of a phase")
	}
	t.readZones(t.tableAt(root, "zones"))
	away := t.tableAt(root, "away")
	t.mustBeList(away, "saved.away")
	for i := 1; i <= away.Len(); i++ {
		id := t.entity(away.At(i), "saved.away")
		if _, isNew := t.made[away.At(i).Table()]; isNew {
			t.fail("new entities must be in a zone, not in saved.away")
		}
		t.place(id, "saved.away")
	}
	left := map[state.ID]bool{}
	for slot := range t.Snapshot.Entities {
		id := t.Snapshot.ID(slot)
		switch e := t.tables[id]; {
		case e != nil && t.placed[id]:
			t.readEntity(e, id)
		case e != nil:
			left[id] = true
		}
	}
	t.Snapshot.RemoveEntities(left)
	t.readVariables(t.tableAt(root, "variables"))
}

func (t *savedTable) readZones(zones *lua.Table) {
	var out []state.SavedZone
	seen := map[string]bool{}
	take := func(name string, player int, v lua.Value) {
		list := v.Table()
		if list == nil {
			t.fail("saved.zones.%s must be a list", name)
		}
		t.mustBeList(list, "saved.zones."+name)
		z := state.SavedZone{Name: name, Player: player}
		for i := 1; i <= list.Len(); i++ {
			id := t.entity(list.At(i), "saved.zones."+name)
			t.place(id, "saved.zones."+name)
			z.IDs = append(z.IDs, id)
		}
		out = append(out, z)
	}
	for _, z := range t.Snapshot.Zones {
		v := zones.Get(z.Name)
		if z.Player > 0 {
			if lists := v.Table(); lists != nil {
				t.mustBeOfPlayers(lists, seen[z.Name], "saved.zones."+z.Name)
				v = lists.At(z.Player)
			}
		}
		if seen[z.Name] = true; !v.IsNil() {
			take(z.Name, z.Player, v)
		}
	}
	for _, name := range t.keys(zones, "saved.zones") {
		v := zones.Get(name)
		switch {
		case seen[name]:
		case ofPlayers(v):
			t.mustBeOfPlayers(v.Table(), false, "saved.zones."+name)
			for player := 1; player <= t.Snapshot.Players; player++ {
				take(name, player, v.Table().At(player))
			}
		default:
			take(name, 0, v)
		}
	}
	t.Snapshot.Zones = out
}

// mustBeList fails for a table with keys other than 1, 2, 3 and so on, since
// their values would be lost.
func (t *savedTable) mustBeList(list *lua.Table, where string) {
	list.Each(func(key, _ lua.Value) {
		if n, ok := key.Number(); !ok || n < 1 || n > float64(list.Len()) || n != float64(int(n)) {
			t.fail("%s must be a list without gaps, and has a value at %s", where, key)
		}
	})
}

// mustBeOfPlayers fails for a list of values for each player that has one for
// somebody who does not play, since it would be lost.
func (t *savedTable) mustBeOfPlayers(list *lua.Table, checked bool, where string) {
	if checked {
		return
	}
	list.Each(func(key, _ lua.Value) {
		if n, ok := key.Number(); !ok || n < 1 || n > float64(t.Snapshot.Players) || n != float64(int(n)) {
			t.fail("%s has a value at %s, but players are numbered from 1 to %d", where, key, t.Snapshot.Players)
		}
	})
}

// ofPlayers reports whether a value is a list of lists, one per player.
func ofPlayers(v lua.Value) bool {
	list := v.Table()
	if list == nil {
		return false
	}
	first := list.At(1).Table()
	return first != nil && first.Get("is").IsNil()
}

// entity returns the entity that a table represents, making a new one for a new
// table.
func (t *savedTable) entity(v lua.Value, where string) state.ID {
	e := v.Table()
	if e == nil {
		t.fail("%s holds %s, which is not an entity", where, v)
	}
	if id, ok := t.entities[e]; ok {
		return id
	}
	id, ok := t.made[e]
	if !ok {
		if len(t.Snapshot.Entities) >= state.MaxEntities {
			t.fail("there are more than %d entities", state.MaxEntities)
		}
		t.Snapshot.Entities = append(t.Snapshot.Entities, state.SavedEntity{Generation: 1})
		id = t.Snapshot.ID(len(t.Snapshot.Entities) - 1)
		t.made[e], t.tables[id] = id, e
	}
	return id
}

func (t *savedTable) place(id state.ID, where string) {
	t.vm.Charge(costCall)
	if t.placed[id] {
		t.fail("an entity is in two places, one of them %s", where)
	}
	t.placed[id] = true
}

func (t *savedTable) readEntity(e *lua.Table, id state.ID) {
	is, _ := e.Get("is").Text()
	if is == "" {
		t.fail("an entity needs is, the definition that it is of, such as is = \"die/d6\"")
	}
	saved := &t.Snapshot.Entities[id.Slot()]
	var props []state.SavedVar
	known := map[string]bool{"is": true}
	for _, p := range saved.Props { // properties that were there before come first, in their order
		if v := e.Get(p.Name); !v.IsNil() && !known[p.Name] {
			known[p.Name] = true
			props = append(props, state.SavedVar{Name: p.Name, Value: t.value(v, is+"."+p.Name)})
		}
	}
	for _, name := range t.keys(e, is) {
		if !known[name] {
			props = append(props, state.SavedVar{Name: name, Value: t.value(e.Get(name), is+"."+name)})
		}
	}
	saved.Key, saved.Props = is, props
}

func (t *savedTable) readVariables(variables *lua.Table) {
	var out []state.SavedVar
	seen := map[string]bool{}
	for _, v := range t.Snapshot.Vars {
		if hidden(v.Name) {
			out = append(out, v)
			continue
		}
		now := variables.Get(v.Name)
		if v.Player > 0 {
			if list := now.Table(); list != nil {
				t.mustBeOfPlayers(list, seen[v.Name], "saved.variables."+v.Name)
				now = list.At(v.Player)
			}
		}
		seen[v.Name] = true
		if v.Value.Type == state.Ref || v.Value.Type == state.Nil || !now.IsNil() {
			v.Value = t.value(now, "saved.variables."+v.Name)
			out = append(out, v)
		}
	}
	for _, name := range t.keys(variables, "saved.variables") {
		if seen[name] {
			continue
		}
		now := variables.Get(name)
		list := now.Table()
		if _, one := t.known(list); list == nil || one {
			out = append(out, state.SavedVar{Name: name, Value: t.value(now, "saved.variables."+name)})
			continue
		}
		t.mustBeOfPlayers(list, false, "saved.variables."+name)
		for player := 1; player <= t.Snapshot.Players; player++ {
			out = append(out, state.SavedVar{Name: name, Player: player, Value: t.value(list.At(player), "saved.variables."+name)})
		}
	}
	t.Snapshot.Vars = out
}

// known finds the existing entity that a table represents.
func (t *savedTable) known(e *lua.Table) (state.ID, bool) {
	if e == nil {
		return state.None, false
	}
	if id, ok := t.entities[e]; ok {
		return id, t.placed[id]
	}
	id, ok := t.made[e]
	return id, ok
}

// value converts a value in the resulting table to game data.
func (t *savedTable) value(v lua.Value, where string) state.Value {
	if data, ok := scalar(v); ok {
		return data
	}
	switch v.Type() {
	case lua.TypeText:
		if text := v.String(); utf8.ValidString(text) {
			return state.Str(text)
		}
		t.fail("%s is not UTF-8, so it cannot be game data", where)
	case lua.TypeTable:
		if id, ok := t.known(v.Table()); ok {
			return state.Entity(id)
		}
		if _, was := t.entities[v.Table()]; was {
			return state.Value{} // the script removed it
		}
	}
	t.fail("%s cannot be a %s: use numbers, texts, true, false, nil or entities", where, v.Type())
	return state.Value{}
}
