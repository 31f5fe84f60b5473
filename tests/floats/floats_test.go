package floats

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fusing are the instructions of arm64 that multiply and add with one rounding.
var fusing = regexp.MustCompile(`\((\S+\.go:\d+)\)\s+(FN?M(?:ADD|SUB)[SD])\b`)

// compile compiles packages for arm64, with those that they need, and returns
// what the compiler prints. The flags are for the packages of a pattern.
func compile(t *testing.T, pattern, flags string, packages ...string) string {
	t.Helper()
	c := exec.Command("go", append([]string{"build", "-gcflags=" + pattern + "=" + flags, "-o", os.DevNull}, packages...)...)
	c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	return string(out)
}

// fused compiles packages for arm64, with those that they need, and returns
// their fused instructions, each with its line. The compiler says where it fuses
// anything; printing all instructions takes twice as long, so that is done only
// to find the lines.
func fused(t *testing.T, packages ...string) (found []string) {
	t.Helper()
	name := ""
	var names []string
	for line := range strings.Lines(compile(t, "sleight/...", "-d=fmahash=y", packages...)) {
		if named, ok := strings.CutPrefix(line, "# "); ok {
			name = strings.TrimSpace(named)
		}
		if strings.Contains(line, "fmahash triggered") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		found = append(found, fusedIn(t, name)...)
	}
	return found
}

// fusedIn returns the fused instructions of a package that has some.
func fusedIn(t *testing.T, name string) (found []string) {
	t.Helper()
	for _, m := range fusing.FindAllStringSubmatch(compile(t, name, "-S", name), -1) {
		found = append(found, m[2]+" at "+m[1])
	}
	if len(found) == 0 {
		t.Errorf("%s has fused instructions, but none is found in its code", name)
	}
	return found
}

// TestNothingIsFusedOnArm64 compiles the program for arm64 except main, so that
// nothing is linked. Reports and games are equal byte for byte on amd64 and
// arm64 only without fused instructions. By day, what speaks HTTP or NATS is left
// out: their clients and servers are more than half of what there is to compile,
// and nothing in games is calculated in the packages that use them.
func TestNothingIsFusedOnArm64(t *testing.T) {
	if found := fused(t, "./testdata/fused"); len(found) != 1 || !strings.Contains(found[0], "fused.go:") {
		t.Errorf("the fused instruction of testdata/fused is not found: %q", found)
	}
	packages := []string{"sleight/cmd/sleight/cli"}
	if os.Getenv("SLEIGHT_NIGHTLY") == "" {
		packages = without(t, "net/http")
	}
	if found := fused(t, packages...); len(found) > 0 {
		t.Errorf("%d instructions multiply and add with one rounding; write float64(x*y) + z:\n%s", len(found), strings.Join(found, "\n"))
	}
}

// without returns the packages of runtime that do not need a package.
func without(t *testing.T, needed string) (packages []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Deps}}", "sleight/runtime/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		name, deps, _ := strings.Cut(line, " ")
		if !slices.Contains(strings.Fields(strings.Trim(deps, "[]\n")), needed) {
			packages = append(packages, name)
		}
	}
	for _, name := range []string{"sleight/runtime/game/session", "sleight/runtime/sim/experiment", "sleight/runtime/sim/chart"} {
		if !slices.Contains(packages, name) {
			t.Errorf("%s is not compiled", name)
		}
	}
	return packages
}

// exact are the functions of package math whose results do not depend on the
// machine: they round once, or only take a number apart.
var exact = map[string]bool{
	"Abs": true, "Ceil": true, "Copysign": true, "Float32bits": true, "Float64bits": true, "Float64frombits": true, "Floor": true,
	"Frexp": true, "Inf": true, "IsInf": true, "IsNaN": true, "Ldexp": true, "Max": true, "Min": true, "Mod": true, "Modf": true,
	"NaN": true, "Nextafter": true, "Round": true, "RoundToEven": true, "Signbit": true, "Sqrt": true, "Trunc": true,
}

// inexact returns the calls of other functions of package math in a file.
func inexact(file string, source any) (found []string, err error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, 0)
	if err != nil {
		return nil, err
	}
	imports := false
	for _, i := range parsed.Imports {
		imports = imports || i.Path.Value == `"math"` && i.Name == nil
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && imports {
			of, isName := s.X.(*ast.Ident)
			constant := strings.ToUpper(s.Sel.Name[:1]) == s.Sel.Name[:1] && isConstant.MatchString(s.Sel.Name)
			if isName && of.Name == "math" && of.Obj == nil && !exact[s.Sel.Name] && !constant {
				found = append(found, fmt.Sprintf("%s: math.%s", set.Position(n.Pos()), s.Sel.Name))
			}
		}
		return true
	})
	return found, nil
}

var isConstant = regexp.MustCompile(`^(Max|Min|Smallest)[A-Z]|^(Pi|Phi|E|Sqrt2|SqrtE|SqrtPi|Ln2|Ln10|Log2E|Log10E)$`)

func TestOnlyExactFunctionsOfMathAreCalled(t *testing.T) {
	if found, err := inexact("x.go", "package x\nimport \"math\"\nvar y = math.Exp(1) + math.Sqrt(math.Pi)"); err != nil || len(found) != 1 {
		t.Errorf("math.Exp is not found: %v %v", found, err)
	}
	for _, dir := range []string{"../../runtime", "../../cmd"} {
		err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			found, err := inexact(file, nil)
			for _, call := range found {
				t.Errorf("%s differs between processors; package number has one that does not", call)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
