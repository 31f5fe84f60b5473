package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
)

// same compares an actual value with the expected one.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if reflect.DeepEqual(want, got) {
		return // a diff of large answers takes long
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestTheServerIsSetUp checks how long the server keeps data, and the names
// that other programs of this version of the protocol use.
func TestTheServerIsSetUp(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	results := s.results.CachedInfo().Config
	same(t, "results", fmt.Sprintln(results.Name, results.Subjects, results.MaxMsgsPerSubject, results.MaxAge, results.Retention),
		"SLEIGHT_RESULTS_2 [sleight.v2.results.>] 1 168h0m0s Limits\n")
	status, err := s.content.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "content", fmt.Sprintln(status.Bucket(), status.TTL()), "SLEIGHT_CONTENT 168h0m0s\n")
}

// TestServerOperations runs the operations of a job one after the other, and
// compares each whole answer.
func TestServerOperations(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	big := strings.Repeat("0123456789", 30_000) // in several chunks
	result := func(chunk int, data string) *dispatch.Result {
		return &dispatch.Result{Semantics: "s", Record: "r", Chunk: chunk, Worker: "w", Data: []byte(data)}
	}
	for i, c := range []struct {
		ask  dispatch.Request
		want dispatch.Answer
	}{
		{dispatch.Request{Op: dispatch.Begin, Job: "j", Data: []byte("mine")}, dispatch.Answer{Found: true, Data: []byte("mine")}},
		{dispatch.Request{Op: dispatch.Begin, Job: "j", Data: []byte("other")}, dispatch.Answer{Found: true, Data: []byte("mine")}},
		{dispatch.Request{Op: dispatch.Begin, Job: "k", Data: []byte("other")}, dispatch.Answer{Found: true, Data: []byte("other")}},
		{dispatch.Request{Op: dispatch.Fetch, Digest: "d"}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Ship, Digest: "d", Data: []byte(big)}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Fetch, Digest: "d"}, dispatch.Answer{Found: true, Data: []byte(big)}},
		{dispatch.Request{Op: dispatch.Ship, Digest: "d", Data: []byte("new")}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Fetch, Digest: "d"}, dispatch.Answer{Found: true, Data: []byte("new")}},
		{dispatch.Request{Op: dispatch.List, Job: "j"}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Lookup, Job: "j", Chunk: 4}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Store, Job: "j", Chunk: 4, Result: result(4, `{"a":1}`)}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Store, Job: "k", Chunk: 5, Result: result(5, `{}`)}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Lookup, Job: "j", Chunk: 4}, dispatch.Answer{Found: true, Result: result(4, `{"a":1}`)}},
		{dispatch.Request{Op: dispatch.Store, Job: "j", Chunk: 4, Result: result(4, `{"a":2}`)}, dispatch.Answer{}},
		{dispatch.Request{Op: dispatch.Lookup, Job: "j", Chunk: 4}, dispatch.Answer{Found: true, Result: result(4, `{"a":2}`)}},
		{dispatch.Request{Op: dispatch.List, Job: "j"}, dispatch.Answer{Chunks: []int{4}}},
		{dispatch.Request{Op: dispatch.Store, Job: "j", Chunk: 6, Result: result(6, "no JSON")}, dispatch.Answer{Err: "json: error calling MarshalJSON for type json.RawMessage: invalid character 'o' in literal null (expecting 'u')"}},
	} {
		c.ask.ID, c.want.ID = i+1, i+1
		same(t, fmt.Sprintf("answer to %d, %s", i+1, c.ask.Op), s.do(t.Context(), c.ask), c.want)
	}
	if _, err := s.js.Publish(t.Context(), subjectOf("j", 7), []byte("damaged")); err != nil {
		t.Fatal(err)
	}
	same(t, "a damaged result", s.do(t.Context(), dispatch.Request{Op: dispatch.Lookup, Job: "j", Chunk: 7}), dispatch.Answer{})
	if before, err := s.content.GetInfo(t.Context(), "d"); err != nil {
		t.Error(err)
	} else if err := s.ship(t.Context(), "d", []byte("new")); err != nil {
		t.Error(err)
	} else if after, err := s.content.GetInfo(t.Context(), "d"); err != nil || after.NUID != before.NUID {
		t.Errorf("content that is there is stored again, %v", err)
	}
	if err := s.Forget("j"); err != nil {
		t.Error(err)
	}
	for job, left := range map[string]int{"j": 0, "k": 1} {
		same(t, "what is left of "+job, len(s.do(t.Context(), dispatch.Request{Op: dispatch.List, Job: job}).Chunks), left)
	}
}

