package lua

import "strings"

// Texts are bytes, as in Lua, and only ASCII letters have upper and lower case.

// position converts a negative position, which counts from the end of a text.
func position(i, length int) int {
	if i < 0 {
		i += length + 1
	}
	return max(0, i)
}

// between returns the part of a text between two positions, inclusive.
func between(s string, from, to int) string {
	from, to = max(1, position(from, len(s))), min(len(s), position(to, len(s)))
	if from > to {
		return ""
	}
	return s[from-1 : to]
}

func (vm *VM) sub(args []Value) Value {
	s := vm.textArg(args, "string.sub", 1)
	from, to := vm.intArg(args, "string.sub", 2), vm.optionalIntArg(args, "string.sub", 3, -1)
	return vm.newText(between(s, from, to))
}

func (vm *VM) byte(args []Value) Value {
	s := vm.textArg(args, "string.byte", 1)
	from := position(vm.optionalIntArg(args, "string.byte", 2, 1), len(s))
	s = between(s, from, vm.optionalIntArg(args, "string.byte", 3, from))
	if len(s) == 0 {
		return vm.noResults()
	}
	if len(s) > maxUnpack {
		vm.failf("string.byte gives at most %d values, not %d", maxUnpack, len(s))
	}
	vm.Charge(int64(costSpread * len(s)))
	vm.results, vm.more = len(s), vm.more[:0]
	for i := 1; i < len(s); i++ {
		vm.more = append(vm.more, Num(float64(s[i])))
	}
	return Num(float64(s[0]))
}

func (vm *VM) char(args []Value) Value {
	b := make([]byte, len(args))
	for i := range args {
		n := vm.intArg(args, "string.char", i+1)
		if n < 0 || n > 255 {
			vm.failf("string.char needs a number from 0 to 255 as argument %d, not %d", i+1, n)
		}
		b[i] = byte(n)
	}
	return vm.newText(string(b))
}

func (vm *VM) len(args []Value) Value {
	return Num(float64(len(vm.textArg(args, "string.len", 1))))
}

func (vm *VM) lower(args []Value) Value {
	return vm.mapped(args, "string.lower", 'A', 'Z', 'a'-'A')
}

func (vm *VM) upper(args []Value) Value {
	return vm.mapped(args, "string.upper", 'a', 'z', 256-('a'-'A'))
}

// mapped adds a number to the bytes in a range.
func (vm *VM) mapped(args []Value, name string, low, high byte, by int) Value {
	s := vm.textArg(args, name, 1)
	vm.chargeText(len(s))
	b := []byte(s)
	for i, c := range b {
		if low <= c && c <= high {
			b[i] = c + byte(by)
		}
	}
	return Text(string(b))
}

func (vm *VM) rep(args []Value) Value {
	s, n := vm.textArg(args, "string.rep", 1), max(0, vm.intArg(args, "string.rep", 2))
	if len(s) == 0 {
		return Text("")
	}
	if n > maxText/len(s) {
		vm.failf("string.rep would make a text longer than %d bytes", maxText)
	}
	vm.chargeText(n * len(s))
	return Text(strings.Repeat(s, n))
}

func (vm *VM) reverse(args []Value) Value {
	s := vm.textArg(args, "string.reverse", 1)
	vm.chargeText(len(s))
	b := make([]byte, len(s))
	for i := range len(s) {
		b[len(s)-1-i] = s[i]
	}
	return Text(string(b))
}

// writer assembles a text. It rejects a text that becomes too long before it
// grows.
type writer struct {
	vm   *VM
	text []byte
}

// writer returns a writer that uses the VM's buffer, unless another writer
// does.
func (vm *VM) writer() writer {
	w := writer{vm: vm, text: vm.pool.buffer[:0]}
	vm.pool.buffer = nil
	return w
}

// addValue adds a text or number.
func (w *writer) addValue(v Value) {
	if v.isText() {
		w.add(v.text())
		return
	}
	w.text = appendNumber(w.text, v.float())
	w.vm.checkTextLength(len(w.text))
}

func (w *writer) add(s string) {
	w.vm.checkTextLength(len(w.text) + len(s))
	w.text = append(w.text, s...)
}

func (w *writer) addByte(c byte) {
	w.vm.checkTextLength(len(w.text) + 1)
	w.text = append(w.text, c)
}

// finish charges for the text and returns it.
func (w *writer) finish() Value {
	w.vm.chargeText(len(w.text))
	v := w.vm.pool.text(w.text)
	w.vm.pool.buffer = w.text
	return v
}
