package sleight

import (
	"fmt"
	"strings"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/sleight/workspace"
)

// Problem is a fault in content, or a script that failed.
type Problem struct {
	// Code identifies the kind of problem, such as content/unknown-key. Codes are
	// stable; sleight explain CODE explains one.
	Code string
	// Severity is SeverityError, SeverityWarning or SeverityNotice.
	Severity string
	Message  string
	// Hint says what to do, if known.
	Hint string
	// File, Line and Column locate the problem. Lines and columns count from 1;
	// 0 is unknown.
	File         string
	Line, Column int

	diagnostic diag.Diagnostic
}

// The severities of problems: "error", "warning" and "notice". Only content
// without errors can be played.
const (
	SeverityError   = "error"
	SeverityWarning = "warning"
	SeverityNotice  = "notice"
)

// Error returns the problem as one line: place, message, code and hint.
func (p *Problem) Error() string {
	text := p.Message
	if p.File != "" {
		place := p.File
		if p.Line > 0 {
			place += fmt.Sprintf(":%d", p.Line)
			if p.Column > 0 {
				place += fmt.Sprintf(":%d", p.Column)
			}
		}
		text = place + ": " + text
	}
	if p.Code != "" {
		text += " [" + p.Code + "]"
	}
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	return text
}

// Problems is a list of problems found together, sorted by place. It is the
// error returned whenever content, a save, the name of a game or the number of
// its players is at fault; an unknown language or bot is a plain error.
type Problems []Problem

// Error returns one line for each problem.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].Error()
	}
	return strings.Join(lines, "\n")
}

// Failed reports whether any of them is an error, and not just a warning or a
// notice.
func (p Problems) Failed() bool {
	for i := range p {
		if p[i].Severity == SeverityError {
			return true
		}
	}
	return false
}

func problemOf(d diag.Diagnostic) Problem {
	return Problem{
		Code: d.Code, Severity: d.Severity.String(), Message: d.Message.String(), Hint: d.Hint.String(),
		File: d.Place.File, Line: d.Place.Line, Column: d.Place.Column, diagnostic: d,
	}
}

func problemsOf(list diag.List) Problems {
	out := make(Problems, len(list))
	for i, d := range list {
		out[i] = problemOf(d)
	}
	return out
}

// Internals returns the problems in full detail, for the tools of Sleight
// itself. It is not covered by the stability promise.
func (p Problems) Internals() diag.List {
	out := make(diag.List, len(p))
	for i := range p {
		out[i] = p[i].diagnostic
	}
	return out
}

// failed returns a diagnostic as an error.
func failed(d *diag.Diagnostic) error { return Problems{problemOf(*d)} }

// Edit is the result of reading the files that an edit has saved.
type Edit struct {
	// Published reports whether the edit is live. If not, its errors are among
	// Problems, and the previous content stays live.
	Published bool
	Problems  Problems
	// Files are the files that were saved.
	Files []string
	// Took is the time it took to read and check them.
	Took time.Duration

	outcome workspace.Outcome
}

func editOf(o workspace.Outcome) Edit {
	return Edit{Published: o.Published, Problems: problemsOf(o.Diagnostics), Files: o.Files, Took: o.Took, outcome: o}
}

// Internals returns the edit with the live content, for the tools of Sleight
// itself. It is not covered by the stability promise.
func (e Edit) Internals() workspace.Outcome { return e.outcome }

// String describes the edit for a log.
func (e Edit) String() string {
	state := "live"
	if !e.Published {
		state = "not live"
	}
	text := strings.Join(e.Files, ", ") + ": " + state
	if len(e.Problems) > 0 {
		text += "\n" + e.Problems.Error()
	}
	return text
}
