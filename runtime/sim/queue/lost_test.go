package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/sim/dispatch"
)

// TestLostStoresAreRecreated checks that a server that has lost the stream
// and the store, as after a restart without its disk, gets new ones, whatever is
// asked of it first.
func TestLostStoresAreRecreated(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for _, r := range []dispatch.Request{
		{Op: dispatch.Begin, Job: "j", Data: []byte("mine")},
		{Op: dispatch.Ship, Digest: "d", Data: []byte("data")},
		{Op: dispatch.Fetch, Digest: "d"},
		{Op: dispatch.Store, Job: "j", Result: &dispatch.Result{Data: []byte("{}")}},
		{Op: dispatch.Lookup, Job: "j"},
		{Op: dispatch.List, Job: "j"},
	} {
		if err := errors.Join(s.js.DeleteStream(t.Context(), resultStream), s.js.DeleteObjectStore(t.Context(), contentStore)); err != nil {
			t.Fatal(err)
		}
		if a := s.do(t.Context(), r); a.Err == "" || a.Final {
			t.Errorf("%s without a store: %+v", r.Op, a)
		}
		recovers(t, s, r)
	}
	if err := s.js.DeleteObjectStore(t.Context(), contentStore); err != nil {
		t.Fatal(err)
	}
	// One store is lost, the other is not.
	if a := recovers(t, s, dispatch.Request{Op: dispatch.Fetch, Digest: "d"}); a.Found {
		t.Errorf("%+v", a)
	}
}

// recovers sends a request until it succeeds, and returns the answer. Every
// error on the way must be temporary: while the server is still deleting the
// files of a stream, it cannot create that stream again.
func recovers(t *testing.T, s *Server, r dispatch.Request) dispatch.Answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	a := s.do(ctx, r)
	for a.Err != "" && !a.Final && ctx.Err() == nil {
		a = s.do(ctx, r)
	}
	if a.Err != "" {
		t.Errorf("%s afterwards: %+v", r.Op, a)
	}
	return a
}

// TestErrorsOfAFullServer checks that the error of a server without room is passed on.
func TestErrorsOfAFullServer(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	c := s.results.CachedInfo().Config
	c.MaxMsgs, c.Discard = 1, jetstream.DiscardNew
	if _, err := s.js.UpdateStream(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	same(t, "the first job", s.do(t.Context(), dispatch.Request{Op: dispatch.Begin, Job: "j", Data: []byte("mine")}), dispatch.Answer{Found: true, Data: []byte("mine")})
	a := s.do(t.Context(), dispatch.Request{Op: dispatch.Begin, Job: "k", Data: []byte("mine")})
	if !strings.Contains(a.Err, "maximum messages exceeded") || a.Final {
		t.Errorf("%+v", a)
	}
}

// TestIncompleteContentCountsAsMissing checks that incomplete content is
// reported as missing at once.
func TestIncompleteContentCountsAsMissing(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	if a := s.do(t.Context(), dispatch.Request{Op: dispatch.Ship, Digest: "d", Data: []byte(strings.Repeat("x", 300_000))}); a.Err != "" {
		t.Fatal(a.Err)
	}
	store, err := s.js.Stream(t.Context(), "OBJ_"+contentStore)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.content.GetInfo(t.Context(), "d")
	if err != nil {
		t.Fatal(err)
	}
	last, err := store.GetLastMsgForSubject(t.Context(), "$O."+contentStore+".C."+info.NUID)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.DeleteMsg(t.Context(), last.Sequence); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	same(t, "answer", s.do(ctx, dispatch.Request{Op: dispatch.Fetch, Digest: "d"}), dispatch.Answer{})
	for op, want := range map[dispatch.Op]time.Duration{dispatch.Ship: 30 * time.Second, dispatch.Fetch: 30 * time.Second, dispatch.Begin: 5 * time.Second, dispatch.Store: 5 * time.Second, dispatch.List: 5 * time.Second} {
		same(t, fmt.Sprint("patience for ", op), timeoutOf(op), want)
	}
}
