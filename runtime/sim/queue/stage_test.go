package queue

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sleight/content"
	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
	"sleight/scripts"
	"sleight/tests/memory"
)

// role is the environment variable that makes this program a server, a worker
// or a coordinator; the arguments follow, separated by spaces.
const role = "SLEIGHT_TESTED_ROLE"

// semantics is the digest that all processes use, except foreign workers.
const semantics = "tested"

func TestMain(m *testing.M) {
	args := strings.Fields(os.Getenv(role))
	if len(args) == 0 {
		os.Exit(memory.Tests{M: m, Parallel: 4}.Run())
	}
	if err := play(args[0], args[1:]); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// play runs a role in a separate process.
func play(as string, args []string) error {
	switch as {
	case "server":
		port, _ := strconv.Atoi(args[0])
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: args[1], NoLog: true})
		if err != nil {
			return err
		}
		s.Start()
		if !s.ReadyForConnections(60 * time.Second) {
			return fmt.Errorf("the server does not start")
		}
		fmt.Println("ready")
		s.WaitForShutdown()
		return nil
	case "worker":
		s, err := connect(context.Background(), args[0], options(args[1]), periods())
		if err != nil {
			return err
		}
		return s.Work(context.Background(), worker(args[2]))
	}
	s, err := connect(context.Background(), args[0], options(semantics), periods())
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(args[2])
	result, job, err := s.Run(context.Background(), ask(n, args[1]))
	if err != nil {
		return err
	}
	q := question(n)
	text, err := json.Marshal(q.Answer(result))
	fmt.Println("answer", string(text))
	if err != nil {
		return err
	}
	return s.Forget(job)
}

// periods returns the periods of the protocol, shortened for quick tests.
func periods() dispatch.Config {
	c := dispatch.DefaultConfig()
	if os.Getenv("SLEIGHT_NIGHTLY") == "" {
		c.Beat, c.Lease, c.Silence = 100*time.Millisecond, time.Second, 5*time.Second/2
		c.Reply, c.Pause, c.Report, c.Wait = 300*time.Millisecond, time.Second, time.Second, 30*time.Second
	}
	return c
}

// scaled returns a time of the default protocol, shortened in proportion to the
// test's periods.
func scaled(usual time.Duration) time.Duration {
	return usual / (dispatch.DefaultConfig().Lease / periods().Lease)
}

// options returns options that print notices to standard output.
func options(semantics string) Options {
	return Options{Semantics: semantics, Notify: func(n dispatch.Notice) { fmt.Println("notice", n.About, "|", n.Text) }}
}

// worker returns the work of a worker process; fate determines when it fails.
func worker(fate string) WorkerOptions {
	done := 0
	w := WorkerOptions{Name: "tested-" + fate, Workers: 1, Load: build, Done: func(string, int) {
		fmt.Println("played")
		done++
		switch {
		case fate == "exits" && done == 3:
			os.Exit(0) // before the result is stored
		case fate == "slow":
			<-time.After(50 * time.Millisecond)
		}
	}}
	if fate == "hangs" {
		w.Load = func(*load.Loader) (*rules.Content, error) {
			fmt.Println("taken")
			select {}
		}
	}
	return w
}

func build(l *load.Loader) (*rules.Content, error) {
	catalog, problems := l.Load()
	if catalog == nil {
		return nil, problems
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		return nil, problems
	}
	return c, nil
}

// loader returns a loader of the shipped content that uses only what the game of
// question needs, as sleight sim does.
func loader() *load.Loader {
	l := load.NewLoader(load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Name: "embedded", Fixed: true})
	l.Only("forward")
	return l
}

func question(n int) experiment.Question {
	q := experiment.Question{Game: "forward", Seed: 4, N: n}
	return q.Bots([]string{"random"}, nil)
}

func ask(n int, job string) Request {
	bundle, err := shippedBundle()
	if err != nil {
		panic(err)
	}
	return Request{Question: question(n), New: bundle, Chunk: 10, Job: job}
}

// shippedBundle is the shipped content. Callers must not change it.
var shippedBundle = sync.OnceValues(func() ([]byte, error) { return archive.Bundle(loader()) })

// alone returns the answer of a single machine.
var alone = sync.OnceValues(func() (func(t testing.TB, n int) string, error) {
	c, err := build(loader())
	return func(t testing.TB, n int) string {
		q := question(n)
		r, err := q.Run(t.Context(), experiment.Content{New: c}, sim.Range{0, n}, experiment.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return written(t, &q, r)
	}, err
})

func written(t testing.TB, q *experiment.Question, r *sim.Result) string {
	t.Helper()
	text, err := json.Marshal(q.Answer(r))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// process is a server, a worker or a coordinator.
type process struct {
	*exec.Cmd
	t     testing.TB
	lines chan string
	seen  []string // lines already passed by next
}

// start starts a process.
func start(t testing.TB, args ...string) *process {
	t.Helper()
	p := &process{exec.Command(os.Args[0]), t, make(chan string, 10_000), nil}
	p.Env = append(os.Environ(), role+"="+strings.Join(args, " "))
	p.Stderr = os.Stderr
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer close(p.lines)
		in := bufio.NewReader(out)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				p.lines <- strings.TrimSpace(line)
			}
			if err != nil {
				if err != io.EOF {
					p.lines <- err.Error()
				}
				return
			}
		}
	}()
	t.Cleanup(func() { _ = p.Process.Kill(); <-ended; _ = p.Wait() })
	return p
}

// next waits for a line that starts with begins and returns the rest of it.
func (p *process) next(begins string) string {
	p.t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("it ended before %q; it said %q", begins, p.seen)
			}
			p.seen = append(p.seen, line)
			if rest, ok := strings.CutPrefix(line, begins); ok {
				return strings.TrimSpace(rest)
			}
		case <-late:
			p.t.Fatalf("%q did not come; it said %q", begins, p.seen)
		}
	}
}

// count returns the number of lines so far that start with begins.
func (p *process) count(begins string) int {
	for {
		select {
		case line, ok := <-p.lines:
			if ok {
				p.seen = append(p.seen, line)
				continue
			}
		default:
		}
		n := 0
		for _, line := range p.seen {
			if strings.HasPrefix(line, begins) {
				n++
			}
		}
		return n
	}
}

// stage is a server that can be stopped, on its own port.
type stage struct {
	t    testing.TB
	port int
	dir  string
	url  string
	*process
}

func newStage(t testing.TB) *stage {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	return &stage{t: t, port: port, dir: t.TempDir(), url: fmt.Sprintf("nats://127.0.0.1:%d", port)}
}

// up starts the server.
func (s *stage) up() *stage {
	s.t.Helper()
	s.process = start(s.t, "server", strconv.Itoa(s.port), s.dir)
	s.next("ready")
	return s
}

func (s *stage) worker(fate string) *process { return start(s.t, "worker", s.url, semantics, fate) }

func (s *stage) coordinator(job string, n int) *process {
	return start(s.t, "coordinator", s.url, job, strconv.Itoa(n))
}

// agrees checks the answer of a coordinator.
func (s *stage) agrees(c *process, n int) {
	s.t.Helper()
	one, err := alone()
	if err != nil {
		s.t.Fatal(err)
	}
	if got, want := c.next("answer"), one(s.t, n); got != want {
		s.t.Errorf("workers find\n%s\nand one machine\n%s", got, want)
	}
}