// TestAResultMayBeTooLarge checks the error for a result that the server does
// not accept, now or later.
func TestAResultMayBeTooLarge(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var noise strings.Builder // it does not compress well
	for i := range 150_000 {
		fmt.Fprintf(&noise, "%x", uint64(i+1)*0x9e3779b97f4a7c15)
	}
	data, _ := json.Marshal(noise.String())
	a := s.do(t.Context(), dispatch.Request{ID: 1, Op: dispatch.Store, Job: "j", Result: &dispatch.Result{Data: data}})
	if !a.Final || !strings.HasPrefix(a.Err, "nats: maximum payload exceeded: a result of ") || !strings.HasSuffix(a.Err, " bytes is larger than the server takes, which is 1048576 (max_payload); choose a smaller --chunk") {
		t.Errorf("%+v", a)
	}
}

// TestTransientErrors checks which errors are worth another attempt.
func TestTransientErrors(t *testing.T) {
	for err, want := range map[error]bool{
		nats.ErrNoServers: true, nats.ErrTimeout: true, nats.ErrConnectionClosed: true, jetstream.ErrStreamNotFound: true, errors.New("?"): true,
		nats.ErrAuthorization: false, nats.ErrAuthExpired: false, nats.ErrAuthRevoked: false, nats.ErrAccountAuthExpired: false,
		nats.ErrSecureConnRequired: false, nats.ErrSecureConnWanted: false, nats.ErrNkeysNotSupported: false, nats.ErrNoUserCB: false,
		nats.ErrInvalidArg: false, jetstream.ErrJetStreamNotEnabled: false, jetstream.ErrJetStreamNotEnabledForAccount: false,
		nats.ErrMaxPayload: false, &url.Error{Op: "parse", Err: errors.New("?")}: false,
	} {
		if temporary(fmt.Errorf("wrapped: %w", err)) != want {
			t.Errorf("%v: temporary is %t", err, !want)
		}
	}
}

