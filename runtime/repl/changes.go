package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/state"
)

// summary gathers what a list of changes comes to: what was changed and
// changed back is not in it. Everything stands in the order of first change.
type summary struct {
	vars   []*write
	props  []*write
	moves  []*move
	orders []int // zones in which what was there before lies in another order
}

// write is a variable or property, before and after.
type write struct {
	slot, prop int
	entity     state.ID
	from, to   state.Value
}

// move is where an entity was and came to. What was shuffled into a hidden zone
// and came out again has moved twice: nobody knows it for the same.
type move struct {
	entity           state.ID
	from, to         int
	created, deleted bool
	// lost tells that nobody who looked on could follow it: it went on from a
	// hidden zone, or lies in one that was put in another order.
	lost bool
	// mixed tells that it was put in another order among what is hidden.
	mixed bool
	gone  *state.Change // its end
	where int           // the zone it lay in last
}

func (r *REPL) summarize(changes []state.Change) *summary {
	s := &summary{}
	for i := range changes {
		c := &changes[i]
		switch c.Op {
		case state.OpVar:
			s.vars = note(s.vars, write{slot: int(c.Slot), from: c.From, to: c.To})
		case state.OpProp:
			s.props = note(s.props, write{entity: c.Entity, prop: int(c.Prop), from: c.From, to: c.To})
		case state.OpCreate, state.OpDelete, state.OpMove:
			s.moved(c, r.hidden)
		case state.OpOrder:
			s.reordered(int(c.Slot), r.hidden(int(c.Slot)))
			if !slices.Contains(s.orders, int(c.Slot)) {
				s.orders = append(s.orders, int(c.Slot))
			}
		}
	}
	same := func(w *write) bool { return w.from == w.to }
	s.vars = slices.DeleteFunc(s.vars, same)
	s.props = slices.DeleteFunc(s.props, func(w *write) bool {
		return same(w) || !r.session.State().Alive(w.entity) || s.created(w.entity)
	})
	s.moves = slices.DeleteFunc(s.moves, func(m *move) bool { return m.created && m.deleted || m.from == m.to && !m.created })
	s.orders = slices.DeleteFunc(s.orders, func(slot int) bool {
		return !slices.ContainsFunc(r.session.State().Zone(slot), func(id state.ID) bool { return !s.came(id, slot) })
	})
	return s
}

// came tells whether an entity was not in a zone before.
func (s *summary) came(id state.ID, slot int) bool {
	m := s.last(id)
	return m != nil && m.to == slot
}

func note(list []*write, w write) []*write {
	for _, old := range list {
		if old.slot == w.slot && old.prop == w.prop && old.entity == w.entity {
			old.to = w.to
			return list
		}
	}
	return append(list, &w)
}

func (s *summary) moved(c *state.Change, hidden func(int) bool) {
	m := s.last(c.Entity)
	if m == nil || m.mixed && c.Op == state.OpMove {
		m = &move{entity: c.Entity, from: int(c.Slot), to: int(c.Slot)}
		s.moves = append(s.moves, m)
	}
	switch c.Op {
	case state.OpCreate:
		m.created, m.from, m.to = true, state.Limbo, state.Limbo
	case state.OpDelete:
		m.deleted, m.to = true, state.Limbo
		m.gone = c
	default:
		m.where = int(c.Slot)
		m.lost = m.lost || hidden(int(c.Slot))
		m.to = int(c.ToSlot)
	}
}

// last returns where an entity has moved last, or nil.
func (s *summary) last(id state.ID) *move {
	for _, m := range slices.Backward(s.moves) {
		if m.entity == id {
			return m
		}
	}
	return nil
}

// reordered loses from sight what has come to a zone that is put in another
// order, and, if the zone is hidden, what was changed of it on the way there.
func (s *summary) reordered(slot int, hidden bool) {
	for _, m := range s.moves {
		m.lost = m.lost || m.to == slot
		m.mixed = m.mixed || m.to == slot && hidden
	}
	s.props = slices.DeleteFunc(s.props, func(w *write) bool {
		m := s.last(w.entity)
		return m != nil && m.mixed
	})
}

func (s *summary) created(id state.ID) bool {
	return slices.ContainsFunc(s.moves, func(m *move) bool { return m.entity == id && m.created })
}

// showChanges says in words what has changed.
func (r *REPL) showChanges(changes []state.Change) {
	s := r.summarize(changes)
	for _, line := range append(r.describeProps(s.props), r.describeMoves(s.moves)...) {
		r.flow("  "+line.head, ", ", r.few(line.items))
	}
	for _, slot := range s.orders {
		r.print("  %s is in a new order\n", r.zoneTitle(slot))
	}
	if items := r.describeVars(s.vars); len(items) > 0 {
		r.flow("  ", ", ", items)
	}
}

// maxItems is how many changes of one sort are told one by one.
const maxItems = 20

