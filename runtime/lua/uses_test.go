package lua

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
	"sleight/tests/golden"
)

// gameNames are names of a game, with the known facts about their parameters
// and results.
var gameNames = &analysis.Surface{
	Functions: map[string]analysis.Signature{
		"count":  {Params: []analysis.Param{{Name: "zone", Kind: analysis.KindText}}, Results: []string{"number"}, Reads: true},
		"top":    {Params: []analysis.Param{{Name: "zone", Kind: analysis.KindText}}, Results: []string{"Entity?"}, Reads: true},
		"all":    {Params: []analysis.Param{{Name: "zone", Kind: analysis.KindText, Optional: true}}, Results: []string{"Entity[]"}, Reads: true},
		"each":   {Params: []analysis.Param{{Name: "zone", Kind: analysis.KindText}}, Results: []string{"fun()"}, Reads: true},
		"face":   {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}, {Name: "at", Kind: analysis.KindNumber, Whole: true, Low: 1, High: 6}}, Results: []string{"string?"}, Reads: true},
		"random": {Params: []analysis.Param{{Name: "stream", Kind: analysis.KindText, Coined: true}, {Name: "low", Kind: analysis.KindNumber}, {Name: "high", Kind: analysis.KindNumber}}, Results: []string{"number"}},
		"set":    {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}, {Name: "value", Kind: analysis.KindNumber}, {Name: "fast", Kind: analysis.KindBoolean, Optional: true}}},
		"remove": {Params: []analysis.Param{{Name: "entity", Kind: analysis.KindEntity}}},
		"recall": {Params: []analysis.Param{{Name: "entity", Kind: analysis.KindEntity, Former: true}}, Results: []string{"boolean"}},
		"put":    {Params: []analysis.Param{{Name: "list", Kind: analysis.KindList}, {Name: "where", Kind: analysis.KindText}}},
		"say":    {Params: []analysis.Param{{Name: "text", Kind: analysis.KindText}}},
		"emit":   {Params: []analysis.Param{{Name: "event", Kind: analysis.KindText}}, Variadic: true},
		"modify": {Params: []analysis.Param{{Name: "value", Kind: analysis.KindText}, {Name: "start", Kind: analysis.KindAny}}, Variadic: true, Results: []string{"any"}},
		"win":    {},
	},
	Values: []string{"vars", "game"},
}

// valued are the expressions that these tests use, of every static type.
var valued = []string{
	"7", `"7"`, `"word"`, "true", "nil", "{}", "{ 1, 2 }", "{ a = 1 }", "(function() return 1 end)", "num", "word", "digit", "list", "words", "tab", "never", "maybe",
	"five", "five()", "quiet", "quiet()", "either()", "foe", "self", "self.size", "vars.gold", "game.lanes", "game.max_depth", `top("den")`, `all("den")`, `count("den")`,
	"unknown", "unknown.part", "list[1]", "words[num]", "list[0]", "list[-1]", "list[#list + 1]", "tab.a", "tab[0]", "cards.n", "cards.high", "cards.high(1, 2)", "num + 1", `"a" .. num`,
	"not num", "num == 3", "num and word", "num or word", "#list", "-num", "string.upper", `string.upper("x")`, "math.floor(num)", "count", "i", "item", "place", "boat",
}

// usages are the statements around them.
var usages = []string{
	"local x = V + 1", "local x = 1 - V", "local x = V .. 'x'", "local x = 'n' .. V .. 1", "local x = num .. V", "local x = V.size", "local x = V[1]", "local x = V[num]", "local x = list[V]",
	"local x = #V", "local x = -V", "V()", "local x = V(num)", "if V then win() end", "if not V then win() end", "while V do end", "repeat until V", "if V == 3 then win() end", "if V == 'word' then win() end",
	"if V == nil then win() end", "if V ~= true then win() end", "if 3 < V then win() end", "if V >= num then win() end", "if V < V then win() end", "if V == V then win() end", "if num == 1 or V then win() end",
	"if not V == num then win() end", "if num < V < 3 then win() end", "for n = 1, V do win() end", "for n = V, 1 do win() end", "for n = 0, V do win() end", "for n = 0, V do say(words[n]) end", "for n in V do win() end",
	"for n, v in V do win() end", "for _, v in ipairs(V) do say(v) end", "for v in ipairs(V) do say(v.name) end", "for _, v in each(V) do set(v, 1) end", "for k, v in pairs(V) do say(k) end",
	"set(foe, V)", "set(V, 3)", "set(V, 3, V)", "say(V)", "emit('hit', V)", "emit(V)", "modify('fare', V, num)", "put(V, 'den')", "random('luck', V, 1)", "remove(V) set(V, 1)", "local x = face(V, num)",
	"vars.gold = V", "vars.gold, num = V, 1", "self.size = V", "foe.size = V", "tab.x = V", "V.x = 1", "V[0] = 1", "num = V", "word = V", "digit = V", "never = V", "local y = V y = y + 1", "local y = V say(y) y = '3'",
	"local t = { V, '1', 3 }", "local t = { x = V, y = 2, z = '3' }", "local x = V or 3", "local x = V and '1' or 2", "local x = V or '3'", "table.insert(V, 1)", "table.concat(V)", "local x = table.concat(V, ', ')",
	"local x = string.format('%s', V)", "local x = math.max(V, 1)", "V:push(1)", "V:size()", "local x = V.length", "helper(V)", "helper(V, 2, 3)", "taker(V, 'x')", "checker(V)", "namer(V)", "local x = helper", "type(V)", "tostring(V)",
	"return V", "recall(V)", "for n = 1, #list do say(words[n + 1]) end local x = V", "local function again() return again(V) end again()", "local x = require('cards').high(V, V)", "local x = cards.low(V)", "local x = words[V] 'b'",
}

