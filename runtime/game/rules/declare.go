package rules

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// declareNames reads events and values. The engine's own events come first.
func (b *builder) declareNames(data *def.Node) {
	g := b.game
	g.Events = []EventDecl{
		{Name: "used", Args: []string{"item"}, Text: "An item has been used."},
		{Name: "entered", Args: []string{"phase"}, Text: "A phase has begun."},
	}
	g.Events = append(g.Events, b.eventDecls(data.Each("events"))...)
	g.Values = b.eventDecls(data.Each("values"))
}

func (b *builder) eventDecls(fields []def.Field) []EventDecl {
	var out []EventDecl
	for _, f := range fields {
		e := EventDecl{Name: f.Key, Text: f.Value.TextOr("text", ""), Place: f.KeyPlace()}
		for _, a := range f.Value.All("args") {
			e.Args = append(e.Args, a.Text())
		}
		for _, part := range f.Value.All("tally") {
			if !slices.Contains(e.Args, part.Text()) {
				b.report(diag.New("content/reference", part.Place(), "the event %s carries no %q", f.Key, part.Text()).Suggest(part.Text(), e.Args))
			}
		}
		if f.Key == "used" || f.Key == "entered" {
			b.report(diag.New("content/rule", f.KeyPlace(), "the engine itself declares %q", f.Key).
				WithHint("choose another name, or listen to the engine's"))
		}
		out = append(out, e)
	}
	return out
}

// declareVariables reads the variables, and those of the profile after them.
func (b *builder) declareVariables(data *def.Node) {
	known := data.Get("variables")
	for _, f := range data.Each("profile") {
		if first := known.Get(f.Key); first != nil {
			b.report(diag.New("content/rule", f.KeyPlace(), "%q is already a variable", f.Key).
				WithHint("give one of them another name").WithNote(first.Place(), "the variable is here"))
		}
		if per := f.Value.Get("per"); per != nil {
			b.report(diag.New("content/rule", per.Place(), "profile variables cannot be per player").WithHint("remove per"))
		}
		b.game.profile = append(b.game.profile, f.Key)
	}
	for _, f := range append(slices.Clone(data.Each("variables")), data.Each("profile")...) {
		d, hook := b.decl(f, b.game.Definition)
		if visible := f.Value.Get("visible"); d.Visible == state.Owner && !d.PerPlayer {
			b.report(diag.New("content/rule", visible.Place(), "the variable %s is not per player", f.Key).
				WithHint("add per: player, or write visible: none"))
		}
		if hook != nil {
			b.report(diag.New("content/rule", f.Value.Get("start").Place(), "the start of a variable must be a value or a parameter of the game").
				WithHint("set it in the start hook"))
		}
		b.vars, b.varList = append(b.vars, d), append(b.varList, d.Name)
	}
}

func (b *builder) declareZones(data *def.Node) {
	labels := map[string]def.Field{}
	for _, f := range data.Each("zones") {
		n := f.Value
		z := state.ZoneDecl{
			Name: f.Key, Label: n.TextOr("label", f.Key), Limit: -1, PerPlayer: n.TextOr("per", "") == "player",
			Listens: n.BoolOr("listens", false), SingleUse: n.BoolOr("single_use", false), Unordered: n.BoolOr("unordered", false),
			Default: n.TextOr("default", ""), Place: f.KeyPlace(),
		}
		for _, k := range n.All("of") {
			z.Kinds = append(z.Kinds, k.Text())
		}
		b.limit(&z, n.Get("limit"))
		z.Arrives = b.arrival(n.Get("arrives"))
		z.Visible, z.Uncounted = visibility(n), !n.BoolOr("counted", true)
		z.Unordered = z.Unordered && z.Visible != state.Nobody // nobody sees an order
		if first, twice := labels[z.Label]; twice {
			b.report(diag.New("content/rule", n.Get("label").At(f.KeyPlace()), "zones %s and %s have the same label %q", first.Key, f.Key, z.Label).
				WithNote(first.KeyPlace(), "the first is here").WithHint("give each zone its own label, such as the first letters of its name"))
		}
		if digits(z.Label) > 0 {
			b.report(diag.New("content/rule", n.Get("label").At(f.KeyPlace()), "the label %q ends in a digit, so it cannot be told apart from the number of an entity after it", z.Label).
				WithHint("give the zone a label of lower-case letters, such as label: %s", f.Key[:1]))
		}
		labels[z.Label] = f
		b.zones, b.zoneList = append(b.zones, z), append(b.zoneList, z.Name)
	}
}

