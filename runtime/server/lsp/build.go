package lsp

import (
	"context"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/author/symbols"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/reload"
)

// editDelay is how long the server waits for more edits before it rebuilds.
const editDelay = 8 * time.Millisecond

// snapshot is the result of the last build. It is immutable.
type snapshot struct {
	*validContent
	schemas  symbols.Schemas
	problems map[string]diag.List // by file
	texts    map[string][]byte    // of the files, as built
}

// validContent is content without errors, or an outline of faulty content if it
// has always had errors. Its index is made when it is first needed.
type validContent struct {
	content *rules.Content // nil if the content has always had errors
	outline *rules.Content // for looking up names while content is nil; may be nil too
	schemas symbols.Schemas
	texts   map[string][]byte
	indexer *indexer

	once  sync.Once
	index *symbols.Index
}

// lookup returns the content in which names are looked up, or nil. It may have
// errors, so callers that play games use content.
func (g *validContent) lookup() *rules.Content {
	if g.content != nil {
		return g.content
	}
	return g.outline
}

// names returns the index of the names in lookup, or nil if that is nil.
func (g *validContent) names() *symbols.Index {
	if g.lookup() == nil {
		return nil
	}
	g.once.Do(func() {
		g.index = g.indexer.build(symbols.Sources{
			Content: g.lookup(), Schemas: g.schemas, Files: slices.Sorted(maps.Keys(g.texts)),
			Text: func(file string) ([]byte, bool) { text, ok := g.texts[file]; return text, ok },
		})
	})
	return g.index
}

// indexer builds the indexes of one version of the content after another.
type indexer struct {
	mu sync.Mutex
	x  symbols.Indexer
}

func (i *indexer) build(s symbols.Sources) *symbols.Index {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.x.Build(s)
}

// current returns the result of the last build, never nil.
func (s *server) current() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.built == nil {
		return &snapshot{validContent: &validContent{}, schemas: s.schemas.read()}
	}
	return s.built
}

// waitForBuild waits until all edits so far have been built. Other requests may begin
// meanwhile.
func (s *server) waitForBuild(ctx context.Context) error {
	jsonrpc2.Async(ctx)
	for {
		s.mu.Lock()
		pending, rebuilt := s.pending, s.rebuilt
		s.mu.Unlock()
		if !pending {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-rebuilt:
		}
	}
}

// rebuildAfterEdits rebuilds after every edit, until the context ends.
func (s *server) rebuildAfterEdits(ctx context.Context) {
	reported := map[string]bool{} // the files with problems in the editor
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.edits:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(editDelay):
		}
		s.rebuildGuarded(ctx, reported)
	}
}

// rebuildGuarded is rebuild, but a panic is only logged: the next edit builds everything
// again. Nothing waits for the build that failed.
func (s *server) rebuildGuarded(ctx context.Context, reported map[string]bool) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		s.log.Error("an edit could not be followed because of a fault in the server", "fault", cause, "stack", string(debug.Stack()))
		s.mu.Lock()
		defer s.mu.Unlock()
		s.whole, s.pending = true, false
		close(s.rebuilt)
		s.rebuilt = make(chan struct{})
	}()
	s.rebuild(ctx, reported)
}

