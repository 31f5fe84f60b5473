package newcontent

import (
	"fmt"
	"strings"

	"sleight/schemas"
)

// commonKeys are the keys of a new kind besides kind, which it shares with most
// others, as the envelope describes them.
var commonKeys = []string{"id", "extends", "abstract", "upgrade", "name", "text", "tags", "params", "script", "lua", "icon", "priority", "data", "use", "rarity", "price", "tests"}

// Kind generates the schema of a kind of the workspace. Its definitions have the
// keys that most kinds have; the designer adds others.
func Kind(id string) ([]File, error) {
	if err := CheckID(id); err != nil {
		return nil, err
	}
	name := id + ".schema.json"
	if _, err := schemas.Files.ReadFile(name); err == nil || id == "kind" {
		return nil, fmt.Errorf("%s is a word of Sleight's own, so no kind can have that name", id)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": %q,
  "description": "What a definition of this kind is, in a sentence.",
  "type": "object",
  "additionalProperties": false,
  "required": ["kind", "id"],
  "properties": {
    "kind": { "const": %q, "description": "What this definition is: %s." }`, title(id), id, id)
	for _, key := range commonKeys {
		fmt.Fprintf(&b, ",\n    %q: { \"$ref\": \"envelope.schema.json#/definitions/%s\" }", key, key)
	}
	b.WriteString("\n  }\n}\n")
	return append([]File{{Name: "schemas/" + name, Text: []byte(b.String())}}, envelope()...), nil
}
