// Package cli_test drives the sleight command as people and build servers do:
// each script in testdata runs commands and states the expected output.
package cli_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sleight/cmd/sleight/cli"
	"sleight/tests/golden"
	"sleight/tests/memory"
	"sleight/tests/shipped"
	"sleight/tests/worker"
)

// packs is a folder of packs like those that modders make.
var packs, _ = filepath.Abs("../packs")

func TestMain(m *testing.M) {
	worker.Main()
	testscript.Main(memory.Tests{M: m}, map[string]func(){
		"sleight": func() { os.Exit(cli.Main()) },
	})
}

// TestCommandLine runs every script of testdata, each in an empty folder. The
// command line runs in workers; in nightly runs, in a process for each command.
func TestCommandLine(t *testing.T) {
	mode := worker.Repeating
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		mode = worker.Launching
	}
	pool := worker.NewPool(t, mode)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       golden.Updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			e.Setenv("GOGC", "off") // a fifth of a short process would be garbage collection
			e.Setenv("GOMEMLIMIT", "400MiB")
			e.Setenv("SLEIGHT_CACHE", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("SLEIGHT_CONFIG", filepath.Join(e.WorkDir, ".config"))
			e.Setenv("DOCKER_CONFIG", filepath.Join(e.WorkDir, ".docker"))
			e.Values[scriptKey{}] = &script{pool: pool, initial: e.Vars}
			return nil
		},
		Condition: func(word string) (bool, error) {
			if word != "nightly" {
				return false, fmt.Errorf("there is no condition %q", word)
			}
			return os.Getenv("SLEIGHT_NIGHTLY") != "", nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "input": input, "alone": alone, "keep": keep, "zip": pack, "borrow": borrow, "registry": startRegistry, "login": login, "spoil": spoil, "substitute": substitute,
		},
	})
}

// alone disables the shipped packs in workspaces: alone DIR…. Scripts that do not
// use them call it first, since loading them is most of the work of a command.
func alone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: alone DIR…")
	}
	for _, dir := range args {
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(dir), "sleight.yaml"), shipped.Disabled(), 0o666))
	}
}

// keep disables all shipped packs in a workspace except those that the script
// needs: keep DIR PACK…
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: keep DIR PACK…")
	}
	ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), "sleight.yaml"), shipped.Disabled(args[1:]...), 0o666))
}

// substitute replaces variables in a file: substitute FILE
func substitute(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: substitute FILE")
	}
	text := os.Expand(ts.ReadFile(args[0]), ts.Getenv)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// spoil changes a byte of every archive in a folder: spoil DIR
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.zip"))
	ts.Check(err)
	if neg || len(files) == 0 {
		ts.Fatalf("there is no archive to spoil")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		ts.Check(err)
		data[len(data)/2] ^= 1
		ts.Check(os.WriteFile(name, data, 0o666))
	}
}

// borrow copies a pack of tests/packs: borrow PACK DIR
func borrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: borrow PACK DIR")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), os.DirFS(filepath.Join(packs, args[0]))))
}

// pack packs a folder: zip FILE DIR
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: zip FILE DIR")
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer file.Close()
	z := zip.NewWriter(file)
	ts.Check(z.AddFS(os.DirFS(ts.MkAbs(args[1]))))
	ts.Check(z.Close())
}
