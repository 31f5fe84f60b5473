// Package api is the script API: one literal table that describes the functions
// Lua may call, and their binding to the engine.
//
// Layer game. It knows state, definitions and the sandbox. It does not know
// rules, phases or commands: API functions that need them use Flow, which
// package session implements.
package api

import (
	"math"
	"slices"
	"strings"
	"sync"

	"sleight/runtime/lua/analysis"
)

// Type is the type of a parameter.
type Type uint8

// The types of parameters.
const (
	Any        Type = iota
	Number          // any number
	Whole           // a whole number
	Text            // a text
	Entity          // an entity
	Die             // an entity of kind die
	Living          // an entity with hit points (a property hp)
	Card            // an entity that can be face up or face down
	Zone            // the name of a zone
	Event           // the name of a declared event
	Value           // the name of a declared value, which listeners modify
	Phase           // the name of a phase
	Stream          // the name of a random stream
	Target          // an entity, or vars
	Property        // the name of a property, or of a variable for vars
	ID              // the id of a definition: id or kind/id
	Kind            // the name of a kind
	ListOrZone      // a list, or the name of a zone
	Entities        // the name of a zone, or a list of entities
	Former          // an entity that may be gone
	IDOrList        // the id of a definition, or a list
	Question        // the name of a question, whose answer a hook chosen_NAME takes
	Flag            // true or false
	List            // a list
	Options         // a table with named fields
	HookName        // the name of a hook of an entity
	Tag             // a tag of definitions
	Action          // the name of an action of the game
)

// String returns the word used in messages and in the reference.
func (t Type) String() string {
	return [...]string{
		"value", "number", "whole number", "text", "entity", "die", "entity with hp", "card",
		"zone", "event", "value name", "phase", "stream", "entity or vars", "property",
		"id", "kind", "list or zone", "zone or list of entities", "entity", "id or list", "question", "boolean", "list", "table", "hook", "tag", "action",
	}[t]
}

// Param describes one parameter.
type Param struct {
	Type Type
	// Optional parameters may be left out or nil; Default describes the value
	// used then.
	Optional           bool
	Name, Doc, Default string
	// Low and High bound numbers, both included, if Low < High.
	Low, High float64
	// Fields are the fields that a table of type Options may have.
	Fields []Param
}

// Function describes and implements one API function.
type Function struct {
	Name, Group string
	Params      []Param
	// Variadic allows any number of values after the parameters.
	Variadic bool
	Result   string // the result in words; empty for none
	// ResultType is the result type for editors, in LuaCATS notation, where Entity,
	// Die and Definition are classes; empty for no result, several types
	// separated by semicolons.
	ResultType string
	// Cost says what a call takes besides the unit for the call itself, such as
	// "4, and 2 for each entity of the zone". A function without a Cost is not
	// offered to scripts.
	Cost    string
	Doc     string // one line
	Example string
	// Reads means that it changes nothing, so that expressions may call it.
	Reads bool
	run   func(*Call)
	// direct, if set, makes usual calls cheaper.
	direct direct
}

// Functions returns the whole API in the order of the reference. The slices
// are literal tables and must not be changed.
func Functions() []Function { return slices.Clip(functions()) }

// functions joins the tables once: a build lists them several times.
var functions = sync.OnceValue(func() []Function {
	return slices.Concat(dice, sets, zones, verbs, definitions, variables, living, chance, flow, questions, windows, moves)
})

// Values lists the global names that are not functions.
func Values() []GlobalValue { return globals }

// GlobalValue describes a global name that is not a function.
type GlobalValue struct{ Name, Doc string }

var globals = []GlobalValue{
	{"vars", "The variables of the game: vars.coins reads, vars.coins = 3 writes. Per-player variables are the acting player's; in a hook on_EVENT, when_EVENT or modify_VALUE, those of the owner of the entity's zone."},
	{"game", "The definition of the game being played: game.start_coins is its parameter, game.data its data."},
}

// Surface returns the names that scripts may use, for the compiler.
func Surface() *analysis.Surface {
	s := &analysis.Surface{Functions: map[string]analysis.Signature{}, Fixed: []string{"game"}}
	for _, f := range Functions() {
		sig := analysis.Signature{Variadic: f.Variadic, Reads: f.Reads}
		if f.ResultType != "" {
			sig.Results = strings.Split(f.ResultType, "; ")
		}
		for _, p := range f.Params {
			sig.Params = append(sig.Params, p.signature())
		}
		s.Functions[f.Name] = sig
	}
	for _, v := range globals {
		s.Values = append(s.Values, v.Name)
	}
	return s
}

// signature describes a parameter to the compiler.
func (p *Param) signature() analysis.Param {
	out := analysis.Param{Name: p.Name, Kind: p.Type.literal(), Optional: p.Optional, Former: p.Type == Former, Coined: p.Type == Stream, Whole: p.Type == Whole, Low: p.Low, High: p.High}
	for i := range p.Fields {
		out.Fields = append(out.Fields, p.Fields[i].signature())
	}
	return out
}

// literal names the Lua literals that can stand for the type.
func (t Type) literal() string {
	switch t {
	case Number, Whole:
		return analysis.KindNumber
	case Text, Zone, Event, Value, Phase, Stream, Property, ID, Kind, Question, HookName, Tag, Action:
		return analysis.KindText
	case Entity, Die, Living, Card, Target, Former:
		return analysis.KindEntity
	case Flag:
		return analysis.KindBoolean
	case List, Options:
		return analysis.KindList
	case ListOrZone:
		return analysis.KindListOrZone
	case Entities:
		return analysis.KindEntities
	}
	return analysis.KindAny
}

// The last parameters of every function whose change may be temporary.
var (
	untilEvent = Param{Name: "until_event", Type: Event, Optional: true, Default: "for good", Doc: "the change ends when this event has been emitted"}
	untilCount = Param{Name: "times", Type: Whole, Optional: true, Default: "1", Low: 1, High: 1_000_000, Doc: "how many of these events to wait for"}
)

func params(p ...Param) []Param { return p }

func withUntil(p ...Param) []Param { return append(p, untilEvent, untilCount) }

const unbounded = math.MaxInt32
