package lua

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
	"sleight/tests/golden"
)

// emitting is the surface of random programs.
var emitting = &analysis.Surface{Functions: map[string]analysis.Signature{"emit": {Variadic: true}}}

// emitted runs a program with a budget, under a debugger or not, and returns
// its output and how it ended.
func emitted(t *testing.T, p *Program, budget int64, watched bool) (text, end string, fuel int64) {
	t.Helper()
	var out strings.Builder
	v := NewVM(map[string]Value{"emit": NewFunction(func(v *VM, args []Value) Value {
		for _, a := range args {
			out.WriteString(" " + shown(a))
		}
		out.WriteByte('\n')
		return v.Return()
	}).Value()})
	if watched {
		v.SetProbe(Probe{Statement: func(*Statement) {}})
	}
	i, problem := v.Load(p)
	if problem != nil {
		t.Fatal(problem)
	}
	end = "ends"
	if problem := v.Protect(budget, func() { v.Call(i.Hook("use")) }); problem != nil {
		end = fmt.Sprintf("line %d: %s (%s)", problem.Place.Line, problem.Message, problem.Hint)
	}
	return out.String(), end, v.Spent()
}

// TestProgramsAreDeterministic compares the output of random programs (as a
// digest), how they end and their fuel with a golden file. Compiled for a
// debugger, they must do the same, and run out of fuel at the same place.
func TestProgramsAreDeterministic(t *testing.T) {
	var parts []string
	for seed := range uint64(400) {
		if testing.Short() && seed%3 > 0 {
			continue
		}
		source := program(1_000_000 + seed)
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, emitting, modules{})
		if p == nil {
			parts = append(parts, fmt.Sprintf("%d: %v\n", seed, problems))
			continue
		}
		text, end, fuel := emitted(t, p, 20_000, false)
		sum := sha256.Sum256([]byte(text))
		parts = append(parts, fmt.Sprintf("%d: %s, %d units, %d lines: %x\n", seed, end, fuel, strings.Count(text, "\n"), sum[:6]))
		budgets := []int64{20_000, fuel * 3 / 4, fuel / 2, fuel / 5}
		if testing.Short() { // they take turns
			budgets = budgets[seed%4 : seed%4+1]
		}
		for _, budget := range budgets {
			a, aEnd, aFuel := emitted(t, p, budget, false)
			b, bEnd, bFuel := emitted(t, p, budget, true)
			if a != b || aEnd != bEnd || aFuel != bFuel {
				t.Fatalf("seed %d with a budget of %d: %s, %d units; under a debugger %s, %d units\n%s", seed, budget, aEnd, aFuel, bEnd, bFuel, source)
			}
		}
	}
	golden.CheckParts(t, "testdata/programs.golden", parts)
}
