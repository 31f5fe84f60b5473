package yaml

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// syntaxWord explains a message of the YAML library to a designer. In the
// words, %c stands for the character at the problem.
type syntaxWord struct{ has, code, message, hint string }

var syntaxWords = []syntaxWord{
	{"mapping values are not allowed", "content/yaml", "there is a second \": \" on this line", "put quotes around a text that contains \": \", or start the key on a line of its own"},
	{"cannot start any token", "content/yaml", "a text cannot start with %c", "put quotes around the text"},
	{"could not find expected ':'", "content/yaml", colonWord.message, colonWord.hint},
	{"did not find expected key", "content/yaml", "this does not fit into the mapping around it", "check the indentation of this line, and that quotes are closed: inside '…' a ' is written twice"},
	{"did not find expected ',' or ']'", "content/yaml", "this list is not closed, or a comma is missing in it", "write [a, b, c]"},
	{"did not find expected ',' or '}'", "content/yaml", "this mapping is not closed, or a comma is missing in it", "write {a: 1, b: 2}; a text with a comma or ? goes into quotes"},
	{"did not find expected '-' indicator", "content/yaml", "this does not fit into the list around it", "start every entry with \"- \" at the same indentation"},
	{"block sequence entries are not allowed", "content/yaml", "a list entry cannot start here", "start the list on the line below its key"},
	{"did not find expected node content", "content/yaml", "a value is missing here", "write a value, or remove the comma; a text that starts with ] or } needs quotes"},
	{"unexpected end of stream", "content/yaml", "this quoted text is not closed", "add the missing quote"},
	{"unexpected document indicator", "content/yaml", "this quoted text is not closed", "add the missing quote"},
	{"unknown escape character", "content/yaml", "this character cannot follow a backslash", "double the backslash, or use single quotes: '…'"},
	{"hexdecimal number", "content/yaml", "this escape needs more digits", "double the backslash, or use single quotes: '…'"},
	{"invalid Unicode character", "content/yaml", "this escape is not a character", "write the character itself"},
	{"alphabetic or numeric character", "content/yaml", "a text cannot start with & or *", "put quotes around the text"},
	{"unknown anchor", "content/yaml-feature", "an alias cannot be used in content", "write the value out, or use extends; a text that starts with * needs quotes"},
	{"comment or line break", "content/yaml", "nothing may follow | or > on its line", "start the text on the next line, indented"},
	{"tab character", "content/yaml", "this line is indented with a tab", "indent YAML with spaces"},
	{"indentation indicator", "content/yaml", "the indentation after | or > must be 1 to 9", "write | alone"},
	{"did not find expected whitespace or line break", "content/yaml-feature", "a text cannot start with !", "put quotes around the text; Lua writes not"},
	{"tag", "content/yaml-feature", "a tag cannot be used in content", "remove it; a text that starts with ! needs quotes"},
	{"directive", "content/yaml-feature", "a directive (%) cannot be used in content", "remove it; a text that starts with % needs quotes"},
	{"<document start>", "content/yaml", "this is outside the definition", "check the indentation, or put --- between two definitions"},
	{"block mapping", "content/yaml", "a mapping cannot start here", "start it on the line below its key"},
	{"mapping keys are not allowed", "content/yaml", "a key cannot start here", "start it on a line of its own; a text that starts with ? needs quotes"},
	{"max depth", "content/depth", "values are nested too deep", ""},
	{"simple key", "content/yaml", "this key is too long", "a key must be short and on one line"},
}

// opening is the bracket of problems that are between it and the place where the
// library gave up.
var opening = map[string]byte{
	"did not find expected ',' or ']'": '[',
	"did not find expected ',' or '}'": '{',
}

var (
	tabWord    = syntaxWord{"", "content/yaml", "this line is indented with a tab", "indent YAML with spaces"}
	colonWord  = syntaxWord{"", "content/yaml", "this line is not \"key: value\"", "write a colon and a space after the key; indent a text that continues the line above"}
	deeperWord = syntaxWord{"", "content/yaml", "this line is indented deeper than the key above allows", "keys of one mapping have the same indentation; a key with keys below it has no value of its own"}
	gluedWord  = syntaxWord{"", "content/yaml", "a space is missing after the colon", "write \"key: value\""}
	glued      = regexp.MustCompile(`^ *(?:- )?[a-z_]+:[^\s:]`)
	// The library takes ? before a bracket or comma for a key indicator.
	questionWord = syntaxWord{"", "content/yaml", "between brackets a text cannot end with ?", "put quotes around the text"}
	inQuotes     = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	// In brackets, the library takes a text up to its first ": " for a key.
	innerColonWord = syntaxWord{"", "content/yaml", "between brackets a text cannot contain \": \"", "put quotes around the text"}
	secondColon    = regexp.MustCompile(`[{\[,] *[\w@.-]+: +(?:[^\s,\[\]{}:_][^\s,\[\]{}:]*|[^\s,\[\]{}:_][^,\[\]{}:]*[^\w\s,\[\]{}:])(: )`)
	endsWithMark   = regexp.MustCompile(`[^\s"'?\[{,]\?\s*[,}\]]`)
	errorLine      = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
)

