package lua

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
	"sleight/tests/golden"
)

// foreignWords are words and signs of other languages, misspelt keywords, and keywords
// that belong in other places.
var foreignWords = strings.Fields(`let var const func def fn elif elsif endif elseIf continue pass switch case try catch throw foreach class import new public unless lambda null None
	this True FALSE funtion retrun lcoal thne ned whlie Local END then do end else elseif if for in while repeat until return break local function not and or nil true
	!= !== == === = += -= ++ -- && || ! => -> <> =< := ** << >> ? : :: ; , . .. ... # @ $ & | ~ \ % / // /* ^ ( ) { } [ ] () {} [] ({ }) "text 'x" 'a 1.2.3 0x1G 12ab [[ ]] is equals to goto`)

// soundLines are valid statements, into which these words are inserted.
var soundLines = []string{
	"local a = get(die) + 1",
	"if a == 1 and die.value > 2 then set(die, 3) elseif a then emit(\"x\") else a = nil end",
	"for i = 1, 3 do emit(\"x\", i, vars.gold) end",
	"for _, x in ipairs(list) do\n  if not x then break end\n  vars.gold = vars.gold - x.cost\nend",
	"local function f(a, b)\n  return a .. \"b\" .. b\nend",
	"local t = { 1, x = 2, [\"y z\"] = f(1), function() end }",
	"while #t > 0 do\n  table.remove(t)\nend\nrepeat t.x = t.x + 1 until t.x >= 5",
	"self:name(1).field[2] = die.value",
}

// TestHabitsOfOtherLanguagesAreExplained inserts each foreign word into some lines, before
// or in place of each token, and compares the reports with a golden file, which has a
// digest for each word. To see what differs, compare the output of -v before and after a
// change.
func TestHabitsOfOtherLanguagesAreExplained(t *testing.T) {
	var parts []string
	for n, word := range foreignWords {
		if testing.Short() && n%4 > 0 {
			continue
		}
		var all strings.Builder
		sound, hints := 0, map[string]bool{}
		for _, line := range soundLines {
			for _, source := range spoilt(line, word, n) {
				p, problems := Compile(&def.Script{File: "x.lua", Source: "local list, t = {}, {}\nreturn { use = function(self, die)\n" + source + "\nend }"}, testSurface, requirable{})
				if p != nil {
					sound++
				}
				for _, d := range problems {
					hints[d.Hint.String()] = true
				}
				fmt.Fprintf(&all, "%s\n  %s\n", source, strings.Join(reported(problems, ""), "\n  "))
				for _, d := range problems {
					fmt.Fprintf(&all, "  %d bytes\n", d.Place.Length)
				}
			}
		}
		if testing.Verbose() {
			t.Logf("%s:\n%s", word, all.String())
		}
		sum := sha256.Sum256([]byte(all.String()))
		parts = append(parts, fmt.Sprintf("%s: %d are sound, %d hints, %x\n", word, sound, len(hints), sum[:6]))
	}
	golden.CheckParts(t, "testdata/foreign.golden", parts)
}

// spoilt returns variants of a text: with a word after its end and, for each token,
// with the word before it, in place of it, or on a line before it. The three
// alternate, beginning with the n-th.
func spoilt(text, word string, n int) []string {
	all := []string{text + " " + word, text + "\n" + word}
	for i, token := range syntax.Tokens(text) {
		before, behind := text[:token.Offset], text[token.End():]
		all = append(all, []string{before + word + " " + token.Text + behind, before + word + behind, before + word + "\n" + token.Text + behind}[(i+n)%3])
	}
	return all
}

// TestScriptsOfTwoWords compares the reports about scripts and expressions of one word,
// or of two words on one or two lines, with a golden file. The file has the report about
// each word alone, and a digest of the reports about pairs that begin with it.
func TestScriptsOfTwoWords(t *testing.T) {
	words := slices.Compact(slices.Sorted(slices.Values(append([]string{"name", "7", `"text"`, "...", "\n", "self.x", "name(", "-- note"}, foreignWords...))))
	var parts []string
	report := func(source string) string {
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, testSurface, requirable{})
		text := fmt.Sprintf("compiled %t\n  %s\n", p != nil, strings.Join(reported(problems, ""), "\n  "))
		p, problems = CompileExpr(source, []string{"name"}, diag.Place{File: "x.yaml", Line: 2, Column: 5}, testSurface, requirable{})
		return text + fmt.Sprintf("  as an expression %t\n  %s\n", p != nil, strings.Join(reported(problems, ""), "\n  "))
	}
	for i, word := range words {
		if testing.Short() && i%4 > 0 {
			continue
		}
		var all strings.Builder
		for k, other := range words {
			source := word + []string{" ", "\n", "", ",", "\n  "}[(i+k)%5] + other
			fmt.Fprintf(&all, "%s\n%s", source, report(source))
		}
		if testing.Verbose() {
			t.Log(all.String())
		}
		sum := sha256.Sum256([]byte(all.String()))
		parts = append(parts, fmt.Sprintf("> %s\n%s  pairs %x\n", strings.ReplaceAll(word, "\n", `\n`), report(word), sum[:6]))
	}
	golden.CheckParts(t, "testdata/two_words.golden", parts)
}

// indented are valid scripts with blocks and brackets of every kind.
var indented = []string{`local cards = require("cards")
local function best(list, least)
  local found
  for _, x in ipairs(list) do
    if x.size > least then
      found = x
    elseif x.size == least then
      emit("tie", x)
    else
      while found do
        found = nil
      end
    end
  end
  return found
end
return {
  use = function(self, die)
    local names = {
      first = "a",
      {
        1,
        2,
      },
      run = function(x)
        return x
      end,
    }
    repeat
      emit(
        "hit",
        names[
          1
        ]
      )
    until die.value > 3
    do
      set(die, 2) end
    best(function(y) return y end, function(z)
      return z
    end) end,
  fields = {},
}`, `return { use = function(self, die)
  if die.value == 1 then emit("x") else
    emit("y") end
  for i = 1, 3 do if i == 2 then
    emit("z")
  end end
  if die then emit("a") end emit("b")
  local f = function() if die then
    return 1 end
    return { a = 1, b = { 2,
      3 } } end
end }`}

// TestMisplacedLinesAreFound removes, repeats and moves each line of valid scripts,
// removes its last word, and compares the reports with a golden file.
func TestMisplacedLinesAreFound(t *testing.T) {
	var out strings.Builder
	for _, script := range indented {
		lines := strings.Split(script, "\n")
		for i, line := range lines {
			words := syntax.Tokens(line)
			last := words[len(words)-1]
			for _, change := range [][2]string{
				{"left out", ""},
				{"twice", line + "\n" + line},
				{"to the right", "  " + line},
				{"to the left", strings.TrimPrefix(line, "  ")},
				{"far left", strings.TrimSpace(line)},
				{"without " + last.Text, line[:last.Offset]},
				{"with end", line + " end"},
				{"with }", line + "\n}"},
			} {
				source := strings.Join(slices.Concat(lines[:i], []string{change[1]}, lines[i+1:]), "\n")
				_, problems := Compile(&def.Script{File: "x.lua", Source: source}, testSurface, requirable{"cards": module(t)})
				for _, line := range reported(problems, "") {
					fmt.Fprintf(&out, "%d %s: %s\n", i+1, change[0], line)
				}
			}
		}
	}
	golden.Check(t, "testdata/misplaced.golden", out.String())
}
