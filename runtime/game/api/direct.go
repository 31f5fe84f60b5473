package api

import (
	"math"
	"strings"
	"unicode/utf8"

	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// direct is a fast path of a function that scripts call often. It handles the
// usual arguments, whose names have been resolved before, without a Call, and
// leaves all others, so every refusal, to invoke. Both charge and count the same.
type direct func(h *Host, b *binding) lua.Native

// begin begins a call that takes the fast path. It returns false, and has done
// nothing, if the call must be traced or refused. Go can inline it, and end.
func (h *Host) begin() bool {
	if h.Trace != nil || h.depth == maxCallDepth || !h.VM.Afford(costCall) {
		return false
	}
	h.Calls++
	return true
}

// end charges for the changes of the state, as every call does, and returns the
// result of a call that takes the fast path.
func (h *Host) end(result lua.Value) lua.Value {
	if h.State.Worked() {
		h.chargeChanges()
	}
	return result
}

// endNested is end for a call that may have called hooks.
func (h *Host) endNested(result lua.Value) lua.Value {
	h.depth--
	return h.VM.ReturnOne(h.end(result))
}

// endNothing is end for a call without a result.
func (h *Host) endNothing() lua.Value {
	h.end(lua.Nil)
	return h.VM.Return()
}

// aliveEntity returns the entity in play that a value is; ok is false for any other
// value.
func (h *Host) aliveEntity(v lua.Value) (id state.ID, ok bool) {
	id, ok = h.entityOf(v)
	return id, ok && h.State.Alive(id)
}

// whole returns a whole number; ok is false for any other value.
func whole(v lua.Value) (n float64, ok bool) {
	n, ok = v.Number()
	return n + 0, ok && float64(int64(n)) == n && math.Abs(n) <= state.MaxWhole
}

// directRead is the fast path of a function without parameters.
func directRead(read func(h *Host) lua.Value) direct {
	return func(h *Host, b *binding) lua.Native {
		return func(_ *lua.VM, args []lua.Value) lua.Value {
			if len(args) == 0 && h.begin() {
				return h.end(read(h))
			}
			return h.invoke(b, args)
		}
	}
}

// directZone is the fast path of a function whose only parameter is a zone. If it
// were inlined, Go would inline nothing into its closure.
//
//go:noinline
func directZone(read func(h *Host, slot int) lua.Value) direct {
	return func(h *Host, b *binding) lua.Native {
		return func(_ *lua.VM, args []lua.Value) lua.Value {
			if len(args) == 1 {
				if slot, ok := h.zoneNames.Get(args[0], h.Acting); ok && h.begin() {
					return h.end(read(h, slot))
				}
			}
			return h.invoke(b, args)
		}
	}
}

func directAt(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 2 {
			slot, ok := h.zoneNames.Get(args[0], h.Acting)
			if n, isWhole := whole(args[1]); ok && isWhole && h.begin() {
				return h.end(h.at(slot, int(n)-1))
			}
		}
		return h.invoke(b, args)
	}
}

func directMatching(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 3 && args[1].Type() == lua.TypeText {
			slot, ok := h.zoneNames.Get(args[0], h.Acting)
			if wanted, simple := scalar(args[2]); ok && simple && h.begin() {
				return h.end(h.matching(slot, args[1], wanted))
			}
		}
		return h.invoke(b, args)
	}
}

func directSum(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		name := valueName
		if len(args) == 2 && args[1].Type() == lua.TypeText {
			name = args[1]
		} else if len(args) != 1 {
			return h.invoke(b, args)
		}
		slot, ok := h.zoneNames.Get(args[0], h.Acting)
		if !ok || !h.begin() {
			return h.invoke(b, args)
		}
		total, of := 0.0, h.column(slot, name)
		for _, id := range h.walk(slot) {
			total += of.number(b.f, id)
		}
		return h.end(lua.Num(total))
	}
}

func directInPlay(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 1 {
			if id, ok := h.entityOf(args[0]); ok && h.begin() {
				return h.end(h.inPlay(id))
			}
		}
		return h.invoke(b, args)
	}
}

// die is aliveEntity for a value that is known to be a die. A bot may not even know that.
func (h *Host) die(v lua.Value) (id state.ID, ok bool) {
	if id, ok = h.aliveEntity(v); !ok || h.Veil != nil {
		return id, false
	}
	return id, h.State.Prototype(id).Kind.Die
}

// directDie is the fast path of a function that gives a property of a die a value.
func directDie(prop int, value state.Value) direct {
	return func(h *Host, b *binding) lua.Native {
		return func(_ *lua.VM, args []lua.Value) lua.Value {
			if len(args) == 1 {
				if id, ok := h.die(args[0]); ok && h.begin() {
					h.check(b.f, h.State.SetProp(id, prop, value, state.Until{}))
					return h.endNothing()
				}
			}
			return h.invoke(b, args)
		}
	}
}

func directDieValue(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 2 {
			n, ok := whole(args[1])
			if id, isDie := h.die(args[0]); isDie && ok && n >= 0 && n <= unbounded && h.begin() {
				h.check(b.f, h.State.SetProp(id, DieValue, state.Num(n), state.Until{}))
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}

func directModify(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) >= 2 {
			if slot, ok := h.declared.Get(args[0], int(Value)); ok && h.begin() {
				h.depth++
				return h.endNested(h.modify(slot, h.value(args[1]), args[2:]))
			}
		}
		return h.invoke(b, args)
	}
}

