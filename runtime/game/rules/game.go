// Package rules compiles a catalog into games that can be played: variables,
// zones, phases, actions with their targets and costs, events, views, and the
// hooks of every definition. It reports what is wrong with them on the way.
//
// Layer game. It knows definitions, state and compiled scripts. It runs no
// command and reads no file, and it knows no game: a rule of one game never
// belongs here.
package rules

import (
	"slices"
	"strings"
	"unique"

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
	// After lists the actions that are available once the game is over.
	After []*Action
	Views []*View
	// Details are, by the name of a zone, what front ends show about each entity
	// in it.
	Details map[string][]*Detail
	Metrics []*Metric
	Events  []EventDecl
	Values  []EventDecl

	phases map[string]*Phase
	tables []*api.Game // one for each number of players, from MinPlayers
	Start  *api.Hook
	// Imagine, in a copy of the game, replaces what the acting player cannot
	// know and the engine cannot guess. It is nil if there is no such hook.
	Imagine *api.Hook
	Script  *Item                    // the game's own script as a listener
	Heard   [sortsOfListening][]bool // by number, whether any definition but the game listens
	items   map[string]*Item
	Starts  []StartItems
	origin  map[string]string // the zone in which entities of a definition begin
	hooks   []*api.Hook       // by number
	// standalone holds the hooks of definitions that are never in play, by kind/id.
	standalone map[string]map[string]*api.Hook
	Heuristic  *api.Hook
	// Winner returns the number of the player who has won, and Ranks the ranks of
	// all, player 1 first. A game declares at most one of them.
	Winner  *api.Hook
	Ranks   *api.Hook
	rules   *builder // the builder of this game, for Inspect
	profile []string // the names of the profile's variables
	// textExpressions holds the expressions in texts, by kind/id and by their source.
	textExpressions map[string]map[string]*TextExpression
	// Private means that players may know things that others may not: a shared
	// screen shows one player's view at a time, and a bot sees only what its
	// player knows.
	Private bool
	Windows []*Window
	// BeforeUse are the windows that open before an item takes effect, and
	// AfterEvent those that open after an event, by its number; nil if there are
	// none.
	BeforeUse  []*Window
	AfterEvent [][]*Window
	// Restricted means that some items can be used in some phases or windows only.
	Restricted bool
	// VarChosen and VarSince are the numbers of the variables of that name, or 0
	// if the game does not have them.
	VarChosen, VarSince int
}

// unordered is the list position of a game that does not declare one.
const unordered = 100

func (g *Game) order() float64 { return g.Definition.Data.NumberOr("order", unordered) }

// ID returns the game's id.
func (g *Game) ID() string { return g.Definition.ID }

// The engine's own events, which come first among the events of every game.
const (
	EventUsed = iota
	EventEntered
)

// EventDecl declares an event, or a value that listeners modify.
type EventDecl struct {
	Name, Text string
	Args       []string
	Place      diag.Place
}

// Phase is a part of the game, with the actions available in it.
type Phase struct {
	Name, Title, Text string
	// interned keeps Name at one address, where scripts find their own texts.
	interned unique.Handle[string]
	Prompt   *diag.Message
	// Idle is the state word while no choice is open.
	Idle    string
	Actions []*Action
	// Use names the zones whose items may be used.
	Use      []string
	Place    diag.Place
	Enter    *api.Hook
	UseZones []int // the zones of Use, by number
	// Together says for each player whether that player takes part in a phase in
	// which all choose before anything is resolved; nil in other phases. Resolve is
	// called when all have chosen.
	Together, Resolve *api.Hook
	// Clock limits the time for each choice; nil in phases without a limit.
	Clock *Clock
}

// Action is something a player may do: an action of the game, or the use of an
// item.
type Action struct {
	Name, Title, Text string
	Costs             []Cost
	Targets           []*Target
	Place             diag.Place

	Requires []Requirement
	Warning  Warning
	Hook     *api.Hook
	// Off means that a parameter switches the action off: it is not listed.
	Off bool
	// Secret means that others see only that something was done.
	Secret Secret
	// Before are the windows that open before it takes effect.
	Before []*Window
	// During names the phases and windows in which an item can be used; empty means
	// every phase.
	During []string
}

