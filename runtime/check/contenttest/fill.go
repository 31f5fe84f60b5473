package contenttest

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// maxCopies is the largest number of copies that {ID: n} puts into a zone.
const maxCopies = 1000

// fill puts the items that a test lists into a zone.
func (t *test) fill(a session.Arrangement, zone int, n *def.Node) *diag.Diagnostic {
	for _, item := range items(n) {
		if id, copies := t.counted(zone, item); id != "" {
			for range copies {
				if _, problem := a.Add(zone, id); problem != nil {
					return unusable(item.Place(), problem)
				}
			}
			continue
		}
		if problem := t.put(a, zone, item); problem != nil {
			return problem
		}
	}
	return nil
}

// counted reads {ID: n}, as in the start of a zone. The id is empty if the item
// is something else.
func (t *test) counted(zone int, item *def.Node) (id string, copies int) {
	if len(item.Fields()) != 1 {
		return "", 0
	}
	f, d := item.Fields()[0], t.accepts(zone)
	if n := f.Value.Number(); f.Value.Type() == def.Number && slices.Contains(t.game.IDs(d...), f.Key) && n >= 0 && n <= maxCopies && n == float64(int(n)) {
		return f.Key, int(n)
	}
	return "", 0
}

// accepts lists the kinds that a zone accepts.
func (t *test) accepts(zone int) []string {
	d, _ := t.session.State().Layout.ZoneDecl(zone)
	return d.Kinds
}

// put adds one item to a zone: a face of a die, an id, or a mapping with
// properties.
func (t *test) put(a session.Arrangement, zone int, item *def.Node) *diag.Diagnostic {
	id := item.Text()
	switch item.Type() {
	case def.Map:
		id = item.TextOr("is", "")
	case def.Number, def.Text:
	default:
		return invalid(item.Place(), "an item of a zone must be a number, a word, an id or a mapping, not %s", item.Type())
	}
	face := item.Type() == def.Text && t.isFace(zone, id)
	if face {
		id = ""
	}
	here, problem := untilEvent(a, item)
	if problem != nil {
		return problem
	}
	entity, problem := here.Add(zone, id)
	if problem != nil {
		return unusable(item.Place(), problem)
	}
	switch {
	case face:
		problem = a.Property(entity, "face", rules.Literal(item))
	case item.Type() == def.Number:
		problem = a.Property(entity, "value", rules.Literal(item))
	}
	if problem != nil {
		return unusable(item.Place(), problem)
	}
	for _, f := range item.Fields() {
		if slices.Contains(itemKeys[:], f.Key) {
			continue
		}
		there, is, problem := temporaryValue(a, f.Value)
		if problem != nil {
			return problem
		}
		set := func(as state.Type) *diag.Diagnostic {
			return unusable(f.KeyPlace(), there.Property(entity, f.Key, t.valueFor(as, is)))
		}
		kind := t.session.State().Prototype(entity).Kind
		if i, ok := kind.Prop(f.Key); ok && kind.Props[i].Type == state.Ref {
			t.entityRefs = append(t.entityRefs, func() *diag.Diagnostic { return set(state.Ref) })
		} else if problem := set(state.Nil); problem != nil {
			return problem
		}
	}
	return nil
}

// itemKeys lists the keys of an item that are about it as a whole.
var itemKeys = [...]string{"is", "until", "times"}

// temporaryValue reads a value, or {is: VALUE, until: EVENT, times: N}, a value that
// lasts until the event has been emitted N times.
func temporaryValue(a session.Arrangement, n *def.Node) (session.Arrangement, *def.Node, *diag.Diagnostic) {
	if n.Type() != def.Map {
		return a, n, nil
	}
	if problem := knownKeys(n, "key of a value", itemKeys[:]...); problem != nil {
		return a, n, problem
	}
	is := n.Get("is")
	if is == nil {
		return a, n, invalid(n.Place(), "a value as a mapping needs is: and until:")
	}
	a, problem := untilEvent(a, n)
	return a, is, problem
}

// untilEvent reads until and times.
func untilEvent(a session.Arrangement, n *def.Node) (session.Arrangement, *diag.Diagnostic) {
	event, times := n.Get("until"), n.NumberOr("times", 1)
	switch {
	case event == nil && n.Get("times") != nil:
		return a, invalid(n.Get("times").Place(), "times needs until:, the event to wait for")
	case event == nil:
		return a, nil
	case times < 1 || times > 1e6 || times != float64(int(times)):
		return a, invalid(n.Get("times").Place(), "times must be a whole number from 1 to 1000000")
	}
	a, problem := a.Until(event.Text(), int(times))
	if problem != nil {
		return a, unusable(event.Place(), problem)
	}
	return a, nil
}

// isFace reports whether a word is not an id but a face of the die that the
// zone uses for plain numbers.
func (t *test) isFace(zone int, word string) bool {
	if slices.Contains(t.game.IDs(t.accepts(zone)...), word) {
		return false
	}
	return slices.Contains(t.session.Faces(zone), word)
}
