package queue

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
)

var allOutages = flag.Bool("outages", false, "run all outages, with short periods")

// serve starts a server in this process and connects to it.
func serve(t testing.TB, notify func(dispatch.Notice)) *Server {
	t.Helper()
	q, err := connect(t.Context(), served(t, server.Options{JetStream: true}), Options{Semantics: semantics, Notify: notify}, periods())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// served starts a server in this process and returns its address.
func served(t testing.TB, o server.Options) string {
	t.Helper()
	o.Host, o.Port, o.StoreDir, o.NoLog, o.NoSigs = "127.0.0.1", -1, t.TempDir(), true, true
	s, err := server.NewServer(&o)
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

// works runs a worker in this process until the test ends, or until end is
// called.
func works(t testing.TB, s *Server) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Work(ctx, WorkerOptions{Name: "here", Workers: 1, Load: build}) }()
	end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return end
}

// messages returns the number of messages in the stream of results, after all
// that this process has published so far.
func messages(t testing.TB, s *Server) uint64 {
	t.Helper()
	if a := s.do(t.Context(), dispatch.Request{Op: dispatch.Begin, Job: "last"}); a.Err != "" {
		t.Fatal(a.Err)
	}
	if err := s.Forget("last"); err != nil {
		t.Fatal(err)
	}
	info, err := s.results.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}

// TestInterruptedJobsKeepArrivedResults checks that a job may be interrupted:
// the result holds what has arrived so far, the rest can be played later under
// the same name, and Forget leaves nothing behind.
func TestInterruptedJobsKeepArrivedResults(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	leave := works(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	a := ask(200, "kept")
	a.Progress = func(done int) {
		if done >= 30 {
			cancel()
		}
	}
	result, job, err := s.Run(ctx, a)
	if err != nil || job != "kept" {
		t.Fatal(job, err)
	}
	if n := result.Played.N(); n < 30 || n >= 200 || result.Variants[0].Games != n {
		t.Errorf("%d games were kept", n)
	}
	first := 0
	a.Progress = func(done int) { first = max(first, done); a.Progress = nil }
	result, _, err = s.Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	one, err := alone()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(t, &a.Question, result), one(t, 200); got != want {
		t.Errorf("it comes to\n%s\nand alone to\n%s", got, want)
	}
	other := ask(200, "kept")
	other.Question.Seed = 5
	const clash = "job kept was begun with another question: its seed is 4, not 5; choose another name"
	if _, _, err := s.Run(t.Context(), other); err == nil || err.Error() != clash {
		t.Errorf("got %v", err)
	}
	leave() // on a busy machine, it may have two results of a chunk to store
	messages(t, s)
	if err := s.Forget("kept"); err != nil {
		t.Fatal(err)
	}
	if n := messages(t, s); n != 0 {
		t.Errorf("%d messages are left", n)
	}
}

// TestRepetitionsAfterForgetStoreNothing checks that a request which was repeated
// because its answer was late stores nothing if the repetition arrives after
// Forget, so that the name of the job is free for another one.
func TestRepetitionsAfterForgetStoreNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	begin := dispatch.Request{ID: 1, From: "coordinator", Op: dispatch.Begin, Job: "j", Data: []byte("mine")}
	store := dispatch.Request{ID: 1, From: "worker", Op: dispatch.Store, Job: "j", Chunk: 4, Result: &dispatch.Result{Chunk: 4, Data: []byte("{}")}}
	both := func(want uint64) {
		t.Helper()
		for _, r := range []dispatch.Request{begin, store} {
			if a := s.do(t.Context(), r); a.Err != "" || string(a.Data) != string(r.Data) {
				t.Fatalf("the answer to %s is %+v", r.Op, a)
			}
		}
		same(t, "messages", messages(t, s), want)
	}
	both(2)
	both(2)
	if err := s.Forget("j"); err != nil {
		t.Fatal(err)
	}
	both(0)
	begin.From, begin.Data = "another", []byte("other")
	same(t, "another job", string(s.do(t.Context(), begin).Data), "other")
	store.ID = 2
	s.do(t.Context(), store)
	same(t, "messages of another job", messages(t, s), 2)
}

// TestContentThatCannotBePlayedIsReported checks that Run returns a worker's
// failure as a readable error.
func TestContentThatCannotBePlayedIsReported(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	works(t, s)
	a := ask(10, "")
	a.Question.Game = "nowhere"
	if _, _, err := s.Run(t.Context(), a); err == nil || !strings.Contains(err.Error(), `worker here: random: unknown game "nowhere"`) {
		t.Errorf("got %v", err)
	}
}

