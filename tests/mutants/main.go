// Command mutants measures what the tests notice. It makes small changes to the
// Go code of a package (a condition turned, a statement deleted, a number off
// by one, a field left out), one at a time, and runs the tests of the package
// against each: a change that no test fails on is a survivor.
//
//	go run ./tests/mutants -package ./runtime/sim -n 100
//
// Every mutant of a package is compiled into one copy of it, behind a switch
// that is read at the start of the program, so that a package and its tests
// are built once and not once for each mutant. One recorded run tells which
// test reaches which mutant; only those tests are run.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// options are the flags of the command.
type options struct {
	packages string
	n        int
	seed     uint64
	only     string
	page     string
	floor    float64
	verbose  bool
}

func main() {
	var o options
	flag.StringVar(&o.packages, "package", "", "packages to mutate, separated by commas (default: every package below runtime)")
	flag.IntVar(&o.n, "n", 0, "mutants to try in each package, drawn at random (default: 50, or what table.go says; -1: all)")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	flag.StringVar(&o.only, "only", "", "try only mutants whose line in the report contains this text")
	flag.StringVar(&o.page, "write", "", "write the scores into the table of this page")
	flag.Float64Var(&o.floor, "floor", 0, "fail when a package scores less than this percentage")
	flag.BoolVar(&o.verbose, "v", false, "list the mutants that were noticed too, and by which test")
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
	packages, err := chosen(o.packages)
	if err != nil {
		return err
	}
	var all []*score
	for _, p := range packages {
		s, err := measure(p, o, listed)
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		all = append(all, s)
	}
	fmt.Println()
	for _, s := range all {
		fmt.Println(s)
	}
	if o.page != "" {
		if err := writePage(o.page, all); err != nil {
			return err
		}
	}
	return verdict(all, listed, o.floor)
}

// chosen returns the packages that were asked for: those named, or every one of
// the runtime.
func chosen(names string) ([]target, error) {
	var paths []string
	if names == "" {
		out, err := output("go", "list", "./runtime/...")
		if err != nil {
			return nil, err
		}
		for path := range strings.FieldsSeq(string(out)) {
			_, path, _ = strings.Cut(path, "/")
			paths = append(paths, path)
		}
	} else {
		for name := range strings.SplitSeq(names, ",") {
			paths = append(paths, strings.Trim(strings.TrimPrefix(name, "./"), "/"))
		}
	}
	var out []target
	for _, path := range paths {
		i := slices.IndexFunc(special, func(t target) bool { return t.path == path })
		if i >= 0 {
			out = append(out, special[i])
		} else {
			out = append(out, target{path: path})
		}
	}
	return out, nil
}

// verdict says which packages are below the floor, and which entries of the
// list of equivalent mutants no longer name one.
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
