package rules

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// WhenPrefix begins the names of hooks that hear events about their own entity.
const WhenPrefix = "when_"

// hooksNamed returns the hooks of a definition that listen to declared names,
// indexed by the number of the name.
func (b *builder) hooksNamed(d *def.Definition, prefix string, decls []EventDecl) []*api.Hook {
	var out []*api.Hook
	for _, h := range b.hooksOf(d) {
		name, ok := strings.CutPrefix(h.Name, prefix)
		if !ok {
			continue
		}
		i := slices.IndexFunc(decls, func(e EventDecl) bool { return e.Name == name })
		if i < 0 {
			continue // checkHooks reports it
		}
		if out == nil {
			out = make([]*api.Hook, len(decls))
		}
		out[i] = h
	}
	return out
}

// checkScripts reports hooks that nothing calls and names that the game does
// not declare.
func (b *builder) checkScripts() {
	known := map[string][]string{"": append(b.answerHooks(), b.calledHooks()...)}
	for _, e := range b.game.Events {
		known[""] = append(known[""], "on_"+e.Name)
	}
	for _, v := range b.game.Values {
		known[""] = append(known[""], "modify_"+v.Name)
	}
	ofGame := append([]string{"start", "use", "imagine"}, known[""]...)
	for _, e := range b.game.Events {
		known[""] = append(known[""], WhenPrefix+e.Name)
	}
	for _, p := range b.game.Phases {
		ofGame = append(ofGame, "enter_"+p.Name)
		if together := b.game.Definition.Data.Get("phases").Get(p.Name).Get("together"); p.Together != nil || together != nil && together.Type() == def.Text { // which may have an error
			ofGame = append(ofGame, "resolve_"+p.Name)
		}
		if p.Clock != nil {
			ofGame = append(ofGame, TimeoutPrefix+p.Name)
		}
	}
	for _, w := range b.game.Windows {
		ofGame = append(ofGame, closedPrefix+w.Name)
		if w.Clock != nil {
			ofGame = append(ofGame, TimeoutPrefix+w.Name)
		}
	}
	for _, a := range b.game.Actions {
		if a.Hook != nil { // else the game's script is faulty
			ofGame = append(ofGame, a.Hook.Name)
		}
	}
	b.checkHooks(b.game.Definition, append(ofGame, b.moveHooks(b.game.Definition)...))
	b.anyItem = append([]string{"use"}, known[""]...)
	for _, d := range b.catalog.All() {
		if it := b.game.items[d.Key()]; it != nil && d != b.game.Definition && (d.Script != nil || len(d.Layers) > 0) {
			b.checkItem(d)
		}
	}
	for _, pack := range b.catalog.Packs() {
		if !b.catalog.PackBelongsTo(pack.ID, b.game.Definition) {
			continue // it may be meant for another game
		}
		for _, m := range slices.Sorted(maps.Keys(pack.Modules)) {
			if p, _ := b.content.programs.chunk(pack.ID, pack.Modules[m]); p != nil {
				b.checkReferences(nil, p)
			}
		}
	}
}

// checkItem checks the hooks of an item, unless the previous build found nothing in
// them, and neither the item nor anything that the check depends on has changed.
func (b *builder) checkItem(d *def.Definition) {
	m := b.built[d]
	if m != nil && m.checked && b.previous != nil && slices.Equal(b.anyItem, b.previous.anyItem) {
		return
	}
	b.checkHooks(d, append(slices.Clip(b.anyItem), b.moveHooks(d)...))
	if m != nil && (b.previous == nil || b.previous.built[d] != m) { // otherwise it is shared with the previous build
		m.checked = !b.namesHooks(d)
	}
}

// namesHooks reports whether the scripts of a definition name hooks or questions,
// which other definitions may have.
func (b *builder) namesHooks(d *def.Definition) bool {
	names := func(p *lua.Program) bool {
		return slices.ContainsFunc(p.References(), func(r analysis.Reference) bool {
			params := b.content.programs.params[r.Call]
			return r.Field != "" || r.Arg < len(params) && (params[r.Arg].Type == api.Question || params[r.Arg].Type == api.HookName)
		})
	}
	return b.scripts[d] != nil && names(b.scripts[d]) || slices.ContainsFunc(b.layers[d], func(l layer) bool { return names(l.program) })
}

