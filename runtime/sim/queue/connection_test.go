package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sleight/runtime/sim/dispatch"
)

// TestConnectionsEnd checks that a machine that leaves hears nothing more, and
// that a connection that cannot be used is closed, as is one that was.
func TestConnectionsEnd(t *testing.T) {
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
	if err := s.Work(ended, Work{Name: "here", Load: build}); err != nil {
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
	if err := s.Work(t.Context(), Work{Name: "here", Load: build}); err == nil {
		t.Error("a worker works without a connection")
	}
	useless := &Server{url: served(t, server.Options{}), config: s.config}
	if err := useless.dial(t.Context()); err == nil {
		t.Error("a server without a store is used")
	}
	same(t, "the useless one closed", useless.connection.IsClosed(), true)
}

// TestHowAServerIsReached checks the settings of a connection, and how long it
// waits before each further attempt.
func TestHowAServerIsReached(t *testing.T) {
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

// TestAPlayerIsStopped checks that what is played is cancelled, and that there
// may be nothing.
func TestAPlayerIsStopped(t *testing.T) {
	(&player{}).Stop()
	ctx, cancel := context.WithCancel(t.Context())
	(&player{cancel: cancel}).Stop()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Error("what is played goes on")
	}
}
