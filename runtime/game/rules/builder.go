package rules

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// builder compiles a game definition into a Game and collects the problems
// found.
type builder struct {
	content  *Content
	catalog  *def.Catalog // the content that the game sees
	game     *Game
	scripts  map[*def.Definition]*lua.Program
	layers   map[*def.Definition][]layer
	problems diag.List
	// faulty means that some script does not compile, so that the game is only
	// checked and none of it is run; compiled are the problems of scripts.
	faulty   bool
	compiled diag.List
	together bool // some phase has all players choose together
	timed    bool // some choice has a clock

	hooks      map[hookKey]*api.Hook
	numbers    map[*lua.Program]int // see number
	vars       []state.Decl
	zones      []state.ZoneDecl
	zoneList   []string // see zoneNames
	varList    []string // see varNames
	kinds      []*state.KindDecl
	kindIndex  map[string]*state.KindDecl
	weights    map[*def.Node]*api.Hook
	own        map[*def.Definition][]*api.Hook // see hooksOf
	prototypes map[string]*state.Prototype
	drafted    []*state.Prototype // see draftPrototypes
	// previous is the builder of the game's previous build, or nil.
	previous *builder
	// recognized means that the game and its kinds are unchanged.
	recognized bool
	// built holds what was built from each definition, and building what is being
	// built from the current one, or nil.
	built    map[*def.Definition]*builtDefinition
	building *builtDefinition
	// nextHook and nextScript are the numbers of the next new hook and program.
	nextHook, nextScript int
	lateStarts           []lateStart
	// listed is what programs returns, kindsDefined what definedKinds returns, and
	// anyItem what the hooks of any item may be.
	listed                []*lua.Program
	kindsDefined, anyItem []string
	// itemsDeclared means that all items are declared. Until then, references to
	// their hooks wait.
	itemsDeclared bool
	waiting       []waitingReference
	dropped       *dropped // after dropPlay
	known         *known
}

// waitingReference is a reference that is checked when all items are declared.
type waitingReference struct {
	owner *def.Definition
	analysis.Reference
}

type hookKey struct {
	program *lua.Program
	name    string
	under   *api.Hook
}

// lateStart is a start value computed by an expression.
type lateStart struct {
	owner     *def.Definition
	hook      *api.Hook
	decl      *state.Decl
	prototype *state.Prototype // the entity's, whose value has this number
	value     int
	at        def.Position
}

func (b *builder) build() {
	b.own = map[*def.Definition][]*api.Hook{}
	b.kindIndex = map[string]*state.KindDecl{}
	b.weights = map[*def.Node]*api.Hook{}
	b.known = &known{builder: b}
	b.continueFrom(b.previous)
	g, data := b.game, b.game.Definition.Data
	players := data.Get("players")
	g.MinPlayers = max(1, int(players.NumberOr("min", 1)))
	g.MaxPlayers = max(g.MinPlayers, int(players.NumberOr("max", float64(g.MinPlayers))))
	if n := players.Get("max"); n != nil && n.Number() < float64(g.MinPlayers) {
		b.report(diag.New("content/rule", n.Place(), "max is %v, but min is %d", n.Number(), g.MinPlayers).WithHint("raise max, or lower min"))
	}
	b.declareNames(data)
	b.declareVariables(data)
	b.declareZones(data)
	b.declareKinds(data)
	b.declareActions(data)
	b.declareItems()
	b.declareTexts()
	b.declareViews(data)
	b.declareDetails(data)
	b.declareMetrics(data)
	b.checkLayout(data)
	if !b.faulty { // else the hooks may be in scripts that do not compile
		b.checkWaiting()
	}
	if b.faulty || b.problems.Failed() {
		b.faulty = true
		b.checkFaulty(data, b.compiled)
		return
	}
	b.assemble()
	g.Private = g.private()
	b.computeStarts()
	b.declareStartItems(data)
	b.checkScripts()
	b.printTexts()
	g.rules = b
	g.hooks = make([]*api.Hook, b.nextHook)
	for _, h := range b.hooks {
		g.hooks[h.Index] = h
	}
}