func (b *builder) checkHooks(d *def.Definition, known []string) {
	for _, h := range b.hooksOf(d) {
		if !slices.Contains(known, h.Name) {
			b.report(diag.New("script/unknown-hook", h.Place, "nothing calls the hook %s", h.Name).Suggest(h.Name, known))
		}
	}
	if p := b.scripts[d]; p != nil {
		b.checkReferences(d, p)
	}
	for _, l := range b.layers[d] {
		b.checkReferences(d, l.program)
	}
}

// checkReferences resolves the names in a script against the game: variables,
// zones, phases, events, values. A module has no owner, so self may be anything
// in its functions.
func (b *builder) checkReferences(owner *def.Definition, p *lua.Program) {
	for i, r := range p.References() {
		switch {
		case i > 0 && b.swapped(p, p.References()[i-1], r):
		case i+1 < len(p.References()) && b.swapped(p, r, p.References()[i+1]):
			b.report(diag.New("script/arguments", r.Place, "%q is not a definition but a zone, and %q the reverse", r.Text, p.References()[i+1].Text).
				WithHint("exchange them: %s(%q, %q)", r.Call, p.References()[i+1].Text, r.Text))
		case r.Of == "vars":
			b.checkField(r, "variable", b.varNames())
		case r.Of == "game" && r.Write && hasField(b.game.Definition, r.Name):
			b.report(diag.New("script/read-only", r.Place, "the definition of the game cannot be changed").
				WithHint("declare a variable for values that change in play: vars.NAME"))
		case r.Of == "game" && hasField(b.game.Definition, r.Name), r.Of == "self" && owner != nil && hasField(owner, r.Name):
		case r.Of == "game":
			b.checkField(r, "parameter or field of the game", fieldNames(b.game.Definition))
		case r.Of == "self" && (owner == nil || slices.Contains(p.Facts().TableFields, r.Name)): // of any item, or of a table with methods
		case r.Of == "self" && owner == b.game.Definition:
			b.checkField(r, "parameter or field of the game", fieldNames(owner))
		case r.Of == "self" && b.hasEntityName(owner, r.Name):
		case r.Of == "self":
			b.checkField(r, "property or field of "+owner.Key(), b.entityNames(owner))
		case i > 0 && b.reportMisplaced(p, p.References()[i-1], r):
		case r.Call != "" && r.IsText:
			b.checkArgument(owner, r)
		}
	}
}

func (b *builder) mustDeclare(what, name string, at diag.Place, known []string) {
	if !slices.Contains(known, name) {
		b.report(unknownNameAt(at, what, name, known))
	}
}

func unknownNameAt(at diag.Place, what, name string, known []string) diag.Diagnostic {
	return diag.New("script/unknown-name", at, unknownName, what, name).Suggest(name, known)
}

// varNames lists the variables declared so far.
func (b *builder) varNames() []string { return slices.Clip(b.varList) }

// hasField reports whether fieldNames lists a name.
func hasField(d *def.Definition, name string) bool {
	return name == "key" || slices.Contains(d.Allowed, name) || d.Data.Get(name) != nil ||
		slices.ContainsFunc(d.Params, func(p def.Param) bool { return p.Name == name })
}

func fieldNames(d *def.Definition) []string {
	out := append([]string{"key"}, d.Allowed...)
	for _, p := range d.Params {
		out = append(out, p.Name)
	}
	return append(out, names(d.Data.Fields())...)
}

// entityFields are fields of every entity.
var entityFields = [...]string{"zone", "index", "owner", "temporary"}

// hasEntityName reports whether entityNames lists a name.
func (b *builder) hasEntityName(d *def.Definition, name string) bool {
	k := b.kindIndex[d.Kind]
	return isField(d, name) || k != nil && declares(k, name)
}

// isField reports whether every entity of a definition has a field, besides the
// properties of its kind.
func isField(d *def.Definition, name string) bool {
	return hasField(d, name) || slices.Contains(entityFields[:], name) || name == "face" && d.Has(def.DieTrait)
}

