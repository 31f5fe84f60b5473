package lua

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// glossary are modules beside a game that declares some names.
type glossary struct{ requirable }

func (glossary) Qualified(name string) (string, bool) {
	whole := map[string]string{"gold": "vars.gold", "lanes": "game.lanes", "hp": "self.hp"}[name]
	return whole, whole != ""
}

func (glossary) Meant(name string) string {
	return map[string]string{"den": `write "den", in quotes`, "wolf": `write "wolf", in quotes`}[name]
}

// chunkNames are gameNames and functions with parameters of the other kinds.
func chunkNames() *analysis.Surface {
	s := &analysis.Surface{Functions: maps.Clone(gameNames.Functions), Values: gameNames.Values, Fixed: []string{"game"}}
	maps.Copy(s.Functions, map[string]analysis.Signature{
		"deal": {Params: []analysis.Param{
			{Name: "from", Kind: analysis.KindListOrZone},
			{Name: "amount", Kind: analysis.KindNumber, Whole: true, Low: 1, High: 1 << 31, Optional: true},
			{Name: "how", Kind: analysis.KindList, Optional: true, Fields: []analysis.Param{{Name: "slow", Kind: analysis.KindBoolean}, {Name: "to", Kind: analysis.KindText}, {Name: "depth", Kind: analysis.KindNumber, Low: -1 << 31, High: 9}, {Name: "with"}}},
		}, Results: []string{"number[]", "string"}},
		"tally":     {Params: []analysis.Param{{Name: "from", Kind: analysis.KindEntities}}, Results: []string{"number"}, Reads: true},
		"later":     {Params: []analysis.Param{{Name: "run", Kind: analysis.KindFunction}}},
		"change":    {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}, {Name: "by", Kind: analysis.KindNumber}}},
		"call_hook": {Params: []analysis.Param{{Name: "name", Kind: analysis.KindText}}, Variadic: true, Results: []string{"any"}, Reads: true},
		"players":   {Results: []string{"number"}, Reads: true},
	})
	return s
}

// TestChunks compiles and runs valid and invalid chunks of every kind, and compares
// everything that is reported about them with golden files. Each chunk is then changed
// in many small ways; the golden files have only a digest of the reports about these
// variants. Short tests make variants of every fourth chunk. To see what differs, compare the output of -v before and after a change.
//
// A source that returns a table is a whole script, one that begins with = is an
// expression, and any other is the body of a hook.
func TestChunks(t *testing.T) {
	paths, err := filepath.Glob("testdata/chunks/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no chunks", err)
	}
	names, words := chunkNames(), glossary{requirable{"cards": module(t), "dice": diceModule(t)}}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			n := 0
			replayParts(t, path, func(source string) []string {
				n++
				vm := chunkVM(names)
				report := reportOf(vm, source, names, words)
				if testing.Short() && n%4 > 0 {
					return []string{report}
				}
				var all strings.Builder
				variants := variantsOf(source, n)
				for _, v := range variants {
					fmt.Fprintf(&all, "%s\n%s", v, reportOf(vm, v, names, words))
				}
				if testing.Verbose() {
					t.Log(all.String())
				}
				sum := sha256.Sum256([]byte(all.String()))
				return []string{report, fmt.Sprintf("  %d variants %x\n", len(variants), sum[:6])}
			})
		})
	}
}

