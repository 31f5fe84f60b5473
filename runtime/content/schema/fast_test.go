package schema

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"sleight/content"
	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
)

// changed calls try with many variants of a definition: each value in turn that
// isNew reports is replaced, and each of its keys removed, or copied under another
// name. The path of a value has no positions in lists.
func changed(root *def.Node, isNew func(path string, n *def.Node) bool, try func()) {
	others := []*def.Node{
		{},
		def.NewBool(def.Position{}, true),
		def.NewNumber(def.Position{}, -1),
		def.NewNumber(def.Position{}, 0.5),
		def.NewNumber(def.Position{}, 1e9),
		def.NewText(def.Position{}, ""),
		def.NewText(def.Position{}, "a b"),
		def.NewText(def.Position{}, "name"),
		def.NewText(def.Position{}, strings.Repeat("ö", 9000)),
		def.NewList(def.Position{}, nil),
		def.NewList(def.Position{}, []*def.Node{def.NewText(def.Position{}, "x"), def.NewNumber(def.Position{}, 3)}),
		def.NewMap(def.Position{}, nil),
		def.NewMap(def.Position{}, []def.Field{{Key: "x y", Value: def.NewBool(def.Position{}, false)}}),
	}
	walk(root, "", func(path string, n *def.Node) {
		if !isNew(path, n) {
			return
		}
		before := *n
		for _, other := range others {
			*n = *other
			try()
		}
		*n = before
		for i := range before.Fields() {
			n.SetFields(slices.Concat(before.Fields()[:i], before.Fields()[i+1:]))
			try()
			n.SetFields(append([]def.Field{{Key: "q" + before.Fields()[i].Key, Value: before.Fields()[i].Value}}, before.Fields()...))
			try()
		}
		if n.Type() == def.List && len(n.Items()) > 0 {
			n.SetItems(n.Items()[1:])
			try()
		}
		*n = before
	})
}

func walk(n *def.Node, path string, visit func(string, *def.Node)) {
	visit(path, n)
	for _, item := range n.Items() {
		walk(item, path+"/*", visit)
	}
	for _, f := range n.Fields() {
		walk(f.Value, path+"/"+f.Key, visit)
	}
}

// often is how many values of the same type at the same path of a kind are
// replaced, except by night: they must match the same schema, unless it depends on
// the values beside them.
const often = 3

// TestFastSchemasAgreeWithTheLibrary checks that a fast schema agrees with the library
// on every definition, valid or not.
func TestFastSchemasAgreeWithTheLibrary(t *testing.T) {
	rules := BuiltIn()
	valid, invalid := 0, 0
	type value struct {
		kind, path string
		of         def.Type
	}
	seen := map[value]int{}
	agree := func(kind string, n *def.Node) {
		right := rules.kinds[kind]().schema.Validate(jsonValue(n)) == nil
		if got := rules.kinds[kind]().fast.accepts(n); got != right {
			t.Fatalf("the fast schema of %s says %v, the library %v of %v", kind, got, right, jsonValue(n))
		}
		if right {
			valid++
		} else {
			invalid++
		}
	}
	for kind := range rules.kinds {
		if rules.kinds[kind]().fast == nil {
			t.Errorf("the shipped schema of %s has no fast schema", kind)
		}
	}
	err := fs.WalkDir(content.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) != ".yaml" {
			return err
		}
		src, err := fs.ReadFile(content.Files, name)
		nodes, _ := yaml.Parse(name, src)
		for _, n := range nodes {
			kind := n.TextOr("kind", "")
			agree(kind, n)
			if !testing.Short() && len(src) < 2000 || kind == "die" { // the others are similar
				isNew := func(path string, n *def.Node) bool {
					v := value{kind, path, n.Type()}
					seen[v]++
					return seen[v] <= often || testing.Short() || os.Getenv("SLEIGHT_NIGHTLY") != "" // a short test has just the dice
				}
				changed(n, isNew, func() { agree(kind, n) })
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d sound and %d faulty definitions are looked at", valid, invalid)
	if valid < 100 || invalid < 1_000 || !testing.Short() && (valid < 1_000 || invalid < 10_000) {
		t.Errorf("only %d sound and %d faulty definitions were looked at", valid, invalid)
	}
}
