package lua

import (
	"math"

	"sleight/runtime/lua/number"
)

// exactFunction is a function of a number that processors compute exactly.
func exactFunction(name string, f func(float64) float64) Native {
	return func(vm *VM, args []Value) Value {
		return Num(f(vm.numberArg(args, name, 1)))
	}
}

// seriesFunction is a function of a number that takes some hundred operations.
func seriesFunction(name string, f func(float64) float64) Native {
	return func(vm *VM, args []Value) Value {
		x := vm.numberArg(args, name, 1)
		vm.Charge(costSeries)
		return Num(f(x))
	}
}

// extremum returns the argument that is better than all before it.
func extremum(name string, better func(a, b float64) bool) Native {
	return func(vm *VM, args []Value) Value {
		best := vm.numberArg(args, name, 1)
		for i := 2; i <= len(args); i++ {
			if n := vm.numberArg(args, name, i); better(n, best) {
				best = n
			}
		}
		return Num(best)
	}
}

func (vm *VM) fmod(args []Value) Value {
	a, b := vm.numberArg(args, "math.fmod", 1), vm.numberArg(args, "math.fmod", 2)
	_, large := math.Frexp(a)
	_, small := math.Frexp(b)
	vm.Charge(int64(max(0, large-small) / costBits))
	return Num(number.Mod(a, b))
}

func (vm *VM) atan2(args []Value) Value {
	y, x := vm.numberArg(args, "math.atan2", 1), vm.numberArg(args, "math.atan2", 2)
	vm.Charge(costSeries)
	return Num(number.Atan2(y, x))
}

func (vm *VM) pow(args []Value) Value {
	return Num(vm.power(vm.numberArg(args, "math.pow", 1), vm.numberArg(args, "math.pow", 2)))
}

// power is x ^ y.
func (vm *VM) power(x, y float64) float64 {
	switch {
	case y == 2: // by far the most frequent
		return float64(x * x)
	case y == math.Trunc(y) && math.Abs(y) <= 64:
		vm.Charge(costWholePower)
	default:
		vm.Charge(costPower)
	}
	return number.Pow(x, y)
}

func (vm *VM) modf(args []Value) Value {
	x := vm.numberArg(args, "math.modf", 1)
	whole := math.Trunc(x)
	fraction := x - whole
	if math.IsInf(x, 0) {
		fraction = 0
	}
	return vm.Return(Num(whole), Num(math.Copysign(fraction, x)))
}

func (vm *VM) frexp(args []Value) Value {
	m, e := math.Frexp(vm.numberArg(args, "math.frexp", 1))
	return vm.Return(Num(m), Num(float64(e)))
}

func (vm *VM) ldexp(args []Value) Value {
	m, e := vm.numberArg(args, "math.ldexp", 1), vm.intArg(args, "math.ldexp", 2)
	return Num(math.Ldexp(m, max(-5000, min(5000, e))))
}

// degree is a degree in radians.
const degree = math.Pi / 180

func (vm *VM) deg(args []Value) Value { return Num(vm.numberArg(args, "math.deg", 1) / degree) }

func (vm *VM) rad(args []Value) Value {
	return Num(float64(vm.numberArg(args, "math.rad", 1) * degree))
}
