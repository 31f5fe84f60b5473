package symbols_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/author/symbols"
	"sleight/schemas"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// everyCategory lists the kinds of names requested from an index.
var everyCategory = []symbols.Category{
	symbols.Definition, symbols.Variable, symbols.Zone, symbols.Phase, symbols.Window, symbols.Action, symbols.Event, symbols.Value, symbols.View, symbols.Metric,
	symbols.Param, symbols.Property, symbols.Kind, symbols.Tag, symbols.Script, symbols.Picture, symbols.Same, symbols.Game, symbols.Bot, symbols.Path,
}

// TestWholeIndexes compares every name in two games that have one of
// everything, with its meaning and its declaration, with golden files, and also
// the meaning of each name as a person types it.
func TestWholeIndexes(t *testing.T) {
	for id, files := range map[string]fs.FS{"bazaar": bazaar.Tree(t), "fair": os.DirFS("../../game/session/testdata/fair"), "odd": os.DirFS("testdata/odd")} {
		x, err := build(files)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		seen := map[symbols.Symbol]bool{}
		err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			checkEveryColumn(t, x, name)
			for _, u := range x.In(name) {
				found, ok := x.At(name, u.Place.Line, u.Place.Column+u.Place.Length)
				if !ok || found.Place.Line != u.Place.Line {
					t.Errorf("nothing is found at %s", u.Place)
				}
				if found, ok = x.At(name, u.Place.Line, u.Place.Column); !ok || found != u {
					t.Errorf("%v, %v is found at %s, where %v begins", found, ok, u.Place, u)
				}
				fmt.Fprintf(&out, "%s+%d %s %s %s %s", u.Place, u.Place.Length, u.Symbol.Category, u.Symbol.Scope, u.Symbol.Name, u.Symbol.Short())
				if u.Declares {
					out.WriteString(", declared")
				}
				out.WriteString("\n")
				if seen[u.Symbol] {
					continue
				}
				seen[u.Symbol] = true
				at, ok := x.Declaration(u.Symbol)
				fmt.Fprintf(&out, "  declared at %s, %v; used at", at, ok)
				for _, u := range x.Uses(u.Symbol) {
					fmt.Fprintf(&out, " %s:%d:%d", u.Place.File[strings.LastIndex(u.Place.File, "/")+1:], u.Place.Line, u.Place.Column)
				}
				out.WriteString("\n")
				if d := x.Definition(u.Symbol); d != nil {
					fmt.Fprintf(&out, "  of the definition %s\n", d.Key())
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		writeNames(t, &out, x, id)
		golden.Check(t, "testdata/"+id+".golden", out.String())
	}
}

// writeNames writes the names that a game knows, and the meaning of each name
// as a person types it. An index that was not built must give the same.
func writeNames(t *testing.T, out *strings.Builder, x *symbols.Index, id string) {
	t.Helper()
	g, _ := x.Content.Game(id)
	unbuilt := &symbols.Index{Content: x.Content}
	of := x.Content.Catalog.Kind("card")[0]
	for _, category := range everyCategory {
		fmt.Fprintf(out, "%s: %q, without a game %q\n", category, x.Names(g, category), x.Names(nil, category))
		for _, name := range append(x.Names(g, category), "nobody", "zebra", "alien:card/ace", "herd", "stall@2", "card/ace", "relic/ring", id+":relic/ring") {
			resolved := func(x *symbols.Index) string {
				s, short, ok := x.Resolve(of, g, category, name)
				return fmt.Sprintf("%v %q %v", s, short, ok)
			}
			if got, want := resolved(unbuilt), resolved(x); got != want {
				t.Errorf("an index that was not built resolves %s %s to %s, want %s", category, name, got, want)
			}
			s, short, ok := x.Resolve(nil, nil, category, name)
			fmt.Fprintf(out, "  %s is %s, without a game %v %q %v\n", name, resolved(x), s, short, ok)
		}
	}
}

// TestNamesWithoutAGame declares names in a definition of a pack's own kind, in
// a pack that belongs to no game.
func TestNamesWithoutAGame(t *testing.T) {
	files := copied(t, os.DirFS("testdata/odd"))
	const file = "content/stray/badges.yaml"
	files[file] = &fstest.MapFile{Data: []byte("kind: card\nid: badge\nname: Badge\nparams: {shine: 1, glow: 2}\n")}
	x, err := build(files)
	if err != nil {
		t.Fatal(err)
	}
	x = symbols.Build(symbols.Sources{
		Content: x.Content, Files: []string{file}, Text: func(string) ([]byte, bool) { return files[file].Data, true },
		Schemas: symbols.ReadSchemas(fstest.MapFS{"card.schema.json": &fstest.MapFile{Data: []byte(`{"properties": {"params": {"propertyNames": {"declares": "zone"}}}}`)}}),
	})
	const want = file + ":2:5+5 {definition stray card/badge} true\n" + file + ":4:10+5 {zone  shine} true\n" + file + ":4:20+4 {zone  glow} true\n"
	if got := shownUses(x.In(file)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// checkEveryColumn compares what an index has at each column with its uses.
func checkEveryColumn(t *testing.T, x *symbols.Index, name string) {
	t.Helper()
	lines := map[int][]symbols.Use{}
	for _, u := range x.In(name) {
		lines[u.Place.Line] = append(lines[u.Place.Line], u)
	}
	for line, uses := range lines {
		for column := range uses[len(uses)-1].Place.Column + 40 {
			want := slices.IndexFunc(uses, func(u symbols.Use) bool {
				return column >= u.Place.Column && column <= u.Place.Column+u.Place.Length
			})
			if got, ok := x.At(name, line, column); ok != (want >= 0) || ok && got != uses[want] {
				t.Errorf("%s:%d:%d is %v, %v", name, line, column, got, ok)
			}
		}
	}
}

// TestEveryCursor moves a cursor through a broken file, and compares the
// context at each position with a golden file. Positions with the same context
// are listed once.
func TestEveryCursor(t *testing.T) {
	text, err := os.ReadFile("testdata/cursor.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lines := strings.Split(string(text), "\n")
	for i, line := range append(lines, "", "") {
		fmt.Fprintf(&out, "%d> %s\n", i+1, line)
		from, last := 1, ""
		for column := 1; column <= len([]rune(line))+2; column++ {
			c := symbols.At(string(text), i+1, column)
			got := found(c, column)
			if got != last && last != "" {
				fmt.Fprintf(&out, "%d to %d: %s\n", from, column-1, last)
				from = column
			}
			last = got
		}
		fmt.Fprintf(&out, "%d on: %s\n", from, last)
	}
	for _, at := range [][2]int{{-1, 1}, {0, 1}, {1, -1}, {1, 0}, {3, 999}, {len(lines) + 1, 9}, {len(lines) + 2, 1}} {
		fmt.Fprintf(&out, "%d:%d %s\n", at[0], at[1], found(symbols.At(string(text), at[0], at[1]), at[1]))
	}
	golden.Check(t, "testdata/cursor.golden", out.String())
}

// found shows a cursor in a column, with its texts by where they begin and end.
func found(c symbols.Cursor, column int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s/%s ", c.Kind, c.ID)
	for _, step := range c.Path {
		fmt.Fprintf(&out, ".%s", step.Key)
	}
	if c.Comment {
		return out.String() + "a comment"
	}
	fmt.Fprintf(&out, " word from %d (%d), rest to %d", column-len([]rune(c.Word)), c.Start, column+len([]rune(c.Rest)))
	switch {
	case c.InBlock:
		fmt.Fprintf(&out, ", in a block of %d bytes from line %d, indented by %d", len(c.Block), c.BlockLine, c.BlockIndent)
	case c.OnKey:
		fmt.Fprintf(&out, ", a key beside %q", c.Siblings)
	}
	if c.Quote != 0 {
		fmt.Fprintf(&out, ", in %c", c.Quote)
	}
	return out.String()
}

// TestEveryMention compares every name in a script, and its possible meanings,
// with a golden file.
func TestEveryMention(t *testing.T) {
	tree := bazaar.Tree(t)
	odd, err := os.ReadFile("testdata/odd.lua")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	const loose = `) local a, b = "hand", "gold" require "cards" on_ = function() end definitions("card") act("pay") x.y = "z"`
	for _, source := range []string{string(tree["scripts/bazaar/game.lua"].Data), string(odd), loose} {
		for _, m := range symbols.Mentions(source) {
			fmt.Fprintf(&out, "%d:%d %s", m.Line, m.Column, m.Name)
			if m.Of != "" {
				fmt.Fprintf(&out, ", a field of %s", m.Of)
			}
			if m.Category != "" {
				fmt.Fprintf(&out, ", a %s", m.Category)
			}
			out.WriteString("\n")
		}
	}
	golden.Check(t, "testdata/mentions.golden", out.String())
}

// TestEveryKeyOfASchema compares the known facts about each key in the schemas
// of two kinds, and in schemas that use every feature, with a golden file.
// Files that are not schemas are omitted.
func TestEveryKeyOfASchema(t *testing.T) {
	var out strings.Builder
	all := symbols.ReadSchemas(schemas.Files)
	fmt.Fprintf(&out, "kinds %q\n", all.Kinds())
	for _, kind := range []string{"card", "patch", "none"} {
		out.WriteString(kind + ":")
		writeSchema(&out, all.Kind(kind), "  ", false)
	}
	for _, path := range []string{"use", "use.targets..from", "use.nothing.x", "tags."} {
		var steps []symbols.Step
		for key := range strings.SplitSeq(path, ".") {
			steps = append(steps, symbols.Step{Key: key})
		}
		fmt.Fprintf(&out, "card, %s:", path)
		writeSchema(&out, all.Schema("card", steps), "        ", false)
	}
	odd := symbols.ReadSchemas(os.DirFS("testdata/schemas"), os.DirFS("testdata/schemas/later"))
	for _, kind := range odd.Kinds() {
		out.WriteString(kind + ":")
		writeSchema(&out, odd.Kind(kind), "  ", true)
	}
	golden.Check(t, "testdata/schemas.golden", out.String())
}

// writeSchema writes a schema and those below it, with their descriptions and
// examples if requested.
func writeSchema(out *strings.Builder, s *symbols.Schema, indent string, prose bool) {
	if s == nil {
		out.WriteString(" nothing\n")
		return
	}
	fmt.Fprintf(out, " sorts %v, words %q, expression %v, command %v\n", s.Categories(), s.Words(), s.IsExpression("x"), s.IsCommand())
	if prose {
		fmt.Fprintf(out, "%s(%q, types %q, declares %q, default %s, examples", indent, s.Description, s.Types, s.Declares, s.Default.Show())
		for _, e := range s.Examples {
			fmt.Fprintf(out, " %s", e.Show())
		}
		fmt.Fprintf(out, "; %v)\n", s.IsExpression("=x"))
	}
	if len(indent) > 6 {
		return
	}
	for _, k := range s.Keys() {
		fmt.Fprintf(out, "%s%s (required %v):", indent, k.Name, k.Required)
		writeSchema(out, k.Schema, indent+"  ", prose)
	}
	if names := s.KeyNames(); names != nil {
		out.WriteString(indent + "other keys:")
		writeSchema(out, names, indent+"  ", prose)
	}
	if other := s.Value("another key"); other != nil {
		out.WriteString(indent + "another key:")
		writeSchema(out, other, indent+"  ", prose)
	}
	if item := s.Item(); item != nil {
		out.WriteString(indent + "each entry:")
		writeSchema(out, item, indent+"  ", prose)
	}
}
