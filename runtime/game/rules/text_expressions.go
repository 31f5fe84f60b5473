package rules

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// TextExpression is an expression in a text.
type TextExpression struct {
	Hook *api.Hook
	// Printed is its value where no game runs: variables have their start
	// values, and nothing is in play.
	Printed state.Value
}

// TextExpression returns an expression in a text of a definition, or nil if the game does
// not know it.
func (g *Game) TextExpression(d *def.Definition, code string) *TextExpression {
	return g.textExpressions[d.Key()][code]
}

// HasTextExpressions reports whether any text of the game has an expression.
func (g *Game) HasTextExpressions() bool { return len(g.textExpressions) > 0 }

// declareTexts compiles the expressions in the texts of the game, of what can be
// in play, and of keywords.
func (b *builder) declareTexts() {
	for _, d := range b.catalog.All() {
		if len(d.Expressions) == 0 || d != b.game.Definition && d.Kind != def.KeywordKind && b.prototypes[d.Key()] == nil {
			continue
		}
		own := map[string]*TextExpression{}
		for _, c := range d.Expressions {
			n := def.NewText(def.Position{
				In: def.InFile(c.Place.File), Line: int32(c.Place.Line), Column: int32(c.Place.Column), Length: int32(c.Place.Length),
			}, c.Lua)
			if hook := b.expression(d, n); hook != nil {
				own[c.Lua] = &TextExpression{Hook: hook}
			}
		}
		if b.game.textExpressions == nil {
			b.game.textExpressions = map[string]map[string]*TextExpression{}
		}
		b.game.textExpressions[d.Key()] = own
	}
}

// printTexts evaluates the expressions in texts for definitions by themselves.
func (b *builder) printTexts() {
	if len(b.game.textExpressions) == 0 {
		return
	}
	p := newPrinter(b.game)
	for _, d := range b.catalog.All() {
		own := b.game.textExpressions[d.Key()]
		if len(own) == 0 {
			continue
		}
		p.state.Begin()
		self := p.selfOf(d, b.prototypes[d.Key()])
		for _, c := range d.Expressions {
			if l := own[c.Lua]; l != nil {
				b.print(p, l, self)
			}
		}
		p.state.Rollback()
	}
}

func (b *builder) print(p *printer, l *TextExpression, self api.Self) {
	value, problem := p.evaluate(l.Hook, self)
	if problem == nil {
		l.Printed = value
		return
	}
	if problem.Hint.IsZero() {
		*problem = problem.WithHint("texts are also shown where no game runs: nothing is in play there, and variables have their start values")
	}
	same := func(d diag.Diagnostic) bool { // of another definition, or with other numbers
		return sameUnknownName(d, *problem) || d.Code == problem.Code && d.Place == problem.Place && dropDigits(d.Message) == dropDigits(problem.Message)
	}
	if !slices.ContainsFunc(b.problems, same) {
		b.report(*problem)
	}
}

// sameUnknownName reports whether two problems are about one unknown name at one
// place, though for different definitions, which their first arguments name.
func sameUnknownName(a, b diag.Diagnostic) bool {
	return a.Code == "script/unknown-name" && a.Code == b.Code && a.Place == b.Place && a.Message.Format == b.Message.Format &&
		len(a.Message.Args) == 2 && len(b.Message.Args) == 2 && a.Message.Args[1] == b.Message.Args[1]
}

func dropDigits(s diag.Sentence) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s.String())
}

// printer evaluates expressions where no game runs. It implements api.Flow.
type printer struct {
	game  *Game
	host  *api.Host
	state *state.State
}

func newPrinter(g *Game) *printer {
	p := &printer{game: g, state: state.New(g.tables[0].Layout, 0)}
	p.renew()
	return p
}

func (p *printer) renew() { p.host = api.NewHost(p.game.tables[0], p.state, p) }

// selfOf returns a definition as expressions see it: as an entity out of play, so
// that it has its properties, if it can be an entity.
func (p *printer) selfOf(d *def.Definition, proto *state.Prototype) api.Self {
	if proto == nil {
		return api.Self{Definition: d}
	}
	l := p.state.Layout
	for i, z := range l.Zones {
		if !slices.Contains(z.Kinds, d.Kind) || p.state.Limit(l.ZoneSlot(i, 1)) == 0 {
			continue
		}
		id, problem := p.state.Create(proto, l.ZoneSlot(i, 1), -1, state.Until{})
		if problem == nil && p.state.Remove(id, state.Until{Count: 1}) == nil {
			return api.Self{Entity: id}
		}
	}
	return api.Self{Definition: d}
}

