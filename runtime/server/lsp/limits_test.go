package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/reload"
	"sleight/runtime/sleight/workspace"
)

// serverOf returns a server that has built files in memory, below the program's own.
func serverOf(t *testing.T, files fstest.MapFS) *server {
	t.Helper()
	w, err := workspace.New(workspace.FS(workspace.Embedded, files))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{
		workspace: w, dir: filepath.ToSlash(t.TempDir()), files: map[string]*document{},
		log: slog.New(slog.DiscardHandler), rebuilt: make(chan struct{}), conn: &cutConn{left: 1 << 30},
	}
	s.rebuild(t.Context(), map[string]bool{})
	if s.built.content == nil {
		t.Fatalf("%v", s.built.problems)
	}
	return s
}

// cutConn is a connection that breaks after some messages, and works again after
// losing one.
type cutConn struct {
	jsonrpc2.Conn
	left int
}

var errCut = errors.New("the line is cut")

func (c *cutConn) Notify(context.Context, string, any) error {
	if c.left--; c.left == -1 {
		return errCut
	}
	return nil
}

func (c *cutConn) Call(ctx context.Context, method string, params, _ any) (jsonrpc2.ID, error) {
	return jsonrpc2.ID{}, c.Notify(ctx, method, params)
}

// manyDice is a pack with a number of dice.
func manyDice(n int) fstest.MapFS {
	var dice strings.Builder
	for i := range n {
		fmt.Fprintf(&dice, "---\n{kind: die, id: d%d, sides: 6}\n", i)
	}
	return fstest.MapFS{
		"content/p/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: p, version: 1.0.0, title: P}\n")},
		"content/p/dice.yaml": {Data: []byte(dice.String())},
	}
}

// TestListsAreBounded checks that the editor gets 500 names, and must ask again
// while the author types if there are more.
func TestListsAreBounded(t *testing.T) {
	s := serverOf(t, manyDice(502))
	found, err := s.Symbols(t.Context(), &protocol.WorkspaceSymbolParams{})
	if list, ok := found.(protocol.SymbolInformationSlice); err != nil || !ok || len(list) != 500 {
		t.Errorf("%d symbols, %v", len(list), err)
	}
	files := manyDice(498)
	files["scripts/p/m.lua"] = &fstest.MapFile{Data: []byte("return {one = 1, two = 2, three = 3}\n")}
	found, err = serverOf(t, files).Symbols(t.Context(), &protocol.WorkspaceSymbolParams{})
	if list, ok := found.(protocol.SymbolInformationSlice); err != nil || !ok || len(list) != 500 || list[499].Name != "two" {
		t.Errorf("with functions of modules: %d symbols, %v", len(list), err)
	}
	text := "kind: die\nid: d0\nextends: \n"
	c := &completer{server: s, cursor: &cursor{
		snapshot: s.built, text: text, line: 3, column: 10, content: "extends: ", yaml: symbols.At(text, 3, 10),
	}, list: &protocol.CompletionList{}, start: 10}
	c.names([]symbols.Category{symbols.Same}, []string{"d1"})
	for _, item := range c.list.Items {
		if item.Label == "d0" || item.Label == "d1" {
			t.Errorf("%s is offered", item.Label)
		}
	}
	if len(c.list.Items) != 500 || c.list.IsIncomplete {
		t.Errorf("%d of 500, incomplete: %v", len(c.list.Items), c.list.IsIncomplete)
	}
	c.add(item{label: "d1"})
	if len(c.list.Items) != 500 || !c.list.IsIncomplete {
		t.Errorf("%d of 501, incomplete: %v", len(c.list.Items), c.list.IsIncomplete)
	}
}

// TestBrokenConnectionsAreLogged checks what a server logs and answers when the
// editor can no longer be reached.
func TestBrokenConnectionsAreLogged(t *testing.T) {
	files := manyDice(1)
	s := serverOf(t, files)
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	s.refreshes = true
	file := workspace.Embedded + "/content/p/dice.yaml"
	problems := &snapshot{validContent: &validContent{}, problems: map[string]diag.List{file: {{Severity: diag.Error}}, "b": {{Severity: diag.Error}}}}
	s.conn = &cutConn{}
	s.publish(t.Context(), problems, nil, map[string]bool{"a": true})
	s.conn = &cutConn{}
	s.rebuild(t.Context(), map[string]bool{})
	ended, end := context.WithCancel(t.Context())
	end()
	s.conn = &cutConn{}
	s.rebuild(ended, map[string]bool{})
	want := "level=ERROR msg=\"problems could not be sent\" file=a error=\"the line is cut\"\n" +
		"level=ERROR msg=\"code lenses could not be refreshed\" error=\"the line is cut\"\n"
	if log.String() != want {
		t.Errorf("logged\n%swant\n%s", &log, want)
	}
	failed := []contenttest.Result{{Name: "x", Problem: &diag.Diagnostic{Severity: diag.Error, Place: diag.Place{File: file}}}}
	for sent := range 3 {
		s.conn = &cutConn{left: sent}
		answer, err := s.reportTests(t.Context(), s.built, failed)
		if broken := sent < 2; broken != errors.Is(err, errCut) || broken == (string(answer) == `{"failed":1,"passed":0}`) {
			t.Errorf("cut after %d messages: %s, %v", sent, answer, err)
		}
	}
	s.conn = &cutConn{}
	if answer, err := s.answer(t.Context(), 1, "x"); !errors.Is(err, errCut) || answer != nil {
		t.Errorf("%s, %v", answer, err)
	}
}

