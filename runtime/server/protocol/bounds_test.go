package protocol_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/server/protocol"
	"sleight/tests/golden"
)

// TestTheEditorsMessagesAreBounded checks which messages of a language server are
// passed on, and that one with a wrong header ends it.
func TestTheEditorsMessagesAreBounded(t *testing.T) {
	const most = 4 << 20
	text := func(n int) string { return `"` + strings.Repeat("x", n-2) + `"` }
	for written, passed := range map[string]bool{
		"Content-Length: 2\r\n\r\n{}":                                     true,
		"Content-Length: 0\r\n\r\n":                                       false,
		"Content-Length: -1\r\n\r\n{}":                                    false,
		"Content-Length: two\r\n\r\n{}":                                   false,
		"Content-Type: x\r\n\r\n{}":                                       false,
		"no header\r\n\r\n{}":                                             false,
		"Content-Length: 9\r\n\r\n{}":                                     false, // and no more
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", most, text(most)):     true,
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", most+1, text(most+1)): false,
	} {
		_, text, _ := strings.Cut(written, "\r\n\r\n")
		ended := make(chan error, 1)
		s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
			o.Editor = func(_ context.Context, stream io.ReadWriteCloser) error {
				_, err := io.WriteString(stream, written)
				ended <- err
				return stream.Close()
			}
		})
		c := newTalker(t, s, true)
		c.call("editor/open", `{}`)
		if passed {
			line, ok := c.client.Next(t.Context())
			if want := `{"jsonrpc":"2.0","method":"editor","params":{"message":` + text + `}}`; !ok || string(line) != want {
				t.Errorf("%.40q is passed on as %.99s", written, line)
			}
			continue
		}
		<-ended
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if line, ok := c.client.Next(gone); ok && len(text) > 0 {
			t.Errorf("%.40q is passed on as %.99s", written, line)
		}
	}
}

// TestEditorFailuresAreReported checks the message to a client whose
// language server has failed, the required form of its messages, and that
// reading stops at an invalid one.
func TestEditorFailuresAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
			o.Log = logTo(&log)
			o.Editor = func(_ context.Context, stream io.ReadWriteCloser) error {
				if _, err := io.WriteString(stream, "Content-Length: -3\r\n\r\n{}"); err != nil {
					return err
				}
				synctest.Wait() // until the server has read it
				_, err := io.WriteString(stream, "Content-Length: 2\r\n\r\n{}")
				return err
			}
		})
		c := newTalker(t, s, true)
		c.call("editor/open", `{}`)
		<-time.After(time.Second) // of virtual time
		for params, want := range map[string]string{
			`{}`:              "message: unexpected end of JSON input",
			`{"message": {}}`: "the editor has ended; call editor/open again",
		} {
			code := map[string]float64{`{}`: -32602, `{"message": {}}`: -32001}[params]
			if got := c.errorOf("editor/send", params); got != want || c.fails("editor/send", params) != code {
				t.Errorf("%s: %s", params, got)
			}
		}
		if got := log.String(); got != "level=WARN msg=\"the language server ended\" error=\"io: read/write on closed pipe\"\n" {
			t.Errorf("the log says %s", got)
		}
	})
}

// TestUnreadEditorMessagesWaitInOrder checks that messages wait in order until
// a client reads them.
func TestUnreadEditorMessagesWaitInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
			o.Editor = func(_ context.Context, stream io.ReadWriteCloser) error {
				_, err := io.WriteString(stream, "Content-Length: 1\r\n\r\n1Content-Length: 1\r\n\r\n2Content-Length: 1\r\n")
				return errors.Join(err, stream.Close())
			}
		})
		c := newTalker(t, s, true)
		c.call("editor/open", `{}`)
		synctest.Wait()
		for _, want := range []string{"1", "2"} {
			line, ok := c.client.Next(t.Context())
			if !ok || string(line) != `{"jsonrpc":"2.0","method":"editor","params":{"message":`+want+`}}` {
				t.Errorf("%s", line)
			}
		}
	})
}

// TestSessionsAreBounded checks that each way to begin one more session than fits
// is refused when none may be stored.
func TestSessionsAreBounded(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	for range 200 {
		c.call("session/new", `{"game": "pairs"}`)
	}
	saved := c.send(`{"jsonrpc": "2.0", "id": 1, "method": "session/save", "params": {"session": "1"}}`)
	for method, params := range map[string]string{
		"session/new": `{"game": "pairs"}`, "session/branch": `{"session": "1"}`,
		"session/load": text(t, saved["result"]),
	} {
		if got, code := c.errorOf(method, params), c.fails(method, params); got != "there are 200 sessions already: close one first" || code != -32003 {
			t.Errorf("%s: %v %s", method, code, got)
		}
	}
	c.call("session/close", `{"session": "7"}`)
	c.call("session/branch", `{"session": "1"}`)
}

