package docs

import (
	"fmt"
	"math"
	"strings"

	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// API generates the page of the script API, in Markdown.
func API() []byte {
	var p page
	p.line("# Functions for scripts")
	p.line("")
	p.line(generated("the table in `runtime/game/api`"))
	p.b.WriteString(apiIntro)
	p.line("")
	p.line("| group | functions |")
	p.line("|---|---|")
	for _, g := range grouped() {
		var names []string
		for _, f := range g.functions {
			names = append(names, link(f.Name))
		}
		p.row(g.title, strings.Join(names, ", "))
	}
	for _, g := range grouped() {
		p.line("")
		p.line("## " + g.title)
		for _, f := range g.functions {
			p.function(&f)
		}
	}
	p.changes()
	p.values()
	p.library()
	return p.bytes()
}

const apiIntro = `
A script is a file of functions. It ends with ` + "`return { … }`" + `, and the names in that table decide when the
engine calls each function; such a function is a hook:

| hook | is called | returns |
|---|---|---|
| ` + "`use(self, targets…)`" + ` | when a player uses the item, with what the player picked for each target; a game's script may have a ` + "`use`" + ` for items without one | nothing |
| ` + "`on_EVENT(self, …)`" + ` | when the event is emitted while the entity is in a zone with ` + "`listens: true`" + `; in the script of a game, always | nothing |
| ` + "`when_EVENT(self, …)`" + ` | when the event is emitted and its first argument is the entity, whatever zone that is in; it is called before all other hooks, without that argument | nothing |
| ` + "`modify_VALUE(self, value, …)`" + ` | when a script asks for the value, in the same zones; it must not change anything | the new value, or nil to leave it; a number must stay a finite number, and a text a text |
| ` + "`chosen_QUESTION(self, picked, …)`" + ` | when a player has answered a question of ` + "[`ask`](#ask)" + ` | nothing |
| ` + "`move_NAME(self)`" + ` | when the entity makes this move; the hook is in its own script or in the game's | nothing |
| ` + "`move(self)`" + ` | when the entity makes a move that has no hook of its own; ` + "`move_of(self)`" + ` returns the move's data | nothing |

These hooks belong in the script of a game:

| hook | is called | returns |
|---|---|---|
| ` + "`start(self)`" + ` | when a game begins; if it enters no phase, the first phase begins | nothing |
| ` + "`enter_PHASE(self)`" + ` | when the phase begins | nothing |
| ` + "`do_ACTION(self, targets…)`" + ` | when a player does the action | nothing |
| ` + "`resolve_PHASE(self)`" + ` | when all players have chosen in a phase with ` + "`together`" + ` | nothing |
| ` + "`closed_WINDOW(self, …)`" + ` | when a window that opened after an event closes, with the arguments of the event | nothing |
| ` + "`timeout_NAME(self)`" + ` | when the time for a choice in this phase or window has run out | nothing |
| ` + "`imagine(self)`" + ` | in the copies of the game in which bots look ahead for the acting player | nothing; it replaces what scripts have drawn and that player [cannot know](../secrets.md), such as a card made face down |

` + "`self`" + ` is the entity in play; in the script of a game it is the definition of the game. ` + "`entity.NAME`" + ` reads a
property, then a parameter, then a field of the definition; ` + "`entity.NAME = value`" + ` writes a property. Every
entity has ` + "`id kind name zone index owner temporary`" + `; a die also ` + "`value sides face held locked`" + ` (value 0:
not rolled yet; face: the word it shows, else its value), a card ` + "`face_up`" + `, an enemy ` + "`hp max_hp`" + `.

A parameter that the entity's definition lacks is nil if another definition of its kind has it, so a script can ask
` + "`if card.damage then`" + `; any other unknown name is an error. An entity that has been removed can be read until the
command ends, as it was at its end, also with ` + "`tagged`" + `; its zone is nil. Any other use of it is an error
(` + "`game/gone`" + `).

A patch may change hooks of other packs' definitions ([hooks](content.md#patch)). Its function gets the arguments above;
if it wraps the hook, the wrapped function comes first: ` + "`use(original, self, targets…)`, `modify_VALUE(original, self, value, …)`" + `.

A script keeps nothing between calls: what must last is a variable, a property or an entity.
` + "`require(\"name\")`" + ` returns the table that ` + "`scripts/PACK/name.lua`" + ` returns.

**The acting player** is the one whose turn it is, and the player whose ` + "`vars`" + ` and zones plain names mean. In a hook
` + "`on_EVENT`" + `, ` + "`when_EVENT`" + ` or ` + "`modify_VALUE`" + ` of an entity in a zone of a player (` + "`per: player`" + `), it is the owner of
that zone, whoever has caused the event or asks for the value: ` + "`player() == self.owner`" + ` always holds there. To tell
whose action it is, pass the player on: ` + "`modify(\"price\", 3, item, player())`" + `, and in the hook
` + "`function(self, price, item, who) … who == self.owner …`" + `. In a shared zone, and in the hooks of the game, it stays the
player who acts.

**Until.** Functions whose last parameters are ` + "`until_event`" + ` and ` + "`times`" + ` make a temporary change: the engine
undoes it after the event has been emitted that many times.

**Fuel.** A command and all hooks that it runs share one budget of [fuel](../fuel.md), which is among the
[limits](lua.md#limits). A call takes a unit for itself and one for each argument; *fuel* is what it takes besides. What
the state charges for a change is listed [below](#changes-of-the-state).

**Expressions** in YAML (` + "`where`" + `, ` + "`that`" + `, ` + "`value`" + `…) may call the functions marked *reads*, which change nothing.
`

// groupTitles are the headings of the groups. None is the name of a function,
// so that links stay unambiguous.
var groupTitles = map[string]string{
	"dice":        "Dice",
	"sets":        "Queries about a whole zone",
	"zones":       "Zones and their entities",
	"verbs":       "Playing, copying, transforming",
	"definitions": "Items and their definitions",
	"variables":   "Variables and properties",
	"health":      "Hit points",
	"chance":      "Chance and its streams",
	"flow":        "The flow of the game",
	"lists":       "Lists",
	"moves":       "Enemy moves",
	"questions":   "Asking players",
	"windows":     "Reacting to other players",
}

type group struct {
	title     string
	functions []api.Function
}

// grouped returns the API functions by group, in order of first appearance.
func grouped() []group {
	var all []group
	for _, f := range api.Functions() {
		t := groupTitles[f.Group]
		if len(all) == 0 || all[len(all)-1].title != t {
			all = append(all, group{title: t})
		}
		g := &all[len(all)-1]
		g.functions = append(g.functions, f)
	}
	return all
}

func (p *page) function(f *api.Function) {
	p.line("")
	p.line("### " + f.Name)
	p.line("")
	usage := code(f.Usage())
	if f.Reads {
		usage += " · *reads*"
	}
	p.line(usage)
	p.line("")
	p.line(f.Doc)
	if f.Result != "" {
		p.line("Returns " + f.Result + ".")
	}
	p.line("")
	p.line("*Fuel:* " + f.Cost + ".")
	if len(f.Params) > 0 {
		p.line("")
		p.line("| parameter | takes | meaning |")
		p.line("|---|---|---|")
	}
	for i := range f.Params {
		p.param("", &f.Params[i])
		for k := range f.Params[i].Fields {
			p.param(f.Params[i].Name+".", &f.Params[i].Fields[k])
		}
	}
	if f.Variadic && len(f.Params) > 0 {
		p.row("…", "value", "Any further numbers, texts, `true`, `false`, `nil` and entities, passed on to the hooks. Tables and functions are errors.")
	}
	p.block("lua", f.Example+"\n")
}

// param describes a parameter, or a field of the table that is named before it.
func (p *page) param(of string, a *api.Param) {
	meaning := sentence(a.Doc)
	if a.Optional {
		meaning += " Optional; " + a.Default + " if left out."
	}
	p.row(code(of+a.Name), a.Type.String()+rangeText(a), meaning)
}

// rangeText states the range of an argument.
func rangeText(a *api.Param) string {
	if a.Low >= a.High {
		return ""
	}
	if a.High == math.MaxInt32 {
		return ", from " + state.FormatNumber(a.Low)
	}
	return fmt.Sprintf(", %s to %s", state.FormatNumber(a.Low), state.FormatNumber(a.High))
}

// changes lists what the state charges.
func (p *page) changes() {
	p.line("")
	p.line("## Changes of the state")
	p.line("")
	p.line("| change | fuel |")
	p.line("|---|---|")
	for _, c := range state.ChangeCosts() {
		p.row(c.Change, c.Cost)
	}
}

func (p *page) values() {
	p.line("")
	p.line("## Values")
	p.line("")
	p.line("| name | meaning |")
	p.line("|---|---|")
	for _, v := range api.Values() {
		p.row(code(v.Name), v.Doc)
	}
}

// library lists the Lua functions that scripts have.
func (p *page) library() {
	p.line("")
	p.line("## Lua itself")
	p.line("")
	p.line("The language is Lua 5.1; [its page](lua.md) lists every exception, every limit and every name of the library. These names are available:")
	p.line("")
	for _, library := range []string{"", "string", "table", "math"} {
		var names []string
		for _, e := range lua.Standard() {
			if of, _, isField := strings.Cut(e.Name, "."); e.Status != lua.Absent && (isField && of == library || !isField && library == "") {
				names = append(names, code(e.Name))
			}
		}
		p.line("- " + strings.Join(names, ", "))
	}
}