// TestRequestsEndWithTheConnection checks that requests that wait for a build end
// with their context.
func TestRequestsEndWithTheConnection(t *testing.T) {
	s := serverOf(t, manyDice(1))
	s.pending = true
	ctx, end := context.WithCancel(t.Context())
	end()
	var at protocol.TextDocumentPositionParams
	for name, ask := range map[string]func() (any, error){
		"definition": func() (any, error) {
			return s.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
		},
		"references": func() (any, error) {
			return s.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
		},
		"prepare": func() (any, error) {
			return s.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: at})
		},
		"rename": func() (any, error) { return s.Rename(ctx, &protocol.RenameParams{}) },
		"command": func() (any, error) {
			return s.ExecuteCommand(ctx, &protocol.ExecuteCommandParams{Command: runAllTests})
		},
	} {
		if _, err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// stream is a connection in memory: it sends one message, waits for an answer,
// and breaks.
type stream struct {
	io.Reader
	answered     chan struct{}
	read, closed error
}

func (s *stream) Read(p []byte) (int, error) {
	if n, err := s.Reader.Read(p); err == nil {
		return n, nil
	}
	<-s.answered
	return 0, s.read
}

func (s *stream) Write(p []byte) (int, error) {
	select {
	case <-s.answered:
	default:
		close(s.answered)
	}
	return len(p), nil
}

func (s *stream) Close() error { return s.closed }

// TestServeReturnsConnectionErrors checks what Serve returns when a connection breaks, and that
// a fault of the server fails one request and is logged.
func TestServeReturnsConnectionErrors(t *testing.T) {
	errOther := errors.New("it cannot be closed")
	for _, x := range []struct {
		read, closed error
		want         string
	}{
		{errCut, nil, errCut.Error()},
		{errCut, errOther, errCut.Error()},
		{io.EOF, errOther, errOther.Error()},
		{io.EOF, nil, "the editor closed the connection without asking the server to end"},
	} {
		message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file://%s"}}`, filepath.ToSlash(t.TempDir()))
		in := &stream{
			Reader:   strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message)),
			answered: make(chan struct{}), read: x.read, closed: x.closed,
		}
		err := Serve(t.Context(), in, Options{Open: func(string) (*workspace.Workspace, error) {
			return workspace.New(workspace.FS(workspace.Embedded, manyDice(1)))
		}, Log: io.Discard})
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("read: %v, closed: %v: %v", x.read, x.closed, err)
		}
	}
}

// TestFaultsFailOneRequest checks that a request that panics gets an error, and
// that the log contains the place.
func TestFaultsFailOneRequest(t *testing.T) {
	var log bytes.Buffer
	mine, theirs := connected(t)
	left := make(chan error, 1)
	go func() {
		left <- Serve(context.Background(), theirs, Options{Log: &log, Open: func(string) (*workspace.Workspace, error) { panic("a fault") }})
	}()
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(mine), jsonrpc2.WithCodec(codec{}))
	conn.Go(t.Context(), func(context.Context, *jsonrpc2.Request) (any, error) { return nil, nil })
	for range 2 {
		_, err := conn.Call(t.Context(), protocol.MethodInitialize, map[string]any{"capabilities": map[string]any{}, "rootUri": "file:///x"}, nil)
		var fault *jsonrpc2.Error
		if !errors.As(err, &fault) || fault.Code != jsonrpc2.InternalError || fault.Message != "the server failed; its log gives the reason" {
			t.Errorf("%v", err)
		}
	}
	conn.Close()
	if err := <-left; err != nil {
		t.Error(err)
	}
	if text := log.String(); strings.Count(text, `msg="a request failed because of a fault in the server" method=initialize fault="a fault" stack="`) != 2 || !strings.Contains(text, "limits_test.go") {
		t.Error(text)
	}
}

