package speed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"gopkg.in/yaml.v3"

	"sleight/cmd/sleight/cli"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/packs/install"
	"sleight/schemas"
	"sleight/tests/memory"
)

// many is the number of definitions generated.
const many = 10_000

// workspace writes a pack of cards of about fifteen keys each, one per file,
// with a game that uses them, and returns the number of bytes.
func workspace(dir string, n int) (size int, err error) {
	write := func(name string, text []byte) {
		name = filepath.Join(dir, "content", "big", filepath.FromSlash(name))
		size += len(text)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666))
	}
	write("game.yaml", []byte(`kind: game
id: big
variables: {score: {start: 0}}
zones: {deck: {of: card, label: c, listens: true}}
actions: {tick: {text: A point.}, stop: {text: It ends.}}
phases: {play: {actions: [tick, stop], use: [deck]}}
lua: |
  return {
    start = function()
      local all = definitions("card")
      add(all[random("loot", 1, #all)], "deck")
      change(vars, "score", 1)
    end,
    do_tick = function()
      change(vars, "score", 1)
    end,
    do_stop = function()
      win("Over")
    end,
  }
`))
	suits := [...]string{"red", "green", "blue", "white"}
	for i := range n {
		write(fmt.Sprintf("cards/%03d/card_%05d.yaml", i/100, i), fmt.Appendf(nil, `# yaml-language-server: $schema=../../../../schemas/card.schema.json
kind: card
id: card_%05d
name: "Card %d"
text: A card like many others, worth {points} points while {limit} of them lie open.
tags: [generated, set_%d, "%s"]
params:
  points:
    default: %d
    safe: [0, 50]
    breaks: ">50: nothing else is worth playing"
    unit: points
  limit: {default: %d, unit: cards}
rarity: %s
price: %d
cost: %d
value: %d
suit: %s
priority: %d
data:
  artist: "Somebody, number %d"
  flavor: It is said that whoever draws it twice will not draw it a third time.
  set: %d
  foil: %v
`, i, i, i%40, suits[i%4], i%50, i%7, [...]string{"common", "uncommon", "rare"}[i%3], i%90, i%5, i%13, suits[i%4], i%9, i, i%40, i%2 == 0))
	}
	return size, err
}

// plainly reads and checks files in the thirty lines that one would write
// without this project: no places, no explanations, no checks beyond the
// schema.
func plainly(files fs.FS) error {
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{"card", "game", "envelope"} {
		text, err := fs.ReadFile(schemas.Files, name+".schema.json")
		if err == nil {
			err = compiler.AddResource(name+".schema.json", bytes.NewReader(text))
		}
		if err != nil {
			return err
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, kind := range []string{"card", "game"} {
		s, err := compiler.Compile(kind + ".schema.json")
		if err != nil {
			return err
		}
		compiled[kind] = s
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var value map[string]any
		if err := yaml.Unmarshal(text, &value); err != nil {
			return err
		}
		return compiled[value["kind"].(string)].Validate(value)
	})
}

// checker does what sleight validate does, repeatedly.
type checker struct {
	loader *load.Loader
	linter lint.Linter
	last   *rules.Content
}

// build builds the content, when only these files can have changed since the
// last time; nil means any.
func (c *checker) build(files []string) (diag.List, error) {
	catalog, problems := c.loader.Reload(files)
	if catalog == nil {
		return nil, problems
	}
	content, more := rules.Build(catalog, c.last)
	if content == nil {
		return nil, more
	}
	c.last = content
	return append(problems, more...), nil
}

// check builds the content and runs all checks.
func (c *checker) check(files []string) error {
	problems, err := c.build(files)
	if err != nil {
		return err
	}
	problems = append(problems, c.linter.Run(c.last, c.loader.Source)...)
	problems = append(problems, contenttest.CheckNames(c.last)...)
	for _, p := range problems {
		if p.Severity > diag.Notice {
			return p
		}
	}
	return nil
}

// validated checks the working folder with sleight validate. Unused definitions
// are no error: tables that list the shipped ones do not list the copies.
func validated() error {
	var out bytes.Buffer
	code := cli.RunAlone(context.Background(), []string{"validate", "--format", "json"}, strings.NewReader(""), &out, &out)
	if code != 0 && strings.Count(out.String(), `"code":`) != strings.Count(out.String(), `"code":"unused/definition"`) {
		return fmt.Errorf("it ends with code %d:\n%.2000s", code, out.String())
	}
	return nil
}

// again checks the working folder twice, as sleight validate --watch does, and
// returns the time from the save of a file to the end of the second check.
func again() (time.Duration, error) {
	e, err := edit(context.Background(), ".")
	if err != nil {
		return 0, err
	}
	defer e.watcher.Close()
	if err := e.check(nil); err != nil {
		return 0, err
	}
	return e.save(e.check)
}

// jobs are the jobs that a benchmark runs in separate processes, with the files
// in the working folder.
var jobs = map[string]func() (time.Duration, error){
	"plainly": func() (time.Duration, error) {
		return timed(func() error { return plainly(os.DirFS(".")) })
	},
	"plainly varied": func() (time.Duration, error) {
		return timed(func() error { return plainlyVaried(os.DirFS(".")) })
	},
	"fully": func() (time.Duration, error) { return timed(validated) },
	"installed": func() (time.Duration, error) {
		return timed(func() error {
			defer debug.SetGCPercent(debug.SetGCPercent(1600)) // collect late, as the program does while it loads
			i := &install.Installation{Dir: ".", Cache: &install.Cache{Dir: "cache"}}
			c := checker{loader: load.NewLoader(i.Roots()...)}
			return c.check(nil)
		})
	},
	"again": again,
}

// TestMain does one job when the process is started for it.
func TestMain(m *testing.M) {
	job, ok := jobs[os.Getenv(jobName)]
	if !ok {
		os.Exit(memory.Tests{M: m}.Run())
	}
	took, err := job()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(int64(took), peak())
}

// peak returns the most memory that the process has had resident, in bytes, the
// program's own pages included; where the system does not say, what Go took from it.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		var kilobytes int64
		if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
			return kilobytes << 10
		}
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.Sys)
}

