// Package schema validates definitions against the JSON Schema of their kind
// and explains faults in words a designer understands.
//
// Layer content, above yaml. It does not know packs or loading. Only this
// package imports the JSON Schema library.
package schema

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

// The kinds of documents that are written like definitions but are not
// definitions.
const (
	Manifest  = "pack"
	Patch     = "patch"
	Workspace = "workspace"
	Locale    = "locale"
	Migration = "migration"
)

const (
	// Suffix ends the names of schema files.
	Suffix       = ".schema.json"
	envelopeFile = "envelope" + Suffix
	// schemaBase turns file names into the URLs that the library requires.
	// Nothing is ever fetched from it.
	schemaBase = "sleight:///schemas/"
)

// Source is a schema from a pack.
type Source struct {
	Path string // for messages
	Text []byte
}

// Kinds holds the compiled schema of every kind. It is immutable.
type Kinds struct {
	schemas map[string]*jsonschema.Schema
	gates   map[string]*gate
	keys    map[string][]string // keys that definitions may have
	// envelope checks the keys that all kinds share, for kinds that are not
	// built in, whatever their own schema allows for those keys.
	envelope map[string]*jsonschema.Schema
	builtIn  map[string]bool
	// traits are those that the schema of a kind lists; traitFields check the
	// fields that each trait uses.
	traits      map[string][]string
	traitFields map[string]map[string]*jsonschema.Schema
	// broken are the kinds whose schema is unusable, which is reported once, at
	// the schema.
	broken map[string]bool
}

var besides = []string{Manifest, Patch, Workspace, Locale, Migration}

// Names returns the kinds of definition in alphabetical order.
func (k *Kinds) Names() []string {
	names := slices.Sorted(maps.Keys(k.schemas))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(besides, name) })
}

// Has reports whether the kind has a usable schema.
func (k *Kinds) Has(kind string) bool { return k.schemas[kind] != nil }

// Broken reports whether a pack's schema for a kind is unusable.
func (k *Kinds) Broken(kind string) bool { return k.broken[kind] }

// Keys returns the keys that definitions of a kind may have.
func (k *Kinds) Keys(kind string) []string { return k.keys[kind] }

// Check validates data against the schema of its kind, and against that of the
// envelope if the kind is not built in.
func (k *Kinds) Check(kind string, n *def.Node) diag.List {
	var faults diag.List
	if g := k.gates[kind]; g == nil || !g.holds(n) {
		faults = validate(k.schemas[kind], n)
	}
	if k.builtIn[kind] || faults.Failed() {
		return faults
	}
	for _, f := range n.Fields {
		if s := k.envelope[f.Key]; s != nil {
			faults = append(faults, validate(s, f.Value)...)
		}
	}
	return append(faults, k.checkTraits(kind, n)...)
}

// Only compiles the schema of one built-in kind, which must not refer to other
// schemas.
func Only(kind string) (*Kinds, error) {
	text, err := fs.ReadFile(schemas.Files, kind+Suffix)
	if err != nil {
		return nil, err
	}
	k, compiler := empty(), newCompiler()
	if err := compiler.AddResource(schemaBase+kind+Suffix, bytes.NewReader(text)); err != nil {
		return nil, err
	}
	k.builtIn[kind] = true
	faults := k.compile(compiler, kind, &def.Node{Spot: def.Spot{In: def.InFile(kind + Suffix)}})
	if faults.Failed() {
		return nil, faults
	}
	return k, nil
}

func empty() *Kinds {
	return &Kinds{
		schemas: map[string]*jsonschema.Schema{}, gates: map[string]*gate{}, keys: map[string][]string{},
		envelope: map[string]*jsonschema.Schema{}, builtIn: map[string]bool{}, broken: map[string]bool{},
		traits: map[string][]string{}, traitFields: map[string]map[string]*jsonschema.Schema{},
	}
}

func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft7
	compiler.ExtractAnnotations = true
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("%s is not among the schemas", strings.TrimPrefix(url, schemaBase))
	}
	return compiler
}