// limit reads how many entities a zone holds: a number, a parameter of the game or
// the name of a variable.
func (b *builder) limit(z *state.ZoneDecl, n *def.Node) {
	switch {
	case n == nil:
		return
	case n.Type() != def.Text || !isName(n.Text()):
		z.Limit = int(b.fixed(n, -1))
		return
	case !b.mustKnow("variable", n.Text(), n.Place(), names(b.game.Definition.Data.Each("variables"))):
		return
	}
	i := slices.IndexFunc(b.vars, func(v state.Decl) bool { return v.Name == n.Text() })
	v := &b.vars[i]
	z.LimitedBy = n.Text()
	switch {
	case v.Type != state.Number:
		b.report(diag.New("content/rule", n.Place(), "the variable %s is a %s; how much a zone holds is a number", v.Name, v.Type).
			WithNote(v.Place, "%s is declared here", v.Name))
	case v.PerPlayer && !z.PerPlayer:
		b.report(diag.New("content/rule", n.Place(), "each player has a variable %s, but the zone %s is not per player", v.Name, z.Name).
			WithHint("add per: player to the zone, or take it from the variable").WithNote(v.Place, "%s is declared here", v.Name))
	case v.Visible != state.Everyone:
		b.report(diag.New("content/rule", n.Place(), "the variable %s is hidden, but a full zone would give it away", v.Name).
			WithHint("let players see it").WithNote(v.Place, "%s is declared here", v.Name))
	}
}

// isName reports whether a text is written like the name of a variable.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !(r == '_' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9') }) && text[0] > '9'
}

// arrival returns the number of the event that arrivals in a zone emit, plus 1;
// 0 for none.
func (b *builder) arrival(n *def.Node) int {
	if n == nil || !b.mustKnow("event", n.Text(), n.Place(), declNames(b.game.Events)) {
		return 0
	}
	return 1 + slices.IndexFunc(b.game.Events, func(e EventDecl) bool { return e.Name == n.Text() })
}

// visibility reads who sees a zone, a variable or a property.
func visibility(n *def.Node) state.Visibility {
	switch n.TextOr("visible", "all") {
	case "owner":
		return state.Owner
	case "none":
		return state.Nobody
	}
	return state.Everyone
}

// visibleWhile reads the variable that decides whether a property is visible, if
// the declaration names one.
func (b *builder) visibleWhile(n *def.Node, otherwise state.Visibility) (string, state.Visibility) {
	visible := n.Get("visible")
	if visible == nil || slices.Contains([]string{"all", "owner", "none"}, visible.Text()) {
		return "", otherwise
	}
	i := slices.IndexFunc(b.vars, func(v state.Decl) bool { return v.Name == visible.Text() })
	if i < 0 {
		b.mustKnow("variable", visible.Text(), visible.Place(), append(names(b.game.Definition.Data.Each("variables")), "all", "none", "owner"))
		return "", state.Nobody
	}
	switch v := &b.vars[i]; {
	case v.Type != state.Bool:
		b.report(diag.New("content/rule", visible.Place(), "the variable %s is a %s; who sees a property depends on one that is true or false", v.Name, v.Type).
			WithNote(v.Place, "%s is declared here", v.Name))
	case v.Visible != state.Everyone && !(v.Visible == state.Owner && v.PerPlayer):
		b.report(diag.New("content/rule", visible.Place(), "the variable %s is hidden, but what players see would give it away", v.Name).
			WithHint("let players see it, or show: false").WithNote(v.Place, "%s is declared here", v.Name))
	}
	return visible.Text(), state.Nobody
}

// digits counts the digits at the end of a text.
func digits(text string) int { return len(text) - len(strings.TrimRight(text, "0123456789")) }

