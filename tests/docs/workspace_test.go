package docs

import (
	"bufio"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"

	"sleight/tests/memory"
	"sleight/tests/worker"
)

// sleight is the folder of the program, which is this one with a variable, and
// the variable.
var sleight, asSleight string

// pool runs commands for all tests: starting a process and loading the shipped content
// takes longer than most commands.
var pool *worker.Pool

func TestMain(m *testing.M) {
	worker.Main()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "sleight")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if asSleight, err = worker.Link(folder); err != nil {
		panic(err)
	}
	sleight, pool = folder, worker.OpenPool(worker.Repeating)
	defer pool.Close()
	return memory.Tests{M: m}.Run()
}

// workspace is a folder in which a document is followed.
type workspace struct {
	t      *testing.T
	folder string
	home   string // holds settings and the cache of packs
	live   *live  // the REPL that is running, if one is
	// others are other people's machines, registry is the actual address of
	// localhost:5000.
	others   map[string]*workspace
	registry string
}

// newWorkspace makes a folder like a clone of the project that contains only
// Manipulation.
func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	w := emptyWorkspace(t)
	for _, name := range []string{"content/manipulation", "scripts/manipulation", "schemas"} {
		folder := filepath.Join(w.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(folder, os.DirFS(filepath.Join(root, name))); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// emptyWorkspace makes an empty folder.
func emptyWorkspace(t *testing.T) *workspace {
	t.Helper()
	w := &workspace{t: t, folder: t.TempDir(), home: t.TempDir(), others: map[string]*workspace{}}
	t.Cleanup(w.leave)
	return w
}

// write creates or replaces a file.
func (w *workspace) write(name, text string) {
	w.t.Helper()
	file := filepath.Join(w.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

// command prepares a command line as a shell would.
func (w *workspace) command(line string) *exec.Cmd {
	c := exec.Command("sh", "-c", "exec "+w.typed(line))
	c.Dir, c.Env = w.folder, append(w.environment(), asSleight)
	return c
}

// typed returns a command line with the actual name of the program and address
// of the registry.
func (w *workspace) typed(line string) string {
	line = strings.ReplaceAll(line, "go run ./cmd/sleight", "sleight")
	if strings.Contains(line, registryName) {
		line = strings.ReplaceAll(line, registryName, w.startRegistry())
	}
	return line
}

func (w *workspace) environment() []string {
	return append(os.Environ(), "PATH="+sleight+string(filepath.ListSeparator)+os.Getenv("PATH"), "NO_COLOR=1", "COLUMNS=80",
		"SLEIGHT_CONFIG="+filepath.Join(w.home, "config"), "SLEIGHT_CACHE="+filepath.Join(w.home, "cache"), "DOCKER_CONFIG="+w.home,
		"GOGC=off", "GOMEMLIMIT=400MiB") // a fifth of a short process is collecting garbage
}

// plain matches the commands that need no shell. They run in a worker, which
// takes less time than a process for each.
var plain = regexp.MustCompile(`^sleight( [\w./:=,@-]+)+$`)

// run runs a command to its end and returns what it printed.
func (w *workspace) run(line string) (out []byte, failed bool) {
	line = w.typed(line)
	if !plain.MatchString(line) {
		out, err := w.command(line).CombinedOutput()
		if _, ended := err.(*exec.ExitError); err != nil && !ended {
			w.t.Fatal(err)
		}
		return out, err != nil
	}
	r, err := pool.Run(worker.Job{Dir: w.folder, Env: w.environment(), Args: strings.Fields(line)[1:], Together: true})
	if err != nil {
		w.t.Fatal(err)
	}
	return r.Output, r.Code != 0
}

// shell runs a command to its end and returns what it printed, as lines.
func (w *workspace) shell(line string) []string {
	out, _ := w.run(line)
	text := strings.ReplaceAll(string(out), filepath.ToSlash(filepath.Join(w.home, "config")), "~/.config/sleight")
	if w.registry != "" {
		text = strings.ReplaceAll(text, w.registry, registryName)
	}
	return lines(text)
}

// registryName is the address of a registry in documents; the actual address
// differs from run to run.
const registryName = "localhost:5000"

// startRegistry starts the registry if it is not running, and returns its
// address.
func (w *workspace) startRegistry() string {
	if w.registry == "" {
		s := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
		w.t.Cleanup(s.Close)
		w.registry = strings.TrimPrefix(s.URL, "http://")
	}
	return w.registry
}

// another returns another person's machine that can reach the same registry.
func (w *workspace) another(name string) *workspace {
	if w.others[name] == nil {
		w.others[name] = emptyWorkspace(w.t)
		w.others[name].registry = w.startRegistry()
	}
	return w.others[name]
}

func lines(text string) []string {
	text = strings.TrimRight(steady(text), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// live is a running REPL.
type live struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    chan string // its lines; closed at its end
	asked  int
	closed chan struct{}
}

// patience is how long a REPL may take for one line before the test fails.
const patience = 60 * time.Second

// start runs a REPL and returns its first output.
func (w *workspace) start(line string) []string {
	w.t.Helper()
	w.leave()
	l := &live{t: w.t, cmd: w.command(line + " --echo"), out: make(chan string, 1000), closed: make(chan struct{})}
	var err error
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		w.t.Fatal(err)
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	l.cmd.Stderr = l.cmd.Stdout
	if err := l.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go l.listen(out)
	w.live = l
	return l.answer()
}

func (l *live) listen(out io.Reader) {
	defer close(l.out)
	s := bufio.NewScanner(out)
	for s.Scan() {
		l.out <- s.Text()
	}
}

// say types a line and returns the prompt and the answer.
func (l *live) say(line string) (prompt string, answer []string) {
	l.t.Helper()
	if _, err := io.WriteString(l.in, line+"\n"); err != nil {
		l.t.Fatalf("%s: %v", line, err)
	}
	got := l.answer()
	if len(got) == 0 || !strings.HasSuffix(got[0], "> "+line) {
		l.t.Fatalf("%s: the line is not echoed before\n%s", line, strings.Join(got, "\n"))
	}
	return strings.TrimSuffix(got[0], line), got[1:]
}

// answer collects lines up to the echo of a marker, which it omits.
func (l *live) answer() []string {
	l.t.Helper()
	l.asked++
	mark := "answered " + strconv.Itoa(l.asked)
	if _, err := io.WriteString(l.in, strconv.Quote(mark)+"\n"); err != nil {
		l.t.Fatal(err)
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	var got []string
	for {
		select {
		case line, ok := <-l.out:
			if !ok {
				l.t.Fatalf("the REPL has ended after\n%s", strings.Join(got, "\n"))
			}
			switch {
			case line == mark:
				return lines(strings.Join(got, "\n"))
			case !strings.HasSuffix(line, "> "+strconv.Quote(mark)):
				got = append(got, line)
			}
		case <-timer.C:
			l.t.Fatalf("the REPL is silent after\n%s", strings.Join(got, "\n"))
		}
	}
}

// leave ends the running REPL.
func (w *workspace) leave() {
	if w.live == nil {
		return
	}
	w.live.in.Close()
	for range w.live.out {
	}
	_ = w.live.cmd.Wait() // failures are in its output
	w.live = nil
}
