package speed

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	bare "github.com/yuin/gopher-lua"

	"sleight/runtime/content/def"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
	"sleight/tests/clock"
)

// programs are scripts that call nothing of the host. Each returns a checksum,
// which must be the same everywhere.
var programs = []struct{ name, source string }{
	{"calls", `
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local function add(a, b) return a + b end
return { run = function()
  local sum = fib(17)
  for i = 1, 5000 do sum = add(sum, i) end
  return sum
end }`},
	{"fields", `
return { run = function()
  local die, hero = { value = 1, sides = 6 }, { hp = 20, stats = { armour = 2, hits = 0 } }
  for i = 1, 5000 do
    if die.value < die.sides then die.value = die.value + 1 else die.value = 1 end
    hero.stats.hits = hero.stats.hits + die.value - hero.stats.armour
    if hero.stats.hits > hero.hp then hero.stats.hits = 0 end
  end
  return hero.stats.hits * 10 + die.value
end }`},
	{"arithmetic", `
return { run = function()
  local a, b, sum = 3, 7, 0
  for i = 1, 10000 do
    sum = (sum + a * i - b) % 10007
    local c = a % 13 + 2
    a = b + 1
    b = c
  end
  return sum
end }`},
	{"conditions", `
return { run = function()
  local n, won, lost = 0, 0, 0
  for i = 1, 8000 do
    n = n + 1
    if n > 6 then n = 1 end
    if n == 6 or n == 5 and i % 2 == 0 then
      won = won + 1
    elseif n <= 2 and not (i > 4000) then
      lost = lost + 1
    elseif n ~= 3 then
      won = won + 2
    end
  end
  return won * 1000 + lost
end }`},
	{"tables", `
return { run = function()
  local sum = 0
  for round = 1, 100 do
    local list, count = {}, {}
    for i = 1, 40 do list[i] = i * 7 % 11 end
    for _, v in ipairs(list) do count[v] = (count[v] or 0) + 1 end
    table.sort(list)
    for v, n in pairs(count) do sum = sum + v * n end
    sum = sum + list[1] + #list
  end
  return sum
end }`},
	{"texts", `
return { run = function()
  local names, sum = { "beast", "pit", "hollow" }, 0
  for i = 1, 2000 do
    local name = names[i % 3 + 1]
    local label = name .. " " .. i
    if name == "pit" or label:sub(1, 6) == "hollow" then sum = sum + #label end
    if label < "c" then sum = sum + 1 end
  end
  return sum
end }`},
}

// BenchmarkScripts compares programs that call nothing of the host with the
// same programs on gopher-lua's VM and, if it is installed, on PUC Lua 5.1: the
// shortest processor time of many runs, which take turns.
func BenchmarkScripts(b *testing.B) {
	ours, theirs, puc := 1.0, 1.0, 1.0
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			here, sum := sandboxed(b, p.source)
			there, same := onGopherLua(b, p.source)
			if sum() != same() {
				b.Fatalf("%s gives %v here and %v on gopher-lua", p.name, sum(), same())
			}
			least, other := time.Hour, time.Hour
			for b.Loop() {
				for range 50 {
					least, other = min(least, clock.Taken(here)), min(other, clock.Taken(there))
				}
			}
			b.ReportMetric(float64(least.Nanoseconds())/1e3, "µs")
			b.ReportMetric(float64(other)/float64(least), "×gopher-lua")
			ours, theirs = ours*float64(least), theirs*float64(other)
			if t, ok := onPUC(b, p.source, sum()); ok {
				puc *= t
				b.ReportMetric(t/float64(least), "×PUC")
			}
		})
	}
	n := 1 / float64(len(programs))
	b.Run("mean", func(b *testing.B) {
		b.ReportMetric(math.Pow(theirs/ours, n), "×gopher-lua")
		if puc != 1 {
			b.ReportMetric(math.Pow(puc/ours, n), "×PUC")
		}
	})
}

// sandboxed returns a function that runs a program with its budget, and one that
// returns the checksum.
func sandboxed(b *testing.B, source string) (run func(), sum func() float64) {
	p, problems := lua.Compile(&def.Script{File: "program.lua", Source: source}, &analysis.Surface{}, nil)
	if len(problems) > 0 {
		b.Fatal(problems)
	}
	vm := lua.NewVM(nil)
	i, problem := vm.Load(p)
	if problem != nil {
		b.Fatal(problem)
	}
	var result lua.Value
	body := func() { result = vm.Call(i.Hook("run")) }
	run = func() {
		if problem := vm.Protect(lua.DefaultFuel, body); problem != nil {
			b.Fatal(problem)
		}
	}
	return run, func() float64 {
		run()
		n, _ := result.Number()
		return n
	}
}

func onGopherLua(b *testing.B, source string) (run func(), sum func() float64) {
	l := bare.NewState()
	b.Cleanup(l.Close)
	if err := l.DoString(source); err != nil {
		b.Fatal(err)
	}
	fn, result := l.GetField(l.Get(-1), "run"), bare.LNumber(0)
	run = func() {
		if err := l.CallByParam(bare.P{Fn: fn, NRet: 1, Protect: true}); err != nil {
			b.Fatal(err)
		}
		result = l.Get(-1).(bare.LNumber)
		l.Pop(1)
	}
	return run, func() float64 { run(); return float64(result) }
}

// onPUC returns the nanoseconds of the fastest of several runs on PUC Lua 5.1,
// and false if that is not installed.
func onPUC(b *testing.B, source string, sum float64) (nanoseconds float64, ok bool) {
	path, err := exec.LookPath("lua5.1")
	if err != nil {
		return 0, false
	}
	out, err := exec.Command(path, "-e", `
local run = (function() `+source+` end)().run
local best, sum = math.huge
for _ = 1, 30 do
  local began = os.clock()
  for _ = 1, 20 do sum = run() end
  best = math.min(best, os.clock() - began)
end
print(best / 20 * 1e9, sum)`).Output()
	if err != nil {
		b.Fatal(err)
	}
	words := strings.Fields(string(out))
	if nanoseconds, err = strconv.ParseFloat(words[0], 64); err != nil || words[1] != strconv.FormatFloat(sum, 'f', -1, 64) {
		b.Fatalf("PUC Lua printed %q, not %v", out, sum)
	}
	return nanoseconds, true
}
