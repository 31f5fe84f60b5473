package lsp

import (
	"context"
	"fmt"
	"runtime/debug"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// method handles the calls of one method, or its notifications.
type method func(ctx context.Context, params []byte) (any, error)

// call returns the method that a function implements. The library's own dispatcher
// would link the messages of all methods, ten times as many as are handled.
func call[P, R any](handle func(context.Context, *P) (R, error)) method {
	return func(ctx context.Context, params []byte) (any, error) {
		p := new(P)
		if len(params) > 0 {
			if err := protocol.Unmarshal(params, p); err != nil {
				return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
			}
		}
		return handle(ctx, p)
	}
}

// notification returns the method for notifications that a function handles.
func notification[P any](handle func(context.Context, *P) error) method {
	return call(func(ctx context.Context, p *P) (any, error) { return nil, handle(ctx, p) })
}

// methods lists the methods of the protocol that the server handles.
func (s *server) methods() map[string]method {
	return map[string]method{
		protocol.MethodInitialize:                     call(s.Initialize),
		protocol.MethodInitialized:                    s.initialized,
		protocol.MethodShutdown:                       s.prepareExit,
		protocol.MethodExit:                           s.exit,
		protocol.MethodTextDocumentDidOpen:            notification(s.DidOpen),
		protocol.MethodTextDocumentDidChange:          notification(s.DidChange),
		protocol.MethodTextDocumentDidClose:           notification(s.DidClose),
		protocol.MethodWorkspaceDidChangeWatchedFiles: notification(s.DidChangeWatchedFiles),
		protocol.MethodTextDocumentCompletion:         call(s.Completion),
		protocol.MethodTextDocumentHover:              call(s.Hover),
		protocol.MethodTextDocumentSignatureHelp:      call(s.SignatureHelp),
		protocol.MethodTextDocumentDefinition:         call(s.Definition),
		protocol.MethodTextDocumentReferences:         call(s.References),
		protocol.MethodTextDocumentDocumentHighlight:  call(s.DocumentHighlight),
		protocol.MethodTextDocumentPrepareRename:      call(s.PrepareRename),
		protocol.MethodTextDocumentRename:             call(s.Rename),
		protocol.MethodTextDocumentDocumentSymbol:     call(s.DocumentSymbol),
		protocol.MethodWorkspaceSymbol:                call(s.Symbols),
		protocol.MethodTextDocumentDocumentLink:       call(s.DocumentLink),
		protocol.MethodTextDocumentFoldingRange:       call(s.FoldingRanges),
		protocol.MethodTextDocumentInlayHint:          call(s.InlayHint),
		protocol.MethodTextDocumentSemanticTokensFull: call(s.SemanticTokensFull),
		protocol.MethodTextDocumentCodeAction:         call(s.CodeAction),
		protocol.MethodTextDocumentCodeLens:           call(s.CodeLens),
		protocol.MethodTextDocumentFormatting:         call(s.Formatting),
		protocol.MethodWorkspaceExecuteCommand:        call(s.ExecuteCommand),
	}
}

// handler answers requests. A panic fails only the request that caused it.
func (s *server) handler() jsonrpc2.Handler {
	methods := s.methods()
	return func(ctx context.Context, r *jsonrpc2.Request) (result any, err error) {
		name := r.Method()
		defer func() {
			if cause := recover(); cause != nil {
				s.log.Error("a request failed because of a fault in the server", "method", name, "fault", cause, "stack", string(debug.Stack()))
				err = jsonrpc2.NewError(jsonrpc2.InternalError, "the server failed; its log gives the reason")
			}
			if err != nil && !r.IsCall() { // an error would end the connection
				s.log.Error("a notification failed", "method", name, "error", err)
				err = nil
			}
		}()
		handle, ok := methods[name]
		if !ok {
			if !r.IsCall() {
				return nil, nil // the protocol lets servers ignore them
			}
			return nil, jsonrpc2.NewError(jsonrpc2.MethodNotFound, fmt.Sprintf("unknown method %q", name))
		}
		if s.workspace == nil && name != protocol.MethodInitialize && name != protocol.MethodExit {
			return nil, jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the server has not been initialized")
		}
		return handle(ctx, r.Params())
	}
}

// initialized builds the content for the first time.
func (s *server) initialized(context.Context, []byte) (any, error) {
	s.markChanged("")
	return nil, nil
}

// prepareExit prepares for the exit.
func (s *server) prepareExit(context.Context, []byte) (any, error) {
	s.shutdown = true
	return nil, nil
}

// exit ends the server.
func (s *server) exit(context.Context, []byte) (any, error) {
	s.stop()
	return nil, nil
}
