package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The bounds on a run of tests: a mutant may loop and allocate without end.
const (
	slower      = 5 // times what the tests take without a mutant
	leastTime   = 10 * time.Second
	recordTime  = 3 * time.Minute
	memoryLimit = 6 << 20 // KiB of address space
)

// quick is how long a test takes, at most, that is run together with others.
const quick = 250 * time.Millisecond

// measure tries mutants of a package against the tests that reach them.
func (s *schemata) measure(p *instrumented, o options, listed *equivalents) (*score, error) {
	out := &score{path: p.path, all: len(p.mutants), keys: map[string]bool{}}
	for _, m := range p.mutants {
		out.keys[m.key] = true
	}
	fmt.Printf("%s: %d mutants\n", p.path, len(p.mutants))
	h := newHunt(s, p.path, o.seconds)
	for _, m := range draw(p.mutants, o) {
		if reason := listed.reason(m); reason != "" {
			out.equivalent++
			continue
		}
		out.tried++
		by, err := h.try(m)
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
func draw(all []*mutant, o options) []*mutant {
	var drawn []*mutant
	for _, m := range all {
		if strings.Contains(fmt.Sprintf("%s:%d: %s", m.file, m.line, m.key), o.only) {
			drawn = append(drawn, m)
		}
	}
	if o.n > 0 && o.n < len(drawn) {
		random := rand.New(rand.NewPCG(o.seed, 0))
		random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		drawn = drawn[:o.n]
		slices.SortFunc(drawn, func(a, b *mutant) int { return a.id - b.id })
	}
	return drawn
}

// hunt tries the mutants of one package and learns which tests notice them.
type hunt struct {
	schemata     *schemata
	path         string
	seconds      float64 // of tests for a mutant, as recorded
	tries, kills map[string]int
}

func newHunt(s *schemata, path string, seconds float64) *hunt {
	return &hunt{schemata: s, path: path, seconds: seconds, tries: map[string]int{}, kills: map[string]int{}}
}

// batch is some tests of a suite that run in one program.
type batch struct {
	suite *suite
	tests []*test
	cpu   time.Duration
	worth float64 // what it costs for each mutant that it is likely to notice
}

// name identifies a batch for what is learned about it.
func (b *batch) name() string {
	if len(b.tests) == 1 {
		return b.suite.path + " " + b.tests[0].Name
	}
	return b.suite.path
}

// batches returns the tests that reach a mutant: the quick ones of a suite
// together, the others each by itself, in the order in which it is cheapest to
// ask them.
func (h *hunt) batches(m *mutant) []*batch {
	var all []*batch
	hash := m.hash()
	for _, s := range h.schemata.suites {
		together := &batch{suite: s}
		for _, t := range s.Tests {
			switch {
			case !t.Reaches[hash] || t.Fails:
			case t.CPU > quick:
				all = append(all, &batch{suite: s, tests: []*test{t}, cpu: t.CPU})
			default:
				together.tests = append(together.tests, t)
				together.cpu += t.CPU
			}
		}
		if len(together.tests) > 0 {
			all = append(all, together)
		}
	}
	for _, b := range all {
		tries, kills := h.tries[b.name()], h.kills[b.name()]
		prior := 1
		if b.suite.path == h.path {
			prior = 3
		}
		b.worth = b.cpu.Seconds() * float64(tries+4) / float64(kills+prior)
	}
	slices.SortStableFunc(all, func(a, b *batch) int { return cmp.Compare(a.worth, b.worth) })
	return all
}

// try runs the tests that reach a mutant and returns what noticed it. Tests
// beyond the bound of seconds are not asked.
func (h *hunt) try(m *mutant) (by string, err error) {
	left := h.seconds
	for _, b := range h.batches(m) {
		if left -= b.cpu.Seconds(); left < 0 {
			break
		}
		noticed, err := h.ask(b, m)
		if err != nil {
			return "", err
		}
		h.tries[b.name()]++
		if noticed {
			h.kills[b.name()]++
			return b.name(), nil
		}
	}
	return "", nil
}

// ask reports whether a batch of tests fails because of a mutant. A long test
// that fails is asked again without the mutant: one that a busy machine fails
// has noticed nothing.
func (h *hunt) ask(b *batch, m *mutant) (bool, error) {
	if err := h.schemata.selectMutant(h.path, m.id); err != nil {
		return false, err
	}
	var cpu, wall time.Duration
	for _, t := range b.tests {
		cpu += t.CPU
		wall += t.Wall
	}
	cpu, wall = leastTime+slower*cpu, 2*leastTime+2*slower*wall
	r, err := b.suite.run(b.tests, cpu, wall, "-test.failfast")
	if err != nil || r.passed || b.suite.path == h.path || len(b.tests) > 1 {
		return !r.passed, err
	}
	if err := h.schemata.selectMutant(h.path, 0); err != nil {
		return false, err
	}
	r, err = b.suite.run(b.tests, cpu, wall)
	return r.passed, err
}

// reach says that no test runs into a mutant.
func (s *schemata) reach(m *mutant) string {
	for _, suite := range s.suites {
		for _, t := range suite.Tests {
			if t.Reaches[m.hash()] && !t.Fails {
				return ""
			}
		}
	}
	return " (not reached)"
}

// ran is what came of running some tests.
type ran struct {
	passed    bool
	cpu, wall time.Duration
	printed   string
}

var overlayFlag = regexp.MustCompile(`-overlay=\S*`)

// run runs some tests for at most some time.
func (s *suite) run(tests []*test, cpu, wall time.Duration, flags ...string) (ran, error) {
	var names []string
	for _, t := range tests {
		names = append(names, t.Name)
	}
	ctx, stop := context.WithTimeout(context.Background(), wall)
	defer stop()
	script := fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec "$0" "$@"`, memoryLimit, int(cpu.Seconds()))
	arguments := append([]string{"-c", script, s.program, "-test.run", strings.Join(names, "|")}, flags...)
	command := exec.CommandContext(ctx, "sh", append(arguments, s.Flags...)...)
	command.Dir = s.folder
	// Programs that a test builds have the mutants too. Long variants of tests
	// are for other runs.
	command.Env = append(os.Environ(), "SLEIGHT_NIGHTLY=", "GOFLAGS="+strings.TrimSpace(overlayFlag.ReplaceAllString(os.Getenv("GOFLAGS"), "")+" -overlay="+s.schemata.overlay()))
	command.WaitDelay = time.Second
	var printed bytes.Buffer
	command.Stdout = &printed
	start := time.Now()
	err := command.Run()
	r := ran{passed: err == nil, wall: time.Since(start), printed: printed.String()}
	if command.ProcessState != nil {
		r.cpu = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	if err == nil || ctx.Err() != nil || errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		return r, nil
	}
	return r, err
}
