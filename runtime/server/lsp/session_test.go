package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/runtime/sleight/workspace"
	"sleight/tests/golden"
)

// editor is the other end of a connection. It records the server's messages.
type editor struct {
	t      *testing.T
	folder string
	files  map[string]string
	conn   jsonrpc2.Conn
	built  chan struct{} // after each build, when its problems have been sent
	left   chan error    // what Serve returned

	mu       sync.Mutex
	messages []string
	out      strings.Builder
	// lists holds the completions so far, by their number.
	lists []string
}

// ranged is a range as it is written down: line:character of both ends.
const ranged = `"$4:$3-$2:$1"`

// open starts a server for a workspace of its own, of files on disk and of other
// sources.
func open(t *testing.T, files map[string]string, more ...workspace.Source) *editor {
	t.Helper()
	e := &editor{t: t, folder: t.TempDir(), files: files, built: make(chan struct{}, 100), left: make(chan error, 1)}
	for name, text := range files {
		path := filepath.Join(e.folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mine, theirs := connected(t)
	go func() {
		e.left <- Serve(context.Background(), theirs, Options{
			Open: func(dir string) (*workspace.Workspace, error) {
				return workspace.New(append(slices.Clone(more), workspace.Folder(dir))...)
			},
			Version: "1.2.3", Log: io.Discard,
		})
	}()
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(mine), jsonrpc2.WithCodec(codec{}))
	e.conn.Go(t.Context(), func(_ context.Context, r *jsonrpc2.Request) (any, error) {
		switch r.Method() {
		case protocol.MethodWorkspaceCodeLensRefresh:
			e.built <- struct{}{}
		default:
			e.mu.Lock()
			e.messages = append(e.messages, fmt.Sprintf("%s %s", r.Method(), e.short(r.Params())))
			e.mu.Unlock()
		}
		return nil, nil
	})
	return e
}

// connected returns both ends of a connection over the loopback interface. Unlike
// net.Pipe it buffers: jsonrpc2 reads and writes in one goroutine, and two ends
// without buffers wait for each other for ever if both write at once.
func connected(t *testing.T) (mine, theirs net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if mine, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if theirs, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	return mine, theirs
}

// short writes JSON without the folder, in one order of keys.
func (e *editor) short(data []byte) string {
	var v any
	if json.Unmarshal(data, &v) == nil {
		data, _ = json.Marshal(v) // what came out of JSON can be written as JSON
	}
	return strings.NewReplacer(string(uri.File(e.folder))+"/", "", e.folder+"/", "").Replace(string(data))
}

// ask sends a request and returns the answer, or the error.
func (e *editor) ask(method string, params any) string {
	e.t.Helper()
	ctx, stop := context.WithTimeout(e.t.Context(), time.Minute)
	defer stop()
	var answer json.RawMessage
	if _, err := e.conn.Call(ctx, method, params, &answer); err != nil {
		return "error: " + e.short([]byte(err.Error()))
	}
	if text := string(answer); text == "null" || text == "[]" {
		return ""
	}
	return e.short(answer)
}

// tell sends a notification.
func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// wait waits for a build, and writes the server's messages meanwhile.
func (e *editor) wait(title string) {
	e.t.Helper()
	select {
	case <-e.built:
	case <-time.After(time.Minute):
		e.t.Fatalf("%s: nothing is built", title)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	fmt.Fprintf(&e.out, "## %s\n", title)
	slices.Sort(e.messages)
	for _, line := range e.messages {
		fmt.Fprintf(&e.out, "%s\n", line)
	}
	e.messages = nil
}

func (e *editor) at(name string) protocol.TextDocumentIdentifier {
	return protocol.TextDocumentIdentifier{URI: uri.File(filepath.Join(e.folder, name))}
}

// spot is a position in a file.
func (e *editor) spot(name string, line, character int) map[string]any {
	return map[string]any{
		"textDocument": e.at(name), "position": protocol.Position{Line: uint32(line), Character: uint32(character)},
		"context": map[string]any{"includeDeclaration": true},
	}
}

var (
	wordStart = regexp.MustCompile(`[\pL\d_]+|\(`)
	rangeForm = regexp.MustCompile(`\{"end":\{"character":(\d+),"line":(\d+)\},"start":\{"character":(\d+),"line":(\d+)\}\}`)
)

// survey makes every request about every word of a file.
func (e *editor) survey(name string) {
	fmt.Fprintf(&e.out, "## every word of %s\n", name)
	for number, line := range strings.Split(e.files[name], "\n") {
		for _, m := range wordStart.FindAllStringIndex(line, -1) {
			character := len([]rune(line[:m[0]])) + 1
			spot := e.spot(name, number, character)
			var answers []string
			for _, method := range []string{
				protocol.MethodTextDocumentHover, protocol.MethodTextDocumentDefinition, protocol.MethodTextDocumentReferences,
				protocol.MethodTextDocumentDocumentHighlight, protocol.MethodTextDocumentPrepareRename, protocol.MethodTextDocumentSignatureHelp,
			} {
				answer := rangeForm.ReplaceAllString(e.ask(method, spot), ranged)
				if strings.HasSuffix(answer, "there is no name here that can be renamed") || answer == "" {
					continue
				}
				answer = strings.ReplaceAll(answer, `{"contents":{"kind":"markdown","value":`, "")
				if r := []rune(answer); len(r) > 240 { // long explanations come from the reference
					sum := sha256.Sum256([]byte(answer))
					answer = fmt.Sprintf("%s… %.4x", string(r[:100]), sum[:])
				}
				answers = append(answers, fmt.Sprintf("    %s %s\n", strings.TrimPrefix(method, "textDocument/"), answer))
			}
			if list := e.completions(spot); list != "" {
				answers = append(answers, "    completion "+list+"\n")
			}
			fmt.Fprintf(&e.out, "  %d:%d %s\n%s", number, character, line[m[0]:m[1]], strings.Join(answers, ""))
		}
	}
}

// lasting are the kinds and keys that are recorded, since others change too often.
var lasting = strings.Fields("kind id name text die relic game patch sides params lua tests of set zones variables default safe")

// completions requests completions, and returns the labels of a few of each
// kind, with more of them where there are few, and a digest. It omits those of
// the engine, Lua and schemas, so that a new function or key changes nothing
// here. A long list is written once.
func (e *editor) completions(spot map[string]any) string {
	var list protocol.CompletionList
	answer := e.ask(protocol.MethodTextDocumentCompletion, spot)
	if err := protocol.Unmarshal([]byte(answer), &list); err != nil {
		return answer
	}
	if len(list.Items) == 0 {
		return ""
	}
	engine := map[string]bool{}
	for _, f := range api.Functions() {
		engine[f.Name] = true
	}
	for _, f := range lua.Standard() {
		engine[f.Name] = true
	}
	var labels []string
	whole, kinds := sha256.New(), map[protocol.CompletionItemKind]int{}
	for _, i := range list.Items {
		ofSchema := i.Kind == protocol.CompletionItemKindClass || i.Kind == protocol.CompletionItemKindProperty
		if ofSchema && !slices.Contains(lasting, i.Label) || engine[i.Label] && !strings.HasPrefix(i.Label, "roll_di") {
			continue
		}
		if kinds[i.Kind]++; kinds[i.Kind] > 6 {
			continue
		}
		text, err := protocol.Marshal(i)
		if err != nil {
			e.t.Fatal(err)
		}
		whole.Write(rangeForm.ReplaceAll([]byte(e.short(text)), nil))
		labels = append(labels, i.Label)
		if edit, ok := i.TextEdit.(*protocol.TextEdit); ok && len(list.Items) < 4 {
			labels[len(labels)-1] += fmt.Sprintf(" (%d, %q)", i.Kind, edit.NewText)
		}
	}
	text := strings.Join(labels, ", ")
	if len(labels) > 12 {
		n := slices.Index(e.lists, text)
		if n < 0 {
			n = len(e.lists)
			e.lists = append(e.lists, text)
		}
		text = fmt.Sprintf("list %d", n)
	}
	first := ""
	if edit, ok := list.Items[0].TextEdit.(*protocol.TextEdit); ok {
		first = fmt.Sprintf("%d:%d-%d:%d", edit.Range.Start.Line, edit.Range.Start.Character, edit.Range.End.Line, edit.Range.End.Character)
	}
	return fmt.Sprintf("at %s: %s; %.4x", first, text, whole.Sum(nil))
}

// TestAnEditorsSession checks all of the server's messages in a session: about
// every word of every file, while the author types, makes mistakes and renames,
// and as tests run.
func TestAnEditorsSession(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/session.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	var names []string
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
		names = append(names, f.Name)
	}
	e := open(t, files)
	if got := e.ask(protocol.MethodTextDocumentHover, e.spot(names[0], 0, 0)); !strings.Contains(got, "has not been initialized") {
		t.Errorf("before it begins: %s", got)
	}
	fmt.Fprintf(&e.out, "## initialize\n%s\n", e.ask(protocol.MethodInitialize, map[string]any{
		"rootUri": uri.File(e.folder), "capabilities": map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}},
	}))
	e.tell(protocol.MethodInitialized, map[string]any{})
	e.wait("at first")
	for _, name := range names {
		e.survey(name)
		document := map[string]any{"textDocument": e.at(name), "options": map[string]any{"tabSize": 2, "insertSpaces": true}}
		for _, method := range []string{
			protocol.MethodTextDocumentDocumentSymbol, protocol.MethodTextDocumentDocumentLink, protocol.MethodTextDocumentFoldingRange,
			protocol.MethodTextDocumentSemanticTokensFull, protocol.MethodTextDocumentCodeLens, protocol.MethodTextDocumentFormatting,
		} {
			fmt.Fprintf(&e.out, "%s %s\n", method, rangeForm.ReplaceAllString(e.ask(method, document), ranged))
		}
		document["range"] = protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Line: 20}}
		fmt.Fprintf(&e.out, "hints %s\n", rangeForm.ReplaceAllString(e.ask(protocol.MethodTextDocumentInlayHint, document), ranged))
	}
	for _, query := range []string{"", "lmp", "MINE", "none"} {
		fmt.Fprintf(&e.out, "symbols %q: %s\n", query, rangeForm.ReplaceAllString(e.ask(protocol.MethodWorkspaceSymbol, map[string]any{"query": query}), ranged))
	}
	e.typing()
	e.renaming()
	e.testing()
	for i, list := range e.lists {
		fmt.Fprintf(&e.out, "list %d: %s\n", i, list)
	}
	e.ask(protocol.MethodShutdown, nil)
	e.tell(protocol.MethodExit, nil)
	if err := <-e.left; err != nil {
		t.Error(err)
	}
	golden.Check(t, "testdata/session.golden", e.out.String())
}

