package render

import (
	"io"

	"sleight/runtime/diag"
)

// gitLabIssue is an entry of a code quality report.
type gitLabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitLabLocation `json:"location"`
}

type gitLabLocation struct {
	Path  string      `json:"path"`
	Lines gitLabLines `json:"lines"`
}

type gitLabLines struct {
	Begin int `json:"begin"`
}

var gitLabSeverity = [...]string{diag.Notice: "info", diag.Warning: "minor", diag.Error: "critical"}

// writeGitLab writes a report for GitLab's code quality widget. A problem
// without a place is reported at line 1 of the folder.
func writeGitLab(w io.Writer, f *Findings) error {
	issues := []gitLabIssue{}
	marks := Fingerprints(f.Problems, f.Source)
	for i, d := range f.Problems {
		at := gitLabLocation{Path: d.Place.File, Lines: gitLabLines{max(1, d.Place.Line)}}
		if at.Path == "" {
			at.Path = "."
		}
		issues = append(issues, gitLabIssue{
			Description: fullText(d), CheckName: d.Code, Fingerprint: marks[i],
			Severity: gitLabSeverity[d.Severity], Location: at,
		})
	}
	return writeIndented(w, issues)
}
