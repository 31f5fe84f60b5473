package state

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// Decl declares a variable of a game or a property of entities.
type Decl struct {
	Name  string
	Type  Type
	Start Value
	// Min and Max bound numbers, both included; infinite when not declared.
	Min, Max float64
	// Whole refuses fractions; Clamp brings a number to its nearest bound
	// instead of refusing it.
	Whole, Clamp bool
	// OneOf lists the allowed texts; empty allows all.
	OneOf []string
	// PerPlayer means that every player has a variable of this name.
	PerPlayer bool
	// Tag means that a property is a tag: it starts as true for the entities
	// whose definition has the tag of this name.
	Tag bool
	// Mutes means that an entity hears no events and changes no values while the
	// property is true.
	Mutes bool
	// Visible says who knows the value of a variable, or of a property of a
	// visible entity.
	Visible Visibility
	// While names the variable, true or false, that makes a property visible to
	// everyone while it is true; empty for none. With a variable per player, it
	// makes it visible to that player.
	While string
	Place diag.Place
}

// maxText is the maximum length of a text in a game, in bytes: no longer than
// scripts can handle.
const maxText = 4096

// Check returns v as it must be stored, or the reason why it is not allowed.
func (d *Decl) Check(v Value) (Value, *diag.Diagnostic) {
	if v.Type != d.Type {
		if d.Type == Ref && v.Type == Nil {
			return v, nil
		}
		article := "a"
		if d.Type == Ref {
			article = "an"
		}
		return v, d.problem("%s must be %s %s, not %s", d.Name, article, d.Type, describe(v))
	}
	switch d.Type {
	case Number:
		return d.checkNumber(v)
	case Text:
		if !utf8.ValidString(v.Str) || len(v.Str) > maxText {
			return v, d.problem("%s cannot be this text: it is not UTF-8 or longer than %d bytes", d.Name, maxText)
		}
		if len(d.OneOf) > 0 && !slices.Contains(d.OneOf, v.Str) {
			return v, d.problem("%s cannot be %q; it must be one of %s", d.Name, v.Str, strings.Join(d.OneOf, ", "))
		}
	}
	return v, nil
}

// takes reports whether Check would accept v, for the usual values: a boolean, and a
// whole number, which may be -0.
func (d *Decl) takes(v Value) bool {
	if v.Type != Number || d.Type != Number {
		return v.Type == Bool && d.Type == Bool
	}
	return v.Num >= d.Min && v.Num <= d.Max && v.IsWhole()
}

func (d *Decl) checkNumber(v Value) (Value, *diag.Diagnostic) {
	if v.Num >= d.Min && v.Num <= d.Max && v.IsWhole() {
		v.Num += 0 // -0 becomes 0
		return v, nil
	}
	return d.checkOddNumber(v)
}

// checkOddNumber checks a number that is not whole or out of bounds.
func (d *Decl) checkOddNumber(v Value) (Value, *diag.Diagnostic) {
	if math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
		return v, d.problem("%s cannot be %v", d.Name, v.Num)
	}
	if d.Whole && !v.IsWhole() {
		return v, d.problem("%s must be a whole number, not %s", d.Name, v)
	}
	if v.Num >= d.Min && v.Num <= d.Max {
		return v, nil
	}
	if d.Clamp {
		return Num(min(max(v.Num, d.Min), d.Max)), nil
	}
	return v, d.problem("%s cannot be %s; it %s", d.Name, v, d.bounds())
}

// bounds describes the range of a number.
func (d *Decl) bounds() string {
	low, high := FormatNumber(d.Min), FormatNumber(d.Max)
	switch {
	case math.IsInf(d.Max, 1):
		return "is at least " + low
	case math.IsInf(d.Min, -1):
		return "is at most " + high
	}
	return "is between " + low + " and " + high
}

func (d *Decl) problem(format string, args ...any) *diag.Diagnostic {
	p := diag.New("game/bounds", diag.Place{}, format, args...)
	if !d.Place.IsZero() {
		p = p.WithNote(d.Place, "%s is declared here", d.Name)
	}
	return &p
}

func describe(v Value) string {
	if v.Type == Nil {
		return "nil"
	}
	return fmt.Sprintf("the %s %s", v.Type, v)
}

// Visibility says who sees the entities in a zone, or a value.
type Visibility uint8

// The visibilities.
const (
	Everyone Visibility = iota
	Owner
	Nobody
)

