package api

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var windows = []Function{
	{
		Name: "window", Group: "windows", Cost: "4", Reads: true,
		Doc: "Names the window in which players may react.", Result: "its name, or nil", ResultType: "string?", Example: `window() == "counter"`,
		run: func(c *Call) {
			if w := c.host.State.Pending().Window(); w != nil {
				c.result(lua.Text(w.Name))
			} else {
				c.result(lua.Nil)
			}
		},
	},
	{
		Name: "answered", Group: "windows", Cost: "4", Reads: true,
		Params:     params(Param{Name: "n", Type: Whole, Optional: true, Default: "none", Low: 1, High: 100, Doc: "which target of the command, or argument of the event, counted from 1"}),
		Doc:        "Finds what players react to in the open window: the item that is used, or else the name of the action or the event; or one of its targets or arguments.",
		Result:     "an entity, text, number or boolean; nil without a window, and for a target that is gone or was not chosen",
		ResultType: "any",
		Example:    "answered().cost <= 3",
		run: func(c *Call) {
			w := c.host.State.Pending().Window()
			v, n := state.Value{}, int(c.args[0].Num)
			if veil := c.host.Veil; w != nil && veil != nil && veil.Answered(n) {
				c.host.secretRead("what is reacted to")
			}
			switch {
			case w == nil:
			case n > 0 && n <= len(w.Values):
				v = w.Values[n-1]
			case n > 0:
			case w.Item != state.None:
				v = state.Entity(w.Item)
			default:
				v = state.Str(w.Action + w.Event)
			}
			if v.Type == state.Ref && !c.host.State.Alive(v.ID()) {
				v = state.Value{}
			}
			c.result(c.host.lua(v))
		},
	},
	{
		Name: "answered_by", Group: "windows", Cost: "4", Reads: true,
		Doc: "Finds the player to whose command or event players react in the open window.", Result: "the player, counted from 1, or nil", ResultType: "number?", Example: "answered_by() ~= player()",
		run: func(c *Call) {
			if w := c.host.State.Pending().Window(); w != nil {
				c.resultNumber(float64(w.By))
			} else {
				c.result(lua.Nil)
			}
		},
	},
	{
		Name: "cancel", Group: "windows", Cost: "4, and what the state charges for the change",
		Doc:     "Prevents what players react to in the open window: the command has no effect, though it has been paid for; after an event, the hook closed_NAME is not called.",
		Example: "cancel()",
		run: func(c *Call) {
			c.mayWrite()
			p := c.host.State.Pending()
			w := p.Window()
			if w == nil {
				c.host.VM.Fail(diag.New("script/arguments", diag.Place{}, "cancel: no window is open, so there is nothing to cancel").
					WithHint("call it from an action or an item that is used in a window"))
			}
			cancelled, next := *w, *p
			cancelled.Cancelled = true
			next.Windows = append(slices.Clone(p.Windows[:len(p.Windows)-1]), &cancelled)
			c.check(c.host.State.SetPending(&next))
		},
	},
}
