package protocol_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/server/protocol"
)

// TestEdit checks that a file is replaced only if it still is what the client
// has read.
func TestEdit(t *testing.T) {
	s, stored := server(t)
	c := newTalker(t, s, true)
	const file = "content/pairs/game.yaml"
	before, _ := json.Marshal(c.call("content/source", `{"file": "`+file+`"}`)["text"])
	after := strings.Replace(string(before), "default: 2", "default: 3", 1)
	if code := c.fails("content/edit", `{"file": "`+file+`", "before": "something else", "after": `+after+`}`); code != -32004 || stored[file] != "" {
		t.Errorf("a file that has changed gives %v and is written as %q", code, stored[file])
	}
	if code := c.fails("content/edit", `{"file": "content/none.yaml", "before": "", "after": "x"}`); code != -32001 {
		t.Errorf("an unknown file gives %v", code)
	}
	c.call("content/edit", `{"file": "`+file+`", "before": `+string(before)+`, "after": `+after+`}`)
	if want := strings.Replace(pairs, "default: 2", "default: 3", 1); stored[file] != want {
		t.Errorf("written is %q", stored[file])
	}
}

// TestEditorTalksToItsLanguageServer checks that messages go both ways, framed
// as the Language Server Protocol wants, and that the server ends with its
// client.
func TestEditorTalksToItsLanguageServer(t *testing.T) {
	ended := make(chan struct{})
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
		o.Root, o.Editor = "file:///here", func(ctx context.Context, stream io.ReadWriteCloser) error {
			defer close(ended)
			go func() {
				<-ctx.Done()
				_ = stream.Close()
			}()
			in := textproto.NewReader(bufio.NewReader(stream))
			for {
				head, err := in.ReadMIMEHeader()
				if err != nil {
					return nil
				}
				n, _ := strconv.Atoi(head.Get("Content-Length"))
				message := make([]byte, n)
				if _, err := io.ReadFull(in.R, message); err != nil {
					return err
				}
				answer := `{"echo": ` + string(message) + `}`
				if _, err := fmt.Fprintf(stream, "Content-Length: %d\r\n\r\n%s", len(answer), answer); err != nil {
					return err
				}
			}
		}
	})
	client := s.Connect(protocol.Rights{Debug: true})
	ask := func(method, params string) string {
		return string(client.Handle(t.Context(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "`+method+`", "params": `+params+`}`)))
	}
	if got := ask("editor/send", `{"message": {"id": 1}}`); !strings.Contains(got, "editor/open first") {
		t.Errorf("without an editor: %s", got)
	}
	if got := ask("editor/open", `{}`); !strings.Contains(got, `"root":"file:///here"`) {
		t.Errorf("opening: %s", got)
	}
	for _, message := range []string{`{"id":1,"text":"ä"}`, `{"id":2}`} {
		ask("editor/send", `{"message": `+message+`}`)
		line, ok := client.Next(t.Context())
		if !ok || !strings.Contains(string(line), `{"message":{"echo":`+message+`}}`) {
			t.Fatalf("got %s", line)
		}
	}
	client.Close()
	<-ended
}