// ZoneDecl declares a zone.
type ZoneDecl struct {
	Name  string
	Label string // the label of its entities: d gives d1, d2…
	Kinds []string
	// Limit is the largest number of entities in it; negative for no limit.
	Limit int
	// LimitedBy names the variable whose value is the limit instead; empty for
	// none. Of a variable per player, the owner's value counts.
	LimitedBy string
	PerPlayer bool
	Listens   bool // its entities hear events
	SingleUse bool // an item used from here is removed
	// Arrives is the number of the event emitted when an entity comes here, plus
	// 1; 0 for none.
	Arrives int
	Visible Visibility
	// Uncounted zones do not show how many entities they hold to players who may
	// not look into them.
	Uncounted bool
	// Unordered zones show players their contents, but not the order.
	Unordered bool
	Default   string // id of the definition used for a plain number
	Place     diag.Place
}

// Accepts reports whether the zone may contain entities of the kind.
func (z *ZoneDecl) Accepts(kind string) bool { return slices.Contains(z.Kinds, kind) }

// KindDecl declares the properties of every entity of a kind.
type KindDecl struct {
	Name string
	// Die means that its first properties are the properties of a die.
	Die           bool
	Props         []Decl
	index         map[string]int
	living        bool
	faceUp        int // the property face_up, plus 1; 0 if there is none
	private, refs bool
	tags          bool
	mutes         []int // the properties that mute
}

// complete computes what follows from the properties. A kind that other layouts
// use too is left alone: sessions may be reading it.
func (k *KindDecl) complete() {
	if k.index != nil {
		return
	}
	k.index = map[string]int{}
	for i, p := range k.Props {
		k.index[p.Name] = i
		if k.living = k.living || p.Name == "hp"; p.Name == "face_up" {
			k.faceUp = i + 1
		}
		k.tags = k.tags || p.Tag
		if p.Mutes {
			k.mutes = append(k.mutes, i)
		}
		k.private, k.refs = k.private || p.Visible != Everyone, k.refs || p.Type == Ref
	}
}

// Same reports whether two kinds are declared alike.
func (k *KindDecl) Same(other *KindDecl) bool {
	return k.Name == other.Name && k.Die == other.Die && reflect.DeepEqual(k.Props, other.Props)
}

// Living reports whether entities of the kind have hit points.
func (k *KindDecl) Living() bool { return k.living }

// Turns reports whether entities of the kind can be face up or face down.
func (k *KindDecl) Turns() bool { return k.faceUp > 0 }

// FaceUp returns the number of the property face_up, or false if entities of the
// kind cannot be face down.
func (k *KindDecl) FaceUp() (int, bool) { return k.faceUp - 1, k.faceUp > 0 }

// Plain reports whether everybody may know all properties of a visible entity of
// the kind, and none of them is another entity.
func (k *KindDecl) Plain() bool { return !k.private && !k.refs }

// Tag returns the number of the property that is a tag, or false if entities of
// the kind cannot gain or lose the tag.
func (k *KindDecl) Tag(name string) (int, bool) {
	if !k.tags {
		return 0, false
	}
	i, ok := k.index[name]
	return i, ok && k.Props[i].Tag
}

// Prop returns the number of a property, or false if there is none.
func (k *KindDecl) Prop(name string) (int, bool) {
	i, ok := k.index[name]
	return i, ok
}

// Prototype is what an entity is made from.
type Prototype struct {
	Key  string // kind/id of the definition
	ID   string
	Kind *KindDecl
	// Start holds the start value of every property of the kind, in order.
	Start []Value
	// Hears means that its entities may be listeners in a zone that listens.
	Hears bool
	// Faces are the numbers on the sides of a die that has its own; nil if it counts
	// from 1, or has words.
	Faces []float64
	// UserData belongs to the owner of the state, which carries it without using it.
	UserData any
}

// Layout is the shape of a game's state for a given number of players. It is
// immutable and shared by all sessions of the game.
type Layout struct {
	Players int
	Vars    []Decl
	Zones   []ZoneDecl
	Kinds   []*KindDecl
	Events  []string

	// Listening lists the slots of the zones whose entities hear events, in
	// order.
	Listening []int
	// Unordered reports whether any zone is unordered.
	Unordered bool
	// HidesValues reports whether any variable or property is hidden from some players.
	HidesValues bool
	// HidesAnything reports whether a player may not know some part of the state: what
	// is in a zone, in which order, or a variable or property.
	HidesAnything bool

	varSlots  []slots       // by declaration
	vars      []owned[Decl] // by slot
	varNames  map[string]int
	zoneSlots []slots
	zones     []owned[ZoneDecl]
	limits    []int         // by slot, the variable that limits the zone, or -1
	accepted  [][]*KindDecl // by slot, the kinds that the zone accepts
	zoneNames map[string]int
	events    map[string]int
	stride    int  // properties kept per entity
	muting    bool // some property mutes
}

// slots are the slots of a declaration: the first, and the distance between the
// slots of two players, which is 0 if all players share one.
type slots struct{ first, step int }

