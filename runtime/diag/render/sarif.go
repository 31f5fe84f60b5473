package render

import (
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
	"sleight/runtime/diag/codes"
)

// The parts of SARIF 2.1.0 that are used, named as in its schema.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string        `json:"id"`
	ShortDescription sarifText     `json:"shortDescription"`
	Help             sarifText     `json:"help"`
	Defaults         sarifDefaults `json:"defaultConfiguration"`
}

type sarifDefaults struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations,omitempty"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
	Context  *sarifRegion  `json:"contextRegion,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndLine     int        `json:"endLine,omitempty"`
	EndColumn   int        `json:"endColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

// sarifSchema is the address of the published schema.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

var sarifLevel = [...]string{diag.Notice: "note", diag.Warning: "warning", diag.Error: "error"}

// writeSARIF writes the log of one run, with the rules for the codes that
// occur.
func writeSARIF(w io.Writer, f *Findings) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "sleight", Version: f.Version, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
	}
	marks := Fingerprints(f.Problems, f.Source)
	for i, d := range f.Problems {
		run.Results = append(run.Results, sarifResult{
			RuleID: d.Code, RuleIndex: run.Tool.Driver.rule(d.Code), Level: sarifLevel[d.Severity],
			Message: sarifText{fullText(d)}, Locations: f.sarifPlace(d.Place), Related: f.sarifNotes(d.Notes),
			Fingerprints: map[string]string{"sleight/v1": marks[i]}, Fixes: sarifFixes(d),
		})
	}
	return writeIndented(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// rule returns the index of a code's rule, adding the rule if needed.
func (d *sarifDriver) rule(code string) int {
	if i := slices.IndexFunc(d.Rules, func(r sarifRule) bool { return r.ID == code }); i >= 0 {
		return i
	}
	c, _ := diag.Lookup(code)
	d.Rules = append(d.Rules, sarifRule{
		ID: code, ShortDescription: sarifText{c.Meaning}, Help: sarifText{codes.Text(code)},
		Defaults: sarifDefaults{sarifLevel[c.Severity]},
	})
	return len(d.Rules) - 1
}

// sarifPlace returns the SARIF location of a place, or nil if the place has no
// file.
func (f *Findings) sarifPlace(at diag.Place) []sarifLocation {
	if at.File == "" {
		return nil
	}
	out := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(at.File)}}}
	if at.Line > 0 {
		r := &sarifRegion{StartLine: at.Line, StartColumn: at.Column}
		if at.Column > 0 {
			r.EndColumn = at.Column + max(1, at.Length)
		}
		if text := f.lines.text(at, f.Source); text != "" {
			out.Physical.Context = &sarifRegion{StartLine: at.Line, Snippet: &sarifText{text}}
		}
		out.Physical.Region = r
	}
	if at.Path != "" {
		out.Logical = []sarifLogical{{at.Path}}
	}
	return []sarifLocation{out}
}

// sarifFixes returns the fix of a problem, if it has one that can be applied
// automatically. The old text of an edit excludes quotes, which a reader of the
// log would have to keep, so only edits that replace the whole text are
// written.
func sarifFixes(d diag.Diagnostic) []sarifFix {
	fix := sarifFix{Description: sarifText{oneLine(d.Hint.String())}}
	for _, e := range d.Edits {
		r := sarifRegion{StartLine: e.Place.Line, StartColumn: e.Place.Column, EndColumn: e.Place.Column + e.Place.Length}
		if e.Place.Column == 0 {
			r = sarifRegion{StartLine: e.Place.Line, StartColumn: 1, EndLine: e.Place.Line + e.Lines, EndColumn: 1}
		} else if e.Place.Length != utf8.RuneCountInString(e.Old) && !e.Unquote {
			return nil
		}
		fix.Changes = append(fix.Changes, sarifChange{sarifArtifact{fileURI(e.Place.File)}, []sarifReplacement{{r, sarifText{e.New}}}})
	}
	if len(fix.Changes) == 0 {
		return nil
	}
	return []sarifFix{fix}
}

func (f *Findings) sarifNotes(notes []diag.Note) []sarifLocation {
	var out []sarifLocation
	for i, n := range notes {
		for _, at := range f.sarifPlace(n.Place) {
			at.ID, at.Message = &i, &sarifText{n.Message.String()}
			out = append(out, at)
		}
	}
	return out
}

// fileURI returns a slash-separated path as a URI; relative paths stay
// relative.
func fileURI(name string) string {
	volume := len(name) > 2 && name[1] == ':' && name[2] == '/'
	switch {
	case volume:
		return (&url.URL{Scheme: "file", Path: "/" + name}).String()
	case path.IsAbs(name):
		return (&url.URL{Scheme: "file", Path: name}).String()
	}
	// A colon in the first segment would be read as the end of a scheme.
	return strings.ReplaceAll((&url.URL{Path: name}).EscapedPath(), ":", "%3A")
}
