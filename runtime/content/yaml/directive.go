package yaml

import (
	"bytes"
	"regexp"

	"sleight/runtime/diag"
)

// version matches the only allowed directive, once per document. The group is
// the minor version.
var version = regexp.MustCompile(`^%YAML[ \t]+1\.([12])[ \t]*(#.*)?$`)

// checkDirectives checks the lines before each document for directives. The
// library compares each directive with all before it, so it must not see many.
// Since the library also knows version 1.1 only, checkDirectives returns a source
// in which every version is 1.1. Content means the same in both versions: values
// that 1.2 reads differently are reported as ambiguous. Positions stay the same.
func checkDirectives(file string, src []byte) (readable []byte, problem *diag.Diagnostic) {
	readable = src
	before, versions := true, 0
	for n, rest := 1, bytes.TrimPrefix(src, []byte("\ufeff")); len(rest) > 0; n++ {
		line, start := rest, len(src)-len(rest)
		if end := bytes.IndexAny(rest, "\n\r"); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
			if bytes.HasPrefix(rest, []byte("\n")) && src[len(src)-len(rest)-1] == '\r' {
				rest = rest[1:]
			}
		} else {
			rest = nil
		}
		switch text := bytes.TrimSpace(line); {
		case before && bytes.HasPrefix(line, []byte("%")):
			minor := version.FindSubmatchIndex(line)
			if versions++; versions > 1 || minor == nil {
				d := diag.New("content/yaml-feature", diag.Place{File: file, Line: n, Column: 1}, "a directive (%%) cannot be used in content").
					WithHint("remove it; a text that starts with %% needs quotes")
				return nil, &d
			}
			if line[minor[2]] != '1' {
				if &readable[0] == &src[0] {
					readable = bytes.Clone(src)
				}
				readable[start+minor[2]] = '1'
			}
		case bytes.HasPrefix(line, []byte("...")):
			before, versions = true, 0
		case len(text) > 0 && text[0] != '#':
			before = false
		}
	}
	return readable, nil
}
