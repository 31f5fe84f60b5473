package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/author/docs"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/schemas"
)

func pages(t *testing.T) map[string]string {
	t.Helper()
	all, err := docs.Pages(schemas.Files)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, p := range all {
		texts[p.Name] = string(p.Text)
	}
	return texts
}

var (
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	links    = regexp.MustCompile(`\]\(#([^)]*)\)`)
)

// TestLinksMatchOneHeading checks that no heading is missing, and that
// none occurs twice, which would make links ambiguous.
func TestLinksMatchOneHeading(t *testing.T) {
	for name, text := range pages(t) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		known := map[string]bool{}
		text = fenced.ReplaceAllString(text, "")
		for _, m := range headings.FindAllStringSubmatch(text, -1) {
			anchor := strings.NewReplacer(" ", "-", "/", "").Replace(strings.ToLower(m[1]))
			if known[anchor] {
				t.Errorf("%s has two headings %q", name, m[1])
			}
			known[anchor] = true
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			if !known[m[1]] {
				t.Errorf("%s links to #%s, which is not a heading", name, m[1])
			}
		}
	}
}

// TestReferenceIsComplete checks that every function, code and key is described.
func TestReferenceIsComplete(t *testing.T) {
	all := pages(t)
	for _, f := range api.Functions() {
		if !strings.Contains(all["api.md"], "\n### "+f.Name+"\n") || !strings.Contains(all["sleight.lua"], "\nfunction "+f.Name+"(") {
			t.Errorf("%s is not described", f.Name)
		}
		if f.Doc == "" || f.Example == "" || !strings.Contains(f.Example, f.Name) {
			t.Errorf("%s lacks a text or an example that calls it", f.Name)
		}
		if (f.Result == "") != (f.ResultType == "") {
			t.Errorf("%s: the result must have both words and a type", f.Name)
		}
	}
	for _, c := range diag.Codes {
		if !strings.Contains(all["codes.md"], "`"+c.Name+"`") {
			t.Errorf("%s is not described", c.Name)
		}
	}
	if empty := regexp.MustCompile(`(?m)^## ?$|\|  \|| \| \|$`).FindString(all["codes.md"] + all["api.md"] + all["content.md"]); empty != "" {
		t.Errorf("a heading or a cell is empty: %q", empty)
	}
}

// TestEqualTablesGiveEqualPages checks that pages do not depend on map order.
func TestEqualTablesGiveEqualPages(t *testing.T) {
	first := pages(t)
	for range 20 {
		for name, text := range pages(t) {
			if text != first[name] {
				t.Fatalf("%s differs from one time to the next", name)
			}
		}
	}
}

// TestExamplesCompile checks that the example of every function is Lua that
// calls the API correctly.
func TestExamplesCompile(t *testing.T) {
	known := []string{"die", "card", "enemy", "source", "target", "points"}
	for _, f := range api.Functions() {
		at := diag.Place{File: f.Name, Line: 1}
		problems := diag.List(nil)
		if strings.HasPrefix(f.Example, "local ") || strings.HasPrefix(f.Example, "for ") {
			_, problems = lua.CompileStatements(strings.ReplaceAll(f.Example, "…", ""), []string{"self"}, at, api.Surface(), nil)
		} else {
			_, problems = lua.CompileExpr(f.Example, known, at, api.Surface(), nil)
		}
		if len(problems) > 0 {
			t.Errorf("%s: %v", f.Example, problems)
		}
	}
}
