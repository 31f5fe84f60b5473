package layers

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	pageRow  = regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| (.*?) \\|")
	pageName = regexp.MustCompile("(?:^|; )`([a-z]+)`")
	pageFlow = regexp.MustCompile("(?s)```text\n(.*?)```")
	flowName = regexp.MustCompile(`(?m)^([a-z/]+(?:, [a-z/]+)*)  ?`)
)

// TestTheArchitecturePage checks docs/architecture.md against the table of
// layers: it lists every package of the runtime in order, and the ways of an
// edit, a command and a simulation name existing packages, none twice.
func TestTheArchitecturePage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := map[string][]string{}
	for _, row := range pageRow.FindAllStringSubmatch(string(text), -1) {
		for _, name := range pageName.FindAllStringSubmatch(row[2], -1) {
			page[row[1]] = append(page[row[1]], name[1])
		}
	}
	for _, l := range layers {
		folder, ok := strings.CutPrefix(l.path, "runtime/")
		if !ok {
			continue
		}
		var want []string
		for _, p := range l.packages {
			if name := path.Base(path.Join(folder, p.path)); holdsCode(t, path.Join(l.path, p.path)) {
				want = append(want, name)
			}
		}
		if !slices.Equal(page[folder], want) {
			t.Errorf("the page lists %v in %s, and there are %v", page[folder], folder, want)
		}
	}
	flows := pageFlow.FindAllStringSubmatch(string(text), -1)
	if len(flows) != 4 {
		t.Fatalf("the page has %d drawings, and one of the folders and three of the ways are expected", len(flows))
	}
	for _, flow := range flows[1:] {
		seen := map[string]bool{}
		for _, line := range flowName.FindAllStringSubmatch(flow[1], -1) {
			for name := range strings.SplitSeq(line[1], ", ") {
				if seen[name] {
					t.Errorf("a way enters %s twice", name)
				}
				seen[name] = true
				if _, err := os.Stat(filepath.Join(root, "runtime", name)); err != nil {
					t.Errorf("a way names %s, which does not exist", name)
				}
			}
		}
		if len(seen) < 5 {
			t.Errorf("a way names only %d packages", len(seen))
		}
	}
}

// holdsCode reports whether a package has files other than the one that embeds
// its sources.
func holdsCode(t *testing.T, folder string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(name string) bool {
		return filepath.Base(name) != "sources.go" && !strings.HasSuffix(name, "_test.go")
	})
}
