package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/tests/memory"
	"sleight/tests/worker"
)

// The bounds on a case, beyond what an empty run of the program takes.
const (
	memoryBound = 64 << 20
	// timeBound is processor time, so that other processes do not count. A case
	// that takes more is tried again, since a shared processor may be slower. It
	// holds where an empty run takes emptyRun or less, and on a slower machine in
	// proportion.
	timeBound = 250 * time.Millisecond
	emptyRun  = 40 * time.Millisecond
	// commandBound is the processor time that a command may take in nightly
	// runs, on one core, including compiling and loading its scripts.
	commandBound = 100 * time.Millisecond
	tries        = 3
)

func TestMain(m *testing.M) {
	worker.Main()
	os.Exit(memory.Tests{M: m}.Run())
}

// result is the outcome of a run of the program.
type result struct {
	out    string
	took   time.Duration // of the processor
	memory int64         // at most, in bytes; 0 where that is unknown
}

// runner runs the program in a folder.
type runner func(t *testing.T, dir, in string, args ...string) result

// again runs the program in a process that has run other cases, which must not
// affect it, and measures it.
func (a *table) again(t *testing.T, dir, in string, args ...string) result {
	t.Helper()
	return do(t, a.repeated, worker.Job{Dir: dir, Input: in, Args: args, Measured: true})
}

// call runs the program in a new process and measures it.
func (a *table) call(t *testing.T, dir, in string, args ...string) result {
	t.Helper()
	env := append(os.Environ(), "GOGC=100") // whatever the tests' own settings
	return do(t, a.launched, worker.Job{Dir: dir, Env: env, Input: in, Args: args})
}

func do(t *testing.T, p *worker.Pool, j worker.Job) result {
	t.Helper()
	j.Together = true
	r, err := p.Run(j)
	if err != nil {
		t.Fatal(err)
	}
	if r.Code < 0 || r.Code > 2 {
		t.Fatalf("it ended with code %d:\n%.2000s", r.Code, r.Output)
	}
	return result{string(r.Output), r.Took, r.Memory}
}

// give writes the files of a case into a folder and runs the program on them.
func (c *hostileCase) give(t *testing.T, dir string, run runner) result {
	t.Helper()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const play = "hash\ngo\nhash\n"
	switch c.area {
	case "lua":
		write("scripts/trap/game.lua", []byte(c.body))
		return run(t, dir, play, "repl", "trap", "--seed", "1")
	case "yaml":
		write("content/trap/case.yaml", []byte(c.body))
	case "pack":
		if err := lay(dir, c.text); err != nil {
			t.Fatal(err)
		}
		if command, ok := strings.CutPrefix(c.text, "# run: "); ok {
			line, _, _ := strings.Cut(command, "\n")
			return run(t, dir, play, strings.Fields(line)...)
		}
	case "archive":
		if c.packed == nil {
			var err error
			if c.packed, err = pack(c.text); err != nil {
				t.Fatal(err)
			}
		}
		write("case.zip", c.packed)
		// The workspace disables the shipped packs, whose time would count.
		return run(t, dir, "", "validate", "--content", ".", "case.zip")
	case "save":
		run(t, dir, "go\nsave game.json\n", "repl", "trap", "--seed", "1")
		data, err := os.ReadFile(filepath.Join(dir, "game.json"))
		if err == nil {
			data, err = edit(data, c.text)
		}
		if err != nil {
			t.Fatal(err)
		}
		write("game.json", data)
		return run(t, dir, "load game.json\nhash\n", "repl", "trap", "--seed", "2")
	case "repl":
		return run(t, dir, c.text+"hash\n", "repl", "trap", "--seed", "1")
	default:
		t.Fatalf("there are no cases of %s", c.area)
	}
	return run(t, dir, "", "validate", "--ignore", "game/endless,unused,style")
}

var (
	codeForm = regexp.MustCompile(`(?m)\[((?:content|engine|file|game|locale|migration|reload|save|schema|script|test)/[a-z-]+)\](?:;|$)`)
	// never matches what no output may contain: a panic, a memory address, a
	// terminal escape code, a file of the machine.
	never = regexp.MustCompile(`goroutine \d|panic:|0x[0-9a-f]{6,}|\x1b|\x00|root:x:`)
)