// of returns the slot of a player, counted from 1.
func (s slots) of(player int) int { return s.first + s.step*(player-1) }

// owned is the declaration of a slot and the player it belongs to, counted from
// 1, or 0 for all.
type owned[D any] struct {
	decl   *D
	player int
}

// spread assigns slots to each declaration: one, or one per player.
func spread[D any](decls []D, players int, perPlayer func(*D) bool) (all []slots, owners []owned[D]) {
	for i := range decls {
		d := &decls[i]
		if !perPlayer(d) {
			all = append(all, slots{first: len(owners)})
			owners = append(owners, owned[D]{decl: d})
			continue
		}
		all = append(all, slots{first: len(owners), step: 1})
		for player := range players {
			owners = append(owners, owned[D]{d, player + 1})
		}
	}
	return all, owners
}

// NewLayout assigns slots to the declarations. Names must be unique within
// their sort.
func NewLayout(players int, vars []Decl, zones []ZoneDecl, kinds []*KindDecl, events []string) *Layout {
	l := &Layout{
		Players: players, Vars: vars, Zones: zones, Kinds: kinds, Events: events,
		varNames: map[string]int{}, zoneNames: map[string]int{}, events: map[string]int{},
	}
	l.varSlots, l.vars = spread(vars, players, func(d *Decl) bool { return d.PerPlayer })
	l.zoneSlots, l.zones = spread(zones, players, func(d *ZoneDecl) bool { return d.PerPlayer })
	for i, v := range vars {
		l.varNames[v.Name] = i
		l.HidesValues = l.HidesValues || v.Visible != Everyone
	}
	for i, z := range zones {
		l.zoneNames[z.Name] = i
	}
	for slot, z := range l.zones {
		by := -1
		if z.decl.LimitedBy != "" {
			by, _ = l.Var(z.decl.LimitedBy, max(1, z.player))
		}
		l.limits = append(l.limits, by)
		refused := func(k *KindDecl) bool { return !z.decl.Accepts(k.Name) }
		l.accepted = append(l.accepted, slices.DeleteFunc(slices.Clone(kinds), refused))
		if z.decl.Listens {
			l.Listening = append(l.Listening, slot)
		}
		l.Unordered = l.Unordered || z.decl.Unordered
	}
	for _, k := range kinds {
		k.complete()
		l.stride, l.muting = max(l.stride, len(k.Props)), l.muting || len(k.mutes) > 0
		l.HidesValues = l.HidesValues || slices.ContainsFunc(k.Props, func(d Decl) bool { return d.Visible != Everyone })
	}
	closed := func(z ZoneDecl) bool { return z.Visible == Nobody || z.Visible == Owner && z.PerPlayer && players > 1 }
	l.HidesAnything = l.Unordered || l.HidesValues || slices.ContainsFunc(zones, closed)
	for i, e := range events {
		l.events[e] = i
	}
	return l
}

// Var returns the slot of a variable as player sees it (counted from 1).
func (l *Layout) Var(name string, player int) (int, bool) {
	i, ok := l.varNames[name]
	if !ok {
		return 0, false
	}
	return l.VarSlot(i, player), true
}

// VarSlot returns the slot of the variable declared at i, counted from 0, as
// player sees it (counted from 1).
func (l *Layout) VarSlot(i, player int) int { return l.varSlots[i].of(player) }

// Zone returns the slot of a zone as player sees it (counted from 1).
func (l *Layout) Zone(name string, player int) (int, bool) {
	i, ok := l.zoneNames[name]
	if !ok {
		return 0, false
	}
	return l.ZoneSlot(i, player), true
}

// ZoneSlot returns the slot of the zone declared at i, counted from 0, as
// player sees it (counted from 1).
func (l *Layout) ZoneSlot(i, player int) int { return l.zoneSlots[i].of(player) }

// VarDecl returns the declaration of a variable slot and the player it belongs
// to, counted from 1, or 0 for all.
func (l *Layout) VarDecl(slot int) (*Decl, int) {
	v := &l.vars[slot]
	return v.decl, v.player
}

// ZoneDecl returns the declaration of a zone slot and the player it belongs
// to, counted from 1, or 0 for all.
func (l *Layout) ZoneDecl(slot int) (*ZoneDecl, int) {
	z := &l.zones[slot]
	return z.decl, z.player
}

// ZoneSlots returns the number of zones, those of every player included.
func (l *Layout) ZoneSlots() int { return len(l.zones) }

// VarSlots returns the number of variables, those of every player included.
func (l *Layout) VarSlots() int { return len(l.vars) }

// Event returns the number of an event.
func (l *Layout) Event(name string) (int, bool) {
	i, ok := l.events[name]
	return i, ok
}
