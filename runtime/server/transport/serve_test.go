package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
)

const coin = `
kind: game
id: coin
back: heads.svg
variables: {coins: {start: 2}}
zones: {deck: {of: card, label: c, visible: none}}
actions: {earn: {}}
phases: {play: {actions: [earn]}}
lua: 'return {do_earn = function() vars.coins = vars.coins + 1 end}'
`

const heads = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>`

func server(t *testing.T) *protocol.Server {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{
		"content/coin/game.yaml":     {Data: []byte(coin)},
		"content/coin/art/heads.svg": {Data: []byte(heads)},
	}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return protocol.NewServer(protocol.Options{Content: c})
}

const (
	begin = `{"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"game": "coin"}}`
	watch = `{"jsonrpc": "2.0", "id": 2, "method": "session/watch", "params": {"session": "1"}}`
	earn  = `{"jsonrpc": "2.0", "id": 3, "method": "do", "params": {"session": "1", "command": "earn"}}`
	look  = `{"jsonrpc": "2.0", "id": 4, "method": "evaluate", "params": {"session": "1", "source": "vars.coins"}}`
)

// TestStreamIsLineBased checks that answers come in the order of calls, one a
// line, with notifications between them.
func TestStreamIsLineBased(t *testing.T) {
	s := server(t)
	in, calls := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		out.CloseWithError(transport.Stream(context.Background(), s, in, out, protocol.Rights{}))
	}()
	lines := bufio.NewScanner(answers)
	lines.Buffer(nil, 1<<20)
	until := func(text string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), text) {
				return
			}
		}
		t.Fatalf("there is no %s: %v", text, lines.Err())
	}
	for _, c := range []string{begin, "", watch, earn} {
		if _, err := io.WriteString(calls, c+"\n"); err != nil {
			t.Fatal(err)
		}
		if c != "" && c != earn {
			until(`"result"`)
		}
	}
	until("coins")
	calls.Close()
	if _, err := io.Copy(io.Discard, answers); err != nil {
		t.Error(err)
	}
}

// site serves HTTP on a free port of this machine.
func site(t *testing.T, debug bool) (base string, s *httptest.Server) {
	t.Helper()
	var h http.Handler
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r) }))
	t.Cleanup(s.Close)
	h = transport.Handler(server(t), transport.Options{
		Token: "sesame", Hosts: []string{strings.TrimPrefix(s.URL, "http://")}, Rights: protocol.Rights{Debug: debug},
		Page: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "page") }),
	})
	return s.URL, s
}

// ask sends a request and returns the status and the body.
func ask(t *testing.T, method, url, body string, change func(*http.Request)) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(data)
}

// TestUnauthorizedRequestsAreRejected checks that pages of other sites, guessed
// tokens and floods of requests are refused.
func TestUnauthorizedRequestsAreRejected(t *testing.T) {
	base, _ := site(t, true)
	longest := begin + strings.Repeat(" ", 4<<20-len(begin))
	with := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for what, x := range map[string]struct {
		status int
		url    string
		body   string
		change func(*http.Request)
		want   string // the whole answer, unless the call succeeds
	}{
		"no token":      {401, "/rpc", begin, nil, "the token is missing or wrong\n"},
		"wrong token":   {401, "/rpc?token=x", begin, nil, "the token is missing or wrong\n"},
		"token":         {200, "/rpc?token=sesame", begin, nil, ""},
		"bearer":        {200, "/rpc", begin, with("Authorization", "Bearer sesame"), ""},
		"wrong bearer":  {401, "/rpc?token=sesame", begin, with("Authorization", "Bearer x"), "the token is missing or wrong\n"},
		"own origin":    {200, "/rpc?token=sesame", begin, with("Origin", base), ""},
		"other origin":  {403, "/rpc?token=sesame", begin, with("Origin", "http://evil.example"), "calls from other sites are not answered\n"},
		"null origin":   {403, "/rpc?token=sesame", begin, with("Origin", "null"), "calls from other sites are not answered\n"},
		"rebound name":  {421, "/rpc?token=sesame", begin, func(r *http.Request) { r.Host = "evil.example" }, "this server is not called evil.example\n"},
		"a form":        {415, "/rpc?token=sesame", begin, with("Content-Type", "text/plain"), "a call must be application/json\n"},
		"the longest":   {200, "/rpc?token=sesame", longest, nil, ""},
		"a flood":       {413, "/rpc?token=sesame", longest + " ", nil, "a message is longer than 4194304 bytes\n"},
		"a lost client": {410, "/rpc?token=sesame", begin, with("Sleight-Client", "x"), "that client is gone: open /events again\n"},
	} {
		if status, text := ask(t, "POST", base+x.url, x.body, x.change); status != x.status || status == 200 && !strings.HasPrefix(text, `{"jsonrpc":"2.0","id":1,"result":`) || status != 200 && text != x.want {
			t.Errorf("%s gives %d %.100s, expected %d", what, status, text, x.status)
		}
	}
	if status, text := ask(t, "GET", base+"/", "", nil); status != 200 || text != "page" {
		t.Errorf("the page is %d %s", status, text)
	}
	if status, _ := ask(t, "GET", base+"/events", "", nil); status != 401 {
		t.Errorf("events without a token are %d", status)
	}
}

