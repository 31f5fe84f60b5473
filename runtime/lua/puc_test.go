package lua

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// PUC Lua 5.1, from Debian's package lua5.1, is the reference for scripts.
const pucLua = "lua5.1"

// hasPUC reports whether the reference is installed. In CI it must be.
func hasPUC(t testing.TB) bool {
	t.Helper()
	_, err := exec.LookPath(pucLua)
	switch {
	case err == nil:
		return true
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is not installed: CI must install Debian's package %s", pucLua, pucLua)
	}
	t.Logf("nothing is compared: %s is not installed (Debian's package %s)", pucLua, pucLua)
	return false
}

// programOutput holds the output of a program and how it ended.
type programOutput struct {
	text    string
	failed  bool // it ended with an error
	endless bool // it took more steps than a program may
	refused bool // it was not compiled
	why     string
}

// pucDriver runs programs and prints what they emit, each as its length and
// text.
const pucDriver = `
local programs = {}
local out
local function shown(v)
  local kind = type(v)
  if kind == "number" then
    if v ~= v then return "number:nan" end
    if v == 0 then return "number:0" end
    return "number:" .. string.format("%.17g", v)
  elseif kind == "string" then
    return "string:" .. string.gsub(v, "[^%w ]", function(c) return string.format("\\%03d", string.byte(c)) end)
  elseif kind == "boolean" then
    return "boolean:" .. tostring(v)
  end
  return kind
end
local function emit(...)
  for i = 1, select("#", ...) do out[#out + 1] = " " .. shown((select(i, ...))) end
  out[#out + 1] = "\n"
end
local function limited() error("endless", 0) end
local globals = { emit = emit, assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs,
  select = select, tonumber = tonumber, tostring = tostring, type = type, unpack = unpack,
  math = math, string = string, table = table }
local function run(source)
  out = {}
  local chunk = loadstring(source)
  if not chunk then return "refused" end
  setfenv(chunk, globals)
  debug.sethook(limited, "", 3000000)
  local ok, problem = pcall(function() return chunk().use() end)
  debug.sethook()
  return ok and "ended" or problem == "endless" and "endless" or "failed"
end
local input = io.open(arg[1], "rb")
while true do
  local n = input:read("*n")
  if not n then break end
  input:read(1)
  local outcome = run(input:read(n))
  local text = table.concat(out)
  io.write(outcome, " ", #text, "\n", text)
end
`

// onPUC runs programs on PUC Lua, all in one process.
func onPUC(t testing.TB, programs []string) []programOutput {
	t.Helper()
	dir := t.TempDir()
	var input bytes.Buffer
	for _, p := range programs {
		fmt.Fprintf(&input, "%d\n%s", len(p), p)
	}
	driver, file := filepath.Join(dir, "driver.lua"), filepath.Join(dir, "programs")
	for name, text := range map[string][]byte{driver: []byte(pucDriver), file: input.Bytes()} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(pucLua, driver, file)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	var all []programOutput
	for len(output) > 0 {
		head, rest, _ := bytes.Cut(output, []byte("\n"))
		outcome, size, _ := strings.Cut(string(head), " ")
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatalf("PUC Lua printed %q", head)
		}
		all = append(all, programOutput{string(rest[:n]), outcome == "failed", outcome == "endless", outcome == "refused", ""})
		output = rest[n:]
	}
	if len(all) != len(programs) {
		t.Fatalf("PUC Lua answered for %d of %d programs", len(all), len(programs))
	}
	return all
}

