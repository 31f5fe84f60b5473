package queue

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sleight/content"
	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/scripts"
)

// asWorker makes this program a worker of the server that it names; fate says
// what becomes of it.
const (
	asWorker = "SLEIGHT_TESTED_WORKER"
	fate     = "SLEIGHT_TESTED_FATE"

	hangs = "hangs" // while it plays its first chunk
	exits = "exits" // when it has handed in its third result, before it says so
)

// quick is the patience of servers in tests.
const quick = time.Second

func TestMain(m *testing.M) {
	if url := os.Getenv(asWorker); url != "" {
		if err := work(url, os.Getenv(fate)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// work is a worker of its own process.
func work(url, fate string) error {
	s, err := connect(context.Background(), url, quick)
	if err != nil {
		return err
	}
	done := 0
	w := Work{Name: "tested", Workers: 1, Load: build}
	if fate == hangs {
		w.Load = func(*load.Loader) (*rules.Content, error) {
			fmt.Println("taken")
			select {}
		}
	}
	w.Done = func(string, int) {
		if done++; done == 3 && fate == exits {
			os.Exit(0)
		}
	}
	return s.Work(context.Background(), w)
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

func loader() *load.Loader {
	return load.NewLoader(load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Name: "embedded", Fixed: true})
}

// serve starts a server in this process.
func serve(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// start starts a worker in a process of its own.
func start(t *testing.T, url, becomes string) (*exec.Cmd, io.Reader) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), asWorker+"="+url, fate+"="+becomes)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	return c, out
}

// TestKilledWorkersCostTheirChunkOnly has three workers play a question: one is
// killed while it plays, one dies between handing in a result and saying so,
// one lives. What comes of it is exactly what one machine finds alone.
func TestKilledWorkersCostTheirChunkOnly(t *testing.T) {
	c, err := build(loader())
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := archive.Bundle(loader())
	if err != nil {
		t.Fatal(err)
	}
	q := experiment.Question{Game: "forward", Seed: 4, N: 230}
	q = q.Bots([]string{"random", "reference"}, nil)
	alone, err := q.Run(t.Context(), experiment.Content{New: c}, sim.Range{0, q.N}, experiment.Effort{})
	if err != nil {
		t.Fatal(err)
	}

	url := serve(t)
	s, err := connect(t.Context(), url, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hanging, says := start(t, url, hangs)
	exiting, _ := start(t, url, exits)
	var result *sim.Result
	answered := make(chan error, 1)
	go func() {
		var err error
		result, err = s.Run(t.Context(), Ask{Question: q, New: bundle, Chunk: 10})
		answered <- err
	}()
	if line, err := bufio.NewReader(says).ReadString('\n'); strings.TrimSpace(line) != "taken" {
		t.Fatalf("the first worker says %q: %v", line, err)
	}
	if err := hanging.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := exiting.Wait(); err != nil {
		t.Fatal(err)
	}
	start(t, url, "")
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	if got, want := asJSON(t, q.Answer(result)), asJSON(t, q.Answer(alone)); got != want {
		t.Errorf("workers find\n%s\nand one machine\n%s", got, want)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnInterruptedAskKeepsWhatArrived holds that the asker may go: what has
// arrived by then counts, and nothing is left on the server.
func TestAnInterruptedAskKeepsWhatArrived(t *testing.T) {
	bundle, err := archive.Bundle(loader())
	if err != nil {
		t.Fatal(err)
	}
	url := serve(t)
	s, err := connect(t.Context(), url, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	start(t, url, exits) // which answers three times
	q := experiment.Question{Game: "forward", Seed: 4, N: 500}
	q = q.Bots([]string{"random"}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	result, err := s.Run(ctx, Ask{Question: q, New: bundle, Chunk: 10, Progress: func(done int) {
		if done >= 30 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if n := result.Played.N(); n != 30 || result.Variants[0].Games != n {
		t.Errorf("%d games were kept", n)
	}
	for _, stream := range []string{jobStream, resultStream} {
		x, err := s.js.Stream(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		if n := x.CachedInfo().State.Msgs; n != 0 {
			t.Errorf("%d messages are left in %s", n, stream)
		}
	}
}

// TestContentThatCannotBePlayedIsTold holds that a failure comes back to who
// asked, in words.
func TestContentThatCannotBePlayedIsTold(t *testing.T) {
	bundle, err := archive.Bundle(loader())
	if err != nil {
		t.Fatal(err)
	}
	url := serve(t)
	s, err := connect(t.Context(), url, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	start(t, url, "")
	q := experiment.Question{Game: "nowhere", N: 10}
	q = q.Bots([]string{"random"}, nil)
	if _, err := s.Run(t.Context(), Ask{Question: q, New: bundle}); err == nil || !strings.Contains(err.Error(), `there is no game "nowhere"`) {
		t.Errorf("got %v", err)
	}
}

// BenchmarkChunk measures what a chunk costs besides its games: one worker, one
// game in each chunk.
func BenchmarkChunk(b *testing.B) {
	bundle, err := archive.Bundle(loader())
	if err != nil {
		b.Fatal(err)
	}
	url := serve(b)
	s, err := connect(b.Context(), url, quick)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	go func() { _ = s.Work(b.Context(), Work{Workers: 1, Load: build}) }()
	q := experiment.Question{Game: "forward", Seed: 4, N: 1}
	q = q.Bots([]string{"reference"}, nil)
	if _, err := s.Run(b.Context(), Ask{Question: q, New: bundle, Chunk: 1}); err != nil {
		b.Fatal(err) // the content is there from now on
	}
	q.N = b.N
	b.ResetTimer()
	if _, err := s.Run(b.Context(), Ask{Question: q, New: bundle, Chunk: 1}); err != nil {
		b.Fatal(err)
	}
}
