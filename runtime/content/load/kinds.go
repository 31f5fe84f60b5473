package load

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/schemas"
)

const (
	schemaSuffix = ".schema.json"
	envelopeFile = "envelope" + schemaSuffix
	// schemaBase makes file names the URLs that the library wants. Nothing is
	// ever fetched from it.
	schemaBase = "sleight:///schemas/"
)

// kinds holds the compiled schema of every kind.
type kinds struct {
	schemas map[string]*jsonschema.Schema
	gates   map[string]*gate
	keys    map[string][]string // that definitions may have, sorted
	// envelope checks the keys that every kind shares in kinds that are not
	// built in, whatever their own schema says of those keys.
	envelope map[string]*jsonschema.Schema
	builtIn  map[string]bool
	// broken are the kinds whose schema cannot be used, which is reported
	// once, at the schema.
	broken map[string]bool
}

// besides are the kinds of documents that are written like definitions and are
// none.
var besides = []string{manifestKind, patchKind, workspaceKind, localeKind, migrationKind}

// names returns the kinds of definition in alphabetical order.
func (k *kinds) names() []string {
	names := slices.Sorted(maps.Keys(k.schemas))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(besides, name) })
}

// newKinds compiles the built-in schemas and then those of packs, by kind.
// Faulty ones are reported and left out.
func newKinds(added map[string]*file) (*kinds, diag.List) {
	k := &kinds{schemas: map[string]*jsonschema.Schema{}, gates: map[string]*gate{}, keys: map[string][]string{}, envelope: map[string]*jsonschema.Schema{}, builtIn: map[string]bool{}, broken: map[string]bool{}}
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft7
	compiler.ExtractAnnotations = true
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("%s is not among the schemas", strings.TrimPrefix(url, schemaBase))
	}
	var faults diag.List
	builtIn, err := fs.Glob(schemas.Files, "*"+schemaSuffix)
	if err != nil {
		return k, diag.List{diag.New("engine/internal", diag.Place{}, "the built-in schemas cannot be listed: %v", err)}
	}
	for _, name := range builtIn {
		data, err := fs.ReadFile(schemas.Files, name)
		if err == nil {
			err = compiler.AddResource(schemaBase+name, bytes.NewReader(data))
		}
		if err != nil {
			faults = append(faults, diag.New("engine/internal", diag.Place{File: name}, "a built-in schema is broken: %v", err))
		}
		k.builtIn[strings.TrimSuffix(name, schemaSuffix)] = true
	}
	for kind := range k.builtIn {
		if kind == "envelope" {
			continue
		}
		root := &def.Node{Spot: def.Spot{In: def.InFile(kind + schemaSuffix)}}
		faults = append(faults, k.compile(compiler, kind, root)...)
	}
	for _, kind := range slices.Sorted(maps.Keys(added)) {
		faults = append(faults, k.add(compiler, kind, added[kind])...)
		k.broken[kind] = k.schemas[kind] == nil
	}
	for _, key := range envelopeKeys {
		if s, err := compiler.Compile(schemaBase + envelopeFile + "#/definitions/" + key); err == nil {
			k.envelope[key] = s
		}
	}
	return k, faults
}

// envelopeKeys are the keys whose meaning is the same in every kind.
var envelopeKeys = []string{"id", "extends", "name", "text", "tags", "params", "script", "lua", "priority", "use", "tests"}

// add takes in a schema that a pack brings.
func (k *kinds) add(compiler *jsonschema.Compiler, kind string, f *file) diag.List {
	if k.builtIn[kind] {
		if data, err := fs.ReadFile(schemas.Files, kind+schemaSuffix); err == nil && bytes.Equal(data, f.src) {
			return nil
		}
		d := diag.New("schema/forbidden", diag.Place{File: f.path}, "the kind %s is built in; this schema of it is not used", kind).
			WithHint("a kind of your own needs another name; if this is a copy for your editor, sleight editor brings it up to date")
		d.Severity = diag.Warning
		return diag.List{d}
	}
	root, faults := guardSchema(f)
	if faults.Failed() {
		return faults
	}
	data, err := json.Marshal(plain(root))
	if err == nil {
		err = compiler.AddResource(schemaBase+kind+schemaSuffix, bytes.NewReader(data))
	}
	if err != nil {
		return append(faults, diag.New("schema/invalid", diag.Place{File: f.path}, "the schema cannot be read: %v", err))
	}
	return append(faults, k.compile(compiler, kind, root)...)
}

// compile makes the schema of a kind usable; root is the file, for places.
func (k *kinds) compile(compiler *jsonschema.Compiler, kind string, root *def.Node) (faults diag.List) {
	defer func() {
		if r := recover(); r != nil {
			faults = diag.List{diag.New("schema/invalid", root.Place(), "the schema cannot be used: %v", r)}
		}
	}()
	s, err := compiler.Compile(schemaBase + kind + schemaSuffix)
	if err != nil {
		return diag.List{compileFault(err, root)}
	}
	k.schemas[kind], k.gates[kind], k.keys[kind] = s, newGate(s), slices.Sorted(maps.Keys(s.Properties))
	return nil
}

// compileFault shortens what the library says of a bad schema to its first
// cause.
func compileFault(err error, root *def.Node) diag.Diagnostic {
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		leaf := firstLeaf(invalid)
		n := nodeAt(root, leaf.InstanceLocation)
		return diag.New("schema/invalid", n.Place(), "%s is no draft-07 schema: %s", cmp.Or(n.Place().Path, "the file"), leaf.Message)
	}
	text := err.Error()
	if i := strings.LastIndex(text, "compilation failed: "); i >= 0 {
		text = text[i+len("compilation failed: "):]
	}
	return diag.New("schema/invalid", root.Place(), "the schema cannot be used: %s", strings.ReplaceAll(text, schemaBase, ""))
}

// alternatives returns the keys of a kind of which a definition has one, such
// as sides and faces of a die; those of its script come first.
func (k *kinds) alternatives(kind string) [][]string {
	all := [][]string{{"script", "lua"}}
	s := k.schemas[kind]
	for _, part := range []*jsonschema.Schema{s, s.Else} {
		if part == nil {
			continue
		}
		if keys, ok := onlyRequired(part.OneOf); ok {
			all = append(all, keys)
		}
	}
	return all
}

// plain turns a node into the values that encoding/json would give.
func plain(n *def.Node) any {
	switch n.Type {
	case def.Bool:
		return n.Bool
	case def.Number:
		if math.Abs(n.Number) < maxWhole && n.Number == math.Trunc(n.Number) {
			return int64(n.Number)
		}
		return n.Number
	case def.Text:
		return n.Text
	case def.List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = plain(item)
		}
		return out
	case def.Map:
		out := make(map[string]any, len(n.Fields))
		for _, f := range n.Fields {
			out[f.Key] = plain(f.Value)
		}
		return out
	}
	return nil
}
