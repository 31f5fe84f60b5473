package api

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var (
	endText    = Param{Name: "text", Type: Text, Optional: true, Default: "none", Doc: "the message for the players"}
	playerName = Param{Name: "player", Type: Whole, Low: 1, High: 100, Doc: "the player, counted from 1"}
)

var flow = []Function{
	{
		Name: "emit", Group: "flow", Cost: "4, what its listeners take, and 1 for 4 entities of listening zones", Params: params(Param{Name: "event", Type: Event, Doc: "the event"}), Variadic: true,
		Doc: "Calls every listener of the event, at once and in order; then ends the temporary changes that lasted until it.", Example: `emit("scored", points)`,
		run: func(c *Call) {
			c.mayWrite()
			c.host.emit(c.slot[0], c.raw[1:])
		},
		direct: directEmit,
	},
	{
		Name: "modify", Group: "flow", Cost: "4, what its listeners take, and 1 for 4 entities of listening zones", Params: params(Param{Name: "value", Type: Value, Doc: "the declared value"}, Param{Name: "x", Type: Any, Doc: "the value before any change"}),
		Variadic: true, Reads: true,
		Doc: "Passes a value to every listener in order; each may return another.", Result: "the final value", ResultType: "any", Example: `modify("max_mana", game.base_mana)`,
		run: func(c *Call) {
			c.result(c.host.modify(c.slot[0], c.args[1], c.raw[2:]))
		},
		direct: directModify,
	},
	{
		Name: "enter_phase", Group: "flow", Cost: "4", Params: params(Param{Name: "phase", Type: Phase, Doc: "the phase"}),
		Doc: "Goes to a phase once the running hook has returned; the last call counts.", Example: `enter_phase("market")`,
		run:    func(c *Call) { c.mayWrite(); c.host.Flow.Enter(c.slot[0]) },
		direct: directEnterPhase,
	},
	{
		Name: "act", Group: "flow", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "action", Type: Action, Doc: "the action of the game"}), Variadic: true,
		Doc:     "Has the player whose turn it is perform an action with the given targets instead of the next command: once the running command is done, its questions are answered, and the phase that it led to is entered. The action must be allowed then, and takes its costs. An action that waits already, with the same targets, is performed once.",
		Example: `act("end_turn")`,
		run: func(c *Call) {
			c.mayWrite()
			h := c.host
			from := len(h.scratch)
			c.rest(1)
			c.check(h.Flow.QueueAction(&state.Act{Action: c.args[0].Str, Owner: h.runningOwner(), Targets: slices.Clone(h.scratch[from:])}))
			h.scratch = h.scratch[:from]
		},
	},
	{
		Name: "phase", Group: "flow", Cost: "4", Reads: true,
		Doc: "Names the current phase.", Result: "its name", ResultType: "string", Example: `phase() == "roll"`,
		run:    func(c *Call) { c.result(c.host.phase()) },
		direct: directRead((*Host).phase),
	},
	{
		Name: "win", Group: "flow", Cost: "4", Params: params(endText), Doc: "Ends the game as won once the running hook has returned.", Example: `win("The dragon is dead.")`,
		run: func(c *Call) { c.mayWrite(); c.host.Flow.End(true, c.message(0)) },
	},
	{
		Name: "lose", Group: "flow", Cost: "4", Params: params(endText), Doc: "Ends the game as lost once the running hook has returned.", Example: "lose()",
		run: func(c *Call) { c.mayWrite(); c.host.Flow.End(false, c.message(0)) },
	},
	{
		Name: "say", Group: "flow", Cost: "36, and 1 for 16 bytes", Params: params(Param{Name: "text", Type: Text, Doc: "the text"}),
		Doc: "Shows the players a message of at most 20 lines.", Example: `say("The goblin laughs.")`,
		run:    func(c *Call) { c.say(false) },
		direct: directSay(false),
	},
	{
		Name: "warn", Group: "flow", Cost: "36, and 1 for 16 bytes", Params: params(Param{Name: "text", Type: Text, Doc: "the text"}),
		Doc: "Shows the players a message that stands out.", Example: `warn("No effect.")`,
		run:    func(c *Call) { c.say(true) },
		direct: directSay(true),
	},
	{
		Name: "tell", Group: "flow", Cost: "36, and 1 for 16 bytes",
		Params: params(
			Param{Name: "player", Type: Whole, Low: 0, High: 100, Doc: "the player, counted from 1; 0 for everyone"},
			Param{Name: "text", Type: Text, Doc: "the text"},
		),
		Doc: "Shows one player a message that the others may not read, or reveals something hidden to everyone.", Example: `tell(1, "You see a dragon.")`,
		run: func(c *Call) {
			n := int(c.args[0].Num)
			if n > c.host.Game.Layout.Players {
				c.fail("got player %d of %d", n, c.host.Game.Layout.Players)
			}
			c.mayWrite()
			c.host.VM.Charge(costMessage + int64(len(c.args[1].Str)/bytesPerUnit))
			c.host.Flow.Tell(n, c.message(1))
		},
	},
	{
		Name: "refuse", Group: "flow", Cost: "4", Params: params(Param{Name: "reason", Type: Text, Doc: "why, in words for the player"}),
		Doc: "Refuses the command: none of it has happened. Prefer requires and where, which players see beforehand.", Example: `refuse("Not now.")`,
		run: func(c *Call) { c.host.Flow.Refuse(c.message(0)) },
	},
	{
		Name: "players", Group: "flow", Cost: "4", Reads: true, Doc: "Counts the players.", Result: "how many", ResultType: "number", Example: "players()",
		run: func(c *Call) { c.resultNumber(float64(c.host.Game.Layout.Players)) },
	},
	{
		Name: "player", Group: "flow", Cost: "4", Reads: true, Doc: "Finds the acting player, whose vars and zones plain names mean. In a hook on_EVENT, when_EVENT or modify_VALUE of an entity in a zone of a player, that is the owner of the zone, not the player who acts.", Result: "the player, counted from 1", ResultType: "number", Example: "player()",
		run:    func(c *Call) { c.result(c.host.player()) },
		direct: directRead((*Host).player),
	},
	{
		Name: "set_player", Group: "flow", Cost: "4, and what the state charges for the change", Params: params(playerName),
		Doc: "Makes another player the one who acts, now and in the commands that follow.", Example: "set_player(player() % players() + 1)",
		run: func(c *Call) {
			n := int(c.args[0].Num)
			if n > c.host.Game.Layout.Players {
				c.fail("got player %d of %d", n, c.host.Game.Layout.Players)
			}
			c.mayWrite()
			c.host.Flow.SetPlayer(n)
		},
	},
	{
		Name: "var_of", Group: "flow", Cost: "4", Params: params(playerName, Param{Name: "name", Type: Property, Doc: "a variable that every player has"}), Reads: true,
		Doc: "Reads a player's variable.", Result: "its value", ResultType: "any", Example: `var_of(2, "score")`,
		run: func(c *Call) { c.result(c.host.lua(c.host.State.Var(c.host.variableOf(c, 0, 1)))) },
	},
	{
		Name: "set_var_of", Group: "flow", Cost: "4, and what the state charges for the change",
		Params: params(playerName, Param{Name: "name", Type: Property, Doc: "a variable that every player has"}, Param{Name: "value", Type: Any, Doc: "the new value"}),
		Doc:    "Writes a player's variable.", Example: `set_var_of(2, "price", 10)`,
		run: func(c *Call) {
			c.check(c.host.State.SetVar(c.host.variableOf(c, 0, 1), c.args[2], state.Until{}))
		},
	},
	{
		Name: "range", Group: "lists", Cost: "100, and 2 for each item", Params: params(Param{Name: "low", Type: Whole, Doc: "the first number"}, Param{Name: "high", Type: Whole, Doc: "the last number"}), Reads: true,
		Doc: "Lists whole numbers, both ends included.", Result: "a list, empty when high is below low", ResultType: "number[]", Example: "range(1, die.sides)",
		run: func(c *Call) {
			low, n := c.args[0].Num, c.args[1].Num-c.args[0].Num+1
			if n > 10_000 {
				c.fail("makes at most 10000 numbers")
			}
			c.host.chargeList(int(max(0, n)))
			t := c.host.VM.NewList(0)
			for i := 0.0; i < n; i++ {
				t.Append(lua.Num(low + i))
			}
			c.result(t.Value())
		},
	},
}

