package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

// summarize is what changes come to, as the acting player may know it.
func (r *REPL) summarize(changes []state.Change) *board.Summary {
	return board.Summarize(r.session, r.session.Player(), changes)
}

// showChanges says in words what has changed.
func (r *REPL) showChanges(changes []state.Change) {
	s := r.summarize(changes)
	for _, line := range append(r.describeProps(s.Props), r.describeMoves(s.Moves)...) {
		r.flow("  "+line.head, ", ", r.few(line.items))
	}
	for _, slot := range s.Orders {
		r.print("  %s is in a new order\n", r.zoneTitle(slot))
	}
	if items := r.describeVars(s.Vars); len(items) > 0 {
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
	for _, line := range append(r.describeProps(s.Props), r.describeMoves(s.Moves)...) {
		parts = append(parts, line.head+strings.Join(r.few(line.items), ", "))
	}
	for _, slot := range s.Orders {
		parts = append(parts, r.zoneTitle(slot)+" is in a new order")
	}
	return strings.Join(append(parts, r.describeVars(s.Vars)...), "; ")
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
func (r *REPL) describeProps(props []*board.Write) []line {
	var lines []line
	for _, w := range props {
		if !r.meddling && r.tracer == nil && r.session.Concealed(w.Entity) {
			continue
		}
		label := r.session.Label(w.Entity)
		prop := r.session.State().Prototype(w.Entity).Kind.Props[w.Prop].Name
		name := strings.ReplaceAll(prop, "_", " ")
		switch {
		case w.To.Type == state.Bool && w.To.True():
			lines = add(lines, name+": ", label)
		case w.To.Type == state.Bool:
			lines = add(lines, "no longer "+name+": ", label)
		default:
			lines = add(lines, name+": ", label+" "+r.became(r.propValue(w.Entity, prop, w.From), r.propValue(w.Entity, prop, w.To)))
		}
	}
	return lines
}

// describeMoves groups moves by where from and where to: "Deck → Hand: h1 Ace".
func (r *REPL) describeMoves(moves []*board.Move) []line {
	var lines []line
	for _, m := range moves {
		head := r.moveHead(m)
		switch {
		case r.unseen(m):
			lines = addUnseen(lines, head)
		case m.Deleted:
			lines = add(lines, head, r.former(m.Gone))
		case m.Created:
			lines = add(lines, head, r.showing(r.called(m.Entity), m.Entity))
		default:
			lines = add(lines, head, r.called(m.Entity))
		}
	}
	return tellUnseen(lines)
}

// unseen tells whether one may not know what it was that moved.
func (r *REPL) unseen(m *board.Move) bool {
	if !m.Deleted {
		seen := m.Created && !r.session.Concealed(m.Entity)
		return r.hidden(m.To) && (m.From == state.Limbo || m.Lost) && !seen
	}
	up, ok := m.Gone.Prototype.Kind.Prop("face_up")
	return r.hidden(m.Where) && !r.meddling && !(ok && m.Gone.Last(up).True())
}

// moveHead says from where to where something went.
func (r *REPL) moveHead(m *board.Move) string {
	switch {
	case m.Created:
		return "+ " + r.zoneTitle(m.To) + ": "
	case m.Deleted:
		return "- " + r.zoneTitle(m.From) + ": "
	case m.To == state.Limbo:
		return "- " + r.zoneTitle(m.From) + ", for a time: "
	case m.From == state.Limbo:
		return "+ " + r.zoneTitle(m.To) + ", again: "
	}
	return r.zoneTitle(m.From) + r.arrow() + r.zoneTitle(m.To) + ": "
}

// describeVars names variables as commands do. Of those that only the engine
// knows it tells the phase and whose turn it is.
func (r *REPL) describeVars(vars []*board.Write) []string {
	var items []string
	for _, w := range vars {
		d, player := r.layout().VarDecl(w.Slot)
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
		items = append(items, name+" "+r.became(r.value(w.From), r.value(w.To)))
	}
	return items
}
