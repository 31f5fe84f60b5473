// Package engine runs games: which commands are legal, what a command does,
// events, choices, undo, replay, saves, and the change to new content while a
// game goes on.
//
// Layer game. It knows definitions, state, and the script API through package
// api; it does not know Lua, files, or any game. A rule of one game never
// stands here.
package engine

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Game is a game definition ready to be played. It is immutable and shared by
// all its sessions.
type Game struct {
	Definition             *def.Definition
	MinPlayers, MaxPlayers int
	Phases                 []*Phase
	Actions                []*Action
	// After lists the actions that a game allows once it is over.
	After   []*Action
	Views   []*View
	Metrics []*Metric
	Events  []EventDecl
	Values  []EventDecl

	phases  map[string]*Phase
	tables  []*api.Game // one for each number of players, from MinPlayers
	start   *api.Hook
	self    *item                    // the game's own script as a listener
	heard   [sortsOfListening][]bool // by number, whether any definition but the game listens
	items   map[string]*item
	used    int // the built-in events
	entered int
	starts  []startItems
	origin  map[string]string // the zone in which entities of a definition begin
	hooks   []*api.Hook       // by number
	// asked are the hooks of definitions that are never in play, by kind/id.
	asked     map[string]map[string]*api.Hook
	heuristic *api.Hook
	rules     *builder // what read the rules, for Inspect
}

// unordered is where a game stands in lists that does not say.
const unordered = 100

func (g *Game) order() float64 { return g.Definition.Data.NumberOr("order", unordered) }

// ID returns the game's id.
func (g *Game) ID() string { return g.Definition.ID }

// EventDecl declares an event, or a value that listeners modify.
type EventDecl struct {
	Name, Text string
	Args       []string
	Place      diag.Place
}

// Phase is a part of the game in which certain actions may be done.
type Phase struct {
	Name, Title, Text, Prompt string
	// Idle is the word reported while no choice is open.
	Idle    string
	Actions []*Action
	// Use names the zones whose items may be used.
	Use   []string
	Place diag.Place
	enter *api.Hook
	use   []int // the zones of Use, by number
}

// Action is something a player may do: an action of the game, or the use of an
// item.
type Action struct {
	Name, Title, Text string
	Costs             []Cost
	Targets           []*Target
	Place             diag.Place

	requires []requirement
	warning  warning
	hook     *api.Hook
}

// Cost is what an action takes from a variable.
type Cost struct {
	Variable string
	variable int    // its number
	short    string // what is said when there is not enough
	amount   amount
	// after is how many targets must be picked before the amount is known.
	after int
}

type requirement struct {
	that   *api.Hook
	reason string
	place  diag.Place
}

type warning struct {
	when *api.Hook
	text string
}

// Target is one step of choosing.
type Target struct {
	Name, Prompt, State string
	Place               diag.Place

	zone     int // options are the entities of the zone of this number, or, when negative,
	literals []state.Value
	list     *api.Hook // an expression gives them
	when     *api.Hook // whether there is anything to choose; nil always
	where    *api.Hook
	title    *api.Hook // what an option is called in words
	reason   string    // why where rules an option out
	none     string
	auto     bool
	labels   map[string]string
	zoneName string
}

// View is a named read-only expression that faces show.
type View struct {
	Name, Title, Text string
	Place             diag.Place
	value             *api.Hook
	index             int
}

// Metric is a figure of a finished game that simulations report.
type Metric struct {
	Name, Title, Text string
	Place             diag.Place
	of                string // Won or Lost; empty for all games
	value             *api.Hook
}

// amount is a number, or an expression that gives one.
type amount struct {
	fixed float64
	hook  *api.Hook
}

// startItems puts entities into a zone when a game begins.
type startItems struct {
	zone  int // its number
	proto *state.Prototype
	count int
	place diag.Place
}

// item is a definition as it takes part in a game.
type item struct {
	def      *def.Definition
	use      *Action
	hears    [sortsOfListening][]*api.Hook // by number; nil where it does not listen
	priority float64
}

// What a definition can listen to, each numbered for itself.
const (
	toEvents = iota
	toValues
	sortsOfListening
)

// Variables that every game has. Scripts do not see them.
const (
	varPhase = iota
	varOutcome
	varEnding
	varActor
	varTurn // how many commands have been done
	reservedVars
)

func reserved(players int) []state.Decl {
	text := state.Decl{Type: state.Text, Start: state.Str("")}
	phase, outcome, ending := text, text, text
	phase.Name, outcome.Name, ending.Name = "_phase", "_outcome", "_ending"
	outcome.OneOf = []string{"", Won, Lost}
	return []state.Decl{
		phase, outcome, ending,
		{Name: "_actor", Type: state.Number, Start: state.Num(1), Min: 1, Max: float64(players), Whole: true},
		{Name: "_turn", Type: state.Number, Start: state.Num(0), Min: 0, Max: state.Whole, Whole: true},
	}
}

// The outcomes of a game.
const (
	Won  = "won"
	Lost = "lost"
)

// builtin lists the properties that the engine itself gives to kinds: a name,
// its start, and the field of the definition it is taken from.
var builtin = map[string][]builtinProp{
	"die": {
		{decl: state.Decl{Name: "value", Type: state.Number, Start: state.Num(0), Whole: true, Min: 0, Max: state.Whole}},
		{decl: state.Decl{Name: "sides", Type: state.Number, Whole: true, Min: 1, Max: 1000}, from: "sides"},
		{decl: state.Decl{Name: "held", Type: state.Bool, Start: state.Truth(false)}},
		{decl: state.Decl{Name: "locked", Type: state.Bool, Start: state.Truth(false)}},
	},
	"card": {{decl: state.Decl{Name: "face_up", Type: state.Bool, Start: state.Truth(false)}}},
	"enemy": {
		{decl: state.Decl{Name: "hp", Type: state.Number, Whole: true, Min: 0, Max: state.Whole}, from: "hp"},
		{decl: state.Decl{Name: "max_hp", Type: state.Number, Whole: true, Min: 0, Max: state.Whole}, from: "hp"},
	},
}

type builtinProp struct {
	decl state.Decl
	from string
}

// title turns a name into words: "base_mana" into "Base mana".
func title(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// Phase finds a phase by name.
func (g *Game) Phase(name string) *Phase { return g.phases[name] }

// byIndex finds a hook by its number.
func (g *Game) byIndex(i int) *api.Hook {
	if i < 0 || i >= len(g.hooks) {
		return nil
	}
	return g.hooks[i]
}

// table returns the game as the API sees it for a number of players.
func (g *Game) table(players int) *api.Game { return g.tables[players-g.MinPlayers] }