// checkItemID reports an item id that commands could confuse with the label of
// an entity: "use c2".
func (b *builder) checkItemID(d *def.Definition) {
	base := d.ID[:len(d.ID)-digits(d.ID)]
	i := slices.IndexFunc(b.zones, func(z state.ZoneDecl) bool { return z.Label == base })
	if i < 0 || base == d.ID {
		return
	}
	b.report(diag.New("content/rule", d.Data.Get("id").At(d.Place), "the id %s reads like a label: in %s, %s is an entity of zone %s", d.ID, b.game.ID(), d.ID, b.zones[i].Name).
		WithHint("give it another id, such as %s_%s", base, d.ID[len(base):]).
		WithNote(b.zones[i].Place, "the zone is here"))
}

// zoneNames lists the zones declared so far.
func (b *builder) zoneNames() []string { return slices.Clip(b.zoneList) }

// checkKinds reports a kind without definitions if its name resembles that of a
// kind with some. Otherwise its definitions may be yet to come.
func (b *builder) checkKinds(data *def.Node) {
	known := b.definedKinds()
	for i, f := range data.Each("zones") {
		for k, n := range f.Value.All("of") {
			if near, ok := diag.Nearest(n.Text(), known); ok && !slices.Contains(known, n.Text()) {
				b.report(diag.New("content/reference", n.Place(), "no definition has the kind %q", n.Text()).Suggest(n.Text(), known))
				b.zones[i].Kinds[k] = near // so that it causes no further problems
			}
		}
	}
}

// declareKinds collects the kinds that zones accept, with their properties.
func (b *builder) declareKinds(data *def.Node) {
	b.checkKinds(data)
	for _, z := range b.zones {
		for _, k := range z.Kinds {
			if b.kindIndex[k] == nil {
				b.addKind(k, data.Get("properties"))
			}
		}
	}
	for _, f := range data.Each("properties") {
		if b.kindIndex[f.Key] == nil {
			b.report(diag.New("content/rule", f.KeyPlace(), "no zone takes the kind %q", f.Key).Suggest(f.Key, b.kindNames()))
		}
	}
}

func (b *builder) kindNames() []string {
	var out []string
	for _, k := range b.kinds {
		out = append(out, k.Name)
	}
	return out
}

func (b *builder) addKind(name string, properties *def.Node) {
	having := b.traitsOf(name)
	k := &state.KindDecl{Name: name, Die: slices.Contains(having, def.DieTrait)}
	declared := names(properties.Each(name))
	given := propsOf(having)
	for _, p := range given {
		if !slices.Contains(declared, p.decl.Name) {
			k.Props = append(k.Props, p.decl)
		}
	}
	if b.moving(name) {
		for _, p := range moveProps() {
			k.Props = append(k.Props, b.moveProp(p, name, properties.Get(name)))
		}
	}
	for _, f := range properties.Each(name) {
		if b.moving(name) && isMoveProp(f.Key) {
			continue // every entity with moves has it
		}
		if k.Die && slices.ContainsFunc(traits[0].props, func(p traitProp) bool { return p.decl.Name == f.Key }) {
			b.report(diag.New("content/rule", f.KeyPlace(), "every die already has the property %q", f.Key))
			continue
		}
		// Expressions see a definition as self. There is none yet, so this
		// reads everything but a computed start.
		d, _ := b.declWithout(f)
		d.While, d.Visible = b.visibleWhile(f.Value, d.Visible)
		k.Props = append(k.Props, d)
	}
	b.kinds = append(b.kinds, k)
	b.kindIndex[name] = k
}

// declWithout reads a property's declaration, leaving a computed start for each
// definition to compute.
func (b *builder) declWithout(f def.Field) (state.Decl, bool) {
	start := f.Value.Get("start")
	if start == nil || start.Type() != def.Text || start.Text() == "" || start.Text()[0] != '=' {
		d, _ := b.decl(f, b.game.Definition)
		return d, false
	}
	plain := slices.DeleteFunc(slices.Clone(f.Value.Fields()), func(x def.Field) bool { return x.Key == "start" })
	f.Value = def.NewMap(f.Value.Position(), plain)
	d, _ := b.decl(f, b.game.Definition)
	return d, true
}

