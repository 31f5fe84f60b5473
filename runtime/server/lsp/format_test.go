package lsp

import (
	"io/fs"
	"strings"
	"testing"

	"sleight/content"
	"sleight/runtime/lua"
	"sleight/scripts"
)

// TestShippedFilesAreFormatted checks that the shipped files are laid out as
// the formatter lays them out, and formatting never changes what a script says.
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
	as, bs := lua.Tokens(a), lua.Tokens(b)
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
