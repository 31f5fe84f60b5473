package repl

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

// summarize lists the net changes as the acting player may know them, or all of
// them when tracing or when the user changed the game directly.
func (r *REPL) summarize(changes []state.Change) *board.Summary {
	return r.viewer(r.runsStatement || r.tracer != nil).Summarize(changes)
}

// showChanges describes the changes in words.
func (r *REPL) showChanges(changes []state.Change) {
	for _, line := range r.changeLines(changes) {
		r.flow("  "+line.head, ", ", line.items)
	}
}

// inWords describes the changes on one line.
func (r *REPL) inWords(changes []state.Change) string {
	var parts []string
	for _, line := range r.changeLines(changes) {
		parts = append(parts, line.head+strings.Join(line.items, ", "))
	}
	return strings.Join(parts, "; ")
}

// line is a heading with items, and the number of further items that are
// hidden.
type line struct {
	head   string
	items  []string
	unseen int
}

// lineUnder returns the line with a heading, creating it if necessary.
func lineUnder(lines *[]line, head string) *line {
	i := slices.IndexFunc(*lines, func(l line) bool { return l.head == head })
	if i < 0 {
		i, *lines = len(*lines), append(*lines, line{head: head})
	}
	return &(*lines)[i]
}

// add appends an item to the line with a heading.
func add(lines []line, head, item string) []line {
	l := lineUnder(&lines, head)
	l.items = append(l.items, item)
	return lines
}

// maxItems is the maximum number of changes of one kind that are listed
// individually.
const maxItems = 20

// changeLines groups changes: properties by property ("value: d1 3 → 4"), moves
// by source and target ("Deck → Hand: h1 Ace"), then variables, without a
// heading.
func (r *REPL) changeLines(changes []state.Change) []line {
	s := r.summarize(changes)
	var lines []line
	for _, w := range s.Props {
		head, item := r.propChange(w)
		lines = add(lines, head, item)
	}
	for _, m := range s.Moves {
		if head := r.signs(m.Route) + ": "; m.Name == "" {
			lineUnder(&lines, head).unseen++
		} else {
			lines = add(lines, head, r.movedName(m))
		}
	}
	for i := range lines {
		l := &lines[i]
		if l.unseen > 0 {
			l.items = append(l.items, r.translator.Translate("{n} unseen", strconv.Itoa(l.unseen)))
		}
		if n := len(l.items) - maxItems; n > 0 {
			l.items = append(l.items[:maxItems:maxItems], r.dim(r.andMore(n)))
		}
	}
	for _, slot := range s.Orders {
		lines = append(lines, line{items: []string{r.translator.Translate("{zone} is in a new order", r.viewer(true).ZoneTitle(slot))}})
	}
	if len(s.Vars) > 0 {
		var items []string
		for _, w := range s.Vars {
			items = append(items, r.varChange(w))
		}
		lines = append(lines, line{items: items})
	}
	return lines
}

// propChange describes the change of a property, which it names as scripts do
// or, in a translated game, by its title.
func (r *REPL) propChange(w *board.Write) (head, item string) {
	label := r.session.Label(w.Entity)
	prop := r.session.State().Prototype(w.Entity).Kind.Props[w.Prop].Name
	title := strings.ReplaceAll(prop, "_", " ")
	if r.translator != nil {
		title = r.viewer(true).PropTitle(r.session.Definition(w.Entity).Kind, prop)
	}
	head = title + ": "
	switch {
	case w.To.Type == state.Bool && w.To.True():
		return head, label
	case w.To.Type == state.Bool:
		return r.translator.Translate("no longer {property}", title) + ": ", label
	}
	return head, label + " " + r.became(r.propValue(w.Entity, prop, w.From), r.propValue(w.Entity, prop, w.To))
}

// movedName names the entity that moved, and its face if it is new. An entity
// that became hidden has no label, since that would reveal its position.
func (r *REPL) movedName(m *board.Move) string {
	switch {
	case m.Deleted, m.To == state.Limbo, m.Lost && r.session.Hidden(m.To):
		return m.Name
	case m.Created:
		t := r.viewer(true).Entity(m.Entity)
		return r.withFace(nameWithLabel(t), t)
	}
	return r.entityName(m.Entity)
}

// varChange describes the change of a variable, which it names as commands do
// or, in a translated game, by its title.
func (r *REPL) varChange(w *board.Write) string {
	if r.translator != nil {
		return r.signs(r.viewer(true).WroteVar(w))
	}
	d, player := r.layout().VarDecl(w.Slot)
	name := d.Name
	switch name {
	case "_phase":
		name = "phase"
	case "_actor":
		name = "player"
	}
	if player != 0 && player != r.session.Player() {
		name += "@" + strconv.Itoa(player)
	}
	return name + " " + r.became(r.value(w.From), r.value(w.To))
}
