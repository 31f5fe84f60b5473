// Package worker runs sleight commands for tests, in processes of the test binary
// that call Main in TestMain. A worker that repeats runs all commands in its own
// process, which saves half the processor time of a short command: starting a
// process and loading the schemas.
package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"sleight/cmd/sleight/cli"
	"sleight/tests/clock"
)

// Mode is how a worker runs commands.
type Mode string

const (
	// Launching starts a process for each command and measures it. The system
	// attributes to a process the memory that its parent had when it started
	// it, so the parent must not be the tests.
	Launching Mode = "-launch"
	// Repeating runs each command in the worker, after all earlier ones, which
	// must not affect it.
	Repeating Mode = "-repeat"
)

// program is the environment variable that makes the test binary act as sleight.
const program = "SLEIGHT_TEST_PROGRAM"

// heapGrowth is GOGC in workers that repeat: little memory is live in them.
const heapGrowth = "400"

// leftOver is the size of the heap, in bytes, that a command to be measured may
// find in its process.
const leftOver = 24 << 20

// Job is one command.
type Job struct {
	Dir   string
	Env   []string // all variables; nil keeps the worker's
	Input string
	Args  []string
	// Together writes errors to the output, in order.
	Together bool
	// Measured makes a worker that repeats measure the command as well.
	Measured bool
}

// Report is the result of a job.
type Report struct {
	Output, Errors []byte
	Code           int
	Took           time.Duration // of the processor, if launched or measured
	Memory         int64         // at most, in bytes, if launched or measured; 0 where that is unknown
}

// Main acts as sleight or as a worker, and ends, if this process was started for
// that.
func Main() {
	if os.Getenv(program) != "" {
		os.Exit(cli.Main())
	}
	for mode, do := range map[Mode]func(Job) (Report, error){Launching: launch, Repeating: repeat} {
		if len(os.Args) > 1 && os.Args[1] == string(mode) {
			if err := serve(do); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
}

// Link makes the test binary available in a folder as sleight, for processes that
// have the returned variable. Building the program takes longer than most tests.
func Link(folder string) (variable string, err error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	name := "sleight"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return program + "=1", os.Symlink(exe, filepath.Join(folder, name))
}

// Command returns a command that runs the test binary as sleight.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe, args...)
	c.Env = append(os.Environ(), program+"=1")
	return c
}

// serve runs jobs from standard input until it ends.
func serve(do func(Job) (Report, error)) error {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var j Job
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

// launch runs a command in a new process.
func launch(j Job) (Report, error) {
	if j.Env == nil {
		j.Env = os.Environ()
	}
	var out, errs bytes.Buffer
	c := exec.Command(os.Args[0], j.Args...)
	c.Dir, c.Env, c.Stdin, c.Stdout, c.Stderr = j.Dir, append(j.Env, program+"=1"), strings.NewReader(j.Input), &out, &errs
	if j.Together {
		c.Stderr = &out
	}
	var ended *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &ended) {
		return Report{}, err
	}
	p := c.ProcessState
	return Report{out.Bytes(), errs.Bytes(), p.ExitCode(), p.UserTime() + p.SystemTime(), maxMemory(p)}, nil
}

// measure records what a command takes that runs in this process. What earlier
// commands left counts as its memory, so that the bounds hold all the more; much
// of that is given back first, which takes some milliseconds.
func (r *Report) measure(run func()) (err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as in a process of its own
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > leftOver {
		debug.FreeOSMemory()
	}
	if err := forgetMost(); err != nil {
		return err
	}
	r.Took = clock.Taken(run)
	r.Memory, err = mostOfThis()
	return err
}

// Measures reports whether workers that repeat can measure commands here.
func Measures() bool { return forgetMost() == nil }

// repeat runs a command in this process.
func repeat(j Job) (Report, error) {
	if err := os.Chdir(j.Dir); err != nil {
		return Report{}, err
	}
	if j.Env != nil {
		os.Clearenv()
	}
	for _, v := range j.Env {
		name, value, _ := strings.Cut(v, "=")
		if err := os.Setenv(name, value); err != nil {
			return Report{}, err
		}
	}
	var out, errs bytes.Buffer
	also := &errs
	if j.Together {
		also = &out
	}
	var r Report
	run := func(command func(context.Context, []string, io.Reader, io.Writer, io.Writer) int) {
		r.Code = command(context.Background(), j.Args, strings.NewReader(j.Input), &out, also)
	}
	if !j.Measured {
		run(cli.Run)
	} else if err := r.measure(func() { run(cli.RunAlone) }); err != nil {
		return Report{}, err
	}
	r.Output, r.Errors = out.Bytes(), errs.Bytes()
	return r, nil
}
