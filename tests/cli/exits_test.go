package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"sleight/tests/worker"
)

// script is the state of a script.
type script struct {
	pool    *worker.Pool
	initial []string // its environment before it sets variables
	input   string   // of its next command
}

// scriptKey is the key of a script's *script.
type scriptKey struct{}

// exits runs sleight and checks its exit code: exits CODE ARGUMENT…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: exits CODE ARGUMENT…")
	}
	s := ts.Value(scriptKey{}).(*script)
	r, err := s.pool.Run(worker.Job{Dir: ts.MkAbs("."), Env: s.environment(ts), Input: s.input, Args: args[1:]})
	ts.Check(err)
	s.input = ""
	_, _ = ts.Stdout().Write(r.Output)
	_, _ = ts.Stderr().Write(r.Errors)
	if code := strconv.Itoa(r.Code); code != args[0] {
		ts.Fatalf("sleight %q ended with %s, not %s", args[1:], code, args[0])
	}
}

// input sets what the next exits reads, as stdin does for exec: input FILE
func input(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	ts.Value(scriptKey{}).(*script).input = ts.ReadFile(args[0])
}

var setLine = regexp.MustCompile(`(?m)^\s*env ([A-Za-z_]+)=`)

// environment returns the variables of a script: the initial ones and those that
// it sets, which testscript does not list.
func (s *script) environment(ts *testscript.TestScript) []string {
	env := append(s.initial[:len(s.initial):len(s.initial)], "PWD="+ts.MkAbs("."))
	text, err := os.ReadFile(filepath.Join("testdata", ts.Name()+".txtar"))
	ts.Check(err)
	for _, m := range setLine.FindAllStringSubmatch(string(text), -1) {
		if value := ts.Getenv(m[1]); value != "" {
			env = append(env, m[1]+"="+value)
		}
	}
	return env
}