// here runs a program in the sandbox.
func here(t testing.TB, source string) programOutput {
	t.Helper()
	var out strings.Builder
	v := NewVM(map[string]Value{"emit": NewFunction(func(v *VM, args []Value) Value {
		for _, a := range args {
			out.WriteString(" " + shown(a))
		}
		out.WriteByte('\n')
		return v.Return()
	}).Value()})
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, &analysis.Surface{Functions: map[string]analysis.Signature{"emit": {Variadic: true}}}, modules{})
	if problems.Failed() {
		for _, d := range problems {
			if d.Code == "engine/internal" {
				t.Fatalf("%s\n%v", source, d)
			}
		}
		return programOutput{refused: true, why: problems.Error()}
	}
	_, problem := run(t, v, p)
	if problem == nil {
		return programOutput{text: out.String()}
	}
	if problem.Code == "engine/internal" {
		t.Fatalf("%s\n%v", source, problem)
	}
	return programOutput{out.String(), problem.Code != "script/fuel", problem.Code == "script/fuel", false, problem.Error()}
}

// shown formats a value as the driver on PUC Lua does.
func shown(v Value) string {
	switch v.Type() {
	case TypeNumber:
		n, _ := v.Number()
		switch {
		case math.IsNaN(n):
			return "number:nan"
		case n == 0:
			return "number:0"
		}
		d := directive{precision: 17, verb: 'g'}
		return "number:" + d.float(n)
	case TypeText:
		s, _ := v.Text()
		var b strings.Builder
		for i := range len(s) {
			if c := s[i]; syntax.IsDigit(c) || syntax.IsLetter(c) && c != '_' || c == ' ' {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "\\%03d", c)
			}
		}
		return "string:" + b.String()
	case TypeBool:
		return "boolean:" + v.String()
	}
	return v.Type().String()
}

// difference shows where two outcomes differ.
func difference(ours, theirs programOutput) string {
	a, b := strings.Split(ours.text, "\n"), strings.Split(theirs.text, "\n")
	i := 0
	for i < len(a)-1 && i < len(b)-1 && a[i] == b[i] {
		i++
	}
	ours.text, theirs.text = a[i], b[i]
	return fmt.Sprintf("--- here, line %d\n%+v\n--- on PUC Lua\n%+v", i+1, ours, theirs)
}

// nightly reports whether tests may take long.
func nightly() bool { return os.Getenv("SLEIGHT_NIGHTLY") != "" }

// TestProgramsBehaveAsOnPUCLua checks that random programs behave as on PUC
// Lua. Only the wording of failures differs.
func TestProgramsBehaveAsOnPUCLua(t *testing.T) {
	if !hasPUC(t) {
		return
	}
	programs, batch := 2000, 2000
	switch {
	case nightly():
		programs = 200_000
	case testing.Short(): // the race detector finds nothing in a single goroutine
		programs = 200
	}
	first := uint64(0)
	if n, err := strconv.ParseUint(os.Getenv("SLEIGHT_PROGRAMS_FROM"), 10, 64); err == nil {
		first = n // another part of the million
	}
	if n, err := strconv.Atoi(os.Getenv("SLEIGHT_PROGRAMS")); err == nil {
		programs = n
	}
	failed, limited, wrong := 0, 0, 0
	for from := 0; from < programs; from += batch {
		var sources []string
		for i := range min(batch, programs-from) {
			sources = append(sources, program(first+uint64(from+i)))
		}
		for i, theirs := range onPUC(t, sources) {
			ours := here(t, sources[i])
			if theirs.failed {
				failed++
			}
			if ours.endless || theirs.endless || strings.Contains(ours.why, "longer than") || strings.Contains(ours.why, "gives at most") {
				limited++
				continue // the limits on programs and on values differ
			}
			if theirs.why = ours.why; ours != theirs {
				t.Errorf("seed %d\n%s\n%s", first+uint64(from+i), sources[i], difference(ours, theirs))
				if wrong++; wrong == 3 {
					t.FailNow()
				}
			}
		}
	}
	if limited > programs/50 {
		t.Errorf("%d of %d programs reach a limit, which tells little", limited, programs)
	}
	if failed > programs*6/10 || failed < programs/100 {
		t.Errorf("%d of %d programs fail, which tells little", failed, programs)
	}
}
