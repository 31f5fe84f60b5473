package protocol

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"

	"sleight/runtime/game/board"
	"sleight/runtime/server/host"
)

// source holds the Go files that declare and document the messages.
//
//go:embed messages*.go
var source embed.FS

// comments returns the doc comments of messages and their fields, by TYPE and
// TYPE.FIELD, each on one line.
func comments() map[string]string {
	out := map[string]string{}
	for _, files := range []embed.FS{source, board.Source, host.Source} {
		names, _ := fs.Glob(files, "*.go") // the pattern is a valid one
		for _, name := range names {
			text, err := files.ReadFile(name)
			if err == nil {
				err = read(text, out)
			}
			if err != nil {
				panic("protocol: " + err.Error()) // the sources this program was built from
			}
		}
	}
	return out
}

func read(text []byte, out map[string]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		t := g.Specs[0].(*ast.TypeSpec)
		s, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		out[t.Name.Name] = oneLine(g.Doc.Text())
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				out[t.Name.Name+"."+name.Name] = oneLine(f.Doc.Text() + f.Comment.Text())
			}
		}
	}
	return nil
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