// rebuild builds the content with the edits so far, and reports its problems.
func (s *server) rebuild(ctx context.Context, reported map[string]bool) {
	s.mu.Lock()
	changed, whole := slices.Compact(slices.Sorted(slices.Values(s.changed))), s.whole || s.built == nil
	s.changed, s.whole = nil, false
	texts, versions := map[string][]byte{}, map[string]int32{}
	for name, d := range s.files {
		texts[name], versions[name] = []byte(d.text), d.version
	}
	before := s.built
	s.mu.Unlock()

	change := reload.FileChange{Files: changed}
	if whole {
		change.Files = nil
	}
	w := s.workspace
	w.Texts = texts
	content, problems := w.Rebuild(change)
	next := &snapshot{validContent: &validContent{}, texts: map[string][]byte{}, problems: map[string]diag.List{}}
	if before == nil || whole {
		next.schemas = s.schemas.read()
	} else {
		next.schemas = before.schemas
	}
	if content != nil {
		checks := []func(*rules.Content) diag.List{w.Lint, contenttest.CheckNames}
		found := make([]diag.List, len(checks))
		parallel.Each(len(checks), func(i int) { found[i] = checks[i](content) })
		problems = slices.Concat(problems, slices.Concat(found...))
	} else {
		problems = append(problems, w.LintIntact(problems)...)
	}
	for _, file := range w.Loader.Files() {
		next.texts[file], _ = w.Loader.Source(file)
	}
	s.setValid(next, before, content)
	problems.Sort()
	for _, d := range problems {
		next.problems[d.Place.File] = append(next.problems[d.Place.File], d)
	}
	s.mu.Lock()
	s.built, s.pending = next, s.whole || len(s.changed) > 0
	close(s.rebuilt)
	s.rebuilt = make(chan struct{})
	s.mu.Unlock()
	s.publish(ctx, next, versions, reported)
	if s.refreshes {
		if _, err := s.conn.Call(ctx, protocol.MethodWorkspaceCodeLensRefresh, nil, nil); err != nil && ctx.Err() == nil {
			s.log.Error("code lenses could not be refreshed", "error", err)
		}
	}
}

// setValid sets the valid content of a snapshot, given the previous snapshot
// and the content, which is nil if the build failed.
func (s *server) setValid(next, before *snapshot, content *rules.Content) {
	if content == nil && before != nil && before.content != nil {
		next.validContent = before.validContent
		return
	}
	next.validContent = &validContent{content: content, schemas: next.schemas, texts: next.texts, indexer: &s.indexer}
	if content == nil {
		next.outline = s.workspace.Outline()
	}
}

// publish sends the problems of each file to the editor, and an empty list for
// files that no longer have any.
func (s *server) publish(ctx context.Context, b *snapshot, versions map[string]int32, reported map[string]bool) {
	for file := range b.problems {
		reported[file] = true
	}
	for _, name := range slices.Sorted(maps.Keys(reported)) {
		list := b.problems[name]
		if len(list) == 0 {
			delete(reported, name)
		}
		p := &protocol.PublishDiagnosticsParams{URI: s.uri(name), Diagnostics: []protocol.Diagnostic{}}
		if v, open := versions[name]; open {
			p.Version = protocol.NewOptional(v)
		}
		text := string(b.texts[name])
		for _, d := range list {
			p.Diagnostics = append(p.Diagnostics, s.diagnostic(b, text, d))
		}
		if err := s.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, p); err != nil {
			s.log.Error("problems could not be sent", "file", name, "error", err)
			return
		}
	}
}

// uri returns the address of a file. Files without an address, such as shipped
// ones, are in the workspace's folder.
func (s *server) uri(name string) uri.URI {
	if path, ok := s.onDisk(name); ok {
		return uri.File(path)
	}
	return uri.File(s.dir + "/" + name)
}

var severities = map[diag.Severity]protocol.DiagnosticSeverity{
	diag.Error:   protocol.DiagnosticSeverityError,
	diag.Warning: protocol.DiagnosticSeverityWarning,
	diag.Notice:  protocol.DiagnosticSeverityInformation,
}

func (s *server) diagnostic(b *snapshot, text string, d diag.Diagnostic) protocol.Diagnostic {
	message := d.Message.String()
	if hint := d.Hint.String(); hint != "" {
		message += "\n" + hint
	}
	out := protocol.Diagnostic{
		Range: rangeOf(text, d.Place), Severity: severities[d.Severity], Code: protocol.String(d.Code),
		Source: protocol.NewOptional("sleight"), Message: protocol.String(message),
	}
	for _, n := range d.Notes {
		if n.Place.File == "" {
			continue
		}
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: s.uri(n.Place.File), Range: rangeOf(string(b.texts[n.Place.File]), n.Place)},
			Message:  n.Message.String(),
		})
	}
	return out
}

// gameOf returns the game of a file's pack, or nil.
func (b *snapshot) gameOf(s *server, file string) *rules.Game {
	known := b.lookup()
	if known == nil {
		return nil
	}
	for _, d := range known.Catalog.All() {
		if d.Place.File == file {
			return known.GameOf(d)
		}
	}
	if pack := s.workspace.Loader.Dependencies().PackOf(file); pack != "" {
		return known.GameOf(&def.Definition{Pack: pack})
	}
	return nil
}
