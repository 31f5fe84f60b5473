package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Moves is the pattern by which an entity chooses its next move.
type Moves struct {
	// Opening are the first moves, Cycle those that repeat after them. Without
	// a cycle, moves are drawn from List.
	Opening, Cycle []string
	List           []Move
}

// Move is something that an entity may do, with the weight by which it is
// drawn.
type Move struct {
	Name, Title, Text, Icon string
	Weight                  Amount
	When                    *api.Hook // condition for drawing it; nil means always
	Row                     int       // the most times in a row; 0 for any number
	Then                    string    // the move that follows; empty for any
	Hook                    *api.Hook
	Place                   diag.Place
}

// Find returns a move by name, or nil.
func (m *Moves) Find(name string) *Move {
	if m == nil {
		return nil
	}
	i := slices.IndexFunc(m.List, func(x Move) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return &m.List[i]
}

// moving reports whether some definition of a kind has moves.
func (b *builder) moving(kind string) bool {
	return slices.ContainsFunc(b.catalog.Kind(kind), func(d *def.Definition) bool { return d.Data.Get("moves") != nil })
}

// moveProps are the properties of entities that have moves.
func moveProps() []state.Decl {
	count := state.Decl{Type: state.Number, Start: state.Num(0), Whole: true, Min: 0, Max: state.MaxWhole}
	row, total := count, count
	row.Name, total.Name = api.MovesInRow, api.MovesChosen
	return []state.Decl{{Name: api.NextMove, Type: state.Text, Start: state.Str("")}, row, total}
}

// isMoveProp reports whether a property is one that the engine declares for
// entities that have moves.
func isMoveProp(name string) bool {
	return slices.ContainsFunc(moveProps(), func(p state.Decl) bool { return p.Name == name })
}

// moveProp returns the declaration of a property of entities that have moves.
// Content says who sees all of them, and what players read, in the property move.
func (b *builder) moveProp(p state.Decl, kind string, properties *def.Node) state.Decl {
	if n := properties.Get(p.Name); n != nil {
		for _, f := range n.Fields() {
			if p.Name != api.NextMove || f.Key != "visible" {
				b.report(diag.New("content/rule", f.KeyPlace(), "every %s with moves already has the property %q", kind, p.Name).
					WithHint("of the property move, only visible can be declared: move: {visible: …}"))
			}
		}
	}
	if n := properties.Get(api.NextMove); n != nil {
		p.While, p.Visible = b.visibleWhile(n, visibility(n))
	}
	return p
}

// moves reads the moves of a definition.
func (b *builder) moves(d *def.Definition) *Moves {
	data := d.Data
	if data.Get("moves") == nil {
		for _, key := range []string{"opening", "cycle"} {
			if n := data.Get(key); n != nil {
				b.report(diag.New("content/rule", n.Place(), "%s names moves, but %s has none", key, d.Key()).WithHint("add moves:"))
			}
		}
		return nil
	}
	known := names(data.Each("moves"))
	sequence := func(key string) (out []string) {
		for _, n := range data.All(key) {
			if b.mustKnow("move", n.Text(), n.Place(), known) {
				out = append(out, n.Text())
			}
		}
		return out
	}
	m := &Moves{Opening: sequence("opening"), Cycle: sequence("cycle")}
	for _, f := range data.Each("moves") {
		move := Move{Name: f.Key, Title: f.Value.TextOr("name", title(f.Key)), Text: f.Value.TextOr("text", ""), Icon: f.Value.TextOr("icon", ""), Weight: Amount{Fixed: 1}, Row: int(f.Value.NumberOr("in_row", 0)), Place: f.KeyPlace()}
		if w := f.Value.Get("weight"); w != nil {
			move.Weight = b.amount(d, w)
		}
		if when := f.Value.Get("when"); when != nil {
			move.When = b.condition(d, when)
		}
		if then := f.Value.Get("then"); then != nil && b.mustKnow("move", then.Text(), then.Place(), known) {
			move.Then = then.Text()
		}
		move.Hook = b.moveHook(d, f.Key)
		if move.Hook == nil && !b.scriptFaulty(d) && !b.scriptFaulty(b.game.Definition) {
			b.report(diag.New("script/unknown-hook", f.KeyPlace(), "the move %s needs a hook %s%s, in the script of %s or of the game", f.Key, movePrefix, f.Key, d.Key()).
				WithHint("add %s%s = function(self) … end, or %s = function(self) … end, which does any move", movePrefix, f.Key, anyMove))
		}
		m.List = append(m.List, move)
	}
	return m
}

// moveHook returns the hook that does a move: the one with its name in the
// script of the definition, or else of the game; or else the hook move, which
// does any, of one or the other. It is nil if there is none.
func (b *builder) moveHook(d *def.Definition, name string) *api.Hook {
	for _, hook := range []string{movePrefix + name, anyMove} {
		for _, of := range []*def.Definition{d, b.game.Definition} {
			if h := b.ownHook(of, hook); h != nil {
				return h
			}
		}
	}
	return nil
}

// anyMove is the name of the hook that does moves without a hook of their own.
const anyMove = "move"

// movePrefix begins the name of the hook that does a move.
const movePrefix = "move_"

// moveHooks lists the hooks that do the moves of a definition or, for the game,
// of any definition.
func (b *builder) moveHooks(d *def.Definition) (out []string) {
	if d != b.game.Definition {
		for _, name := range names(d.Data.Each("moves")) {
			out = append(out, movePrefix+name)
		}
		if len(out) > 0 {
			out = append(out, anyMove)
		}
		return out
	}
	for _, other := range b.catalog.All() {
		if other != b.game.Definition && b.game.items[other.Key()] != nil { // a zone may hold games, too
			out = append(out, b.moveHooks(other)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
