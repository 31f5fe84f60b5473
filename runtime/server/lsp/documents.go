package lsp

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/author/symbols"
	"sleight/runtime/diag"
	"sleight/schemas"
)

// document is a file that is open in the editor.
type document struct {
	text    string
	version int32
}

// nameOf returns the name of a file in problems, which is its path.
func nameOf(u uri.URI) string { return filepath.ToSlash(u.FsPath()) }

// rootOf returns the workspace folder that the editor names: of several, the
// first that contains content.
func rootOf(p *protocol.InitializeParams) string {
	var dirs []string
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			dirs = append(dirs, nameOf(uri.URI(f.URI)))
		}
	}
	//lint:ignore SA1019 editors from before workspace folders send only this
	if root := p.RootURI; len(dirs) == 0 && root != nil {
		dirs = append(dirs, nameOf(*root))
	}
	for _, dir := range dirs {
		if info, err := os.Stat(filepath.Join(filepath.FromSlash(dir), "content")); err == nil && info.IsDir() {
			return dir
		}
	}
	if len(dirs) == 0 {
		return ""
	}
	return dirs[0]
}

// schemaFolders are the folders with schemas: those of the program, and that of
// the workspace.
type schemaFolders []fs.FS

func schemasOf(dir string) schemaFolders {
	return schemaFolders{schemas.Files, os.DirFS(filepath.Join(filepath.FromSlash(dir), "schemas"))}
}

func (f schemaFolders) read() symbols.Schemas { return symbols.ReadSchemas(f...) }

// DidOpen uses the editor's text of a file from now on.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	name := nameOf(p.TextDocument.URI)
	s.mu.Lock()
	s.files[name] = &document{text: p.TextDocument.Text, version: p.TextDocument.Version}
	s.mu.Unlock()
	s.markChanged(name)
	return nil
}

// DidChange changes the text of an open file.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	name := nameOf(p.TextDocument.URI)
	s.mu.Lock()
	d := s.files[name]
	if d == nil {
		d = &document{}
		s.files[name] = d
	}
	text := d.text
	for _, change := range p.ContentChanges {
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = c.Text
		case *protocol.TextDocumentContentChangePartial:
			from, to := offset(text, c.Range.Start), offset(text, c.Range.End)
			text = text[:from] + c.Text + text[max(from, to):]
		}
	}
	s.files[name] = &document{text: text, version: p.TextDocument.Version}
	s.mu.Unlock()
	s.markChanged(name)
	return nil
}

// DidClose uses the text on disk from now on.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	name := nameOf(p.TextDocument.URI)
	s.mu.Lock()
	delete(s.files, name)
	s.mu.Unlock()
	s.markChanged(name)
	return nil
}

// DidChangeWatchedFiles rereads files that other programs have changed.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	for _, c := range p.Changes {
		if c.Type == protocol.FileChangeTypeChanged {
			s.markChanged(nameOf(c.URI))
		} else {
			s.markChanged("")
		}
	}
	return nil
}

// markChanged records that a file has changed, or that any may have, and wakes the
// goroutine that rebuilds.
func (s *server) markChanged(name string) {
	s.mu.Lock()
	s.pending = true
	if name == "" || strings.HasSuffix(name, ".json") {
		s.whole = true
	} else {
		s.changed = append(s.changed, name)
	}
	s.mu.Unlock()
	select {
	case s.edits <- struct{}{}:
	default: // it has been woken already
	}
}

// source returns the text of a file as the author sees it.
func (s *server) source(name string) (string, bool) {
	s.mu.Lock()
	d := s.files[name]
	s.mu.Unlock()
	if d != nil {
		return d.text, true
	}
	text, ok := s.workspace.Loader.Source(name)
	return string(text), ok
}

// lineAt returns the line of a text, counted from 0, without its end.
func lineAt(text string, line int) string {
	for ; line > 0; line-- {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return ""
		}
		text = text[i+1:]
	}
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(text, "\r")
}

// offset returns the byte offset of a position of the protocol, which counts
// UTF-16 code units. Positions after the end of a line count as its end.
func offset(text string, p protocol.Position) int {
	at := 0
	for range p.Line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	units := uint32(0)
	for at < len(text) && text[at] != '\n' && units < p.Character {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == '\r' && strings.HasPrefix(text[at:], "\r\n") {
			break
		}
		units += uint32(max(1, utf16.RuneLen(r)))
		at += size
	}
	return at
}

// column returns the column of a position, in characters from 1.
func column(line string, character uint32) int {
	return utf8.RuneCountInString(line[:offset(line, protocol.Position{Character: character})]) + 1
}

// character returns the position of a column, counted in characters from 1.
func character(line string, column int) uint32 {
	units := uint32(0)
	for _, r := range line {
		if column--; column < 1 {
			break
		}
		units += uint32(max(1, utf16.RuneLen(r)))
	}
	return units
}

// rangeOf returns the range of a place in a text.
func rangeOf(text string, at diag.Place) protocol.Range {
	line := max(at.Line, 1) - 1
	content := lineAt(text, line)
	from, to := at.Column, at.Column+max(at.Length, 1)
	if at.Column == 0 { // the whole line
		from = 1 + len(content) - len(strings.TrimLeft(content, " "))
		to = utf8.RuneCountInString(content) + 1
	}
	return protocol.Range{
		Start: protocol.Position{Line: uint32(line), Character: character(content, from)},
		End:   protocol.Position{Line: uint32(line), Character: character(content, to)},
	}
}

// rangeIn returns the range between two columns of a line that counts from 1.
func rangeIn(text string, line, from, to int) protocol.Range {
	return rangeOf(text, diag.Place{Line: line, Column: from, Length: to - from})
}
