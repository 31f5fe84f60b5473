// Package lsp serves editors by the Language Server Protocol: problems while
// the author types, completion, explanations, navigation, renaming and tests,
// for YAML, for Lua files, and for Lua inside YAML.
//
// Layer server. It knows content and its symbols, and answers for unsaved
// texts. It plays no games except to run tests.
package lsp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"sleight/runtime/sleight/workspace"
)

// Options configure a server.
type Options struct {
	// Open opens the content of a workspace folder.
	Open func(dir string) (*workspace.Workspace, error)
	// Version is the version that the server reports to editors.
	Version string
	// Log receives errors of the server itself.
	Log io.Writer
}

// Serve answers an editor until it sends exit, the connection closes or the context
// ends. It returns nil after an orderly shutdown.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(stream), jsonrpc2.WithCodec(codec{}))
	s := &server{
		options: o, conn: conn, stop: cancel,
		log:   slog.New(slog.NewTextHandler(o.Log, nil)),
		files: map[string]*document{}, edits: make(chan struct{}, 1), rebuilt: make(chan struct{}),
	}
	// Requests are answered in order, so that each sees all edits before it.
	conn.Go(ctx, s.handler())
	var done sync.WaitGroup
	done.Go(func() { s.rebuildAfterEdits(ctx) })
	select {
	case <-conn.Done():
	case <-ctx.Done():
	}
	cancel()
	_ = conn.Close() // Err returns it too
	done.Wait()
	if s.shutdown || s.workspace == nil { // orderly, or the editor sent nothing
		return nil
	}
	if err := conn.Err(); err != nil {
		return err
	}
	return errors.New("the editor closed the connection without asking the server to end")
}

// codec reads and writes the protocol's messages.
type codec struct{}

// Marshal writes a value.
func (codec) Marshal(v any) ([]byte, error) { return protocol.Marshal(v) }

// Unmarshal reads a value.
func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// server is the state of one connection. Requests run one after another; the
// goroutine that rebuilds content shares only what mu guards.
type server struct {
	options  Options
	conn     jsonrpc2.Conn
	log      *slog.Logger
	stop     context.CancelFunc
	shutdown bool
	// refreshes is set if the editor can be asked to request code lenses again.
	refreshes bool
	// previews is set if the editor can show the changes of a rename in groups.
	previews bool

	dir       string // of the workspace, slash-separated
	workspace *workspace.Workspace
	schemas   schemaFolders
	indexer   indexer

	mu    sync.Mutex
	files map[string]*document // open in the editor, by name
	// changed lists the files changed since the last build; whole is set if any
	// may have, or if files came or went.
	changed []string
	whole   bool
	built   *snapshot
	// pending is set from an edit until it has been built, and rebuilt is closed
	// at the end of the next build.
	pending bool
	rebuilt chan struct{}
	// edits wakes the goroutine that rebuilds.
	edits chan struct{}
}

// Initialize opens the workspace and returns the server's capabilities.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	dir := rootOf(p)
	if dir == "" {
		return nil, errors.New("the editor named no workspace folder")
	}
	w, err := s.options.Open(dir)
	if err != nil {
		return nil, err
	}
	s.dir, s.workspace = dir, w
	s.schemas = schemasOf(dir)
	if c := p.Capabilities.Workspace; c != nil && c.CodeLens != nil && c.CodeLens.RefreshSupport != nil {
		s.refreshes = *c.CodeLens.RefreshSupport
	}
	s.previews = previews(p.Capabilities.Workspace)
	return &protocol.InitializeResult{
		Capabilities: capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "sleight", Version: protocol.NewOptional(s.options.Version)},
	}, nil
}

func capabilities() protocol.ServerCapabilities {
	yes := protocol.Boolean(true)
	return protocol.ServerCapabilities{
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      yes,
		},
		CompletionProvider: &protocol.CompletionOptions{TriggerCharacters: []string{".", "\"", "'", " ", "{", "/", ":", "-"}},
		HoverProvider:      yes,
		SignatureHelpProvider: &protocol.SignatureHelpOptions{
			TriggerCharacters: []string{"(", ","}, RetriggerCharacters: []string{")"},
		},
		DefinitionProvider:        yes,
		ReferencesProvider:        yes,
		DocumentHighlightProvider: yes,
		DocumentSymbolProvider:    yes,
		WorkspaceSymbolProvider:   yes,
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindSourceFixAll},
		},
		CodeLensProvider:           &protocol.CodeLensOptions{},
		DocumentLinkProvider:       &protocol.DocumentLinkOptions{},
		FoldingRangeProvider:       yes,
		InlayHintProvider:          yes,
		RenameProvider:             &protocol.RenameOptions{PrepareProvider: new(true)},
		DocumentFormattingProvider: yes,
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: legend(), Full: yes,
		},
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commands()},
	}
}
