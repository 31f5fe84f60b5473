package cli_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/cmd/sleight/cli"
)

// TestEnablingAPackReloadsARunningSession checks that the game continues
// when saving sleight.yaml enables a pack, and when it disables the pack again.
func TestEnablingAPackReloadsARunningSession(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(packs, "hard_forward"))); err != nil {
		t.Fatal(err)
	}
	enable := func(list string) {
		t.Helper()
		text := "kind: workspace\nformat: 1\npacks: {" + list + "}\n"
		if err := os.WriteFile(filepath.Join(dir, "sleight.yaml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	enable("forward: ^1.0")
	expect, end := playing(t, "--content", dir)
	expect("3")
	enable("hard_forward: ^1.0")
	expect("5")
	enable("forward: ^1.0")
	expect("3")
	end()
}

// playing plays Forward at a prompt on a pipe until end is called, which checks
// that everything went well. expect is the function returned by hitPoints.
func playing(t *testing.T, args ...string) (expect func(hp string), end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	output, out := io.Pipe()
	typed, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, append([]string{"repl", "forward", "--seed", "1"}, args...), typed, out, out)
		out.Close()
	}()
	return hitPoints(t, in, output), func() {
		t.Helper()
		stop()
		in.Close()
		rest, err := io.ReadAll(output)
		if code := <-ended; err != nil || code != 0 {
			t.Errorf("it ended with %d: %v %s", code, err, strings.TrimSpace(string(rest)))
		}
	}
}

// hitPoints returns a function that asks a running session for a beast's hit
// points until they are as expected.
func hitPoints(t *testing.T, in io.Writer, output io.Reader) (expect func(hp string)) {
	say := func(line string) { // in a goroutine, since it blocks until its output is read
		go func() { _, _ = io.WriteString(in, line+"\n") }()
	}
	// On a pipe, a reload is reported with the next line.
	return func(hp string) {
		t.Helper()
		for began := time.Now(); ; {
			say(`lua "hp" .. definition("enemy/beast").hp .. "!"`)
			until(t, output, "= hp")
			got := make([]byte, 2)
			if _, err := io.ReadFull(output, got); err != nil {
				t.Fatal(err)
			}
			if string(got) == hp+"!" {
				return
			}
			if time.Since(began) > time.Minute {
				t.Fatalf("hp stays %s", got)
			}
		}
	}
}
