package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// suite is the test program of one package.
type suite struct {
	path    string
	program string
	folder  string
	flags   []string
	tests   []*test
}

// test is one test function.
type test struct {
	name    string
	took    time.Duration
	reaches map[int]bool // mutants, by number
	fails   bool         // without any mutant: it measures what a copy changes
}

// The bounds on a run of tests: a mutant may loop and allocate without end.
const (
	slower      = 5 // times what the tests take without a mutant
	leastTime   = 10 * time.Second
	recordTime  = 5 * time.Minute
	memoryLimit = 6 << 20 // KiB of address space
)

// measure tries mutants of a package against the tests that cover it.
func measure(t target, o options, listed *equivalents) (*score, error) {
	p, err := readPackage(t.path)
	if err != nil {
		return nil, err
	}
	s, err := newSchemata(p, append([]string{t.path}, t.outside...))
	if s != nil {
		defer s.remove()
	}
	if err != nil {
		return nil, err
	}
	out := &score{path: t.path, all: len(s.mutants), keys: map[string]bool{}}
	for _, m := range s.mutants {
		out.keys[m.key] = true
	}
	if err := s.record(); err != nil {
		return nil, err
	}
	fmt.Printf("%s: %d mutants\n", t.path, len(s.mutants))
	for _, suite := range s.suites {
		for _, test := range suite.tests {
			if test.fails {
				fmt.Printf("  %s of %s fails without a mutant and is left out\n", test.name, suite.path)
			}
		}
	}
	for _, m := range draw(s.mutants, t, o) {
		if reason := listed.reason(m); reason != "" {
			out.equivalent++
			continue
		}
		out.tried++
		by, err := s.try(m)
		if err != nil {
			return nil, err
		}
		if by == "" {
			out.survivors = append(out.survivors, m)
			fmt.Printf("  survived: %s:%d: %s%s\n", m.file, m.line, strings.TrimPrefix(m.key, m.file+" "), s.reach(m))
		} else if o.verbose {
			fmt.Printf("  noticed by %s: %s:%d: %s\n", by, m.file, m.line, strings.TrimPrefix(m.key, m.file+" "))
		}
	}
	fmt.Println(out)
	return out, nil
}

// draw returns the mutants to try, in the order of the source.
func draw(all []*mutant, t target, o options) []*mutant {
	var drawn []*mutant
	for _, m := range all {
		if strings.Contains(fmt.Sprintf("%s:%d: %s", m.file, m.line, m.key), o.only) {
			drawn = append(drawn, m)
		}
	}
	n := o.n
	if n == 0 {
		n = t.n
	}
	if n == 0 {
		n = usualCount
	}
	if n > 0 && n < len(drawn) {
		random := rand.New(rand.NewPCG(o.seed, 0))
		random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		drawn = drawn[:n]
		slices.SortFunc(drawn, func(a, b *mutant) int { return a.id - b.id })
	}
	return drawn
}

// record runs every test by itself and notes which mutants it reaches and how
// long it takes.
func (s *schemata) record() error {
	if err := s.selectMutant(-1); err != nil {
		return err
	}
	reached := filepath.Join(s.work, reachedFile)
	for _, suite := range s.suites {
		for _, t := range suite.tests {
			if err := os.RemoveAll(reached); err != nil {
				return err
			}
			start := time.Now()
			passed, err := suite.run([]*test{t}, recordTime)
			if err != nil {
				return err
			}
			t.took, t.fails = time.Since(start), !passed
			text, err := os.ReadFile(reached)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			for number := range strings.FieldsSeq(string(text)) {
				id, err := strconv.Atoi(number)
				if err != nil {
					return err
				}
				t.reaches[id] = true
			}
		}
	}
	return nil
}

// selectMutant says which mutant the tests run with.
func (s *schemata) selectMutant(id int) error {
	return os.WriteFile(filepath.Join(s.work, selectedFile), []byte(strconv.Itoa(id)), 0o600)
}

// try runs the tests that reach a mutant, the package's own first, and returns
// what noticed it.
func (s *schemata) try(m *mutant) (by string, err error) {
	if err := s.selectMutant(m.id); err != nil {
		return "", err
	}
	for _, suite := range s.suites {
		reaching := suite.reaching(m)
		if len(reaching) == 0 {
			continue
		}
		var usual time.Duration
		for _, t := range reaching {
			usual += t.took
		}
		passed, err := suite.run(reaching, leastTime+slower*usual)
		if err != nil {
			return "", err
		}
		if !passed {
			return suite.path, nil
		}
	}
	return "", nil
}

// reaching returns the tests that run into a mutant, the quickest first.
func (s *suite) reaching(m *mutant) []*test {
	var out []*test
	for _, t := range s.tests {
		if t.reaches[m.id] && !t.fails {
			out = append(out, t)
		}
	}
	return out
}

// reach says that no test runs into a mutant.
func (s *schemata) reach(m *mutant) string {
	for _, suite := range s.suites {
		if len(suite.reaching(m)) > 0 {
			return ""
		}
	}
	return " (not reached)"
}

// run runs some tests and reports whether they pass in the given time.
func (s *suite) run(tests []*test, limit time.Duration) (passed bool, err error) {
	var names []string
	for _, t := range tests {
		names = append(names, t.name)
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	arguments := []string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memoryLimit), s.program, "-test.failfast", "-test.run", "^(" + strings.Join(names, "|") + ")$"}
	command := exec.CommandContext(ctx, "sh", append(arguments, s.flags...)...)
	command.Dir = s.folder
	command.WaitDelay = time.Second
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case ctx.Err() != nil || errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay):
		return false, nil
	}
	return false, err
}