// TestEveryUseOfEveryValue compares the compiler's inferences about each value
// in each use, and its doubts, with a golden file. V stands for the value.
func TestEveryUseOfEveryValue(t *testing.T) {
	cards := module(t)
	usual := found(t, cards, "win()", "")
	var parts []string
	for i, use := range usages {
		if testing.Short() && i%4 > 0 {
			continue
		}
		var out strings.Builder
		said := grouped{names: map[string][]string{}}
		for _, v := range valued {
			all := slices.DeleteFunc(found(t, cards, strings.ReplaceAll(use, "V", v), v), func(line string) bool { return slices.Contains(usual, line) })
			if len(all) > 0 {
				said.add(strings.Join(all, "\n  "), v)
			}
		}
		if len(said.order) > 0 {
			fmt.Fprintf(&out, "# %s\n", use)
		}
		for _, line := range said.order {
			fmt.Fprintf(&out, "%s:\n  %s\n", strings.Join(said.names[line], "  "), line)
		}
		parts = append(parts, out.String())
	}
	golden.CheckParts(t, "testdata/uses.golden", parts)
}

// found compiles a statement with a value and returns the compiler's report, in
// which V stands for the value.
func found(t *testing.T, cards *Program, statement, value string) []string {
	t.Helper()
	source := `local cards = require('cards')
local function five() return 5 end local function quiet() win() end local function either() if win() then return 1 end return 'x' end
local function helper(a, b) return a + b.size end local function taker(list, text) for _, x in ipairs(list) do say(text .. x) end end
local function checker(p) if type(p) == 'table' then return p[1] end return p + 1 end local function namer(zone) return count(zone) end
return { on_hit = function(self, foe, unknown)
local num, word, digit, list, words, tab, never, maybe = 3, 'word', '7', { 1, 2 }, { 'a', 'b', 'c' }, { a = 1 }
for i, item in ipairs(list) do for place in each('den') do for _, boat in each('den') do
do ` + statement + ` end
end end end
end }`
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, gameNames, requirable{"cards": cards})
	if p == nil {
		return []string{"refused: " + reported(problems, value)[0]}
	}
	var all []string
	f := p.Facts()
	for _, u := range f.Uses {
		all = append(all, shownUse(u, value))
	}
	slices.Sort(all)
	all = append(all, reported(f.Doubts, value)...)
	for _, s := range f.Sends {
		text := fmt.Sprintf("sends by %s %q", s.Function, s.Name)
		for _, a := range s.Args {
			text += " " + shownType(a)
		}
		all = append(all, text)
	}
	for _, z := range slices.Concat(f.ZeroIndexes, f.Returned) {
		all = append(all, fmt.Sprintf("names %s at %d:%d", z.Text, z.Place.Line, z.Place.Column))
	}
	for _, q := range f.Quoted {
		all = append(all, fmt.Sprintf("quotes %s at %d:%d as argument %d of %s(%q), read %t", q.Text, q.Place.Line, q.Place.Column, q.Arg, q.Function, q.First, q.Read))
	}
	if f.FillsZero {
		all = append(all, "fills position 0")
	}
	return all
}

// shownType writes a static type, by the number of its kind.
func shownType(s analysis.StaticType) string {
	text := fmt.Sprint(s.Kind)
	if s.Of != "" || s.Arg != 0 {
		text += fmt.Sprintf("(%s %d)", s.Of, s.Arg)
	}
	return text
}

// shownUse writes all parts of a use.
func shownUse(u analysis.Use, value string) string {
	text := fmt.Sprintf("%d:%d need %d, got %s", u.Place.Line, u.Place.Column, u.Need, shownType(u.Got))
	for i, set := range []bool{u.Position, u.Literal, u.Joined, u.Silent} {
		if set {
			text += ", " + []string{"position", "literal", "joined", "silent"}[i]
		}
	}
	if u.IsNumber || u.Number != 0 {
		text += fmt.Sprintf(", %t %v", u.IsNumber, u.Number)
	}
	if u.IsWord || u.Word != "" {
		text += fmt.Sprintf(", %t %q", u.IsWord, u.Word)
	}
	if u.Other != (analysis.StaticType{}) || u.OtherText != "" {
		text += fmt.Sprintf(", beside %s %s", shownType(u.Other), u.OtherText)
	}
	for _, p := range u.Parts {
		text += ", with " + shownType(p)
	}
	return withV(text+": "+u.Text+" for "+u.Name, value)
}

// withV replaces a value in a text by V, unless it is a part of a word.
func withV(text, value string) string {
	var out strings.Builder
	isWord := func(i int) bool {
		return i >= 0 && i < len(text) && (syntax.IsLetter(text[i]) || syntax.IsDigit(text[i]))
	}
	from := 0
	for i := 0; value != "" && i+len(value) <= len(text); i++ {
		if text[i:i+len(value)] == value && !(isWord(i-1) && isWord(i)) && !(isWord(i+len(value)-1) && isWord(i+len(value))) {
			out.WriteString(text[from:i] + "V")
			from = i + len(value)
			i = from - 1
		}
	}
	return out.String() + text[from:]
}

// reported writes all parts of problems.
func reported(problems diag.List, value string) []string {
	var all []string
	for _, d := range problems {
		text := fmt.Sprintf("%d:%d %s (%s)", d.Place.Line, d.Place.Column, d.Message, d.Hint)
		for _, n := range d.Notes {
			text += fmt.Sprintf("; %d:%d %s", n.Place.Line, n.Place.Column, n.Message)
		}
		for _, e := range d.Edits {
			text += fmt.Sprintf("; %q to %q", e.Old, e.New)
		}
		all = append(all, withV(text, value))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
