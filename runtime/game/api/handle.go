package api

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// maxCachedText is the maximum length in bytes of texts that are remembered as
// valid UTF-8.
const maxCachedText = 64

// textData converts a text to game data, which must be valid UTF-8.
func (h *Host) textData(v lua.Value) state.Value {
	text, _ := v.Text()
	if _, ok := h.valid.Get(v, 0); ok {
		return state.Str(text)
	}
	if !utf8.ValidString(text) {
		h.VM.Fail(diag.New("script/runtime", diag.Place{}, "the text %q is not UTF-8, so it cannot be game data", text))
	}
	h.noteValid(v, text)
	return state.Str(text)
}

// noteValid remembers that a text is valid UTF-8.
func (h *Host) noteValid(v lua.Value, text string) {
	if len(text) <= maxCachedText {
		h.valid.Put(v, 0, struct{}{})
	}
}

// handle returns an entity as scripts hold it, so that Lua's == compares
// entities.
func (h *Host) handle(id state.ID) lua.Value {
	if id == state.None {
		return lua.Nil
	}
	return h.entities.Object(uint64(id))
}

// entityOf returns the entity that a value refers to; ok is false for other
// values.
func (h *Host) entityOf(v lua.Value) (id state.ID, ok bool) {
	class, handle := v.Object()
	return state.ID(handle), class == &h.entities
}

// lua converts game data to a Lua value.
func (h *Host) lua(v state.Value) lua.Value {
	switch v.Type {
	case state.Number:
		return lua.Num(v.Num)
	case state.Ref:
		return h.handle(v.ID())
	}
	return plain(v)
}

// plain converts game data that refers to no entity to a Lua value.
func plain(v state.Value) lua.Value {
	switch v.Type {
	case state.Bool:
		return lua.Bool(v.Num != 0)
	case state.Number:
		return lua.Num(v.Num)
	case state.Text:
		return lua.Text(v.Str)
	}
	return lua.Nil
}

// scalar converts nil, a truth value or a number to game data; ok is false for
// other values.
func scalar(v lua.Value) (data state.Value, ok bool) {
	switch v.Type() {
	case lua.TypeNil:
		return state.Value{}, true
	case lua.TypeBool:
		return state.Truth(v.True()), true
	case lua.TypeNumber:
		n, _ := v.Number()
		return state.Num(n + 0), true // never -0, which hashes differently
	}
	return state.Value{}, false
}

// value converts a Lua value to game data. Tables and functions cannot be game
// data.
func (h *Host) value(v lua.Value) state.Value {
	switch v.Type() {
	case lua.TypeNumber:
		n, _ := v.Number()
		return state.Num(n + 0) // never -0, which hashes differently
	case lua.TypeNil:
		return state.Value{}
	case lua.TypeBool:
		return state.Truth(v.True())
	case lua.TypeText:
		return h.textData(v)
	}
	if id, ok := h.entityOf(v); ok {
		return state.Entity(id)
	}
	h.VM.Fail(diag.New("script/runtime", h.returned(), "%s cannot be game data", h.describe(v)).
		WithHint("use numbers, texts, true, false, nil or entities"))
	return state.Value{}
}

// makeClasses defines the classes of the objects that scripts see.
func (h *Host) makeClasses() {
	h.entities = lua.Class{
		// Get evaluates entity.name: a property, else something about the entity's
		// place, else a parameter or field of its definition.
		Get: func(handle uint64, key lua.Value) lua.Value {
			id := state.ID(handle)
			proto, zone := h.State.Find(id)
			if proto == nil {
				return h.former(id, key)
			}
			if h.Veil != nil && h.Veil.guards(zone) {
				h.mayRead(id, key.String())
			}
			if i, known := h.props.Get(key, proto.Kind); known && i >= 0 {
				v := h.State.Prop(id, i)
				if v.Type == state.Number { // nearly always; lua, inlined
					return lua.Num(v.Num)
				}
				return h.lua(v)
			}
			if f, ok := h.ownFields.Get(key, proto); ok {
				if f.searched > 0 {
					h.chargeSearch(f.searched)
				}
				return f.value
			}
			return h.indexEntity(id, proto, key)
		},
		Set: func(handle uint64, key, v lua.Value) { h.assignEntity(state.ID(handle), key, v) },
	}
	variables := &lua.Class{
		Get: func(_ uint64, key lua.Value) lua.Value {
			slot, ok := h.varNames.Get(key, h.Acting)
			if !ok || h.Veil != nil && h.Veil.Secret[slot] {
				slot = h.variable(key)
			}
			v := h.State.Var(slot)
			if v.Type == state.Number {
				return lua.Num(v.Num)
			}
			return h.lua(v)
		},
		Set: func(_ uint64, key, v lua.Value) { h.assignVar(key, v) },
	}
	h.vars = variables.Object(0)
	game := &lua.Class{
		Fixed: h.gameFields,
		Get:   func(_ uint64, key lua.Value) lua.Value { return h.gameField(key.String()) },
		Set: func(uint64, lua.Value, lua.Value) {
			h.VM.Fail(diag.New("script/read-only", diag.Place{}, "the definition of the game cannot be changed").
				WithHint("declare a variable for values that change in play: vars.NAME"))
		},
	}
	h.game = game.Object(0)
	h.next = lua.NewIterator(h.nextEntity()).Value()
}

