package contenttest

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

func failed(at diag.Place, format string, args ...any) *diag.Diagnostic {
	d := diag.New("test/failed", at, format, args...)
	return &d
}

func invalid(at diag.Place, format string, args ...any) *diag.Diagnostic {
	d := diag.New("test/invalid", at, format, args...)
	return &d
}

// unknown reports an unknown name in a test.
func unknown(at diag.Place, what, name string, known []string) *diag.Diagnostic {
	d := diag.New("test/invalid", at, "unknown %s %q", what, name).Suggest(name, known)
	return &d
}

// unusable turns a problem that the engine found in part of a test into one at
// the place of that part.
func unusable(at diag.Place, problem *diag.Diagnostic) *diag.Diagnostic {
	if problem == nil {
		return nil
	}
	d := *problem
	d.Code, d.Severity, d.Place = "test/invalid", diag.Error, at
	return &d
}

// failedFormat is the message of scriptFailed, and startOfGame what it names if the start
// of the game failed.
const (
	failedFormat = "%s failed: %s"
	startOfGame  = "the start of the game"
)

// scriptFailed reports a script that failed while a test ran.
func scriptFailed(at diag.Place, what string, problem *diag.Diagnostic) *diag.Diagnostic {
	d := diag.New("test/failed", at, failedFormat, what, problem.Message)
	d.Hint = problem.Hint
	if !problem.Place.IsZero() {
		d = d.WithNote(problem.Place, "%s", problem.Message)
	}
	d.Notes = append(d.Notes, problem.Notes...)
	return &d
}

// knownKeys reports the first key of a mapping that is not a known one.
func knownKeys(n *def.Node, what string, known ...string) *diag.Diagnostic {
	for _, f := range n.Fields() {
		if !slices.Contains(known, f.Key) {
			return unknown(f.KeyPlace(), what, f.Key, known)
		}
	}
	return nil
}