// TestTheOldestStoredSessionIsEvicted stores one session more than a store holds.
func TestTheOldestStoredSessionIsEvicted(t *testing.T) {
	folder := t.TempDir()
	for i := range 1000 {
		path := filepath.Join(folder, fmt.Sprintf("%d.session", i))
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, time.Time{}, time.Unix(int64(5000+i), 0))); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		sessions, err := protocol.OpenSessionStore(folder)
		if err != nil {
			t.Fatal(err)
		}
		s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) { o.SessionStore, o.Idle, o.Log = sessions, time.Minute, logTo(&log) })
		ctx, cancel := context.WithCancel(t.Context())
		go s.Expire(ctx)
		c := newTalker(t, s, false)
		c.call("session/new", `{"game": "pairs"}`)
		<-time.After(2 * time.Minute) // of virtual time
		if got := c.errorOf("view", `{"session": "1"}`); got != `unknown session "1"` {
			t.Error(got)
		}
		c.call("view", `{"session": "1001"}`)
		if got := log.String(); got != "level=WARN msg=\"there are too many stored sessions: the oldest is gone\" session=1\n" {
			t.Errorf("the log says %s", got)
		}
		cancel()
		synctest.Wait()
	})
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1000 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	if _, err := os.Stat(filepath.Join(folder, "0.session")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the oldest is there: %v", err)
	}
}

// TestSimulationsAreBounded checks how many simulations can run at a time, that
// each can be cancelled, and by whom.
func TestSimulationsAreBounded(t *testing.T) {
	s, _ := server(t)
	one, two := newTalker(t, s, false), newTalker(t, s, false)
	long := `{"game": "pairs", "games": 100000, "bot": "mcts:1000"}`
	first, second := one.call("simulate", long)["simulation"], two.call("simulate", long)["simulation"]
	if got, code := two.errorOf("simulate", long), two.fails("simulate", long); got != "2 simulations are running already" || code != -32003 {
		t.Errorf("%v %s", code, got)
	}
	if got := two.errorOf("simulate/cancel", fmt.Sprintf(`{"simulation": "%s"}`, first)); got != fmt.Sprintf("unknown simulation %q", first) {
		t.Error(got)
	}
	for c, id := range map[*talker]any{one: first, two: second} {
		c.call("simulate/cancel", fmt.Sprintf(`{"simulation": "%s"}`, id))
		for {
			if method, last := c.notified(); method == "progress" && last["cancelled"] == true {
				break
			}
		}
	}
	one.call("simulate", `{"game": "pairs", "games": 1}`)
	one.answer()
}

// compared is a conversation about older content.
const compared = `
ann simulate/options {"game": "pairs"}
ann simulate {"game": "pairs", "compare": "committed"}
bob simulate {"game": "pairs", "compare": "committed"}
eve simulate {"game": "pairs", "compare": "committed"}
eve simulate {"game": "pairs", "compare": "opened"}
eve simulate {"game": "pairs", "sweep": "start=1..3", "impact": ["card"]}
`

// TestContentIsComparedWithTheLastCommit checks the answers where the last commit
// had no such game, cannot be read, or has problems.
func TestContentIsComparedWithTheLastCommit(t *testing.T) {
	files := map[string]string{"content/pairs/game.yaml": pairs}
	older, _, _ := built(t, map[string]string{"content/toss/game.yaml": toss})
	who := map[string]*talker{}
	for name, committed := range map[string]func() (*rules.Content, error){
		"ann": func() (*rules.Content, error) { return older, nil },
		"bob": func() (*rules.Content, error) { return nil, errors.New("there is no commit") },
		"eve": func() (*rules.Content, error) {
			return nil, diag.List{diag.New("content/reference", diag.Place{File: "content/pairs/game.yaml", Line: 2, Column: 1}, "unknown card")}
		},
	} {
		who[name] = newTalker(t, serverWith(t, files, func(o *protocol.Options) { o.Committed = committed }), true)
	}
	golden.Check(t, "testdata/compared.golden", converse(t, who, compared, nil))
}