// syntaxProblem turns an error of the YAML library into a located problem. The
// library gives at most the line of the enclosing block; the true place is the
// end of the shortest prefix that fails in the same way.
func syntaxProblem(file string, src []byte, err error) diag.Diagnostic {
	text := err.Error()
	line := 1
	if m := errorLine.FindStringSubmatch(text); m != nil && m[1] != "" {
		line, _ = strconv.Atoi(m[1])
	}
	plain := errorLine.ReplaceAllString(text, "")
	i := slices.IndexFunc(syntaxWords, func(w syntaxWord) bool { return strings.Contains(plain, w.has) })
	if i < 0 {
		return diag.New("content/yaml", diag.Place{File: file, Line: line}, "invalid YAML: %s", plain)
	}
	w := syntaxWords[i]
	offset := failure{src, text, w.has, line}.offset()
	at := diag.Place{File: file, Line: line}
	if offset >= 0 {
		if mark := question(src, offset); mark > 0 && opening[w.has] != 0 {
			w, offset = questionWord, mark
		} else if mark := innerColon(src, offset); mark > 0 && opening[w.has] != 0 {
			w, offset = innerColonWord, mark
		}
		if start := bracketAbove(src, offset); start >= 0 && w.has == "cannot start any token" {
			w, offset = unclosedWord(src[start]), start
		}
		at.Line, at.Column = Position(src, offset)
		if strings.HasSuffix(w.message, "with !") {
			offset = max(bytes.LastIndexByte(src[:offset], '!'), 0)
			at.Line, at.Column = Position(src, offset)
		}
		switch {
		case tabIndents(src, offset):
			w = tabWord
		case w.has == "mapping values are not allowed" && !bytes.Contains(lineFrom(src, offset), []byte(":")):
			w = colonWord
		case w.has == "mapping values are not allowed" && !bytes.Contains(lineBefore(src, offset), []byte(": ")):
			w = deeperWord
			if start := gluedColon(src, offset); start >= 0 {
				w, offset = gluedWord, start
				at.Line, at.Column = Position(src, offset)
			}
		}
	}
	return diag.New(w.code, at, "%s", strings.ReplaceAll(w.message, "%c", charAt(src, offset))).WithHint("%s", w.hint)
}

// question finds a question mark after an opening bracket, on its line, that
// the library does not take for part of a text. It returns -1 if there is none.
func question(src []byte, offset int) int {
	line := inQuotes.ReplaceAllFunc(lineFrom(src, offset), func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	found := endsWithMark.FindIndex(line)
	if found == nil {
		return -1
	}
	return offset + found[0] + bytes.IndexByte(src[offset+found[0]:], '?')
}

// innerColon finds a ": " in a text after an opening bracket, on its line. It
// returns -1 if there is none. A last word that may be a key lacks a comma instead.
func innerColon(src []byte, offset int) int {
	line := inQuotes.ReplaceAllFunc(lineFrom(src, offset), func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	if m := secondColon.FindSubmatchIndex(line); m != nil {
		return offset + m[2]
	}
	return -1
}

// unclosedWord says that a bracket is not closed.
func unclosedWord(bracket byte) syntaxWord {
	missing := string(bracket + 2) // holds in ASCII for both [ and {
	return syntaxWord{"", "content/yaml", "this " + string(bracket) + " is not closed", "add the missing " + missing + "; the lines below it belong to it until then"}
}

// bracketAbove finds a bracket in the lines above a | or >, which begins a text of
// several lines everywhere but in brackets. It returns -1 if there is none.
func bracketAbove(src []byte, offset int) int {
	if offset >= len(src) || src[offset] != '|' && src[offset] != '>' {
		return -1
	}
	start := max(0, bytes.LastIndex(src[:offset], []byte("\n---"))) // the definition
	end := offset - len(lineBefore(src, offset))
	before := inQuotes.ReplaceAllFunc(src[start:max(start, end)], func(text []byte) []byte { return bytes.Repeat([]byte{'_'}, len(text)) })
	if at := max(openBracket(before, '['), openBracket(before, '{')); at >= 0 {
		return start + at
	}
	return -1
}

// gluedColon finds the colon without a space in the line above offset's, which
// made the library take that line for a continued text. It returns −1 if there
// is none.
func gluedColon(src []byte, offset int) int {
	end := offset - len(lineBefore(src, offset)) - 1
	if end < 0 {
		return -1
	}
	start := bytes.LastIndexByte(src[:end], '\n') + 1
	if above := src[start:end]; glued.Match(above) {
		return start + bytes.IndexByte(above, ':')
	}
	return -1
}

// lineBefore returns the part of offset's line before it.
func lineBefore(src []byte, offset int) []byte {
	start := bytes.LastIndexByte(src[:min(offset, len(src))], '\n') + 1
	return src[start:offset]
}

// lineFrom returns the part of offset's line from it on.
func lineFrom(src []byte, offset int) []byte {
	line, _, _ := bytes.Cut(src[min(offset, len(src)):], []byte("\n"))
	return line
}

// tabIndents reports whether there is a tab before the text of offset's line.
func tabIndents(src []byte, offset int) bool {
	line := lineFrom(src, offset-len(lineBefore(src, offset)))
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	return bytes.ContainsRune(indent, '\t')
}

func charAt(src []byte, offset int) string {
	if offset < 0 || offset >= len(src) {
		return "this character"
	}
	r, _ := utf8.DecodeRune(src[offset:])
	if r == '\t' {
		return "a tab"
	}
	return string(r)
}
