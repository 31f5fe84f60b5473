package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/sleight/workspace"
)

// client is an editor.
type client struct {
	t      *testing.T
	conn   net.Conn
	in     chan dap.Message
	dir    string
	seq    int
	events []dap.EventMessage
	served chan error
}

// connect starts a server with the game in a folder.
func connect(t *testing.T) *client {
	t.Helper()
	open := func(dir string) (*workspace.Workspace, error) { return workspace.New(workspace.Folder(dir)) }
	c := edits(t, t.TempDir(), Options{Open: open})
	c.write(mine)
	return c
}

// write puts files into the editor's folder.
func (c *client) write(files map[string]string) {
	c.t.Helper()
	for name, text := range files {
		name = filepath.Join(c.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			c.t.Fatal(err)
		}
	}
}

// edits connects an editor, for a folder, to a separate server.
func edits(t *testing.T, dir string, o Options) *client {
	editor, server := net.Pipe()
	c := &client{t: t, conn: editor, in: make(chan dap.Message, 1000), dir: dir, served: make(chan error, 1)}
	go receive(c.conn, c.in)
	go func() {
		c.served <- Serve(context.Background(), server, o)
		server.Close()
	}()
	t.Cleanup(func() { editor.Close() })
	return c
}

// receive reads messages until the connection ends.
func receive(conn net.Conn, to chan<- dap.Message) {
	defer close(to)
	for in := bufio.NewReader(conn); ; {
		m, err := dap.ReadProtocolMessage(in)
		if err != nil {
			return
		}
		to <- m
	}
}

// ask sends a request and returns the answer, or its error. Earlier events are
// kept.
func ask[A dap.ResponseMessage](c *client, command string, arguments any) (A, error) {
	c.t.Helper()
	var none A
	c.seq++
	raw, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	if err != nil {
		c.t.Fatal(err)
	}
	if err := dap.WriteBaseMessage(c.conn, raw); err != nil {
		c.t.Fatal(err)
	}
	for {
		switch m := c.read().(type) {
		case dap.EventMessage:
			c.events = append(c.events, m)
		case *dap.ErrorResponse:
			return none, errors.New(m.Message)
		case A:
			if m.GetResponse().RequestSeq != c.seq {
				c.t.Fatalf("an answer to request %d, not %d", m.GetResponse().RequestSeq, c.seq)
			}
			return m, nil
		default:
			c.t.Fatalf("%s was answered by %T", command, m)
		}
	}
}

// must is like ask, for requests that must succeed.
func must[A dap.ResponseMessage](c *client, command string, arguments any) A {
	c.t.Helper()
	a, err := ask[A](c, command, arguments)
	if err != nil {
		c.t.Fatalf("%s: %v", command, err)
	}
	return a
}

func (c *client) read() dap.Message {
	c.t.Helper()
	m, ok := <-c.in
	if !ok {
		c.t.Fatal("the server has gone")
	}
	return m
}

// await returns the next event of a type.
func await[E dap.EventMessage](c *client) E {
	c.t.Helper()
	for {
		for i, e := range c.events {
			if e, ok := e.(E); ok {
				c.events = c.events[i+1:]
				return e
			}
		}
		c.events = nil
		if e, ok := c.read().(dap.EventMessage); ok {
			c.events = append(c.events, e)
		}
	}
}

type object = map[string]any

// launch begins a program with breakpoints in files: lines by name.
func (c *client) launch(configuration object, lines map[string][]object) {
	c.t.Helper()
	must[*dap.InitializeResponse](c, "initialize", object{"adapterID": "sleight"})
	configuration["workspace"] = c.dir
	must[*dap.LaunchResponse](c, "launch", configuration)
	await[*dap.InitializedEvent](c)
	for file, list := range lines {
		c.set(file, list...)
	}
	must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
}

func (c *client) set(file string, list ...object) []dap.Breakpoint {
	c.t.Helper()
	source := object{"path": filepath.Join(c.dir, filepath.FromSlash(file))}
	return must[*dap.SetBreakpointsResponse](c, "setBreakpoints", object{"source": source, "breakpoints": list}).Body.Breakpoints
}

// stopped waits until the game stops and describes where.
func (c *client) stopped() string {
	c.t.Helper()
	e := await[*dap.StoppedEvent](c)
	frames := must[*dap.StackTraceResponse](c, "stackTrace", object{"threadId": 1}).Body.StackFrames
	text := e.Body.Reason
	for _, f := range frames {
		text += fmt.Sprintf(" | %s", f.Name)
		if f.Source != nil {
			text += fmt.Sprintf(" %s:%d", f.Source.Name, f.Line)
		}
	}
	return text
}

func (c *client) expect(want string) {
	c.t.Helper()
	if got := c.stopped(); got != want {
		c.t.Fatalf("stopped at\n%s\nnot\n%s", got, want)
	}
}

// scope lists the values of a scope of a frame as NAME=VALUE.
func (c *client) scope(frame int, name string) (values string, reference int) {
	c.t.Helper()
	for _, s := range must[*dap.ScopesResponse](c, "scopes", object{"frameId": frame}).Body.Scopes {
		if s.Name == name {
			reference = s.VariablesReference
		}
	}
	return c.unfold(reference), reference
}

func (c *client) unfold(reference int) string {
	c.t.Helper()
	var out []string
	for _, v := range must[*dap.VariablesResponse](c, "variables", object{"variablesReference": reference}).Body.Variables {
		out = append(out, v.Name+"="+v.Value)
	}
	return strings.Join(out, " ")
}

func (c *client) evaluate(frame int, context, expression string) string {
	c.t.Helper()
	a, err := ask[*dap.EvaluateResponse](c, "evaluate", object{"frameId": frame, "context": context, "expression": expression})
	if err != nil {
		return "error: " + err.Error()
	}
	return a.Body.Result
}

func (c *client) same(got, want string) {
	c.t.Helper()
	if got != want {
		c.t.Errorf("got\n%s\nnot\n%s", got, want)
	}
}

// next asks the game to continue.
func (c *client) next(command string) {
	c.t.Helper()
	arguments := object{"threadId": 1}
	var err error
	switch command {
	case "next":
		_, err = ask[*dap.NextResponse](c, command, arguments)
	case "stepIn":
		_, err = ask[*dap.StepInResponse](c, command, arguments)
	case "stepOut":
		_, err = ask[*dap.StepOutResponse](c, command, arguments)
	case "stepBack":
		_, err = ask[*dap.StepBackResponse](c, command, arguments)
	case "reverseContinue":
		_, err = ask[*dap.ReverseContinueResponse](c, command, arguments)
	case "continue":
		_, err = ask[*dap.ContinueResponse](c, command, arguments)
	}
	if err != nil {
		c.t.Fatalf("%s: %v", command, err)
	}
}
