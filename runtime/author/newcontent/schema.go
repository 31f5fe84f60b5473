package newcontent

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// schema is the part of a kind's schema that matters here.
type schema struct {
	Properties map[string]property
	Required   []string
	Else       struct{ Required []string } // of a definition that does not extend another
	Examples   []map[string]any
}

type property struct {
	Ref              string `json:"$ref"`
	Type             string
	Description      string
	Enum             []any
	Minimum, Maximum *float64
	Default          any
	Examples         []any
}

func readSchema(text []byte) (*schema, error) {
	s := &schema{}
	if len(text) == 0 {
		return s, nil
	}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	return s, nil
}

// has reports whether definitions of the kind may have a key.
func (s *schema) has(key string) bool {
	_, ok := s.Properties[key]
	return ok
}

// fields writes the required keys of the kind, with example values.
func (s *schema) fields() string {
	var lines []string
	for _, key := range append(slices.Clone(s.Required), s.Else.Required...) {
		if key != "kind" && key != "id" && key != "name" {
			lines = append(lines, key+": "+flowYAML(s.example(key)))
		}
	}
	return strings.Join(lines, "\n")
}

// example returns an example value of a key.
func (s *schema) example(key string) any {
	for _, whole := range s.Examples {
		if value, ok := whole[key]; ok {
			return value
		}
	}
	p := s.Properties[key]
	switch {
	case len(p.Examples) > 0:
		return p.Examples[0]
	case p.Default != nil:
		return p.Default
	case len(p.Enum) > 0:
		return p.Enum[0]
	}
	switch p.Type {
	case "integer", "number":
		if p.Minimum == nil {
			return 0.0
		}
		return *p.Minimum
	case "boolean":
		return false
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return key
}

// plain matches texts that YAML reads as strings without quotes.
var plain = regexp.MustCompile(`^[a-z][a-z_]*( [a-z_]+)*$`)

// flowYAML formats a JSON value on one line of YAML.
func flowYAML(value any) string {
	switch v := value.(type) {
	case string:
		if plain.MatchString(v) && !slices.Contains(reserved, v) {
			return v
		}
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, flowYAML(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var items []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			items = append(items, flowYAML(key)+": "+flowYAML(v[key]))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(text)
}