// declares reports whether entities of a kind have a property. KindDecl.Prop knows
// only once there is a layout, which a faulty game never has.
func declares(k *state.KindDecl, name string) bool {
	return slices.ContainsFunc(k.Props, func(p state.Decl) bool { return p.Name == name })
}

// entityNames lists the fields of the entities of a definition.
func (b *builder) entityNames(d *def.Definition) []string {
	out := append(fieldNames(d), entityFields[:]...)
	if d.Has(def.DieTrait) {
		out = append(out, "face")
	}
	if k := b.kindIndex[d.Kind]; k != nil {
		for _, p := range k.Props {
			out = append(out, p.Name)
		}
	}
	return out
}

// checkArgument resolves a literal argument by the type of its parameter.
func (b *builder) checkArgument(owner *def.Definition, r analysis.Reference) {
	params := b.content.programs.params[r.Call]
	if r.Arg >= len(params) {
		return
	}
	param := params[r.Arg]
	if r.Field != "" {
		param = param.Fields[slices.IndexFunc(param.Fields, func(p api.Param) bool { return p.Name == r.Field })]
	}
	if r.Prefix {
		b.checkPrefix(r, param.Type)
		return
	}
	switch param.Type {
	case api.Zone, api.Entities, api.ListOrZone:
		name, _, _ := strings.Cut(r.Text, "@")
		b.mustDeclare("zone", name, r.Place, b.zoneNames())
	case api.Event:
		b.mustDeclare("event", r.Text, r.Place, declNames(b.game.Events))
	case api.Value:
		b.mustDeclare("value", r.Text, r.Place, declNames(b.game.Values))
	case api.Phase:
		b.mustDeclare("phase", r.Text, r.Place, b.phaseNames())
	case api.Action:
		b.mustDeclare("action", r.Text, r.Place, names(b.game.Definition.Data.Each("actions")))
	case api.ID, api.IDOrList:
		b.checkID(r)
	case api.Kind:
		b.checkKind(r.Text, r.Place)
	case api.Property:
		b.checkProperty(r, params[0].Type)
	case api.Question, api.HookName:
		b.checkHookOf(owner, r, param.Type)
	case api.Tag:
		b.mustDeclare("tag", r.Text, r.Place, b.known.tags())
	}
}

// checkPrefix resolves what is complete in a text that something is joined to: a zone
// before @, or a kind, and the pack before it, before /.
func (b *builder) checkPrefix(r analysis.Reference, as api.Type) {
	switch as {
	case api.Zone, api.Entities, api.ListOrZone:
		if name, _, ok := strings.Cut(r.Text, "@"); ok {
			b.mustDeclare("zone", name, r.Place, b.zoneNames())
		}
	case api.ID, api.IDOrList:
		kind, _, ok := strings.Cut(r.Text, "/")
		if !ok {
			return
		}
		if pack, after, named := strings.Cut(kind, ":"); named {
			var known []string
			for _, p := range b.catalog.Packs() {
				known = append(known, p.ID)
			}
			b.mustDeclare("pack", pack, r.Place, known)
			kind = after
		}
		b.checkKind(kind, r.Place)
	}
}

func (b *builder) checkKind(kind string, at diag.Place) {
	if known := b.definedKinds(); b.kindIndex[kind] == nil && !slices.Contains(known, kind) {
		b.report(diag.New("script/unknown-name", at, "no definition has the kind %q", kind).Suggest(kind, known))
	}
}

// checkHookOf resolves the name of a question or hook. Expressions are compiled
// before the items whose hooks they may name.
func (b *builder) checkHookOf(owner *def.Definition, r analysis.Reference, as api.Type) {
	switch {
	case !b.itemsDeclared:
		b.waiting = append(b.waiting, waitingReference{owner, r})
	case as == api.Question:
		b.checkQuestion(owner, r)
	default:
		b.mustDeclare("hook", r.Text, r.Place, b.known.hooks())
	}
}

// checkWaiting resolves the references that had to wait for the items.
func (b *builder) checkWaiting() {
	b.itemsDeclared = true
	for _, w := range b.waiting {
		b.checkArgument(w.owner, w.Reference)
	}
	b.waiting = nil
}

