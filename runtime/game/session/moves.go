package session

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// costMove is the cost of considering a move, in units of fuel.
const costMove = 6

// ChooseMove chooses the next move of an entity and records it in its
// properties. The name is empty if no move is possible.
func (s flow) ChooseMove(id state.ID, stream string) string {
	m := s.item(id).Moves
	prop := func(name string) int {
		i, _ := s.state.Prototype(id).Kind.Prop(name)
		return i
	}
	move, row, chosen := prop(api.NextMove), prop(api.MovesInRow), prop(api.MovesChosen)
	last, times, n := s.state.Prop(id, move).Str, int(s.state.Prop(id, row).Num), int(s.state.Prop(id, chosen).Num)
	name := ""
	switch {
	case n < len(m.Opening):
		name = m.Opening[n]
	case len(m.Cycle) > 0:
		name = m.Cycle[(n-len(m.Opening))%len(m.Cycle)]
	case m.Find(last) != nil && m.Find(last).Then != "":
		name = m.Find(last).Then
	default:
		name = s.drawMove(id, m, last, times, stream)
	}
	if name == last {
		times++
	} else {
		times = 1
	}
	s.setProp(id, move, state.Str(name))
	s.setProp(id, row, state.Num(float64(times)))
	s.setProp(id, chosen, state.Num(float64(n+1)))
	return name
}

// drawMove draws a move by weight. It leaves out a move that has been chosen in a
// row as often as allowed, unless no other is possible.
func (s *Session) drawMove(id state.ID, m *rules.Moves, last string, times int, stream string) string {
	s.host.VM.Charge(int64(costMove * len(m.List)))
	self := api.Self{Entity: id}
	var few [16]float64
	weights, total, usedUp := few[:0], 0.0, -1
	for i := range m.List {
		move := &m.List[i]
		weights = append(weights, 0)
		if move.When != nil && !s.callReadOnly(move.When, self, nil).True() {
			continue
		}
		w := s.amountOf(&move.Weight, self, nil)
		if w < 0 {
			s.host.VM.Fail(diag.New("script/runtime", move.Place, "a weight must be a number from 0, not %s", state.FormatNumber(w)))
		}
		if move.Name == last && move.Row > 0 && times >= move.Row {
			if w > 0 {
				usedUp = i
			}
			continue
		}
		weights[i] = w
		total += w
	}
	if total <= 0 {
		if usedUp < 0 {
			return ""
		}
		return m.List[usedUp].Name
	}
	at := 0.0
	v, rigged, problem := s.state.Chance(stream, func(r *random.Stream) { at = r.Unit() * total })
	s.must(problem)
	if rigged {
		if m.Find(v.Str) == nil {
			s.host.VM.Fail(diag.New("script/runtime", m.List[0].Place, "the stream %q is rigged to give %s, which is not a move", stream, v))
		}
		return v.Str
	}
	name := ""
	for i, w := range weights {
		if w > 0 && at >= 0 { // the last possible one if rounding leaves something
			name = m.List[i].Name
		}
		at -= w
	}
	return name
}

func (s *Session) setProp(id state.ID, prop int, v state.Value) {
	s.must(s.state.SetProp(id, prop, v, state.Until{}))
}

// MakeMove calls the hook of the move that an entity intends, and reports
// whether it intends one.
func (s flow) MakeMove(id state.ID) bool {
	move := s.Intent(id)
	if move == nil {
		return false
	}
	s.call(move.Hook, api.Self{Entity: id}, nil)
	return true
}

// CallHook calls a hook of an entity's script by name, unless the entity is muted.
func (s flow) CallHook(id state.ID, hook string, args []state.Value) state.Value {
	if s.state.Muted(id) {
		return state.Value{}
	}
	h := s.item(id).Hook(hook)
	v := s.call(h, api.Self{Entity: id}, args)
	if v.Type != state.Nil && len(args) > 0 && strings.HasPrefix(hook, "modify_") {
		s.checkModified(h, args[0], v)
	}
	return v
}

// Intent returns the move that an entity will make next, or nil.
func (s *Session) Intent(id state.ID) *rules.Move {
	m := s.item(id).Moves
	if m == nil {
		return nil
	}
	i, _ := s.state.Prototype(id).Kind.Prop(api.NextMove)
	return m.Find(s.state.Prop(id, i).Str)
}
