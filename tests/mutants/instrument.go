package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// schemata is a copy of a package with every mutant in it, and the tests that
// were built with it.
type schemata struct {
	*pkg
	mutants []*mutant
	work    string // a temporary folder
	suites  []*suite
}

// The files of the working folder that a running test reads and writes.
const (
	selectedFile = "selected" // the number of the mutant; -1 to record
	reachedFile  = "reached"  // the numbers of those that were reached, one a line
)

// added is put into the package. Nothing but a comparison is done when no
// mutant is selected.
const added = `package %s

import (
	sleightOS "os"
	sleightConv "strconv"
	sleightText "strings"
	sleightAtomic "sync/atomic"
)

const sleightWork = %q

var sleightSelected = sleightRead()

var sleightSeen [%d]sleightAtomic.Bool

func sleightRead() int {
	text, _ := sleightOS.ReadFile(sleightWork + "/selected")
	n, _ := sleightConv.Atoi(sleightText.TrimSpace(string(text)))
	return n
}

func sleightMutant(id int) bool { return sleightSelected != 0 && sleightReach(id) }

//go:noinline
func sleightReach(id int) bool {
	if sleightSelected < 0 && !sleightSeen[id].Swap(true) {
		f, err := sleightOS.OpenFile(sleightWork+"/reached", sleightOS.O_APPEND|sleightOS.O_CREATE|sleightOS.O_WRONLY, 0o600)
		if err == nil {
			f.WriteString(sleightConv.Itoa(id) + "\n")
			f.Close()
		}
	}
	return sleightSelected == id
}

func sleightNumber[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64](id int, v T) T {
	if sleightMutant(id) {
		return v + 1
	}
	return v
}

func sleightField[T any](id int, v T) T {
	if sleightMutant(id) {
		var none T
		return none
	}
	return v
}
`

// newSchemata builds the tests of some packages with every mutant of one. A
// mutant that does not compile is left out.
func newSchemata(p *pkg, tests []string) (*schemata, error) {
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	s := &schemata{pkg: p, mutants: collect(p), work: work}
	for range 10 {
		if err := s.write(); err != nil {
			return s, err
		}
		if _, err = output("go", "build", "-o", os.DevNull, "-gcflags=-e", "-overlay", s.overlay(), "./"+p.path); err == nil {
			return s, s.buildTests(tests)
		}
		if !s.leaveOut(err) {
			return s, err
		}
	}
	return s, err
}

// overlay returns the path of the file that tells the build which file stands
// for which.
func (s *schemata) overlay() string { return filepath.Join(s.work, "overlay.json") }

// write writes the copy.
func (s *schemata) write() error {
	replace := map[string]string{}
	put := func(original, text string) error {
		path := filepath.Join(s.work, filepath.Base(original))
		replace[original] = path
		return os.WriteFile(path, []byte(text), 0o600)
	}
	for _, f := range s.files {
		if err := put(f.path, s.rewritten(f)); err != nil {
			return err
		}
	}
	most := 0
	for _, m := range s.mutants {
		most = max(most, m.id)
	}
	if err := put(filepath.Join(s.folder, "sleight_mutants.go"), fmt.Sprintf(added, s.name, s.work, most+1)); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(s.overlay(), text, 0o600)
}

// rewritten returns the text of a file with every mutant in it. Lines stay
// where they are.
func (s *schemata) rewritten(f *file) string {
	var all []insertion
	for _, m := range s.mutants {
		if m.path == f.path {
			all = append(all, m.insert[:]...)
		}
	}
	slices.SortStableFunc(all, func(a, b insertion) int {
		switch {
		case a.offset != b.offset:
			return a.offset - b.offset
		case a.after != b.after:
			return map[bool]int{true: -1, false: 1}[a.after]
		case a.after:
			return b.depth - a.depth // the inner ends first
		}
		return a.depth - b.depth
	})
	var out strings.Builder
	at := 0
	for _, i := range all {
		out.Write(f.text[at:i.offset])
		out.WriteString(i.text)
		at = i.offset
	}
	out.Write(f.text[at:])
	return out.String()
}

var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// leaveOut removes the mutants of the lines that do not compile, and reports
// whether there were any.
func (s *schemata) leaveOut(err error) bool {
	before := len(s.mutants)
	for _, at := range compileError.FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(at[2])
		s.mutants = slices.DeleteFunc(s.mutants, func(m *mutant) bool {
			return m.line == line && filepath.Base(m.path) == filepath.Base(at[1])
		})
	}
	return len(s.mutants) < before
}

// buildTests builds the test program of each package.
func (s *schemata) buildTests(packages []string) error {
	for i, path := range packages {
		program := filepath.Join(s.work, fmt.Sprintf("%d.test", i))
		if _, err := output("go", "test", "-c", "-o", program, "-overlay", s.overlay(), "./"+path); err != nil {
			return err
		}
		if _, err := os.Stat(program); errors.Is(err, os.ErrNotExist) {
			continue // the package has no tests
		}
		folder, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		suite := &suite{path: path, program: program, folder: folder}
		if err := suite.list(); err != nil {
			return err
		}
		s.suites = append(s.suites, suite)
	}
	return nil
}

// remove removes the working folder.
func (s *schemata) remove() error { return os.RemoveAll(s.work) }

// noFailFile is a flag of pgregory.net/rapid.
const noFailFile = "-rapid.nofailfile"

// list asks a test program for its tests.
func (s *suite) list() error {
	command := exec.Command(s.program, "-test.list", "^(Test|Fuzz|Example)")
	command.Dir = s.folder
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("list the tests of %s: %w", s.path, err)
	}
	// Random tests write what failed into the source tree, unless told not to.
	quiet := exec.Command(s.program, noFailFile, "-test.list", "^$")
	quiet.Dir = s.folder
	if quiet.Run() == nil {
		s.flags = append(s.flags, noFailFile)
	}
	for name := range strings.FieldsSeq(string(out)) {
		s.tests = append(s.tests, &test{name: name, reaches: map[int]bool{}})
	}
	return nil
}
