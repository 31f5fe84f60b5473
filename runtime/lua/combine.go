package lua

// CombineMode says how a function that a pack adds to a hook is combined with the
// existing one.
type CombineMode string

// The modes.
const (
	// Wrap calls the upper function with the lower one as its first argument.
	Wrap CombineMode = "wrap"
	// After calls the lower function and after it the upper one.
	After CombineMode = "after"
	// Fold is After for functions that return a new value for their second
	// argument, or nothing to keep it: the upper function sees the result of
	// the lower one.
	Fold CombineMode = "fold"
)

// Combine combines two functions into one.
func (vm *VM) Combine(mode CombineMode, upper, lower *Function) *Function {
	combined := func(vm *VM, args []Value) Value {
		return vm.Call(upper, append([]Value{lower.Value()}, args...)...)
	}
	switch mode {
	case After:
		combined = func(vm *VM, args []Value) Value {
			args = append([]Value(nil), args...)
			vm.Call(lower, args...)
			return vm.Call(upper, args...)
		}
	case Fold:
		combined = func(vm *VM, args []Value) Value {
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
	return NewFunction(combined)
}