const things = "content/mine/things.yaml"

// typing changes a file step by step, and asks for fixes.
func (e *editor) typing() {
	e.tell(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{"uri": e.at(things).URI, "languageId": "yaml", "version": 1, "text": e.files[things]}})
	e.wait("a file is opened")
	change := func(title string, version int, edits ...map[string]any) {
		e.tell(protocol.MethodTextDocumentDidChange, map[string]any{"textDocument": map[string]any{"uri": e.at(things).URI, "version": version}, "contentChanges": edits})
		e.wait(title)
	}
	between := func(a, b, c, d int, text string) map[string]any {
		return map[string]any{"text": text, "range": protocol.Range{
			Start: protocol.Position{Line: uint32(a), Character: uint32(b)}, End: protocol.Position{Line: uint32(c), Character: uint32(d)},
		}}
	}
	fixes := func(title string, from, to int, only ...string) {
		fmt.Fprintf(&e.out, "%s: %s\n", title, rangeForm.ReplaceAllString(e.ask(protocol.MethodTextDocumentCodeAction, map[string]any{
			"textDocument": e.at(things), "context": map[string]any{"diagnostics": []any{}, "only": only},
			"range": protocol.Range{Start: protocol.Position{Line: uint32(from)}, End: protocol.Position{Line: uint32(to), Character: 100}},
		}), ranged))
	}
	change("two keys are misspelt", 2, between(9, 0, 9, 6, "rariyt"), between(2, 0, 2, 5, "sidse"))
	fixes("fixes of one line", 9, 9)
	fixes("fixes of both", 0, 20)
	fixes("fixes of the file", 4, 5, "source.fixAll")
	fixes("fixes of nothing", 4, 5)
	fmt.Fprintf(&e.out, "running tests: %s\n", e.ask(protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": runAllTests}))
	fmt.Fprintf(&e.out, "renaming: %s\n", e.ask(protocol.MethodTextDocumentPrepareRename, e.spot(things, 6, 6)))
	change("they are right again", 3, between(9, 0, 9, 6, "rarity"), between(2, 0, 2, 5, "sides"))
	change("a name is not there", 4, between(17, 6, 17, 10, "vras"), between(8, 12, 8, 17, "lihgt"))
	fixes("fixes of names", 0, 30)
	change("an unfinished line", 5, between(9, 0, 10, 0, "rarity: \n"), between(0, 0, 0, 0, "# ö\n"))
	fmt.Fprintf(&e.out, "completion: %s\n", e.completions(e.spot(things, 10, 8)))
	change("the whole text", 6, map[string]any{"text": e.files[things]})
	change("in a text of Lua", 7, between(17, 6, 17, 6, "vars.gold = roll_dice(\"dice\", "))
	for _, character := range []int{11, 13, 18, 22, 29, 34} {
		fmt.Fprintf(&e.out, "at %d: %s %s\n", character, e.completions(e.spot(things, 17, character)), e.ask(protocol.MethodTextDocumentSignatureHelp, e.spot(things, 17, character)))
	}
	e.tell(protocol.MethodTextDocumentDidClose, map[string]any{"textDocument": e.at(things)})
	e.wait("it is closed without being saved")
	path := filepath.Join(e.folder, "content/mine/new.yaml")
	if err := os.WriteFile(path, []byte("kind: relic\nid: lamp\n"), 0o600); err != nil {
		e.t.Fatal(err)
	}
	e.tell(protocol.MethodWorkspaceDidChangeWatchedFiles, map[string]any{"changes": []any{map[string]any{"uri": uri.File(path), "type": 1}}})
	e.wait("a file comes")
	if err := os.Remove(path); err != nil {
		e.t.Fatal(err)
	}
	e.tell(protocol.MethodWorkspaceDidChangeWatchedFiles, map[string]any{"changes": []any{map[string]any{"uri": uri.File(path), "type": 3}}})
	e.wait("and goes")
}

// renaming renames names of every kind.
func (e *editor) renaming() {
	for _, x := range []struct {
		what, name, to  string
		line, character int
	}{
		{"a definition", things, "lantern", 6, 5},
		{"a parameter", things, "shine", 11, 4},
		{"a variable", "content/mine/game.yaml", "coins", 4, 13},
		{"a zone", "content/mine/game.yaml", "bag", 8, 3},
		{"an action", "content/mine/game.yaml", "hew", 13, 3},
		{"a property", "content/mine/game.yaml", "used", 5, 22},
		{"an event", "scripts/mine/game.lua", "hit", 4, 9},
		{"to one that is there", things, "torch", 6, 5},
		{"to no name", things, "Big Lamp", 6, 5},
		{"a key", things, "x", 2, 1},
		{"a local", "scripts/mine/game.lua", "x", 2, 18},
	} {
		spot := e.spot(x.name, x.line, x.character)
		spot["newName"] = x.to
		fmt.Fprintf(&e.out, "renaming %s: %s\n", x.what, rangeForm.ReplaceAllString(e.ask(protocol.MethodTextDocumentRename, spot), ranged))
	}
}

// testing runs tests, also one that does not exist.
func (e *editor) testing() {
	run := func(command string, arguments ...any) {
		fmt.Fprintf(&e.out, "%s %v: %s\n", command, arguments, e.ask(protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": command, "arguments": arguments}))
	}
	run(runTests, []string{"mine", "relic/lamp", "a strike pays"})
	run(runTests, []string{"mine", "relic/lamp", ""})
	run(runTests, []string{"mine", "relic/none", ""})
	run(runAllTests)
	run(runTests)
	run("sleight.nothing")
	fmt.Fprintf(&e.out, "no method: %s\n", e.ask("textDocument/nothing", map[string]any{}))
	fmt.Fprintf(&e.out, "no parameters: %s\n", e.ask(protocol.MethodTextDocumentHover, []int{1}))
	fmt.Fprintf(&e.out, "no file: %q %q\n", e.ask(protocol.MethodTextDocumentHover, e.spot("content/mine/none.yaml", 0, 0)), e.ask(protocol.MethodTextDocumentDefinition, e.spot("a.txt", 9, 9)))
	e.mu.Lock()
	defer e.mu.Unlock()
	slices.Sort(e.messages)
	fmt.Fprintf(&e.out, "%s\n", strings.Join(e.messages, "\n"))
}