// Secret says whether an action or choice is hidden from other players, and
// until which event; without an event, forever.
type Secret struct {
	On    bool
	Until string
}

// Cost is the amount an action takes from a variable.
type Cost struct {
	Variable string
	Number   int           // its number
	Short    *diag.Message // the refusal if there is not enough
	Amount   Amount
	// All means that it takes all there is.
	All bool
	// After is the number of targets that must be picked before the amount is
	// known.
	After int
}

type Requirement struct {
	That   *api.Hook
	Reason *diag.Message
	Place  diag.Place
}

type Warning struct {
	When *api.Hook
	Text string
}

// Target is one step of a choice.
type Target struct {
	Name, State string
	Prompt      *diag.Message
	Place       diag.Place
	// FromQuestion means that the options are those of the current question.
	FromQuestion bool

	ZoneNumber int // options are the entities of the zone of this number, or, when negative,
	Literals   []state.Value
	List       *api.Hook // an expression gives them
	When       *api.Hook // condition for asking; nil means always
	// Requires lists the conditions that an option must meet, in the order in
	// which they are checked. The first is the target's where.
	Requires []Requirement
	Title    *api.Hook // the title of an option
	// Empty is the refusal if nothing can be picked. None is that refusal in
	// the words of the content, which may be nil.
	None, Empty *diag.Message
	Auto        bool
	Labels      map[string]string
	// Secret means that others do not see the choice.
	Secret   Secret
	zoneName string
}

// View is a named read-only expression that front ends show.
type View struct {
	Name, Title, Text string
	Place             diag.Place
	Value             *api.Hook
	Index             int
}

// Detail is a named read-only expression about each entity in a zone, such as
// its price in a shop. It sees the entity as item.
type Detail struct {
	Zone, Name, Title string
	Icon              string // as written; empty if it has none
	Value             *api.Hook
	Labels            map[string]string // words for its values
}

// Metric is a figure of a finished game that simulations report.
type Metric struct {
	Name, Title, Text string
	Place             diag.Place
	Of                string // Won or Lost; empty means every game
	// PerPlayer means that every player has a value.
	PerPlayer bool
	Value     *api.Hook
}

// Amount is a number, or an expression that returns one.
type Amount struct {
	Fixed float64
	Hook  *api.Hook
}

// AllOfIt, as a cost, is all that there is of the variable.
const AllOfIt = "x"

// StartItems puts entities into a zone when a game begins.
type StartItems struct {
	Zone      int // its number
	Prototype *state.Prototype
	Count     int
	Place     diag.Place
}

// Item is the role of a definition in a game.
type Item struct {
	Definition *def.Definition
	Use        *Action
	Hears      [sortsOfListening][]*api.Hook // by number; nil if it does not listen
	Priority   float64
	Hooks      []*api.Hook // all of them
	// Chosen holds the hooks that continue with the answers to questions, by
	// the name of the question.
	Chosen map[string]*api.Hook
	// Moves is the pattern of its moves, or nil.
	Moves *Moves
}

// Hook returns a hook by name, or nil.
func (it *Item) Hook(name string) *api.Hook {
	if i := slices.IndexFunc(it.Hooks, func(h *api.Hook) bool { return h.Name == name }); i >= 0 {
		return it.Hooks[i]
	}
	return nil
}

// The sorts of names that a definition can listen to, each numbered separately.
const (
	ToEvents = iota
	ToValues
	ToOwn // events about the entity itself
	sortsOfListening
)

// PhaseVariable is the variable that holds the name of the phase.
const PhaseVariable = "_phase"

// Variables that every game has. Scripts do not see them.
const (
	VarPhase = iota
	VarOutcome
	VarEnding
	VarActor
	VarTurn // the number of commands done
	reservedVars
)

