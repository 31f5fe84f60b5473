package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// score is the result for one package.
type score struct {
	path       string
	all        int // all mutants of the package
	tried      int // those that are not equivalent
	equivalent int // equivalent ones among those drawn
	own        int // those noticed by the package's own tests
	survivors  []*mutant
	keys       map[string]bool // of all mutants
}

// percent returns the share of the mutants that the tests noticed.
func (s *score) percent() float64 {
	if s.tried == 0 {
		return 100
	}
	return 100 * float64(s.noticed()) / float64(s.tried)
}

// noticed counts the mutants that a test failed on.
func (s *score) noticed() int { return s.tried - len(s.survivors) }

// String formats the score on one line.
func (s *score) String() string {
	return fmt.Sprintf("%-30s %4d mutants, %3d tried, %3d noticed, %3d by its own tests, %2d equivalent: %3.0f %%",
		s.path, s.all, s.tried, s.noticed(), s.own, s.equivalent, s.percent())
}

var row = regexp.MustCompile("^\\| `([^`]+)` \\|")

// writePage puts scores into the table of a page: the row of a package that was
// measured is rewritten, and a new one is added at the end.
func writePage(path string, all []*score) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	for _, s := range all {
		line := fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %.0f %% |", s.path, s.all, s.tried, s.noticed(), s.own, s.equivalent, s.percent())
		at := slices.IndexFunc(lines, func(l string) bool {
			match := row.FindStringSubmatch(l)
			return match != nil && match[1] == s.path
		})
		if at >= 0 {
			lines[at] = line
			continue
		}
		last := -1
		for i, l := range lines {
			if row.MatchString(l) || strings.HasPrefix(l, "| ---") {
				last = i
			}
		}
		if last < 0 {
			return fmt.Errorf("%s has no table", path)
		}
		lines = slices.Insert(lines, last+1, line)
	}
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644)
}

// equivalentPath is the path of the list of mutants that change nothing a test
// could observe.
const equivalentPath = "tests/mutants/equivalent.txt"

// equivalents holds the entries of the list: the key of a mutant, and the
// reason.
type equivalents struct {
	keys    []string
	reasons map[string]string
}

// readEquivalent reads the list: the key of a mutant on a line, and the reason
// on the next, indented. Empty lines and lines that begin with # are ignored.
func readEquivalent(path string) (*equivalents, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	e := &equivalents{reasons: map[string]string{}}
	key := ""
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		reason, indented := strings.CutPrefix(line, "\t")
		switch line, reason = strings.TrimSpace(line), strings.TrimSpace(reason); {
		case line == "" || strings.HasPrefix(line, "#"):
		case !indented && key == "":
			key = line
			e.keys = append(e.keys, key)
		case indented && key != "":
			e.reasons[key] = reason
			key = ""
		default:
			return nil, fmt.Errorf("%s:%s: a mutant must be followed by one indented line that says why it changes nothing", path, strconv.Itoa(number))
		}
	}
	if key != "" {
		return nil, fmt.Errorf("%s: no reason for %s", path, key)
	}
	return e, nil
}

// reason returns why a mutant is equivalent, or "" for one that is not listed.
func (e *equivalents) reason(m *mutant) string { return e.reasons[m.key] }

// stale returns the entries for measured packages that match no mutant.
func (e *equivalents) stale(all []*score) []string {
	var out []string
	for _, key := range e.keys {
		for _, s := range all {
			file, _, _ := strings.Cut(key, " ")
			if file[:strings.LastIndex(file, "/")] == s.path && !s.keys[key] {
				out = append(out, key)
			}
		}
	}
	return out
}
