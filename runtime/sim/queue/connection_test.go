package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim/dispatch"
)

// TestConnectionsEnd checks that a machine that leaves receives nothing more,
// and that a connection that cannot be used is closed, as is one that was.
func TestConnectionsEnd(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	before := s.connection.NumSubscriptions()
	n, err := s.join(jobs)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "subscriptions", s.connection.NumSubscriptions(), before+2)
	n.leave()
	same(t, "subscriptions of one that has left", s.connection.NumSubscriptions(), before)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.Work(ended, WorkerOptions{Name: "here", Load: build}); err != nil {
		t.Error(err)
	}
	same(t, "subscriptions of one that has ended", s.connection.NumSubscriptions(), before)
	s.Close()
	same(t, "closed", s.connection.IsClosed(), true)
	for _, op := range []dispatch.Op{dispatch.Begin, dispatch.Ship, dispatch.Fetch, dispatch.Store, dispatch.Lookup, dispatch.List} {
		a := s.do(t.Context(), dispatch.Request{Op: op, ID: 7, Job: "j", Digest: "d", Data: []byte("{}"), Result: &dispatch.Result{Data: []byte("{}")}})
		if a.ID != 7 || a.Err != "nats: connection closed" || a.Final {
			t.Errorf("the answer to %s without a connection is %+v", op, a)
		}
	}
	if _, err := s.join(jobs); err == nil {
		t.Error("a machine joins without a connection")
	}
	if err := s.Work(t.Context(), WorkerOptions{Name: "here", Load: build}); err == nil {
		t.Error("a worker works without a connection")
	}
	useless := &Server{url: served(t, server.Options{}), config: s.config}
	if err := useless.dial(t.Context()); err == nil {
		t.Error("a server without a store is used")
	}
	same(t, "the useless one closed", useless.connection.IsClosed(), true)
}

// TestRequestsEndBeforeTheirMachine checks that a machine that has left sends
// nothing more, even if it was still packing a large result.
func TestRequestsEndBeforeTheirMachine(t *testing.T) {
	s := serve(t, nil)
	sent, err := s.connection.SubscribeSync(resultSubject + ">")
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.join(workers)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(strings.Repeat("0123456789", 2_000_000)) // 100 ms of packing
	n.Ask(dispatch.Request{ID: 1, Op: dispatch.Store, Job: "j", Result: &dispatch.Result{Data: data}})
	n.leave()
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; bytes.Contains(stacks, []byte("queue.(*Server).do")) {
		t.Error("a request goes on")
	}
	if err := s.connection.Flush(); err != nil {
		t.Fatal(err)
	}
	if pending, _, _ := sent.Pending(); pending > 0 {
		t.Errorf("%d messages were sent", pending)
	}
}

// TestConnectionSettings checks the settings of a connection, and how long it
// waits before each further attempt.
func TestConnectionSettings(t *testing.T) {
	s := serve(t, nil)
	o := s.connection.Opts
	same(t, "settings", fmt.Sprintln(o.Name, o.Timeout, o.PingInterval, o.MaxPingsOut, o.MaxReconnect, o.ReconnectBufSize), "sleight 2s 3s 2 -1 -1\n")
	s.config.Reply, s.config.Pause = 800*time.Millisecond, 2*time.Second
	var waits []time.Duration
	for _, attempts := range []int{0, 1, 4, 5, 10, 99} {
		waits = append(waits, o.CustomReconnectDelayCB(attempts))
	}
	same(t, "waits", fmt.Sprint(waits), "[100ms 200ms 1.6s 2s 2s 2s]")
}

// TestStoppingAPlayer checks that running games are cancelled, also when there
// are none.
func TestStoppingAPlayer(t *testing.T) {
	(&player{}).Stop()
	ctx, cancel := context.WithCancel(t.Context())
	(&player{cancel: cancel}).Stop()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Error("what is played goes on")
	}
}

// TestServerLossIsReported checks the notices about a server that stops and
// starts again, and that a worker gives up after a time.
func TestServerLossIsReported(t *testing.T) {
	t.Parallel()
	notices := make(chan string, 10)
	o := server.Options{JetStream: true, Host: "127.0.0.1", Port: -1, StoreDir: t.TempDir(), NoLog: true, NoSigs: true}
	up := func() *server.Server {
		s, err := server.NewServer(&o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(s.Shutdown)
		if !s.ReadyForConnections(60 * time.Second) {
			t.Fatal("the server does not start")
		}
		return s
	}
	first := up()
	o.Port = first.Addr().(*net.TCPAddr).Port
	s, err := connect(t.Context(), first.ClientURL(), Options{Semantics: semantics, Notify: func(n dispatch.Notice) { notices <- n.Text }}, periods())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	first.Shutdown()
	same(t, "notice", <-notices, s.url+": the server is unreachable; trying again until 30s have passed")
	up()
	same(t, "notice", <-notices, s.url+": the server is back")
	s.setLost(s.connection, time.Now().Add(-time.Hour))
	same(t, "the worker's end", fmt.Sprint(s.Work(t.Context(), WorkerOptions{Name: "here", Load: build})), s.url+": the server has been unreachable for 1h0m0s")
}

// TestStoppedPlayersReportNothing checks that a stopped player does not report
// its games, and that a worker that leaves notifies the coordinator.
func TestStoppedPlayersReportNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	told, err := s.connection.SubscribeSync(toNode + "*")
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	go func() { _, _, err := s.Run(running, ask(20, "j")); ended <- err }()
	loading, goOn := make(chan bool, 1), make(chan bool)
	working, leave := context.WithCancel(t.Context())
	go func() {
		ended <- s.Work(working, WorkerOptions{Name: "here", Workers: 1, Load: func(l *load.Loader) (*rules.Content, error) {
			loading <- true
			<-goOn
			return build(l)
		}})
	}()
	<-loading
	leave()
	for left := false; !left; {
		raw, err := told.NextMsg(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		var m dispatch.Message
		if err := json.Unmarshal(raw.Data, &m); err != nil {
			t.Fatal(err)
		}
		left = m.Kind == dispatch.Leave && m.Job == "j"
	}
	close(goOn)
	stop()
	for range 2 {
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	checkStopped(t, s)
}

// checkStopped stops a player in the middle of a chunk.
func checkStopped(t *testing.T, s *Server) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	loading, goOn := make(chan bool), make(chan bool)
	r, err := json.Marshal(record{Semantics: semantics, Question: question(10), New: "n"})
	if err != nil {
		t.Fatal(err)
	}
	p := &player{node: &node{server: s, ctx: ctx, inputs: make(chan func())}, contents: map[string]*rules.Content{}, blobs: map[string][]byte{"r": r, "n": ask(10, "").New}}
	p.work.Load = func(*load.Loader) (*rules.Content, error) {
		loading <- true
		<-goOn
		return nil, errors.New("it failed")
	}
	p.Play(dispatch.Message{Job: "j", Games: [2]int{0, 10}, Content: []string{"r", "n"}})
	<-loading
	p.Stop()
	close(goOn)
	over := make(chan bool)
	go func() {
		p.playing.Lock() // when the chunk has ended
		defer p.playing.Unlock()
		close(over)
	}()
	select {
	case <-p.node.inputs:
		t.Error("a chunk that was given up is reported")
	case <-over:
	}
}
