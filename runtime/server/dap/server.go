// Package dap serves editors by the Debug Adapter Protocol: it plays a game,
// stops it in its scripts, shows their values, and goes back in time.
//
// Layer server. It translates between the protocol and package debug.
package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/sleight/workspace"
)

// Options configure a server.
type Options struct {
	// Open opens the content of a workspace folder.
	Open func(dir string) (*workspace.Workspace, error)
	// Folder is the folder of running games that let debuggers attach, as
	// passed to Listen.
	Folder string
}

// Serve answers one editor until it disconnects, the connection closes or ctx
// ends.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) error {
	return newServer(stream, o).serve(ctx, bufio.NewReader(stream))
}

func newServer(stream io.WriteCloser, o Options) *server {
	return &server{options: o, out: stream, resume: make(chan bool), jobs: make(chan func(), 1), gone: make(chan struct{})}
}

// serve answers the requests that are read from in.
func (s *server) serve(ctx context.Context, in *bufio.Reader) error {
	stop := context.AfterFunc(ctx, func() { s.out.Close() })
	defer stop()
	defer s.end()
	for !s.over {
		message, err := dap.ReadProtocolMessage(in)
		var unknown *dap.DecodeProtocolMessageFieldError
		switch {
		case errors.As(err, &unknown):
			s.refuse(unknown.Seq, unknown.FieldName, fmt.Errorf("unknown %s %q", unknown.FieldName, unknown.FieldValue))
			continue
		case errors.Is(err, io.EOF) || ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		switch request := message.(type) {
		case *dap.AttachRequest:
			if s.attachment != nil || s.program != nil {
				s.handle(request)
			} else if err := s.relay(ctx, request, in, s.out); err != nil {
				s.refuse(request.Seq, request.Command, err)
			}
		case dap.RequestMessage:
			s.handle(request)
		}
	}
	return nil
}

// server is the state of one connection. Requests run one after another on the
// goroutine of Serve; commands of the game run on another, which waits while the
// game has stopped.
type server struct {
	options    Options
	debugger   *debug.Debugger
	program    *program
	attachment *attachment // of a server in the process of another front end; else nil
	jobs       chan func()
	resume     chan bool     // ends a stop: whether the command continues
	gone       chan struct{} // closed when the editor has disconnected
	over       bool

	write sync.Mutex
	out   io.WriteCloser
	seq   int

	mu      sync.Mutex
	running bool        // a command is running and has not stopped
	stop    *debug.Stop // of the present; nil while running or between commands
	trees   []valueTree // values that variablesReference refers to, from 1, until the game continues

	ids     map[*debug.Breakpoint]int  // their names in editors
	removed map[*debug.Breakpoint]bool // those whose line an edit has removed
	lastID  int

	lines, events, changes, exceptions []*debug.Breakpoint
}

// send writes a message.
func (s *server) send(m dap.Message) {
	s.write.Lock()
	defer s.write.Unlock()
	s.seq++
	switch m := m.(type) {
	case dap.ResponseMessage:
		m.GetResponse().Seq = s.seq
	case dap.EventMessage:
		m.GetEvent().Seq = s.seq
	}
	_ = dap.WriteProtocolMessage(s.out, m) // the reading goroutine notices a closed connection
}

func event(name string) dap.Event {
	return dap.Event{ProtocolMessage: dap.ProtocolMessage{Type: "event"}, Event: name}
}

// responseTo returns the head of a response.
func responseTo(r *dap.Request) dap.Response {
	return dap.Response{
		ProtocolMessage: dap.ProtocolMessage{Type: "response"},
		RequestSeq:      r.Seq, Success: true, Command: r.Command,
	}
}

// refuse answers a request that cannot be fulfilled.
func (s *server) refuse(seq int, command string, err error) {
	m := &dap.ErrorResponse{Response: responseTo(&dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: seq}, Command: command})}
	m.Success, m.Message = false, err.Error()
	m.Body.Error = &dap.ErrorMessage{Id: 1, Format: err.Error(), ShowUser: true}
	s.send(m)
}

// print writes a line to the editor's console.
func (s *server) print(category, format string, args ...any) {
	e := &dap.OutputEvent{Event: event("output")}
	e.Body.Category, e.Body.Output = category, fmt.Sprintf(format, args...)+"\n"
	s.send(e)
}

// handle answers a request.
func (s *server) handle(m dap.RequestMessage) {
	r := m.GetRequest()
	release, err := s.hold(m)
	if err != nil {
		s.refuse(r.Seq, r.Command, err)
		return
	}
	defer release()
	answer, err := s.dispatch(m, responseTo(r))
	switch {
	case err != nil:
		s.refuse(r.Seq, r.Command, err)
	case answer != nil:
		s.send(answer)
	}
	if follow := s.afterAnswer(m); err == nil && follow != nil {
		follow()
	}
}

// afterAnswer returns the function to call after the answer to a request is sent.
func (s *server) afterAnswer(m dap.RequestMessage) func() {
	switch m.(type) {
	case *dap.LaunchRequest, *dap.AttachRequest:
		return func() { s.send(&dap.InitializedEvent{Event: event("initialized")}) }
	case *dap.ConfigurationDoneRequest:
		if s.attachment != nil {
			return s.confirmAttached
		}
		return s.begin
	case *dap.PauseRequest:
		return s.pause
	case *dap.ContinueRequest:
		return func() { s.move(debug.Continue) }
	case *dap.NextRequest:
		return func() { s.move(debug.Over) }
	case *dap.StepInRequest:
		return func() { s.move(debug.Into) }
	case *dap.StepOutRequest:
		return func() { s.move(debug.Out) }
	case *dap.StepBackRequest:
		return func() { s.back(debug.BackOver) }
	case *dap.ReverseContinueRequest:
		return func() { s.back(debug.BackContinue) }
	}
	return nil
}

