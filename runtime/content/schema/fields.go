package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// fieldSchemas are the schemas of single fields, which packs' kinds must respect
// whatever their own schemas allow for them.
type fieldSchemas struct {
	envelope map[string]*jsonschema.Schema            // by key, for all kinds
	traits   map[string]map[string]*jsonschema.Schema // by trait and field
}

// envelopeKeys are the keys whose meaning is the same in every kind.
var envelopeKeys = []string{"id", "extends", "abstract", "upgrade", "name", "text", "tags", "params", "script", "lua", "priority", "use", "tests"}

// builtInFields is shared by all loaders of the process. The fields are defined by
// built-in schemas alone, and compiling those takes longer than loading a small
// game.
var builtInFields = sync.OnceValue(func() *fieldSchemas {
	out := &fieldSchemas{map[string]*jsonschema.Schema{}, map[string]map[string]*jsonschema.Schema{}}
	compiler := newCompiler()
	for _, t := range traits {
		out.traits[t.name] = map[string]*jsonschema.Schema{}
		for _, field := range t.fields {
			out.traits[t.name][field] = compiler.MustCompile(schemaBase + t.from + Suffix + "#/properties/" + field)
		}
	}
	for _, key := range envelopeKeys {
		out.envelope[key] = compiler.MustCompile(schemaBase + envelopeFile + "#/definitions/" + key)
	}
	return out
})
