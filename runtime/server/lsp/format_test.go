package lsp

import (
	"io/fs"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"sleight/content"
	"sleight/runtime/lua/syntax"
	"sleight/scripts"
)

// TestShippedFilesAreFormatted checks that the shipped files have the
// formatter's format, and that formatting never changes a script's meaning.
func TestShippedFilesAreFormatted(t *testing.T) {
	for _, files := range []fs.FS{content.Files, scripts.Files} {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			switch {
			case isLua(name):
				if got := formatLua(string(text), "  "); got != string(text) {
					t.Errorf("%s:\n%s", name, firstDifference(string(text), got))
				}
				ragged := strings.ReplaceAll(string(text), "\n  ", "\n \t ")
				if got := formatLua(ragged, "  "); !sameTokens(got, string(text)) {
					t.Errorf("%s: formatting changes the script", name)
				}
			case isYAML(name):
				if got := formatYAML(string(text)); got != string(text) {
					t.Errorf("%s:\n%s", name, firstDifference(string(text), got))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFormatting checks whole files: scripts with two blanks for a step.
func TestFormatting(t *testing.T) {
	for _, x := range []struct{ name, before, after string }{
		{"x.lua", "if a then\nb()\nend", "if a then\n  b()\nend\n"},
		{"x.lua", "if a then\r\nb()\r\n\r\nend\r\n\r\n", "if a then\r\n  b()\r\n\r\nend\r\n"},
		{"x.lua", "f([[\r\n  a  \r\n]],  \r\n1)", "f([[\r\n  a  \r\n]],  \r\n  1)\r\n"},
		{"x.lua", "--[[ a\r\n  b\r\n]]\r\n\r\n   \r\n  x = 1\r\n", "--[[ a\r\n  b\r\n]]\r\n\r\n\r\nx = 1\r\n"},
		{"x.lua", "a = 1\r\nb = 2  \n", "a = 1\r\nb = 2\r\n"},
		{"x.lua", "end\r\nif\r\n", "end\r\nif\r\n"},
		{"x.lua", "  if a then\n", "  if a then\n"},
		{"x.lua", "f({\n1,\n{\n2,\n}, 3\n})\n", "f({\n  1,\n  {\n    2,\n  }, 3\n})\n"},
		{"x.lua", "if a then b() else\nc()\nelseif d then\ne()\nend\n", "if a then b() else\n  c()\nelseif d then\n  e()\nend\n"},
		{"x.lua", "x =\n1\n+ 2\n/ 3\n", "x =\n  1\n  + 2\n  / 3\n"},
		{"x.lua", "do\nreturn\nend\n", "do\n  return\nend\n"},
		{"x.lua", "return\nx\n", "return\n  x\n"},
		{"x.lua", "repeat\nx = \"do\"\nuntil x\n", "repeat\n  x = \"do\"\nuntil x\n"},
		{"x.lua", "x = [[\n\n  a ]]\n\n   -- b\n", "x = [[\n\n  a ]]\n\n-- b\n"},
		{"x.lua", "-- a [[\n  b()\n--[==[ c\n  ]] ]==]\n  d()\n", "-- a [[\nb()\n--[==[ c\n  ]] ]==]\nd()\n"},
		{"x.lua", "", "\n"},
		{"x.yaml", "a: 1  \r\n\r\nb: |  \r\n  c  \r\n\t\r\nd: 2\t\r\n\r\n", "a: 1\r\n\r\nb: |\r\n  c  \r\n\t\r\nd: 2\r\n"},
		{"x.yaml", "a: 1\r\nb: 2  \n", "a: 1\r\nb: 2\r\n"},
		{"x.yml", "a:  \n  - >-2  \n    b  \n  - c  \n  d: >+\n   e  \n  f  \n", "a:\n  - >-2\n    b\n  - c\n  d: >+\n   e  \n  f\n"},
		{"x.yaml", "\ta: |\n\n   b  \n\nc:  \n", "\ta: |\n\n   b  \n\nc:\n"},
		{"x.txt", "a  \n", "a  \n"},
	} {
		s := &server{files: map[string]*document{"/" + x.name: {text: x.before}}}
		edits, err := s.Formatting(t.Context(), &protocol.DocumentFormattingParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: s.uri("/" + x.name)},
			Options:      protocol.FormattingOptions{TabSize: 2, InsertSpaces: true},
		})
		if after := applyEdits(x.before, edits); err != nil || after != x.after {
			t.Errorf("%s: %q becomes\n%q, want\n%q, %v", x.name, x.before, after, x.after, err)
		}
	}
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return "- " + as[i] + "\n+ " + bs[i]
		}
	}
	return "one is longer"
}

func sameTokens(a, b string) bool {
	as, bs := syntax.Tokens(a), syntax.Tokens(b)
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if as[i].Text != bs[i].Text {
			return false
		}
	}
	return true
}
