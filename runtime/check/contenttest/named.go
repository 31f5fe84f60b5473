package contenttest

import "sleight/runtime/content/def"

// Named makes a Filter of a word that a person types: the id of definitions,
// their kind/id, their kind, or their pack.
func Named(word string) func(*def.Definition) bool {
	return func(d *def.Definition) bool {
		return word == d.ID || word == d.Key() || word == d.Kind || word == d.Pack || word == d.Pack+":"+d.Key()
	}
}