// TestMissingContentIsStoredAgain checks that a job continues if the server
// loses the content, all of it or in part, or damages it, before a worker could
// fetch it.
func TestMissingContentIsStoredAgain(t *testing.T) {
	t.Parallel()
	a := ask(50, "j")
	bundle := blob(a.New)
	chunksOf := func(s *Server) string {
		info, err := s.content.GetInfo(t.Context(), bundle.Digest)
		if err != nil || info.Chunks == 0 {
			t.Fatal(info, err)
		}
		return "$O." + contentStore + ".C." + info.NUID
	}
	const gone, other = "the server does not have the content; others try again", "the content that was fetched is not what its digest says; others try again"
	for name, c := range map[string]struct {
		damage func(s *Server, store jetstream.Stream) error
		notice string
	}{
		"deleted": {func(s *Server, _ jetstream.Stream) error { return s.content.Delete(t.Context(), bundle.Digest) }, gone},
		"lost in part": {func(s *Server, store jetstream.Stream) error {
			last, err := store.GetLastMsgForSubject(t.Context(), chunksOf(s))
			if err != nil {
				return err
			}
			return store.DeleteMsg(t.Context(), last.Sequence)
		}, gone},
		"damaged": {func(s *Server, store jetstream.Stream) error {
			subject := chunksOf(s)
			last, err := store.GetLastMsgForSubject(t.Context(), subject)
			if err != nil {
				return err
			}
			last.Data[len(last.Data)/2] ^= 1
			if err := store.DeleteMsg(t.Context(), last.Sequence); err != nil {
				return err
			}
			_, err = s.js.Publish(t.Context(), subject, last.Data)
			return err
		}, gone},
		"replaced": {func(s *Server, _ jetstream.Stream) error {
			_, err := s.content.PutBytes(t.Context(), bundle.Digest, []byte("something else"))
			return err
		}, other},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			notices := make(chan dispatch.Notice, 100)
			s := serve(t, func(n dispatch.Notice) { notices <- n })
			ended := make(chan error, 1)
			go func() {
				_, _, err := s.Run(t.Context(), a)
				ended <- err
			}()
			for n := range notices {
				if n.About == dispatch.NoWorkers { // the content is there
					break
				}
			}
			store, err := s.js.Stream(t.Context(), "OBJ_"+contentStore)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.damage(s, store); err != nil {
				t.Fatal(err)
			}
			works(t, s)
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			for n := range notices {
				if n.About == dispatch.Failure {
					if !strings.Contains(n.Text, c.notice) {
						t.Errorf("got the notice %q", n.Text)
					}
					return
				}
			}
		})
	}
}

// TestOtherVersionsOfTheProtocolAreReported checks that coordinators report
// workers, and workers report jobs, of other versions of the protocol, once and
// with both versions; among them the workers of version 1, which announce
// nothing.
func TestOtherVersionsOfTheProtocolAreReported(t *testing.T) {
	t.Parallel()
	notices := make(chan dispatch.Notice, 100)
	s := serve(t, func(n dispatch.Notice) { notices <- n })
	first, err := s.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: firstJobs, Subjects: []string{"sleight.jobs.*"}})
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := first.CreateConsumer(t.Context(), jetstream.ConsumerConfig{Durable: firstConsumer})
	if err != nil {
		t.Fatal(err)
	}
	pulling, err := consumer.Messages(jetstream.PullMaxMessages(1))
	if err != nil {
		t.Fatal(err)
	}
	defer pulling.Stop()
	go func() { _, _ = pulling.Next() }()
	ended := make(chan error, 1)
	go func() {
		_, _, err := s.Run(t.Context(), ask(500, "j"))
		ended <- err
	}()
	missing := map[string]bool{
		"the server has workers that use version 1 of the queue's protocol, not version 2 with semantics tested, and get no games: install the same version of the program there":   true,
		"worker theirs uses version 3 of the queue's protocol with semantics new, not version 2 with semantics tested, and gets no games: install the same version of the program":  true,
		"job theirs uses version 3 of the queue's protocol with semantics new, not version 2 with semantics tested, and is left to others: install the same version of the program": true,
	}
	again := time.NewTicker(20 * time.Millisecond) // later subscribers are notified too
	defer again.Stop()
	late := time.After(time.Minute)
	for working := false; len(missing) > 0; {
		select {
		case n := <-notices:
			switch {
			case n.About == dispatch.Mismatch && missing[n.Text]:
				delete(missing, n.Text)
			case n.About == dispatch.Mismatch:
				t.Errorf("got the notice %q", n.Text)
			}
		case <-again.C:
			if len(missing) == 1 && !working {
				working = true
				works(t, s)
			}
			for subject, m := range map[string]string{
				"sleight.v3.jobs":    `{"kind": "hello", "name": "theirs", "semantics": "new", "turn": "three"}`, // which only it understands
				"sleight.v3.workers": `{"kind": "open", "job": "theirs", "semantics": "new"}`,
			} {
				if err := s.connection.Publish(subject, []byte(m)); err != nil {
					t.Fatal(err)
				}
			}
		case <-late:
			t.Fatal(missing)
		}
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for len(notices) > 0 {
		if n := <-notices; n.About == dispatch.Mismatch {
			t.Errorf("got the notice %q again", n.Text)
		}
	}
}