// few leaves out what would only fill the screen.
func (r *REPL) few(items []string) []string {
	if n := len(items) - maxItems; n > 0 {
		return append(items[:maxItems:maxItems], r.dim(fmt.Sprintf("and %d more", n)))
	}
	return items
}

// inWords is the same on one line.
func (r *REPL) inWords(changes []state.Change) string {
	s := r.summarize(changes)
	var parts []string
	for _, line := range append(r.describeProps(s.props), r.describeMoves(s.moves)...) {
		parts = append(parts, line.head+strings.Join(r.few(line.items), ", "))
	}
	for _, slot := range s.orders {
		parts = append(parts, r.zoneTitle(slot)+" is in a new order")
	}
	return strings.Join(append(parts, r.describeVars(s.vars)...), "; ")
}

// line is a head with items behind it.
type line struct {
	head  string
	items []string
	// unseen is how many things there are besides that one may not see.
	unseen int
}

// add puts an item behind the head, making the line when there is none yet.
func add(lines []line, head, item string) []line {
	for i := range lines {
		if lines[i].head == head {
			lines[i].items = append(lines[i].items, item)
			return lines
		}
	}
	return append(lines, line{head: head, items: []string{item}})
}

// addUnseen counts a thing that one may not see behind the head.
func addUnseen(lines []line, head string) []line {
	i := slices.IndexFunc(lines, func(l line) bool { return l.head == head })
	if i < 0 {
		lines, i = append(lines, line{head: head}), len(lines)
	}
	lines[i].unseen++
	return lines
}

// tellUnseen puts the numbers of unseen things last.
func tellUnseen(lines []line) []line {
	for i := range lines {
		if n := lines[i].unseen; n > 0 {
			lines[i].items = append(lines[i].items, strconv.Itoa(n)+" unseen")
		}
	}
	return lines
}

// describeProps groups changes of properties by property: "value: d1 3 → 4".
func (r *REPL) describeProps(props []*write) []line {
	var lines []line
	for _, w := range props {
		if !r.meddling && r.tracer == nil && r.session.Concealed(w.entity) {
			continue
		}
		label := r.session.Label(w.entity)
		prop := r.session.State().Prototype(w.entity).Kind.Props[w.prop].Name
		name := strings.ReplaceAll(prop, "_", " ")
		switch {
		case w.to.Type == state.Bool && w.to.True():
			lines = add(lines, name+": ", label)
		case w.to.Type == state.Bool:
			lines = add(lines, "no longer "+name+": ", label)
		default:
			lines = add(lines, name+": ", label+" "+r.became(r.propValue(w.entity, prop, w.from), r.propValue(w.entity, prop, w.to)))
		}
	}
	return lines
}

// describeMoves groups moves by where from and where to: "Deck → Hand: h1 Ace".
func (r *REPL) describeMoves(moves []*move) []line {
	var lines []line
	for _, m := range moves {
		head := r.moveHead(m)
		switch {
		case r.unseen(m):
			lines = addUnseen(lines, head)
		case m.deleted:
			lines = add(lines, head, r.former(m.gone))
		case m.created:
			lines = add(lines, head, r.showing(r.called(m.entity), m.entity))
		default:
			lines = add(lines, head, r.called(m.entity))
		}
	}
	return tellUnseen(lines)
}

// unseen tells whether one may not know what it was that moved.
func (r *REPL) unseen(m *move) bool {
	if !m.deleted {
		seen := m.created && !r.session.Concealed(m.entity)
		return r.hidden(m.to) && (m.from == state.Limbo || m.lost) && !seen
	}
	up, ok := m.gone.Prototype.Kind.Prop("face_up")
	return r.hidden(m.where) && !r.meddling && !(ok && m.gone.Last(up).True())
}

// moveHead says from where to where something went.
func (r *REPL) moveHead(m *move) string {
	switch {
	case m.created:
		return "+ " + r.zoneTitle(m.to) + ": "
	case m.deleted:
		return "- " + r.zoneTitle(m.from) + ": "
	case m.to == state.Limbo:
		return "- " + r.zoneTitle(m.from) + ", for a time: "
	case m.from == state.Limbo:
		return "+ " + r.zoneTitle(m.to) + ", again: "
	}
	return r.zoneTitle(m.from) + r.arrow() + r.zoneTitle(m.to) + ": "
}

// describeVars names variables as commands do. Of those that only the engine
// knows it tells the phase and whose turn it is.
func (r *REPL) describeVars(vars []*write) []string {
	var items []string
	for _, w := range vars {
		d, player := r.layout().VarDecl(w.slot)
		name := d.Name
		switch {
		case name == "_phase":
			name = "phase"
		case name == "_actor":
			name = "player"
		case strings.HasPrefix(name, "_"), !r.declared("variables", name).BoolOr("show", true) && r.tracer == nil && !r.meddling:
			continue
		}
		if player != 0 && player != r.session.Player() {
			name += "@" + state.FormatNumber(float64(player))
		}
		items = append(items, name+" "+r.became(r.value(w.from), r.value(w.to)))
	}
	return items
}
