package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// schemata is a copy of some packages that contains every mutant, with the
// tests built from it.
type schemata struct {
	packages []*instrumented
	work     string // a folder that may outlive the run
	suites   []*suite
}

// instrumented is a package with its mutants.
type instrumented struct {
	*pkg
	mutants []*mutant
}

// Files of the working folder.
const (
	selectedFile = "selected" // package and number of the mutants to run with, one a line; "* -1" to record
	reachedFile  = "reached"  // package and number of those that were reached, one a line
)

// added is added to each package. If no mutant is selected, it costs one
// comparison. A program that a test starts reads the same file, so that it has
// the same mutants.
const added = `package %s

import (
	sleightOS "os"
	sleightConv "strconv"
	sleightText "strings"
	sleightSync "sync"
	sleightAtomic "sync/atomic"
)

const (
	sleightWork = %q
	sleightPackage = %q
)

var sleightRecords, sleightSelected = sleightRead()

var sleightSeen [%d]sleightAtomic.Bool

var sleightReached = sleightSync.OnceValue(func() *sleightOS.File {
	f, _ := sleightOS.OpenFile(sleightWork+"/reached", sleightOS.O_APPEND|sleightOS.O_CREATE|sleightOS.O_WRONLY, 0o600)
	return f
})

func sleightRead() (records bool, selected []bool) {
	text, _ := sleightOS.ReadFile(sleightWork + "/selected")
	for line := range sleightText.Lines(string(text)) {
		where, number, _ := sleightText.Cut(sleightText.TrimSpace(line), " ")
		n, _ := sleightConv.Atoi(number)
		switch {
		case where == "*":
			return true, make([]bool, len(sleightSeen))
		case where == sleightPackage:
			if selected == nil {
				selected = make([]bool, len(sleightSeen))
			}
			selected[n] = true
		}
	}
	return false, selected
}

func sleightMutant(id int) bool { return sleightSelected != nil && sleightReach(id) }

//go:noinline
func sleightReach(id int) bool {
	if sleightRecords && !sleightSeen[id].Load() && !sleightSeen[id].Swap(true) {
		sleightReached().WriteString(sleightPackage + " " + sleightConv.Itoa(id) + "\n")
	}
	return sleightSelected[id]
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

// newSchemata writes a copy of some packages with every mutant, in a working
// folder. A mutant that does not compile is left out.
func newSchemata(packages []*pkg, work string) (*schemata, error) {
	work, err := filepath.Abs(work)
	if err != nil {
		return nil, err
	}
	s := &schemata{work: work}
	for _, p := range packages {
		s.packages = append(s.packages, &instrumented{p, collect(p)})
	}
	arguments := []string{"build", "-gcflags=-e", "-overlay", s.overlay()}
	for _, p := range packages {
		arguments = append(arguments, "./"+p.path)
	}
	for range 20 {
		if err := s.write(); err != nil {
			return nil, err
		}
		if _, err = output("go", arguments...); err == nil {
			return s, nil
		}
		if !s.leaveOut(err) {
			return nil, err
		}
	}
	return nil, err
}

// overlay returns the path of the file that tells the build which files replace
// which.
func (s *schemata) overlay() string { return filepath.Join(s.work, "overlay.json") }

// write writes the copy.
func (s *schemata) write() error {
	replace := map[string]string{}
	for _, p := range s.packages {
		folder := filepath.Join(s.work, "source", p.path)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		put := func(original, text string) error {
			path := filepath.Join(folder, filepath.Base(original))
			replace[original] = path
			return os.WriteFile(path, []byte(text), 0o600)
		}
		for _, f := range p.files {
			if err := put(f.path, p.rewritten(f)); err != nil {
				return err
			}
		}
		most := 0
		for _, m := range p.mutants {
			most = max(most, m.id)
		}
		if err := put(filepath.Join(p.folder, "sleight_mutants.go"), fmt.Sprintf(added, p.name, s.work, p.path, most+1)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(s.overlay(), text, 0o600)
}

// rewritten returns the text of a file with every mutant in it. Line numbers
// stay the same.
func (p *instrumented) rewritten(f *file) string {
	var all []insertion
	for _, m := range p.mutants {
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

var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+)(?::\d+)?: `)

// leaveOut removes the mutants on lines that do not compile, and reports
// whether there were any. The compiler names a file by its path in the project,
// the parser by its path in the copy.
func (s *schemata) leaveOut(err error) bool {
	left := false
	for _, at := range compileError.FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(at[2])
		path := strings.TrimPrefix(filepath.ToSlash(at[1]), filepath.ToSlash(s.work)+"/source/")
		for _, p := range s.packages {
			before := len(p.mutants)
			p.mutants = slices.DeleteFunc(p.mutants, func(m *mutant) bool {
				return m.line == line && m.file == strings.TrimPrefix(path, "./")
			})
			left = left || len(p.mutants) < before
		}
	}
	return left
}

// buildTests builds the test programs of packages. Programs are named after the
// last element of the package's path, so packages that share it are built in
// separate calls.
func (s *schemata) buildTests(paths []string) error {
	rounds := map[string]int{}
	calls := map[int][]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		folder, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		round := rounds[name]
		rounds[name]++
		program := filepath.Join(s.programs(round), name+".test")
		s.suites = append(s.suites, &suite{schemata: s, path: path, program: program, folder: folder})
		calls[round] = append(calls[round], "./"+path)
	}
	for round, paths := range calls {
		if err := os.MkdirAll(s.programs(round), 0o700); err != nil {
			return err
		}
		if _, err := output("go", append([]string{"test", "-c", "-o", s.programs(round) + "/", "-overlay", s.overlay()}, paths...)...); err != nil {
			return err
		}
	}
	s.suites = slices.DeleteFunc(s.suites, func(suite *suite) bool {
		_, err := os.Stat(suite.program)
		return errors.Is(err, os.ErrNotExist) // the package has no tests
	})
	return nil
}

// programs returns the folder of the test programs that are built in one call.
func (s *schemata) programs(round int) string {
	return filepath.Join(s.work, fmt.Sprintf("programs%d", round))
}