func diceModule(t *testing.T) *Program {
	t.Helper()
	source := "local function sum(a, b) return a + b.n end\nreturn { sum = sum, pick = function(list) for _, x in ipairs(list) do return x end end, sides = 6, name = 'd' .. 6 }"
	p, problems := Compile(&def.Script{File: "dice.lua", Source: source, Module: "mine:dice"}, testSurface, requirable{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}

// chunkVM returns a VM whose functions return what their signatures promise.
func chunkVM(names *analysis.Surface) *VM {
	vars := NewTable()
	vars.Set(Name("gold"), Num(3))
	globals := map[string]Value{"vars": vars.Value(), "game": NewTable().Value()}
	for name, sig := range names.Functions {
		result := Nil
		switch strings.Join(sig.Results, ",") {
		case "number":
			result = Num(2)
		case "Entity?":
			result = chunkFoe
		}
		globals[name] = NewFunction(func(*VM, []Value) Value { return result }).Value()
	}
	return NewVM(globals)
}

var chunkFoe = (&Class{Get: func(n uint64, key Value) Value {
	if name, _ := key.Text(); name == "size" || name == "value" {
		return Num(float64(n))
	}
	return Nil
}, Set: func(uint64, Value, Value) {}}).Object(4)

// compiledChunk compiles a source of TestChunks.
func compiledChunk(source string, names *analysis.Surface, words Modules) (*Program, diag.List) {
	if text, ok := strings.CutPrefix(source, "="); ok {
		return CompileExpr(text, []string{"self", "foe", "n"}, diag.Place{File: "x.yaml", Line: 4, Column: 9, Path: "cost"}, names, words)
	}
	if !strings.Contains(source, "return {") && !strings.Contains(source, "return M") {
		source = "return { on_hit = function(self, foe, n)\n" + source + "\nend }"
	}
	return Compile(&def.Script{File: "x.lua", Source: source}, names, words)
}

// reportOf writes the problems of a source, or all facts about it and the outcome of
// its first hook.
func reportOf(vm *VM, source string, names *analysis.Surface, words Modules) string {
	p, problems := compiledChunk(source, names, words)
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, "  "+format+"\n", args...) }
	for _, d := range problems {
		say("%s", wholeProblem(d))
	}
	if p == nil {
		return out.String()
	}
	f := p.Facts()
	for _, d := range slices.SortedFunc(slices.Values(f.Doubts), func(a, b diag.Diagnostic) int { return strings.Compare(wholeProblem(a), wholeProblem(b)) }) {
		say("%s", wholeProblem(d))
	}
	for _, u := range f.Uses {
		say("use %s", shownUse(u, ""))
	}
	sayFacts(p, say)
	i, problem := vm.Load(p)
	if problem != nil {
		say("not loaded: %s", wholeProblem(*problem))
		return out.String()
	}
	var fn *Function
	if hooks := p.Hooks(); len(hooks) > 0 {
		fn = i.Hook(hooks[0].Name)
	} else if p.expression {
		fn = i.Hook("")
	}
	result := ""
	problem = vm.Protect(3_000, func() {
		if fn != nil {
			result = displayed(vm.Call(fn, chunkFoe, chunkFoe, Num(2)))
		}
	})
	if problem != nil {
		say("%s, %d units", wholeProblem(*problem), vm.Spent())
	} else {
		say("%s, %d units", result, vm.Spent())
	}
	vm.Unload(p)
	return out.String()
}

// sayFacts writes the known facts about a program besides its doubts and uses.
func sayFacts(p *Program, say func(string, ...any)) {
	f := p.Facts()
	if f.Result != (analysis.StaticType{}) && f.Result.Kind != analysis.StaticTable {
		say("result %s", shownType(f.Result))
	}
	for _, h := range p.Hooks() {
		if h.Name != "on_hit" || h.FirstLine != 1 {
			say("hook %s(%s) at %s, lines %d to %d", h.Name, strings.Join(h.Params, ", "), spotted(h.Place), h.FirstLine, h.LastLine)
		}
	}
	for _, r := range p.References() {
		say("refers %s.%s %t %s(%s #%d %s) %q %t %v at %s", r.Of, r.Name, r.Write, r.Call, r.First, r.Arg, r.Field, r.Text, r.IsText, r.Number, spotted(r.Place))
	}
	for _, x := range f.Fields {
		say("field %s.%s %t %t %t at %s", x.Of, x.Name, x.Module != nil, x.Write, x.Own, spotted(x.Place))
	}
	for _, x := range f.Calls {
		say("call %s %v %v %v %d %t in %q at %s", x.Function, x.Texts, x.Numbers, x.Names, x.Count, x.Open, x.Hook, spotted(x.Place))
	}
	for _, x := range f.Comparisons {
		say("compares %s.%s%s %s %q %t %v at %s", x.Of, x.Name, x.Call, x.Op, x.Text, x.IsText, x.Number, spotted(x.Place))
	}
	for _, x := range f.Fixed {
		say("fixed %t at %s", x.Holds, spotted(x.Place))
	}
	for _, x := range f.Sentences {
		say("sentence %q at %s", x.Text, spotted(x.Place))
	}
	sayRareFacts(f, say)
	for _, x := range f.Texts {
		if x.Text != "on_hit" {
			say("text %q %q %t", x.Text, x.Call, x.Joined)
		}
	}
	if names := p.Requires(); len(names) > 0 {
		say("requires %q", names)
	}
}

