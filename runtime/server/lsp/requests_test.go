package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/runtime/sleight/workspace"
	"sleight/tests/golden"
)

// requester runs the requests in the lines of a file, and writes each with its
// answer.
type requester struct {
	*editor
	shown   map[string]string // the problems that the editor shows, by file
	lists   []string          // the lists of problems so far
	version int
	name    string // of the last edited file
	place   protocol.Position
}

// TestRequests checks the answers to requests at marked places, before the
// content has been built, while it is edited, and for files that are not content.
func TestRequests(t *testing.T) {
	t.Parallel()
	checkRequests(t, "requests")
}

// TestRequestsInEdgeCases checks the answers to requests at the edge of a text,
// in unfinished and nested text, and without a game.
func TestRequestsInEdgeCases(t *testing.T) {
	t.Parallel()
	checkRequests(t, "corners")
}

// TestRequestsInSeveralPacks checks the answers to requests where a game has bots of
// its own, where packs use the same names, and about a script's own functions.
func TestRequestsInSeveralPacks(t *testing.T) {
	t.Parallel()
	checkRequests(t, "edges")
}

// TestRequestsAboutStaleAndForeignContent checks the answers to requests in texts that
// have changed since they could be read, about content that is not the author's, and
// where something is missing: the game, the definition, the end of a text.
func TestRequestsAboutStaleAndForeignContent(t *testing.T) {
	t.Parallel()
	checkRequests(t, "stale")
}

// TestRequestsAboutLocals checks the answers to requests about locals and parameters.
func TestRequestsAboutLocals(t *testing.T) {
	t.Parallel()
	checkRequests(t, "locals")
}

// checkRequests carries out the requests of an archive, and compares the answers
// with a golden file.
func checkRequests(t *testing.T, name string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	disk, all, shipped, installed := map[string]string{}, map[string]string{}, fstest.MapFS{}, fstest.MapFS{}
	for _, f := range archive.Files {
		all[f.Name] = string(f.Data)
		folder, name, inFolder := strings.Cut(f.Name, "/")
		switch {
		case folder == "shipped":
			shipped[name] = &fstest.MapFile{Data: f.Data}
		case folder == "installed":
			installed[name] = &fstest.MapFile{Data: f.Data}
		case inFolder && folder != "unsaved":
			disk[f.Name] = string(f.Data)
		}
	}
	r := &requester{editor: open(t, disk, workspace.FS(workspace.Embedded, shipped), workspace.FS("moss@1.0.0", installed)), shown: map[string]string{}}
	r.files = all
	r.ask(protocol.MethodInitialize, map[string]any{
		"workspaceFolders": []any{map[string]any{"uri": uri.File(r.folder), "name": "den"}},
		"capabilities":     map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}},
	})
	for line := range strings.Lines(all["requests"]) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			fmt.Fprintln(&r.out, line)
			continue
		}
		r.carryOut(line)
	}
	r.ask(protocol.MethodShutdown, nil)
	r.tell(protocol.MethodExit, nil)
	if err := <-r.left; err != nil {
		t.Error(err)
	}
	golden.Check(t, "testdata/"+name+".golden", r.out.String())
}

// atPlace are the requests about a place in a file, and inFile those about a
// whole file.
var (
	atPlace = map[string]string{
		"hover": protocol.MethodTextDocumentHover, "signature": protocol.MethodTextDocumentSignatureHelp,
		"definition": protocol.MethodTextDocumentDefinition, "references": protocol.MethodTextDocumentReferences,
		"highlight": protocol.MethodTextDocumentDocumentHighlight, "prepare": protocol.MethodTextDocumentPrepareRename,
		"rename": protocol.MethodTextDocumentRename, "complete": protocol.MethodTextDocumentCompletion,
	}
	inFile = map[string]string{
		"symbols": protocol.MethodTextDocumentDocumentSymbol, "tokens": protocol.MethodTextDocumentSemanticTokensFull,
		"hints": protocol.MethodTextDocumentInlayHint, "lens": protocol.MethodTextDocumentCodeLens,
		"links": protocol.MethodTextDocumentDocumentLink, "folding": protocol.MethodTextDocumentFoldingRange,
		"format": protocol.MethodTextDocumentFormatting, "actions": protocol.MethodTextDocumentCodeAction,
	}
)

