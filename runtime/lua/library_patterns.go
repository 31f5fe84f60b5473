package lua

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/lua/pattern"
)

// matcher returns a matcher whose steps are charged to the budget.
func (vm *VM) matcher(name, text, what string, anchors bool) *pattern.Matcher {
	vm.Charge(costMatcher)
	pay := func(steps int64) { vm.Charge((steps + costSteps - 1) / costSteps) }
	fail := func(problem string) {
		vm.Fail(diag.New("script/runtime", diag.Place{}, "%s: %s", name, problem).
			WithHint("to search a text as it is, write string.find(text, what, 1, true)"))
	}
	return pattern.New(text, what, anchors, pay, fail)
}

func (vm *VM) find(args []Value) Value  { return vm.search(args, "string.find", true) }
func (vm *VM) match(args []Value) Value { return vm.search(args, "string.match", false) }

func (vm *VM) search(args []Value, name string, find bool) Value {
	s, what := vm.text(args, name, 1), vm.text(args, name, 2)
	from := min(len(s), max(0, position(vm.wholeOr(args, name, 3, 1), len(s))-1))
	if find && (arg(args, 4).True() || pattern.IsPlain(what)) {
		vm.Charge(int64((len(s) + len(what)) / costSearched))
		i := strings.Index(s[from:], what)
		if i < 0 {
			return Nil
		}
		return vm.Give(Num(float64(from+i+1)), Num(float64(from+i+len(what))))
	}
	m := vm.matcher(name, s, what, true)
	start, end, ok := m.Find(from)
	if !ok {
		return Nil
	}
	vm.more = vm.more[:0]
	if find {
		vm.more = append(vm.more, Num(float64(start+1)), Num(float64(end)))
	}
	return vm.captures(m, start, end, !find)
}

// captures returns the captures of a match, appended to vm.more; if there are
// none and whole is set, the whole match.
func (vm *VM) captures(m *pattern.Matcher, start, end int, whole bool) Value {
	n := m.Captures()
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		vm.more = append(vm.more, vm.captured(m, i, start, end))
	}
	vm.Charge(int64(costSpread * n))
	vm.results = len(vm.more)
	first := vm.more[0]
	vm.more = slices.Delete(vm.more, 0, 1)
	return first
}

// captured returns one capture of a match.
func (vm *VM) captured(m *pattern.Matcher, i, start, end int) Value {
	s, at, isPosition := m.Capture(i, start, end)
	if isPosition {
		return Num(float64(at + 1))
	}
	return Text(s)
}

// gmatch returns an iterator. Its state must not outlive the call.
func (vm *VM) gmatch(args []Value) Value {
	s, what := vm.text(args, "string.gmatch", 1), vm.text(args, "string.gmatch", 2)
	vm.Charge(costFunction)
	m := vm.matcher("string.gmatch", s, what, false)
	at := 0
	next := NewFunction(func(vm *VM, _ []Value) Value {
		if at > len(s) {
			return Nil
		}
		start, end, ok := m.Find(at)
		if !ok {
			at = len(s) + 1
			return Nil
		}
		if at = end; start == end {
			at++
		}
		vm.more = vm.more[:0]
		return vm.captures(m, start, end, true)
	})
	next.remembers = "the iterator of string.gmatch"
	return next.Value()
}

func (vm *VM) gsub(args []Value) Value {
	const name = "string.gsub"
	s, what, by := vm.text(args, name, 1), vm.text(args, name, 2), arg(args, 3)
	switch by.Type() {
	case TypeText, TypeNumber, TypeTable, TypeFunction:
	default:
		vm.complain("%s needs a text, a table or a function as argument 3, not %s", name, describe(by))
	}
	most := vm.wholeOr(args, name, 4, len(s)+1)
	m := vm.matcher(name, s, what, true)
	out := vm.writer()
	count, at := 0, 0
	for count < most {
		end, ok := m.Match(at)
		if ok {
			count++
			vm.replace(&out, m, by, at, end)
		}
		switch {
		case ok && end > at:
			at = end
		case at < len(s):
			out.addByte(s[at])
			at++
		default:
			most = 0
		}
		if m.Anchored() {
			break
		}
	}
	out.add(s[min(at, len(s)):])
	return vm.Give(out.give(), Num(float64(count)))
}

// replace writes the replacement for one match.
func (vm *VM) replace(out *writer, m *pattern.Matcher, by Value, start, end int) {
	var v Value
	switch by.Type() {
	case TypeTable:
		key := vm.captured(m, 0, start, end)
		vm.chargeKey(key)
		v = by.table().Index(key)
	case TypeFunction:
		vm.more = vm.more[:0]
		first := vm.captures(m, start, end, true)
		v = vm.Call(by.function(), append([]Value{first}, vm.more...)...)
	default:
		vm.expand(out, m, by.String(), start, end)
		return
	}
	switch v.Type() {
	case TypeText, TypeNumber:
		out.addValue(v)
	default:
		if v.True() {
			vm.complain("string.gsub: a match cannot be replaced by %s", describe(v))
		}
		out.add(m.Text()[start:end])
	}
}

// expand writes a replacement text in which %1 stands for a capture and %0 for
// the match.
func (vm *VM) expand(out *writer, m *pattern.Matcher, text string, start, end int) {
	vm.Charge(int64(len(text) / costText))
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out.addByte(text[i])
			continue
		}
		i++
		switch c := byteAt(text, i); {
		case !isDigit(c):
			out.addByte(c) // a zero byte at the end of the text, as in PUC Lua
		case c == '0':
			out.add(m.Text()[start:end])
		default:
			out.add(vm.captured(m, int(c-'1'), start, end).String())
		}
	}
}

func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}