// sayRareFacts writes facts that few programs have.
func sayRareFacts(f *analysis.Facts, say func(string, ...any)) {
	for _, x := range f.Sends {
		text := ""
		for _, a := range x.Args {
			text += " " + shownType(a)
		}
		say("sends %s %q%s", x.Function, x.Name, text)
	}
	spots := func(what string, list []analysis.Excerpt) {
		for _, s := range list {
			say("%s %q at %s", what, s.Text, spotted(s.Place))
		}
	}
	spots("zero", f.ZeroIndexes)
	spots("function", f.Functions)
	spots("returns", f.Returned)
	for _, list := range slices.Concat(f.Tables, f.Lists) {
		spots("item", list)
	}
	for _, q := range f.Quoted {
		say("quotes %s at %s as %d of %s(%q), read %t", q.Text, spotted(q.Place), q.Arg, q.Function, q.First, q.Read)
	}
	if made := slices.DeleteFunc(slices.Clone(f.TableFields), func(name string) bool { return name == "on_hit" }); len(made) > 0 || f.FillsZero {
		say("makes %q, fills 0 %t", made, f.FillsZero)
	}
}

func spotted(at diag.Place) string { return fmt.Sprintf("%d:%d+%d", at.Line, at.Column, at.Length) }

// wholeProblem writes all parts of a problem.
func wholeProblem(d diag.Diagnostic) string {
	text := fmt.Sprintf("%s at %s: %s", d.Code, spotted(d.Place), d.Message)
	if hint := d.Hint.String(); hint != "" {
		text += " (" + hint + ")"
	}
	for _, n := range d.Notes {
		text += fmt.Sprintf("; %s: %s", spotted(n.Place), n.Message)
	}
	for _, e := range d.Edits {
		text += fmt.Sprintf("; %q to %q at %s", e.Old, e.New, spotted(e.Place))
	}
	return text
}

// peers lists the words that replace a word in variants.
var peers = map[string][]string{
	"+": {"-", ".."}, "-": {"+", "*"}, "*": {"/", "-"}, "/": {"%", "*"}, "%": {"^", "/"}, "^": {"*"}, "..": {"+", ","}, "==": {"~=", "<", "="}, "~=": {"==", ">=", "!="}, "<": {"<=", "=="}, ">": {">=", "~="},
	"<=": {"<", ">", "=<"}, ">=": {">", "<=", "=>"}, "and": {"or", "&&"}, "or": {"and", "||"}, "not": {"-", "#", "!"}, "#": {"-", "not "}, "=": {"==", ":", "+="}, ",": {"..", ";", " "}, ".": {":", ".."}, ":": {"."}, "(": {"[", "{"}, ")": {"]", "}"},
	"nil": {"0", "false", "null"}, "true": {"false", "1"}, "false": {"true", "nil"}, "then": {"do", "{", ":"}, "do": {"then", "{"}, "elseif": {"else if", "elif"}, "else": {"elseif", "end"}, "end": {"}", "ned", "endif"}, "while": {"if", "until"}, "if": {"while", "unless"},
	"for": {"foreach", "while"}, "in": {"=", "of"}, "local": {"let", "var"}, "function": {"func", "def"}, "return": {"retrun", "local r ="}, "break": {"return", "continue"}, "repeat": {"do"}, "until": {"while"}, "{": {"[", "("}, "}": {"]", ")"}, "[": {"{", "("}, "]": {"}"},
	"pairs": {"ipairs", "each"}, "ipairs": {"pairs", "each"}, "each": {"ipairs", "all"}, "self": {"this", "foe"}, "vars": {"game", "self"}, "game": {"vars", "self"}, "table": {"string", "list"}, "string": {"table", "math"}, "math": {"string"},
}

