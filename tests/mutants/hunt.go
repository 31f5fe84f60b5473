package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// hunt tries the mutants of one package and records which tests notice them.
type hunt struct {
	schemata     *schemata
	path         string
	seconds      float64 // of tests for a mutant, as recorded
	tries, kills map[string]int
	noticed      map[*mutant]string  // the batch or test that noticed it
	spent        map[*mutant]float64 // seconds of tests
	asked        map[*mutant]map[string]bool
	known        map[string]string // the test that noticed a mutant in an earlier run, by the key of the mutant
}

func newHunt(s *schemata, path string, seconds float64) *hunt {
	h := &hunt{
		schemata: s, path: path, seconds: seconds,
		tries: map[string]int{}, kills: map[string]int{},
		noticed: map[*mutant]string{}, spent: map[*mutant]float64{}, asked: map[*mutant]map[string]bool{}, known: map[string]string{},
	}
	if text, err := os.ReadFile(h.kept()); err == nil {
		_ = json.Unmarshal(text, &h.known) // a damaged file only costs time
	}
	return h
}

// kept returns the path of the file that records which test noticed which
// mutant of the package.
func (h *hunt) kept() string {
	return filepath.Join(h.schemata.work, strings.ReplaceAll(h.path, "/", "-")+".noticed")
}

// remember saves which tests noticed mutants; the next run tries these first.
func (h *hunt) remember() error {
	for m, by := range h.noticed {
		h.known[m.key] = by
	}
	text, err := json.MarshalIndent(h.known, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(h.kept(), text, 0o600)
}

// alone is how many seconds of other packages' tests are run for one mutant alone.
// A mutant that survives those will probably survive all tests, and shares runs of
// expensive tests with others.
const alone = 1.5

// tryAll tries mutants in three stages: each mutant against the tests of its own
// package, then what is left against the cheapest tests of other packages, then
// what is still left against the others, several mutants at a time.
func (h *hunt) tryAll(mutants []*mutant) error {
	for _, m := range mutants {
		h.asked[m] = map[string]bool{}
		if err := h.try(m, true, h.seconds); err != nil {
			return err
		}
	}
	left := h.unnoticed(mutants)
	clear(h.spent) // the bound applies to the own tests and to all others separately
	for _, m := range left {
		if err := h.try(m, false, min(alone, h.seconds)); err != nil {
			return err
		}
	}
	return h.share(h.unnoticed(left))
}

// unnoticed returns the mutants that no test has noticed so far.
func (h *hunt) unnoticed(mutants []*mutant) []*mutant {
	var left []*mutant
	for _, m := range mutants {
		if h.noticed[m] == "" {
			left = append(left, m)
		}
	}
	return left
}

// try runs tests that reach a mutant, those of its own package or those of the
// others, up to a bound of seconds.
func (h *hunt) try(m *mutant, own bool, seconds float64) error {
	if b := h.schemata.find(h.known[m.key]); b != nil && h.own(b) == own {
		if _, err := h.ask(b, m); err != nil || h.noticed[m] != "" {
			return err
		}
	}
	for _, b := range h.batches(m) {
		if h.own(b) != own {
			continue
		}
		if h.spent[m]+b.cpu.Seconds() > seconds {
			return nil
		}
		if failed, err := h.ask(b, m); err != nil || failed {
			return err
		}
	}
	return nil
}

// own reports whether the tests of a batch are those of the package itself.
func (h *hunt) own(b *batch) bool { return b.suite.path == h.path }

// noticedByOwn reports whether a test of the package itself noticed a mutant.
func (h *hunt) noticedByOwn(m *mutant) bool { return strings.HasPrefix(h.noticed[m], h.path+" ") }

// together is the number of mutants that share a run of a test. A test that
// passes with all of them notices none. A mutant may keep the test from
// reaching another, so a score can be too low, but never too high.
const together = 10

// share tries mutants that have probably survived against the remaining tests,
// several mutants at a time.
func (h *hunt) share(left []*mutant) error {
	reachedBy := map[string][]*mutant{}
	merged := map[string]*batch{}
	for _, m := range left {
		for _, b := range h.batches(m) {
			name := b.name()
			if h.asked[m][name] {
				continue
			}
			reachedBy[name] = append(reachedBy[name], m)
			if merged[name] == nil {
				merged[name] = &batch{suite: b.suite, single: b.single, part: b.part}
			}
			merged[name].add(b.tests)
		}
	}
	names := make([]string, 0, len(merged))
	for name := range merged {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(merged[a].cpu, merged[b].cpu), cmp.Compare(a, b))
	})
	for _, name := range names {
		b := merged[name]
		waiting := slices.DeleteFunc(reachedBy[name], func(m *mutant) bool {
			return h.noticed[m] != "" || h.spent[m]+b.cpu.Seconds()/together > h.seconds
		})
		for group := range slices.Chunk(waiting, together) {
			if err := h.split(b, group); err != nil {
				return err
			}
		}
	}
	return nil
}