// declareItems makes a prototype and a listener for every definition whose kind
// some zone accepts.
func (b *builder) declareItems() {
	g, all := b.game, b.catalog.All()
	drafts := b.draftPrototypes(all)
	repeats := b.previous != nil && b.recognized && b.sameContext()
	g.Heard = [sortsOfListening][]bool{make([]bool, len(g.Events)), make([]bool, len(g.Values)), make([]bool, len(g.Events))}
	g.items, g.standalone = make(map[string]*Item, len(all)), map[string]map[string]*api.Hook{}
	b.prototypes = make(map[string]*state.Prototype, len(all))
	for i, d := range all {
		if p := drafts[i]; p != nil {
			g.items[p.Key], b.prototypes[p.Key] = p.UserData.(*Item), p
			continue
		}
		if repeats && b.canReuse(d, b.previous.built[d]) {
			b.reuse(d, b.previous.built[d])
			continue
		}
		b.record(d, func(m *builtDefinition) { b.declareItem(d, m) })
	}
	g.Script = b.item(g.Definition)
	g.Start = b.ownHook(g.Definition, "start")
	g.Imagine = b.ownHook(g.Definition, "imagine")
}

// declareItem makes an item and its prototype, or the hooks of a definition
// that is never in play.
func (b *builder) declareItem(d *def.Definition, m *builtDefinition) {
	kind := b.kindIndex[d.Kind]
	if kind == nil {
		if d.Kind == "table" {
			b.declareWeights(d, m)
		}
		b.declareStandalone(d, m)
		return
	}
	b.checkFaces(d)
	it := b.item(d)
	if use := d.Data.Get("use"); use != nil {
		b.checkItemID(d)
		it.Use = b.action("use", use, d, b.useHook(d))
	}
	p := newPrototype(d, kind, it)
	p.Hears = it.Hears[ToEvents] != nil || it.Hears[ToValues] != nil
	m.item, m.prototype = it, p
	b.game.items[p.Key], b.prototypes[p.Key] = it, p
	for i := range kind.Props {
		b.startValue(d, p, i)
	}
	if b.content.checkOnly && !secret(it.Use) { // nothing else looks at it again
		it.Use = nil
	}
}

// paramsOfKinds returns the names of all parameters of each kind's definitions.
func (b *builder) paramsOfKinds() map[*state.KindDecl][]string {
	params, seen := map[*state.KindDecl][]string{}, map[[2]string]bool{}
	for _, p := range b.prototypes {
		for _, param := range ItemOf(p).Definition.Params {
			if name := [2]string{p.Kind.Name, param.Name}; !seen[name] {
				seen[name] = true
				params[p.Kind] = append(params[p.Kind], param.Name)
			}
		}
	}
	return params
}

// useHook returns the hook that using a definition calls: its own or, for
// definitions without one, the game's.
func (b *builder) useHook(d *def.Definition) *api.Hook {
	if own := b.ownHook(d, "use"); own != nil || b.scriptFaulty(d) {
		return own
	}
	return b.ownHook(b.game.Definition, "use")
}

// moreThanData lists the fields of a definition that must be compiled or checked.
var moreThanData = []string{"use", "moves", "opening", "cycle"}

// draftPrototypes makes, on all cores, the prototypes of definitions that are pure data,
// with nothing to report, compile or compute. The prototypes of other
// definitions are nil.
func (b *builder) draftPrototypes(all []*def.Definition) []*state.Prototype {
	known, old := b.previousDrafts()
	plain := map[string]*state.KindDecl{}
	for name, kind := range b.kindIndex {
		if !kind.Die && !b.hasComputedStart(kind) {
			plain[name] = kind
		}
	}
	out := make([]*state.Prototype, len(all))
	parallel.Each(len(all), func(i int) {
		d := all[i]
		if i < len(known) && known[i] == d && old[i] != nil {
			out[i] = old[i]
			return
		}
		kind := plain[d.Kind]
		if kind == nil || d.Script != nil || len(d.Layers) > 0 || slices.ContainsFunc(moreThanData, func(key string) bool { return d.Data.Get(key) != nil }) {
			return
		}
		p := newPrototype(d, kind, &Item{Definition: d, Priority: d.Data.NumberOr("priority", 0)})
		for k := range kind.Props {
			b.startValue(d, p, k)
		}
		out[i] = p
	})
	b.drafted = out
	return out
}

