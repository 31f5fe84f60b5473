package lua

// Join says how a function that one pack puts upon a hook goes together with
// what is there.
type Join string

// The ways to join two functions.
const (
	// Wrap calls the upper one with the lower one as its first argument.
	Wrap Join = "wrap"
	// Then calls the lower one and after it the upper one.
	Then Join = "after"
	// Fold is Then for functions that give a new value for their second
	// argument, or nothing to leave it: the upper one sees what the lower one
	// made of it.
	Fold Join = "fold"
)

// Join makes one function of two.
func (vm *VM) Join(how Join, upper, lower *Function) *Function {
	joined := func(vm *VM, args []Value) Value {
		return vm.Call(upper, append([]Value{lower.Value()}, args...)...)
	}
	switch how {
	case Then:
		joined = func(vm *VM, args []Value) Value {
			args = append([]Value(nil), args...)
			vm.Call(lower, args...)
			return vm.Call(upper, args...)
		}
	case Fold:
		joined = func(vm *VM, args []Value) Value {
			args = append(make([]Value, 0, max(2, len(args))), args...)
			args = args[:max(2, len(args))]
			if now := vm.Call(lower, args...); !now.IsNil() {
				args[1] = now
			}
			after := vm.Call(upper, args...)
			vm.results = 1
			if after.IsNil() {
				return args[1]
			}
			return after
		}
	}
	return NewFunction(joined)
}
