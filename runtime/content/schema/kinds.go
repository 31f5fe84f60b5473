// Package schema validates definitions against the JSON Schema of their kind
// and explains problems in words a designer understands.
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
	"sync"

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

// Kinds holds the schema of every kind. It is safe for concurrent use.
type Kinds struct {
	// kinds compile the schemas when they are first needed: most content uses
	// few of the built-in kinds.
	kinds map[string]func() *compiled
	// fields check single fields, for kinds that are not built in.
	fields  *fieldSchemas
	builtIn map[string]bool
	traits  map[string][]string // that the schema of a kind lists
	// broken are the kinds whose schema is unusable, which is reported once, at
	// the schema.
	broken map[string]bool
}

// compiled is the schema of a kind.
type compiled struct {
	schema *jsonschema.Schema
	fast   *fastSchema
	keys   []string // that definitions may have
}

var notDefinitions = []string{Manifest, Patch, Workspace, Locale, Migration}

// Names returns the kinds of definition in alphabetical order.
func (k *Kinds) Names() []string {
	names := slices.Sorted(maps.Keys(k.kinds))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(notDefinitions, name) })
}

// Has reports whether the kind has a usable schema.
func (k *Kinds) Has(kind string) bool { return k.kinds[kind] != nil }

// Broken reports whether a pack's schema for a kind is unusable.
func (k *Kinds) Broken(kind string) bool { return k.broken[kind] }

// Keys returns the keys that definitions of a kind may have.
func (k *Kinds) Keys(kind string) []string {
	if !k.Has(kind) {
		return nil
	}
	return k.kinds[kind]().keys
}

// Check validates data against the schema of its kind, and against that of the
// envelope if the kind is not built in.
func (k *Kinds) Check(kind string, n *def.Node) diag.List {
	var problems diag.List
	if s := k.kinds[kind](); s.fast == nil || !s.fast.accepts(n) {
		problems = validate(s.schema, n)
	}
	if k.builtIn[kind] || problems.Failed() {
		return problems
	}
	for _, f := range n.Fields() {
		if s := k.fields.envelope[f.Key]; s != nil {
			problems = append(problems, validate(s, f.Value)...)
		}
	}
	return append(problems, k.checkTraits(kind, n)...)
}

// BuiltIn returns the built-in kinds.
func BuiltIn() *Kinds { return builtIn() }

// builtIn is shared by all loaders of the process, since compiling the schemas
// takes longer than loading a small game. A test compiles all of them.
var builtIn = sync.OnceValue(func() *Kinds {
	k := &Kinds{kinds: map[string]func() *compiled{}, builtIn: map[string]bool{}, traits: map[string][]string{}}
	var mutex sync.Mutex
	compiler := newCompiler()
	files, err := fs.Glob(schemas.Files, "*"+Suffix)
	for _, name := range files {
		kind := strings.TrimSuffix(name, Suffix)
		data, unreadable := fs.ReadFile(schemas.Files, name)
		err = errors.Join(err, unreadable, k.takeTraits(kind, data))
		k.builtIn[kind] = true
		if name == envelopeFile {
			continue
		}
		k.kinds[kind] = sync.OnceValue(func() *compiled {
			mutex.Lock()
			defer mutex.Unlock()
			return newCompiled(compiler.MustCompile(schemaBase + name))
		})
	}
	if err != nil {
		panic(err) // the files are embedded
	}
	return k
})

// newCompiler returns a compiler that knows the built-in schemas.
func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft7
	compiler.ExtractAnnotations = true
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name := strings.TrimPrefix(url, schemaBase)
		f, err := schemas.Files.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%s is not among the schemas", name)
		}
		return f, nil
	}
	return compiler
}

// New returns the built-in kinds and those of packs, by kind. It reports faulty
// schemas and leaves them out.
func New(added map[string]Source) (*Kinds, diag.List) {
	base := builtIn()
	if len(added) == 0 {
		return base, nil
	}
	k := &Kinds{
		kinds: maps.Clone(base.kinds), builtIn: base.builtIn, traits: maps.Clone(base.traits), broken: map[string]bool{},
	}
	compiler := newCompiler()
	var problems diag.List
	for _, kind := range slices.Sorted(maps.Keys(added)) {
		problems = append(problems, k.add(compiler, kind, added[kind])...)
		k.broken[kind] = !k.builtIn[kind] && !k.Has(kind) // the envelope is no kind
	}
	if len(k.kinds) > len(base.kinds) {
		k.fields = builtInFields()
	}
	return k, problems
}

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
	root, listed, problems := guardSchema(f)
	if problems.Failed() {
		return problems
	}
	k.traits[kind] = listed
	data, err := json.Marshal(jsonValue(root))
	if err == nil {
		err = compiler.AddResource(schemaBase+kind+Suffix, bytes.NewReader(data))
	}
	if err != nil {
		return append(problems, diag.New("schema/invalid", diag.Place{File: f.Path}, "the schema cannot be read: %v", err))
	}
	return append(problems, k.compile(compiler, kind, root)...)
}

// compile compiles the schema of a pack's kind; root is the file, for places.
func (k *Kinds) compile(compiler *jsonschema.Compiler, kind string, root *def.Node) (problems diag.List) {
	defer func() {
		if r := recover(); r != nil {
			problems = diag.List{diag.New("schema/invalid", root.Place(), "the schema cannot be used: %v", r)}
		}
	}()
	s, err := compiler.Compile(schemaBase + kind + Suffix)
	if err != nil {
		return diag.List{compileProblem(err, root)}
	}
	c := newCompiled(s)
	k.kinds[kind] = func() *compiled { return c }
	return nil
}

func newCompiled(s *jsonschema.Schema) *compiled {
	keys := slices.Sorted(maps.Keys(s.Properties))
	if s.Properties["upgrade"] != nil {
		keys = append(keys, upgradeOf) // which the loader adds
	}
	return &compiled{s, newFastSchema(s), keys}
}

// compileProblem shortens the library's message on a bad schema to its first
// cause.
func compileProblem(err error, root *def.Node) diag.Diagnostic {
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
	s := k.kinds[kind]().schema
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

// jsonValue converts a node to the values that encoding/json would return.
func jsonValue(n *def.Node) any {
	switch n.Type() {
	case def.Bool:
		return n.Bool()
	case def.Number:
		if math.Abs(n.Number()) < maxWhole && n.Number() == math.Trunc(n.Number()) {
			return int64(n.Number())
		}
		return n.Number()
	case def.Text:
		return n.Text()
	case def.List:
		out := make([]any, len(n.Items()))
		for i, item := range n.Items() {
			out[i] = jsonValue(item)
		}
		return out
	case def.Map:
		out := make(map[string]any, len(n.Fields()))
		for _, f := range n.Fields() {
			out[f.Key] = jsonValue(f.Value)
		}
		return out
	}
	return nil
}
