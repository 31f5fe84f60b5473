package yaml

import (
	"bytes"
	"regexp"
	"strings"

	"sleight/runtime/diag"
)

// A file that is not YAML often has syntax of another format, or a slip that the
// library notices only some lines further down. These patterns find such causes in
// files that could not be parsed.

var (
	noBreak      = regexp.MustCompile("[\u00a0\u202f\u3000\u200b]")
	slashComment = regexp.MustCompile(`^\s*//`)
	openedQuote  = regexp.MustCompile(`^ *(?:- )*(?:[\w@.\[\]-]+: +)?(?:\w+: )?["]`)
	trailing     = regexp.MustCompile(`^ *(?:- )?[\w@.]+: +(?:"[^"]*"|'[^']*'|[\w.-]+)([,;])\s*$`)
	gluedStart   = regexp.MustCompile(`^ *(?:- )*[a-z_]+(:)["'\[{]`)
	markAlone    = regexp.MustCompile(`[:,\[{-]\s*(\?)\s*(?:[,}\]]|$)`)
	atLeast      = regexp.MustCompile(`[:-]\s+(>)=`)
	gluedInline  = regexp.MustCompile(`[{,] *[a-z_]+(:)[\w"'\[{]`)
)

// foreignSyntax reports syntax of another format in a file that is not YAML, up to
// the line where the library failed. It returns nil if there is none.
func foreignSyntax(file string, src []byte, failed int) *diag.Diagnostic {
	found := func(line, column int, message, hint string) *diag.Diagnostic {
		d := diag.New("content/yaml", diag.Place{File: file, Line: line, Column: column}, "%s", message).WithHint("%s", hint)
		return &d
	}
	for i, line := range Lines(src) {
		if message, hint := diag.StrayMark(string(line)); message != "" {
			return found(i+1, 1, message, hint)
		}
		if i+1 > failed+1 {
			break
		}
		if slashComment.Match(line) {
			return found(i+1, 1+bytes.IndexByte(line, '/'), "a comment begins with # in YAML, not with //", "write # for //")
		}
		if at := structuralSpace(line); at >= 0 {
			_, column := Position(line, at)
			return found(i+1, column, "this is a space that YAML does not accept, such as a no-break space", "write a plain space")
		}
	}
	return nil
}

// structuralSpace finds a space other than a blank or tab where YAML needs one:
// before the text of a line, or after a colon or dash.
func structuralSpace(line []byte) int {
	for _, m := range noBreak.FindAllIndex(line, -1) {
		before := bytes.TrimRight(line[:m[0]], " ")
		if len(before) == 0 || bytes.HasSuffix(before, []byte(":")) || bytes.Equal(bytes.TrimSpace(before), []byte("-")) {
			return m[0]
		}
	}
	return -1
}

// nearby looks for the cause around the line where the library failed.
func nearby(file string, src []byte, d diag.Diagnostic) diag.Diagnostic {
	lines := Lines(src)
	failed := d.Place.Line
	if failed < 1 || failed > len(lines) {
		return d
	}
	here := func(line, column int, message, hint string) diag.Diagnostic {
		return diag.New("content/yaml", diag.Place{File: file, Line: line, Column: column}, "%s", message).WithHint("%s", hint)
	}
	if at := longKey(lines[failed-1]); at >= 0 {
		_, column := Position(lines[failed-1], at)
		return here(failed, column, "this key is longer than 1024 characters", "a key is a short name; write a long text behind it, as its value")
	}
	plain := inQuotes.ReplaceAllFunc(lines[failed-1], func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	if m := markAlone.FindSubmatchIndex(plain); m != nil {
		_, column := Position(lines[failed-1], m[2])
		return here(failed, column, "? alone begins a key in YAML", "write \"?\"")
	}
	if m := atLeast.FindSubmatchIndex(plain); m != nil {
		_, column := Position(lines[failed-1], m[2])
		return here(failed, column, "a text cannot start with >", "put quotes around the text")
	}
	above := previous(lines, failed)
	if above > 0 {
		if m := trailing.FindSubmatchIndex(lines[above-1]); m != nil {
			return here(above, m[2]+1, "the value of a line does not end with "+string(lines[above-1][m[2]:m[3]])+" in YAML", "remove it")
		}
	}
	if m := gluedStart.FindSubmatchIndex(lines[failed-1]); m != nil {
		return here(failed, m[2]+1, gluedWord.message, gluedWord.hint)
	}
	if m := gluedInline.FindSubmatchIndex(plain); m != nil {
		return here(failed, m[2]+1, gluedWord.message, gluedWord.hint)
	}
	for n := failed; n > 0 && n > failed-12; n-- {
		if line := lines[n-1]; openedQuote.Match(line) && bytes.Count(bytes.ReplaceAll(line, []byte(`\"`), nil), []byte(`"`))%2 == 1 {
			return here(n, 1+bytes.IndexByte(line, '"'), "this quoted text is not closed", "add the missing quote")
		}
	}
	if above > 0 {
		if at := cutBracket(lines[above-1]); at >= 0 {
			return here(above, at+1, "the line ends here for YAML: after a space, # begins a comment", "put the text in quotes")
		}
	}
	if missing := unbalanced(lines[failed-1]); missing != "" {
		return here(failed, d.Place.Column, missing+" on this line", "brackets come in pairs: [a, b] for a list, {a: 1} for a mapping")
	}
	if above > 0 && indentation(lines[above-1]) != indentation(lines[failed-1]) {
		d = d.WithNote(diag.Place{File: file, Line: above, Column: 1 + indentation(lines[above-1])}, "or is this line not indented as it should be?")
	}
	return d
}

// cutBracket returns where a # begins a comment that hides the end of a bracket, or -1.
func cutBracket(line []byte) int {
	plain := inQuotes.ReplaceAllFunc(line, func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	at := bytes.Index(plain, []byte(" #"))
	if at < 0 {
		return -1
	}
	for _, kind := range []string{"[]", "{}"} {
		open := bytes.Count(plain[:at], []byte(kind[:1])) - bytes.Count(plain[:at], []byte(kind[1:]))
		if open > 0 && bytes.Contains(plain[at:], []byte(kind[1:])) {
			return at + 1
		}
	}
	return -1
}

// previous returns the number of the last line before n that has content.
func previous(lines [][]byte, n int) int {
	for n--; n > 0; n-- {
		if text := bytes.TrimSpace(lines[n-1]); len(text) > 0 && text[0] != '#' {
			return n
		}
	}
	return 0
}

func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// unbalanced says which bracket a line closes without having opened it; it is
// empty if there is none. What is opened may be closed on another line.
func unbalanced(line []byte) string {
	plain := inQuotes.ReplaceAll(line, nil)
	for _, kind := range []string{"[]", "{}"} {
		if bytes.Count(plain, []byte(kind[:1])) < bytes.Count(plain, []byte(kind[1:])) {
			return "there are more " + kind[1:] + " than " + kind[:1]
		}
	}
	return ""
}

// longKey returns where a key begins that is longer than YAML allows, or -1.
func longKey(line []byte) int {
	const most = 1024
	plain := inQuotes.ReplaceAllFunc(line, func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	start := 0
	for i, c := range append(plain, ' ') {
		switch {
		case c == ':' && (i+1 >= len(plain) || plain[i+1] == ' '):
			if i-start > most {
				return start
			}
			start = i + 1
		case c == ' ' && i == start, strings.IndexByte("-{[,", c) >= 0:
			start = i + 1
		}
	}
	return -1
}
