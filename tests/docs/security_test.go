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

// TestThePageOnSecurityNamesWhatIsThere checks that every test and every hostile
// case that the page names is there.
func TestThePageOnSecurityNamesWhatIsThere(t *testing.T) {
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
