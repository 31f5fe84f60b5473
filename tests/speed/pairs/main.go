// Command pairs plays every shipped game with this version of the engine and
// with another commit, in turn, and prints how fast this one is beside it:
//
//	go run ./tests/speed/pairs -before COMMIT
//
// It compares processor time without the loading of content, so other load on
// the machine matters little. Figures are medians of the pairs.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	before   = flag.String("before", "HEAD~1", "the `commit` to compare with")
	rounds   = flag.Int("rounds", 5, "how often each pair is measured")
	commands = flag.Int("commands", 100_000, "how many commands of each game are played, or a hundredth as many searches")
	only     = flag.String("only", "", "measure only what matches this `pattern`")
)

// benches lists the benchmarks of package sim, whose parts are measured
// separately. divide reduces the number of commands for slow ones.
var benches = []struct {
	pattern string
	divide  int
}{{"Play", 1}, {"Search/.*/mcts", 500}}

func main() {
	log.SetFlags(0)
	flag.Parse()
	defer func() { // once what compare has made is removed
		if err, failed := recover().(error); failed {
			log.Fatal(err)
		}
	}()
	compare()
}

// compare prints the table. It panics with an error.
func compare() {
	dir, err := os.MkdirTemp("", "pairs")
	check(err)
	defer os.RemoveAll(dir)
	other := filepath.Join(dir, "other")
	run("", "git", "worktree", "add", "--detach", "--quiet", other, *before)
	defer run("", "git", "worktree", "remove", "--force", other)
	now, then := filepath.Join(dir, "now.test"), filepath.Join(dir, "then.test")
	run("", "go", "test", "-c", "-o", now, "./runtime/sim")
	run(other, "go", "test", "-c", "-o", then, "./runtime/sim")
	sides := []side{{now, "runtime/sim"}, {then, filepath.Join(other, "runtime/sim")}}
	product, count := 1.0, 0
	fmt.Printf("| | × %s | least | most | µs an operation | allocations |\n|---|---|---|---|---|---|\n", *before)
	for _, bench := range benches {
		known := names(sides[1].bench(bench.pattern, 1))
		for _, name := range names(sides[0].bench(bench.pattern, 1)) {
			if !slices.Contains(known, name) || !regexp.MustCompile(*only).MatchString(name) {
				continue
			}
			n := max(2, *commands/bench.divide)
			var ratios, each []float64
			for range *rounds {
				a, b := sides[0].spent(name, n), sides[1].spent(name, n)
				ratios, each = append(ratios, b/a), append(each, a*1e6)
			}
			slices.Sort(ratios)
			slices.Sort(each)
			middle := ratios[len(ratios)/2]
			fmt.Printf("| %s | %.2f | %.2f | %.2f | %.2f | %s |\n", name, middle, ratios[0], ratios[len(ratios)-1], each[len(each)/2], sides[0].allocations(name, n))
			product, count = product*middle, count+1
		}
	}
	fmt.Printf("| geometric mean | %.2f | | | | |\n", math.Pow(product, 1/float64(count)))
}

// side is one of the two versions: a test binary and the folder it runs in.
type side struct{ binary, folder string }

// bench runs benchmarks and returns what they print.
func (s side) bench(pattern string, n int) string {
	out, _ := s.run(pattern, n)
	return out
}

// spent returns the processor time of an operation of a benchmark in seconds.
func (s side) spent(name string, n int) float64 {
	few := max(1, n/100)
	_, long := s.run(exactly(name), n)
	_, short := s.run(exactly(name), few)
	return (long - short).Seconds() / float64(n-few)
}

// allocations returns the allocations of a game, or of an operation of a
// benchmark that plays none.
func (s side) allocations(name string, n int) string {
	out := s.bench(exactly(name), n)
	for _, unit := range []string{"allocs/game", "allocs/op"} {
		if m := regexp.MustCompile(`([0-9.]+) ` + unit).FindStringSubmatch(out); m != nil {
			if v, err := strconv.ParseFloat(m[1], 64); err == nil {
				return strconv.Itoa(int(math.Round(v)))
			}
		}
	}
	return ""
}

// exactly returns the pattern of a benchmark whose name lacks the prefix that
// all have.
func exactly(name string) string {
	return "^Benchmark" + strings.ReplaceAll(name, "/", "$/^") + "$"
}

func (s side) run(pattern string, n int) (out string, user time.Duration) {
	cmd := exec.Command(s.binary, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", fmt.Sprintf("%dx", n), "-test.cpu", "1")
	cmd.Dir = s.folder
	text, err := cmd.CombinedOutput()
	if err != nil {
		check(fmt.Errorf("%s: %w\n%s", s.binary, err, text))
	}
	if !strings.Contains(string(text), "\nBenchmark") {
		check(fmt.Errorf("%s: nothing matches %s", s.binary, pattern))
	}
	return string(text), cmd.ProcessState.UserTime()
}

// names returns the names of the benchmarks that have run, without the prefix
// that all have.
func names(out string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^Benchmark(\S+/\S+)`).FindAllStringSubmatch(out, -1) {
		all = append(all, m[1])
	}
	return all
}

func run(dir, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	check(cmd.Run())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