// carryOut runs one line.
func (r *requester) carryOut(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	name, more, _ := strings.Cut(rest, " ")
	switch {
	case verb == "edit":
		r.edit(line, name, more)
	case verb == "restore":
		r.tell(protocol.MethodTextDocumentDidClose, map[string]any{"textDocument": r.at(r.name)})
		r.build(line)
	case verb == "open":
		r.tell(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{"uri": r.at(name).URI, "languageId": "x", "version": 1, "text": r.files[name]}})
		r.build(line)
	case verb == "close":
		r.tell(protocol.MethodTextDocumentDidClose, map[string]any{"textDocument": r.at(name)})
		r.build(line)
	case verb == "disk":
		path := filepath.Join(r.folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(unquoted(r.t, more)), 0o600)); err != nil {
			r.t.Fatal(err)
		}
		r.tell(protocol.MethodWorkspaceDidChangeWatchedFiles, map[string]any{"changes": []any{map[string]any{"uri": uri.File(path), "type": 2}}})
		r.build(line)
	case verb == "change":
		r.change(line, name, more)
	case verb == "here":
		fmt.Fprintf(&r.out, "%s: %s\n", line, r.answer(atPlace[name], r.spot(r.name, int(r.place.Line), int(r.place.Character))))
	case verb == "query":
		fmt.Fprintf(&r.out, "%s: %s\n", line, r.answer(protocol.MethodWorkspaceSymbol, map[string]any{"query": strings.Trim(rest, `"`)}))
	case verb == "run":
		fmt.Fprintf(&r.out, "%s: %s\n", line, r.answer(protocol.MethodWorkspaceExecuteCommand, map[string]any{"command": name, "arguments": []any{json.RawMessage(more)}}))
	case verb == "said":
		r.said(line)
	case atPlace[verb] != "":
		fmt.Fprintf(&r.out, "%s: %s\n", line, r.answer(atPlace[verb], r.marked(name, more)))
	default:
		fmt.Fprintf(&r.out, "%s: %s\n", line, r.answer(inFile[verb], r.whole(verb, name, strings.Fields(more))))
	}
}

// build waits for a build, and writes the lists of problems that are new.
func (r *requester) build(title string) {
	before := r.out.Len()
	r.wait(title)
	_, messages, _ := strings.Cut(r.out.String()[before:], "\n")
	kept := r.out.String()[:before]
	r.out.Reset()
	fmt.Fprintf(&r.out, "%s## %s\n", kept, title)
	for line := range strings.Lines(messages) {
		var list struct {
			Params struct {
				URI         string
				Diagnostics []json.RawMessage
			}
		}
		_, params, _ := strings.Cut(line, " ")
		if err := json.Unmarshal([]byte(params), &list.Params); err != nil {
			r.t.Fatal(err)
		}
		var b strings.Builder
		for _, d := range list.Params.Diagnostics {
			fmt.Fprintf(&b, "    %s\n", rangeForm.ReplaceAllString(r.short(d), ranged))
		}
		if b.String() != r.shown[list.Params.URI] {
			r.shown[list.Params.URI] = b.String()
			if b.Len() == 0 {
				fmt.Fprintf(&r.out, "  %s: none\n", list.Params.URI)
				continue
			}
			if n := slices.Index(r.lists, b.String()); n >= 0 {
				fmt.Fprintf(&r.out, "  %s: list %d again\n", list.Params.URI, n)
				continue
			}
			fmt.Fprintf(&r.out, "  %s: list %d\n%s", list.Params.URI, len(r.lists), b.String())
			r.lists = append(r.lists, b.String())
		}
	}
}

// edit replaces a text of a file by another, in which | marks the place that
// later lines call here.
func (r *requester) edit(line, name, more string) {
	before, after, _ := strings.Cut(more, " => ")
	from, to := unquoted(r.t, before), unquoted(r.t, after)
	start, ok := strings.CutSuffix(r.files[name][:strings.Index(r.files[name], from)+len(from)], from)
	if !ok {
		r.t.Fatalf("%s: not in the file", line)
	}
	mark := strings.Index(to, "|")
	text := start + strings.Replace(to, "|", "", 1) + strings.TrimPrefix(r.files[name][len(start):], from)
	r.name, r.place = name, positionOf(text, len(start)+mark)
	r.version++
	r.tell(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{"uri": r.at(name).URI, "languageId": "x", "version": r.version, "text": text}})
	r.build(line)
}

// change sends edits by range, each a range and a text. The editor opens the
// file first, unless only the editor has it.
func (r *requester) change(line, name, more string) {
	if _, ok := r.files[name]; ok && r.name != name+" is changed" {
		r.tell(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{"uri": r.at(name).URI, "languageId": "x", "version": 1, "text": r.files[name]}})
		r.build("open " + name)
	}
	var edits []any
	for more != "" {
		where, quoted, _ := strings.Cut(more, " ")
		text := quoted[:strings.Index(quoted[1:], `"`)+2]
		more = strings.TrimSpace(quoted[len(text):])
		edits = append(edits, map[string]any{"range": rangeFrom(r.t, where), "text": unquoted(r.t, text)})
	}
	r.name = name
	r.tell(protocol.MethodTextDocumentDidChange, map[string]any{"textDocument": map[string]any{"uri": r.at(name).URI, "version": 7}, "contentChanges": edits})
	r.build(line)
}

