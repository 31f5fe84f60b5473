// Package diag holds located problems: what is wrong, where, and what to do.
//
// Layer diag. It knows nothing about content, scripts or games. Every other
// layer reports problems as a Diagnostic and leaves drawing to package render.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity orders problems. An Error keeps content from going live; a Warning
// and a Notice do not.
type Severity uint8

// The severities, from harmless to fatal.
const (
	Notice Severity = iota
	Warning
	Error
)

// String returns the word shown to people: notice, warning or error.
func (s Severity) String() string {
	return [...]string{"notice", "warning", "error"}[s]
}

// MarshalText makes severities words in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a word that MarshalText wrote.
func (s *Severity) UnmarshalText(text []byte) error {
	for *s = Notice; *s <= Error; *s++ {
		if s.String() == string(text) {
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", text)
}

// Place is a position in a file. File is a slash-separated path as the user
// would type it; Line and Column count from 1, Column in characters (code
// points). A zero Line means the whole file, an empty File an unknown place.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Length is the number of characters that the caret underlines; 0 means
	// one.
	Length int `json:"length,omitempty"`
	// Path is the data path inside a definition, e.g. use.targets[0].from.
	Path string `json:"path,omitempty"`
}

// IsZero reports whether nothing is known about the place.
func (p Place) IsZero() bool { return p.File == "" && p.Line == 0 }

// String returns file:line:column as far as known.
func (p Place) String() string {
	switch {
	case p.File == "":
		return "?"
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Note points to another place that a problem involves, such as the first of
// two duplicates.
type Note struct {
	Place   Place    `json:"place"`
	Message Sentence `json:"message"`
}

// Diagnostic is one problem. Message says what is wrong in one sentence
// without a full stop; Hint says what to do about it.
type Diagnostic struct {
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`
	Message  Sentence `json:"message"`
	Place    Place    `json:"place"`
	Hint     Sentence `json:"hint,omitzero"`
	Notes    []Note   `json:"notes,omitempty"`
	// Edits is the fix, if a certain one exists. The edits belong together.
	Edits []Edit `json:"edits,omitempty"`
}

// Edit is one change to a file.
type Edit struct {
	// Place is what is replaced: Length characters starting at Line and Column,
	// or, if Column is 0, Lines whole lines starting at Line. Zero characters
	// or lines insert.
	Place Place `json:"place"`
	Lines int   `json:"lines,omitempty"`
	// Old is the text expected there, with or without quotes around it. Quotes
	// stay unless Unquote is set. For whole lines it is empty.
	Old     string `json:"old,omitempty"`
	New     string `json:"new"`
	Unquote bool   `json:"unquote,omitempty"`
}

// New returns a diagnostic with the severity that the code table gives the
// code. It panics if the table lacks the code, which is a programming error.
func New(code string, at Place, format string, args ...any) Diagnostic {
	c, ok := Lookup(code)
	if !ok {
		panic("diag: unknown code " + code)
	}
	return Diagnostic{Severity: c.Severity, Code: code, Message: Sentencef(format, args...), Place: at}
}

// WithHint returns a copy of d that says what to do; an empty text is no hint.
func (d Diagnostic) WithHint(format string, args ...any) Diagnostic {
	d.Hint = Sentencef(format, args...)
	return d
}

// AlsoHint returns a copy of d with a sentence added to its hint.
func (d Diagnostic) AlsoHint(format string, args ...any) Diagnostic {
	more := Sentencef(format, args...)
	if !d.Hint.IsZero() {
		more = d.Hint.And("; ", more)
	}
	d.Hint = more
	return d
}

// WithNote returns a copy of d that also points to another place.
func (d Diagnostic) WithNote(at Place, format string, args ...any) Diagnostic {
	d.Notes = append(slices.Clip(d.Notes), Note{at, Sentencef(format, args...)})
	return d
}

// WithEdit returns a copy of d that also has a fix: old, at its place, becomes
// new.
func (d Diagnostic) WithEdit(old, new string) Diagnostic {
	d.Edits = append(slices.Clip(d.Edits), Edit{Place: d.Place, Old: old, New: new})
	return d
}

// Suggest returns a copy of d whose hint names the nearest known name, or lists
// the known names if there are few. If nothing is near and the list is long, it
// returns d. If exactly one name is near, the copy also has a fix, unless the
// name contains a bracket: then a list or mapping is malformed.
func (d Diagnostic) Suggest(name string, known []string) Diagnostic {
	if near, ok := Nearest(name, known); ok {
		d = d.WithHint("did you mean %q?", near)
		if onlyNear(name, near, known) && strings.ContainsAny(name, "[]{}") == strings.ContainsAny(near, "[]{}") {
			d = d.WithEdit(name, near)
		}
		return d
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(known)))
	if len(sorted) > 0 && len(sorted) <= 13 {
		return d.WithHint("known: %s", strings.Join(sorted, ", "))
	}
	return d
}

// Error makes a diagnostic usable as a Go error.
func (d Diagnostic) Error() string {
	text := fmt.Sprintf("%s: %s: %s [%s]", d.Place, d.Severity, d.Message, d.Code)
	if !d.Hint.IsZero() {
		text += "; " + d.Hint.String()
	}
	return text
}

// List is a list of problems found together.
type List []Diagnostic

// Failed reports whether any problem is an Error.
func (l List) Failed() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sort orders the list by file, line, column, code and message, and drops exact
// duplicates. The order is the same on every machine.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Place.File, b.Place.File),
			cmp.Compare(a.Place.Line, b.Place.Line),
			cmp.Compare(a.Place.Column, b.Place.Column),
			strings.Compare(a.Code, b.Code),
			strings.Compare(a.Message.String(), b.Message.String()),
		)
	})
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool {
		return a.Place == b.Place && a.Code == b.Code && a.Message.Equal(b.Message)
	})
}

// Error joins the problems, one per line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}