func (p *printer) evaluate(hook *api.Hook, self api.Self) (v state.Value, problem *diag.Diagnostic) {
	before := p.state.Lock()
	p.host.Reset()
	problem = p.host.VM.Protect(startFuel, func() { v = p.host.Call(hook, self, nil) })
	p.state.Unlock(before)
	if p.host.VM.Broken() {
		p.renew()
	}
	return v, problem
}

// Modify passes a value through the game's own script: nothing else is there to
// hear it.
func (p *printer) Modify(value int, x state.Value, args []state.Value) state.Value {
	own := p.game.Script.Hears[ToValues]
	if own == nil || own[value] == nil {
		return x
	}
	all := append([]state.Value{x}, args...)
	if v := p.host.Call(own[value], api.Self{Definition: p.game.Definition}, all); v.Type != state.Nil {
		return v
	}
	return x
}

// Phase returns the first phase: every game has one.
func (p *printer) Phase() string { return p.game.Phases[0].Name }

// Emit fails, like everything else that would change something.
func (p *printer) Emit(int, []state.Value) { p.refuse() }

// Enter fails.
func (p *printer) Enter(int) { p.refuse() }

// End fails.
func (p *printer) End(bool, string) { p.refuse() }

// Say fails.
func (p *printer) Say(string, bool) { p.refuse() }

// Tell fails.
func (p *printer) Tell(int, string) { p.refuse() }

// Refuse fails.
func (p *printer) Refuse(string) { p.refuse() }

// SetPlayer fails.
func (p *printer) SetPlayer(int) { p.refuse() }

// Question fails.
func (p *printer) Question(state.Question) *diag.Diagnostic { p.refuse(); return nil }

// Play fails.
func (p *printer) Play(state.ID, []state.Value, bool) (string, bool) { p.refuse(); return "", true }

// CanPlay allows everything: no game runs.
func (p *printer) CanPlay(state.ID, []state.Value) (string, bool) { return "", true }

// QueueAction fails.
func (p *printer) QueueAction(*state.Act) *diag.Diagnostic { p.refuse(); return nil }

// Paid returns 0: no use is running.
func (p *printer) Paid(int) float64 { return 0 }

// Options returns nothing: nothing is in play.
func (p *printer) Options(state.ID, []state.Value) ([]state.Value, bool) { return nil, true }

// Target returns Nil: no use is running.
func (p *printer) Target(int) state.Value { return state.Value{} }

// ChooseMove fails.
func (p *printer) ChooseMove(state.ID, string) string { p.refuse(); return "" }

// MakeMove fails.
func (p *printer) MakeMove(state.ID) bool { p.refuse(); return false }

// CallHook calls a hook, which may only read here.
func (p *printer) CallHook(id state.ID, hook string, args []state.Value) state.Value {
	if h := ItemOf(p.state.Prototype(id)).Hook(hook); h != nil {
		return p.host.Call(h, api.Self{Entity: id}, args)
	}
	return state.Value{}
}

func (p *printer) refuse() {
	p.host.VM.Fail(diag.New("script/read-only", diag.Place{}, "nothing can be changed here, only read"))
}

// Printed provides the values that the expressions in the texts of a definition
// have where no game runs. It implements locale.Values.
type Printed struct {
	game *Game
	of   *def.Definition
}

// Printed returns the values of expressions in the texts of a definition. The
// game may be nil.
func (g *Game) Printed(d *def.Definition) Printed { return Printed{g, d} }

// Printed returns the values of expressions in the texts of a definition, in the
// game most closely related to it.
func (c *Content) Printed(d *def.Definition) Printed {
	if len(d.Expressions) == 0 {
		return Printed{}
	}
	return c.GameOf(d).Printed(d)
}

// Value returns the printed value of an expression twice, since no game runs. A
// question mark stands for an unknown value. If there is no game, perhaps because it has
// errors, it returns the expression itself, which nobody takes for a value.
func (p Printed) Value(code string) (now, printed string) {
	if p.game == nil {
		code = "{=" + code + "}"
		return code, code
	}
	if l := p.game.TextExpression(p.of, code); l != nil {
		return l.Printed.String(), l.Printed.String()
	}
	return "?", "?"
}
