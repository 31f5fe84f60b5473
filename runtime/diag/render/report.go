// Package render formats problems for people, for other programs, and for code
// review tools.
//
// Layer diag. It treats problems as data and does not know where they come
// from. It does not read files or decide anything about problems.
package render

import (
	"fmt"
	"io"
	"strings"
	"time"

	"sleight/runtime/diag"
)

// Findings is the input of a format: problems, and what was checked to find
// them.
type Findings struct {
	Problems diag.List
	// Files are the names of the files that were checked, sorted.
	Files []string
	// Source returns the text of a file by the name used in places, or false if
	// there is none. It may be nil.
	Source func(file string) ([]byte, bool)
	// Color enables colors in formats that support them.
	Color bool
	// Version is the version of the program, Began the time when the check
	// began, and Took its duration.
	Version string
	Began   time.Time
	Took    time.Duration

	lines lineFinder
}

// Format is an output format for findings.
type Format struct {
	Name, Doc string
	// Write writes all findings to w and returns the error of w.
	Write func(w io.Writer, f *Findings) error
}

// Formats returns all formats, those for people first.
func Formats() []Format {
	return []Format{
		{"human", "for people: each problem with its line and what to do", writeHuman},
		{"concise", "one line for each problem, which editors turn into links", writeConcise},
		{"json", "one JSON array", func(w io.Writer, f *Findings) error { return WriteJSON(w, f.Problems) }},
		{"jsonl", "one JSON object on each line", writeJSONLines},
		{"sarif", "SARIF 2.1.0, for code scanning", writeSARIF},
		{"github", "annotations of GitHub Actions", writeGitHub},
		{"gitlab", "a GitLab code quality report", writeGitLab},
		{"junit", "JUnit XML, one case for each problem and each clean file", writeJUnit},
	}
}

// FormatNamed returns the format with a name, if there is one.
func FormatNamed(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// FormatNames lists the formats in the order of Formats.
func FormatNames() []string {
	var out []string
	for _, f := range Formats() {
		out = append(out, f.Name)
	}
	return out
}

func writeHuman(w io.Writer, f *Findings) error {
	if err := Write(w, f.Problems, Options{Color: f.Color, Source: f.Source}); err != nil {
		return err
	}
	if len(f.Problems) > 0 {
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, Summary(f.Problems)+"\n"+frequent(f.Problems))
	return err
}

func writeConcise(w io.Writer, f *Findings) error { return WriteConcise(w, f.Problems) }

// fullText returns the whole text of a problem on several lines: the message,
// the hint, and the notes.
func fullText(d diag.Diagnostic) string {
	lines := []string{oneLine(capitalized(d.Message.String()))}
	if !d.Hint.IsZero() {
		lines = append(lines, "hint: "+oneLine(d.Hint.String()))
	}
	for _, n := range d.Notes {
		text := "note: " + oneLine(n.Message.String())
		if !n.Place.IsZero() {
			text += fmt.Sprintf(" (%s)", n.Place)
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// capitalized capitalizes a message unless its first word may be a name.
func capitalized(message string) string {
	first, _, _ := strings.Cut(message, " ")
	if first == "" || strings.Trim(first, "abcdefghijklmnopqrstuvwxyz") != "" {
		return message
	}
	return strings.ToUpper(message[:1]) + message[1:]
}
