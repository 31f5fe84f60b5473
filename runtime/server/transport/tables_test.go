package transport_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/server/host"
	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
)

const tossing = `
kind: game
id: coin
name: Coin
back: heads.svg
players: {min: 2, max: 2}
variables: {flips: {start: 0}}
actions: {flip: {}}
phases: {play: {actions: [flip]}}
lua: |
  return { do_flip = function() vars.flips = vars.flips + 1 set_player(player() % players() + 1) end }
`

// hosting serves hosted tables, and opens one.
func hosting(t *testing.T, change func(*transport.TableOptions)) (http.Handler, *host.CreatedTable) {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{
		"content/coin/game.yaml": {Data: []byte(tossing)}, "content/coin/art/heads.svg": {Data: []byte(heads)},
	}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		t.Fatal(problems)
	}
	h, err := host.Open(host.Options{Folder: t.TempDir(), Content: content})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	o, err := h.Create(host.Setup{Game: "coin"})
	if err != nil {
		t.Fatal(err)
	}
	options := transport.TableOptions{Hosts: []string{"here"}, Operator: "sesame", Page: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "page ", r.URL.Path) })}
	if change != nil {
		change(&options)
	}
	return transport.Tables(protocol.NewServer(protocol.Options{Content: content, Host: h}), options), o
}

// try sends a request from an address and returns the status and the body.
func try(h http.Handler, method, path, body string, headers ...string) (status int, text string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "here", "192.0.2.1:1"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		switch headers[i] {
		case "Host":
			r.Host = headers[i+1]
		case "From":
			r.RemoteAddr = headers[i+1]
		default:
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, strings.TrimSpace(w.Body.String())
}

// TestTablesRejectOtherRequests checks requests that are not for tables, and
// the methods available to clients without a seat.
func TestTablesRejectOtherRequests(t *testing.T) {
	h, o := hosting(t, func(o *transport.TableOptions) { o.URL = "https://play.example.org/" })
	at := "/t/" + o.Table + "/"
	calls := func(method string) string {
		return `{"jsonrpc": "2.0", "id": 1, "method": "` + method + `", "params": {}}`
	}
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
		text               string
	}{
		{"GET", at, "", nil, 200, "page /seat.html"},
		{"GET", at + "dom.js", "", nil, 200, "page /dom.js"},
		{"GET", at + "art/coin/heads.svg", "", nil, 200, "<svg"},
		{"GET", at + "art/coin/tails.svg", "", nil, 404, "there is no such picture"},
		{"GET", "/", "", nil, 404, "404 page not found"},
		{"GET", "/rpc", "", nil, 404, "404 page not found"},
		{"POST", "/rpc", calls("session/list"), nil, 404, "404 page not found"},
		{"GET", "/events", "", nil, 404, "404 page not found"},
		{"GET", at, "", []string{"Host", "elsewhere"}, 421, "this server is not called elsewhere"},
		{"GET", at, "", []string{"Host", "play.example.org"}, 200, "page"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Origin", "https://evil.example"}, 403, "calls from other sites are not answered"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Origin", "http://here"}, 200, "-32002"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Host", "play.example.org", "Origin", "https://play.example.org"}, 200, "-32002"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Content-Type", "text/plain"}, 415, "a call must be application/json"},
		{"POST", at + "rpc", calls("seat/watch") + strings.Repeat(" ", 64<<10-len(calls("seat/watch"))), nil, 200, "-32002"},
		{"POST", at + "rpc", strings.Repeat(" ", 64<<10+1), nil, 413, "a message is longer than 65536 bytes"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Sleight-Client", "nobody"}, 410, "that client is gone: open /events again"},
		{"POST", at + "rpc", calls("session/list"), nil, 200, "this client may not call"},
		{"POST", at + "rpc", calls("content/problems"), nil, 200, "this client may not call"},
		{"POST", at + "rpc", calls("table/list"), nil, 200, "this client may not call"},
		{"POST", at + "rpc", calls("hello"), nil, 200, `"debug":false`},
		{"POST", at + "rpc", calls("seat/watch"), nil, 200, "call seat/join first"},
		{"POST", "/operator", calls("table/list"), nil, 401, "the token is missing or wrong"},
		{"POST", "/operator", calls("table/list"), []string{"Authorization", "Bearer sesam"}, 401, "the token is missing or wrong"},
		{"POST", "/operator", calls("table/list"), []string{"Authorization", "Bearer sesame"}, 200, o.Table},
		{"POST", "/operator", calls("table/list"), []string{"Authorization", "Bearer sesame", "Content-Type", "text/plain"}, 415, "a call must be application/json"},
		{"POST", "/operator", calls("seat/watch"), []string{"Authorization", "Bearer sesame"}, 200, "this client may not call"},
	} {
		if status, text := try(h, c.method, c.path, c.body, c.headers...); status != c.status || !strings.Contains(text, c.text) || status != 200 && text != c.text {
			t.Errorf("%s %s %.60s %q: %d %s", c.method, c.path, c.body, c.headers, status, text)
		}
	}
	if h, o := hosting(t, func(o *transport.TableOptions) { o.Page = nil }); true {
		if status, text := try(h, "GET", "/t/"+o.Table+"/", ""); status != 404 || text != "404 page not found" {
			t.Errorf("without a page, the table is answered by %d %s", status, text)
		}
	}
	if h, _ := hosting(t, func(o *transport.TableOptions) { o.Operator = "" }); true {
		if status, _ := try(h, "POST", "/operator", calls("table/list"), "Authorization", "Bearer "); status != 401 {
			t.Errorf("without an operator, an empty token is answered by %d", status)
		}
	}
}

// TestBatchesCountAsManyCalls checks that a batch uses up as many calls of its address
// as it has requests, and that one with too many is refused as a whole.
func TestBatchesCountAsManyCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, o := hosting(t, func(o *transport.TableOptions) { o.CallsEach = 10 })
		for _, c := range []struct {
			wait   time.Duration
			calls  int
			status int
		}{
			{0, 15, http.StatusOK},
			{0, 6, http.StatusTooManyRequests}, // which counts as one
			{0, 4, http.StatusOK},
			{0, 1, http.StatusTooManyRequests},
			{time.Second, 11, http.StatusTooManyRequests},
			{time.Minute, 20, http.StatusOK},
			{time.Minute, 21, http.StatusTooManyRequests},
		} {
			<-time.After(c.wait) // in virtual time
			call := `{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {}}`
			status, text := try(h, "POST", "/t/"+o.Table+"/rpc", " ["+call+strings.Repeat(", "+call, c.calls-1)+"]")
			if n := strings.Count(text, `"result"`); status != c.status || status == http.StatusOK && n != c.calls {
				t.Errorf("a batch of %d is answered with %d and %d results, expected status %d", c.calls, status, n, c.status)
			}
		}
	})
}

