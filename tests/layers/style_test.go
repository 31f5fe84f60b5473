package layers

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestSizes checks the bounds on files and functions.
func TestSizes(t *testing.T) {
	var sizes []int
	for _, s := range sources(t) {
		if s.lines > fileLimit {
			t.Errorf("%s has %d lines, more than %d", s.path, s.lines, fileLimit)
		}
		if !s.test {
			sizes = append(sizes, s.lines)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			if n := s.effort(f); n > functionLimit && long[s.folder+"."+f.Name.Name] == "" {
				t.Errorf("%s: %s has %d lines, more than %d", s.at(f), f.Name.Name, n, functionLimit)
			}
		}
	}
	slices.Sort(sizes)
	if m := sizes[len(sizes)/2]; m >= fileMedian {
		t.Errorf("the median file has %d lines; it must have fewer than %d", m, fileMedian)
	}
}

// effort is the length of a function in lines without those of literal tables.
func (s *source) effort(f *ast.FuncDecl) int {
	line := func(n ast.Node) (first, last int) {
		return s.set.Position(n.Pos()).Line, s.set.Position(n.End()).Line
	}
	first, last := line(f)
	lines := last - first + 1
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if table, ok := n.(*ast.CompositeLit); ok {
			first, last := line(table)
			lines -= last - first
			return false
		}
		return true
	})
	return lines
}

// TestNoInit checks that no package has an init function.
func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: there shall be no init functions", s.at(f))
			}
		}
	}
}

// TestTestsNeitherSleepNorSkip checks that no test sleeps instead of waiting
// for an event, and that every test runs everywhere.
func TestTestsNeitherSleepNorSkip(t *testing.T) {
	forbidden := []string{"time.Sleep", "t.Skip", "t.Skipf", "t.SkipNow", "b.Skip", "b.Skipf", "b.SkipNow", "f.Skip", "f.Skipf", "f.SkipNow"}
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if of, ok := selector.X.(*ast.Ident); ok && slices.Contains(forbidden, of.Name+"."+selector.Sel.Name) {
				t.Errorf("%s: %s.%s is called in a test", s.at(n), of.Name, selector.Sel.Name)
			}
			return true
		})
	}
}

// TestNoDeferredWorkInComments checks that no comment defers work to later.
func TestNoDeferredWorkInComments(t *testing.T) {
	marks := []string{"TO" + "DO", "FIX" + "ME", "XX" + "X"}
	for _, s := range sources(t) {
		for _, group := range s.file.Comments {
			for _, mark := range marks {
				if strings.Contains(group.Text(), mark) {
					t.Errorf("%s: a comment says %s", s.at(group), mark)
				}
			}
		}
	}
}