const jobName = "SPEED_JOB"

// alone runs a job in a separate process, so that neither caches nor garbage of
// one job affect another. It returns the time that the job took, and the
// process's peak memory in bytes.
func alone(b testing.TB, dir, job string, cores int) (time.Duration, int64) {
	b.Helper()
	c := exec.Command(os.Args[0])
	c.Dir = dir
	c.Env = append(os.Environ(), jobName+"="+job, fmt.Sprintf("GOMAXPROCS=%d", cores))
	out, err := c.Output()
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	var took, memory int64
	if _, err := fmt.Sscan(string(out), &took, &memory); err != nil {
		b.Fatal(err)
	}
	return time.Duration(took), memory
}

// BenchmarkLoad compares checking 10,000 definitions, with positions,
// explanations and static checks, with the plain way, on one core and on two.
// It also measures the time from the save of one file to the end of another
// check in the same process.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	size, err := workspace(dir, many)
	if err != nil {
		b.Fatal(err)
	}
	var plain, one, two, again time.Duration
	var memory int64
	for b.Loop() {
		add := func(to *time.Duration, job string, cores int) int64 {
			took, most := alone(b, dir, job, cores)
			*to += took
			return most
		}
		add(&plain, "plainly", 1)
		add(&one, "fully", 1)
		memory = max(memory, add(&two, "fully", 2))
		add(&again, "again", 2)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(size)/1e6, "MB-of-YAML")
	b.ReportMetric(plain.Seconds()/one.Seconds(), "×plain")
	b.ReportMetric(one.Seconds()/two.Seconds(), "×one-core")
	b.ReportMetric(100*again.Seconds()/two.Seconds(), "%again")
	b.ReportMetric(float64(memory)/1e6, "MB-of-memory")
	b.ReportMetric(1000*two.Seconds()/float64(b.N), "ms")
}

// BenchmarkCommand compares a command of a game with 10,000 definitions with
// the same command of a game with one.
func BenchmarkCommand(b *testing.B) {
	open := func(n int) *session.Session {
		dir := b.TempDir()
		if _, err := workspace(dir, n); err != nil {
			b.Fatal(err)
		}
		c := checker{loader: load.NewLoader(load.Root{FS: os.DirFS(dir)})}
		if err := c.check(nil); err != nil {
			b.Fatal(err)
		}
		s, problem := session.New(c.last, "big", session.Options{Seed: 1})
		if problem != nil {
			b.Fatal(problem)
		}
		return s
	}
	alone, among := open(1), open(many)
	const commands = 20_000
	var one, all time.Duration
	play := func(s *session.Session) time.Duration {
		took, err := timed(func() error {
			for range commands {
				if r := s.Run("tick"); !r.OK() {
					return fmt.Errorf("%s %v", r.Refusal, r.Problem)
				}
			}
			return nil
		})
		if err == nil && s.Undo(commands) != commands {
			err = errors.New("not all commands can be taken back")
		}
		if err != nil {
			b.Fatal(err)
		}
		return took
	}
	for b.Loop() {
		one += play(alone)
		all += play(among)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(all.Seconds()/one.Seconds(), "×alone")
	b.ReportMetric(float64(commands*b.N)/all.Seconds(), "commands/s")
}

func timed(job func() error) (time.Duration, error) {
	start := time.Now()
	err := job()
	return time.Since(start), err
}
