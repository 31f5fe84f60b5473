package yaml

import (
	"bytes"
	"regexp"

	"sleight/runtime/diag"
)

// version matches the only allowed directive, once per document.
var version = regexp.MustCompile(`^%YAML 1\.[0-9]{1,3}[ \t]*(#.*)?\r?$`)

// refusedDirective checks the lines before each document for directives. The
// library compares each directive with all before it, so it must not see many.
func refusedDirective(file string, src []byte) *diag.Diagnostic {
	before, versions := true, 0
	for n, rest := 1, src; len(rest) > 0; n++ {
		line := rest
		if end := bytes.IndexAny(rest, "\n\r"); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
			if bytes.HasPrefix(rest, []byte("\n")) && src[len(src)-len(rest)-1] == '\r' {
				rest = rest[1:]
			}
		} else {
			rest = nil
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		switch text := bytes.TrimSpace(line); {
		case before && bytes.HasPrefix(line, []byte("%")):
			if versions++; versions > 1 || !version.Match(line) {
				d := diag.New("content/yaml-feature", diag.Place{File: file, Line: n, Column: 1}, "a directive (%%) cannot be used in content").
					WithHint("remove it; a text that starts with %% needs quotes")
				return &d
			}
		case bytes.HasPrefix(line, []byte("...")):
			before, versions = true, 0
		case len(text) > 0 && text[0] != '#':
			before = false
		}
	}
	return nil
}