// TestAddressesAreBounded checks that an address that calls too often is
// refused while others are not, how many calls it may make and when the next,
// and how an address is identified.
func TestAddressesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		flood := func(h http.Handler, headers ...string) (answered int) {
			for range 60 {
				switch status, text := try(h, "GET", "/t/x/", "", headers...); {
				case status == 200:
					answered++
				case status != http.StatusTooManyRequests || text != "too many calls come from this address; slow down":
					t.Fatal(status, text)
				}
			}
			return answered
		}
		bare, _ := hosting(t, func(o *transport.TableOptions) { o.CallsEach = 10 })
		proxied, _ := hosting(t, func(o *transport.TableOptions) { o.CallsEach, o.Proxy = 10, true })
		free, _ := hosting(t, nil)
		for _, c := range []struct {
			what    string
			h       http.Handler
			wait    time.Duration
			headers []string
			want    int
		}{
			{"at once", bare, 0, nil, 20},
			{"at once again", bare, 0, nil, 0},
			{"half a second later", bare, time.Second / 2, nil, 5},
			{"a second later", bare, time.Second, nil, 10},
			{"a minute later", bare, time.Minute, nil, 20},
			{"from another address", bare, 0, []string{"From", "192.0.2.2:5"}, 20},
			{"from another port", bare, 0, []string{"From", "192.0.2.2:6"}, 0},
			{"from an address of its own making", bare, 0, []string{"X-Forwarded-For", "192.0.2.3"}, 0},
			{"from a network", bare, 0, []string{"From", "[2001:db8::1]:1"}, 20},
			{"from elsewhere in the network", bare, 0, []string{"From", "[2001:db8::2]:1"}, 0},
			{"from the network's upper half", bare, 0, []string{"From", "[2001:db8::8000:0:0:1]:1"}, 0},
			{"from another network", bare, 0, []string{"From", "[2001:db8:0:1::1]:1"}, 20},
			{"from an address without a port", bare, 0, []string{"From", "192.0.2.4"}, 20},
			{"from that address with one", bare, 0, []string{"From", "192.0.2.4:1"}, 0},
			{"from that address written otherwise", bare, 0, []string{"From", "[::ffff:192.0.2.4]:1"}, 0},
			{"from an invalid address", bare, 0, []string{"From", "@"}, 20},
			{"through a proxy", proxied, 0, []string{"X-Forwarded-For", "192.0.2.9"}, 20},
			{"through a proxy, with a made-up address before its own", proxied, 0, []string{"X-Forwarded-For", "10.0.0.1, 192.0.2.9"}, 0},
			{"through a proxy, from another address", proxied, 0, []string{"X-Forwarded-For", "192.0.2.10"}, 20},
			{"without the proxy", proxied, 0, nil, 20},
			{"with the usual bounds", free, 0, nil, 60},
			{"with the usual bounds, again and again", free, 0, nil, 60},
		} {
			<-time.After(c.wait) // in virtual time
			if n := flood(c.h, c.headers...); n != c.want {
				t.Errorf("%s: %d of 60 requests are answered, expected %d", c.what, n, c.want)
			}
		}
		flood(free)
		if n := flood(free); n != 20 {
			t.Errorf("of the last of 240 requests %d are answered", n)
		}
		r := httptest.NewRequest("GET", "/t/x/", nil)
		r.Host, r.RemoteAddr = "here", "192.0.2.1:1"
		w := httptest.NewRecorder()
		if free.ServeHTTP(w, r); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" {
			t.Errorf("the refusal is %d %v", w.Code, w.Header())
		}
	})
}

