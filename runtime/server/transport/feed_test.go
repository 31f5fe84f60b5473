package transport_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
)

// wire is a connection that records each write to it, with the seconds since the
// connection was opened and the seconds left until the write deadline. It breaks
// after a number of writes, unless that number is 0.
type wire struct {
	header http.Header
	opened time.Time
	breaks int

	mutex   sync.Mutex
	text    strings.Builder
	writes  int
	flushed int
	left    time.Duration
	status  int
}

func newWire() *wire { return &wire{header: http.Header{}, opened: time.Now()} }

func (w *wire) Header() http.Header { return w.header }

func (w *wire) WriteHeader(status int) { w.status = status }

func (w *wire) SetWriteDeadline(t time.Time) error {
	w.left = time.Until(t)
	return nil
}

func (w *wire) Flush() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.flushed++
}

func (w *wire) Write(data []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.writes++; w.breaks > 0 && w.writes >= w.breaks {
		return 0, errors.New("the connection is broken")
	}
	fmt.Fprintf(&w.text, "%v, %v left: %s", time.Since(w.opened), w.left, data)
	return len(data), nil
}

// said returns what was written since the last call.
func (w *wire) said() string {
	synctest.Wait()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	defer w.text.Reset()
	if w.flushed != w.writes && w.breaks == 0 {
		return fmt.Sprintf("%d writes and %d flushes", w.writes, w.flushed)
	}
	return w.text.String()
}

// listen opens an event stream and returns its client's name, and a function that
// hangs up and reports whether the stream had ended before.
func listen(t *testing.T, h http.Handler, path string, w *wire) (name string, hangUp func() (ended bool)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "GET", path, nil)
	r.Host, r.RemoteAddr = "here", "192.0.2.1:1"
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.ServeHTTP(w, r)
	}()
	first := w.said()
	name = strings.TrimSuffix(strings.TrimPrefix(first, "0s, 10s left: event: client\ndata: "), "\n\n")
	if len(name) != 26 && w.breaks != 1 && w.status == 0 {
		t.Errorf("the stream begins with %q", first)
	}
	return name, func() bool {
		select {
		case <-done:
			cancel()
			return true
		default:
			cancel()
			<-done
			return false
		}
	}
}

// TestEventsAreWrittenAtOnce checks the events of a stream, when they are written, and
// how long each write may take.
func TestEventsAreWrittenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := transport.Handler(server(t), transport.Options{Token: "sesame", Hosts: []string{"here"}})
		w := newWire()
		name, hangUp := listen(t, h, "/events?token=sesame", w)
		for header, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
			if got := w.header.Get(header); got != want {
				t.Errorf("%s: %q, want %q", header, got, want)
			}
		}
		<-time.After(15*time.Second - 1) // in virtual time
		if got := w.said(); got != "" {
			t.Errorf("before a beat: %q", got)
		}
		<-time.After(1)
		if got, want := w.said(), "15s, 10s left: : still here\n\n"; got != want {
			t.Errorf("after a beat: %q, want %q", got, want)
		}
		<-time.After(5 * time.Second)
		for _, call := range []string{begin, watch} {
			if status, text := try(h, "POST", "/rpc?token=sesame", call, "Sleight-Client", name); status != 200 || !strings.Contains(text, `"result"`) {
				t.Fatal(status, text)
			}
		}
		try(h, "POST", "/rpc?token=sesame", earn)
		if got := w.said(); !strings.HasPrefix(got, `20s, 10s left: data: {"jsonrpc":"2.0","method":"changed","params":{`) || !strings.HasSuffix(got, "}\n\n") || strings.Count(got, "\n") != 2 {
			t.Errorf("the notification is %q", got)
		}
		<-time.After(15 * time.Second)
		if got, want := w.said(), "35s, 10s left: : still here\n\n"; got != want {
			t.Errorf("a beat later: %q, want %q", got, want)
		}
		if hangUp() {
			t.Error("the stream has ended by itself")
		}
		if status, text := try(h, "POST", "/rpc?token=sesame", look, "Sleight-Client", name); status != 410 || text != "that client is gone: open /events again" {
			t.Errorf("after it: %d %s", status, text)
		}
		for _, breaks := range []int{1, 2} {
			w := newWire()
			w.breaks = breaks
			_, hangUp := listen(t, h, "/events?token=sesame", w)
			<-time.After(time.Minute)
			if synctest.Wait(); !hangUp() || w.writes != breaks {
				t.Errorf("a stream whose connection breaks at write %d is written to %d times", breaks, w.writes)
			}
		}
	})
}

