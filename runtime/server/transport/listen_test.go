package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
)

// TestAllowedHostNames checks the host names that requests may use: those of
// this machine for a local address, those of its network if it listens on all
// addresses, otherwise the given one.
func TestAllowedHostNames(t *testing.T) {
	own := []string{"127.0.0.1", "localhost", "[::1]"}
	for address, want := range map[string][]string{
		"127.0.0.1:0": append([]string{"127.0.0.1"}, own...), "LOCALHOST:0": {"localhost"}, "localhost:0": append([]string{"localhost"}, own...),
		"127.0.0.2:0": append([]string{"127.0.0.2"}, own...),
	} {
		l, hosts, err := transport.Listen(address)
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], ":"+port) + ":" + port
		}
		if diff := cmp.Diff(want, hosts); diff != "" {
			t.Errorf("%s: %s", address, diff)
		}
		l.Close()
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil || len(addresses) == 0 {
		t.Fatal("this machine has no address, not even its own", err)
	}
	for _, address := range []string{":0", "0.0.0.0:0"} {
		l, hosts, err := transport.Listen(address)
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		names := []string{"127.0.0.1", "localhost", "::1"}
		for _, a := range addresses {
			names = append(names, a.(*net.IPNet).IP.String())
		}
		for _, name := range names {
			if !slices.Contains(hosts, net.JoinHostPort(name, port)) {
				t.Errorf("%s: %s is not among %v", address, name, hosts)
			}
		}
		if slices.Contains(hosts, ":"+port) {
			t.Errorf("%s: a server may be called by no name: %v", address, hosts)
		}
		l.Close()
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for address, want := range map[string]string{
		"8080": `"8080" is not an address: it reads HOST:PORT, as in 127.0.0.1:8080`, taken.Addr().String(): "cannot listen on " + taken.Addr().String() + ": bind: address already in use",
	} {
		if _, _, err := transport.Listen(address); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", address, err, want)
		}
	}
	for address, want := range map[string]bool{"localhost:1": true, "127.0.0.9:1": true, "[::1]:1": true, "10.0.0.1:1": false, "example.org:1": false, ":1": false, "localhost": false} {
		if got := transport.Loopback(address); got != want {
			t.Errorf("%s is this machine: %v", address, got)
		}
	}
}

// TestAServerEndsWithItsContext checks that running requests end with it, and
// that a normal end is not reported.
func TestAServerEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	l, hosts, err := transport.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		ended <- transport.Run(ctx, l, transport.Handler(server(t), transport.Options{Token: "sesame", Hosts: hosts}))
	}()
	r, err := http.Get("http://" + hosts[0] + "/events?token=sesame")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("the stream is answered by %s", r.Status)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(r.Body); err != nil {
		t.Errorf("the stream is broken off: %v", err)
	}
	if err := transport.Run(context.Background(), l, nil); err == nil {
		t.Error("a server on a closed address says nothing")
	}
}

// TestResponseHeaders checks the headers of an answer, that a notification has
// none, and a message that does not arrive.
func TestResponseHeaders(t *testing.T) {
	base, _ := site(t, false)
	ask := func(body io.Reader) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "POST", base+"/rpc?token=sesame", body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	answer := ask(strings.NewReader(begin))
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		"Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	} {
		if got := answer.Header.Get(name); got != want || answer.StatusCode != http.StatusOK {
			t.Errorf("%d, %s: %q, want %q", answer.StatusCode, name, got, want)
		}
	}
	if answer := ask(strings.NewReader(`{"jsonrpc": "2.0", "method": "games/list"}`)); answer.StatusCode != http.StatusNoContent {
		t.Errorf("a notification is answered by %d", answer.StatusCode)
	}
}

