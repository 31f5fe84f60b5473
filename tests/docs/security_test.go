package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testName = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z]*)`")
	caseName = regexp.MustCompile("\\(`([a-z]+_[a-z_]+)`\\)")
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
)

// TestSecurityPageNamesExistingTests checks that every test and every
// hostile case that the page names exists.
func TestSecurityPageNamesExistingTests(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := tests(t)
	named := testName.FindAllStringSubmatch(string(page), -1)
	for _, m := range named {
		if !there[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
	for _, m := range caseName.FindAllStringSubmatch(string(page), -1) {
		found, err := filepath.Glob(filepath.Join(root, "tests", "hostile", "cases", "*", m[1]+".*"))
		if err != nil || len(found) == 0 {
			t.Errorf("there is no hostile case %s", m[1])
		}
	}
	if len(named) < 20 {
		t.Errorf("the page names %d tests only", len(named))
	}
}

var script = regexp.MustCompile("`([a-z_]+\\.txtar)`")

// TestFaultsPageNamesExistingTests checks that each row of the page names
// tests or scripts that exist, and says whether they were seen to fail.
func TestFaultsPageNamesExistingTests(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "faults.md"))
	if err != nil {
		t.Fatal(err)
	}
	there, rows := tests(t), 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| ") || cells[0] == "fault" {
			continue
		}
		rows++
		if len(cells) != 3 || !strings.Contains(cells[2], "old program") && !strings.Contains(cells[2], "fix removed") &&
			!strings.Contains(cells[2], "planted") && !strings.Contains(cells[2], "Planted") && !strings.HasPrefix(cells[2], "not seen") {
			t.Errorf("how this was seen is not said: %s", line)
			continue
		}
		named, scripts := testName.FindAllStringSubmatch(line, -1), script.FindAllStringSubmatch(cells[1], -1)
		if len(named)+len(scripts) == 0 {
			t.Errorf("no test is named: %s", line)
		}
		for _, m := range named {
			if !there[m[1]] {
				t.Errorf("there is no %s", m[1])
			}
		}
		for _, m := range scripts {
			if _, err := os.Stat(filepath.Join(root, "tests", "cli", "testdata", m[1])); err != nil {
				t.Error(err)
			}
		}
	}
	if rows < 40 {
		t.Errorf("the page has %d rows only", rows)
	}
}

// tests finds the names of all tests of the repository.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
