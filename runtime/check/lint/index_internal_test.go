package lint

import (
	"fmt"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// TestBuiltNames checks which names scripts may build from the texts that they join
// with others, and that equal texts of many scripts count once.
func TestBuiltNames(t *testing.T) {
	x := &index{
		fields: map[string][]field{}, calls: map[string][]call{}, quoted: map[string]int{},
		texts: map[string]bool{}, tableKeys: map[string]bool{}, indirect: map[string]bool{}, joined: map[string]bool{},
	}
	for i := range 40 {
		source := fmt.Sprintf(`return {use = function() emit("hit_" .. %d) emit(vars.kind .. "_left") emit("é" .. vars.kind .. "x") end}`, i)
		p, problems := lua.Compile(&def.Script{File: "a.lua", Source: source}, api.Surface(), nil)
		if p == nil {
			t.Fatal(problems)
		}
		x.addCode(&rules.Code{Program: p})
	}
	if len(x.joined) != 3 {
		t.Errorf("40 scripts with the same texts join %v", x.joined)
	}
	for name, built := range map[string]bool{
		"hit_": true, "hit_far": true, "far_left": true, "_left": true, "é": true, "caf\u00e9": true,
		"hit": false, "x": false, "xy": false, "left": false, "a_hit_b": false, "": false,
	} {
		if x.builds(name) != built {
			t.Errorf("builds(%q) = %v", name, !built)
		}
	}
}
