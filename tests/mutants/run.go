package main

import (
	"bytes"
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
	slower      = 3 // times what the tests take without a mutant
	minTime     = 3 * time.Second
	minWall     = 20 * time.Second // a busy machine delays a program that is blocked
	recordTime  = 3 * time.Minute
	memoryLimit = 6 << 20 // KiB of address space
)

// quick is the maximum duration of a test that is run together with others.
const quick = 250 * time.Millisecond

// quickTogether is the approximate duration of tests that are run together.
const quickTogether = 500 * time.Millisecond

// measure tries mutants of a package against the tests that reach them.
func (s *schemata) measure(p *instrumented, o options, listed *equivalents) (*score, error) {
	out := &score{path: p.path, all: len(p.mutants), keys: map[string]bool{}}
	for _, m := range p.mutants {
		out.keys[m.key] = true
	}
	fmt.Printf("%s: %d mutants\n", p.path, len(p.mutants))
	var tried []*mutant
	for _, m := range draw(p.mutants, o) {
		if listed.reason(m) != "" {
			out.equivalent++
			continue
		}
		tried = append(tried, m)
	}
	out.tried = len(tried)
	h := newHunt(s, p.path, o.seconds)
	if err := h.tryAll(tried); err != nil {
		return nil, err
	}
	for _, m := range tried {
		name := fmt.Sprintf("%s:%d: %s", m.file, m.line, strings.TrimPrefix(m.key, m.file+" "))
		if by := h.noticed[m]; by == "" {
			out.survivors = append(out.survivors, m)
			fmt.Printf("  survived: %s%s\n", name, s.reach(m))
		} else if o.verbose {
			fmt.Printf("  noticed by %s: %s\n", by, name)
		}
		if h.noticedByOwn(m) {
			out.own++
		}
	}
	fmt.Println(out)
	return out, h.remember()
}

// draw returns the mutants to try, in the order of the source.
func draw(all []*mutant, o options) []*mutant {
	var drawn []*mutant
	for _, m := range all {
		if o.changed != nil && !o.changed[m.file][m.line] {
			continue
		}
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

// reach returns the note in a report for a mutant that no test reaches, or "".
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

// ran is the result of running tests.
type ran struct {
	passed    bool
	cpu, wall time.Duration
	printed   string
}

var overlayFlag = regexp.MustCompile(`-overlay=\S*`)

// run runs tests within bounds on time.
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
