package symbols

import (
	"io/fs"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
)

const (
	schemaSuffix = ".schema.json"
	envelope     = "envelope"
)

// Schema is the part of a JSON Schema that editors need: the allowed values,
// their meaning, and the names that they refer to.
type Schema struct {
	Description string
	Types       []string
	Enum        []string
	Default     *def.Node
	Examples    []*def.Node
	Required    []string
	// Names lists the kinds of names that a text or key here must be one of,
	// and Declares is the kind of name that a key here declares.
	Names    []Category
	Declares Category

	content      string // what a text here is: expression or command
	ref          string
	file         *file
	properties   []property
	others, keys *Schema // additionalProperties, propertyNames
	items        *Schema
	alternatives []*Schema // allOf, anyOf, oneOf, then and else

	// The following fields are derived when all files have been read.
	target   *Schema         // with references followed
	flat     []*Schema       // resolved and its alternatives
	keyNames map[string]bool // of the keys that the schema names
}

// property is a key that a mapping may have, in the order of the schema file.
type property struct {
	name   string
	schema *Schema
}

// file is a schema file with its definitions.
type file struct {
	all         Schemas
	schemas     []*Schema // all in the file
	root        *Schema
	definitions map[string]*Schema
}

// Schemas are the schemas of the kinds of content, by kind.
type Schemas map[string]*file

// ReadSchemas reads the schema files of a folder. Later folders replace files
// of earlier ones. Files that are not valid JSON Schemas are left out: loading
// the content reports them.
func ReadSchemas(folders ...fs.FS) Schemas {
	all := Schemas{}
	for _, folder := range folders {
		names, _ := fs.Glob(folder, "*"+schemaSuffix)
		for _, name := range names {
			text, _ := fs.ReadFile(folder, name) // an empty file is not a schema
			f := &file{all: all}
			if f.read(name, text) {
				all[strings.TrimSuffix(name, schemaSuffix)] = f
			}
		}
	}
	all.derive()
	return all
}

// derive follows all references once.
func (s Schemas) derive() {
	for _, f := range s {
		for _, x := range f.schemas {
			x.target = x.follow()
		}
	}
	for _, f := range s {
		for _, x := range f.schemas {
			x.target.flat = x.target.flatten()
			x.target.keyNames = map[string]bool{}
			for _, b := range x.target.flat {
				for _, p := range b.properties {
					x.target.keyNames[p.name] = true
				}
			}
		}
	}
}

