package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

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

// joins makes functions of functions. It sees no globals and is not metered: it
// has no loops and makes no values.
const joins = `return {
  wrap = function(upper, lower)
    return function(...) return upper(lower, ...) end
  end,
  after = function(upper, lower)
    return function(...)
      lower(...)
      return upper(...)
    end
  end,
  fold = function(upper, lower)
    return function(self, value, ...)
      local now = lower(self, value, ...)
      if now == nil then now = value end
      local after = upper(self, now, ...)
      if after == nil then return now end
      return after
    end
  end,
}`

// Join makes one function of two. It must run inside Protect, and costs no
// fuel, since which command happens to be the first to need it must not matter.
func (vm *VM) Join(how Join, upper, lower *lua.LFunction) *lua.LFunction {
	left, stores := vm.fuel.left, vm.fuel.stores
	defer func() { vm.fuel.left, vm.fuel.stores = left, stores }()
	vm.fuel.left = DefaultFuel
	if vm.joins == nil {
		chunk, err := parse.Parse(strings.NewReader(joins), "")
		if err != nil {
			panic("script: " + err.Error()) // a constant of ours
		}
		proto, err := lua.Compile(chunk, "")
		if err != nil {
			panic("script: " + err.Error())
		}
		vm.joins = vm.Call1(vm.lua.NewFunctionFromProto(proto)).(*lua.LTable)
	}
	return vm.Call1(vm.joins.RawGetString(string(how)).(*lua.LFunction), upper, lower).(*lua.LFunction)
}
