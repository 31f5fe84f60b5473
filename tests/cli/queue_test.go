package cli_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sleight/cmd/sleight/cli"
)

// captured runs a command and returns its exit code and what it prints.
func captured(ctx context.Context, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = cli.Run(ctx, args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// startQueue starts a NATS server until the test ends.
func startQueue(t *testing.T) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(60 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// TestWorkersAnswerAsOneMachineDoes checks that every kind of study gives the
// same report, byte for byte, on workers as on one machine.
func TestWorkersAnswerAsOneMachineDoes(t *testing.T) {
	t.Parallel()
	url := startQueue(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 2)
	for range 2 {
		go func() {
			code, _, _ := captured(ctx, "worker", "--nats", url)
			ended <- code
		}()
	}
	for _, question := range [][]string{
		{"--bot", "reference", "--bot", "random"},
		{"--bot", "reference", "--sweep", "max_hp=18..22..2"},
		{"--bot", "reference", "--impact=relic"},
		{"--bot", "reference", "--compare", "../.."},
	} {
		args := append([]string{"sim", "forward", "-n", "60", "--json"}, question...)
		code, alone, errs := captured(t.Context(), args...)
		if code != 0 {
			t.Fatal(errs)
		}
		code, together, errs := captured(t.Context(), append(args, "--nats", url, "--chunk", "7")...)
		if code != 0 || together != alone {
			t.Errorf("%v: workers answer %d %s\n%s\nand one machine\n%s", question, code, errs, together, alone)
		}
	}
	stop()
	for range 2 {
		if code := <-ended; code != 0 {
			t.Errorf("a worker that was interrupted ended with %d", code)
		}
	}
}

// watcher is a writer that calls a function once a line was written a number of
// times.
type queueWatcher struct {
	line string
	left int
	then func()
}

func (w *queueWatcher) Write(data []byte) (int, error) {
	if strings.Contains(string(data), w.line) {
		if w.left--; w.left == 0 {
			w.then()
		}
	}
	return len(data), nil
}

// TestAnInterruptedJobResumes checks that running the same command again
// resumes a named job, and that a different command with that name is refused.
func TestAnInterruptedJobResumes(t *testing.T) {
	t.Parallel()
	url := startQueue(t)
	ctx, interrupt := context.WithCancel(t.Context())
	working, stop := context.WithCancel(context.Background())
	ended := make(chan int)
	go func() {
		ended <- cli.Run(working, []string{"worker", "--nats", url}, strings.NewReader(""), io.Discard, &queueWatcher{"played forward: 7 games", 3, interrupt})
	}()
	defer func() { stop(); <-ended }()
	args := []string{"sim", "forward", "-n", "700", "--json"}
	job := append(args, "--nats", url, "--chunk", "7", "--job", "night")
	_, _, errs := captured(ctx, job...)
	if !strings.Contains(errs, "the games played so far are kept: the same command continues (--job night)\n") {
		t.Fatalf("it says %s", errs)
	}
	const differs = "error: job night was begun with another question: its seed is 1, not 2; choose another name\n"
	if code, _, errs := captured(t.Context(), append(job, "--seed", "2")...); code != 2 || errs != differs {
		t.Errorf("another question ends with %d: %s", code, errs)
	}
	_, alone, _ := captured(t.Context(), args...)
	code, together, errs := captured(t.Context(), job...)
	if code != 0 || together != alone || !strings.Contains(errs, "note: job night goes on: ") {
		t.Errorf("it goes on with %d, and comes to\n%s%s\nand alone to\n%s", code, together, errs, alone)
	}
	if _, _, errs := captured(t.Context(), job...); strings.Contains(errs, "goes on") {
		t.Errorf("what was answered is kept: %s", errs)
	}
}

// TestAMissingServerIsReported checks that a wrong address is a readable error,
// at once or after the given time.
func TestAMissingServerIsReported(t *testing.T) {
	t.Parallel()
	const nobody = "nats://127.0.0.1:1"
	for _, args := range [][]string{
		{"worker", "--nats", nobody, "--wait", "0"},
		{"worker", "--nats", nobody, "--wait", "1s"},
		{"sim", "forward", "-n", "5", "--nats", nobody, "--wait", "0"},
		{"sim", "forward", "-n", "5", "--nats", nobody, "--wait", "1s"},
	} {
		code, _, errs := captured(t.Context(), args...)
		if code != 2 || !strings.Contains(errs, "error: ") || !strings.Contains(errs, nobody) {
			t.Errorf("%v ended with %d: %s", args, code, errs)
		}
		if waits := strings.Contains(errs, "trying again until 1s have passed"); waits != (args[len(args)-1] == "1s") {
			t.Errorf("%v said %s", args, errs)
		}
	}
	for want, args := range map[string][]string{
		"--nats and --shard are two ways to share games out: choose one": {"--shard", "1/2", "--out", "x", "--nats", nobody},
		"--chunk -4: expected a number of games, or 0 for the default":   {"--nats", nobody, "--chunk", "-4"},
		"--job names a run on a NATS server: give its URL with --nats":   {"--job", "x"},
		"--wait -1s: expected a time, 0 or more":                         {"--nats", nobody, "--wait", "-1s"},
	} {
		if code, _, errs := captured(t.Context(), append([]string{"sim", "forward", "-n", "5"}, args...)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v ended with %d: %s", args, code, errs)
		}
	}
}
