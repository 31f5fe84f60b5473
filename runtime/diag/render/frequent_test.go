package render

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// TestManyProblemsAreGrouped checks that a long list ends with its most frequent
// messages, five at most, and a short one with its number of problems.
func TestManyProblemsAreGrouped(t *testing.T) {
	var list diag.List
	add := func(n int, file, name string) {
		for i := range n {
			at := diag.Place{File: strings.ReplaceAll(file, "N", fmt.Sprint(i)), Line: i + 1}
			list = append(list, diag.New("script/unknown-name", at, "unknown variable %q", name))
		}
	}
	ends := func() string {
		var out strings.Builder
		if err := writeHuman(&out, &Findings{Problems: list}); err != nil {
			t.Fatal(err)
		}
		return out.String()[strings.LastIndex(out.String(), "\n\n")+2:]
	}
	add(20, "a.yaml", "gold")
	if got := ends(); got != "20 errors\n" {
		t.Errorf("20 problems end with\n%s", got)
	}
	add(4980, "cardN.yaml", "mana")
	for n := range 6 {
		add(n+1, "b.yaml", fmt.Sprint("v", n))
	}
	want := "5021 errors\n" +
		"  4980 × unknown variable \"mana\" [script/unknown-name], in 4980 files\n" +
		"    20 × unknown variable \"gold\" [script/unknown-name], in 1 file\n" +
		"     6 × unknown variable \"v5\" [script/unknown-name], in 1 file\n" +
		"     5 × unknown variable \"v4\" [script/unknown-name], in 1 file\n" +
		"     4 × unknown variable \"v3\" [script/unknown-name], in 1 file\n"
	if got := ends(); got != want {
		t.Errorf("5,021 problems end with\n%s", got)
	}
}