// indexEntity evaluates entity.name, unless that is a property, parameter or field
// read before.
func (h *Host) indexEntity(id state.ID, proto *state.Prototype, key lua.Value) lua.Value {
	name, ok := key.Text()
	if !ok {
		h.notAField(key)
	}
	if _, known := h.props.Get(key, proto.Kind); !known {
		if i, ok := proto.Kind.Prop(name); ok {
			h.props.Put(key, proto.Kind, i)
			return h.lua(h.State.Prop(id, i))
		}
		h.props.Put(key, proto.Kind, -1)
	}
	if v, ok := h.place(id, name); ok {
		return v
	}
	d := h.Game.DefinitionOf(proto)
	f := ownField{value: h.field(d, proto.Kind, name)}
	if f.value.IsNil() {
		f.searched = absentCost(d)
	}
	h.ownFields.Put(key, proto, f)
	return f.value
}

func (h *Host) notAField(key lua.Value) {
	h.VM.Fail(diag.New("script/runtime", diag.Place{}, "an entity has named fields, not %s", h.describe(key)))
}

// ownField is the value of a name in a definition, or, if there is none, the
// number of places searched.
type ownField struct {
	value    lua.Value
	searched int
}

// absentCost returns the number of places searched for a name that a definition
// lacks.
func absentCost(d *def.Definition) int { return len(d.Params) + len(d.Data.Fields()) }

// places are the fields that say where an entity is: whoever knows the entity
// may know them.
var places = [...]string{"index", "zone", "owner", "temporary"}

// place returns the value of a field that depends on an entity's place in the
// game rather than on its properties.
func (h *Host) place(id state.ID, name string) (v lua.Value, ok bool) {
	switch name {
	case "temporary":
		h.chargeSearch(h.State.TempCount())
		return lua.Bool(h.State.Temporary(id)), true
	case "index":
		return lua.Num(float64(h.index(id) + 1)), true
	case "zone":
		return h.zoneName(h.State.ZoneOf(id)), true
	case "owner":
		return lua.Num(float64(h.owner(id))), true
	case "face":
		if h.State.Prototype(id).Kind.Die {
			return h.lua(h.face(id)), true
		}
	}
	return lua.Nil, false
}

// index returns an entity's position in its zone, counted from 0.
func (h *Host) index(id state.ID) int {
	i := h.State.Index(id)
	if zone := h.State.ZoneOf(id); h.Veil != nil && zone != state.Limbo && (h.Veil.Closed[zone] || h.Veil.Jumbled[zone]) {
		i = slices.Index(h.within(zone), id)
	}
	h.chargeSearch(max(0, i))
	return i
}

func (h *Host) zoneName(slot int) lua.Value {
	if slot == state.Limbo {
		return lua.Nil
	}
	d, _ := h.Game.Layout.ZoneDecl(slot)
	return lua.Text(d.Name)
}

// owner returns the player who owns the entity's zone, 0 for nobody.
func (h *Host) owner(id state.ID) int {
	slot := h.State.ZoneOf(id)
	if slot == state.Limbo {
		return 0
	}
	_, player := h.Game.Layout.ZoneDecl(slot)
	return player
}

func (h *Host) assignEntity(id state.ID, key, v lua.Value) {
	if !h.State.Alive(id) {
		h.gone("entity")
	}
	prop, before := h.prop(id, key), h.State.Position()
	h.must(h.State.SetProp(id, prop, h.value(v), state.Until{}))
	h.chargeChanges()
	h.traceWrite(key.String(), before)
}

func (h *Host) prop(id state.ID, key lua.Value) int {
	kind := h.State.Prototype(id).Kind
	i, ok := h.props.Get(key, kind)
	if ok && i >= 0 {
		return i
	}
	name := key.String()
	if i, ok = kind.Prop(name); !ok {
		var known []string
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "%s has no property %q that can change", article(kind.Name), name).
			Suggest(name, known))
	}
	h.props.Put(key, kind, i)
	return i
}

func (h *Host) assignVar(key, v lua.Value) {
	slot, before := h.variable(key), h.State.Position()
	h.must(h.State.SetVar(slot, h.value(v), state.Until{}))
	h.chargeChanges()
	h.traceWrite(key.String(), before)
}

// traceWrite reports an assignment to the tracer.
func (h *Host) traceWrite(name string, before int) {
	if h.Trace == nil {
		return
	}
	h.Trace(name+" =")(h.VM.Where(), before, h.State.Position())
}