// New compiles the built-in schemas and then those of packs, by kind. It
// reports faulty ones and leaves them out.
func New(added map[string]Source) (*Kinds, diag.List) {
	k, compiler := empty(), newCompiler()
	var faults diag.List
	builtIn, err := fs.Glob(schemas.Files, "*"+Suffix)
	if err != nil {
		return k, diag.List{diag.New("engine/internal", diag.Place{}, "the built-in schemas cannot be listed: %v", err)}
	}
	for _, name := range builtIn {
		data, err := fs.ReadFile(schemas.Files, name)
		if err == nil {
			err = errors.Join(compiler.AddResource(schemaBase+name, bytes.NewReader(data)), k.takeTraits(strings.TrimSuffix(name, Suffix), data))
		}
		if err != nil {
			faults = append(faults, diag.New("engine/internal", diag.Place{File: name}, "a built-in schema is broken: %v", err))
		}
		k.builtIn[strings.TrimSuffix(name, Suffix)] = true
	}
	for kind := range k.builtIn {
		if kind == "envelope" {
			continue
		}
		root := &def.Node{Spot: def.Spot{In: def.InFile(kind + Suffix)}}
		faults = append(faults, k.compile(compiler, kind, root)...)
	}
	for _, kind := range slices.Sorted(maps.Keys(added)) {
		faults = append(faults, k.add(compiler, kind, added[kind])...)
		k.broken[kind] = k.schemas[kind] == nil
	}
	k.compileTraits(compiler)
	for _, key := range envelopeKeys {
		if s, err := compiler.Compile(schemaBase + envelopeFile + "#/definitions/" + key); err == nil {
			k.envelope[key] = s
		}
	}
	return k, faults
}

// envelopeKeys are the keys whose meaning is the same in every kind.
var envelopeKeys = []string{"id", "extends", "abstract", "upgrade", "name", "text", "tags", "params", "script", "lua", "priority", "use", "tests"}

// upgradeOf is the key that the loader gives to the definitions made from the
// key upgrade.
const upgradeOf = "upgrade_of"

// add adds a schema from a pack.
func (k *Kinds) add(compiler *jsonschema.Compiler, kind string, f Source) diag.List {
	if k.builtIn[kind] {
		if data, err := fs.ReadFile(schemas.Files, kind+Suffix); err == nil && bytes.Equal(data, f.Text) {
			return nil
		}
		d := diag.New("schema/forbidden", diag.Place{File: f.Path}, "the kind %s is built in; this schema of it is not used", kind).
			WithHint("a kind of your own needs another name; if this is a copy for your editor, sleight editor brings it up to date")
		d.Severity = diag.Warning
		return diag.List{d}
	}
	root, listed, faults := guardSchema(f)
	if faults.Failed() {
		return faults
	}
	k.traits[kind] = listed
	data, err := json.Marshal(plain(root))
	if err == nil {
		err = compiler.AddResource(schemaBase+kind+Suffix, bytes.NewReader(data))
	}
	if err != nil {
		return append(faults, diag.New("schema/invalid", diag.Place{File: f.Path}, "the schema cannot be read: %v", err))
	}
	return append(faults, k.compile(compiler, kind, root)...)
}

// compile compiles the schema of a kind; root is the file, for places.
func (k *Kinds) compile(compiler *jsonschema.Compiler, kind string, root *def.Node) (faults diag.List) {
	defer func() {
		if r := recover(); r != nil {
			faults = diag.List{diag.New("schema/invalid", root.Place(), "the schema cannot be used: %v", r)}
		}
	}()
	s, err := compiler.Compile(schemaBase + kind + Suffix)
	if err != nil {
		return diag.List{compileFault(err, root)}
	}
	k.schemas[kind], k.gates[kind], k.keys[kind] = s, newGate(s), slices.Sorted(maps.Keys(s.Properties))
	if s.Properties["upgrade"] != nil {
		k.keys[kind] = append(k.keys[kind], upgradeOf) // which the loader adds
	}
	return nil
}

// compileFault shortens the library's message on a bad schema to its first
// cause.
func compileFault(err error, root *def.Node) diag.Diagnostic {
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		leaf := firstLeaf(invalid)
		n := nodeAt(root, leaf.InstanceLocation)
		return diag.New("schema/invalid", n.Place(), "%s is not a draft-07 schema: %s", cmp.Or(n.Place().Path, "the file"), leaf.Message)
	}
	text := err.Error()
	if i := strings.LastIndex(text, "compilation failed: "); i >= 0 {
		text = text[i+len("compilation failed: "):]
	}
	return diag.New("schema/invalid", root.Place(), "the schema cannot be used: %s", strings.ReplaceAll(text, schemaBase, ""))
}

// Alternatives returns the keys of a kind of which a definition has exactly
// one, such as sides and faces of a die; those of its script come first.
func (k *Kinds) Alternatives(kind string) [][]string {
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

// maxWhole is the largest whole number up to which a float64 holds all whole
// numbers exactly.
const maxWhole = 1 << 53

// plain converts a node to the values that encoding/json would return.
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
