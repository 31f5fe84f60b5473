package protocol

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/icon"
	"sleight/runtime/content/locale"
	"sleight/runtime/content/picture"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
)

// explain adds to each problem the source line that it is about.
func (s *Server) explain(list diag.List) []Problem {
	out := []Problem{}
	for _, d := range list {
		p := Problem{Diagnostic: d, Where: d.Place.String()}
		if len(d.Message.Args) > 0 {
			p.Format, p.Args = d.Message.Format, d.Message.Args
		}
		if d.Place.Line > 0 {
			text, _ := s.source(d.Place.File)
			p.Snippet, _ = lineOf(text, d.Place.Line)
		}
		out = append(out, p)
	}
	return out
}

func (s *Server) source(file string) ([]byte, bool) {
	if s.options.Source == nil || file == "" {
		return nil, false
	}
	return s.options.Source(file)
}

// lineOf returns a line, counted from 1, without its line break.
func lineOf(text []byte, line int) (string, bool) {
	for ; line > 1; line-- {
		_, rest, found := bytes.Cut(text, []byte("\n"))
		if !found {
			return "", false
		}
		text = rest
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return strings.TrimRight(string(text), "\r"), true
}

func keyOf(d *def.Definition) string { return d.Pack + ":" + d.Key() }

// catalogFor returns the definitions that a game sees, or all content if none is
// named.
func (c *Client) catalogFor(game string) (*def.Catalog, *Error) {
	content := c.server.live()
	if game == "" {
		return content.Catalog, nil
	}
	g, ok := content.Game(game)
	if !ok {
		return nil, fail(codeNotFound, "unknown game %q", game)
	}
	return content.Catalog.VisibleTo(g.Definition), nil
}

func (c *Client) definitions(_ context.Context, p Search) ([]Definition, *Error) {
	catalog, err := c.catalogFor(p.Game)
	if err != nil {
		return nil, err
	}
	wanted := strings.Fields(strings.ToLower(p.Text))
	out := []Definition{}
	costs := c.server.live().CostPrinter()
	for _, d := range catalog.All() {
		if one := c.server.describeDefinition(d, costs); one.has(wanted) {
			out = append(out, one)
		}
	}
	return out, nil
}

func (s *Server) describeDefinition(d *def.Definition, costs *rules.CostPrinter) Definition {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var asWritten *locale.Translator
	sign, drawing := icon.Split(d.Data.TextOr("icon", ""))
	return Definition{
		Key: keyOf(d), Kind: d.Kind, ID: d.ID, Name: cmp.Or(d.Name, d.ID), Text: asWritten.Describe(d, s.content.Printed(d)),
		Place: d.Place.String(), Tests: len(d.Data.All("tests")), Failing: len(s.failing[keyOf(d)]),
		Changers: d.Changers(), Icon: sign, Drawing: drawing, Art: s.content.Catalog.Picture(d, "art", d.Data.TextOr("art", "")).Path(), Rarity: d.Data.TextOr("rarity", ""),
		Costs: board.CostsOf(d, costs), Die: board.DieOf(d), Life: board.LifeOf(d),
	}
}

// Picture returns a picture of the current content by its pack and its path
// there.
func (s *Server) Picture(pack, name string) (*picture.Picture, bool) {
	p, ok := s.live().Catalog.Pack(pack)
	if !ok {
		return nil, false
	}
	out, ok := p.Pictures[name]
	return out, ok
}

// has reports whether each of the words occurs in the key, name or text.
func (d Definition) has(words []string) bool {
	all := strings.ToLower(d.Key + " " + d.Name + " " + d.Text)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

func (c *Client) get(key string) (*def.Definition, *Error) {
	d, ok := c.server.live().Catalog.Get(key)
	if !ok {
		return nil, fail(codeNotFound, "unknown definition %q", key)
	}
	return d, nil
}

func (c *Client) definition(_ context.Context, p Key) (*Details, *Error) {
	catalog, err := c.catalogFor(p.Game)
	if err != nil {
		return nil, err
	}
	d, ok := catalog.Get(p.Key)
	if !ok {
		return nil, fail(codeNotFound, "unknown definition %q", p.Key)
	}
	out := &Details{Definition: c.server.describeDefinition(d, c.server.live().CostPrinter()), Tags: d.Tags, Values: []DefinitionValue{}}
	c.origin(out, d)
	for _, t := range d.Data.All("tests") {
		out.TestNames = append(out.TestNames, t.TextOr("name", "unnamed"))
	}
	translator := c.translatorFor(d)
	for _, n := range d.Params {
		out.Params = append(out.Params, c.server.param(d, translator.Param(d, n)))
	}
	out.Source, out.Line = c.server.documentOf(d)
	if d.Script != nil && d.Script.File != d.Place.File {
		out.Script, out.ScriptPlace = d.Script.Source, d.Script.File
	}
	return out, nil
}

// translatorFor returns the translation of a definition's texts into the language of the
// client; nil if there is none.
func (c *Client) translatorFor(d *def.Definition) *locale.Translator {
	content := c.server.live()
	game := d
	if g := content.GameOf(d); g != nil {
		game = g.Definition
	}
	return locale.Open(content.Catalog, game, c.lang())
}

// param describes a tunable number.
func (s *Server) param(d *def.Definition, n def.Param) Param {
	out := Param{Name: n.Name, Value: n.Default, Unit: n.Unit, Text: n.Text, Breaks: n.Breaks}
	if n.HasSafe {
		out.Low, out.High = &n.Low, &n.High
	}
	_, _, problem := s.literal(d, n.Name)
	out.Fixed = s.options.WriteFile == nil || problem != nil
	return out
}

// documentOf returns the YAML document that contains a definition, and the line at
// which it begins, counted from 1.
func (s *Server) documentOf(d *def.Definition) (text string, line int) {
	whole, ok := s.source(d.Place.File)
	if !ok {
		return "", 0
	}
	lines := strings.SplitAfter(string(whole), "\n")
	divides := func(i int) bool { return strings.TrimSpace(lines[i]) == "---" }
	from := min(max(d.Place.Line-1, 0), len(lines)-1)
	to := from
	for from > 0 && !divides(from-1) {
		from--
	}
	for to < len(lines) && !divides(to) {
		to++
	}
	return strings.Join(lines[from:to], ""), from + 1
}

func (c *Client) problemList(_ context.Context, _ None) (Problems, *Error) {
	return c.server.Problems(), nil
}

func (c *Client) test(ctx context.Context, p Tests) (Tested, *Error) {
	var chosen func(*def.Definition) bool
	if p.Key != "" {
		d, err := c.get(p.Key)
		if err != nil {
			return Tested{}, err
		}
		chosen = func(other *def.Definition) bool { return keyOf(other) == keyOf(d) }
	} else if p.Game != "" {
		catalog, err := c.catalogFor(p.Game)
		if err != nil {
			return Tested{}, err
		}
		chosen = func(d *def.Definition) bool {
			_, ok := catalog.Get(keyOf(d))
			return ok
		}
	}
	results := contenttest.Run(ctx, c.server.live(), contenttest.Options{Filter: chosen, Name: p.Name})
	if ctx.Err() != nil {
		return Tested{}, fail(codeCancelled, "the tests were cancelled")
	}
	c.server.recordFailures(results, p.Name == "")
	return c.server.tested(results, p.Key != ""), nil
}

// tested describes test results: all of them, or only those with a problem or
// warnings.
func (s *Server) tested(results []contenttest.Result, all bool) Tested {
	out := Tested{Results: []TestResult{}}
	for _, r := range results {
		one := TestResult{Key: keyOf(r.Definition), Name: r.Name, Place: r.Place.String(), Passed: r.Passed}
		if r.Passed {
			out.Passed++
		} else {
			out.Failed++
		}
		if r.Problem != nil {
			one.Problem = &s.explain(diag.List{*r.Problem})[0]
		}
		if len(r.Warnings) > 0 {
			one.Warnings = s.explain(r.Warnings)
		}
		if all || !r.Passed || len(r.Warnings) > 0 {
			out.Results = append(out.Results, one)
		}
	}
	return out
}

// recordFailures records which tests of each definition failed in the last run.
// whole means that all tests of the definitions were run.
func (s *Server) recordFailures(results []contenttest.Result, whole bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if whole {
		for _, r := range results {
			delete(s.failing, keyOf(r.Definition))
		}
	}
	for _, r := range results {
		key := keyOf(r.Definition)
		if r.Passed {
			delete(s.failing[key], r.Name)
			continue
		}
		if s.failing[key] == nil {
			s.failing[key] = map[string]bool{}
		}
		s.failing[key][r.Name] = true
	}
}

// packDifferences compares the packs and definitions of two catalogs. If excludes
// is set, packs that are missing now are left out rather than gone, and so are
// their definitions from the list.
func packDifferences(before, now *def.Catalog, excludes bool) (packs []PackEdit, changed []def.Difference) {
	gone := "gone"
	if excludes {
		gone = leftOut
	}
	for _, p := range before.Packs() {
		if _, still := now.Pack(p.ID); !still {
			packs = append(packs, PackEdit{p.ID, gone})
		}
	}
	for _, p := range now.Packs() {
		if _, was := before.Pack(p.ID); !was {
			packs = append(packs, PackEdit{p.ID, "new"})
		}
	}
	return packs, slices.DeleteFunc(def.Diff(before, now), func(d def.Difference) bool {
		return slices.Contains(packs, PackEdit{d.Definition().Pack, leftOut})
	})
}

// leftOut is the change of a pack that is left out because of an error.
const leftOut = "left out"

// differences lists what changed in definitions.
func differences(list []def.Difference) []DefinitionEdit {
	out := []DefinitionEdit{}
	for _, d := range list {
		one := DefinitionEdit{Key: d.Definition().Pack + ":" + d.Definition().Key(), Change: "changed", Fields: d.Fields}
		switch {
		case d.New == nil:
			one.Change = "gone"
		case d.Old == nil:
			one.Change = "new"
		}
		out = append(out, one)
	}
	return out
}
