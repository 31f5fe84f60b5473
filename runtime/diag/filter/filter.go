// Package filter decides which problems are reported: those in the requested
// files and with the requested codes, except those that a comment ignores or
// that a baseline knows.
//
// Layer diag. It knows problems and their fingerprints. It finds no problems
// itself, except in ignoring comments, and draws nothing.
package filter

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// Rules specifies what is reported.
type Rules struct {
	// MinSeverity is the lowest severity that is reported.
	MinSeverity diag.Severity
	// Select names codes or their prefixes before the slash; if it is not
	// empty, only these are reported. Ignore names codes that are not reported.
	Select, Ignore []string
	// Within reports whether a file was requested; nil requests all. Problems
	// without a file, or with a note in a requested file, are reported as well.
	Within func(file string) bool
	// Baseline holds the known problems; nil knows none.
	Baseline *Baseline
	// Complete means that every check has run, so a comment that ignores
	// nothing is superfluous.
	Complete bool
}

// Result is the result of filtering a list.
type Result struct {
	// Reported lists the remaining problems, sorted.
	Reported diag.List
	// Ignored counts the problems that a comment ignores, Known those in the
	// baseline, and Fixed those in the baseline that no longer exist.
	Ignored, Known, Fixed int
}

// Apply filters a list. files lists the checked files, by the names that places
// use; source returns their texts.
func (r Rules) Apply(list diag.List, files []string, source func(string) ([]byte, bool)) Result {
	var v Result
	list, v.Ignored = r.dropIgnored(list, files, source)
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !r.isSelected(d) })
	list.Sort()
	if r.Baseline != nil {
		list, v.Known, v.Fixed = r.Baseline.subtract(list, source, r)
	}
	v.Reported = list
	return v
}

// isSelected reports whether a problem's file, code and severity were requested.
func (r Rules) isSelected(d diag.Diagnostic) bool {
	switch {
	case d.Severity < r.MinSeverity:
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

// matches reports whether names contain a code or its prefix before the slash.
func matches(code string, names []string) bool {
	area, _, _ := strings.Cut(code, "/")
	return slices.Contains(names, code) || slices.Contains(names, area)
}

// Names lists what Select and Ignore may contain.
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