// calledHooks lists the hooks that scripts and expressions call by name.
func (b *builder) calledHooks() (out []string) {
	add := func(p *lua.Program) {
		calls := p.Facts().Calls
		for i := range calls {
			if name, written := calls[i].Texts[1]; calls[i].Function == "call_hook" && written {
				out = append(out, name)
			}
		}
	}
	for _, p := range b.programs() {
		add(p)
	}
	for _, h := range b.hooks { // expressions are hooks
		add(h.Program)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func tagsOf(d *def.Definition) (out []string) {
	for _, n := range d.Data.All("tags") {
		out = append(out, n.Text())
	}
	return out
}

// definedKinds lists the kinds of all definitions.
func (b *builder) definedKinds() []string {
	if b.kindsDefined == nil {
		for _, d := range b.catalog.All() { // in the order of kinds
			if len(b.kindsDefined) == 0 || b.kindsDefined[len(b.kindsDefined)-1] != d.Kind {
				b.kindsDefined = append(b.kindsDefined, d.Kind)
			}
		}
	}
	return b.kindsDefined
}

// checkProperty checks the name of a property or, after vars, of a variable.
// The kind of an entity is known only when the script runs.
func (b *builder) checkProperty(r analysis.Reference, first api.Type) {
	switch {
	case slices.Contains(b.varNames(), r.Text):
	case r.First == "vars" || first != api.Target && first != api.Entities:
		b.mustDeclare("variable", r.Text, r.Place, b.varNames())
	case !slices.ContainsFunc(b.kinds, func(k *state.KindDecl) bool { return declares(k, r.Text) }):
		if first == api.Entities && b.known.field(r.Text) {
			return // entities may also be counted by a field
		}
		var known []string
		for _, k := range b.kinds {
			for _, p := range k.Props {
				known = append(known, p.Name)
			}
		}
		slices.Sort(known)
		if slices.Contains(b.known.tags(), r.Text) {
			b.report(diag.New("script/unknown-name", r.Place, "%q is a tag that no entity can gain or lose", r.Text).
				WithHint("declare it in the game: properties: {KIND: {%s: {tag: true}}}", r.Text))
			return
		}
		b.mustDeclare("property", r.Text, r.Place, slices.Compact(known))
	}
}

func (b *builder) checkID(r analysis.Reference) {
	if r.Call == "weighted" {
		if _, ok := b.catalog.Find(r.Text, "table"); ok {
			return
		}
	} else if _, ok := b.catalog.Find(r.Text); ok {
		return
	}
	b.report(b.known.unknownID(r))
}

func (b *builder) phaseNames() []string {
	// Phases are declared before items but after actions are compiled, so the
	// names are read from the data.
	return names(b.game.Definition.Data.Each("phases"))
}

func declNames(decls []EventDecl) []string {
	var out []string
	for _, e := range decls {
		out = append(out, e.Name)
	}
	return out
}

// Names lists the modules of the pack.
func (r resolver) Names() []string {
	p, ok := r.programs.catalog.Pack(r.pack)
	if !ok {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Modules))
}

// Module finds a module by name: of the same pack, or "pack:name".
func (r resolver) Module(name string) (*lua.Program, diag.List) {
	pack, module, foreign := strings.Cut(name, ":")
	if !foreign {
		pack, module = r.pack, name
	}
	p, ok := r.programs.catalog.Pack(pack)
	if !ok {
		return nil, nil
	}
	source, ok := p.Modules[module]
	if !ok {
		return nil, nil
	}
	key := pack + ":" + module
	if slices.Contains(r.programs.loading, key) {
		return nil, diag.List{diag.New("script/require", diag.Place{File: source.File, Line: 1, Column: 1},
			"modules require each other in a cycle: %s", strings.Join(append(r.programs.loading, key), " → "))}
	}
	r.programs.loading = append(r.programs.loading, key)
	defer func() { r.programs.loading = r.programs.loading[:len(r.programs.loading)-1] }()
	program, problems := r.programs.chunk(pack, source)
	if program == nil && len(problems) == 0 {
		// Its problems have been reported. The module exists, so requiring it
		// is not another problem; a faulty build is never run.
		program = new(lua.Program)
	}
	return program, problems
}
