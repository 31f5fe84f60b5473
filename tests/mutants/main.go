// Command mutants measures what the tests notice. It makes small changes to the
// Go code of the runtime, one at a time: it negates a condition, deletes a
// statement, adds one to a number or leaves out a field. It runs the tests that
// reach the change; if none fails, the change is a survivor.
//
//	go run ./tests/mutants -package ./runtime/sim -n 100
//
// Every mutant of every package is compiled into one copy of the runtime, behind
// a switch that is read at the start of the program, so that all tests are built
// once and not once for each mutant. One recorded run of each test shows which
// mutants it reaches; a mutant is tried against those, the cheapest first,
// until one fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// options holds the flags of the command.
type options struct {
	packages string
	n        int
	seed     uint64
	only     string
	page     string
	floor    float64
	verbose  bool
	seconds  float64
	work     string
	fresh    bool
	tests    string
	missed   bool
	alone    bool
	since    string
	changed  lines // since that commit; nil: everything
}

func main() {
	var o options
	flag.StringVar(&o.packages, "package", "", "packages to mutate, separated by commas (default: every package below runtime)")
	flag.IntVar(&o.n, "n", 60, "mutants to try in each package, drawn at random; -1: all")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	flag.StringVar(&o.only, "only", "", "try only mutants whose line in the report contains this text")
	flag.StringVar(&o.since, "since", "", "try only mutants of lines that differ from this commit")
	flag.StringVar(&o.page, "write", "", "write the scores into the table of this page")
	flag.Float64Var(&o.floor, "floor", 0, "fail when a package scores less than this percentage")
	flag.BoolVar(&o.verbose, "v", false, "list the mutants that were noticed too, and by which test")
	flag.Float64Var(&o.seconds, "seconds", 15, "bound on the tests of its own package that are run for one mutant, and on those of all others, in seconds as recorded")
	flag.StringVar(&o.work, "work", "", "keep the build and the recorded tests in this folder for the next run")
	flag.StringVar(&o.tests, "tests", "", "ask only the tests below these folders, separated by commas (default: all)")
	flag.BoolVar(&o.fresh, "record", false, "record the tests again, after changes to the code that alter what they reach")
	flag.BoolVar(&o.alone, "alone", false, "build mutants into the packages of -package only: for a working folder of their own, whose tests are built and recorded sooner")
	flag.BoolVar(&o.missed, "unreached", false, "run nothing, and list the mutants that no test recorded in the folder of -work reaches")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run measures the packages, one after the other.
func run(o options) error {
	listed, err := readEquivalent(equivalentPath)
	if err != nil {
		return err
	}
	everything, err := packagesBelow("./runtime/...", "{{.ImportPath}}")
	if err != nil {
		return err
	}
	if o.since != "" {
		if o.changed, err = changedSince(o.since); err != nil {
			return err
		}
	}
	if o.missed {
		return listUnreached(o, chosen(o.packages, everything), listed)
	}
	if o.work == "" {
		if o.work, err = os.MkdirTemp("", "mutants"); err != nil {
			return err
		}
		defer os.RemoveAll(o.work)
	}
	mutated := everything
	if o.alone {
		mutated = chosen(o.packages, everything)
	}
	s, err := prepare(mutated, o)
	if err != nil {
		return err
	}
	var all []*score
	for _, path := range chosen(o.packages, everything) {
		i := slices.IndexFunc(s.packages, func(p *instrumented) bool { return p.path == path })
		if i < 0 {
			return fmt.Errorf("%s is not a package of the runtime", path)
		}
		score, err := s.measure(s.packages[i], o, listed)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, score)
		if o.page != "" {
			if err := writePage(o.page, all); err != nil {
				return err
			}
		}
	}
	fmt.Println()
	for _, s := range all {
		fmt.Println(s)
	}
	return verdict(all, listed, o.floor)
}

// prepare builds all tests with the mutants of some packages and records what
// they reach.
func prepare(paths []string, o options) (*schemata, error) {
	packages, err := readPackages(paths)
	if err != nil {
		return nil, err
	}
	s, err := newSchemata(packages, o.work)
	if err != nil {
		return nil, err
	}
	tests, err := packagesBelow("./...", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}")
	if err != nil {
		return nil, err
	}
	tests = slices.DeleteFunc(tests, func(path string) bool {
		return slices.Contains(elsewhere, path) || !slices.ContainsFunc(strings.Split(o.tests, ","), func(start string) bool { return strings.HasPrefix(path, start) })
	})
	if err := s.buildTests(tests); err != nil {
		return nil, err
	}
	if err := s.record(o.fresh); err != nil {
		return nil, err
	}
	for _, suite := range s.suites {
		for _, t := range suite.Tests {
			if t.Fails {
				fmt.Printf("%s of %s fails without a mutant and is left out\n", t.Name, suite.path)
			}
		}
	}
	return s, nil
}

// packagesBelow lists packages by their path below the root.
func packagesBelow(pattern, format string) ([]string, error) {
	out, err := output("go", "list", "-f", format, pattern)
	if err != nil {
		return nil, err
	}
	var paths []string
	for path := range strings.FieldsSeq(string(out)) {
		_, path, _ = strings.Cut(path, "/")
		paths = append(paths, path)
	}
	return paths, nil
}

// chosen returns the named packages, or all if none are named.
func chosen(names string, all []string) []string {
	if names == "" {
		return all
	}
	var out []string
	for name := range strings.SplitSeq(names, ",") {
		out = append(out, strings.Trim(strings.TrimPrefix(name, "./"), "/"))
	}
	return out
}

// verdict returns an error that lists the packages below the floor, and the
// entries of the list of equivalent mutants that match no mutant.
func verdict(all []*score, listed *equivalents, floor float64) error {
	var faults []string
	for _, s := range all {
		if s.percent() < floor {
			faults = append(faults, fmt.Sprintf("%s scores %.0f %%, less than %.0f %%", s.path, s.percent(), floor))
		}
	}
	for _, e := range listed.stale(all) {
		faults = append(faults, fmt.Sprintf("%s names no mutant: %s", equivalentPath, e))
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(faults, "\n"))
}