// TestStreamsAreBounded checks the number of streams of one address, and that a
// place is free again when a stream ends.
func TestStreamsAreBounded(t *testing.T) {
	h, o := hosting(t, func(o *transport.TableOptions) { o.StreamsEach, o.CallsEach = 2, 1e9 })
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = "here"
		h.ServeHTTP(w, r)
	}))
	defer s.Close()
	open := func() (r *http.Response, line, name string) {
		response, err := http.Get(s.URL + "/t/" + o.Table + "/events")
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(response.Body)
		line, _ = lines.ReadString('\n')
		if response.StatusCode == http.StatusOK {
			name, _ = lines.ReadString('\n')
		} else if rest, _ := io.ReadAll(lines); len(rest) > 0 {
			t.Errorf("after %q comes %q", line, rest)
		}
		return response, strings.TrimSpace(line), strings.TrimSpace(strings.TrimPrefix(name, "data: "))
	}
	first, line, name := open()
	second, _, _ := open()
	defer second.Body.Close()
	if line != "event: client" {
		t.Errorf("the stream begins with %q", line)
	}
	third, line, _ := open()
	if third.StatusCode != http.StatusServiceUnavailable || line != "too many event streams are open" {
		t.Errorf("a third stream: %d %s", third.StatusCode, line)
	}
	call := func() (status int, text string) {
		return try(h, "POST", "/t/"+o.Table+"/rpc", `{"jsonrpc": "2.0", "id": 1, "method": "seat/watch", "params": {}}`, "Sleight-Client", name)
	}
	if status, text := call(); status != 200 || !strings.Contains(text, "call seat/join first") {
		t.Errorf("a client that listens is answered by %d %s", status, text)
	}
	first.Body.Close()
	for status := http.StatusOK; status != http.StatusGone; { // as soon as the server has noticed
		var text string
		if status, text = call(); status != http.StatusOK && status != http.StatusGone {
			t.Fatal(status, text)
		}
	}
	for third.StatusCode != http.StatusOK { // as soon as the server has noticed
		third, _, _ = open()
	}
	third.Body.Close()
	h, o = hosting(t, func(o *transport.TableOptions) { o.Streams = 1 })
	only, _, _ := open()
	defer only.Body.Close()
	if third, line, _ = open(); third.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("where one may listen, another gets %q", line)
	}
	third.Body.Close()
}
