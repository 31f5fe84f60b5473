package hostile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// What a case may take beyond what the program takes for nothing.
const (
	memoryBound = 64 << 20
	// timeBound is of the processor, so that others do not count. A case that
	// takes more gets another try, since a processor that is shared is slower.
	timeBound = 250 * time.Millisecond
	// commandBound is what a command may take by night, on one core, together
	// with compiling and loading its scripts.
	commandBound = 100 * time.Millisecond
	tries        = 3
	// patience is how long the program may be busy by the clock.
	patience = 30 * time.Second
)

// program is the real one, built once.
var program string

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == launching {
		launch(os.Args[2], os.Args[3:])
	}
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "sleight.exe")
	out, err := exec.Command("go", "build", "-o", program, "../../cmd/sleight").CombinedOutput()
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// launching makes this very program start another, as its second argument says,
// and tell what that took. A process counts as its own the memory that its
// parent had, so the parent must not be these tests.
const launching = "-launch"

func launch(report string, args []string) {
	c := exec.Command(args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Run()
	p := c.ProcessState
	text := fmt.Sprintln(p.ExitCode(), int64(p.UserTime()+p.SystemTime()), mostMemory(p))
	if os.WriteFile(report, []byte(text), 0o666) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// result is how the program answered.
type result struct {
	out    string
	took   time.Duration // of the processor
	memory int64         // at most, in bytes; 0 where that cannot be told
}

// again runs the program in a folder without measuring it, and returns only its
// output. It does not collect garbage, which is a fifth of a short run.
func again(t *testing.T, dir, in string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Stdin, c.Env = dir, strings.NewReader(in), append(os.Environ(), "GOGC=off", "GOMEMLIMIT=200MiB")
	out, err := c.CombinedOutput()
	var ended *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &ended) {
		t.Fatalf("%v: %v\n%.2000s", ctx.Err(), err, out)
	}
	return result{out: string(out)}
}

// call runs the program in a folder.
func call(t *testing.T, dir, in string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	report := filepath.Join(t.TempDir(), "report")
	c := exec.CommandContext(ctx, os.Args[0], append([]string{launching, report, program}, args...)...)
	c.Dir, c.Stdin = dir, strings.NewReader(in)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if ctx.Err() != nil {
		t.Fatalf("it hangs:\n%.2000s", out.String())
	}
	text, _ := os.ReadFile(report)
	var code int
	var took int64
	r := result{out: out.String()}
	if _, scan := fmt.Sscan(string(text), &code, &took, &r.memory); scan != nil || err != nil {
		t.Fatalf("it was not told how it ended: %v %v", scan, err)
	}
	r.took = time.Duration(took)
	if code < 0 || code > 2 {
		t.Fatalf("it ended with code %d:\n%.2000s", code, out.String())
	}
	return r
}

// give lays a case out in a folder and gives it to the program, by call or again.
func (c *hostileCase) give(t *testing.T, dir string, run func(t *testing.T, dir, in string, args ...string) result) result {
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
		data, err := pack(c.text)
		if err != nil {
			t.Fatal(err)
		}
		write("case.zip", data)
		return run(t, dir, "", "validate", "case.zip")
	case "save":
		again(t, dir, "go\nsave game.json\n", "repl", "trap", "--seed", "1")
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
	// never are what no answer may hold: a panic of the program, an address of
	// memory, a code that a terminal would obey, a file of the machine.
	never = regexp.MustCompile(`goroutine \d|panic:|0x[0-9a-f]{6,}|\x1b|\x00|root:x:`)
)

// judge tells what is wrong with an answer.
func (c *hostileCase) judge(r result) error {
	var codes []string
	for _, m := range codeForm.FindAllStringSubmatch(r.out, -1) {
		codes = append(codes, m[1])
	}
	switch {
	case never.MatchString(r.out):
		return fmt.Errorf("it tells %q", never.FindString(r.out))
	case slices.Contains(codes, "engine/internal"):
		return fmt.Errorf("it is a fault of the engine")
	case c.expect == "none" && len(codes) > 0 || c.expect != "none" && !slices.Contains(codes, c.expect):
		return fmt.Errorf("it tells of %v, and not %s", codes, c.expect)
	}
	return c.unchanged(r)
}

var hashForm = regexp.MustCompile(`(?m)^[0-9a-f]{32}$`)

// unchanged holds that a command that failed has changed nothing.
func (c *hostileCase) unchanged(r result) error {
	if c.area != "lua" || c.expect == "none" {
		return nil
	}
	if h := hashForm.FindAllString(r.out, -1); len(h) != 0 && (len(h) != 2 || h[0] != h[1]) {
		return fmt.Errorf("it left something behind: %v", h)
	}
	return nil
}

// TestHostile gives every case to the program, twice, since the answer must be
// the same.
func TestHostile(t *testing.T) {
	files, err := filepath.Glob("cases/*/*")
	if err != nil || len(files) < 150 {
		t.Fatalf("there are only %d cases, %v", len(files), err)
	}
	var all table
	all.base = (&hostileCase{area: "save"}).give(t, workspace(t), call)
	t.Run("cases", func(t *testing.T) {
		for _, file := range files {
			c, err := readCase(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(c.area+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				all.try(t, c)
			})
		}
	})
	t.Log("\n" + all.String())
}

// try gives a case to the program: once more for the same answer, and until it
// keeps within its bounds.
func (a *table) try(t *testing.T, c *hostileCase) {
	var best result
	for n := range tries {
		r := c.give(t, workspace(t), call)
		if err := c.judge(r); err != nil {
			a.add(c, r, false)
			t.Fatalf("%v:\n%.3000s", err, r.out)
		}
		if n == 0 || r.took < best.took {
			best = r
		}
		if best.took-a.base.took <= c.bound() && best.memory-a.base.memory <= memoryBound {
			break
		}
	}
	if other := c.give(t, workspace(t), again); other.out != best.out {
		t.Fatalf("the same input gives different answers:\n%.2000s\n%.2000s", best.out, other.out)
	}
	a.add(c, best, true)
	if over := best.memory - a.base.memory; over > memoryBound {
		t.Errorf("it took %d MB more than nothing", over>>20)
	}
	if over := best.took - a.base.took; over > c.bound() {
		t.Errorf("it took %v more than nothing", over)
	}
}

// bound returns how long a case may keep the processor busy.
func (c *hostileCase) bound() time.Duration {
	if os.Getenv("SLEIGHT_NIGHTLY") != "" && (c.area == "lua" || strings.HasPrefix(c.name, "modules_")) {
		return commandBound
	}
	return timeBound
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
