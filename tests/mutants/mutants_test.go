package main

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/tests/golden"
)

// TestSurvivorsAreFound mutates a package whose tests leave known gaps, one of
// which another package's test closes, and checks the result of every mutant,
// except those that would loop until a timeout. A mutant that both packages'
// tests notice must be credited to its own package.
func TestSurvivorsAreFound(t *testing.T) {
	file, err := filepath.Abs("testdata/sample.golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("..", ".."))
	const sample, user = "tests/mutants/testdata/sample", "tests/mutants/testdata/user"
	packages, err := readPackages([]string{sample})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSchemata(packages, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.buildTests([]string{user, sample}); err != nil {
		t.Fatal(err)
	}
	if err := s.record(false); err != nil {
		t.Fatal(err)
	}
	h := newHunt(s, sample, 60)
	var tried []*mutant
	for _, m := range s.packages[0].mutants {
		if m.where == "Endless" && m.kind == "statement" {
			continue
		}
		tried = append(tried, m)
	}
	if err := h.tryAll(tried); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range tried {
		fate := "survived" + s.reach(m)
		switch {
		case h.noticedByOwn(m):
			fate = "noticed"
		case h.noticed[m] != "":
			fate = "noticed elsewhere"
		}
		fmt.Fprintf(&got, "%s: line %d, %s: %s\n", fate, m.line, m.kind, m.text)
	}
	golden.Check(t, file, got.String())
}

// TestTheTableIsCurrent enforces that the table names packages that have tests.
func TestTheTableIsCurrent(t *testing.T) {
	for _, path := range elsewhere {
		if tests, _ := filepath.Glob(filepath.Join("..", "..", path, "*_test.go")); len(tests) == 0 {
			t.Errorf("%s has no tests", path)
		}
	}
}

// TestEquivalentMutantsAreExplained enforces that the list can be read.
func TestEquivalentMutantsAreExplained(t *testing.T) {
	if _, err := readEquivalent("equivalent.txt"); err != nil {
		t.Error(err)
	}
}

// TestEquivalentMutantsExist enforces that every entry of the list names a
// mutant of today's code.
func TestEquivalentMutantsExist(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	listed, err := readEquivalent(equivalentPath)
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for _, key := range listed.keys {
		file, _, _ := strings.Cut(key, " ")
		folders[path.Dir(file)] = true
	}
	packages, err := readPackages(slices.Sorted(maps.Keys(folders)))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, p := range packages {
		for _, m := range collect(p) {
			found[m.key] = true
		}
	}
	for _, key := range listed.keys {
		if !found[key] {
			t.Errorf("%s names no mutant: %s", equivalentPath, key)
		}
	}
}

// TestChangedLines reads a diff: lines that are added or changed count, and those that
// are removed do not.
func TestChangedLines(t *testing.T) {
	changed, err := parseDiff("diff --git a/x/a.go b/x/a.go\n--- a/x/a.go\n+++ b/x/a.go\n@@ -1 +1 @@ func f() {\n-old\n+new\n@@ -7,0 +9,2 @@\n+++ b/y\n+@@ -1 +1 @@\n" +
		"@@ -20,3 +25,0 @@\n--- gone\ndiff --git a/b.go b/b.go\nnew file mode 100644\n--- /dev/null\n+++ b/b.go\n@@ -0,0 +1,3 @@\n+1\n+2\n+3\n")
	if got := fmt.Sprint(changed); err != nil || got != "map[b.go:map[1:true 2:true 3:true] x/a.go:map[1:true 9:true 10:true]]" {
		t.Error(got, err)
	}
}