func (h *Host) variableOf(c *Call, player, name int) int {
	n := int(c.args[player].Num)
	if n > h.Game.Layout.Players {
		c.fail("got player %d of %d", n, h.Game.Layout.Players)
	}
	acting := h.Acting
	h.Acting = n
	slot := h.variable(c.raw[name])
	h.Acting = acting
	return slot
}

func (h *Host) phase() lua.Value { return lua.Text(h.Flow.Phase()) }

func (h *Host) player() lua.Value { return lua.Num(float64(h.Acting)) }

// emit calls every listener of an event with arguments.
func (h *Host) emit(event int, with []lua.Value) {
	from := len(h.scratch)
	h.keep(with)
	h.Flow.Emit(event, h.scratch[from:])
	h.scratch = h.scratch[:from]
}

// modify passes a value to every listener, with further arguments.
func (h *Host) modify(value int, x state.Value, with []lua.Value) lua.Value {
	from := len(h.scratch)
	h.keep(with)
	x = h.Flow.Modify(value, x, h.scratch[from:])
	h.scratch = h.scratch[:from]
	return h.lua(x)
}

// rest copies the arguments from index on into the scratch values.
func (c *Call) rest(index int) { c.host.keep(c.raw[min(index, c.n):c.n]) }

// keep copies values into the scratch values.
func (h *Host) keep(values []lua.Value) {
	for _, v := range values {
		h.scratch = append(h.scratch, h.value(v))
	}
}

func (c *Call) say(warning bool) {
	c.mayWrite()
	c.host.VM.Charge(costMessage + int64(len(c.args[0].Str)/bytesPerUnit))
	c.host.Flow.Say(c.message(0), warning)
}

// maxLines is the maximum number of lines of a message: more would push the game off a
// terminal.
const maxLines = 20

// message returns an argument that players are to read.
func (c *Call) message(arg int) string {
	text := c.args[arg].Str
	if lines := 1 + strings.Count(text, "\n"); lines > maxLines {
		c.fail("got a text of %d lines: a message has at most %d", lines, maxLines)
	}
	return text
}

func (c *Call) mayWrite() {
	if c.host.State.Locked() {
		c.host.VM.Fail(diag.New("script/read-only", diag.Place{}, "%s: nothing can be changed here, only read", c.f.Name))
	}
}
