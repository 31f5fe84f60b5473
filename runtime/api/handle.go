package api

import (
	"slices"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/def"
	"sleight/runtime/diag"
	"sleight/runtime/state"
)

// handle is an entity as scripts hold it. There is one for each entity and VM,
// so that Lua's == compares entities.
type handle struct{ id state.ID }

// words returns a text as game data, which has to be text.
func (h *Host) words(text string) state.Value {
	if !utf8.ValidString(text) {
		h.VM.Fail(diag.New("script/runtime", diag.Place{}, "the text %q is not UTF-8, so it cannot be game data", text))
	}
	return state.Str(text)
}

// handle returns the Lua value of an entity.
func (h *Host) handle(id state.ID) lua.LValue {
	slot := id.Slot()
	if slot < 0 {
		return lua.LNil
	}
	for len(h.handles) <= slot {
		h.handles = append(h.handles, nil)
	}
	ud := h.handles[slot]
	if ud == nil || ud.Value.(*handle).id != id {
		ud = &lua.LUserData{Value: &handle{id}, Metatable: h.entity}
		h.handles[slot] = ud
	}
	return ud
}

// lua turns game data into what scripts see.
func (h *Host) lua(v state.Value) lua.LValue {
	switch v.Type {
	case state.Bool:
		return lua.LBool(v.Num != 0)
	case state.Number:
		return h.VM.Box(v.Num)
	case state.Text:
		return lua.LString(v.Str)
	case state.Ref:
		return h.handle(v.ID())
	}
	return lua.LNil
}

// value turns what a script gave into game data. Tables and functions cannot
// be game data.
func (h *Host) value(lv lua.LValue) state.Value {
	switch v := lv.(type) {
	case *lua.LNilType:
		return state.Value{}
	case lua.LBool:
		return state.Truth(bool(v))
	case lua.LNumber:
		return state.Num(float64(v))
	case lua.LString:
		return h.words(string(v))
	case *lua.LUserData:
		if hd, ok := v.Value.(*handle); ok {
			return state.Entity(hd.id)
		}
	}
	h.VM.Fail(diag.New("script/runtime", diag.Place{}, "%s cannot be game data", h.describe(lv)).
		WithHint("use numbers, texts, true, false, nil or entities"))
	return state.Value{}
}

func (h *Host) makeHandles(l *lua.LState) {
	h.entity = l.NewTable()
	h.entity.RawSetString("__index", l.NewFunction(h.indexEntity))
	h.entity.RawSetString("__newindex", l.NewFunction(h.assignEntity))
	meta := l.NewTable()
	meta.RawSetString("__index", l.NewFunction(h.indexVars))
	meta.RawSetString("__newindex", l.NewFunction(h.assignVars))
	h.vars = &lua.LUserData{Metatable: meta}
	h.next = l.NewFunction(h.nextEntity)
}

// indexEntity answers entity.name: a property, else what the entity's place
// tells, else a parameter or field of its definition.
func (h *Host) indexEntity(l *lua.LState) int {
	id := l.Get(1).(*lua.LUserData).Value.(*handle).id
	if !h.State.Alive(id) {
		h.gone("entity")
	}
	key, ok := l.Get(2).(lua.LString)
	if !ok {
		h.VM.Fail(diag.New("script/runtime", diag.Place{}, "an entity has named fields, not %s", h.describe(l.Get(2))))
	}
	proto := h.State.Prototype(id)
	if i, ok := proto.Kind.Prop(string(key)); ok {
		l.Push(h.lua(h.State.Prop(id, i)))
		return 1
	}
	v, ok := h.place(id, string(key))
	if !ok {
		v = h.field(h.Game.DefinitionOf(proto), proto.Kind, string(key))
	}
	l.Push(v)
	return 1
}

