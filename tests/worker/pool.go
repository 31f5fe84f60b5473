package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// patience bounds the wall time of a job.
const patience = 2 * time.Minute

// Pool starts workers as they are needed. It is safe for concurrent use.
type Pool struct {
	mode Mode
	idle chan *process
}

// process is a worker.
type process struct {
	command *exec.Cmd
	in      *json.Encoder
	out     *json.Decoder
	errs    bytes.Buffer
}

// NewPool returns a pool whose workers end with the test.
func NewPool(t testing.TB, mode Mode) *Pool {
	p := OpenPool(mode)
	t.Cleanup(p.Close)
	return p
}

// OpenPool returns a pool for several tests, to be closed after them.
func OpenPool(mode Mode) *Pool { return &Pool{mode, make(chan *process, 64)} }

// Close ends the workers.
func (p *Pool) Close() {
	close(p.idle)
	for one := range p.idle {
		_ = one.command.Process.Kill()
		_ = one.command.Wait()
	}
}

// Run runs a job in an idle worker. It fails if the worker ends or hangs.
func (p *Pool) Run(j Job) (r Report, err error) {
	var one *process
	select {
	case one = <-p.idle:
	default:
		if one, err = p.start(); err != nil {
			return r, err
		}
	}
	hangs := time.AfterFunc(patience, func() { _ = one.command.Process.Kill() })
	if err = one.in.Encode(j); err == nil {
		err = one.out.Decode(&r)
	}
	if !hangs.Stop() {
		return r, fmt.Errorf("it hangs: %q", j.Args)
	}
	if err != nil {
		_ = one.command.Wait()
		return r, fmt.Errorf("%q: %w\n%.3000s", j.Args, err, one.errs.String())
	}
	p.idle <- one
	return r, nil
}

func (p *Pool) start() (*process, error) {
	one := &process{command: exec.Command(os.Args[0], string(p.mode))}
	one.command.Stderr = &one.errs
	if p.mode == Repeating {
		one.command.Env = append(os.Environ(), "GOGC="+heapGrowth)
	}
	in, err := one.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := one.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	one.in, one.out = json.NewEncoder(in), json.NewDecoder(out)
	return one, one.command.Start()
}