// marked returns the parameters of a request at a place: a text of the file with
// a | in it. A word after it is a new name, or excludes declarations from the result.
func (r *requester) marked(name, more string) map[string]any {
	end := strings.LastIndex(more, `"`)
	text, word := unquoted(r.t, more[:end+1]), strings.TrimSpace(more[end+1:])
	before, after, _ := strings.Cut(text, "|")
	at := strings.Index(r.files[name], before+after)
	if at < 0 {
		r.t.Errorf("%s has no %q", name, before+after)
		at = 0
	}
	p := positionOf(r.files[name], at+len(before))
	params := r.spot(name, int(p.Line), int(p.Character))
	params["newName"] = word
	params["context"] = map[string]any{"includeDeclaration": word != "without"}
	return params
}

// whole returns the parameters of a request about a file.
func (r *requester) whole(verb, name string, more []string) map[string]any {
	params := map[string]any{"textDocument": r.at(name)}
	switch verb {
	case "hints":
		params["range"] = rangeFrom(r.t, more[0]+":0-"+more[1]+":0")
	case "format":
		var size int
		_, err := fmt.Sscan(more[0], &size)
		params["options"] = map[string]any{"tabSize": size, "insertSpaces": err == nil}
	case "actions":
		params["range"] = rangeFrom(r.t, more[0])
		params["context"] = map[string]any{"diagnostics": []any{}, "only": more[1:]}
	}
	return params
}

// said writes the server's messages since the last build.
func (r *requester) said(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.messages)
	fmt.Fprintf(&r.out, "%s:\n%s\n", line, strings.Join(r.messages, "\n"))
	r.messages = nil
}

// answer asks, and writes the answer: completions one a line, and anything else
// as JSON with its ranges in short.
func (r *requester) answer(method string, params map[string]any) string {
	answer := r.ask(method, params)
	var list protocol.CompletionList
	if method != protocol.MethodTextDocumentCompletion || protocol.Unmarshal([]byte(answer), &list) != nil {
		return rangeForm.ReplaceAllString(answer, ranged)
	}
	engine := map[string]bool{}
	for _, f := range api.Functions() {
		engine[f.Name] = f.Name != "set_die_value"
	}
	for _, e := range lua.Standard() {
		_, field, _ := strings.Cut(e.Name, ".")
		engine[e.Name], engine[field] = true, field != "floor"
	}
	var b strings.Builder
	before := ""
	for _, i := range list.Items {
		ofSchema := i.Kind == protocol.CompletionItemKindClass || i.Kind == protocol.CompletionItemKindProperty
		if ofSchema && !slices.Contains(lasting, i.Label) || i.Kind == protocol.CompletionItemKindFunction && engine[i.Label] {
			continue // these change too often
		}
		edit, _ := i.TextEdit.(*protocol.TextEdit)
		category, _ := i.SortText.Get()
		form := fmt.Sprintf("(%d, %s, %s)", i.Kind, strings.TrimSuffix(category, i.Label), rangeForm.ReplaceAllString(r.json(edit.Range), ranged))
		text := i.Label
		if edit.NewText != i.Label {
			text += fmt.Sprintf(" %q", edit.NewText)
		}
		if detail, ok := i.Detail.Get(); ok {
			text += "; " + detail
		}
		if d, ok := i.Documentation.(*protocol.MarkupContent); ok && (!ofSchema || i.Label == "kind") {
			doc, _, _ := strings.Cut(d.Value, "\n\n```") // an example
			text += fmt.Sprintf("; %q", doc)
		}
		if form != before {
			fmt.Fprintf(&b, "\n    %s", form)
			before = form
		}
		if strings.Contains(text, ";") {
			b.WriteString("\n     ")
		}
		b.WriteString(" " + text)
	}
	return b.String()
}

// json writes a value as JSON, in one order of keys.
func (r *requester) json(v any) string {
	text, err := protocol.Marshal(v)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.short(text)
}

// rangeFrom reads a range: line:character-line:character.
func rangeFrom(t *testing.T, text string) protocol.Range {
	var r protocol.Range
	if _, err := fmt.Sscanf(text, "%d:%d-%d:%d", &r.Start.Line, &r.Start.Character, &r.End.Line, &r.End.Character); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// unquoted reads a text in quotes.
func unquoted(t *testing.T, text string) string {
	var out string
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// positionOf is the position of a byte of a text, counted in UTF-16 code units.
func positionOf(text string, at int) protocol.Position {
	line := strings.Count(text[:at], "\n")
	start := strings.LastIndexByte(text[:at], '\n') + 1
	units := 0
	for _, r := range text[start:at] {
		units++
		if r > 0xffff {
			units++
		}
	}
	return protocol.Position{Line: uint32(line), Character: uint32(units)}
}
