package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// suite is the test program of one package.
type suite struct {
	schemata *schemata
	path     string
	program  string
	folder   string
	recording
}

// recording describes the tests of a package without mutants. It is kept in the
// working folder; when the folder of the tests changes, all but the long ones
// are recorded again.
type recording struct {
	Digest []byte // of the folder of the tests
	Flags  []string
	Tests  []*test
}

// test is one test function, or one subtest of a long one.
type test struct {
	Name    string        // as a pattern for -test.run
	CPU     time.Duration // of the program and of those it starts
	Wall    time.Duration
	Reaches map[uint64]bool // mutants, by their hash
	Fails   bool            // without any mutant: it measures what a copy changes
}

// splitFrom is the duration from which a test's subtests are recorded one by
// one.
const splitFrom = 1500 * time.Millisecond

// record runs every test by itself and records which mutants it reaches and how
// long it takes. Unless fresh is set, it reuses the recordings of an earlier
// run.
func (s *schemata) record(fresh bool) error {
	if err := s.selectText("* -1\n"); err != nil {
		return err
	}
	hashes := map[string]uint64{}
	for _, p := range s.packages {
		for _, m := range p.mutants {
			hashes[fmt.Sprintf("%s %d", p.path, m.id)] = m.hash()
		}
	}
	for _, suite := range s.suites {
		kept := filepath.Join(s.work, strings.ReplaceAll(suite.path, "/", "-")+".reach")
		digest, err := digestOf(suite.folder)
		if err != nil {
			return err
		}
		if suite.load(kept) && !fresh && bytes.Equal(suite.Digest, digest) {
			continue
		}
		suite.recording = recording{Digest: digest}
		start := time.Now()
		if err := suite.record(hashes); err != nil {
			return err
		}
		fmt.Printf("recorded %s: %d tests, %v\n", suite.path, len(suite.Tests), time.Since(start).Round(time.Second/10))
		if err := suite.save(kept); err != nil {
			return err
		}
	}
	return nil
}

// hash identifies a mutant in recordings.
func (m *mutant) hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(m.key))
	return h.Sum64()
}

// digestOf digests every file below a folder of tests, up to the folders of
// other packages.
func digestOf(folder string) ([]byte, error) {
	h := sha256.New()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if sources, _ := filepath.Glob(filepath.Join(path, "*.go")); path != folder && len(sources) > 0 {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	return h.Sum(nil), err
}

// load reads a recording and reports whether there is one.
func (s *suite) load(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return gob.NewDecoder(f).Decode(&s.recording) == nil
}

// save writes a recording.
func (s *suite) save(path string) error {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(s.recording); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o600)
}

// noFailFile is a flag of pgregory.net/rapid.
const noFailFile = "-rapid.nofailfile"

// record lists the tests of a program and runs each.
func (s *suite) record(hashes map[string]uint64) error {
	list := exec.Command(s.program, "-test.list", "^(Test|Fuzz|Example)")
	list.Dir = s.folder
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list the tests of %s: %w", s.path, err)
	}
	// By default, rapid writes failing inputs into the source tree.
	quiet := exec.Command(s.program, noFailFile, "-test.list", "^$")
	quiet.Dir = s.folder
	if quiet.Run() == nil {
		s.Flags = append(s.Flags, noFailFile)
	}
	for name := range strings.FieldsSeq(string(out)) {
		t := &test{Name: exactly(name)}
		printed, err := s.recordTest(t, hashes)
		if err != nil {
			return err
		}
		parts := subtests(printed, name)
		if t.CPU < splitFrom || len(parts) < 2 {
			s.Tests = append(s.Tests, t)
			continue
		}
		for _, part := range parts {
			t := &test{Name: exactly(name) + "/" + exactly(part)}
			if _, err := s.recordTest(t, hashes); err != nil {
				return err
			}
			s.Tests = append(s.Tests, t)
		}
	}
	return nil
}

// exactly returns a pattern for one name.
func exactly(name string) string { return "^" + regexp.QuoteMeta(name) + "$" }

// subtests returns the names of the direct subtests of a test.
func subtests(printed, name string) []string {
	var out []string
	for _, match := range regexp.MustCompile(`(?m)^=== RUN +`+regexp.QuoteMeta(name)+`/([^/\s]+)$`).FindAllStringSubmatch(printed, -1) {
		out = append(out, match[1])
	}
	return out
}

// recordTest runs one test and returns what it prints.
func (s *suite) recordTest(t *test, hashes map[string]uint64) (string, error) {
	reached := filepath.Join(s.schemata.work, reachedFile)
	if err := os.RemoveAll(reached); err != nil {
		return "", err
	}
	if err := errors.Join(os.WriteFile(reached, nil, 0o600), os.Chmod(reached, 0o666)); err != nil { // a test may give up its rights
		return "", err
	}
	r, err := s.run([]*test{t}, recordTime, recordTime, "-test.v")
	if err != nil {
		return "", err
	}
	t.CPU, t.Wall, t.Fails = r.cpu, r.wall, !r.passed
	text, err := os.ReadFile(reached)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	t.Reaches = map[uint64]bool{}
	for line := range strings.Lines(string(text)) {
		if hash, ok := hashes[strings.TrimSpace(line)]; ok {
			t.Reaches[hash] = true
		}
	}
	return r.printed, nil
}

// selectMutants selects the mutants of a package that the tests run with.
func (s *schemata) selectMutants(path string, mutants ...*mutant) error {
	var text strings.Builder
	for _, m := range mutants {
		fmt.Fprintf(&text, "%s %d\n", path, m.id)
	}
	return s.selectText(text.String())
}

// selectText writes the file that the mutated programs read.
func (s *schemata) selectText(text string) error {
	return os.WriteFile(filepath.Join(s.work, selectedFile), []byte(text), 0o600)
}

// listUnreached lists the mutants of packages that no recorded test reaches.
// The first operand of && and || counts as reached only where leaving it out
// would matter, so that a condition that is never decisive is listed as well.
func listUnreached(o options, paths []string, listed *equivalents) error {
	packages, err := readPackages(paths)
	if err != nil {
		return err
	}
	kept, err := filepath.Glob(filepath.Join(o.work, "*.reach"))
	if err != nil || len(kept) == 0 {
		return fmt.Errorf("no tests have been recorded in the folder %q", o.work)
	}
	reached := map[uint64]bool{}
	for _, path := range kept {
		var s suite
		if !s.load(path) {
			return fmt.Errorf("%s cannot be read", path)
		}
		for _, t := range s.Tests {
			maps.Copy(reached, t.Reaches)
		}
	}
	for _, p := range packages {
		all, missed := collect(p), 0
		for _, m := range all {
			if !reached[m.hash()] && listed.reason(m) == "" {
				missed++
				fmt.Printf("  %s:%d: %s\n", m.file, m.line, strings.TrimPrefix(m.key, m.file+" "))
			}
		}
		fmt.Printf("%s: no test reaches %d of %d mutants\n", p.path, missed, len(all))
	}
	return nil
}
