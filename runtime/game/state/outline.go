package state

import (
	"slices"
	"strconv"
	"strings"
)

// Effect is the net effect of a list of changes on one thing, with names
// instead of numbers: equal games that make equal changes give equal effects.
// From and To are values, or places in zones.
type Effect struct {
	About, From, To string
	// Key is the kind/id of the entity it is about; empty for a variable or
	// zone.
	Key string
	// Last is the last of the changes to it.
	Last *Change
}

// Outliner summarizes changes of a state.
type Outliner struct {
	*State
	// NameOf, if set, returns the name to use for a variable, property
	// (kind.name), zone, event, definition or phase.
	NameOf func(sort, name string) string

	made  map[ID]*Prototype // prototypes of entities, present and past
	all   []Effect
	index map[effectKey]int
}

// NewOutliner returns an outliner for a state and everything in its journal.
func NewOutliner(s *State) *Outliner {
	o := &Outliner{State: s, made: map[ID]*Prototype{}}
	o.recordPrototypes(s.journal[:s.cursor])
	return o
}

// recordPrototypes remembers the prototypes of entities, so that entities removed
// since then have names too.
func (o *Outliner) recordPrototypes(changes []Change) {
	for i := range changes {
		if c := &changes[i]; c.Prototype != nil {
			o.made[c.Entity] = c.Prototype
		}
	}
}

// Effects returns the net effect of changes that are in the journal or newer. What
// was changed and changed back is left out, and so are random draws. The order
// is that of first change.
func (o *Outliner) Effects(changes []Change) []Effect {
	o.recordPrototypes(changes)
	o.all, o.index = nil, map[effectKey]int{}
	for i := range changes {
		o.record(&changes[i])
	}
	return slices.DeleteFunc(o.all, func(t Effect) bool { return t.From == t.To })
}

// effectKey identifies what an effect is about.
type effectKey struct {
	op     Op
	slot   int32
	entity ID
}

// absent is the place of what does not exist.
const absent = "none"

func (o *Outliner) record(c *Change) {
	switch c.Op {
	case OpVar:
		d, player := o.Layout.VarDecl(int(c.Slot))
		from, to := c.From.String(), c.To.String()
		if d.Name == "_phase" {
			from, to = o.nameOf("phase", from), o.nameOf("phase", to)
		}
		o.note(c, effectKey{op: OpVar, slot: c.Slot}, Owned(o.nameOf("variable", d.Name), player), from, to)
	case OpProp:
		if p := o.prototype(c.Entity); p != nil {
			_, prop, _ := strings.Cut(o.nameOf("property", p.Kind.Name+"."+p.Kind.Props[c.Prop].Name), ".")
			name := o.name(c.Entity) + "." + prop
			o.note(c, effectKey{OpProp, c.Prop, c.Entity}, name, c.From.String(), c.To.String())
		}
	case OpCreate:
		o.note(c, effectKey{op: OpMove, entity: c.Entity}, o.name(c.Entity)+" place", absent, o.spot(Limbo, 0))
	case OpDelete:
		o.note(c, effectKey{op: OpMove, entity: c.Entity}, o.name(c.Entity)+" place", o.spot(Limbo, 0), absent)
	case OpMove:
		o.note(c, effectKey{op: OpMove, entity: c.Entity}, o.name(c.Entity)+" place", o.spot(c.Slot, c.Index), o.spot(c.ToSlot, c.ToIndex))
	case OpOrder:
		o.note(c, effectKey{op: OpOrder, slot: c.Slot}, o.zoneName(c.Slot), o.list(c.extra.before), o.list(c.extra.after))
	case OpPending:
		o.note(c, effectKey{op: OpPending}, "questions", o.questions(c.extra.pending), o.questions(c.extra.toPending))
	case opTempAdd:
		t := c.extra.temp
		what := effectKey{opTempAdd, int32(len(o.all)), t.id} // each is listed separately
		o.note(c, what, "a change until "+o.nameOf("event", o.Layout.Events[t.event]), "", strconv.Itoa(int(t.count)))
	}
}

// note merges changes of the same thing.
func (o *Outliner) note(c *Change, what effectKey, about, from, to string) {
	if i, ok := o.index[what]; ok {
		o.all[i].To, o.all[i].Last = to, c
		return
	}
	o.index[what] = len(o.all)
	key := ""
	if p := o.prototype(what.entity); p != nil {
		key = p.Key
	}
	o.all = append(o.all, Effect{about, from, to, key, c})
}

// questions lists questions, windows and actions by name, and the phase to
// enter afterwards.
func (o *Outliner) questions(p *Pending) string {
	if p == nil {
		return absent
	}
	var names []string
	for _, q := range p.Questions {
		names = append(names, q.Name)
	}
	for _, w := range slices.Concat(p.Windows, p.Next) {
		names = append(names, w.Name)
	}
	for _, a := range p.Acts {
		names = append(names, a.Action)
	}
	if p.Then != "" {
		names = append(names, "then "+o.nameOf("phase", p.Then))
	}
	return strings.Join(names, " ")
}

func (o *Outliner) prototype(id ID) *Prototype {
	if p := o.made[id]; p != nil || !o.Alive(id) {
		return p
	}
	return o.entities[id.Slot()].proto
}

func (o *Outliner) name(id ID) string {
	if p := o.prototype(id); p != nil {
		return numbered(o.nameOf("definition", p.Key), id)
	}
	return numbered("something", id)
}

func (o *Outliner) list(ids []ID) string {
	var names []string
	for _, id := range ids {
		names = append(names, o.name(id))
	}
	return strings.Join(names, " ")
}

// numbered distinguishes entities of one definition by a number that is the
// same in equal games.
func numbered(key string, id ID) string {
	return key[strings.IndexByte(key, '/')+1:] + "#" + strconv.Itoa(id.Slot()+1)
}

// Values returns the variables, properties and zones of a snapshot as a list of
// values with the names that an Outliner uses.
func (s *Snapshot) Values() []Effect {
	var out []Effect
	key := func(id ID) string {
		if slot := id.Slot(); slot >= 0 && slot < len(s.Entities) {
			return s.Entities[slot].Key
		}
		return "something"
	}
	for _, v := range s.Vars {
		out = append(out, Effect{About: Owned(v.Name, v.Player), To: v.Value.String()})
	}
	for slot, e := range s.Entities {
		for _, v := range e.Props {
			out = append(out, Effect{About: numbered(e.Key, ID(slot+1)) + "." + v.Name, To: v.Value.String()})
		}
	}
	for _, z := range s.Zones {
		var names []string
		for _, id := range z.IDs {
			names = append(names, numbered(key(id), id))
		}
		out = append(out, Effect{About: Owned(z.Name, z.Player), To: strings.Join(names, " ")})
	}
	return out
}

func (o *Outliner) zoneName(slot int32) string {
	d, player := o.Layout.ZoneDecl(int(slot))
	return Owned(o.nameOf("zone", d.Name), player)
}

func (o *Outliner) nameOf(sort, name string) string {
	if o.NameOf == nil {
		return name
	}
	return o.NameOf(sort, name)
}

func (o *Outliner) spot(slot, index int32) string {
	if slot == Limbo {
		return "out of play"
	}
	return o.zoneName(slot) + " " + strconv.Itoa(int(index)+1)
}

// Owned returns the name of a variable or zone of a player, counted from 1; 0
// is nobody.
func Owned(name string, player int) string {
	if player == 0 {
		return name
	}
	return name + "@" + strconv.Itoa(player)
}