// TestShippedFilesAreWrittenWhenTheyChange checks the files that an editor
// opens in place of those of the program, and the errors if they cannot be
// written.
func TestShippedFilesAreWrittenWhenTheyChange(t *testing.T) {
	s := serverOf(t, manyDice(1))
	const name = workspace.Embedded + "/content/p/dice.yaml"
	path := filepath.Join(s.dir, ".sleight", "shipped", "content", "p", "dice.yaml")
	for _, before := range []string{"", "", "an older version"} {
		if before != "" {
			if err := errors.Join(os.Remove(path), os.WriteFile(path, []byte(before), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		got, ok := s.onDisk(name)
		if text, err := os.ReadFile(path); got != path || !ok || string(text) != "---\n{kind: die, id: d0, sides: 6}\n" || err != nil {
			t.Errorf("%s, %v: %s, %v", got, ok, text, err)
		}
	}
	if got, ok := s.onDisk(workspace.Embedded + "/none"); got != "" || ok {
		t.Errorf("a file that there is not: %s, %v", got, ok)
	}
	if got, ok := s.onDisk("content/p/dice.yaml"); got != "" || ok {
		t.Errorf("a file without a place: %s, %v", got, ok)
	}
	if err := errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "full"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.onDisk(name); got != "" || ok {
		t.Errorf("where a folder is: %s, %v", got, ok)
	}
	if err := errors.Join(os.RemoveAll(filepath.Dir(path)), os.WriteFile(filepath.Dir(path), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.onDisk(name); got != "" || ok {
		t.Errorf("below a file: %s, %v", got, ok)
	}
}

// TestRequestsBeforeTheFirstBuild checks the answers about names before there
// is any content.
func TestRequestsBeforeTheFirstBuild(t *testing.T) {
	s := serverOf(t, manyDice(1))
	const file = workspace.Embedded + "/content/p/dice.yaml"
	at := &cursor{snapshot: &snapshot{validContent: &validContent{}}, name: file}
	c := &completer{server: s, cursor: at, list: &protocol.CompletionList{}}
	for _, category := range []symbols.Category{symbols.Definition, symbols.Same, symbols.Param, symbols.Zone, symbols.Script, symbols.Picture} {
		if text, names := describe(at, category, "x"), c.namesOf(category); text != "" || len(names) > 0 {
			t.Errorf("%s: %q, %v", category, text, names)
		}
	}
	if at.ownerOf(file) != nil || at.definition() != nil || at.module("x") != nil || at.categories() != nil || at.snapshot.gameOf(s, file) != nil {
		t.Error("something is found")
	}
	if _, ok := at.use(); ok {
		t.Error("a use is found")
	}
	known := &cursor{snapshot: s.built, name: file}
	for _, category := range []symbols.Category{symbols.Definition, symbols.Same, symbols.Param, symbols.Zone} {
		if text := describe(known, category, "x"); text != "" {
			t.Errorf("%s: %q", category, text)
		}
	}
}

// TestAnswersWithoutContent checks that requests about names get empty answers
// if the content cannot be read at all.
func TestAnswersWithoutContent(t *testing.T) {
	s := serverOf(t, manyDice(1))
	s.built = &snapshot{validContent: &validContent{}}
	s.files["/x.yaml"] = &document{text: "kind: die\n"}
	at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: s.uri("/x.yaml")}}
	references, err := s.References(t.Context(), &protocol.ReferenceParams{TextDocumentPositionParams: at})
	if references != nil || err != nil {
		t.Errorf("%v, %v", references, err)
	}
	marks, err := s.DocumentHighlight(t.Context(), &protocol.DocumentHighlightParams{TextDocumentPositionParams: at})
	if marks != nil || err != nil {
		t.Errorf("%v, %v", marks, err)
	}
	hints, err := s.InlayHint(t.Context(), &protocol.InlayHintParams{TextDocument: at.TextDocument})
	if hints != nil || err != nil {
		t.Errorf("%v, %v", hints, err)
	}
	tokens, err := s.SemanticTokensFull(t.Context(), &protocol.SemanticTokensParams{TextDocument: at.TextDocument})
	if tokens == nil || len(tokens.Data) > 0 || err != nil {
		t.Errorf("%v, %v", tokens, err)
	}
	outline, err := s.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: at.TextDocument})
	if list, ok := outline.(protocol.DocumentSymbolSlice); !ok || len(list) > 0 || err != nil {
		t.Errorf("%v, %v", outline, err)
	}
}

// TestBuildsUpdateTheIndex checks the known names after builds with and without
// errors.
func TestBuildsUpdateTheIndex(t *testing.T) {
	s := serverOf(t, manyDice(1))
	first := s.built
	bad := &snapshot{validContent: &validContent{}}
	s.setValid(bad, first, nil)
	if bad.validContent != first.validContent {
		t.Error("content without errors is forgotten")
	}
	unknown := &snapshot{validContent: &validContent{}}
	s.setValid(unknown, &snapshot{validContent: &validContent{}}, nil)
	if unknown.content != nil || unknown.outline != s.workspace.Outline() || unknown.indexer != &s.indexer {
		t.Errorf("%+v", unknown.validContent)
	}
	content, _ := s.workspace.Rebuild(reload.FileChange{})
	next := &snapshot{validContent: &validContent{}}
	s.setValid(next, first, content)
	if next.content != content || next.outline != nil {
		t.Errorf("%+v", next.validContent)
	}
}
