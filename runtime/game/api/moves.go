package api

import (
	"sleight/runtime/diag"
	"sleight/runtime/lua"
)

// The properties of entities that have moves.
const (
	NextMove    = "move"        // the name of the move they intend, or empty
	MovesInRow  = "move_in_row" // how often in a row it was chosen
	MovesChosen = "moves_chosen"
)

var nextMove = lua.Text(NextMove)

var theMover = Param{Name: "entity", Type: Entity, Doc: "the entity, of a definition with moves"}

// moves are the functions for entities that act by a pattern.
var moves = []Function{
	{
		Name: "choose_move", Group: "moves", Cost: "4, 6 for each move, what their expressions take, and what the state charges for the change",
		Params: params(theMover, Param{Name: "stream", Type: Stream, Optional: true, Default: `"moves"`, Doc: "the random stream to draw from"}),
		Doc:    "Chooses an entity's next move by the pattern of its definition; players see it in advance.", Result: "the name of the move, or nil if none is possible", ResultType: "string?", Example: "choose_move(enemy)",
		run: func(c *Call) {
			c.mustMove()
			stream := "moves"
			if c.has(1) {
				stream = c.args[1].Str
			}
			if name := c.host.Flow.ChooseMove(c.id(0), stream); name != "" {
				c.result(lua.Text(name))
			} else {
				c.result(lua.Nil)
			}
		},
	},
	{
		Name: "make_move", Group: "moves", Cost: "4, and what its hook takes", Params: params(theMover),
		Doc:    "Has an entity make its intended move: calls the hook move_NAME of its script or else of the game's, or else the hook move, which makes any move.",
		Result: "true, or false if it intends nothing", ResultType: "boolean", Example: "make_move(enemy)",
		run: func(c *Call) {
			c.mustMove()
			c.mayWrite()
			c.resultBool(c.host.Flow.MakeMove(c.id(0)))
		},
	},
	{
		Name: "move_of", Group: "moves", Cost: "4", Params: params(theMover), Reads: true,
		Doc: "Looks up the move that an entity intends.", Result: "the data of the move from its definition, read-only, or nil", ResultType: "table?", Example: "move_of(enemy)",
		run: func(c *Call) {
			c.mustMove()
			h, id := c.host, c.id(0)
			move := h.read(id, nextMove).Str
			c.result(h.VM.ContentValue(h.Game.DefinitionOf(h.State.Prototype(id)).Data.Get("moves").Get(move)))
		},
	},
}

// mustMove fails unless the entity has moves.
func (c *Call) mustMove() {
	h := c.host
	h.mustKnowIdentity(c.id(0), "the moves")
	proto := h.State.Prototype(c.id(0))
	if d := h.Game.DefinitionOf(proto); d != nil && d.Data.Get("moves") != nil {
		return
	}
	h.VM.Fail(diag.New("script/arguments", diag.Place{}, "%s: %s has no moves", c.f.Name, proto.Key).
		WithHint("give the definition moves:"))
}
