package lua

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/lua/pattern"
	"sleight/runtime/lua/syntax"
)

// meteredMatcher is a matcher whose steps are charged to the budget, and the
// iterator that it is for gmatch.
type meteredMatcher struct {
	*pattern.Matcher
	vm       *VM
	function string // of the library
	at       int    // where the iterator continues
	iterator *Function
}

// matcher returns a matcher for a function of the library.
func (vm *VM) matcher(function, text, what string, anchors bool) *meteredMatcher {
	vm.Charge(costMatcher)
	m := vm.pooledMatcher()
	m.function, m.at = function, 0
	m.Begin(text, what, anchors)
	return m
}

// pooledMatcher returns a matcher that is not in use.
func (vm *VM) pooledMatcher() *meteredMatcher {
	p := &vm.pool
	kept := vm.loading == 0 && vm.sections > 0 && p.matched < pooledMatchers
	if kept && p.matched < len(p.matchers) {
		p.matched++
		return p.matchers[p.matched-1]
	}
	m := &meteredMatcher{vm: vm}
	m.Matcher = pattern.New(m.charge, m.fail)
	m.iterator = NewFunction(m.next)
	m.iterator.stateName = "the iterator of string.gmatch"
	if kept {
		p.matchers, p.matched = append(p.matchers, m), p.matched+1
	}
	return m
}

func (m *meteredMatcher) charge(steps int64) { m.vm.Charge((steps + costSteps - 1) / costSteps) }

func (m *meteredMatcher) fail(problem string) {
	m.vm.Fail(diag.New("script/runtime", diag.Place{}, "%s: %s", m.function, problem).
		WithHint("to search a text as it is, write string.find(text, what, 1, true)"))
}

// next is a step of the iterator.
func (m *meteredMatcher) next(vm *VM, _ []Value) Value {
	length := len(m.Text())
	if m.at > length {
		return Nil
	}
	start, end, ok := m.Find(m.at)
	if !ok {
		m.at = length + 1
		return Nil
	}
	if m.at = end; start == end {
		m.at++
	}
	vm.more = vm.more[:0]
	return vm.captures(m, start, end, true)
}

func (vm *VM) find(args []Value) Value  { return vm.search(args, "string.find", true) }
func (vm *VM) match(args []Value) Value { return vm.search(args, "string.match", false) }

func (vm *VM) search(args []Value, name string, find bool) Value {
	s, what := vm.textArg(args, name, 1), vm.textArg(args, name, 2)
	from := min(len(s), max(0, position(vm.optionalIntArg(args, name, 3, 1), len(s))-1))
	if find && (arg(args, 4).True() || pattern.IsPlain(what)) {
		vm.Charge(int64((len(s) + len(what)) / costSearched))
		i := strings.Index(s[from:], what)
		if i < 0 {
			return Nil
		}
		return vm.Return(Num(float64(from+i+1)), Num(float64(from+i+len(what))))
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
func (vm *VM) captures(m *meteredMatcher, start, end int, whole bool) Value {
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
func (vm *VM) captured(m *meteredMatcher, i, start, end int) Value {
	s, at, isPosition := m.Capture(i, start, end)
	if isPosition {
		return Num(float64(at + 1))
	}
	return Text(s)
}

// gmatch returns an iterator. Its state must not outlive the call.
func (vm *VM) gmatch(args []Value) Value {
	s, what := vm.textArg(args, "string.gmatch", 1), vm.textArg(args, "string.gmatch", 2)
	vm.Charge(costFunction)
	return vm.matcher("string.gmatch", s, what, false).iterator.Value()
}

func (vm *VM) gsub(args []Value) Value {
	const name = "string.gsub"
	s, what, by := vm.textArg(args, name, 1), vm.textArg(args, name, 2), arg(args, 3)
	switch by.Type() {
	case TypeText, TypeNumber, TypeTable, TypeFunction:
	default:
		vm.failf("%s needs a text, a table or a function as argument 3, not %s", name, describe(by))
	}
	most := vm.optionalIntArg(args, name, 4, len(s)+1)
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
	return vm.Return(out.finish(), Num(float64(count)))
}

// replace writes the replacement for one match.
func (vm *VM) replace(out *writer, m *meteredMatcher, by Value, start, end int) {
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
			vm.failf("string.gsub: a match cannot be replaced by %s", describe(v))
		}
		out.add(m.Text()[start:end])
	}
}

// expand writes a replacement text in which %1 stands for a capture and %0 for
// the match.
func (vm *VM) expand(out *writer, m *meteredMatcher, text string, start, end int) {
	vm.Charge(int64(len(text) / costText))
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out.addByte(text[i])
			continue
		}
		i++
		switch c := byteAt(text, i); {
		case !syntax.IsDigit(c):
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