// place answers what is asked of an entity's place in the game rather than of
// its properties.
func (h *Host) place(id state.ID, name string) (v lua.LValue, ok bool) {
	switch name {
	case "temporary":
		h.look(h.State.Waiting())
		return lua.LBool(h.State.Temporary(id)), true
	case "index":
		return h.VM.Box(float64(h.index(id) + 1)), true
	case "zone":
		return h.zoneName(h.State.ZoneOf(id)), true
	case "owner":
		return h.VM.Box(float64(h.owner(id))), true
	case "face":
		if h.State.Prototype(id).Kind.Name == "die" {
			return h.lua(h.face(id)), true
		}
	}
	return nil, false
}

// index is an entity's position in its zone, counted from 0.
func (h *Host) index(id state.ID) int {
	i := h.State.Index(id)
	h.look(max(0, i))
	return i
}

func (h *Host) zoneName(slot int) lua.LValue {
	if slot == state.Limbo {
		return lua.LNil
	}
	d, _ := h.Game.Layout.ZoneDecl(slot)
	return lua.LString(d.Name)
}

// owner is the player whose zone the entity lies in, 0 for nobody's.
func (h *Host) owner(id state.ID) int {
	slot := h.State.ZoneOf(id)
	if slot == state.Limbo {
		return 0
	}
	_, player := h.Game.Layout.ZoneDecl(slot)
	return player
}

func (h *Host) assignEntity(l *lua.LState) int {
	id := l.Get(1).(*lua.LUserData).Value.(*handle).id
	if !h.State.Alive(id) {
		h.gone("entity")
	}
	prop, before := h.prop(id, l.ToString(2)), h.State.Position()
	h.must(h.State.SetProp(id, prop, h.value(l.Get(3)), state.Until{}))
	h.toll()
	h.traceWrite(l.ToString(2), before)
	return 0
}

func (h *Host) prop(id state.ID, name string) int {
	kind := h.State.Prototype(id).Kind
	i, ok := kind.Prop(name)
	if !ok {
		var known []string
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "a %s has no property %q that can change", kind.Name, name).
			Suggest(name, known))
	}
	return i
}

func (h *Host) indexVars(l *lua.LState) int {
	key, _ := l.Get(2).(lua.LString)
	l.Push(h.lua(h.State.Var(h.variable(string(key)))))
	return 1
}

func (h *Host) assignVars(l *lua.LState) int {
	slot, before := h.variable(l.ToString(2)), h.State.Position()
	h.must(h.State.SetVar(slot, h.value(l.Get(3)), state.Until{}))
	h.toll()
	h.traceWrite(l.ToString(2), before)
	return 0
}

// traceWrite tells of an assignment.
func (h *Host) traceWrite(name string, before int) {
	if h.Trace == nil {
		return
	}
	h.Trace(name+" =")(h.VM.Where(), before, h.State.Position())
}

func (h *Host) variable(name string) int {
	slot, ok := h.Game.Layout.Var(name, h.Acting)
	if !ok || strings.HasPrefix(name, "_") {
		var known []string
		for _, v := range h.Game.Layout.Vars {
			known = append(known, v.Name)
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "the game has no variable %q", name).Suggest(name, known))
	}
	return slot
}

func (h *Host) must(problem *diag.Diagnostic) {
	if problem != nil {
		h.VM.Fail(*problem)
	}
}

func (h *Host) gone(what string) {
	h.VM.Fail(diag.New("game/gone", diag.Place{}, "the %s is no longer in play", what).
		WithHint("entities end with remove, take or a temporary's event; do not use them afterwards"))
}

// definition returns a definition as scripts see it: parameters, then fields.
func (h *Host) definition(d *def.Definition) lua.LValue {
	if d == nil {
		return lua.LNil
	}
	if v, ok := h.selves[d]; ok {
		return v
	}
	t := h.VM.Lua().NewTable()
	t.RawSetString("name", lua.LString(d.Name)) // the id stands in for none
	for _, f := range d.Data.Fields {
		t.RawSetString(f.Key, h.VM.Frozen(f.Value))
	}
	for _, p := range d.Params {
		t.RawSetString(p.Name, lua.LNumber(p.Default))
	}
	t.RawSetString("key", lua.LString(d.Key()))
	v := h.VM.Freeze(t)
	h.selves[d] = v
	return v
}