// previousDrafts returns the definitions of the previous build with their drafts, which
// are still valid because the game and the kinds are unchanged.
func (b *builder) previousDrafts() ([]*def.Definition, []*state.Prototype) {
	if b.previous == nil || b.previous.game.Definition != b.game.Definition || !slices.EqualFunc(b.previous.kinds, b.kinds, (*state.KindDecl).Same) {
		return nil, nil
	}
	b.recognized = true
	b.kinds = b.previous.kinds
	for _, k := range b.kinds {
		b.kindIndex[k.Name] = k
	}
	return b.previous.catalog.All(), b.previous.drafted
}

// hasComputedStart reports whether a property of a kind has a start value computed by
// an expression.
func (b *builder) hasComputedStart(kind *state.KindDecl) bool {
	declared := b.game.Definition.Data.Get("properties").Get(kind.Name)
	return slices.ContainsFunc(kind.Props, func(p state.Decl) bool {
		return strings.HasPrefix(declared.Get(p.Name).TextOr("start", ""), "=")
	})
}

func (b *builder) item(d *def.Definition) *Item {
	g := b.game
	it := &Item{
		Definition: d, Priority: d.Data.NumberOr("priority", 0),
		Hears:  [sortsOfListening][]*api.Hook{b.hooksNamed(d, "on_", g.Events), b.hooksNamed(d, "modify_", g.Values), b.hooksNamed(d, WhenPrefix, g.Events)},
		Hooks:  b.hooksOf(d),
		Chosen: b.chosenHooks(d), Moves: b.moves(d),
	}
	if d != g.Definition {
		b.addListeners(it)
	}
	return it
}

// addListeners records the events that the hooks of an item listen to.
func (b *builder) addListeners(it *Item) {
	for sort, own := range it.Hears {
		for i, h := range own {
			b.game.Heard[sort][i] = b.game.Heard[sort][i] || h != nil
		}
	}
}

func (b *builder) startValue(d *def.Definition, p *state.Prototype, i int) {
	decl := &p.Kind.Props[i]
	if p.Start[i] = decl.Start; decl.Tag {
		p.Start[i] = state.Truth(api.HasTag(d, decl.Name))
		return
	}
	if n := b.game.Definition.Data.Get("properties").Get(d.Kind).Get(decl.Name); n != nil {
		start := n.Get("start")
		if start != nil && start.Type() == def.Text && start.Text() != "" && start.Text()[0] == '=' {
			if hook := b.expression(d, start); hook != nil {
				b.lateStarts = append(b.lateStarts, lateStart{
					owner: d, hook: hook, decl: decl, prototype: p, value: i, at: start.Position(),
				})
			}
		}
		return
	}
	for _, bp := range propsOf(d.Traits) {
		if bp.decl.Name == decl.Name && bp.from != "" {
			p.Start[i] = b.fromField(d, bp)
		}
	}
}

// fromField returns the start of a property from the corresponding field of the
// definition. A die without sides has as many as its highest face, or as it has
// words.
func (b *builder) fromField(d *def.Definition, p traitProp) state.Value {
	if n := d.Data.Get(p.from); n != nil && n.Type() == def.Number {
		return state.Num(n.Number())
	}
	most := 0.0
	if p.from == "sides" {
		most = 6
		if faces := d.Data.All("faces"); len(faces) > 0 {
			most = float64(len(api.FaceWords(d)))
			for _, f := range faces {
				most = max(most, f.Number())
			}
		}
	}
	return state.Num(most)
}

func (b *builder) declareWeights(d *def.Definition, m *builtDefinition) {
	for _, e := range d.Data.All("entries") {
		if w := e.Get("weight"); w != nil && w.Type() == def.Text {
			if hook := b.expression(d, w); hook != nil {
				b.weights[w] = hook
				if m.weights == nil {
					m.weights = map[*def.Node]*api.Hook{}
				}
				m.weights[w] = hook
			}
		}
	}
}