// Kinds lists the kinds that have a schema, sorted.
func (s Schemas) Kinds() []string {
	var out []string
	for kind := range s {
		if kind != envelope {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

// Kind returns the schema of a kind, or nil.
func (s Schemas) Kind(kind string) *Schema {
	if f := s[kind]; f != nil {
		return f.root
	}
	return nil
}

// read reads a schema file; JSON is YAML.
func (f *file) read(name string, text []byte) bool {
	nodes, problems := yaml.Parse(name, text)
	if problems.Failed() || len(nodes) != 1 {
		return false
	}
	f.root, f.definitions = f.schema(nodes[0]), map[string]*Schema{}
	for _, d := range nodes[0].Each("definitions") {
		f.definitions[d.Key] = f.schema(d.Value)
	}
	return f.root != nil
}

// schema returns nil for a schema that is absent, true or false.
func (f *file) schema(n *def.Node) *Schema {
	if n == nil || n.Type() != def.Map {
		return nil
	}
	s := &Schema{
		Description: n.TextOr("description", ""), Types: showAll(n.All("type")), Enum: showAll(n.All("enum")),
		Default: n.Get("default"), Examples: n.All("examples"), Required: showAll(n.All("required")),
		Declares: Category(n.TextOr("declares", "")), content: n.TextOr("holds", ""), ref: n.TextOr("$ref", ""), file: f,
		others: f.schema(n.Get("additionalProperties")), keys: f.schema(n.Get("propertyNames")), items: f.schema(n.Get("items")),
	}
	f.schemas = append(f.schemas, s)
	if constant := n.Get("const"); constant != nil {
		s.Enum = []string{constant.Show()}
	}
	for name := range strings.FieldsSeq(n.TextOr("names", "")) {
		s.Names = append(s.Names, Category(name))
	}
	for _, p := range n.Each("properties") {
		if inner := f.schema(p.Value); inner != nil {
			s.properties = append(s.properties, property{p.Key, inner})
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf", "then", "else"} {
		for _, part := range n.All(key) {
			if inner := f.schema(part); inner != nil {
				s.alternatives = append(s.alternatives, inner)
			}
		}
	}
	return s
}

// showAll formats values as YAML.
func showAll(values []*def.Node) (out []string) {
	for _, v := range values {
		out = append(out, v.Show())
	}
	return out
}

// resolved returns a schema with its references followed; nil for nil.
func (s *Schema) resolved() *Schema {
	if s == nil || s.target == nil {
		return s
	}
	return s.target
}

// follow follows references. Keys beside a reference replace what it refers to.
func (s *Schema) follow() *Schema {
	for range 20 { // references may form a loop
		name, path, _ := strings.Cut(s.ref, "#/definitions/")
		f := s.file
		if name != "" {
			f = f.all[strings.TrimSuffix(name, schemaSuffix)]
		}
		if f == nil || f.definitions[path] == nil {
			return s
		}
		merged := *f.definitions[path]
		merged.target = nil
		if s.Description != "" {
			merged.Description = s.Description
		}
		if len(s.Examples) > 0 {
			merged.Examples = s.Examples
		}
		if len(s.Names) > 0 {
			merged.Names = s.Names
		}
		if s.Declares != "" {
			merged.Declares = s.Declares
		}
		s = &merged
	}
	return s
}

// branches returns a schema and its alternatives, references resolved.
func (s *Schema) branches() []*Schema {
	if s = s.resolved(); s == nil {
		return nil
	}
	return s.flat
}

func (s *Schema) flatten() []*Schema {
	out := []*Schema{s}
	for _, a := range s.alternatives {
		out = append(out, a.resolved().flatten()...)
	}
	return out
}

// keySet returns the names of the keys of a mapping that the schema names.
func (s *Schema) keySet() map[string]bool { return s.resolved().keyNames }

// Key describes an allowed key.
type Key struct {
	Name     string
	Schema   *Schema
	Required bool
}

// Keys lists the keys of a mapping that the schema names, in its order.
func (s *Schema) Keys() []Key {
	var out []Key
	for _, b := range s.branches() {
		for _, p := range b.properties {
			if !slices.ContainsFunc(out, func(k Key) bool { return k.Name == p.name }) {
				out = append(out, Key{p.name, p.schema.resolved(), slices.Contains(b.Required, p.name)})
			}
		}
	}
	return out
}

// KeyNames returns the schema of the keys that it does not name, or nil.
func (s *Schema) KeyNames() *Schema {
	for _, b := range s.branches() {
		if b.keys != nil {
			return b.keys.resolved()
		}
	}
	return nil
}

// Value returns the schema of the value under a key, or nil.
func (s *Schema) Value(key string) *Schema {
	branches := s.branches()
	for _, b := range branches {
		for _, p := range b.properties {
			if p.name == key {
				return p.schema.resolved()
			}
		}
	}
	for _, b := range branches {
		if b.others != nil {
			return b.others.resolved()
		}
	}
	return nil
}

// Item returns the schema of the entries of a list, or nil.
func (s *Schema) Item() *Schema {
	for _, b := range s.branches() {
		if b.items != nil {
			return b.items.resolved()
		}
	}
	return nil
}

// Categories lists the kinds of names that a value may be.
func (s *Schema) Categories() []Category {
	var out []Category
	for _, b := range s.branches() {
		out = append(out, b.Names...)
	}
	return out
}

// IsExpression reports whether a text, as a value of the schema, is a Lua expression: as
// a whole, or after "=".
func (s *Schema) IsExpression(text string) bool {
	if strings.HasPrefix(text, "=") {
		return true
	}
	return s.holds("expression") || s.holds("name or expression") && strings.ContainsFunc(text, func(r rune) bool { return !isWordRune(r) })
}

func (s *Schema) holds(what string) bool {
	return slices.ContainsFunc(s.branches(), func(b *Schema) bool { return b.content == what })
}

// IsCommand reports whether a text, or a mapping, is a command of a test.
func (s *Schema) IsCommand() bool { return s.holds("command") }

// Words lists the fixed values that the schema allows.
func (s *Schema) Words() []string {
	var out []string
	for _, b := range s.branches() {
		out = append(out, b.Enum...)
		if slices.Contains(b.Types, "boolean") && len(b.Enum) == 0 && len(b.Types) == 1 {
			out = append(out, "true", "false")
		}
	}
	return out
}
