package state

import (
	"slices"
	"strconv"
)

// Told is what a list of changes comes to for one thing, by names: equal games
// that do the same tell the same. From and To are values, or places in zones.
type Told struct {
	About, From, To string
	// Last is the last of the changes to it, and Entity whom it is about, None
	// for a variable or zone.
	Last   *Change
	Entity ID
}

// Outliner says what changes of a state come to.
type Outliner struct {
	*State
	made map[ID]*Prototype // what entities are or were made from
	all  []Told
	at   map[outlined]int
}

// NewOutliner makes an outliner for a state and all that its journal holds.
func NewOutliner(s *State) *Outliner {
	o := &Outliner{State: s, made: map[ID]*Prototype{}}
	o.meet(s.journal[:s.cursor])
	return o
}

// meet remembers what entities are made from, since one that is gone by now
// has a name too.
func (o *Outliner) meet(changes []Change) {
	for i := range changes {
		if c := &changes[i]; c.Prototype != nil {
			o.made[c.Entity] = c.Prototype
		}
	}
}

// Of says what changes come to that lie in the journal or are newer. What was
// changed and changed back is not in it, nor are draws of chance. The order is
// that in which things were first changed.
func (o *Outliner) Of(changes []Change) []Told {
	o.meet(changes)
	o.all, o.at = nil, map[outlined]int{}
	for i := range changes {
		o.tell(&changes[i])
	}
	return slices.DeleteFunc(o.all, func(t Told) bool { return t.From == t.To })
}

// outlined is a thing that changes.
type outlined struct {
	op     Op
	slot   int32
	entity ID
}

func (o *Outliner) tell(c *Change) {
	switch c.Op {
	case OpVar:
		d, player := o.Layout.VarDecl(int(c.Slot))
		o.note(c, outlined{op: OpVar, slot: c.Slot}, owned(d.Name, player), c.From.String(), c.To.String())
	case OpProp:
		if p := o.prototype(c.Entity); p != nil {
			name := o.name(c.Entity) + "." + p.Kind.Props[c.Prop].Name
			o.note(c, outlined{OpProp, c.Prop, c.Entity}, name, c.From.String(), c.To.String())
		}
	case OpCreate, OpDelete:
		from, to := "nowhere", "play"
		if c.Op == OpDelete {
			from, to = to, from
		}
		o.note(c, outlined{op: OpCreate, entity: c.Entity}, o.name(c.Entity), from, to)
	case OpMove:
		o.note(c, outlined{op: OpMove, entity: c.Entity}, o.name(c.Entity)+" in", o.spot(c.Slot, c.Index), o.spot(c.ToSlot, c.ToIndex))
	case OpOrder:
		o.note(c, outlined{op: OpOrder, slot: c.Slot}, o.zoneName(c.Slot), listed(c.extra.before), listed(c.extra.after))
	case opTempAdd:
		t := c.extra.temp
		what := outlined{opTempAdd, int32(len(o.all)), t.id} // each is told by itself
		o.note(c, what, "a change until "+o.Layout.Events[t.event], "", strconv.Itoa(int(t.count)))
	}
}

// note adds up what happens to the same thing.
func (o *Outliner) note(c *Change, what outlined, about, from, to string) {
	if i, ok := o.at[what]; ok {
		o.all[i].To, o.all[i].Last = to, c
		return
	}
	o.at[what] = len(o.all)
	o.all = append(o.all, Told{about, from, to, c, c.Entity})
}

func (o *Outliner) prototype(id ID) *Prototype {
	if p := o.made[id]; p != nil || !o.Alive(id) {
		return p
	}
	return o.entities[id.Slot()].proto
}

// name tells entities apart that come of one definition.
func (o *Outliner) name(id ID) string {
	key := "something"
	if p := o.prototype(id); p != nil {
		key = p.Key
	}
	return key + "#" + strconv.FormatUint(uint64(id.Slot()+1), 10)
}

func (o *Outliner) zoneName(slot int32) string {
	d, player := o.Layout.ZoneDecl(int(slot))
	return owned(d.Name, player)
}

func (o *Outliner) spot(slot, index int32) string {
	if slot == Limbo {
		return "no zone"
	}
	return o.zoneName(slot) + " " + strconv.Itoa(int(index)+1)
}

func owned(name string, player int) string {
	if player == 0 {
		return name
	}
	return name + "@" + strconv.Itoa(player)
}

func listed(ids []ID) string {
	b := []byte{}
	for _, id := range ids {
		b = strconv.AppendInt(append(b, ' '), int64(id.Slot()+1), 10)
	}
	return string(b)
}