// TestSeatsAreLeftWithTheirStreams checks that a stream without a seat ends, that one
// with a seat stays, and that the others learn when it has gone.
func TestSeatsAreLeftWithTheirStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, o := hosting(t, nil)
		at := "/t/" + o.Table + "/"
		join := func(name string, seat int) {
			t.Helper()
			call := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": "seat/join", "params": {"table": %q, "token": %q}}`, o.Table, o.Seats[seat])
			if status, text := try(h, "POST", at+"rpc", call, "Sleight-Client", name); status != 200 || !strings.Contains(text, `"result"`) {
				t.Fatal(status, text)
			}
		}
		mine, yours, idle := newWire(), newWire(), newWire()
		ann, leave := listen(t, h, at+"events", mine)
		bob, stop := listen(t, h, at+"events", yours)
		_, hangUp := listen(t, h, at+"events", idle)
		join(ann, 0)
		join(bob, 1)
		yours.said()
		<-time.After(time.Minute)
		if synctest.Wait(); !hangUp() {
			t.Error("a stream without a seat stays")
		}
		if got, want := idle.said(), "15s, 10s left: : still here\n\n"; got != want {
			t.Errorf("a stream without a seat gets %q, want %q", got, want)
		}
		yours.said()
		if leave() {
			t.Error("a stream with a seat has ended")
		}
		if got, want := yours.said(), fmt.Sprintf(`1m0s, 10s left: data: {"jsonrpc":"2.0","method":"presence","params":{"table":%q,"seats":[{"player":1,"here":false},{"player":2,"here":true}],"watchers":0}}`+"\n\n", o.Table); got != want {
			t.Errorf("when the other leaves: %q, want %q", got, want)
		}
		stop()
	})
}

// TestStreamsHaveUsualBounds checks the default limits on the streams of one address
// and of all addresses together.
func TestStreamsHaveUsualBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for each, most := range map[int]int{0: 40, 20_000: 10_000} {
			h, o := hosting(t, func(o *transport.TableOptions) { o.StreamsEach, o.CallsEach = each, 1e9 })
			for n := range most + 1 {
				w := newWire()
				_, hangUp := listen(t, h, "/t/"+o.Table+"/events", w)
				if want := map[bool]int{true: http.StatusServiceUnavailable}[n == most]; w.status != want {
					t.Fatalf("stream %d is answered with %d, want %d", n+1, w.status, want)
				}
				defer hangUp()
			}
		}
	})
}

// TestMessagesAreBounded checks the maximum length of messages of a seat and of the
// operator, and the errors for a message that is longer or does not arrive.
func TestMessagesAreBounded(t *testing.T) {
	h, o := hosting(t, nil)
	call := `{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {}}`
	for _, path := range []string{"/t/" + o.Table + "/rpc", "/operator"} {
		for n, want := range map[int]string{64 << 10: `{"jsonrpc":"2.0","id":1,"result":`, 64<<10 + 1: "a message is longer than 65536 bytes"} {
			if _, text := try(h, "POST", path, call+strings.Repeat(" ", n-len(call)), "Authorization", "Bearer sesame"); !strings.HasPrefix(text, want) || strings.Contains(text, "gone") {
				t.Errorf("%s, %d bytes: %s", path, n, text)
			}
		}
		r := httptest.NewRequest("POST", path, io.MultiReader(strings.NewReader(call), iotest.ErrReader(io.ErrUnexpectedEOF)))
		r.Host = "here"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer sesame")
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusBadRequest || w.Body.String() != "the message did not arrive\n" {
			t.Errorf("%s: a message that does not arrive is answered with %d %s", path, w.Code, w.Body)
		}
	}
}

// TestStreamsCarryNotifications checks the whole output of a stream: answers,
// notifications between them, and an answer to a message of one byte; and that it ends
// when nothing can be written.
func TestStreamsCarryNotifications(t *testing.T) {
	in, calls := io.Pipe()
	out := make(chan string, 100)
	ended := make(chan error, 1)
	go func() {
		ended <- transport.Stream(t.Context(), server(t), in, lineWriter(out), protocol.Rights{})
	}()
	for _, x := range []struct {
		call string
		want []string
	}{
		{begin, []string{`{"jsonrpc":"2.0","id":1,"result":`}},
		{"1", []string{`{"jsonrpc":"2.0","id":null,"error":`}},
		{watch, []string{`{"jsonrpc":"2.0","id":2,"result":`}},
		{earn, []string{`{"jsonrpc":"2.0","id":3,"result":`, `{"jsonrpc":"2.0","method":"changed","params":`}},
	} {
		if _, err := io.WriteString(calls, x.call+"\n\n"); err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for range x.want {
			line := <-out
			for _, want := range x.want {
				got[want] = got[want] || strings.HasPrefix(line, want) && strings.HasSuffix(line, "}\n")
			}
		}
		for _, want := range x.want {
			if !got[want] {
				t.Errorf("%s: no answer %s", x.call, want)
			}
		}
	}
	calls.Close()
	if err := <-ended; err != nil || len(out) > 0 {
		t.Errorf("the stream ends with %v, and %d lines more", err, len(out))
	}
}

// lineWriter passes on what is written.
type lineWriter chan string

func (w lineWriter) Write(data []byte) (int, error) {
	w <- string(data)
	return len(data), nil
}
