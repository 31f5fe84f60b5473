package newcontent

import (
	"fmt"
	"path"
	"strings"

	"sleight/runtime/content/def"
	"sleight/schemas"
)

// Patch generates a pack's patch of a definition. It sets a value to its
// current value, so that it is valid and changes nothing until someone edits
// it.
func Patch(pack string, d *def.Definition) ([]File, error) {
	field, value := "name", flowYAML(d.Name)
	for _, f := range d.Data.Fields() {
		if f.Value.Type() == def.Number {
			field, value = f.Key, flowYAML(f.Value.Number())
			break
		}
	}
	name := path.Join("content", pack, "patches", d.ID+".yaml")
	text := fmt.Sprintf(`# yaml-language-server: $schema=%sschemas/patch.schema.json
#
# What changes in %s of %s; everything else stays as it is. set and replace give new values, add puts
# entries into lists or adds to a number, remove takes away, scale multiplies.
kind: patch
of: %s
text: Why it is changed, for those who ask.
set: {%s: %s}
`, strings.Repeat("../", strings.Count(name, "/")), d.Key(), d.Pack, d.Key(), field, value)
	schema, err := schemas.Files.ReadFile("patch.schema.json")
	return append([]File{{Name: name, Text: []byte(text)}, {Name: "schemas/patch.schema.json", Text: schema, Shared: true}}, envelope()...), err
}

// envelope is the schema that the others refer to.
func envelope() []File {
	text, err := schemas.Files.ReadFile("envelope.schema.json")
	if err != nil {
		return nil
	}
	return []File{{Name: "schemas/envelope.schema.json", Text: text, Shared: true}}
}

// Enabled is a pack with the range of versions that are enabled.
type Enabled struct{ Pack, Range string }

// Workspace generates the file that lists the enabled packs; name is the name
// of the workspace.
func Workspace(name string, packs []Enabled) ([]File, error) {
	var b strings.Builder
	b.WriteString(`# yaml-language-server: $schema=schemas/workspace.schema.json
#
# Which packs are enabled here, in which versions, and with them what they require. Take away those
# that you do not want.
kind: workspace
format: 1
packs:
`)
	for _, p := range packs {
		fmt.Fprintf(&b, "  %s: %q\n", p.Pack, p.Range)
	}
	b.WriteString(`# To decide which pack wins a conflict:
# settle: {KIND/ID.PATH: PACK}
`)
	schema, err := schemas.Files.ReadFile("workspace.schema.json")
	return []File{{Name: name, Text: []byte(b.String())}, {Name: "schemas/workspace.schema.json", Text: schema, Shared: true}}, err
}
