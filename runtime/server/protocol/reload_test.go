package protocol_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
	"sleight/runtime/server/protocol"
)

// saved returns the outcome of saving the game with one text replaced by
// another.
func saved(t *testing.T, old, text string) reload.Outcome[*rules.Content] {
	t.Helper()
	return savedAll(t, strings.Replace(pairs, old, text, 1))
}

// savedAll is the outcome of a save of the whole file.
func savedAll(t *testing.T, changed string) reload.Outcome[*rules.Content] {
	t.Helper()
	loader := load.NewLoader(load.Root{FS: fstest.MapFS{"content/pairs/game.yaml": {Data: []byte(changed)}}})
	o := reload.Outcome[*rules.Content]{Files: []string{"content/pairs/game.yaml"}, Took: time.Millisecond}
	catalog, problems := loader.Load()
	o.Diagnostics = problems
	if catalog != nil {
		var more diag.List
		o.Value, more = rules.Build(catalog, nil)
		o.Diagnostics = append(o.Diagnostics, more...)
		o.Published = o.Value != nil
	}
	return o
}

// TestSaveReloadsAndNotifies checks that running sessions continue with the
// saved content, that clients are notified, and that a broken save changes
// nothing but the problems.
func TestSaveReloadsAndNotifies(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "pairs"}`)
	c.call("session/watch", `{"session": "1"}`)
	s.HandleEdit(saved(t, "name: Secret Ace", "name: Open Ace"))
	notified := map[string]map[string]any{}
	for range 3 {
		method, params := c.notified()
		notified[method] = params
	}
	if d := notified["reloaded"]["definitions"].([]any)[0].(map[string]any); d["key"] != "pairs:card/ace" || d["change"] != "changed" {
		t.Errorf("the notification is %v", notified["reloaded"])
	}
	if notified["problems"]["broken"] != false || notified["changed"]["version"] != 2.0 {
		t.Errorf("the notification is %v", notified)
	}
	if d := c.call("content/definition", `{"key": "card/ace"}`); d["name"] != "Open Ace" {
		t.Errorf("the definition is %v", d)
	}
	s.HandleEdit(saved(t, "do_pass", "do_psas"))
	method, params := c.notified()
	first := params["problems"].([]any)[0].(map[string]any)
	if method != "problems" || params["broken"] != true || !strings.HasPrefix(first["where"].(string), "content/pairs/game.yaml:") {
		t.Errorf("the notification is %s %v", method, params)
	}
	if r := c.call("do", `{"session": "1", "command": "pass"}`); r["done"] != true {
		t.Errorf("the last good content does not play on: %v", r)
	}
}

// TestLeftOutPacksAreReported checks what clients are told about packs that come
// and go: a pack with an error is left out, and its definitions are not gone.
func TestLeftOutPacksAreReported(t *testing.T) {
	const shelf, book = "content/shelf/book.yaml", "kind: card\nid: book\nname: Book\n"
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("hello", `{}`)
	files := fstest.MapFS{"content/pairs/game.yaml": {Data: []byte(pairs)}}
	loader := load.NewLoader(load.Root{FS: files})
	var last *rules.Content
	var got []string
	for _, text := range []string{book, book + "colour: red\n", book, ""} {
		delete(files, shelf)
		if text != "" {
			files[shelf] = &fstest.MapFile{Data: []byte(text)}
		}
		r := quarantine.Isolate(loader, nil, last)
		if r.Content == nil {
			t.Fatal(r.Problems)
		}
		last = r.Content
		s.HandleEdit(reload.Outcome[*rules.Content]{Value: last, Published: true, Files: []string{shelf}, Diagnostics: r.Notices})
		for method := ""; method != "problems"; {
			var params map[string]any
			if method, params = c.notified(); method == "reloaded" {
				got = append(got, fmt.Sprint(params["packs"], params["definitions"]))
			}
		}
	}
	want := []string{
		"[map[change:new pack:shelf]] [map[change:new key:shelf:card/book]]",
		"[map[change:left out pack:shelf]] []",
		"[map[change:new pack:shelf]] [map[change:new key:shelf:card/book]]",
		"[map[change:gone pack:shelf]] [map[change:gone key:shelf:card/book]]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notifications (-want +got):\n%s", diff)
	}
}

// TestSavesAndClientsRunConcurrently checks that any number of clients may play,
// view and travel through one session while content is saved.
func TestSavesAndClientsRunConcurrently(t *testing.T) {
	s, _ := server(t)
	first := newTalker(t, s, true)
	first.call("session/new", `{"game": "pairs"}`)
	outcomes := []reload.Outcome[*rules.Content]{
		saved(t, "name: Secret Ace", "name: Open Ace"), saved(t, "sides: 6", "sieds: 6"), saved(t, "default: 2", "default: 3"),
	}
	var group sync.WaitGroup
	for range 4 {
		c := s.Connect(protocol.Rights{Debug: true})
		t.Cleanup(c.Close)
		group.Go(func() {
			for _, call := range []string{
				`"session/watch", "params": {"session": "1"}`, `"do", "params": {"session": "1", "command": "pass"}`,
				`"choice/begin", "params": {"session": "1", "command": "turn"}`, `"choice/cancel", "params": {"session": "1"}`,
				`"undo", "params": {"session": "1"}`, `"log", "params": {"session": "1"}`, `"content/test", "params": {}`,
				`"session/tune", "params": {"session": "1", "params": {"game/pairs.start": 4}}`,
				`"session/branch", "params": {"session": "1"}`, `"session/list"`, `"content/definitions"`, `"content/problems"`,
			} {
				if answer := c.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": `+call+`}`)); strings.Contains(string(answer), `"error":{`) {
					t.Errorf("%s gives %s", call, answer)
				}
			}
		})
	}
	for _, o := range outcomes {
		s.HandleEdit(o)
	}
	group.Wait()
}

// TestFailingTestsAreReportedAfterASave checks that after a save every client
// is notified of the tests of the saved files, including the failures with
// their places.
func TestFailingTestsAreReportedAfterASave(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, false)
	s.HandleEdit(saved(t, "coins: 1}", "coins: 2}"))
	for {
		method, params := c.notified()
		if method != "tested" {
			continue
		}
		results := params["results"].([]any)
		if params["passed"] != 1.0 || params["failed"] != 1.0 || len(results) != 1 {
			t.Fatalf("the notification is %v", params)
		}
		if r := results[0].(map[string]any); r["name"] != "it does not" || !strings.HasPrefix(r["problem"].(map[string]any)["where"].(string), "content/pairs/game.yaml:") {
			t.Errorf("the failure is %v", r)
		}
		return
	}
}

// TestCancelledChoiceIsExplained checks that clients learn which choice was
// cancelled and why: by a reloaded notification after a save, and by the answer
// after trying values.
func TestCancelledChoiceIsExplained(t *testing.T) {
	s, _ := server(t)
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "pairs"}`)
	c.call("choice/begin", `{"session": "1", "command": "turn d1"}`)
	if r := c.call("session/tune", `{"session": "1", "params": {"game/pairs.start": 4}}`); r["notes"] != nil {
		t.Errorf("the choice is still legal, and noted is %v", r["notes"])
	}
	s.HandleEdit(saved(t, "coins: 1}", "coins: 9}"))
	for {
		method, params := c.notified()
		if method != "reloaded" {
			continue
		}
		note := params["notes"].([]any)[0].(map[string]any)
		if note["code"] != "reload/choice" || note["message"] != "turn d1 was cancelled: Not enough coins." {
			t.Errorf("noted is %v", note)
		}
		return
	}
}
