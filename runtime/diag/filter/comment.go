package filter

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// comment is a comment that ignores problems: at the end of a line, or on the
// line above it.
//
//	speed: 90  # sleight:ignore content/param-range because it is a joke
//	-- sleight:ignore script/unused-local
type comment struct {
	place diag.Place
	// line is the line it applies to; 0 means the whole file.
	line int
	code string
	used bool
	// edits remove it; none if it names other codes too.
	edits []diag.Edit
}

const mark = "sleight:ignore"

var (
	commentForm = regexp.MustCompile(`(?:#|--)[ \t]*(sleight:ignore(?:-file)?)\b([^\n]*)`)
	codeForm    = regexp.MustCompile(`^[a-z]+/[a-z-]+$`)
	onlyComment = regexp.MustCompile(`^\s*(?:#|--|$)`)
)

// dropIgnored removes ignored problems and adds the problems of the comments
// themselves. It does not change the list passed to it.
func (r Rules) dropIgnored(list diag.List, files []string, source func(string) ([]byte, bool)) (kept diag.List, dropped int) {
	all := map[string][]*comment{}
	var problems diag.List
	for _, f := range files {
		if text, ok := source(f); ok && bytes.Contains(text, []byte(mark)) {
			found, wrong := comments(f, text)
			all[f], problems = found, append(problems, wrong...)
		}
	}
	for _, d := range list {
		if isIgnored(d, all[d.Place.File]) {
			dropped++
			continue
		}
		kept = append(kept, d)
	}
	for _, f := range files {
		for _, c := range all[f] {
			if r.Complete && !c.used {
				d := diag.New("ignore/unused", c.place, "there is no %s here to ignore", c.code).WithHint("remove the comment")
				d.Edits = c.edits
				problems = append(problems, d)
			}
		}
	}
	return append(kept, problems...), dropped
}

// isIgnored reports whether a comment ignores a problem. Errors cannot be
// ignored: they keep content from being used, so hiding them would help nobody.
func isIgnored(d diag.Diagnostic, all []*comment) bool {
	out := false
	for _, c := range all {
		if c.code != d.Code || c.line != 0 && c.line != d.Place.Line {
			continue
		}
		c.used = true
		out = out || d.Severity < diag.Error
	}
	return out
}

// comments finds the comments of a text, one for each code that they name.
func comments(file string, text []byte) (found []*comment, problems diag.List) {
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		m := commentForm.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		at := diag.Place{File: file, Line: i + 1}
		speaksOf := i + 1
		switch {
		case line[m[2]:m[3]] != mark:
			speaksOf = 0
		case strings.TrimSpace(line[:m[0]]) == "":
			speaksOf = nextCodeLine(lines, i)
		}
		named, first := false, len(found)
		for _, word := range words(line, m[4]) {
			at.Column, at.Length = utf8.RuneCountInString(line[:word.from])+1, len(word.text)
			if !codeForm.MatchString(word.text) {
				break // the reason begins
			}
			named = true
			if _, ok := diag.Lookup(word.text); !ok {
				problems = append(problems, diag.New("ignore/unknown", at, "unknown code %q", word.text).Suggest(word.text, Names()))
				continue
			}
			found = append(found, &comment{place: at, line: speaksOf, code: word.text})
		}
		if len(found) == first+1 {
			found[first].edits = removal(file, i+1, line, m[0])
		}
		if !named {
			at.Column, at.Length = utf8.RuneCountInString(line[:m[2]])+1, m[3]-m[2]
			problems = append(problems, diag.New("ignore/unknown", at, "the comment names no code").
				WithHint("write the code after it, such as: %s content/param-range", line[m[2]:m[3]]))
		}
	}
	return found, problems
}

// removal removes a comment that starts at a byte from its line, or the whole
// line.
func removal(file string, number int, line string, from int) []diag.Edit {
	line = strings.TrimSuffix(line, "\r")
	before := strings.TrimRight(line[:from], " \t")
	if before == "" {
		return []diag.Edit{{Place: diag.Place{File: file, Line: number}, Lines: 1}}
	}
	rest := line[len(before):]
	at := diag.Place{File: file, Line: number, Column: utf8.RuneCountInString(before) + 1, Length: utf8.RuneCountInString(rest)}
	return []diag.Edit{{Place: at, Old: rest}}
}

// nextCodeLine returns the number, from 1, of the first line below the line with index i
// that is more than a comment.
func nextCodeLine(lines []string, i int) int {
	for i++; i < len(lines); i++ {
		if !onlyComment.MatchString(lines[i]) {
			break
		}
	}
	return i + 1
}

type word struct {
	text string
	from int
}

// words cuts a line from a byte on at spaces and commas.
func words(line string, from int) []word {
	var out []word
	for from < len(line) {
		rest := strings.TrimLeft(line[from:], " \t,\r")
		from = len(line) - len(rest)
		end := strings.IndexAny(rest+" ", " \t,\r")
		if end > 0 {
			out = append(out, word{rest[:end], from})
		}
		from += max(1, end)
	}
	return out
}
