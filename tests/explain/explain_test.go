// Package explain_test runs the examples of every code: the wrong one must be
// found and the fixed one must not.
package explain_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/diag/codes"
	"sleight/tests/golden"
)

// withoutExample lists the codes that no content can cause.
var withoutExample = map[string]string{
	"file/archive":    "no archive can be shown as text; tests/hostile has many",
	"pack/digest":     "no archive can be shown as text; tests/cli has many",
	"file/skipped":    "it is reported when a pack is built or installed; tests/cli has an example",
	"pack/ignored":    "it is shown when a game begins and not by validate; tests/cli has examples",
	"pack/excluded":   "it is shown when a game begins and not by validate; tests/cli has many examples",
	"pack/shadow":     "it requires a pack that ships with the program; runtime/content/load has a test",
	"pack/unresolved": "it requires several versions of a pack, which only archives have; tests/cli has many examples",
	"reload/choice":   "no example has an open choice; runtime/game/session has tests",
	"reload/polling":  "it requires a system that has run out of watches; runtime/reload has a test",
	"game/players":    "it is caused by whoever begins a game; runtime/game/session has a test",
	"engine/internal": "it is a fault of the engine, which is fixed as soon as it is known",
	"script/refused":  "it carries a message for a player through the engine and is never reported",
}

// onlyWords lists the areas whose codes are explained without an example, since no
// content causes them, each with the tests that cover it.
var onlyWords = map[string]string{
	"registry": "runtime/packs/registry and tests/cli",
	"trust":    "runtime/packs/trust and tests/cli",
}

func TestEveryCodeHasAnExampleThatShowsIt(t *testing.T) {
	reports := readReports(t)
	for _, c := range diag.Codes {
		t.Run(c.Name, func(t *testing.T) {
			e, ok := codes.Of(c.Name)
			if !ok {
				if withoutExample[c.Name] == "" {
					t.Fatal("no example: write runtime/diag/codes/pages/GROUP/NAME.txt")
				}
				return
			}
			if area, _, _ := strings.Cut(c.Name, "/"); onlyWords[area] != "" {
				if e.Words == "" || len(e.Wrong) > 0 {
					t.Error("the explanation is empty, or has an example that no test runs")
				}
				return
			}
			checkForm(t, e)
			wrong, err := play(c.Name, e, e.Wrong)
			if err != nil {
				t.Fatal(err)
			}
			if len(wrong) == 0 {
				t.Error("the wrong example has no problem")
			}
			got := report(wrong)
			if diff := cmp.Diff(reports[c.Name], got); diff != "" && !golden.Updating() {
				t.Errorf("the report on the wrong example differs (-want +got); -update rewrites it:\n%s", diff)
			}
			reports[c.Name] = got
			for _, d := range wrong {
				if d.Code != c.Name {
					t.Errorf("the wrong example shows: %v", d)
				}
				if d.Severity != c.Severity {
					t.Errorf("%s is a %s, the table says %s", d.Code, d.Severity, c.Severity)
				}
			}
			fixed, err := play(c.Name, e, e.Fixed)
			if err != nil || len(fixed) > 0 {
				t.Errorf("the fixed example has problems: %v %v", err, fixed)
			}
		})
	}
	if golden.Updating() {
		var out strings.Builder
		for _, c := range diag.Codes {
			if reports[c.Name] != "" {
				fmt.Fprintf(&out, "-- %s --\n%s", c.Name, reports[c.Name])
			}
		}
		if err := os.WriteFile(reportsFile, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// reportsFile holds the report on the wrong example of each code.
const reportsFile = "testdata/reports.golden"

func readReports(t *testing.T) map[string]string {
	text, err := os.ReadFile(reportsFile)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(string(text)) {
		if start, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(start, " --\n")
			continue
		}
		out[name] += line
	}
	return out
}

// report formats everything in problems except the wording: the severity, the
// place, the values in the sentences, and the fix.
func report(all diag.List) string {
	var out strings.Builder
	for _, d := range all {
		at := d.Place
		fmt.Fprintf(&out, "%s %s:%d:%d+%d %q says %q\n", d.Severity, at.File, at.Line, at.Column, at.Length, at.Path, d.Message.Args)
		if !d.Hint.IsZero() {
			fmt.Fprintf(&out, "\thint with %q\n", d.Hint.Args)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&out, "\tnote at %s with %q\n", n.Place, n.Message.Args)
		}
		for _, e := range d.Edits {
			fmt.Fprintf(&out, "\tedit: %+v\n", e)
		}
	}
	return out.String()
}

// checkForm checks that an example has an explanation, a wrong version and a
// fixed one.
func checkForm(t *testing.T, e codes.Example) {
	t.Helper()
	if e.Words == "" || strings.HasSuffix(e.Words, " --") || len(e.Wrong) == 0 {
		t.Errorf("the example lacks an explanation or files: %+v", e)
	}
	paths := func(all []codes.File) (out []string) {
		for _, f := range all {
			out = append(out, f.Path)
		}
		slices.Sort(out)
		return out
	}
	for _, name := range paths(e.Fixed) {
		if all := paths(e.Fixed); len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Errorf("%s has two fixed versions", name)
		}
	}
}

// TestExamplesBelongToCodes checks that every example belongs to an existing code.
func TestExamplesBelongToCodes(t *testing.T) {
	root := os.DirFS("../../runtime/diag/codes/pages")
	for _, area := range must(readDir(root, ".")) {
		for _, name := range must(readDir(root, area)) {
			code := area + "/" + strings.TrimSuffix(name, ".txt")
			if _, ok := diag.Lookup(code); !ok {
				t.Errorf("there is an example of %s, which is not a code", code)
			}
		}
	}
}
