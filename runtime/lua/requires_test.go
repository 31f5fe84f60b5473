package lua

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
)

// TestTheNumberOfModulesIsLimited compiles scripts that require as many modules
// as a script may, and one more.
func TestTheNumberOfModulesIsLimited(t *testing.T) {
	found, source := requirable{}, ""
	for n := range analysis.MaxRequires + 1 {
		name := fmt.Sprintf("m%d", n)
		p, problems := Compile(&def.Script{File: name + ".lua", Source: "return { n = 1 }", Module: "mine:" + name}, testSurface, requirable{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		found[name] = p
		source += fmt.Sprintf("local m%d = require('m%d')\n", n, n)
	}
	lines := strings.SplitAfter(source, "\n")
	for n, want := range map[int][]string{
		analysis.MaxRequires:     nil,
		analysis.MaxRequires + 1: {"51:22 the script requires more than 50 modules (split it into modules; long lists of data belong in YAML)"},
	} {
		script := &def.Script{File: "x.lua", Source: strings.Join(lines[:n], "") + "return { use = function() end }"}
		_, problems := Compile(script, testSurface, found)
		if got := reported(problems, ""); !slices.Equal(got, want) {
			t.Errorf("%d modules: %q, want %q", n, got, want)
		}
	}
}

// TestUnknownModulesSayWhereModulesAre checks that the problem of a module that does not exist
// says that those of other packs cannot be required, and what to do instead.
func TestUnknownModulesSayWhereModulesAre(t *testing.T) {
	_, problems := Compile(&def.Script{File: "x.lua", Source: "local stall = require('stall')\nreturn { use = function() return stall.n end }"}, testSurface, requirable{})
	want := []string{`1:24 unknown module "stall" (known: cards, dice; those of other packs cannot be required: use call_hook, events and values)`}
	if got := reported(problems, ""); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