// assemble makes the tables that hosts use, one per number of players.
func (b *builder) assemble() {
	g := b.game
	values, phases, actions := map[string]int{}, map[string]int{}, map[string]int{}
	for i, v := range g.Values {
		values[v.Name] = i
	}
	for i, p := range g.Phases {
		phases[p.Name] = i
	}
	for i, a := range g.Actions {
		actions[a.Name] = i
	}
	var events []string
	for _, e := range g.Events {
		events = append(events, e.Name)
	}
	params := b.paramsOfKinds()
	for n := g.MinPlayers; n <= g.MaxPlayers; n++ {
		vars := append(reserved(n), b.vars...)
		if b.together {
			g.VarChosen = len(vars)
			vars = append(vars, state.Decl{Name: chosenVariable, Type: state.Bool, Start: state.Truth(false), PerPlayer: true})
		}
		if b.timed {
			g.VarSince = len(vars)
			vars = append(vars, state.Decl{Name: sinceVariable, Type: state.Number, Start: state.Num(0), Min: 0, Max: state.MaxWhole, Whole: true, PerPlayer: true})
		}
		vars = g.passingVars(vars)
		g.tables = append(g.tables, &api.Game{
			Catalog: b.catalog, Definition: g.Definition,
			Layout: state.NewLayout(n, vars, b.zones, b.kinds, events),
			Values: values, Phases: phases, Actions: actions, Weights: b.weights, Prototypes: b.prototypes, Params: params,
			DefinitionOf: func(p *state.Prototype) *def.Definition { return ItemOf(p).Definition },
		})
	}
}

func (b *builder) report(d diag.Diagnostic) { b.problems = append(b.problems, d) }

// hook numbers a function of a program.
func (b *builder) hook(p *lua.Program, name string, owner *def.Definition, at diag.Place) *api.Hook {
	return b.numbered(hookKey{p, name, nil}, func() *api.Hook {
		return &api.Hook{Program: p, Name: name, Owner: owner, Place: at}
	})
}

// numbered returns the hook with a key. If there is none yet, it reuses that of
// the previous build, or creates and numbers one.
func (b *builder) numbered(key hookKey, create func() *api.Hook) *api.Hook {
	h, ok := b.hooks[key]
	if !ok {
		h = create()
		var old *api.Hook
		if b.previous != nil {
			old = b.previous.hooks[key]
		}
		if old != nil && old.Owner == h.Owner && old.Place == h.Place && old.Mode == h.Mode {
			h = old
			b.numbers[h.Program] = h.Script
		} else {
			h.Index, h.Script = b.nextHook, b.number(h.Program)
			b.nextHook++
		}
		b.hooks[key] = h
	}
	if b.building != nil {
		b.building.hooks = append(b.building.hooks, keyedHook{key, h})
	}
	return h
}

// number numbers a program within the game.
func (b *builder) number(p *lua.Program) int {
	n, ok := b.numbers[p]
	if !ok && b.previous != nil {
		n, ok = b.previous.numbers[p]
	}
	if !ok {
		n = b.nextScript
		b.nextScript++
	}
	b.numbers[p] = n
	return n
}

// scriptFaulty reports whether a definition's script, or a module that it requires,
// did not compile. That has been reported, so missing hooks are not reported too.
func (b *builder) scriptFaulty(d *def.Definition) bool {
	return d.Script != nil && (b.scripts[d] == nil || !b.scripts[d].IsTrialLoaded())
}

// luaSource returns the Lua source in a YAML text at a place, and its own place.
func luaSource(n *def.Node, at diag.Place) (string, diag.Place) {
	source := n.Text()
	if n.TextLine() > 0 || n.TextColumn() > 0 { // inside quotes or a block
		at.Line, at.Column = int(n.TextLine())+1, int(n.TextColumn())+1
	}
	if rest, ok := strings.CutPrefix(source, "="); ok {
		source = rest
		at.Column++
	}
	return source, at
}

