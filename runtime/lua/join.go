package lua

// Join is a way to combine a function that a pack adds to a hook with the existing
// one.
type Join string

// The ways to join two functions.
const (
	// Wrap calls the upper function with the lower one as its first argument.
	Wrap Join = "wrap"
	// Then calls the lower function and after it the upper one.
	Then Join = "after"
	// Fold is Then for functions that return a new value for their second
	// argument, or nothing to keep it: the upper function sees the result of
	// the lower one.
	Fold Join = "fold"
)

// Join combines two functions into one.
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
