package filter

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/diag/strictjson"
)

// Baseline holds the problems that content had at some point, so that only new
// ones are reported.
type Baseline struct {
	Problems []KnownProblem `json:"problems"`
}

// KnownProblem is one problem of a baseline. Only the fingerprint is compared; the
// other fields are for people who read the file.
type KnownProblem struct {
	Fingerprint string `json:"fingerprint"`
	Code        string `json:"code"`
	File        string `json:"file"`
	Message     string `json:"message"`
}

// NewBaseline collects problems. Equal lists give equal baselines.
func NewBaseline(list diag.List, source func(string) ([]byte, bool)) *Baseline {
	b := &Baseline{Problems: []KnownProblem{}}
	for i, mark := range render.Fingerprints(list, source) {
		d := list[i]
		b.Problems = append(b.Problems, KnownProblem{mark, d.Code, d.Place.File, d.Message.String()})
	}
	slices.SortFunc(b.Problems, func(x, y KnownProblem) int {
		return strings.Compare(x.File+"\x00"+x.Code+"\x00"+x.Fingerprint, y.File+"\x00"+y.Code+"\x00"+y.Fingerprint)
	})
	return b
}

// ReadBaseline reads what Write has written.
func ReadBaseline(in io.Reader) (*Baseline, error) {
	b := &Baseline{}
	data, err := io.ReadAll(in)
	if err == nil {
		err = strictjson.Unmarshal(data, b)
	}
	if err != nil {
		return nil, fmt.Errorf("this is not a baseline: %w", err)
	}
	return b, nil
}

// Write writes the baseline as JSON with one block of lines for each problem,
// so that changes to it can be reviewed.
func (b *Baseline) Write(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

// subtract removes the known problems from a list, and counts the known ones
// that no longer exist.
func (b *Baseline) subtract(list diag.List, source func(string) ([]byte, bool), r Rules) (kept diag.List, known, fixed int) {
	left := map[string]bool{}
	for _, p := range b.Problems {
		if r.isSelected(diag.Diagnostic{Code: p.Code, Severity: diag.Error, Place: diag.Place{File: p.File}}) {
			left[p.Fingerprint] = true
		}
	}
	for i, mark := range render.Fingerprints(list, source) {
		if left[mark] {
			delete(left, mark)
			known++
			continue
		}
		kept = append(kept, list[i])
	}
	return kept, known, len(left)
}
