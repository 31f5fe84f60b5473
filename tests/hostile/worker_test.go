package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sleight/cmd/sleight/cli"
	"sleight/tests/child"
)

// The modes in which this test binary serves the tests: it starts the program
// again for each job, or runs all jobs in its own process.
//
// A process counts as its own the memory that its parent had when it started
// it, so the parent must not be these tests.
const (
	launching = "-launch"
	repeating = "-repeat"
)

// job is one run of the program.
type job struct {
	Dir   string
	Input string
	Args  []string
}

// report is the result of a job.
type report struct {
	Output []byte
	Code   int
	Took   time.Duration // of the processor
	Memory int64         // at most, in bytes; 0 where that is unknown
}

// serve runs jobs from standard input until it ends.
func serve(do func(job) (report, error)) error {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var j job
		if err := in.Decode(&j); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		r, err := do(j)
		if err == nil {
			err = out.Encode(r)
		}
		if err != nil {
			return err
		}
	}
}

// launch starts the program and measures it.
func launch(j job) (report, error) {
	c := exec.Command(os.Args[0], j.Args...)
	c.Dir, c.Stdin = j.Dir, strings.NewReader(j.Input)
	c.Env = append(os.Environ(), program+"=1", "GOGC=100") // whatever the tests' own settings
	out, err := c.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return report{}, err
	}
	p := c.ProcessState
	return report{out, p.ExitCode(), p.UserTime() + p.SystemTime(), mostMemory(p)}, nil
}

// repeat runs a command line in this process, after all earlier ones.
func repeat(j job) (report, error) {
	if err := os.Chdir(j.Dir); err != nil {
		return report{}, err
	}
	var out bytes.Buffer
	code := cli.Run(context.Background(), j.Args, strings.NewReader(j.Input), &out, &out)
	return report{Output: out.Bytes(), Code: code}, nil
}

// worker is a process of this test binary that runs jobs.
type worker struct {
	command *exec.Cmd
	in      *json.Encoder
	out     *json.Decoder
	errs    bytes.Buffer
}

// workers is a pool of processes in one mode.
type workers struct {
	mode string
	idle chan *worker
}

func newWorkers(t *testing.T, mode string) *workers {
	w := &workers{mode, make(chan *worker, 64)}
	t.Cleanup(func() {
		close(w.idle)
		for one := range w.idle {
			_ = one.command.Process.Kill()
			_ = one.command.Wait()
		}
	})
	return w
}

// run runs a job in an idle worker.
func (w *workers) run(t *testing.T, j job) report {
	t.Helper()
	var one *worker
	select {
	case one = <-w.idle:
	default:
		one = w.start(t)
	}
	hangs := time.AfterFunc(patience, func() { _ = one.command.Process.Kill() })
	var r report
	err := one.in.Encode(j)
	if err == nil {
		err = one.out.Decode(&r)
	}
	if !hangs.Stop() {
		t.Fatalf("it hangs: %q", j.Args)
	}
	if err != nil {
		_ = one.command.Wait()
		t.Fatalf("%q: %v\n%.3000s", j.Args, err, one.errs.String())
	}
	w.idle <- one
	return r
}

func (w *workers) start(t *testing.T) *worker {
	t.Helper()
	one := &worker{command: exec.Command(os.Args[0], w.mode)}
	one.command.Stderr = &one.errs
	in, out := child.Start(t, one.command)
	one.in, one.out = json.NewEncoder(in), json.NewDecoder(out)
	return one
}