// TestSubjects checks on which subjects messages travel.
func TestSubjects(t *testing.T) {
	s := serve(t, nil)
	sent, err := s.connection.SubscribeSync("sleight.>")
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.join(workers)
	if err != nil {
		t.Fatal(err)
	}
	defer n.leave()
	for _, c := range []struct {
		m       dispatch.Message
		subject string
	}{
		{dispatch.Message{Kind: dispatch.Open, Job: "j"}, "sleight.v2.workers"},
		{dispatch.Message{Kind: dispatch.Over, Job: "j"}, "sleight.v2.workers"},
		{dispatch.Message{Kind: dispatch.Hello}, "sleight.v2.jobs"},
		{dispatch.Message{Kind: dispatch.Open, To: "x"}, "sleight.v2.node.x"},
		{dispatch.Message{Kind: dispatch.Take, To: "x"}, "sleight.v2.node.x"},
	} {
		n.Send(c.m)
		got, err := sent.NextMsg(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(c.m)
		same(t, "message", got.Subject+" "+string(got.Data), c.subject+" "+string(want))
	}
	for subject, version := range map[string]string{"sleight.v2.jobs": "", "sleight.v3.jobs": "3", "sleight.v1.node.x": "1", "sleight": "", "sleight.jobs": "jobs"} {
		same(t, "version of "+subject, foreignVersion(subject), version)
	}
}

// TestForeignMachinesAreReportedOnce checks the notices about machines of another
// version of the protocol, and that their number is bounded.
func TestForeignMachinesAreReportedOnce(t *testing.T) {
	var notices []dispatch.Notice
	n := &node{reported: map[string]bool{}, server: &Server{options: Options{Semantics: "ours", Notify: func(n dispatch.Notice) { notices = append(notices, n) }}}}
	for range 2 {
		n.reportForeign("1", dispatch.Message{Kind: dispatch.Hello, Name: "w", Job: "j", Semantics: "theirs"})
		n.reportForeign("3", dispatch.Message{Kind: dispatch.Open, Name: "w", Job: "j", Semantics: "theirs"})
		n.reportForeign("3", dispatch.Message{Kind: dispatch.Over, Name: "w", Job: "k"})
	}
	same(t, "notices", notices, []dispatch.Notice{
		{About: dispatch.Mismatch, Text: "worker w uses version 1 of the queue's protocol with semantics theirs, not version 2 with semantics ours, and gets no games: install the same version of the program"},
		{About: dispatch.Mismatch, Text: "job j uses version 3 of the queue's protocol with semantics theirs, not version 2 with semantics ours, and is left to others: install the same version of the program"},
	})
	for i := range 2000 {
		n.reportForeign("1", dispatch.Message{Kind: dispatch.Hello, Name: fmt.Sprint(i)})
	}
	same(t, "number of notices", len(notices), 1000)
}

// TestJobSpecs checks the job made of a question.
func TestJobSpecs(t *testing.T) {
	s := &Server{options: Options{Semantics: "s"}}
	long := strings.Repeat("x", 64)
	a := Request{Question: question(1000), New: []byte("new"), Old: []byte("old"), Job: long}
	spec, err := s.spec(&a)
	if err != nil {
		t.Fatal(err)
	}
	r := record{Semantics: "s", Question: a.Question, New: blob([]byte("new")).Digest, Old: blob([]byte("old")).Digest, Size: 5}
	data, _ := json.Marshal(r)
	same(t, "spec", spec, dispatch.Spec{Job: long, Semantics: "s", Games: 1000, Size: 5, Content: []dispatch.Blob{
		{Digest: blob(data).Digest, Data: data},
		{Digest: "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437", Data: []byte("new")},
		{Digest: r.Old, Data: []byte("old")},
	}})
	a = Request{Question: question(100), New: []byte("new")}
	if spec, err = s.spec(&a); err != nil || spec.Size != 1 || len(spec.Content) != 2 || !jobName.MatchString(spec.Job) || strings.Contains(string(spec.Content[0].Data), `"old"`) {
		t.Errorf("%+v, %v", spec, err)
	}
	a.Question.N, a.Chunk = 300_000, 3
	if spec, err = s.spec(&a); err != nil || spec.Chunks() != 100_000 {
		t.Errorf("%d chunks, %v", spec.Chunks(), err)
	}
	a.Question.N, a.Chunk = 100_001, 1
	if _, err = s.spec(&a); err == nil || !strings.Contains(err.Error(), "at most 100000 are allowed") {
		t.Error(err)
	}
	nan := Request{Question: question(10), New: []byte("new")}
	nan.Question.Variants = []experiment.Variant{{Params: map[string]float64{"p": math.NaN()}}}
	if _, err = s.spec(&nan); err == nil || err.Error() != "json: unsupported value: NaN" {
		t.Error(err)
	}
	if result, job, err := s.Run(t.Context(), Request{Question: question(10), Job: "a.b"}); result != nil || job != "" || err == nil {
		t.Errorf("%v, %q, %v", result, job, err)
	}
	a.Question.N = 1000
	if a.Job, err = long+"x", nil; err == nil {
		if _, err := s.spec(&a); err == nil {
			t.Error("a name of 65 letters is accepted")
		}
	}
}

// TestJobNameConflicts checks the error for a job whose name is taken.
func TestJobNameConflicts(t *testing.T) {
	base := record{Semantics: "s", Question: question(10), New: "n", Size: 2}
	for want, change := range map[string]func(r *record){
		"job j was begun with semantics other, not s: install that version of the program (sleight version shows its semantics), or choose another name": func(r *record) { r.Semantics, r.Size = "other", 3 },
		"job j was begun with chunks of 3 games, not 2: pass --chunk 3, or choose another name":                                                          func(r *record) { r.Size, r.New = 3, "m" },
		"job j was begun with other content; choose another name":                                                                                        func(r *record) { r.New = "m" },
		"job j was begun with another question: its games is 11, not 10; choose another name":                                                            func(r *record) { r.Question.N = 11 },
	} {
		have := base
		change(&have)
		a, _ := json.Marshal(have)
		b, _ := json.Marshal(base)
		same(t, "error", explainClash(&dispatch.ClashError{Job: "j", Have: string(a), Want: string(b)}).Error(), want)
	}
	old, with := base, base
	old.Old, with.Old = "o", "p"
	x, _ := json.Marshal(old)
	y, _ := json.Marshal(with)
	same(t, "error", explainClash(&dispatch.ClashError{Job: "j", Have: string(x), Want: string(y)}).Error(), "job j was begun with other content; choose another name")
	const unknown = "job j was begun by a program that this one does not understand; choose another name"
	b, _ := json.Marshal(base)
	same(t, "error", explainClash(&dispatch.ClashError{Job: "j", Have: "?", Want: string(b)}).Error(), unknown)
	same(t, "error", explainClash(&dispatch.ClashError{Job: "j", Have: string(b), Want: "?"}).Error(), unknown)
}

// TestResultsAreMergedInAnyOrder checks the sum of two results, and which further
// ones are refused.
func TestResultsAreMergedInAnyOrder(t *testing.T) {
	q := question(25)
	var progress []int
	x := &total{ask: &Request{Question: q, Progress: func(n int) { progress = append(progress, n) }}, spec: &dispatch.Spec{Games: 25, Size: 10}}
	part := func(from, to int) string {
		return fmt.Sprintf(`{"played":[[%d,%d]],"metrics":[],"variants":[{"name":"random","games":%d,"outcomes":{"won":%d},"counts":[],"wins":[],"differences":[]}]}`, from, to, to-from, to-from)
	}
	for chunk, games := range map[int][2]int{2: {20, 25}, 0: {0, 10}} {
		if err := x.merge(&dispatch.Result{Chunk: chunk, Data: []byte(part(games[0], games[1]))}); err != nil {
			t.Error(err)
		}
	}
	same(t, "games", x.result.Played.N(), 15)
	same(t, "reports", len(progress), 2)
	same(t, "last report", progress[1], 15)
	for want, data := range map[string]string{
		"its result is of other games: [[0 10]]":          part(0, 10),
		"its result is of other games: [[10 15] [17 20]]": strings.NewReplacer(`[[10,20]]`, "[[10,15],[17,20]]", `"games":10`, `"games":8`, `"won":10`, `"won":8`).Replace(part(10, 20)),
		"its result is of other games: []":                strings.NewReplacer(`[[10,20]]`, "[]", `"games":10`, `"games":0`, `{"won":10}`, "{}").Replace(part(10, 20)),
		"its result has 1 metrics, not 0":                 strings.NewReplacer(`"metrics":[]`, `"metrics":[{"name":"m"}]`, `"counts":[]`, `"counts":[[]]`, `"differences":[]`, `"differences":[[]]`).Replace(part(10, 20)),
	} {
		if err := x.merge(&dispatch.Result{Chunk: 1, Data: []byte(data)}); err == nil || err.Error() != want {
			t.Errorf("%s is answered by %v", data, err)
		}
	}
}

// TestWorkersLimitCachedContent checks how much content a worker keeps, and
// that it rejects content with a wrong digest.
func TestWorkersLimitCachedContent(t *testing.T) {
	p := &player{blobs: map[string][]byte{}, contents: map[string]*rules.Content{}}
	for i := range keptBlobs {
		b := blob(fmt.Append(nil, i))
		if err := p.Keep(b.Digest, b.Data); err != nil || !p.Has(b.Digest) {
			t.Fatal(err)
		}
	}
	same(t, "blobs", len(p.blobs), 32)
	if err := p.Keep(blob([]byte("a")).Digest, []byte("b")); err == nil {
		t.Error("a wrong digest is accepted")
	}
	b := blob([]byte("more"))
	if err := p.Keep(b.Digest, b.Data); err != nil || len(p.blobs) != 1 || !p.Has(b.Digest) || p.Has(blob([]byte("0")).Digest) {
		t.Errorf("%d blobs, %v", len(p.blobs), err)
	}
	bundle, err := archive.Bundle(loader())
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	p.work.Load = func(*load.Loader) (*rules.Content, error) { built++; return &rules.Content{}, nil }
	for i := range keptContents {
		for range 2 {
			if c, err := p.content(fmt.Sprint(i), bundle); err != nil || c == nil {
				t.Fatal(err)
			}
		}
	}
	same(t, "contents built", built, 8)
	same(t, "contents", len(p.contents), 8)
	if _, err := p.content("9", bundle); err != nil || len(p.contents) != 1 {
		t.Errorf("%d contents, %v", len(p.contents), err)
	}
	if _, err := p.content("bad", []byte("no bundle")); err == nil {
		t.Error("a damaged bundle is accepted")
	}
	unfit := errors.New("no such game")
	p.work.Load = func(*load.Loader) (*rules.Content, error) { return nil, unfit }
	if c, err := p.content("other", bundle); c != nil || !errors.Is(err, unfit) {
		t.Errorf("%v, %v", c, err)
	}
}

// TestALeaseMustFitItsJob checks which leases a worker refuses to play.
func TestALeaseMustFitItsJob(t *testing.T) {
	p := &player{node: &node{server: &Server{options: Options{Semantics: "s"}}}, contents: map[string]*rules.Content{"n": {}}}
	data := func(r record) []byte { text, _ := json.Marshal(r); return text }
	good := record{Semantics: "s", Question: question(10), New: "n"}
	other, two := good, good
	other.Semantics, two.Old = "t", "o"
	for _, c := range []struct {
		record  []byte
		games   [2]int
		content []string
		want    string
	}{
		{[]byte("?"), [2]int{0, 5}, []string{"r", "n"}, "the record of job j is damaged: invalid character '?' looking for beginning of value"},
		{data(other), [2]int{0, 5}, []string{"r", "n"}, "job j is played with semantics t, not s"},
		{data(good), [2]int{-1, 5}, []string{"r", "n"}, "job j has no games 0 to 5"},
		{data(good), [2]int{5, 5}, []string{"r", "n"}, "job j has no games 6 to 5"},
		{data(good), [2]int{5, 11}, []string{"r", "n"}, "job j has no games 6 to 11"},
		{data(good), [2]int{0, 10}, []string{"r"}, "job j does not name its content"},
		{data(two), [2]int{0, 10}, []string{"r", "n"}, "job j does not name its content"},
		{data(two), [2]int{0, 10}, []string{"r", "n", "o"}, "the bundle of content is damaged: bundle: error: the file is not a zip archive, or is damaged: not a valid zip file [file/archive]; pack it again, with only plain files that have plain names; do not trust an archive that was made like this on purpose"},
	} {
		_, _, err := p.play(t.Context(), dispatch.Message{Job: "j", Games: c.games, Content: c.content}, [][]byte{c.record, nil, nil})
		if err == nil || err.Error() != c.want {
			t.Errorf("games %v of %s: %v", c.games, c.record, err)
		}
	}
}

// TestServerLossErrors checks the errors about a server that was reachable
// before, and about one that has been unreachable for too long.
func TestServerLossErrors(t *testing.T) {
	s := &Server{url: "nats://here", config: dispatch.Config{Wait: time.Hour}}
	failed := errors.New("it failed")
	if err := s.lossError(); err != nil {
		t.Error(err)
	}
	same(t, "cause", s.cause(failed).Error(), "nats://here: it failed")
	s.lost = time.Now().Add(-time.Minute)
	if err := s.lossError(); err != nil {
		t.Error(err)
	}
	same(t, "cause", s.cause(failed).Error(), "nats://here: the server has been unreachable for 1m0s")
	s.lost = time.Now().Add(-2 * time.Hour)
	if err := s.lossError(); err == nil || err.Error() != "the server has been unreachable for 2h0m0s" {
		t.Error(err)
	}
}

// TestALostConnectionIsReported checks the reports when the connection is lost
// and restored, and that closing the connection reports nothing.
func TestALostConnectionIsReported(t *testing.T) {
	t.Parallel()
	var notices []dispatch.Notice
	s := serve(t, func(n dispatch.Notice) { notices = append(notices, n) })
	url := s.url
	s.setLost(s.connection, time.Now())
	if s.lost.IsZero() {
		t.Error("the time is not kept")
	}
	s.setLost(s.connection, time.Time{})
	same(t, "lost since", s.lost, time.Time{})
	s.connection.Close()
	s.setLost(s.connection, time.Now())
	same(t, "lost since", s.lost, time.Time{})
	same(t, "notices", notices, []dispatch.Notice{
		{About: dispatch.NoServer, Text: url + ": the server is unreachable; trying again until " + s.config.Wait.String() + " have passed"},
		{About: dispatch.NoServer, Text: url + ": the server is back"},
	})
}

// TestAJobWithoutWorkersCanBeStopped checks the result of Run if nothing has
// arrived when its context ends.
func TestAJobWithoutWorkersCanBeStopped(t *testing.T) {
	t.Parallel()
	notices := make(chan dispatch.Notice, 10)
	s := serve(t, func(n dispatch.Notice) { notices <- n })
	told, err := s.connection.SubscribeSync(workers.subject("*"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-notices; cancel() }() // there are no workers
	if result, job, err := s.Run(ctx, ask(20, "none")); result != nil || job != "none" || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %q, %v", result, job, err)
	}
	var last dispatch.Message
	for raw, err := told.NextMsg(time.Second); err == nil && last.Kind != dispatch.Over; raw, err = told.NextMsg(time.Second) {
		if err := json.Unmarshal(raw.Data, &last); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "the last word to the workers", last.Kind, dispatch.Over)
	same(t, "job", last.Job, "none")
}

// TestComparingEqualContent checks a question about two equal contents, and
// what a worker reports about the chunks that it has played.
func TestComparingEqualContent(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	type done struct {
		game  string
		games int
	}
	reports := make(chan done, 100)
	ended := make(chan error)
	go func() {
		ended <- s.Work(ctx, WorkerOptions{Name: "here", Workers: 1, Load: build, Done: func(game string, games int) { reports <- done{game, games} }})
	}()
	a := ask(20, "same")
	a.Question, a.Old = experiment.Question{Game: "forward", Seed: 4, N: 15}.Compare("before", []string{"random"}, nil), a.New
	result, _, err := s.Run(t.Context(), a)
	cancel()
	if err != nil || <-ended != nil {
		t.Fatal(err)
	}
	content, err := build(loader())
	if err != nil {
		t.Fatal(err)
	}
	alone, err := a.Question.Run(t.Context(), experiment.Content{New: content, Old: content}, sim.Range{0, 15}, experiment.RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "answer", written(t, &a.Question, result), written(t, &a.Question, alone))
	close(reports)
	sum := map[done]int{}
	for d := range reports {
		sum[d]++
	}
	same(t, "reports", fmt.Sprint(sum), fmt.Sprint(map[done]int{{"forward", 10}: 1, {"forward", 5}: 1}))
}