// TestParametersAreWrittenOnlyIfTheFileIsUnchanged checks that a number is written
// only if the file still has the expected text at its place, to the last character.
func TestParametersAreWrittenOnlyIfTheFileIsUnchanged(t *testing.T) {
	const file = "content/pairs/game.yaml"
	bare := strings.Replace(pairs, "start: {default: 2, safe: [1, 5], unit: coins}} # what you begin with", "start: 2,\n  rate: -1.5e3}", 1)
	for _, c := range []struct{ name, now, want string }{
		{"as it was", bare, ""},
		{"a line less", strings.Replace(bare, "name: Pairs\n", "", 1), "content/pairs/game.yaml:7:17 cannot be read"},
		{"another number", strings.Replace(bare, "start: 2", "start: 3", 1), ""},
		{"a longer number", strings.Replace(bare, "start: 2", "start: 23", 1), "content/pairs/game.yaml:7:17 does not have the expected text: change the number there yourself"},
		{"a word", strings.Replace(bare, "start: 2", "start: many", 1), "content/pairs/game.yaml:7:17 does not have the expected text"},
		{"nothing", "kind: game\n", "content/pairs/game.yaml:7:17 cannot be read"},
		{"a short line", strings.Replace(bare, "params: {start: 2,", "params: {start:", 1), "content/pairs/game.yaml:7:17 cannot be read"},
	} {
		stored := ""
		s := serverWith(t, map[string]string{file: bare}, func(o *protocol.Options) {
			o.Source = func(string) ([]byte, bool) { return []byte(c.now), true }
			o.WriteFile = func(_ string, text []byte) error { stored = string(text); return nil }
		})
		ann := newTalker(t, s, true)
		for param, change := range map[string][2]string{"game/pairs.start": {"start: 2", "start: 4"}, "game/pairs.rate": {"-1.5e3", "4"}} {
			answer := ann.send(`{"jsonrpc": "2.0", "id": 1, "method": "content/write", "params": {"param": "` + param + `", "value": 4}}`)
			if c.name == "as it was" && stored != strings.Replace(bare, change[0], change[1], 1) {
				t.Errorf("%s: %s is written as %s", c.name, param, stored)
			}
			if failed, ok := answer["error"].(map[string]any); param == "game/pairs.start" && c.want != "" && (!ok || failed["message"] != c.want || failed["code"] != map[bool]float64{true: -32001, false: -32004}[strings.HasSuffix(c.want, "cannot be read")]) {
				t.Errorf("%s: %v, not %s", c.name, answer, c.want)
			}
		}
	}
}

// TestRemovedTestsAreNotCountedAsFailures checks how many tests of a definition fail after
// one of them is removed.
func TestRemovedTestsAreNotCountedAsFailures(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	failing := func() any { return c.call("content/definition", `{"key": "game/pairs"}`)["failing"] }
	c.call("content/test", `{}`)
	if n := failing(); n != 1.0 {
		t.Errorf("%v tests fail", n)
	}
	c.call("content/test", `{"key": "game/pairs", "name": "a die turns"}`)
	if n := failing(); n != 1.0 {
		t.Errorf("after another test, %v fail", n)
	}
	// A test of another definition passes once the game has changed, and counts
	// as passing once it has run.
	cost := savedAll(t, strings.Replace(pairs, "name: Secret Ace}", "name: Secret Ace, tests: [{name: rich, expect: {coins: 3}}]}", 1))
	s.HandleEdit(cost)
	ace := func() any { return c.call("content/definition", `{"key": "card/ace"}`)["failing"] }
	if n := ace(); n != 1.0 {
		t.Errorf("%v tests of the ace fail", n)
	}
	s.HandleEdit(savedAll(t, strings.NewReplacer("name: Secret Ace}", "name: Secret Ace, tests: [{name: rich, expect: {coins: 3}}]}", "default: 2", "default: 3").Replace(pairs)))
	c.call("content/test", `{"key": "card/ace", "name": "rich"}`)
	if n := ace(); n != nil && n != 0.0 {
		t.Errorf("when it passes, %v tests of the ace fail", n)
	}
	s.HandleEdit(saved(t, "  - {name: it does not, given: {dice: [1, 2]}, do: turn d1 6, expect: {dice: [5, 2]}}\n", ""))
	if n := failing(); n != nil && n != 0.0 {
		t.Errorf("of the others, %v fail", n)
	}
}

// logTo returns a log without times.
func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}))
}

// text is a value as JSON.
func text(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