func (h *Host) variable(key lua.Value) int {
	slot, ok := h.varNames.Get(key, h.Acting)
	if ok {
		if h.Veil != nil && h.Veil.Secret[slot] {
			h.secretRead("the variable " + key.String())
		}
		return slot
	}
	name := key.String()
	if slot, ok = h.Game.Layout.Var(name, h.Acting); !ok || strings.HasPrefix(name, "_") {
		var known []string
		for _, v := range h.Game.Layout.Vars {
			if !strings.HasPrefix(v.Name, "_") {
				known = append(known, v.Name)
			}
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "the game has no variable %q", name).Suggest(name, known))
	}
	h.varNames.Put(key, h.Acting, slot)
	if h.Veil != nil && h.Veil.Secret[slot] {
		h.secretRead("the variable " + name)
	}
	return slot
}

func (h *Host) must(problem *diag.Diagnostic) {
	if problem != nil {
		h.VM.Fail(*problem)
	}
}

// scriptField holds the source of a script, which may be longer than scripts' texts.
const scriptField = "lua"

// definition returns a definition as scripts see it: parameters, then fields.
func (h *Host) definition(d *def.Definition) lua.Value {
	if d == nil {
		return lua.Nil
	}
	if v, ok := h.selves[d]; ok {
		return v
	}
	t := lua.NewTable()
	t.Put("name", lua.Text(d.Name)) // the id if it has no name
	for _, f := range d.Data.Fields() {
		if f.Key != scriptField {
			t.Put(f.Key, h.VM.ContentValue(f.Value))
		}
	}
	for _, p := range d.Params {
		t.Put(p.Name, lua.Num(p.Default))
	}
	t.Put("key", lua.Text(d.Key()))
	h.VM.Freeze(t)
	h.selves[d] = t.Value()
	return t.Value()
}

// fieldOf returns a parameter or field of a definition, nil if it has none. It
// converts only the requested value: the definition of a game is large.
func (h *Host) fieldOf(d *def.Definition, name string) lua.Value {
	known := h.gameFields
	if d != h.Game.Definition {
		known = h.fields[d]
	}
	if known == nil {
		known = lua.NewTable()
		h.fields[d] = known
	}
	v := known.Get(name)
	if !v.IsNil() {
		return v
	}
	if v = h.converted(d, name); v.IsNil() {
		// There is no bound on absent names, so they are looked up each time.
		// Others are looked up only in the first call of a VM, which must not
		// cost more than later calls.
		h.chargeSearch(absentCost(d))
		return v
	}
	known.Put(name, v)
	return v
}

// converted returns a parameter or field of a definition as scripts see it, nil
// if it has none.
func (h *Host) converted(d *def.Definition, name string) lua.Value {
	if p, ok := d.Param(name); ok {
		return lua.Num(p.Default)
	}
	if name == "key" {
		return lua.Text(d.Key())
	}
	if name == scriptField {
		return lua.Nil
	}
	v := h.VM.ContentValue(d.Data.Get(name))
	if v.IsNil() && name == "name" {
		v = lua.Text(d.Name) // the id if it has no name
	}
	return v
}

func (h *Host) gameField(key string) lua.Value {
	d := h.Game.Definition
	if v := h.fieldOf(d, key); !v.IsNil() || slices.Contains(d.Allowed, key) {
		return v
	}
	var known []string
	for _, p := range d.Params {
		known = append(known, p.Name)
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "the game has no parameter or field %q", key).Suggest(key, known))
	return lua.Nil
}

// field reads a parameter or field of an entity's definition. A field that the
// definition lacks but its kind may have is nil, and so is a parameter that
// another definition of its kind has.
func (h *Host) field(d *def.Definition, kind *state.KindDecl, key string) lua.Value {
	if d != nil {
		if v := h.fieldOf(d, key); !v.IsNil() {
			return v
		}
		if slices.Contains(d.Allowed, key) || h.Game.kindHas(kind, key) {
			return lua.Nil
		}
	}
	known := []string{"zone", "index", "owner", "temporary", "id", "kind", "name"}
	if kind.Die {
		known = append(known, "face")
	}
	for _, p := range kind.Props {
		known = append(known, p.Name)
	}
	if d != nil {
		for _, f := range d.Data.Fields() {
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
	return lua.Nil
}

// describe describes a Lua value in messages, never by its address.
func (h *Host) describe(v lua.Value) string {
	if id, ok := h.entityOf(v); ok {
		if !h.State.Alive(id) {
			return "an entity that is gone"
		}
		p := h.State.Prototype(id)
		return article(p.Kind.Name) + " (" + p.ID + ")"
	}
	if v.Equal(h.vars) {
		return "vars"
	}
	if t := v.Table(); t != nil && t.Frozen() || v.Type() == lua.TypeObject {
		return "content data"
	}
	return describe(v)
}

func describe(v lua.Value) string {
	switch v.Type() {
	case lua.TypeNil, lua.TypeBool:
		return v.String()
	case lua.TypeText:
		return "the text \"" + v.String() + "\""
	case lua.TypeNumber:
		n, _ := v.Number()
		return "the number " + state.FormatNumber(n)
	}
	return article(v.Type().String())
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
