package layers

import (
	"go/ast"
	"slices"
	"testing"
)

// processWide are functions that change the whole process. They belong to the
// program: a host that embeds the engine has its own heap, folder, environment
// and exit code.
var processWide = map[string][]string{
	"runtime/debug": {"SetGCPercent", "SetMaxStack", "SetMaxThreads", "SetMemoryLimit", "SetPanicOnFault", "SetTraceback"},
	"runtime":       {"GC"},
	"os":            {"Chdir", "Clearenv", "Exit", "Setenv", "Unsetenv"},
	"os/signal":     {"Ignore", "Notify", "NotifyContext", "Reset"},
	"log":           {"Fatal", "Fatalf", "Fatalln", "SetFlags", "SetOutput", "SetPrefix"},
	"log/slog":      {"SetDefault"},
}

// TestLibrariesLeaveTheProcessAlone enforces that only the command line and the
// front ends, which own the terminal, change the process around them.
func TestLibrariesLeaveTheProcessAlone(t *testing.T) {
	found := 0
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, call := range s.calls(processWide) {
			if within(s.folder, "runtime") && !within(s.folder, "runtime/ui") {
				t.Errorf("%s: %s changes the whole process", s.at(call), call.Sel.Name)
			}
			found++
		}
	}
	if found == 0 {
		t.Error("not even the command line is seen to change the process")
	}
}

// calls returns the uses of named functions of imported packages.
func (s *source) calls(names map[string][]string) []*ast.SelectorExpr {
	var out []*ast.SelectorExpr
	imported := s.imported()
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := sel.X.(*ast.Ident); ok && slices.Contains(names[imported[of.Name]], sel.Sel.Name) {
				out = append(out, sel)
			}
		}
		return true
	})
	return out
}