// judge returns what is wrong with a result.
func (c *hostileCase) judge(r result) error {
	var codes []string
	for _, m := range codeForm.FindAllStringSubmatch(r.out, -1) {
		codes = append(codes, m[1])
	}
	switch {
	case never.MatchString(r.out):
		return fmt.Errorf("it reveals %q", never.FindString(r.out))
	case slices.Contains(codes, "engine/internal"):
		return fmt.Errorf("it is a fault of the engine")
	case c.expect == "none" && len(codes) > 0 || c.expect != "none" && !slices.Contains(codes, c.expect):
		return fmt.Errorf("it reports %v, not %s", codes, c.expect)
	}
	return c.unchanged(r)
}

var hashForm = regexp.MustCompile(`(?m)^[0-9a-f]{32}$`)

// unchanged checks that a failed command has changed nothing.
func (c *hostileCase) unchanged(r result) error {
	if c.area != "lua" || c.expect == "none" {
		return nil
	}
	if h := hashForm.FindAllString(r.out, -1); len(h) != 0 && (len(h) != 2 || h[0] != h[1]) {
		return fmt.Errorf("it left something behind: %v", h)
	}
	return nil
}

// TestHostile runs the program on every case in a process that has run other
// cases, within bounds on time and memory, and on every eighth case in a new
// process too: the output must be the same. In nightly runs, it runs every case
// both ways, and the new process must keep the bounds.
func TestHostile(t *testing.T) {
	files, err := filepath.Glob("cases/*/*")
	if err != nil || len(files) < 150 {
		t.Fatalf("there are only %d cases, %v", len(files), err)
	}
	all := table{launched: worker.NewPool(t, worker.Launching), repeated: worker.NewPool(t, worker.Repeating)}
	all.first, all.second, all.each = all.again, all.call, 8
	if os.Getenv("SLEIGHT_NIGHTLY") != "" || !worker.Measures() {
		all.first, all.second, all.each = all.call, all.again, 1
	}
	all.empty = all.nothing(t, all.call).took
	all.base = all.nothing(t, all.first)
	t.Run("cases", func(t *testing.T) {
		for i, file := range files {
			c, err := readCase(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(c.area+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				all.try(t, c, i%all.each == 0)
			})
		}
	})
	t.Logf("an empty run takes %v\n%s", all.empty, &all)
}

// nothing returns what a harmless run takes.
func (a *table) nothing(t *testing.T, run runner) (least result) {
	for n := range 2 * tries {
		r := (&hostileCase{area: "save"}).give(t, workspace(t), run)
		if n == 0 || r.took < least.took {
			least.took = r.took
		}
		least.memory = r.memory
	}
	return least
}

// try runs the program on a case, again while it exceeds its bounds, and the
// other way to compare the output.
func (a *table) try(t *testing.T, c *hostileCase, compared bool) {
	var best result
	for n := range tries {
		r := c.give(t, workspace(t), a.first)
		if err := c.judge(r); err != nil {
			a.add(c, r, false)
			t.Fatalf("%v:\n%.3000s", err, r.out)
		}
		if n == 0 {
			best = r
		}
		best.took, best.memory = min(best.took, r.took), min(best.memory, r.memory)
		if best.took-a.base.took <= a.bound(c) && best.memory-a.base.memory <= memoryBound {
			break
		}
	}
	if compared {
		if other := c.give(t, workspace(t), a.second); other.out != best.out {
			t.Fatalf("the same input gives different answers:\n%.2000s\n%.2000s", best.out, other.out)
		}
	}
	a.add(c, best, true)
	if over := best.memory - a.base.memory; over > memoryBound {
		t.Errorf("it took %d MB more than nothing", over>>20)
	}
	if over := best.took - a.base.took; over > a.bound(c) {
		t.Errorf("it took %v more than nothing", over)
	}
}

// bound returns the processor time that a case may take.
func (a *table) bound(c *hostileCase) time.Duration {
	bound := timeBound
	if os.Getenv("SLEIGHT_NIGHTLY") != "" && (c.area == "lua" || strings.HasPrefix(c.name, "modules_")) {
		bound = commandBound
	}
	return bound * max(a.empty, emptyRun) / emptyRun
}

func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile("testdata/trap.txtar")
	if err == nil {
		err = lay(dir, string(data))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
