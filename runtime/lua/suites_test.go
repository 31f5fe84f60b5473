package lua

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
	"sleight/tests/golden"
)

// section is a statement of a suite outside of functions.
type section struct {
	first, last int
	inside      bool // of another one
	// why is empty for a section that runs and passes.
	why string
}

// suite is one file of a test suite of Lua.
type suite struct {
	name     string
	lines    []string
	locals   string // that replace its global variables
	sections []*section
}

// departures are the sections that pass on PUC Lua and not here, each with the
// listed exception or limit that is the reason.
var departures = map[string]string{
	"big.lua:3":       "limit: bytes of a text",
	"calls.lua:100":   "limit: calls that are open at once",
	"calls.lua:120":   "limit: values that unpack gives",
	"calls.lua:121":   "limit: values that unpack gives",
	"calls.lua:123":   "limit: values that unpack gives",
	"files.lua:116":   "limit: bytes of a text",
	"gc.lua:77":       "limit: bytes of a text",
	"literals.lua:26": "limit: bytes of a text",
	"pm.lua:93":       "limit: calls that are open at once",
	"pm.lua:208":      "limit: bytes of a text",
	"strings.lua:93":  "no address in tostring",
	"strings.lua:94":  "no address in tostring",
	"strings.lua:130": "limit: bytes of a text",
}

// TestLuaSuites checks that the test suites of PUC Lua 5.1 and of gopher-lua
// pass, except for the sections that need features that scripts do not have.
// Those are found by running: a section that the compiler rejects, or that
// fails on PUC Lua too once the rejected ones are removed, does not apply.
func TestLuaSuites(t *testing.T) {
	if testing.Short() {
		t.Log("a short run leaves the suites out")
		return
	}
	if !hasPUC(t) {
		return
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/gopher-lua").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSpace(string(out))
	var page strings.Builder
	seen := map[string]bool{}
	for _, folder := range []string{"_lua5.1-tests", "_glua-tests"} {
		files, err := filepath.Glob(filepath.Join(module, folder, "*.lua"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		run := 0
		for _, file := range files {
			s := readSuite(t, file)
			s.settle(t)
			for _, x := range s.sections {
				key := fmt.Sprintf("%s:%d", s.name, x.first)
				if why, differs := strings.CutPrefix(x.why, "differs: "); differs {
					seen[key] = true
					if departures[key] == "" {
						t.Errorf("%s passes on PUC Lua and not here: %s\n%s", key, why, strings.Join(s.lines[x.first-1:x.last], "\n"))
					}
					x.why = departures[key]
				}
				if x.why == "" {
					run++
				}
			}
			page.WriteString(s.row(folder))
		}
		if run < 50 {
			t.Errorf("only %d sections of %s run", run, folder)
		}
	}
	for key := range departures {
		if !seen[key] {
			t.Errorf("%s is reported as different but is not", key)
		}
	}
	comparePage(t, page.String())
}

// readSuite splits a file into sections.
func readSuite(t *testing.T, file string) *suite {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := strings.ToValidUTF8(string(text), "?")
	if strings.HasPrefix(source, "#") {
		source = "--" + source
	}
	s := &suite{name: filepath.Base(file), lines: strings.Split(source, "\n")}
	chunk, err := parse.Parse(strings.NewReader(source), s.name)
	if err != nil {
		s.sections = []*section{{first: 1, last: len(s.lines), why: "not read by gopher-lua's parser"}}
		return s
	}
	s.split(chunk, 1, len(s.lines), false)
	assigned := map[string]bool{}
	collectAssigned(assigned, chunk)
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(assigned)), func(n string) bool {
		return library.IsBase(n) || library.IsLibrary(n) || library.Absent[n] != ""
	})
	if len(all) > 0 {
		s.locals = "local " + strings.Join(all, ", ") + ";"
	}
	return s
}

// collectAssigned records the names that statements assign to.
func collectAssigned(assigned map[string]bool, list []ast.Stmt) {
	for _, st := range list {
		switch x := st.(type) {
		case *ast.AssignStmt:
			for _, l := range x.Lhs {
				if id, ok := l.(*ast.IdentExpr); ok {
					assigned[id.Value] = true
				}
			}
		case *ast.FuncDefStmt:
			if id, ok := x.Name.Func.(*ast.IdentExpr); ok {
				assigned[id.Value] = true
			}
			collectAssigned(assigned, x.Func.Stmts)
		case *ast.LocalAssignStmt:
			for _, e := range x.Exprs {
				if fn, ok := e.(*ast.FunctionExpr); ok {
					collectAssigned(assigned, fn.Stmts)
				}
			}
		case *ast.DoBlockStmt:
			collectAssigned(assigned, x.Stmts)
		case *ast.IfStmt:
			collectAssigned(assigned, x.Then)
			collectAssigned(assigned, x.Else)
		case *ast.WhileStmt:
			collectAssigned(assigned, x.Stmts)
		case *ast.RepeatStmt:
			collectAssigned(assigned, x.Stmts)
		case *ast.NumberForStmt:
			collectAssigned(assigned, x.Stmts)
		case *ast.GenericForStmt:
			collectAssigned(assigned, x.Stmts)
		}
	}
}

// split makes sections of the statements between two lines. Statements that
// share a line form one section.
func (s *suite) split(list []ast.Stmt, from, to int, inside bool) {
	var starts []int
	blocks := map[int]*ast.DoBlockStmt{}
	for _, st := range list {
		line := max(from, st.Line())
		if len(starts) == 0 || line > starts[len(starts)-1] {
			starts = append(starts, line)
		} else {
			delete(blocks, starts[len(starts)-1])
			continue
		}
		if block, ok := st.(*ast.DoBlockStmt); ok {
			blocks[line] = block
		}
	}
	for i, first := range starts {
		last := to
		if i+1 < len(starts) {
			last = starts[i+1] - 1
		}
		s.sections = append(s.sections, &section{first: first, last: last, inside: inside})
		if b := blocks[first]; b != nil && len(b.Stmts) > 0 && b.Stmts[0].Line() > first && b.LastLine() > b.Stmts[len(b.Stmts)-1].Line() {
			s.split(b.Stmts, first+1, b.LastLine()-1, true)
		}
	}
}

// source is the suite as a script, without the sections that do not apply. Each
// section records that it has been reached.
func (s *suite) source() string {
	lines := slices.Clone(s.lines)
	for i, x := range s.sections {
		if x.why == "" {
			lines[x.first-1] = fmt.Sprintf("mark(%d);", i) + lines[x.first-1]
		}
	}
	for _, x := range s.sections {
		for l := x.first; l <= x.last && x.why != ""; l++ {
			lines[l-1] = ""
		}
	}
	return "return { use = function() " + s.locals + strings.Join(lines, "\n") + "\nend }"
}

// at returns the innermost section that contains a line and still runs.
func (s *suite) at(line int) *section {
	var found *section
	for _, x := range s.sections {
		if x.why == "" && x.first <= line && line <= x.last {
			found = x
		}
	}
	return found
}

// settle removes inapplicable sections until the rest runs.
func (s *suite) settle(t *testing.T) {
	t.Helper()
	known := &analysis.Surface{Functions: map[string]analysis.Signature{"mark": {Variadic: true}, "print": {Variadic: true}}}
	for {
		source := s.source()
		p, problems := Compile(&def.Script{File: s.name, Source: source}, known, modules{})
		if p == nil {
			refused := false
			for _, d := range problems {
				if x := s.at(d.Place.Line); x != nil {
					x.why, refused = reason(d.Message.String()), true
				}
			}
			for _, x := range s.sections {
				if !refused && x.why == "" {
					x.why = "cannot be cut into sections" // gopher-lua does not record where its statements end
				}
			}
			continue
		}
		reached := 0
		quiet := NewFunction(func(*VM, []Value) Value { return Nil })
		v := NewVM(map[string]Value{"print": quiet.Value(), "mark": NewFunction(func(_ *VM, args []Value) Value {
			reached = int(args[0].float())
			return Nil
		}).Value()})
		i, problem := v.Load(p)
		if problem == nil {
			problem = v.Protect(1<<40, func() { v.Call(i.Hook("use")) })
		}
		if problem == nil {
			return
		}
		x := s.sections[reached]
		if x.why != "" {
			t.Fatalf("%s: section %d fails twice: %v", s.name, x.first, problem)
		}
		if there := reachedOnPUC(t, source); there == reached {
			x.why = "needs what was left out"
		} else {
			x.why = "differs: " + problem.Error()
		}
	}
}

// reachedOnPUC runs a script and returns the section in which it fails, or -1.
func reachedOnPUC(t *testing.T, source string) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), "suite.lua")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	driver := `local n = -1 function mark(i) n = i end
local out = print function print() end
local chunk = assert(loadfile(arg[1]))
local ok, problem = pcall(function() return chunk().use() end)
out(ok and -1 or n, problem)`
	cmd := exec.Command(pucLua, "-", file)
	cmd.Stdin = strings.NewReader(driver)
	out, err := cmd.CombinedOutput()
	n := 0
	if _, scan := fmt.Fscan(bytes.NewReader(out), &n); err != nil || scan != nil {
		t.Fatalf("PUC Lua: %v\n%s", err, out)
	}
	return n
}

