// Package filter decides which of many problems are told: those of a file or a
// sort that was asked for, and not those that an author has waved through or
// that a baseline knows.
//
// Layer diag. It knows problems and their fingerprints. It finds none itself but
// those of its own comments, and draws nothing.
package filter

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// Rules say what is told.
type Rules struct {
	// Least is the severity below which nothing is told.
	Least diag.Severity
	// Select names codes, or what stands before the slash of several; when it
	// is not empty, no other is told. Ignore names those that are not told.
	Select, Ignore []string
	// Within tells whether a file was asked for; nil asks for all. A problem
	// without a file, or with a note in such a file, is told as well.
	Within func(file string) bool
	// Baseline holds what is known already; nil knows nothing.
	Baseline *Baseline
	// Complete tells that every check has run, so that a comment which ignores
	// nothing is one too many.
	Complete bool
}

// Verdict is what came of a list.
type Verdict struct {
	// Told are the problems that are left, sorted.
	Told diag.List
	// Waved counts those that a comment ignores, Known those in the baseline,
	// and Mended what the baseline holds and is no more.
	Waved, Known, Mended int
}

// Apply sorts out a list. Files are those that were looked at, by the names
// that places give; source returns their texts.
func (r Rules) Apply(list diag.List, files []string, source func(string) ([]byte, bool)) Verdict {
	var v Verdict
	list, v.Waved = r.wave(list, files, source)
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !r.asked(d) })
	list.Sort()
	if r.Baseline != nil {
		list, v.Known, v.Mended = r.Baseline.subtract(list, source, r)
	}
	v.Told = list
	return v
}

// asked tells whether a problem is of a file, sort and severity asked for.
func (r Rules) asked(d diag.Diagnostic) bool {
	switch {
	case d.Severity < r.Least:
		return false
	case len(r.Select) > 0 && !matches(d.Code, r.Select):
		return false
	case matches(d.Code, r.Ignore):
		return false
	case r.Within == nil || d.Place.File == "" || r.Within(d.Place.File):
		return true
	}
	return slices.ContainsFunc(d.Notes, func(n diag.Note) bool { return r.Within(n.Place.File) })
}

// matches tells whether names hold a code, or what stands before its slash.
func matches(code string, names []string) bool {
	area, _, _ := strings.Cut(code, "/")
	return slices.Contains(names, code) || slices.Contains(names, area)
}

// Names lists what Select and Ignore may hold.
func Names() []string {
	var out []string
	for _, c := range diag.Codes {
		area, _, _ := strings.Cut(c.Name, "/")
		if !slices.Contains(out, area) {
			out = append(out, area)
		}
		out = append(out, c.Name)
	}
	return out
}