// TestEventsReportOtherClientsChanges checks that a client's event stream
// reports the changes that others make.
func TestEventsReportOtherClientsChanges(t *testing.T) {
	base, s := site(t, false)
	stream, err := http.Get(base + "/events?token=sesame")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	lines.Buffer(nil, 1<<20)
	next := func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return data
			}
		}
		t.Fatal(lines.Err())
		return ""
	}
	name := next()
	mine := func(r *http.Request) { r.Header.Set("Sleight-Client", name) }
	rpc := base + "/rpc?token=sesame"
	ask(t, "POST", rpc, begin, nil)
	ask(t, "POST", rpc, watch, mine)
	ask(t, "POST", rpc, earn, nil)
	if notified := next(); !strings.Contains(notified, `"method":"changed"`) || !strings.Contains(notified, `"turn":1`) {
		t.Errorf("the notification is %s", notified)
	}
	if _, text := ask(t, "POST", rpc, look, nil); !strings.Contains(text, "-32002") {
		t.Errorf("without --debug Lua gives %s", text)
	}
	s.CloseClientConnections()
}

// TestOnlyLocalClientsEvaluate checks that a remote client may not evaluate even
// if local clients may.
func TestOnlyLocalClientsEvaluate(t *testing.T) {
	h := transport.Handler(server(t), transport.Options{Token: "x", Hosts: []string{"here"}, Rights: protocol.Rights{Debug: true}})
	for from, want := range map[string]string{"127.0.0.1:5": `"text":"2"`, "[::1]:5": `"text":"2"`, "192.0.2.1:5": "-32002", "": "-32002"} {
		var text string
		for _, body := range []string{begin, look} {
			r := httptest.NewRequest("POST", "http://here/rpc?token=x", bytes.NewReader([]byte(body)))
			r.Header.Set("Content-Type", "application/json")
			r.RemoteAddr = from
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			text = w.Body.String()
		}
		if !strings.Contains(text, want) {
			t.Errorf("from %q: %s", from, text)
		}
	}
	for address, want := range map[string]bool{"127.0.0.1:0": true, "localhost:80": true, "[::1]:1": true, ":80": false, "0.0.0.0:80": false, "example.com:80": false, "x": false} {
		if transport.Loopback(address) != want {
			t.Errorf("Loopback(%q) is %v", address, !want)
		}
	}
}

// TestAStreamEndsWithItsContext checks that Ctrl-C ends a server that waits for
// input.
func TestAStreamEndsWithItsContext(t *testing.T) {
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- transport.Stream(ctx, server(t), in, io.Discard, protocol.Rights{}) }()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestACallOnAStreamIsCancelledByTheNext checks that a client need not wait for
// the end of a call to cancel it.
func TestACallOnAStreamIsCancelledByTheNext(t *testing.T) {
	in, calls := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		out.CloseWithError(transport.Stream(t.Context(), server(t), in, out, protocol.Rights{}))
	}()
	go func() {
		for range 50 { // the first may come before its call has begun
			_, _ = io.WriteString(calls, `{"jsonrpc": "2.0", "id": 7, "method": "content/test"}`+"\n"+`{"jsonrpc": "2.0", "id": 8, "method": "call/cancel", "params": {"id": 7}}`+"\n")
		}
		calls.Close()
	}()
	lines, counts := bufio.NewScanner(answers), map[string]int{}
	for lines.Scan() {
		switch text := lines.Text(); {
		case strings.Contains(text, `"id":7`):
			counts["calls"]++
		case strings.Contains(text, `"id":8`):
			counts["cancels"]++
		}
	}
	if counts["calls"] != 50 || counts["cancels"] != 50 {
		t.Errorf("answered are %v", counts)
	}
}

// TestPicturesAreServedForDrawingOnly checks that the pictures of packs need the
// token, may be cached only under the sum of their bytes, and come with headers
// under which they can neither run nor load anything.
func TestPicturesAreServedForDrawingOnly(t *testing.T) {
	base, _ := site(t, false)
	get := func(path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	for path, want := range map[string]int{
		"/art/coin/heads.svg":                             http.StatusUnauthorized,
		"/art/coin/heads.svg?token=sesame":                http.StatusOK,
		"/art/coin/tails.svg?token=sesame":                http.StatusNotFound,
		"/art/nobody/heads.svg?token=sesame":              http.StatusNotFound,
		"/art/coin/../game.yaml?token=sesame":             http.StatusNotFound,
		"/art/coin/..%2Fgame.yaml?token=sesame":           http.StatusNotFound,
		"/art/coin/heads.svg?v=0000000000000000&token=no": http.StatusUnauthorized,
	} {
		if got := get(path).StatusCode; got != want {
			t.Errorf("%s: status %d, expected %d", path, got, want)
		}
	}
	h := get("/art/coin/heads.svg?token=sesame").Header
	for name, want := range map[string]string{
		"Content-Type": "image/svg+xml", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache",
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, expected %q", name, got, want)
		}
	}
	_, view := ask(t, "POST", base+"/rpc?token=sesame", begin, nil)
	path := regexp.MustCompile(`heads\.svg\?v=[0-9a-f]{16}`).FindString(view)
	if got := get("/art/coin/" + path + "&token=sesame").Header.Get("Cache-Control"); path == "" || !strings.Contains(got, "immutable") {
		t.Errorf("the view names %q, which is served with Cache-Control %q:\n%s", path, got, view)
	}
}