// Variables that only some games have, after their own. Scripts do not see them.
const (
	// chosenVariable says who has chosen in a phase in which all choose together.
	chosenVariable = "_chosen"
	// sinceVariable is, for each player who is timed, the number of the command after which
	// the choice began.
	sinceVariable = "_since"
)

func reserved(players int) []state.Decl {
	text := state.Decl{Type: state.Text, Start: state.Str("")}
	phase, outcome, ending := text, text, text
	phase.Name, outcome.Name, ending.Name = PhaseVariable, "_outcome", "_ending"
	outcome.OneOf = []string{"", Won, Lost}
	return []state.Decl{
		phase, outcome, ending,
		{Name: "_actor", Type: state.Number, Start: state.Num(1), Min: 1, Max: float64(players), Whole: true},
		{Name: "_turn", Type: state.Number, Start: state.Num(0), Min: 0, Max: state.MaxWhole, Whole: true},
	}
}

// The outcomes of a game.
const (
	Won  = "won"
	Lost = "lost"
)

// traitProps lists the properties that a trait gives to kinds.
type traitProps struct {
	trait string
	props []traitProp
}

// traits lists the properties that the engine gives to kinds of each trait, in
// the order in which kinds have them: those of a die come first.
var traits = []traitProps{
	{def.DieTrait, []traitProp{
		{decl: state.Decl{Name: "value", Type: state.Number, Start: state.Num(0), Whole: true, Min: 0, Max: state.MaxWhole}},
		{decl: state.Decl{Name: "sides", Type: state.Number, Whole: true, Min: 1, Max: 1000}, from: "sides"},
		{decl: state.Decl{Name: "held", Type: state.Bool, Start: state.Truth(false)}},
		{decl: state.Decl{Name: "locked", Type: state.Bool, Start: state.Truth(false)}},
	}},
	{def.CardTrait, []traitProp{{decl: state.Decl{Name: "face_up", Type: state.Bool, Start: state.Truth(false)}}}},
	{def.HealthTrait, []traitProp{
		{decl: state.Decl{Name: "hp", Type: state.Number, Whole: true, Min: 0, Max: state.MaxWhole}, from: "hp"},
		{decl: state.Decl{Name: "max_hp", Type: state.Number, Whole: true, Min: 0, Max: state.MaxWhole}, from: "hp"},
	}},
}

// traitProp is a property that a trait gives, and the field of the definition
// that its start value is read from.
type traitProp struct {
	decl state.Decl
	from string
}

// propsOf lists the properties that kinds with these traits have.
func propsOf(having []string) (out []traitProp) {
	for _, t := range traits {
		switch {
		case !slices.Contains(having, t.trait):
		case out == nil: // most have one trait
			out = slices.Clip(t.props)
		default:
			out = append(out, t.props...)
		}
	}
	return out
}

// traitsOf returns the traits of a kind, or none if no definition is of that
// kind.
func (b *builder) traitsOf(kind string) []string {
	if all := b.catalog.Kind(kind); len(all) > 0 {
		return all[0].Traits
	}
	return nil
}

// title converts a name to words: "base_mana" to "Base mana".
func title(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// Phase finds a phase by name.
func (g *Game) Phase(name string) *Phase { return g.phases[name] }

// Hook returns a hook by its number.
func (g *Game) Hook(i int) *api.Hook {
	if i < 0 || i >= len(g.hooks) {
		return nil
	}
	return g.hooks[i]
}

// SaysWhoWins reports whether the game declares which player has won.
func (g *Game) SaysWhoWins() bool { return g.Winner != nil || g.Ranks != nil }

// Table returns the game as the API sees it, for a number of players.
func (g *Game) Table(players int) *api.Game { return g.tables[players-g.MinPlayers] }

// ItemOf returns the item that a prototype was made from.
func ItemOf(p *state.Prototype) *Item { return p.UserData.(*Item) }
