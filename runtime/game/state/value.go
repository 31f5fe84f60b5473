// Package state holds all data of one running game: variables, entities, zones,
// random streams. Every change goes through a journal, which serves as
// transaction log, undo history and list of what happened.
//
// Layer game. It knows diag and random. It does not know definitions (an entity
// points to a Prototype), scripts, rules, or events beyond their names.
package state

import (
	"math"
	"strconv"
)

// Type is the type of a Value.
type Type uint8

// The types of game data. Ref is a reference to an entity.
const (
	Nil Type = iota
	Bool
	Number
	Text
	Ref
)

// String returns the word used in declarations and messages.
func (t Type) String() string {
	return [...]string{"nil", "boolean", "number", "string", "entity"}[t]
}

// Value is one piece of game data. It is comparable.
type Value struct {
	Type Type
	// Num is the number; 1 or 0 for a boolean; the ID for a Ref.
	Num float64
	Str string
}

// same is ==, without comparing the texts of values that have none.
func (v *Value) same(w *Value) bool {
	return v.Type == w.Type && v.Num == w.Num && (v.Type != Text || v.Str == w.Str)
}

// MaxWhole is the largest magnitude up to which whole numbers are exact, 2^53.
const MaxWhole = 1 << 53

// Num returns a number value.
func Num(n float64) Value { return Value{Type: Number, Num: n} }

// Str returns a text value.
func Str(s string) Value { return Value{Type: Text, Str: s} }

// Truth returns a boolean value.
func Truth(b bool) Value {
	if b {
		return Value{Type: Bool, Num: 1}
	}
	return Value{Type: Bool}
}

// Entity returns a reference to an entity.
func Entity(id ID) Value { return Value{Type: Ref, Num: float64(id)} }

// ID returns the entity that a Ref points to, and None for other values.
func (v Value) ID() ID {
	if v.Type != Ref {
		return None
	}
	return ID(v.Num)
}

// True reports whether v counts as true in a condition: all but nil and false.
func (v Value) True() bool { return v.Type != Nil && (v.Type != Bool || v.Num != 0) }

// IsWhole reports whether v is a whole number that floats hold exactly.
func (v Value) IsWhole() bool {
	return v.Type == Number && v.Num == math.Trunc(v.Num) && math.Abs(v.Num) <= MaxWhole
}

// String formats the value as a person would write it.
func (v Value) String() string {
	switch v.Type {
	case Bool:
		return strconv.FormatBool(v.Num != 0)
	case Number:
		return FormatNumber(v.Num)
	case Text:
		return v.Str
	case Ref:
		return "#" + strconv.FormatUint(uint64(v.ID()), 10)
	}
	return "nil"
}

// FormatNumber formats a number in the shortest form that parses to the same
// number.
func FormatNumber(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) <= MaxWhole {
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// ID identifies an entity for as long as it exists: its slot in the low 24 bits
// and the slot's generation above, so that an ID is never reused. It fits a
// float exactly.
type ID uint64

// None is the ID of no entity.
const None ID = 0

const slotBits = 24

func makeID(slot int, generation uint32) ID {
	return ID(generation)<<slotBits | ID(slot+1)
}

// Slot returns the entity's place in tables, counted from 0.
func (id ID) Slot() int { return int(id&(1<<slotBits-1)) - 1 }

func (id ID) generation() uint32 { return uint32(id >> slotBits) }
