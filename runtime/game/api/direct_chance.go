package api

import "sleight/runtime/lua"

// stream returns the random stream that an optional last argument names, or else
// the usual one; ok is false if the name is new, or no text.
func (h *Host) stream(rest []lua.Value, usual string) (name string, ok bool) {
	switch len(rest) {
	case 0:
		return usual, true
	case 1:
		if _, ok = h.declared.Get(rest[0], int(Stream)); ok {
			return rest[0].Text()
		}
	}
	return "", false
}

func directRollDie(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) > 0 {
			stream, ok := h.stream(args[1:], "dice")
			if id, isDie := h.die(args[0]); isDie && ok && h.begin() {
				h.roll(b.f, id, stream)
				return h.end(lua.Num(h.State.Prop(id, DieValue).Num))
			}
		}
		return h.invoke(b, args)
	}
}

func directRollDice(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) > 0 {
			stream, ok := h.stream(args[1:], "dice")
			if slot, found := h.zoneNames.Get(args[0], h.Acting); found && ok && h.begin() {
				return h.end(lua.Num(h.rollAll(b.f, slot, stream)))
			}
		}
		return h.invoke(b, args)
	}
}

// source is the number of a stream that is not rigged, or -1 for the host's luck.
type source struct {
	host   *Host
	stream int
}

// source returns what a function that draws from a named stream may draw from at
// once; ok is false if the name or the stream is new, or the stream is rigged.
func (h *Host) source(name lua.Value) (s source, ok bool) {
	if _, ok = h.declared.Get(name, int(Stream)); !ok || h.Luck != nil {
		return source{h, -1}, ok
	}
	text, _ := name.Text()
	i, ok := h.State.Unrigged(text)
	return source{h, i}, ok
}

func (s source) between(low, high int64) float64 {
	if s.stream < 0 {
		return float64(s.host.Luck.Between(low, high))
	}
	return s.host.State.BetweenFrom(s.stream, low, high)
}

func (s source) unit() float64 {
	if s.stream < 0 {
		return s.host.Luck.Unit()
	}
	return s.host.State.UnitFrom(s.stream)
}

func directRandom(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 3 {
			low, ok := whole(args[1])
			high, isWhole := whole(args[2])
			if from, ready := h.source(args[0]); ready && ok && isWhole && low <= high && h.begin() {
				return h.end(lua.Num(from.between(int64(low), int64(high))))
			}
		}
		return h.invoke(b, args)
	}
}

func directChance(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) == 2 {
			p, ok := args[1].Number()
			if from, ready := h.source(args[0]); ready && ok && p-p == 0 && h.begin() {
				return h.end(lua.Bool(from.unit() < p))
			}
		}
		return h.invoke(b, args)
	}
}

func directPick(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) != 2 {
			return h.invoke(b, args)
		}
		from, ok := h.source(args[0])
		if list := args[1].Table(); ok && list != nil && h.begin() {
			if n := list.Len(); n > 0 {
				return h.end(list.At(1 + int(from.between(0, int64(n)-1))))
			}
			return h.end(lua.Nil)
		}
		if slot, known := h.zoneNames.Get(args[1], h.Acting); ok && known && h.begin() {
			if ids := h.within(slot); len(ids) > 0 {
				return h.end(h.handle(ids[int(from.between(0, int64(len(ids))-1))]))
			}
			return h.end(lua.Nil)
		}
		return h.invoke(b, args)
	}
}

func directShuffle(h *Host, b *binding) lua.Native {
	return func(_ *lua.VM, args []lua.Value) lua.Value {
		if len(args) > 0 {
			stream, ok := h.stream(args[1:], "shuffle")
			if slot, found := h.zoneNames.Get(args[0], h.Acting); found && ok && h.begin() {
				h.walk(slot)
				h.check(b.f, h.State.Shuffle(slot, stream))
				return h.endNothing()
			}
		}
		return h.invoke(b, args)
	}
}