// fieldKey is a field of a definition.
type fieldKey struct {
	of   *def.Definition
	name string
}

// fieldOf returns a parameter or field of a definition, nil when it has none. It
// makes only what is asked for: the definition of a game is large.
func (h *Host) fieldOf(d *def.Definition, name string) lua.LValue {
	key := fieldKey{d, name}
	if v, ok := h.fields[key]; ok {
		return v
	}
	var v lua.LValue
	if p, ok := d.Param(name); ok {
		v = h.VM.Box(p.Default)
	} else if name == "key" {
		v = lua.LString(d.Key())
	} else if v = h.VM.Frozen(d.Data.Get(name)); v == lua.LNil && name == "name" {
		v = lua.LString(d.Name) // the id stands in
	} else if v == lua.LNil {
		// Names that are not there may be any number, so they are looked for
		// each time; others only in the first call of a VM, which must not cost
		// more than those after it.
		h.look(len(d.Params) + len(d.Data.Fields))
		return v
	}
	h.fields[key] = v
	return v
}

// gameHandle is the game's definition as scripts see it, and the self of its
// own hooks.
func (h *Host) gameHandle(l *lua.LState) *lua.LUserData {
	meta := l.NewTable()
	meta.RawSetString("__index", l.NewFunction(func(l *lua.LState) int {
		l.Push(h.gameField(l.ToString(2)))
		return 1
	}))
	meta.RawSetString("__newindex", l.NewFunction(func(*lua.LState) int {
		h.VM.Fail(diag.New("script/read-only", diag.Place{}, "the definition of the game cannot be changed").
			WithHint("what changes in play is a variable: vars.NAME"))
		return 0
	}))
	return &lua.LUserData{Metatable: meta}
}

func (h *Host) gameField(key string) lua.LValue {
	d := h.Game.Definition
	if v := h.fieldOf(d, key); v != lua.LNil || slices.Contains(d.Allowed, key) {
		return v
	}
	var known []string
	for _, p := range d.Params {
		known = append(known, p.Name)
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "the game has no parameter or field %q", key).Suggest(key, known))
	return nil
}

// field reads a parameter or field of an entity's definition. A field that the
// definition does not have but its kind may have is nil.
func (h *Host) field(d *def.Definition, kind *state.KindDecl, key string) lua.LValue {
	if d != nil {
		if v := h.fieldOf(d, key); v != lua.LNil {
			return v
		}
		if slices.Contains(d.Allowed, key) {
			return lua.LNil
		}
	}
	known := []string{"zone", "index", "owner", "temporary", "id", "kind", "name"}
	if kind.Name == "die" {
		known = append(known, "face")
	}
	for _, p := range kind.Props {
		known = append(known, p.Name)
	}
	if d != nil {
		for _, f := range d.Data.Fields {
			known = append(known, f.Key)
		}
		for _, p := range d.Params {
			known = append(known, p.Name)
		}
	}
	name := kind.Name
	if d != nil {
		name += " " + d.ID
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "%s has no property or field %q", name, key).Suggest(key, known))
	return nil
}

// describe names a Lua value in messages, never by its address.
func (h *Host) describe(lv lua.LValue) string {
	switch v := lv.(type) {
	case *lua.LUserData:
		if hd, ok := v.Value.(*handle); ok {
			if !h.State.Alive(hd.id) {
				return "an entity that is gone"
			}
			p := h.State.Prototype(hd.id)
			return article(p.Kind.Name) + " (" + p.ID + ")"
		}
		if v == h.vars {
			return "vars"
		}
		return "content data"
	}
	return describe(lv)
}

func describe(lv lua.LValue) string {
	switch v := lv.(type) {
	case *lua.LNilType:
		return "nil"
	case lua.LString:
		return "the text \"" + string(v) + "\""
	case lua.LNumber:
		return "the number " + state.FormatNumber(float64(v))
	case lua.LBool:
		return v.String()
	}
	return article(lv.Type().String())
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
