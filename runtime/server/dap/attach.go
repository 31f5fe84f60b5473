package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path"
	"path/filepath"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
)

// attachment holds the state of a server that debugs another front end's game
// instead of its own.
type attachment struct {
	target *debug.Target
	offer  Offer
	source func(file string) ([]byte, bool)
}

// attach starts to debug the game.
func (s *server) attach() error {
	if s.attachment == nil {
		return errors.New("the game has been launched: there is nothing to attach to")
	}
	if s.program != nil {
		return errors.New("the debugger is attached already")
	}
	d := debug.New()
	d.Stopped = s.waitAtStop
	d.Began = s.commandBegan
	d.Log = func(text string) { s.print("console", "%s", text) }
	ctx, cancel := context.WithTimeout(context.Background(), busyTimeout)
	defer cancel()
	if err := s.attachment.target.Join(ctx, d, s.followSession); err != nil {
		return err
	}
	s.debugger = d
	s.program = &program{title: d.Session().Game().ID(), source: s.attachment.source, root: s.attachment.offer.Workspace, sample: d.Session()}
	s.setRunning()
	return nil
}

// confirmAttached is called once the editor has set its breakpoints. It prints what
// the editor is attached to, and starts the game if it was waiting for an
// editor.
func (s *server) confirmAttached() {
	o := s.attachment.offer
	s.print("console", "Attached to sleight %s, process %d, which plays %s. Give commands there; pause lets you inspect the game here.", o.Program, o.Process, s.program.title)
	s.attachment.target.Ready()
}

// hold waits until another front end's game may be inspected, and returns a
// function that ends the inspection.
func (s *server) hold(m dap.RequestMessage) (release func(), err error) {
	switch m.(type) {
	case *dap.InitializeRequest, *dap.AttachRequest, *dap.DisconnectRequest, *dap.TerminateRequest, *dap.PauseRequest, *dap.ThreadsRequest:
		return func() {}, nil
	}
	if s.attachment == nil || s.program == nil {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), busyTimeout)
	defer cancel()
	release, ok := s.attachment.target.Hold(ctx)
	if !ok {
		return nil, errors.New("the game is in the middle of a command; pause it first")
	}
	return release, nil
}

// pause stops a running game at the next statement. If another front end's game
// is between two commands, it lets the editor inspect it until the next one.
func (s *server) pause() {
	s.mu.Lock()
	running := s.running
	if running {
		s.debugger.Pause()
	}
	s.mu.Unlock()
	if !running || s.attachment == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-s.gone
		cancel()
	}()
	go func() {
		release, ok := s.attachment.target.Hold(ctx)
		if !ok {
			return
		}
		defer release()
		s.mu.Lock()
		idle := s.running // and has not stopped meanwhile
		s.running = false
		s.mu.Unlock()
		if idle {
			s.debugger.Unpause()
			s.notifyStop(nil)
		}
	}()
}

// commandBegan records that the front end has begun a command: an editor that was
// inspecting the game between two commands, or its past, returns to the present.
func (s *server) commandBegan() {
	s.mu.Lock()
	looked := !s.running
	s.running, s.trees = true, nil
	s.mu.Unlock()
	if looked {
		s.debugger.Leave()
		e := &dap.ContinuedEvent{Event: event("continued")}
		e.Body.ThreadId, e.Body.AllThreadsContinued = thread, true
		s.send(e)
	}
}

// holdGame holds the game of another front end at a stop of the debugger.
func (s *server) holdGame(st *debug.Stop, wait func()) {
	at := st.Command()
	if top := st.Stack()[0]; top.Call >= 0 {
		at = fmt.Sprintf("%s:%d", path.Base(top.Place.File), top.Place.Line)
	}
	s.attachment.target.Stop(at, wait)
}

// followSession moves the breakpoints to the new positions of their lines in the
// content of a new session.
func (s *server) followSession(now *session.Session) {
	s.program.sample = now
	for _, b := range s.lines {
		line, verified := b.Line, s.verified(b)
		text, _ := s.program.source(b.File)
		err := b.Follow(now, text)
		if b.Line == line && verified == (err == nil) {
			continue
		}
		e := &dap.BreakpointEvent{Event: event("breakpoint")}
		e.Body.Reason = "changed"
		e.Body.Breakpoint = dap.Breakpoint{Id: s.idOf(b), Verified: err == nil, Source: s.sourceOf(b.File), Line: b.Line}
		if err != nil {
			e.Body.Breakpoint.Message = err.Error()
		}
		s.setVerified(b, err == nil)
		s.send(e)
	}
	s.sendToDebugger()
}

// text returns the text of a file as the editor has it: from the disk, or from
// the content.
func (p *program) text(file string) []byte {
	if text, err := os.ReadFile(p.path(file)); err == nil {
		return text
	}
	text, _ := p.source(file)
	return text
}

// path converts a name of the content to the path that editors know.
func (p *program) path(file string) string {
	name := filepath.FromSlash(file)
	if p.root == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.root, name)
}

// relay attaches the editor to a running game: from now on it communicates with
// that game's process.
func (s *server) relay(ctx context.Context, m *dap.AttachRequest, in *bufio.Reader, out io.Writer) error {
	var w offerFilter
	if err := decode(m.Arguments, &w); err != nil {
		return err
	}
	conn, offer, err := connectToMatch(s.options.Folder, w)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := errors.Join(greet(conn, offer.Token, s.seq), dap.WriteProtocolMessage(conn, m)); err != nil {
		return err
	}
	s.over = true
	go func() {
		_, _ = io.Copy(conn, in)
		conn.Close() // the editor has disconnected
	}()
	left := s.forward(conn, out)
	if !left {
		s.send(&dap.TerminatedEvent{Event: event("terminated")})
	}
	return nil
}

// forward relays the messages of the game's process, and reports whether it has
// confirmed that the debugger may disconnect.
func (s *server) forward(conn net.Conn, out io.Writer) (left bool) {
	for from := bufio.NewReader(conn); ; {
		text, err := dap.ReadBaseMessage(from)
		if err != nil {
			return left
		}
		var head struct {
			Seq     int    `json:"seq"`
			Command string `json:"command"`
		}
		_ = json.Unmarshal(text, &head)
		s.seq = head.Seq
		left = left || head.Command == "disconnect" || head.Command == "terminate"
		if dap.WriteBaseMessage(out, text) != nil {
			return true
		}
	}
}
