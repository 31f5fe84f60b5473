package state

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
)

// Chance draws from the random stream called name: f receives the stream and
// must take everything it needs from it. If a rigged result is waiting, Chance
// returns that instead, and true.
func (s *State) Chance(name string, f func(*random.Stream)) (Value, bool, *diag.Diagnostic) {
	i, problem := s.streamNumber(name)
	if problem != nil {
		return Value{}, false, problem
	}
	if rigged := s.streams[i].rigged; len(rigged) > 0 {
		s.setRigged(i, rigged[1:])
		return rigged[0], true, nil
	}
	e := s.draw(i)
	f(&s.streams[i].source)
	e.to = s.streams[i].source
	return Value{}, false, nil
}

// Between draws a uniform whole number in [low, high] from the stream, or takes
// a rigged result, as rigged reports.
func (s *State) Between(name string, low, high int64) (v Value, rigged bool, problem *diag.Diagnostic) {
	i, problem := s.streamNumber(name)
	if problem != nil {
		return Value{}, false, problem
	}
	if len(s.streams[i].rigged) > 0 {
		return s.Chance(name, nil)
	}
	e := s.draw(i)
	n := s.streams[i].source.Between(low, high)
	e.to = s.streams[i].source
	return Num(float64(n)), false, nil
}

// Unrigged returns the number of a stream that a number can be drawn from at
// once: one that exists, and is not rigged. Numbers are valid in this transaction.
func (s *State) Unrigged(name string) (i int, ok bool) {
	if s.locked > 0 || !s.open {
		return 0, false
	}
	for i := range s.streams {
		if at := &s.streams[i]; at.name == name {
			return i, len(at.rigged) == 0
		}
	}
	return 0, false
}

// BetweenFrom is Between for a stream that Unrigged has returned.
func (s *State) BetweenFrom(i int, low, high int64) float64 {
	e, source := s.draw(i), &s.streams[i].source
	n := source.Between(low, high)
	e.to = *source
	return float64(n)
}

// UnitFrom draws a uniform number in [0, 1) from a stream that Unrigged has
// returned.
func (s *State) UnitFrom(i int) float64 {
	e, source := s.draw(i), &s.streams[i].source
	n := source.Unit()
	e.to = *source
	return n
}

// Rig makes the stream return the values, in order, before it draws again.
func (s *State) Rig(name string, values ...Value) *diag.Diagnostic {
	i, problem := s.streamNumber(name)
	if problem != nil {
		return problem
	}
	s.setRigged(i, append(slices.Clip(s.streams[i].rigged), values...))
	return nil
}

// Rigged returns the results that a stream is rigged to give and has not given
// yet. Callers must not change the slice.
func (s *State) Rigged(name string) []Value {
	for i := range s.streams {
		if s.streams[i].name == name {
			return s.streams[i].rigged
		}
	}
	return nil
}

// setRigged replaces the results that stream i returns before it draws.
func (s *State) setRigged(i int, to []Value) {
	at := &s.streams[i]
	c := s.note(OpDraw)
	c.Slot, c.extra = int32(i), s.newExtra()
	c.extra.source, c.extra.to, c.extra.rig, c.extra.toRig = at.source, at.source, at.rigged, to
	s.apply(c, true)
}

// Shuffle puts a zone into a random order drawn from the stream. A rigged result
// is a text of ids, of the entities that come to the top, in order; the others
// follow as they were.
func (s *State) Shuffle(zone int, name string) *diag.Diagnostic {
	i, problem := s.streamNumber(name)
	if problem != nil {
		return problem
	}
	if rigged := s.streams[i].rigged; len(rigged) > 0 {
		return s.arrange(zone, i, rigged)
	}
	if len(s.zones[zone]) < 2 {
		return nil
	}
	e := s.draw(i)
	order := s.newExtra()
	s.work += int64(costOrder * len(s.zones[zone]))
	order.before = append(order.before[:0], s.zones[zone]...)
	order.after = append(order.after[:0], s.zones[zone]...)
	after, source := order.after, s.streams[i].source
	for n := len(after) - 1; n > 0; n-- {
		k := source.Below(uint64(n) + 1)
		after[n], after[k] = after[k], after[n]
	}
	s.streams[i].source, e.to = source, source
	c := s.note(OpOrder)
	c.Slot, c.extra = int32(zone), order
	s.apply(c, true)
	return nil
}

// arrange puts a zone into the order of the first rigged result of stream i.
func (s *State) arrange(zone, i int, rigged []Value) *diag.Diagnostic {
	rest := slices.Clone(s.zones[zone])
	var top []ID
	for name := range strings.FieldsSeq(rigged[0].String()) {
		k := slices.IndexFunc(rest, func(id ID) bool { p := s.Prototype(id); return p.ID == name || p.Key == name })
		if k < 0 {
			d, _ := s.Layout.ZoneDecl(zone)
			p := diag.New("script/runtime", diag.Place{}, "the stream %q is rigged to shuffle %s to the top, but %s has no more of it", s.streams[i].name, name, d.Name).
				WithHint("rig a shuffle with one text that lists ids from the top")
			return &p
		}
		top, rest = append(top, rest[k]), slices.Delete(rest, k, k+1)
	}
	s.setRigged(i, rigged[1:])
	order := s.newExtra()
	order.before = append(order.before[:0], s.zones[zone]...)
	order.after = append(append(order.after[:0], top...), rest...)
	c := s.note(OpOrder)
	c.Slot, c.extra = int32(zone), order
	s.apply(c, true)
	return nil
}

// streamNumber returns the number of a stream, creating the stream if it is new.
func (s *State) streamNumber(name string) (int, *diag.Diagnostic) {
	if problem := s.writable(); problem != nil {
		return 0, problem
	}
	for i := range s.streams {
		if s.streams[i].name == name {
			return i, nil
		}
	}
	if problem := s.checkNewStream(name); problem != nil {
		return 0, problem
	}
	c := s.note(opStream)
	c.extra = s.newExtra()
	c.extra.name, c.extra.source = name, random.New(s.Seed, name)
	s.apply(c, true)
	return len(s.streams) - 1, nil
}

// checkNewStream returns the reason why a stream of this name cannot be created, or
// nil.
func (s *State) checkNewStream(name string) *diag.Diagnostic {
	if utf8.ValidString(name) && len(name) <= maxStreamName && len(s.streams) < maxStreams {
		return nil
	}
	var d diag.Diagnostic
	switch {
	case !utf8.ValidString(name):
		d = diag.New("game/bounds", diag.Place{}, "the name of a random stream must be UTF-8")
	case len(name) > maxStreamName:
		d = diag.New("game/bounds", diag.Place{}, "the name of a random stream has at most %d bytes, not %d", maxStreamName, len(name))
	default:
		d = diag.New("game/bounds", diag.Place{}, "there are already %d random streams, more than a game may have", len(s.streams)).
			WithHint("name a stream for its purpose, such as loot, not for each draw")
	}
	return &d
}

// draw records in the journal that stream i advances. The first draw of a
// transaction records the old position; later draws are merged into that entry.
func (s *State) draw(i int) *extra {
	if n := s.cursor - 1; n >= s.mark {
		if c := &s.journal[n]; c.Op == OpDraw && int(c.Slot) == i && c.extra.toRig == nil && c.extra.rig == nil {
			return c.extra
		}
	}
	e, at := s.newExtra(), s.streams[i].source
	e.source, e.to, e.rig, e.toRig = at, at, nil, nil
	c := s.note(OpDraw)
	c.Slot, c.extra = int32(i), e
	return e
}
