// Package render draws problems: for people, for other programs, and for the
// places where reviewers look.
//
// Layer diag. It knows problems as data and nothing of where they come from; it
// reads no file and decides nothing about them.
package render

import (
	"fmt"
	"io"
	"strings"
	"time"

	"sleight/runtime/diag"
)

// Findings is what there is to draw: problems, and what was looked at to find
// them.
type Findings struct {
	Problems diag.List
	// Files are the names of the files that were looked at, sorted.
	Files []string
	// Source returns the text of a file by the name that places give; nil when
	// there is none.
	Source func(file string) ([]byte, bool)
	// Color allows colours where a format has them.
	Color bool
	// Version is that of the program that looked, Began when it did, and Took
	// how long it took.
	Version string
	Began   time.Time
	Took    time.Duration
}

// Format is one way to draw findings.
type Format struct {
	Name, Doc string
	// Write draws findings whole. The error is that of w.
	Write func(w io.Writer, f *Findings) error
}

// Formats returns all formats, for people first.
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

// FormatNamed finds a format by name.
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
	_, err := io.WriteString(w, Summary(f.Problems)+"\n")
	return err
}

func writeConcise(w io.Writer, f *Findings) error { return WriteConcise(w, f.Problems) }

// whole is all that a problem says, on several lines: the message, what to do,
// and the other places.
func whole(d diag.Diagnostic) string {
	lines := []string{oneLine(sentence(d.Message))}
	if d.Hint != "" {
		lines = append(lines, "hint: "+oneLine(d.Hint))
	}
	for _, n := range d.Notes {
		text := "note: " + oneLine(n.Message)
		if !n.Place.IsZero() {
			text += fmt.Sprintf(" (%s)", n.Place)
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// sentence begins a message with a capital letter where that changes no name.
func sentence(message string) string {
	first, _, _ := strings.Cut(message, " ")
	if first == "" || strings.Trim(first, "abcdefghijklmnopqrstuvwxyz") != "" {
		return message
	}
	return strings.ToUpper(message[:1]) + message[1:]
}
