package board

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Step is one effect of a command, for front ends that show them in order.
type Step struct {
	// Op is move, turn (an entity was turned face up), set (a property of an
	// entity), var or event.
	Op string `json:"op"`
	// ID is the entity; it may no longer exist. Thing describes what moved or
	// was turned.
	ID    uint64  `json:"id,omitempty"`
	Thing *Entity `json:"thing,omitempty"`
	// Name is the property, the variable (with @PLAYER if each player has one)
	// or the event.
	Name string `json:"name,omitempty"`
	// From and To are zones (absent: out of play), or values in words.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Was and Is are the values if they are numbers.
	Was *float64 `json:"was,omitempty"`
	Is  *float64 `json:"is,omitempty"`
	// Show is how to mark an event: pause or strong.
	Show string `json:"show,omitempty"`
	// Tally lists what an event counts up, part by part: the reason, the
	// numbers multiplied, and the result.
	Tally []string `json:"tally,omitempty"`
}

// maxSteps is the maximum number of steps of a command.
const maxSteps = 200

// Steps returns what a command did, in order, as far as the viewer saw it: what
// was visible before or after each change. It is valid while the state is the
// one after the command.
func (vw *Viewer) Steps(changes []state.Change, events []session.Event) []Step {
	f := tracker{vw: vw, kinds: map[state.ID]*state.Prototype{}, zone: map[state.ID]int{}, up: map[state.ID]bool{}}
	f.rewind(changes)
	for i := range changes {
		for len(events) > 0 && events[0].At <= i {
			f.event(&events[0])
			events = events[1:]
		}
		f.change(&changes[i])
	}
	for i := range events {
		f.event(&events[i])
	}
	return f.steps
}

// predictable returns the number of changes before the first one that the viewer
// could not predict.
func (vw *Viewer) predictable(changes []state.Change) int {
	f := tracker{vw: vw, kinds: map[state.ID]*state.Prototype{}, zone: map[state.ID]int{}, up: map[state.ID]bool{}}
	f.rewind(changes)
	for i := range changes {
		c := &changes[i]
		touches := c.Op == state.OpMove || c.Op == state.OpProp
		if c.Op == state.OpDraw || c.Op == state.OpOrder || touches && f.zone[c.Entity] != state.Limbo && !f.seen(c.Entity) {
			return i
		}
		f.change(c)
	}
	return len(changes)
}

// Certain returns the changes that the viewer could predict, and whether these
// are all. The first known changes were made before any script read something
// hidden. If not all are certain, Certain returns those of variables and
// properties before the first unpredictable change, except where the same variable
// or entity changes again afterwards. It leaves out entities that are gone by then.
func (vw *Viewer) Certain(changes []state.Change, known int) (out []state.Change, all bool) {
	n := vw.predictable(changes)
	if n == len(changes) && known > n {
		return changes, true
	}
	n = min(n, known)
	for _, c := range changes[:n] {
		isVar := c.Op == state.OpVar
		if (isVar || c.Op == state.OpProp && vw.state().Alive(c.Entity)) && !slices.ContainsFunc(changes[n:], func(later state.Change) bool {
			return later.Op == state.OpVar && isVar && later.Slot == c.Slot || later.Op != state.OpVar && !isVar && later.Entity == c.Entity
		}) {
			out = append(out, c)
		}
	}
	return out, false
}

// tracker follows the entities that a command touches from change to change.
type tracker struct {
	vw    *Viewer
	kinds map[state.ID]*state.Prototype
	zone  map[state.ID]int  // where each entity is at the time
	up    map[state.ID]bool // whether it is face up at the time
	steps []Step
}

// rewind restores where all entities were before the changes.
func (t *tracker) rewind(changes []state.Change) {
	for i := len(changes) - 1; i >= 0; i-- {
		c := &changes[i]
		switch c.Op {
		case state.OpCreate, state.OpDelete:
			t.recordEntity(c.Entity, c.Prototype)
			if up, ok := c.Prototype.Kind.Prop("face_up"); ok && c.Op == state.OpDelete {
				t.up[c.Entity] = c.FinalProp(up).True()
			}
		case state.OpMove:
			t.recordEntity(c.Entity, nil)
			t.zone[c.Entity] = int(c.Slot)
		case state.OpProp:
			t.recordEntity(c.Entity, nil)
			if t.faceUp(c) {
				t.up[c.Entity] = c.From.True()
			}
		}
	}
}