var (
	nameSuffixes = []string{".size", "[0]", "()", "[1]", ":push(1)", " .. 'x'", " + 1", ".length", "s", " == 3", "[#list + 1]"}
	plainValues  = []string{"nil", "'7'", "{}", "0", "-1", "n", "true", "foe", "unknown", "vars.gold", "'den'", "1.5", "{ 1, 2 }", "top('den')", "cards"}
)

// variantsOf returns variants of a source, three for each token. The kind of change
// alternates.
func variantsOf(source string, turn int) []string {
	var all []string
	tokens := syntax.Tokens(source)
	for i, token := range tokens {
		before, behind, word := source[:token.Offset], source[token.End():], token.Text
		isName := syntax.IsLetter(word[0]) && peers[word] == nil
		isValue := isName || syntax.IsDigit(word[0]) || word[0] == '\'' || word[0] == '"'
		pick := func(list []string) string { return list[(i+turn)%len(list)] }
		changes := []string{before + behind, before + "\n" + word + behind, before + word + " " + word + behind}
		if i+1 < len(tokens) {
			next := tokens[i+1]
			changes = append(changes, before+next.Text+source[token.End():next.Offset]+word+source[next.End():])
		}
		for _, peer := range peers[word] {
			changes = append(changes, before+peer+behind)
		}
		if isName {
			changes = append(changes, before+word+pick(nameSuffixes)+behind, before+word+pick(nameSuffixes[1:])+behind, before+tokens[(i+turn)%len(tokens)].Text+behind)
		}
		if isValue {
			changes = append(changes, before+pick(plainValues)+behind, before+pick(plainValues[1:])+behind, before+"not "+word+behind, before+"("+word+")"+behind, before+"-"+word+behind, before+"#"+word+behind)
		}
		for k := range 3 {
			all = append(all, changes[(i+turn+k*len(changes)/3)%len(changes)])
		}
	}
	return all
}

// TestProgramsKnowTheirModules checks when a program must be compiled again because of
// the modules that it requires.
func TestProgramsKnowTheirModules(t *testing.T) {
	cards, dice := module(t), diceModule(t)
	script := &def.Script{File: "x.lua", Source: "local cards, dice = require('cards'), require('dice') return { use = function() return cards.n + dice.sides end }"}
	p, problems := Compile(script, chunkNames(), requirable{"cards": cards, "dice": dice})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, c := range map[string]struct {
		modules requirable
		want    bool
	}{
		"the same":         {requirable{"cards": cards, "dice": dice}, true},
		"the first anew":   {requirable{"cards": module(t), "dice": dice}, false},
		"the second anew":  {requirable{"cards": cards, "dice": diceModule(t)}, false},
		"the first absent": {requirable{"dice": dice}, false},
	} {
		if same, problems := p.IsUpToDate(c.modules); same != c.want || len(problems) > 0 {
			t.Errorf("%s: %t, %v", name, same, problems)
		}
	}
	if same, _ := compile(t, "return { use = function() end }").IsUpToDate(requirable{}); !same || p.RequiresNothing() {
		t.Error("a program without modules must be compiled again, or one with modules is alone")
	}
}