// Inspect checks an expression outside the game, such as an expectation of a
// test, as if it were part of the game. It runs nothing.
func (g *Game) Inspect(n *def.Node) diag.List {
	b := *g.rules
	b.problems = nil
	source, at := luaSource(n, n.Place())
	pack := g.Definition.Pack
	program, problems := lua.CompileExpr(source, []string{"self"}, at, b.content.programs.surface, resolver{b.content.programs, pack, nil})
	if program != nil {
		b.checkReferences(nil, program)
	}
	return append(problems, b.problems...)
}

// expression compiles a YAML text that is a Lua expression.
func (b *builder) expression(owner *def.Definition, n *def.Node, params ...string) *api.Hook {
	place := n.Place()
	source, at := luaSource(n, place)
	program, problems := b.content.programs.expression(b.expressionPack(owner, n), source, append([]string{"self"}, params...), at)
	b.problems = append(b.problems, problems...)
	if program == nil {
		return nil
	}
	b.checkReferences(owner, program)
	b.content.recordExpression(owner, program)
	if b.building != nil {
		b.building.expressions = append(b.building.expressions, program)
	}
	return b.hook(program, "", owner, place)
}

var fieldOnly = regexp.MustCompile(`^=?\s*(self|game)\.([a-z_][a-z0-9_]*)\s*$`)

// amount reads a number or an expression. The bare name of a parameter or field
// of a definition is read as its number, since definitions do not change in
// play.
func (b *builder) amount(owner *def.Definition, n *def.Node, params ...string) Amount {
	if n.Type() == def.Number {
		return Amount{Fixed: n.Number()}
	}
	if m := fieldOnly.FindStringSubmatch(n.Text()); m != nil {
		d := owner
		if m[1] == "game" {
			d = b.game.Definition
		}
		if p, ok := d.Param(m[2]); ok && !b.shadowed(d.Kind, m[2]) {
			return Amount{Fixed: p.Default}
		}
		if v := d.Data.Get(m[2]); v != nil && v.Type() == def.Number && !b.shadowed(d.Kind, m[2]) {
			return Amount{Fixed: v.Number()}
		}
	}
	before := len(b.problems)
	hook := b.expression(owner, n, params...)
	if len(b.problems) > before { // one problem is enough
		return Amount{Fixed: 1}
	}
	return Amount{Hook: hook}
}

// shadowed reports whether entities of the kind have a property of that name.
func (b *builder) shadowed(kind, name string) bool {
	for _, p := range propsOf(b.traitsOf(kind)) {
		if p.decl.Name == name {
			return true
		}
	}
	props := b.game.Definition.Data.Get("properties").Get(kind)
	return props.Get(name) != nil
}

// fixed reads a number that must be known before the game begins; otherwise is
// returned if there is none, or no valid one.
func (b *builder) fixed(n *def.Node, otherwise float64) float64 {
	if n == nil {
		return otherwise
	}
	if _, err := strconv.ParseFloat(n.Text(), 64); err == nil {
		d := diag.New("content/type", n.Place(), "a bound must be a number, not the text %q", n.Text()).
			WithHint("remove the quotes").WithEdit(n.Text(), n.Text())
		d.Edits[0].Unquote = true
		b.report(d)
		return otherwise
	}
	a := b.amount(b.game.Definition, n)
	if a.Hook != nil {
		b.report(diag.New("content/rule", n.Place(), "a bound must be a number or a parameter of the game").
			WithHint("write a number, or =game.NAME"))
	}
	return a.Fixed
}

