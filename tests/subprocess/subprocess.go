// Package subprocess starts programs for tests that talk to them.
package subprocess

import (
	"io"
	"os/exec"
	"testing"
)

// Start starts a program and returns its standard input and output. The caller
// waits for it.
func Start(t testing.TB, c *exec.Cmd) (in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = c.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return in, out
}