func directEmit(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) > 0 && !h.State.Locked() {
			if slot, ok := h.declared.Get(args[0], int(Event)); ok && h.begin() {
				h.depth++
				h.emit(slot, args[1:])
				h.depth--
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}

func directEnterPhase(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 1 && !h.State.Locked() {
			if phase, ok := h.declared.Get(args[0], int(Phase)); ok && h.begin() {
				h.Flow.Enter(phase)
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}

func directChange(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) != 3 || args[1].Type() != lua.TypeText {
			return h.invoke(b, args)
		}
		delta, ok := whole(args[2])
		if args[0] == h.vars {
			if ok && h.begin() {
				return h.end(lua.Num(h.changeVar(b.f, args[1], delta, state.Until{})))
			}
		} else if id, alive := h.aliveEntity(args[0]); ok && alive && h.begin() {
			return h.end(lua.Num(h.changeProp(b.f, id, args[1], delta, state.Until{})))
		}
		return h.invoke(b, args)
	}
}

func directSet(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) != 3 || args[1].Type() != lua.TypeText {
			return h.invoke(b, args)
		}
		v, ok := scalar(args[2])
		if args[0] == h.vars {
			if ok && h.begin() {
				h.check(b.f, h.State.SetVar(h.variable(args[1]), v, state.Until{}))
				return h.endNothing()
			}
		} else if id, alive := h.aliveEntity(args[0]); ok && alive && h.begin() {
			h.check(b.f, h.State.SetProp(id, h.prop(id, args[1]), v, state.Until{}))
			return h.endNothing()
		}
		return h.invoke(b, args)
	}
}

func directMoveTo(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if n := len(args); n == 2 || n == 3 {
			place, ok := 0.0, true // the last place
			if n == 3 {
				place, ok = whole(args[2])
				ok = ok && place >= 1 && place <= unbounded
			}
			slot, known := h.zoneNames.Get(args[1], h.Acting)
			if id, alive := h.aliveEntity(args[0]); ok && known && alive && h.begin() {
				h.depth++
				h.move(b.f, id, slot, int(place)-1, state.Until{})
				h.depth--
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}

// directHitPoints is the fast path of damage and heal.
func directHitPoints(sign float64) direct {
	return func(h *Host, b *binding) lua.Native {
		return func(_ *lua.VM, args []lua.Value) lua.Value {
			if len(args) == 2 && h.Veil == nil {
				n, ok := whole(args[1])
				if id, alive := h.aliveEntity(args[0]); alive && ok && n >= 0 && n <= unbounded && h.State.Prototype(id).Kind.Living() && h.begin() {
					return h.end(lua.Num(h.changeHitPoints(b.f, id, sign*n)))
				}
			}
			return h.invoke(b, args)
		}
	}
}

func directDraw(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) != 2 && len(args) != 3 {
			return h.invoke(b, args)
		}
		n, ok := 1.0, true
		if len(args) == 3 {
			n, ok = whole(args[2])
		}
		from, known := h.zoneNames.Get(args[0], h.Acting)
		to, found := h.zoneNames.Get(args[1], h.Acting)
		if ok && known && found && n >= 0 && n <= unbounded && h.begin() {
			h.depth++
			return h.endNested(lua.Num(h.draw(b.f, from, to, int(n))))
		}
		return h.invoke(b, args)
	}
}

func directReveal(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 1 && h.Veil == nil {
			if id, ok := h.aliveEntity(args[0]); ok && h.State.Prototype(id).Kind.Turns() && h.begin() {
				h.check(b.f, h.State.SetProp(id, h.prop(id, faceUp), state.Truth(true), state.Until{}))
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}

// directSay is the fast path of say and warn.
func directSay(warning bool) direct {
	return func(h *Host, b *binding) lua.Native {
		return func(_ *lua.VM, args []lua.Value) lua.Value {
			if len(args) == 1 && !h.State.Locked() {
				text, ok := args[0].Text()
				if ok && h.readable(args[0], text) && h.begin() {
					h.VM.Charge(costMessage + int64(len(text)/bytesPerUnit))
					h.Flow.Say(text, warning)
					return h.endNothing()
				}
			}
			return h.invoke(b, args)
		}
	}
}

// readable reports whether players may be shown a text.
func (h *Host) readable(v lua.Value, text string) bool {
	if _, ok := h.valid.Get(v, 0); !ok {
		if !utf8.ValidString(text) {
			return false
		}
		h.noteValid(v, text)
	}
	return strings.Count(text, "\n") < maxLines
}

func directAdd(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 2 {
			slot, ok := h.zoneNames.Get(args[1], h.Acting)
			if proto, known := h.prototypes.Get(args[0], slot); ok && known && h.begin() {
				h.depth++
				id, problem := h.State.Create(proto, slot, -1, state.Until{})
				h.check(b.f, problem)
				h.emitArrival(id, slot, state.Limbo)
				return h.endNested(h.handle(id))
			}
		}
		return h.invoke(b, args)
	}
}

func directDefinition(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 1 {
			if f, ok := h.ownFields.Get(args[0], nil); ok && h.begin() {
				return h.end(f.value)
			}
		}
		return h.invoke(b, args)
	}
}

func directClear(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 1 {
			if slot, ok := h.zoneNames.Get(args[0], h.Acting); ok && h.begin() {
				return h.end(lua.Num(h.clear(b.f, slot)))
			}
		}
		return h.invoke(b, args)
	}
}