// decl reads the declaration of a variable or property.
func (b *builder) decl(f def.Field, owner *def.Definition) (state.Decl, *api.Hook) {
	n := f.Value
	d := state.Decl{Name: f.Key, Min: math.Inf(-1), Max: math.Inf(1), Place: f.KeyPlace()}
	d.Min = b.fixed(n.Get("min"), math.Inf(-1))
	d.Max = b.fixed(n.Get("max"), math.Inf(1))
	d.Whole, d.Clamp = n.BoolOr("whole", true), n.BoolOr("clamp", false)
	d.PerPlayer, d.Visible = n.TextOr("per", "") == "player", visibility(n)
	for _, o := range n.All("one_of") {
		d.OneOf = append(d.OneOf, o.Text())
	}
	start := n.Get("start")
	d.Start = b.startOf(n, start)
	d.Type = d.Start.Type
	var hook *api.Hook
	if start != nil && start.Type() == def.Text && strings.HasPrefix(start.Text(), "=") {
		a := b.amount(owner, start)
		hook, d.Start, d.Type = a.Hook, state.Num(a.Fixed), state.Number
	}
	if d.Tag = n.BoolOr("tag", false); d.Tag {
		d.Start, d.Type = state.Truth(false), state.Bool
		b.checkTag(f)
		d.Mutes = n.BoolOr("mutes", false)
		return d, nil
	}
	b.declaredType(&d, n)
	if d.Mutes = n.BoolOr("mutes", false); d.Mutes && d.Type != state.Bool {
		b.report(diag.New("content/rule", n.Get("mutes").Place(), "a property that mutes must be true or false, but %s is a %s", f.Key, d.Type).
			WithHint("write start: false"))
	}
	if problem := startProblem(&d, hook); problem != nil && !(d.Start.Type == state.Nil && start.Type() == def.Text) {
		problem.Place = start.At(f.KeyPlace())
		b.report(*problem)
	}
	return d, hook
}

// checkTag reports keys that a tag cannot have, since the tags of a definition say
// what it starts as.
func (b *builder) checkTag(f def.Field) {
	for _, key := range []string{"start", "type", "min", "max", "whole", "clamp", "one_of"} {
		if n := f.Value.Get(key); n != nil {
			b.report(diag.New("content/rule", n.Place(), "the tag %q starts as true for entities whose definition has it; it takes no %s", f.Key, key).
				WithHint("remove %s, or tag: true", key))
		}
	}
}

func (b *builder) declaredType(d *state.Decl, n *def.Node) {
	types := map[string]state.Type{"number": state.Number, "boolean": state.Bool, "string": state.Text, "entity": state.Ref}
	if t, ok := types[n.TextOr("type", "")]; ok {
		if n.Get("start") == nil {
			d.Start = map[state.Type]state.Value{
				state.Number: state.Num(0), state.Bool: state.Truth(false), state.Text: state.Str(""),
			}[t]
		}
		d.Type = t
		return
	}
	if d.Type == state.Nil {
		d.Type, d.Start = state.Number, state.Num(0)
	}
}

func startProblem(d *state.Decl, hook *api.Hook) *diag.Diagnostic {
	if hook != nil {
		return nil
	}
	if d.Type == state.Text && d.Start == state.Str("") {
		return nil
	}
	_, problem := d.Check(d.Start)
	return problem
}

// Literal converts a scalar of content to game data, and any other node to nil.
func Literal(n *def.Node) state.Value {
	if n == nil {
		return state.Value{}
	}
	switch n.Type() {
	case def.Bool:
		return state.Truth(n.Bool())
	case def.Number:
		return state.Num(n.Number())
	case def.Text:
		return state.Str(n.Text())
	}
	return state.Value{}
}

// names lists the names in a field list.
func names(fields []def.Field) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Key)
	}
	return out
}

// mustKnow reports a name that is not among the known ones, and returns whether it
// is.
func (b *builder) mustKnow(what, name string, at diag.Place, known []string) bool {
	if slices.Contains(known, name) {
		return true
	}
	b.report(diag.New("content/reference", at, unknownName, what, name).Suggest(name, known))
	return false
}