// TestListenersAreCounted checks that a hundred clients may listen, one more may
// not, and one that leaves makes room.
func TestListenersAreCounted(t *testing.T) {
	base, _ := site(t, false)
	listen := func() (*http.Response, string) {
		r, err := http.Get(base + "/events?token=sesame")
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(r.Body).ReadString('\n')
		return r, line
	}
	var last *http.Response
	for range 100 {
		r, line := listen()
		if r.StatusCode != http.StatusOK || line != "event: client\n" || r.Header.Get("Content-Type") != "text/event-stream" || r.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %q %v", r.StatusCode, line, r.Header)
		}
		t.Cleanup(func() { r.Body.Close() })
		last = r
	}
	r, line := listen()
	rest, err := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusServiceUnavailable || line+string(rest) != "too many event streams are open\n" || err != nil {
		t.Errorf("one more: %d %q, %v", r.StatusCode, line+string(rest), err)
	}
	last.Body.Close()
	for r.StatusCode != http.StatusOK { // until the server knows that one has left
		r, _ = listen()
		r.Body.Close()
	}
}

// endless is an input that never ends, and stuck an output that accepts
// nothing.
type (
	endless struct{}
	stuck   struct{}
)

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte(" "), len(p))), nil }

func (stuck) Write([]byte) (int, error) { return 0, errors.New("the pipe is closed") }

// TestStreamErrors checks the causes that end a stream: a message that does not
// end, a failing input or output; and that the longest message is answered.
func TestStreamErrors(t *testing.T) {
	stream := func(in io.Reader, out io.Writer) error {
		return transport.Stream(context.Background(), server(t), in, out, protocol.Rights{})
	}
	var out bytes.Buffer
	longest := `{"jsonrpc": "2.0", "id": 7, "method": "games/list"` + strings.Repeat(" ", 4<<20-51) + "}"
	if err := stream(strings.NewReader(longest+"\n"), &out); err != nil || !strings.HasPrefix(out.String(), `{"jsonrpc":"2.0","id":7,`) || len(longest) != 4<<20 {
		t.Errorf("%d bytes: %v, %.100s", len(longest), err, out.String())
	}
	for want, err := range map[string]error{
		"?: error: a message is longer than 67108864 bytes [file/too-large]": stream(endless{}, io.Discard),
		"unexpected EOF":     stream(io.MultiReader(strings.NewReader(begin), &failing{}), io.Discard),
		"the pipe is closed": stream(strings.NewReader(begin+"\n"+strings.Repeat(begin+"\n", 50)), stuck{}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestAMessageThatIsTooLongIsSkipped checks that messages of more bytes than are
// read, ended by a line break or by the input, are refused, and that those
// around them are answered.
func TestAMessageThatIsTooLongIsSkipped(t *testing.T) {
	const refused = `{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"a message is longer than 4194304 bytes"}}` + "\n"
	hello := func(id int, spaces int) string {
		return fmt.Sprintf(`{"jsonrpc": "2.0", "id": %d, "method": "nothing"`, id) + strings.Repeat(" ", spaces) + "}"
	}
	answer := func(id int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32601,"message":"unknown method \"nothing\""`, id)
	}
	for _, long := range []string{hello(2, 4<<20), hello(2, 4<<20) + "\r", strings.Repeat("x", 9<<20), hello(2, 4<<20-len(hello(2, 0))+1)} {
		for in, want := range map[string][]string{
			hello(1, 0) + "\n" + long + "\n" + hello(3, 0) + "\n": {answer(1), refused, answer(3)},
			long + "\n\n" + long: {refused, refused},
		} {
			var out bytes.Buffer
			if err := transport.Stream(t.Context(), server(t), strings.NewReader(in), &out, protocol.Rights{}); err != nil {
				t.Errorf("%d bytes: %v", len(long), err)
			}
			lines := slices.Collect(strings.Lines(out.String()))
			if !slices.EqualFunc(lines, want, strings.HasPrefix) {
				t.Errorf("%d bytes: got %q, want %q", len(long), lines, want)
			}
		}
	}
}

// failing is an input that fails.
type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
