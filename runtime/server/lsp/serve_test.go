package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/sleight/workspace"
	"sleight/tests/golden"
)

// stackForm matches the description of a fault's place in the log.
var stackForm = regexp.MustCompile(` stack=".*`)

// talk is a complete conversation with a server.
type talk struct {
	t    *testing.T
	dir  string // which contains the workspaces
	out  strings.Builder
	log  strings.Builder
	conn jsonrpc2.Conn
}

// ask sends a request and writes the answer.
func (k *talk) ask(method string, params any) {
	k.t.Helper()
	var answer any
	if _, err := k.conn.Call(k.t.Context(), method, params, &answer); err != nil {
		fmt.Fprintf(&k.out, "  %s: error: %v\n", method, err)
		return
	}
	if m, ok := answer.(map[string]any); ok && m["serverInfo"] != nil {
		answer = m["serverInfo"]
	}
	fmt.Fprintf(&k.out, "  %s: %v\n", method, answer)
}

// tell sends a notification.
func (k *talk) tell(method string, params any) {
	k.t.Helper()
	if err := k.conn.Notify(k.t.Context(), method, params); err != nil {
		k.t.Fatal(err)
	}
}

func (k *talk) folder(name string) string { return string(uri.File(filepath.Join(k.dir, name))) }

// folders are the parameters of initialize with workspace folders.
func (k *talk) folders(names ...string) map[string]any {
	var list []any
	for _, name := range names {
		list = append(list, map[string]any{"uri": k.folder(name), "name": name})
	}
	return map[string]any{"capabilities": map[string]any{}, "workspaceFolders": list, "rootUri": k.folder("root")}
}

// TestConversations checks how conversations begin and end, and what the server
// answers and logs when an editor does not follow the protocol.
func TestConversations(t *testing.T) {
	none := map[string]any{"capabilities": map[string]any{}}
	leave := func(k *talk) {
		k.ask(protocol.MethodShutdown, nil)
		k.tell(protocol.MethodExit, nil)
	}
	var out strings.Builder
	for _, x := range []struct {
		name string
		say  func(*talk)
	}{
		{"an editor that names no folder", func(k *talk) { k.ask(protocol.MethodInitialize, none); k.tell(protocol.MethodExit, nil) }},
		{"one that names only the root", func(k *talk) {
			none["rootUri"] = k.folder("root")
			k.ask(protocol.MethodInitialize, none)
			leave(k)
		}},
		{"one that says nothing about code lenses", func(k *talk) {
			for _, workspace := range []map[string]any{{}, {"codeLens": map[string]any{}}} {
				none["capabilities"], none["rootUri"] = map[string]any{"workspace": workspace}, k.folder("root")
				k.ask(protocol.MethodInitialize, none)
			}
			leave(k)
		}},
		{"of several folders, the first with content counts", func(k *talk) {
			k.ask(protocol.MethodInitialize, k.folders("empty", "file", "second", "root"))
			leave(k)
		}},
		{"none of them has content", func(k *talk) {
			k.ask(protocol.MethodInitialize, k.folders("empty", "file"))
			k.tell(protocol.MethodExit, nil)
		}},
		{"one that leaves without a word", func(k *talk) { k.ask(protocol.MethodInitialize, k.folders("root")); k.conn.Close() }},
		{"one that never said who it is", func(k *talk) { k.conn.Close() }},
		{"one that does not ask the server to end", func(k *talk) { k.ask(protocol.MethodInitialize, k.folders("root")); k.tell(protocol.MethodExit, nil) }},
		{"unknown and wrong messages", func(k *talk) {
			k.tell("sleight/unknown", nil)
			k.ask("sleight/unknown", nil)
			k.ask(protocol.MethodTextDocumentHover, nil)
			k.ask(protocol.MethodInitialize, k.folders("root"))
			k.tell("sleight/unknown", nil)
			k.ask("sleight/unknown", nil)
			k.tell(protocol.MethodTextDocumentDidOpen, []int{1})
			k.ask(protocol.MethodTextDocumentHover, nil)
			k.ask(protocol.MethodTextDocumentDocumentSymbol, map[string]any{"textDocument": map[string]any{"uri": "not a uri"}})
			leave(k)
		}},
	} {
		k := &talk{t: t, dir: t.TempDir()}
		for _, name := range []string{"root/content/.keep", "second/content/.keep", "empty/.keep", "file/content"} {
			path := filepath.Join(k.dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		mine, theirs := connected(t)
		left := make(chan error, 1)
		go func() {
			left <- Serve(context.Background(), theirs, Options{
				Open: func(dir string) (*workspace.Workspace, error) {
					fmt.Fprintf(&k.out, "  opened: %s\n", dir)
					return workspace.New(workspace.Folder(dir))
				},
				Version: "1.2.3", Log: &k.log,
			})
		}()
		k.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(mine), jsonrpc2.WithCodec(codec{}))
		k.conn.Go(t.Context(), func(context.Context, *jsonrpc2.Request) (any, error) { return nil, nil })
		x.say(k)
		err := <-left
		if errors.Is(err, io.EOF) {
			err = io.EOF
		}
		fmt.Fprintf(&out, "%s\n%s", x.name, strings.ReplaceAll(k.out.String(), filepath.ToSlash(k.dir)+"/", ""))
		for line := range strings.Lines(k.log.String()) {
			_, words, _ := strings.Cut(stackForm.ReplaceAllString(line, ""), " ")
			fmt.Fprintf(&out, "  log: %s\n", strings.TrimSpace(words))
		}
		fmt.Fprintf(&out, "  ends: %v\n", err)
	}
	golden.Check(t, "testdata/conversations.golden", out.String())
}