// recordEntity records the current state of an entity the first time it occurs. A removed
// entity ends with an OpDelete, which has the prototype.
func (t *tracker) recordEntity(id state.ID, p *state.Prototype) {
	if t.kinds[id] != nil {
		return
	}
	s := t.vw.state()
	if t.zone[id] = state.Limbo; s.Alive(id) {
		p, t.zone[id] = s.Prototype(id), s.ZoneOf(id)
		if up, ok := p.Kind.Prop("face_up"); ok {
			t.up[id] = s.Prop(id, up).True()
		}
	}
	t.kinds[id] = p
}

func (t *tracker) faceUp(c *state.Change) bool {
	return t.kinds[c.Entity].Kind.Props[c.Prop].Name == "face_up"
}

// seen reports whether the viewer sees an entity at the time.
func (t *tracker) seen(id state.ID) bool {
	zone := t.zone[id]
	return zone != state.Limbo && (t.up[id] || !t.vw.closed(zone))
}

func (t *tracker) add(s Step) {
	if len(t.steps) < maxSteps {
		t.steps = append(t.steps, s)
	}
}

func (t *tracker) change(c *state.Change) {
	switch c.Op {
	case state.OpVar:
		t.variable(c)
	case state.OpProp:
		t.property(c)
	case state.OpMove:
		before := t.seen(c.Entity)
		t.zone[c.Entity] = int(c.ToSlot)
		if c.Slot != c.ToSlot && (before || t.seen(c.Entity)) {
			t.add(Step{Op: "move", ID: uint64(c.Entity), Thing: t.entity(c.Entity), From: t.zoneName(int(c.Slot)), To: t.zoneName(int(c.ToSlot))})
		}
	}
}

func (t *tracker) variable(c *state.Change) {
	d, owner := t.vw.state().Layout.VarDecl(int(c.Slot))
	if strings.HasPrefix(d.Name, "_") || !t.vw.shown(d.Name) || !t.vw.knowsVar(int(c.Slot)) {
		return
	}
	t.add(t.withValues(Step{Op: "var", Name: d.Name + t.vw.ownerSuffix(owner)}, c))
}

func (t *tracker) property(c *state.Change) {
	before := t.seen(c.Entity)
	if t.faceUp(c) {
		if t.up[c.Entity] = c.To.True(); !before && t.seen(c.Entity) {
			t.add(Step{Op: "turn", ID: uint64(c.Entity), Thing: t.entity(c.Entity)})
		}
		return
	}
	kind := t.kinds[c.Entity].Kind
	name := kind.Props[c.Prop].Name
	if before && t.vw.showsProp(kind.Name, name) && t.vw.knowsProp(kind, int(c.Prop), t.zone[c.Entity]) {
		t.add(t.withValues(Step{Op: "set", ID: uint64(c.Entity), Name: name}, c))
	}
}

// withValues fills in the values of a change. References are left out, because the
// entities they name may have moved since.
func (t *tracker) withValues(s Step, c *state.Change) Step {
	fill := func(v state.Value, words *string, number **float64) {
		switch v.Type {
		case state.Number:
			*number = &v.Num
		case state.Text, state.Bool:
			*words = t.vw.Value(v)
		}
	}
	fill(c.From, &s.From, &s.Was)
	fill(c.To, &s.To, &s.Is)
	return s
}

func (t *tracker) zoneName(slot int) string {
	if slot == state.Limbo {
		return ""
	}
	d, owner := t.vw.state().Layout.ZoneDecl(slot)
	return d.Name + t.vw.ownerSuffix(owner)
}

// entity describes what an entity is, but not its state, which may have changed
// since.
func (t *tracker) entity(id state.ID) *Entity {
	d, ok := t.vw.session.Game().Catalog().Find(t.kinds[id].Key)
	if !ok {
		return nil
	}
	e := &Entity{ID: uint64(id), Name: t.vw.translator.Name(d), Words: t.vw.describe(d, state.None)}
	t.vw.identify(e, d)
	return e
}

func (t *tracker) event(e *session.Event) {
	d := t.vw.declared("events", e.Event)
	show, args := d.TextOr("show", ""), d.All("args")
	var tally []string
	for _, part := range d.All("tally") {
		i := slices.IndexFunc(args, func(a *def.Node) bool { return a.Text() == part.Text() })
		if i < 0 || i >= len(e.Args) {
			continue // the script has left it out
		}
		tally = append(tally, t.part(e.Args[i]))
	}
	if show != "" || tally != nil {
		t.add(Step{Op: "event", Name: e.Event, Show: show, Tally: tally})
	}
}

// part formats a value that an event counts up; for an entity, it returns the
// name.
func (t *tracker) part(v state.Value) string {
	if id := v.ID(); id != state.None && t.vw.state().Alive(id) && !t.vw.hidden(id) {
		return t.vw.Name(id)
	}
	return t.vw.Value(v)
}