// reason states briefly why the compiler rejects a section.
func reason(message string) string {
	if name, ok := strings.CutPrefix(message, "unknown name "); ok {
		name = strings.Trim(name, `"`)
		if _, ok := library.Absent[name]; ok || name == "print" {
			return "`" + name + "`"
		}
		return "needs what was left out"
	}
	if library, name, ok := strings.Cut(message, " has no function "); ok {
		return "`" + library + "." + strings.Trim(name, `"`) + "`"
	}
	return message
}

// row formats the results of a suite.
func (s *suite) row(folder string) string {
	passed, reasons := 0, map[string]int{}
	for _, x := range s.sections {
		if x.why == "" {
			passed++
		} else {
			reasons[x.why]++
		}
	}
	list := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b))
	})
	for i, why := range list {
		list[i] = fmt.Sprintf("%s (%d)", strings.ReplaceAll(why, "|", "\\|"), reasons[why])
	}
	return fmt.Sprintf("| %s/%s | %d | %d | %s |\n", strings.Trim(folder, "_"), s.name, len(s.sections), passed, strings.Join(list, ", "))
}

// comparePage compares the results with those in docs/lua.md.
func comparePage(t *testing.T, rows string) {
	t.Helper()
	const file, begin = "../../docs/lua.md", "|---|---|---|---|\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	end := strings.Index("\n"+rest, "\n\n") - 1
	if !found || end < -1 {
		t.Fatalf("%s has no table of results", file)
	}
	if rest[:end+1] == rows {
		return
	}
	if !golden.Updating() {
		t.Errorf("%s is out of date (go test ./runtime/lua -run Suites -update writes it); the results are\n%s", file, rows)
		return
	}
	if err := os.WriteFile(file, []byte(head+begin+rows+rest[end+1:]), 0o644); err != nil {
		t.Fatal(err)
	}
}
