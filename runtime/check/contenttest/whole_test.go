package contenttest_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
)

var update = flag.Bool("update", false, "write what was found into the test data")

// TestResultsAreReportedWhole checks the result of tests that pass or fail in
// every way: the place, the values in the sentences, and what was found without
// running them.
func TestResultsAreReportedWhole(t *testing.T) {
	text, err := os.ReadFile("testdata/game.yaml")
	if err != nil {
		t.Fatal(err)
	}
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/board/game.yaml": {Data: text}}}).Load()
	var out strings.Builder
	write(&out, "loading", problems)
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	write(&out, "building", problems)
	write(&out, "looking", contenttest.Look(c))
	heard := 0
	results := contenttest.Run(context.Background(), c, contenttest.Options{Each: func(contenttest.Result) { heard++ }})
	for _, r := range results {
		fmt.Fprintf(&out, "%s %q at %s: %v after %d commands\n", r.Definition.Key(), r.Name, r.Place, r.Passed, r.Commands)
		if r.Problem != nil {
			write(&out, "", diag.List{*r.Problem})
		}
	}
	if heard != len(results) {
		t.Errorf("%d results were announced, of %d", heard, len(results))
	}
	bazaar.Golden(t, "testdata/results.golden", out.String(), *update)
}

// write writes everything that problems say, but for the wording.
func write(out *strings.Builder, title string, all diag.List) {
	for _, d := range all {
		fmt.Fprintf(out, "\t%s %s at %s+%d %q: %q | %q\n", title, d.Code, d.Place, d.Place.Length, d.Place.Path, d.Message.Args, d.Hint.Args)
		for _, n := range d.Notes {
			fmt.Fprintf(out, "\t\tnote at %s: %q\n", n.Place, n.Message.Args)
		}
	}
}
