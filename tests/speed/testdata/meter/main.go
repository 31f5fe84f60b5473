// Command meter runs a Lua script of everything that is cheap, where metering
// shows most, and prints the nanoseconds of the fastest of several runs.
// TestMeteringCostsLittle builds it with and without metering.
package main

import (
	"fmt"
	"log"
	"time"

	"sleight/runtime/content/def"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

const script = `
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local function sieve(n)
  local t, count = {}, 0
  for i = 2, n do t[i] = true end
  for i = 2, n do
    if t[i] then
      count = count + 1
      for j = i * i, n, i do t[j] = false end
    end
  end
  return count
end
local function fields(n)
  local die = {value = 1, sides = 6}
  for i = 1, n do
    if die.value < die.sides then die.value = die.value + 1 else die.value = 1 end
  end
  return die.value
end
local function texts(n)
  local s = 0
  for i = 1, n do s = s + #("die " .. i) end
  return s
end
return { use = function() return fib(18) + sieve(5000) + fields(20000) + texts(1000) end }
`

func main() {
	log.SetFlags(0)
	p, problems := lua.Compile(&def.Script{File: "meter.lua", Source: script}, &analysis.Surface{}, nil)
	if len(problems) > 0 {
		log.Fatal(problems)
	}
	vm := lua.NewVM(nil)
	i, problem := vm.Load(p)
	if problem != nil {
		log.Fatal(problem)
	}
	best := time.Hour
	for range 40 {
		began := time.Now()
		if problem := vm.Protect(lua.DefaultFuel, func() { vm.Call(i.Hook("use")) }); problem != nil {
			log.Fatal(problem)
		}
		best = min(best, time.Since(began))
	}
	fmt.Println(best.Nanoseconds())
}
