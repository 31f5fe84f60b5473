package load

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// charms are definitions of a kind of the workspace's own: one that inherits, one that is
// changed by a patch, one whose text a preset is filled into, and one that is none of these.
const charms = `
{kind: charm, id: plain, name: Plain, power: 5}
---
{kind: charm, id: heir, extends: plain, name: Heir, power: 8}
---
{kind: charm, id: changed, name: Changed, power: 5}
---
{kind: charm, id: told, name: Told, power: 5, text: "{told_of}"}
---
{kind: preset, id: told_of, text: Told.}
`

// TestEditsOfASchemaApplyToEveryDefinition checks that all definitions of a kind are checked
// again when its schema is edited, and no longer than it forbids them, in one loader and in
// loaders that share what they read.
func TestEditsOfASchemaApplyToEveryDefinition(t *testing.T) {
	schema := func(most int) string {
		const ref = `{"$ref": "envelope.schema.json#/definitions/%s"}`
		var fields strings.Builder
		for _, name := range []string{"id", "name", "text"} {
			fmt.Fprintf(&fields, `"%s": `+ref+", ", name, name)
		}
		return fmt.Sprintf(`{"properties": {"kind": {"const": "charm"}, "extends": {"type": "string", "description": "What it extends."}, %s"power": {"type": "number", "maximum": %d, "description": "How strong it is."}}}`, fields.String(), most)
	}
	content := newWorkspace(map[string]string{
		"content/p/charms.yaml": charms, "content/p/pack.yaml": "{kind: pack, format: 1, id: p, version: 1.0.0, title: P}", "content/q/pack.yaml": "{kind: pack, format: 1, id: q, version: 1.0.0, title: Q, requires: {p: ^1.0}}",
		"content/q/patch.yaml": "kind: patch\nof: charm/changed\nset: {power: 6}\n",
	})
	w := newWorkspace(nil)
	shared := new(def.Shared)
	kept := NewLoader(Root{FS: content}, Root{FS: w})
	for i, most := range []int{9, 7, 9, 5, 4, 9} {
		w.write("schemas/charm.schema.json", schema(most))
		for name, l := range map[string]*Loader{"one loader": kept, "a new loader": NewLoader(Root{FS: content}, Root{FS: w}), "a loader that shares": NewLoader(Root{FS: content, Shared: shared}, Root{FS: w})} {
			_, problems := l.Load()
			var lines []string
			for _, p := range problems {
				lines = append(lines, fmt.Sprintf("%s:%d", p.Code, p.Place.Line))
			}
			want := map[int]string{9: "", 7: "content/range:4", 5: "content/range:4 content/range:3", 4: "content/range:2 content/range:4 content/range:8 content/range:3"}[most]
			if got := strings.Join(lines, " "); got != want {
				t.Errorf("%d: %s, at most %d: %s, want %s\n%v", i, name, most, got, want, problems)
			}
		}
	}
}
