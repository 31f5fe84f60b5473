package profiler_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"sleight/runtime/sim"
	. "sleight/runtime/sim/profiler"
	"sleight/tests/shipped"
)

// written writes a tree without its times, which differ between runs.
func written(f *Frame, depth int) string {
	text := fmt.Sprintf("%*s%s %s:%d fuel %d of %d, calls %d\n", depth, "", f.Name, f.Place.File, f.Place.Line, f.Own.Fuel, f.All.Fuel, f.Own.Calls)
	for _, b := range f.Below {
		text += written(b, depth+1)
	}
	return text
}

// TestProfilesShowFuelPerFunction plays games with and without measuring, with
// one worker and with two, and reads the output as go tool pprof does.
func TestProfilesShowFuelPerFunction(t *testing.T) {
	content := shipped.Content(t)
	play := func(workers int, p *Profile) *sim.Result {
		plan := sim.Plan{Game: "manipulation", Seed: 1, N: 12, Workers: workers, Variants: []sim.Variant{{Name: "random", Content: content, Bot: "random"}}}
		if p != nil {
			plan.NewProbe = p.Probe
		}
		r, err := sim.Run(context.Background(), plan)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	plain, one, two := play(1, nil), &Profile{}, &Profile{}
	measured := play(1, one)
	play(2, two)
	a, b := &plain.Variants[0], &measured.Variants[0]
	if a.Fuel != b.Fuel || a.Commands != b.Commands || fmt.Sprint(a.Outcomes) != fmt.Sprint(b.Outcomes) {
		t.Errorf("%d units of fuel in %d commands, %v; measured %d in %d, %v", a.Fuel, a.Commands, a.Outcomes, b.Fuel, b.Commands, b.Outcomes)
	}
	tree := one.Tree()
	if share := float64(tree.All.Fuel) / float64(a.Fuel); share < 0.98 || share > 1.15 {
		t.Errorf("%d units were found, of %d", tree.All.Fuel, a.Fuel)
	}
	if first, second := written(tree, 0), written(two.Tree(), 0); first != second {
		t.Errorf("two workers find something else:\n%s\n%s", first, second)
	}
	var file bytes.Buffer
	if err := one.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := profile.Parse(&file)
	if err != nil {
		t.Fatal(err)
	}
	sum, hooks := int64(0), 0
	for _, s := range read.Sample {
		sum += s.Value[1]
		if name := s.Location[0].Line[0].Function.Name; strings.HasPrefix(name, "game/manipulation do_") && s.Location[0].Line[0].Line > 0 {
			hooks++
		}
	}
	if sum != tree.All.Fuel || hooks == 0 {
		t.Errorf("%d units in %d hooks were written, of %d", sum, hooks, tree.All.Fuel)
	}
}
