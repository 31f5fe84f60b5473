package lint

import (
	"bytes"
	"regexp"

	"sleight/runtime/diag"
)

// cutTexts finds unquoted texts that end at a # meant as part of them: text:
// Play card #2. An intended comment has a space after the #.
func cutTexts(p *pass) {
	seen := map[string]bool{}
	for _, x := range p.all {
		file := x.Place.File
		if seen[file] {
			continue
		}
		seen[file] = true
		text, ok := p.source(file)
		if !ok || !bytes.Contains(text, []byte(" #")) {
			continue
		}
		n := 0
		for line := range bytes.Lines(text) {
			n++
			if !bytes.Contains(line, []byte(" #")) {
				continue
			}
			m := cutText.FindSubmatchIndex(line)
			if m == nil {
				continue
			}
			at := diag.Place{File: file, Line: n, Column: len([]rune(string(line[:m[6]]))) + 1, Length: 1}
			p.report(diag.New("content/doubt", at, "the text ends here: after a space, # begins a comment").
				WithHint("put the text in quotes: %s: \"%s\"", line[m[2]:m[3]], bytes.TrimSpace(line[m[4]:m[7]])))
		}
	}
}

// cutText matches a line with a key for prose: the key, the text up to the #, and
// the rest of the line.
var cutText = regexp.MustCompile(`^\s*(?:- )?(text|name|prompt|else|none|breaks|unit):\s+([^\s"'|>\[{&*!#][^#]*\s)(#[^\s#!].*)`)
