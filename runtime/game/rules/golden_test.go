package rules_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestWholeGames compares the complete compiled form of two games, which use
// every feature, with golden files.
func TestWholeGames(t *testing.T) {
	for id, files := range map[string]fs.FS{"bazaar": bazaar.Tree(t), "fair": os.DirFS("../session/testdata/fair"), "salon": archived(t, "testdata/salon.txtar")} {
		c := bazaar.Build(t, files)
		g, ok := c.Game(id)
		if !ok {
			t.Fatal("no game ", id)
		}
		var out dumper
		out.dump("", reflect.ValueOf(g).Elem())
		out.layout(g)
		for _, d := range c.Catalog.All() {
			item := g.Item(d.Key())
			if item == nil {
				continue
			}
			fmt.Fprintf(&out, "item %s from %q\n", d.Key(), g.Origin(d.Key()))
			out.dump("  ", reflect.ValueOf(item).Elem())
			if p := g.Table(g.MinPlayers).Prototypes[d.Key()]; p != nil {
				out.WriteString("  prototype\n")
				out.dump("    ", reflect.ValueOf(p).Elem())
			}
			for _, code := range d.Expressions {
				if live := g.TextExpression(d, code.Lua); live != nil {
					fmt.Fprintf(&out, "  live text %q\n", code.Lua)
					out.dump("    ", reflect.ValueOf(live).Elem())
				}
			}
		}
		for i := 0; g.Hook(i) != nil; i++ {
			fmt.Fprintf(&out, "hook %d: %s, script %d\n", i, shown(g.Hook(i)), g.Hook(i).Script)
		}
		fmt.Fprintf(&out, "digest %s, seats %s, variables %q, lasting %q, live texts %v\n", g.Digest(), g.Seats(), g.VariableNames(), g.ProfileNames(), g.HasTextExpressions())
		golden.Check(t, "testdata/"+id+".golden", out.String())
	}
}

// dumper writes values as text: an action or a window once, and its name wherever
// else it is used.
type dumper struct {
	strings.Builder
	seen map[any]bool
}

// dump writes the exported fields of a struct that are not zero, a line each.
func (d *dumper) dump(indent string, v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
			fmt.Fprintf(d, "%s%s:", indent, f.Name)
			d.value(indent+"  ", v.Field(i))
		}
	}
}

// value writes a value after the name of its field.
func (d *dumper) value(indent string, v reflect.Value) {
	if text, ok := known(v.Interface()); ok {
		fmt.Fprintf(d, " %s\n", text)
		return
	}
	if name, ok := d.again(v.Interface()); ok {
		fmt.Fprintf(d, " %s, as above\n", name)
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		d.value(indent, v.Elem())
	case reflect.Struct:
		d.WriteString("\n")
		d.dump(indent, v)
	case reflect.Slice, reflect.Array:
		d.WriteString("\n")
		for i := range v.Len() {
			if v.Index(i).Kind() != reflect.Int && v.Index(i).IsZero() {
				continue
			}
			fmt.Fprintf(d, "%s%d:", indent, i)
			d.value(indent+"  ", v.Index(i))
		}
	case reflect.Map:
		d.WriteString("\n")
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			fmt.Fprintf(d, "%s%s:", indent, key)
			d.value(indent+"  ", v.MapIndex(key))
		}
	default:
		fmt.Fprintf(d, " %v\n", v.Interface())
	}
}

// layout writes what states of a game consist of, and the tables of numbers.
func (d *dumper) layout(g *rules.Game) {
	table := g.Table(g.MinPlayers)
	d.WriteString("layout\n")
	d.dump("  ", reflect.ValueOf(table.Layout).Elem())
	for _, k := range table.Layout.Kinds {
		fmt.Fprintf(d, "kind %s, open to all %v\n", k.Name, k.Plain())
		d.dump("  ", reflect.ValueOf(k).Elem())
	}
	var weights []string
	for n, h := range table.Weights {
		weights = append(weights, fmt.Sprintf("%q is %s", n.Text(), shown(h)))
	}
	slices.Sort(weights)
	fmt.Fprintf(d, "values %v, phases %v, actions %v, weights %q\n", table.Values, table.Phases, table.Actions, weights)
	for n := g.MinPlayers; n <= g.MaxPlayers; n++ {
		fmt.Fprintf(d, "for %d players %d variables and %d zones\n", n, g.Table(n).Layout.VarSlots(), g.Table(n).Layout.ZoneSlots())
	}
}

// again returns the name of an action or a window that has been written already.
func (d *dumper) again(v any) (name string, ok bool) {
	switch v := v.(type) {
	case *rules.Action:
		name = v.Name
	case *rules.Window:
		name = v.Name
	default:
		return "", false
	}
	if d.seen == nil {
		d.seen = map[any]bool{}
	}
	defer func() { d.seen[v] = true }()
	return name, d.seen[v]
}

// known returns what has a short form of its own.
func known(v any) (string, bool) {
	switch v := v.(type) {
	case *api.Hook:
		return shown(v), true
	case diag.Place:
		return v.String(), true
	case *diag.Message:
		return fmt.Sprintf("%q (%s)", v, v.Code), true
	case *def.Definition:
		return v.Key(), true
	case state.Value:
		return fmt.Sprintf("%q", v), true
	case *state.Prototype:
		return v.Key, true
	case *state.KindDecl:
		return v.Name, true
	case rules.Item, *rules.Item:
		return "an item", true
	case state.KindDecl:
		return v.Name, true
	}
	return "", false
}

func shown(h *api.Hook) string {
	owner := ""
	if h.Owner != nil {
		owner = h.Owner.Key()
	}
	return fmt.Sprintf("%s %q at %s", owner, h.Name, h.Place)
}

// helpers are modules that the scripts of faulty content require.
var helpers = map[string]string{
	"helper": "return { help = function(x) vars.gold = x end }",
	"other":  "return {}",
}

// TestWholeFaults compares all reports about faulty content, with hints, notes
// and edits, with golden files. Content is one game, beside its script, or an
// archive of the files of several packs.
func TestWholeFaults(t *testing.T) {
	paths, err := fs.Glob(os.DirFS("testdata/faults"), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := "testdata/faults/" + strings.TrimSuffix(path, filepath.Ext(path))
		tree := fstest.MapFS{}
		switch filepath.Ext(path) {
		case ".txtar":
			tree = archived(t, "testdata/faults/"+path)
		case ".yaml":
			tree["content/bad/game.yaml"] = &fstest.MapFile{Data: read(t, name+".yaml")}
			if _, err := os.Stat(name + ".lua"); err == nil {
				tree["scripts/bad/game.lua"] = &fstest.MapFile{Data: read(t, name+".lua")}
			}
			for name, text := range helpers {
				tree["scripts/bad/"+name+".lua"] = &fstest.MapFile{Data: []byte(text)}
			}
		default:
			continue
		}
		catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
		if catalog != nil {
			_, more := rules.Build(catalog, nil)
			problems = append(problems, more...)
		}
		golden.Check(t, name+".golden", golden.Report(problems))
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// archived returns the files of an archive.
func archived(t *testing.T, path string) fstest.MapFS {
	t.Helper()
	tree := fstest.MapFS{}
	for _, f := range txtar.Parse(read(t, path)).Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return tree
}
