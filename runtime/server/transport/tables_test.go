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
players: {min: 2, max: 2}
variables: {flips: {start: 0}}
actions: {flip: {}}
phases: {play: {actions: [flip]}}
lua: |
  return { do_flip = function() vars.flips = vars.flips + 1 set_player(player() % players() + 1) end }
`

// hosting serves hosted tables, and opens one.
func hosting(t *testing.T, change func(*transport.TableOptions)) (http.Handler, *host.Opening) {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/coin/game.yaml": {Data: []byte(tossing)}}}).Load()
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

// TestTablesAnswerWhomTheyShould checks requests that have no business here, and
// what clients without a seat can do.
func TestTablesAnswerWhomTheyShould(t *testing.T) {
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
		{"GET", "/", "", nil, 404, ""},
		{"GET", "/rpc", "", nil, 404, ""},
		{"POST", "/rpc", calls("session/list"), nil, 404, ""},
		{"GET", "/events", "", nil, 404, ""},
		{"GET", at, "", []string{"Host", "elsewhere"}, 421, "not called elsewhere"},
		{"GET", at, "", []string{"Host", "play.example.org"}, 200, "page"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Origin", "https://evil.example"}, 403, "other sites"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Host", "play.example.org", "Origin", "https://play.example.org"}, 200, "-32002"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Content-Type", "text/plain"}, 415, ""},
		{"POST", at + "rpc", strings.Repeat(" ", 70_000), nil, 413, "65536"},
		{"POST", at + "rpc", calls("seat/watch"), []string{"Sleight-Client", "nobody"}, 410, ""},
		{"POST", at + "rpc", calls("session/list"), nil, 200, "not for this client"},
		{"POST", at + "rpc", calls("content/problems"), nil, 200, "not for this client"},
		{"POST", at + "rpc", calls("table/list"), nil, 200, "not for this client"},
		{"POST", at + "rpc", calls("hello"), nil, 200, `"debug":false`},
		{"POST", at + "rpc", calls("seat/watch"), nil, 200, "call seat/join first"},
		{"POST", "/operator", calls("table/list"), nil, 401, ""},
		{"POST", "/operator", calls("table/list"), []string{"Authorization", "Bearer sesam"}, 401, ""},
		{"POST", "/operator", calls("table/list"), []string{"Authorization", "Bearer sesame"}, 200, o.Table},
		{"POST", "/operator", calls("seat/watch"), []string{"Authorization", "Bearer sesame"}, 200, "not for this client"},
	} {
		if status, text := try(h, c.method, c.path, c.body, c.headers...); status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s %s %.60s %q: %d %s", c.method, c.path, c.body, c.headers, status, text)
		}
	}
	if h, _ := hosting(t, func(o *transport.TableOptions) { o.Operator = "" }); true {
		if status, _ := try(h, "POST", "/operator", calls("table/list"), "Authorization", "Bearer "); status != 401 {
			t.Errorf("without an operator, an empty token is answered by %d", status)
		}
	}
}

// TestAddressesAreBounded checks that an address that calls too often, or opens
// too many streams, is refused while others are not, and how an address is known.
func TestAddressesAreBounded(t *testing.T) {
	flood := func(h http.Handler, headers ...string) (answered int) {
		for range 60 {
			if status, _ := try(h, "GET", "/t/x/", "", headers...); status == 200 {
				answered++
			} else if status != http.StatusTooManyRequests {
				t.Fatal(status)
			}
		}
		return answered
	}
	h, _ := hosting(t, func(o *transport.TableOptions) { o.CallsEach = 10 })
	if n := flood(h); n < 20 || n > 40 {
		t.Errorf("%d of 60 requests at once are answered", n)
	}
	if n := flood(h, "From", "192.0.2.2:5"); n < 20 {
		t.Errorf("another address is answered %d times", n)
	}
	if n := flood(h, "X-Forwarded-For", "192.0.2.3"); n > 20 {
		t.Error("a client names its own address")
	}
	flood(h, "From", "[2001:db8::1]:1")
	if n := flood(h, "From", "[2001:db8::2]:1"); n > 20 {
		t.Errorf("another address of the same network is answered %d times", n)
	}
	h, _ = hosting(t, func(o *transport.TableOptions) { o.CallsEach, o.Proxy = 10, true })
	flood(h, "X-Forwarded-For", "192.0.2.9")
	if n := flood(h, "X-Forwarded-For", "10.0.0.1, 192.0.2.9"); n > 20 {
		t.Errorf("an address that a client makes up in front of the proxy's counts: %d", n)
	}
	if n := flood(h, "X-Forwarded-For", "192.0.2.10"); n < 20 {
		t.Errorf("another client behind the proxy is answered %d times", n)
	}
}

// TestStreamsAreBounded checks the number of streams of one address, and that a
// place is free again when a stream ends.
func TestStreamsAreBounded(t *testing.T) {
	h, o := hosting(t, func(o *transport.TableOptions) { o.StreamsEach = 2 })
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = "here"
		h.ServeHTTP(w, r)
	}))
	defer s.Close()
	open := func() (*http.Response, string) {
		response, err := http.Get(s.URL + "/t/" + o.Table + "/events")
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(response.Body).ReadString('\n')
		return response, strings.TrimSpace(line)
	}
	first, line := open()
	second, _ := open()
	defer second.Body.Close()
	if line != "event: client" {
		t.Errorf("the stream begins with %q", line)
	}
	third, line := open()
	if third.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third stream: %d %s", third.StatusCode, line)
	}
	first.Body.Close()
	for third.StatusCode != http.StatusOK { // as soon as the server has noticed
		_, _ = io.Copy(io.Discard, third.Body)
		third, _ = open()
	}
	third.Body.Close()
}
