package rules

import (
	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// PrintedCost is what the use of an item takes from a variable where no game
// runs, such as on a printed card.
type PrintedCost struct {
	Variable string
	// Amount is the cost, if Known is set. The cost is unknown if it depends on
	// targets, or on anything in the game's state except the item.
	Amount float64
	Known  bool
	// All means that it takes all there is.
	All bool
}

// CostPrinter evaluates the costs of definitions by themselves: parameters have
// their defaults, and properties their start values. It is not safe for concurrent
// use.
type CostPrinter struct {
	content  *Content
	printers map[*Game]*printer
}

// CostPrinter returns a printer for the costs of this content.
func (c *Content) CostPrinter() *CostPrinter { return &CostPrinter{c, map[*Game]*printer{}} }

// Costs returns what the use of a definition costs in the game most closely
// related to it, in the order of the definition. There are none if it cannot be
// used there.
func (c *CostPrinter) Costs(d *def.Definition) (g *Game, out []PrintedCost) {
	if g = c.content.GameOf(d); g == nil {
		return nil, nil
	}
	proto := g.tables[0].Prototypes[d.Key()]
	if proto == nil {
		return g, nil
	}
	use := ItemOf(proto).Use
	if use == nil {
		return g, nil
	}
	for i := range use.Costs {
		one := &use.Costs[i]
		p := PrintedCost{Variable: one.Variable, Amount: one.Amount.Fixed, Known: !one.All && one.After == 0, All: one.All}
		if p.Known && one.Amount.Hook != nil {
			p.Amount, p.Known = c.printer(g).amount(one.Amount.Hook, d, proto)
		}
		out = append(out, p)
	}
	return g, out
}

func (c *CostPrinter) printer(g *Game) *printer {
	if c.printers[g] == nil {
		c.printers[g] = newPrinter(g)
	}
	return c.printers[g]
}

// amount evaluates an expression for a definition by itself. ok is false if the
// value depends on the state of a game, or is not a number.
func (p *printer) amount(hook *api.Hook, d *def.Definition, proto *state.Prototype) (n float64, ok bool) {
	p.state.Begin()
	defer p.state.Rollback()
	self := p.selfOf(d, proto)
	var reads state.Tracker
	p.state.Track(&reads)
	value, problem := p.evaluate(hook, self)
	p.state.Untrack()
	never := func(int) bool { return false }
	if ok = problem == nil && value.Type == state.Number && p.state.AllReads(&reads, never, never, func(id state.ID) bool { return id == self.Entity }); !ok {
		return 0, false
	}
	return value.Num, true
}