// TestAJobIsCheckedBeforeItBegins checks which jobs are refused at once.
func TestAJobIsCheckedBeforeItBegins(t *testing.T) {
	s := &Server{options: Options{Semantics: semantics}}
	for _, c := range []struct {
		a    Request
		want string
	}{
		{Request{Question: experiment.Question{N: 1_000_000}, Chunk: 1}, "--chunk 1 makes 1000000 chunks of 1000000 games; at most 100000 are allowed: choose a larger chunk"},
		{Request{Question: experiment.Question{N: 10}, Job: "a.b"}, `"a.b" cannot be the name of a job: expected letters, digits, - and _, 64 at most`},
	} {
		if _, err := s.spec(&c.a); err == nil || err.Error() != c.want {
			t.Errorf("got %v", err)
		}
	}
}

// TestDamagedResultsAreNotCounted checks that damaged results from a worker are
// refused.
func TestDamagedResultsAreNotCounted(t *testing.T) {
	q := question(20)
	x := &total{ask: &Request{Question: q}, spec: &dispatch.Spec{Games: 20, Size: 10}}
	const good = `{"played":[[10,20]],"metrics":[],"variants":[{"name":"random","games":10,"outcomes":{"won":10},"counts":[],"wins":[],"differences":[]}]}`
	for _, bad := range []string{
		"", "null", "{}", strings.Replace(good, "[10,20]", "[0,10]", 1), strings.Replace(good, "[10,20]", "[10,21]", 1),
		strings.Replace(good, `"games":10`, `"games":11`, 1), strings.Replace(good, `{"won":10}`, "null", 1),
	} {
		if err := x.merge(&dispatch.Result{Chunk: 1, Data: []byte(bad)}); err == nil {
			t.Errorf("%s is counted", bad)
		}
	}
	if err := x.merge(&dispatch.Result{Chunk: 1, Data: []byte("[")}); err == nil || err.Error() != "its result is damaged: unexpected end of JSON input" {
		t.Error(err)
	}
	if err := x.merge(&dispatch.Result{Chunk: 1, Data: []byte(good)}); err != nil || x.result.Played.N() != 10 {
		t.Errorf("got %v", err)
	}
}

// waited finds how long something has been tried, which may be seconds on a busy
// machine.
var waited = regexp.MustCompile(`for \d+s now`)

// TestWaitingForAServer checks that waiting for a server ends
// after the configured time, and that permanent errors are returned at once.
func TestWaitingForAServer(t *testing.T) {
	t.Parallel()
	c := periods()
	c.Wait, c.Reply, c.Pause = 300*time.Millisecond, 40*time.Millisecond, 10*time.Millisecond
	var notices []dispatch.Notice
	o := Options{Notify: func(n dispatch.Notice) { notices = append(notices, n) }}
	failure := func(url string) string {
		notices = nil
		_, err := connect(t.Context(), url, o, c)
		return waited.ReplaceAllString(fmt.Sprint(err), "for 0s now")
	}
	same(t, "nobody there", failure("nats://127.0.0.1:1"), "nats://127.0.0.1:1: no server answers, for 0s now")
	same(t, "notices", notices[:1], []dispatch.Notice{{About: dispatch.NoServer, Text: "nats://127.0.0.1:1: no server answers; trying again until 300ms have passed"}})
	if n := len(notices); n > 9 { // of 30 attempts: each after twice the time
		t.Errorf("%d notices", n)
	}
	url := served(t, server.Options{}) // a cluster that starts answers in the same way
	same(t, "no JetStream", failure(url), url+": the server has no JetStream for the queue: nats: no responders available for request, for 0s now")
	c.Wait = time.Hour
	same(t, "no address", failure("nats://["), "nats://[: parse \"nats://[\": missing ']' in host")
	same(t, "notices of permanent errors", notices, nil)
	c.Wait = 0
	same(t, "no patience", failure("nats://127.0.0.1:1"), "nats://127.0.0.1:1: no server answers")
	same(t, "notices of no patience", notices, nil)
	c.Wait = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	o.Notify = func(dispatch.Notice) { cancel() }
	if _, err := connect(ctx, "nats://127.0.0.1:1", o, c); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkChunk measures the overhead of a chunk: one worker, one game per
// chunk.
func BenchmarkChunk(b *testing.B) {
	s := serve(b, nil)
	works(b, s)
	a := ask(1, "")
	a.Question = a.Question.Bots([]string{"reference"}, nil)
	a.Chunk = 1
	if _, _, err := s.Run(b.Context(), a); err != nil {
		b.Fatal(err) // the content is there from now on
	}
	a.Question.N = b.N
	b.ResetTimer()
	if _, _, err := s.Run(b.Context(), a); err != nil {
		b.Fatal(err)
	}
}
