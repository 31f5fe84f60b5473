package lua

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// TestTheLibraryListsEveryNameOfPUCLua checks that the table of the library is
// complete: it has the names that PUC Lua has, and no others except those
// marked as added.
func TestTheLibraryListsEveryNameOfPUCLua(t *testing.T) {
	if !hasPUC(t) {
		return
	}
	out, err := exec.Command(pucLua, "-e", `
for name, v in pairs(_G) do
  print(name)
  if type(v) == "table" and v ~= _G and name ~= "package" then
    for field in pairs(v) do print(name .. "." .. field) end
  end
end`).Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Fields(string(out))
	ours, whole := map[string]Entry{}, []string{}
	for _, e := range Standard() {
		if _, twice := ours[e.Name]; twice {
			t.Errorf("%s is listed twice", e.Name)
		}
		ours[e.Name] = e
		if slices.ContainsFunc(theirs, func(n string) bool { return strings.HasPrefix(n, e.Name+".") }) {
			whole = append(whole, e.Name)
		}
	}
	for _, name := range theirs {
		library, _, isField := strings.Cut(name, ".")
		_, listed := ours[name]
		// A library has no row of its own if its fields have rows.
		byFields := slices.ContainsFunc(Standard(), func(e Entry) bool { return strings.HasPrefix(e.Name, name+".") })
		if !listed && !byFields && !(isField && slices.Contains(whole, library)) {
			t.Errorf("PUC Lua has %s, which the table does not list", name)
		}
	}
	for name, e := range ours {
		if known := slices.Contains(theirs, name); known == (e.Status == Added) {
			t.Errorf("%s is listed as %s, and PUC Lua has it: %v", name, e.Status, known)
		}
	}
}

// TestLibraryTableIsComplete checks every row of the library table: what
// exists can be used; what is absent is rejected with the alternative.
func TestLibraryTableIsComplete(t *testing.T) {
	for _, e := range Standard() {
		_, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function() local f = " + e.Name + " return type(f) end }"}, surface, modules{})
		there := len(problems) == 0
		switch {
		case there != (e.Status != Absent):
			t.Errorf("%s is %s, and compiles: %v", e.Name, e.Status, there)
		case !there && (e.Note == "" || problems[0].Hint.String() != e.Note):
			t.Errorf("%s: got %v, want the hint %q", e.Name, problems[0], e.Note)
		case there && (e.run != nil) == (e.Cost == ""):
			t.Errorf("%s: a function, and only that, says what it costs", e.Name)
		case there && (e.Note == "") != (e.Status == Same):
			t.Errorf("%s is %s: a note says how it differs, and only then", e.Name, e.Status)
		}
	}
}

// TestPUCLuaCompilesWhatWeCompile checks that randomly changed programs are
// compiled here only if PUC Lua's parser accepts them.
func TestPUCLuaCompilesWhatWeCompile(t *testing.T) {
	if !hasPUC(t) {
		return
	}
	programs := 1500
	if nightly() {
		programs = 30_000
	}
	var sources []string
	compiled := 0
	for seed := range programs {
		source := mutant(uint64(seed))
		_, problems := Compile(&def.Script{File: "x.lua", Source: source}, &analysis.Surface{Functions: map[string]analysis.Signature{"emit": {Variadic: true}}}, modules{})
		if problems.Failed() {
			continue
		}
		compiled++
		sources = append(sources, source)
	}
	if compiled < programs/50 {
		t.Fatalf("only %d of %d are compiled, which tells little", compiled, programs)
	}
	for i, theirs := range onPUC(t, sources) {
		ours := here(t, sources[i])
		if theirs.refused {
			t.Errorf("PUC Lua refuses this:\n%s", sources[i])
		} else if theirs.why = ours.why; !ours.endless && !theirs.endless && ours != theirs && !strings.Contains(sources[i], "..") {
			t.Errorf("%s\n%s", sources[i], difference(ours, theirs))
		}
	}
}

// mutant is a small program in which some words have been changed.
func mutant(seed uint64) string {
	w := newAuthor(seed)
	w.scopes = [][]string{{"a", "b"}}
	w.depth = 5
	for range 2 {
		w.simple()
	}
	in := &syntax.Source{Text: w.text.String()}
	if in.Scan() != nil {
		return ""
	}
	words := []string{";", "(", ")", "[", "]", "{", "}", ",", "=", "..", "-", "not", "local", "function", "end", "do", "\n", "a", "'s'", "1", "0x1g", "3..2", "~=", "return", "[[x]]", ":", ".", "...", "break"}
	var out []string
	for _, tk := range in.Tokens {
		text := tk.Text
		switch w.pick(40) {
		case 0:
			text = ""
		case 1:
			text = text + w.one(" ", "\n") + words[w.pick(len(words))]
		case 2:
			text = words[w.pick(len(words))]
		case 3:
			text = "\n" + text
		}
		out = append(out, text)
	}
	return "return { use = function(...) local a, b = 1, { 2 }\n" + strings.Join(out, " ") + "\nend }"
}

// TestReferencePageIsCurrent checks that the generated page equals the one in
// the documents.
func TestReferencePageIsCurrent(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "lua.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Standard() {
		if !strings.Contains(string(text), "\n| `"+e.Name+"` | "+string(e.Status)+" |") {
			t.Errorf("the reference does not say that %s is %s", e.Name, e.Status)
		}
	}
	for _, x := range Exceptions() {
		if !strings.Contains(string(text), "| "+x.What+" |") {
			t.Errorf("the reference does not name the exception: %s", x.What)
		}
	}
	for _, l := range Limits() {
		if !strings.Contains(string(text), "| "+l.What+" | "+l.Here+" |") {
			t.Errorf("the reference does not give the limit: %s", l.What)
		}
	}
}
