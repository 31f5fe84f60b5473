package lua

import (
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// grammarStatements, separators and behind are combined by TestTheGrammarIsThatOfPUCLua.
var (
	grammarStatements = []string{
		"", "a = b", "f()", "f{}", "f's'", "f[[x]]", "f[[x\ny]]", "local c", "local c, d = b", "a = nil", "a = 'x'", "a = [[x\n\ny]]", "a = {}", "a = { b }", "a = ({})", "a = f{}", "a = function() end", "a = function(x) end",
		"local function g() end", "local function g(x) end", "function b.m(x, ...) end", "function b:m() end", "do end", "do f() end", "if a then end", "if a then f() else end", "while nil do end", "repeat until a", "repeat f() until a", "for i = 1, 2 do end", "for k in f() do end",
		"return", "return a", "return f()", "break", "while a do break end", "a = ...", "a = #b", "a = b.c", "a = b[1]", "a = (b)", "a = 1", "a = f(b)", "a = b:m()", "a = not b", "a = -b", "a, b.x = 1, 2", "b[1], b[2] = 1",
	}
	separators = []string{" ", "\n", ";", ";\n", ";;", "\n;", ",", " do ", " then "}
	behind     = []string{"", "(f)()", "(f or g)()", "(b).x = 1", "f()", "a = 1", "return a", "return", "break", "end", "{}", "'s'", "[1] = 2", ".x = 1", ":m()", "local c", "-- c", ", b = 1, 2", "..b", "+ b", "= 1", ";", "(", ")"}
	fields     = []string{"", "1", "x = 1", "[1] = 2", "f()", "...", "function() end", "{}", "(a)", "x == 1", "x:m()", "local x"}
	dividers   = []string{",", ";", ",,", ";;", ",;", "\n", "\n,", "=", " "}
	parameters = []string{"", "x", "...", "x, y", "x, ...", "..., x", "x,", ",x", "x; y", "x y", "1", "'s'", "x.y", "(x)", "x = 1", "self", "nil"}
)

// TestTheGrammarIsThatOfPUCLua checks that statements behind each other, tables and
// parameters of many forms are syntax errors here exactly where they are in PUC Lua.
func TestTheGrammarIsThatOfPUCLua(t *testing.T) {
	if !hasPUC(t) {
		return
	}
	var sources []string
	add := func(text string) {
		sources = append(sources, "return { use = function(...) local a, b, f, g = 1, { m = type }, type, type\n"+text+"\nend }")
	}
	for _, first := range grammarStatements {
		for _, by := range separators {
			for _, second := range behind {
				add(first + by + second)
			}
		}
	}
	for _, first := range fields {
		for _, by := range dividers {
			for _, second := range fields {
				add("local x = {} a = { " + first + by + second + " }")
				add("local x = {} f{ 1, " + first + by + second + "; }")
			}
		}
	}
	for _, list := range parameters {
		add("a = function(" + list + ") end")
		add("local function h(" + list + ") return f end")
		add("for " + list + " in f do end")
		add("local " + list)
		add("a = f(" + list + ")")
	}
	odd := 0
	for i, theirs := range onPUC(t, sources) {
		_, problems := Compile(&def.Script{File: "x.lua", Source: sources[i]}, &Surface{}, modules{})
		refused := false
		for _, d := range problems {
			refused = refused || d.Code == "script/syntax"
		}
		if refused != theirs.refused {
			if odd++; odd < 20 {
				t.Errorf("PUC Lua refuses it: %t, here: %t\n%s\n%v", theirs.refused, refused, strings.Split(sources[i], "\n")[1:], problems)
			}
		}
	}
	if odd > 0 {
		t.Errorf("%d of %d differ", odd, len(sources))
	}
}