// dispatch performs the part of a request that its answer depends on.
func (s *server) dispatch(m dap.RequestMessage, head dap.Response) (dap.Message, error) {
	switch r := m.(type) {
	case *dap.InitializeRequest:
		return &dap.InitializeResponse{Response: head, Body: capabilities()}, nil
	case *dap.LaunchRequest:
		return &dap.LaunchResponse{Response: head}, s.launch(r.Arguments)
	case *dap.AttachRequest:
		return &dap.AttachResponse{Response: head}, s.attach()
	case *dap.ConfigurationDoneRequest:
		return &dap.ConfigurationDoneResponse{Response: head}, s.launched()
	case *dap.DisconnectRequest:
		s.over = true
		return &dap.DisconnectResponse{Response: head}, nil
	case *dap.TerminateRequest:
		s.over = true
		s.send(&dap.TerminateResponse{Response: head})
		s.send(&dap.TerminatedEvent{Event: event("terminated")})
		return nil, nil
	}
	if err := s.launched(); err != nil {
		return nil, err
	}
	switch r := m.(type) {
	case *dap.SetBreakpointsRequest:
		return s.setBreakpoints(r, head)
	case *dap.SetFunctionBreakpointsRequest:
		return s.setEvents(r, head), nil
	case *dap.SetDataBreakpointsRequest:
		return s.setChanges(r, head), nil
	case *dap.SetExceptionBreakpointsRequest:
		return s.setExceptions(r, head), nil
	case *dap.BreakpointLocationsRequest:
		return s.locations(r, head), nil
	case *dap.LoadedSourcesRequest:
		return s.loadedSources(head), nil
	case *dap.SourceRequest:
		return s.source(r, head)
	case *dap.ThreadsRequest:
		answer := &dap.ThreadsResponse{Response: head}
		answer.Body.Threads = []dap.Thread{{Id: thread, Name: s.program.title}}
		return answer, nil
	case *dap.PauseRequest:
		return &dap.PauseResponse{Response: head}, nil
	}
	return s.dispatchStopped(m, head)
}

// dispatchStopped performs requests that need a stopped game.
func (s *server) dispatchStopped(m dap.RequestMessage, head dap.Response) (dap.Message, error) {
	if s.isRunning() {
		return nil, errors.New("the game is running; pause it first")
	}
	switch r := m.(type) {
	case *dap.ContinueRequest:
		answer := &dap.ContinueResponse{Response: head}
		answer.Body.AllThreadsContinued = true
		return answer, nil
	case *dap.NextRequest:
		return &dap.NextResponse{Response: head}, nil
	case *dap.StepInRequest:
		return &dap.StepInResponse{Response: head}, nil
	case *dap.StepOutRequest:
		return &dap.StepOutResponse{Response: head}, nil
	case *dap.StepBackRequest:
		return &dap.StepBackResponse{Response: head}, nil
	case *dap.ReverseContinueRequest:
		return &dap.ReverseContinueResponse{Response: head}, nil
	case *dap.StackTraceRequest:
		return s.stackTrace(head), nil
	case *dap.ScopesRequest:
		return s.scopes(r, head), nil
	case *dap.VariablesRequest:
		return s.variables(r, head)
	case *dap.SetVariableRequest:
		return s.setVariable(r, head)
	case *dap.EvaluateRequest:
		return s.evaluate(r, head)
	case *dap.DataBreakpointInfoRequest:
		return s.dataInfo(r, head), nil
	case *dap.ExceptionInfoRequest:
		return s.exceptionInfo(head)
	}
	return nil, fmt.Errorf("%s is not supported", m.GetRequest().Command)
}

func (s *server) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// thread is the id of the only thread: a game is sequential.
const thread = 1

func capabilities() dap.Capabilities {
	return dap.Capabilities{
		SupportsConfigurationDoneRequest:   true,
		SupportsFunctionBreakpoints:        true,
		SupportsConditionalBreakpoints:     true,
		SupportsHitConditionalBreakpoints:  true,
		SupportsLogPoints:                  true,
		SupportsDataBreakpoints:            true,
		SupportsEvaluateForHovers:          true,
		SupportsStepBack:                   true,
		SupportsSetVariable:                true,
		SupportsLoadedSourcesRequest:       true,
		SupportsTerminateRequest:           true,
		SupportsBreakpointLocationsRequest: true,
		SupportsExceptionInfoRequest:       true,
		SupportsExceptionFilterOptions:     true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: string(debug.Faults), Label: "Faults", Description: "a command fails because of a script", Default: true, SupportsCondition: true},
			{Filter: string(debug.Refusals), Label: "Refusals", Description: "a script refuses a command", SupportsCondition: true},
		},
	}
}

// decode reads the arguments of launch.
func decode(raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	err := json.Unmarshal(raw, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("the launch configuration cannot be read: %s cannot be a JSON %s", wrong.Field, wrong.Value)
	case err != nil:
		return fmt.Errorf("the launch configuration cannot be read: %w", err)
	}
	return nil
}
