package lua

import (
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// TestTheGrammarIsThatOfPUCLua combines these.
var (
	grammarStatements = []string{
		"", "a = b", "f()", "f{}", "f's'", "f[[x]]", "f[[x\ny]]", "local c", "local c, d = b", "a = nil", "a = 'x'", "a = [[x\n\ny]]", "a = {}", "a = { b }", "a = ({})", "a = f{}", "a = function() end", "a = function(x) end",
		"local function g() end", "local function g(x) end", "function b.m(x, ...) end", "function b:m() end", "do end", "do f() end", "if a then end", "if a then f() else end", "while nil do end", "repeat until a", "repeat f() until a", "for i = 1, 2 do end", "for k in f() do end",
		"return", "return a", "return f()", "break", "while a do break end", "a = ...", "a = #b", "a = b.c", "a = b[1]", "a = (b)", "a = 1", "a = f(b)", "a = b:m()", "a = not b", "a = -b", "a, b.x = 1, 2", "b[1], b[2] = 1",
	}
	separators = []string{" ", "\n", ";", ","}
	following  = []string{"", "(f)()", "(f or g)()", "(b).x = 1", "f()", "a = 1", "return a", "return", "break", "end", "{}", "'s'", "[1] = 2", ".x = 1", ":m()", "local c", "-- c", ", b = 1, 2", "..b", "+ b", "= 1", ";", "(", ")"}
	fields     = []string{"", "1", "x = 1", "[1] = 2", "f()", "...", "function() end", "{}", "(a)", "x == 1", "x:m()", "local x"}
	dividers   = []string{",", ";", ",,", ";;", ",;", "\n", "\n,", "=", " "}
	parameters = []string{"", "x", "...", "x, y", "x, ...", "..., x", "x,", ",x", "x; y", "x y", "1", "'s'", "x.y", "(x)", "x = 1", "self", "nil"}
)

// TestTheGrammarIsThatOfPUCLua checks that many forms of adjacent statements, tables
// and parameters are syntax errors exactly if they are syntax errors in PUC Lua, and
// that our own parser reads all others, except those with long texts.
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
			for _, second := range following {
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
		_, problems := Compile(&def.Script{File: "x.lua", Source: sources[i]}, &analysis.Surface{}, modules{})
		refused := false
		for _, d := range problems {
			refused = refused || d.Code == "script/syntax"
		}
		in := &syntax.Source{Text: sources[i]}
		if in.Scan() == nil && !refused && !strings.Contains(sources[i], "[[") {
			if _, ok := in.Tree(false); !ok {
				t.Fatalf("our parser leaves this to gopher-lua's:\n%s", sources[i])
			}
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

// libraryPrograms call functions of the library with arguments of every kind and emit
// the results.
var libraryPrograms = []string{
	// VERB is replaced by each letter of string.format.
	`for _, flags in ipairs({ '', '-', '0', '+', ' ', '#', '-0', '+0', ' #', '+ ' }) do
  for _, width in ipairs({ '', '7' }) do
    for _, precision in ipairs({ '', '.', '.0', '.1', '.4' }) do
      for _, x in ipairs({ 0, 1, -1, 7, 8, 255, -255, 3.7, -0.05, 99999.5, 123456789, 1e13, '12', 0.0001, 0.00012, 1e-5, 100000, 999999.4, 1e6 }) do
        emit(string.format('%' .. flags .. width .. precision .. 'VERB', x))
      end
    end
  end
end`,
	`for i = -7, 7 do
  for j = -7, 7 do
    emit(string.sub('abcde', i, j), string.byte('abcde', i, j))
    emit((string.find('abcabc', 'c', i, j > 0)), (string.find('a.b', '.', i, j > 0)))
    emit(string.rep('ab', i), select('#', unpack({ 1, 2, 3 }, i, j)))
  end
  emit(string.sub('abcde', i), string.byte('abcde', i), (string.find('aXbXc', 'X', i)), string.match('abc', '..', i))
  emit(string.gsub('aaaaa', 'a', 'b', i))
end`,
	`for _, x in ipairs({ '0', '7', '10', 'ff', 'FF', 'zz', '-10', ' 12 ', '0x1F', '0xg', '1e1', '', ' ', '1 2', '8', '9a', '.5', '5.', '-', '+3', 'nan', 'inf', '1e', '1e+2', '0x', '- 1', '0X1f', '-0x10', '0x-1', '0x', 'x1', '-', '--1', 'nan(1)', 'nan()', 'NAN', 'infinity', '-inf', 'INF', 'in', 'z', '-z', '1 ', ' 0x1 x' }) do
  emit(x, tonumber(x))
  for _, base in ipairs({ 2, 3, 8, 9, 10, 11, 16, 35, 36 }) do emit(tonumber(x, base)) end
end`,
	`local list = { 'a', 2, 'c', 4.5, 'e' }
for i = -1, 7 do
  local t = { 1, 2, 3, 4, 5 }
  emit(table.remove(t, i), table.concat(t, ','))
  for j = i, 5 do
    if i >= 1 then emit(table.concat(list, '-', i, j)) end
  end
  if i >= 1 and i <= 6 then
    local s = { 1, 2, 3, 4, 5 }
    table.insert(s, i, 'x')
    emit(table.concat(s, ','))
  end
  emit(select(i == 0 and 1 or i > 5 and 5 or i, 'a', 'b', 'c', 'd', 'e'))
end`,
	`for _, x in ipairs({ 0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, 7, -7, 1e15, 1e300, 1 / 0, -1 / 0 }) do
  emit(math.floor(x), math.ceil(x), math.abs(x), math.modf(x))
  for _, y in ipairs({ 1, -1, 2, -3, 0.3, 1e300 }) do
    emit(math.fmod(x, y), x % y, math.max(x, y), math.min(x, y, 1), x < y, x <= y, x == y, x * y, x / y)
  end
  emit(math.frexp(x), math.ldexp(x > 1e9 and 1 or x, 3), tostring(x < 1e14 and x > -1e14 and x or 'large'))
end`,
	`for _, p in ipairs({ 'a', '^a', 'a$', '^a$', '.', '%a+', '%d*', '[ab]+', '[^ab]', '[a-c]', '[%d_]', 'a-b', 'b?c', '(a)(b)', '()b()', '%%', '%bxy', 'x*', '(.)%1', '[]]', '[^]]', '[a-]', '%f[%w]%w+', '%s*$', '^%s*(.-)%s*$' }) do
  for _, s in ipairs({ '', 'a', 'ab', 'abc', 'aab', 'xaby', 'x(x)y', ' a b ', 'a1_2', 'b]c-', '50%' }) do
    emit(p, s, string.find(s, p))
    emit(string.match(s, p))
    emit(string.gsub(s, p, '<%0>'))
    emit(string.gsub(s, p, { a = 'A', b = false, x = 1 }))
  end
end`,
}

// TestTheLibraryIsThatOfPUCLua compares the results of the library functions with those
// of PUC Lua, for arguments of every kind.
func TestTheLibraryIsThatOfPUCLua(t *testing.T) {
	if !hasPUC(t) {
		return
	}
	var sources []string
	for i, body := range libraryPrograms {
		verbs := []string{""}
		if i == 0 {
			verbs = strings.Split("diuoxXeEfgGs", "")
		}
		for _, verb := range verbs {
			sources = append(sources, "return { use = function()\n"+strings.ReplaceAll(body, "VERB", verb)+"\nend }")
		}
	}
	for i, theirs := range onPUC(t, sources) {
		ours := here(t, sources[i])
		if theirs.why = ours.why; ours != theirs {
			t.Errorf("%s\n%s", sources[i], difference(ours, theirs))
		}
	}
}