// split runs a batch with a group of mutants and, if it fails, with each half
// of the group.
func (h *hunt) split(b *batch, group []*mutant) error {
	failed, err := h.ask(b, group...)
	if err != nil || !failed || len(group) == 1 {
		return err
	}
	half := len(group) / 2
	if err := h.split(b, group[:half]); err != nil {
		return err
	}
	return h.split(b, group[half:])
}

// batch is a set of tests of a suite that run in one process.
type batch struct {
	suite  *suite
	tests  []*test
	single bool // one expensive test
	part   int  // of the quick tests of the suite
	cpu    time.Duration
	wall   time.Duration
	worth  float64 // its cost for each mutant that it is likely to notice
}

// add adds tests that are not in the batch yet.
func (b *batch) add(tests []*test) {
	for _, t := range tests {
		if !slices.Contains(b.tests, t) {
			b.tests = append(b.tests, t)
			b.cpu += t.CPU
			b.wall += t.Wall
		}
	}
}

// name identifies a batch in recordings.
func (b *batch) name() string {
	if b.single {
		return b.suite.path + " " + b.tests[0].Name
	}
	return fmt.Sprintf("%s #%d", b.suite.path, b.part)
}

// find returns the batch of one test by its name; nil if there is none.
func (s *schemata) find(name string) *batch {
	path, pattern, single := strings.Cut(name, " ")
	for _, suite := range s.suites {
		if suite.path != path || !single {
			continue
		}
		for _, t := range suite.Tests {
			if t.Name == pattern && !t.Fails {
				b := &batch{suite: suite, single: true}
				b.add([]*test{t})
				return b
			}
		}
	}
	return nil
}

// batches returns the tests that reach a mutant, the most economical first: the
// quick ones of a suite together, each of the others by itself.
func (h *hunt) batches(m *mutant) []*batch {
	var all []*batch
	hash := m.hash()
	for _, s := range h.schemata.suites {
		quickOnes := &batch{suite: s}
		passed := time.Duration(0) // of the quick tests so far, whether they reach it or not
		for _, t := range s.Tests {
			if t.CPU <= quick {
				if passed += t.CPU; int(passed/quickTogether) != quickOnes.part {
					quickOnes = &batch{suite: s, part: int(passed / quickTogether)}
				}
			}
			switch {
			case !t.Reaches[hash] || t.Fails:
			case t.CPU > quick:
				b := &batch{suite: s, single: true}
				b.add([]*test{t})
				all = append(all, b)
			default:
				if len(quickOnes.tests) == 0 {
					all = append(all, quickOnes)
				}
				quickOnes.add([]*test{t})
			}
		}
	}
	for _, b := range all {
		tries, kills := h.tries[b.name()], h.kills[b.name()]
		b.worth = b.cpu.Seconds() * float64(tries+4) / float64(kills+1)
	}
	slices.SortStableFunc(all, func(a, b *batch) int { return cmp.Compare(a.worth, b.worth) })
	return all
}

var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// ask reports whether a batch of tests fails because of mutants. If a test of
// another package fails, it is run again without them: one that fails because
// the machine is busy has noticed nothing.
func (h *hunt) ask(b *batch, mutants ...*mutant) (bool, error) {
	if err := h.schemata.selectMutants(h.path, mutants...); err != nil {
		return false, err
	}
	for _, m := range mutants {
		h.spent[m] += b.cpu.Seconds() / float64(len(mutants))
		h.asked[m][b.name()] = true
	}
	h.tries[b.name()]++
	cpu, wall := minTime+slower*b.cpu, minWall+2*slower*b.wall
	r, err := b.suite.run(b.tests, cpu, wall, "-test.failfast")
	if err != nil || r.passed {
		return false, err
	}
	if len(mutants) > 1 {
		return true, nil
	}
	if !h.own(b) && b.single && b.cpu > quick {
		if err := h.schemata.selectMutants(h.path); err != nil {
			return false, err
		}
		if again, err := b.suite.run(b.tests, cpu, wall); err != nil || !again.passed {
			return false, err
		}
	}
	h.kills[b.name()]++
	by := b.name()
	if match := failedTest.FindStringSubmatch(r.printed); match != nil && !b.single {
		by = b.suite.path + " " + exactly(match[1])
	}
	h.noticed[mutants[0]] = by
	return true, nil
}
