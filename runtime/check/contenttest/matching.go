package contenttest

import "sleight/runtime/content/def"

// Matching returns a Filter for a word that a user types: the id of a definition,
// its kind/id, its kind, or its pack.
func Matching(word string) func(*def.Definition) bool {
	return func(d *def.Definition) bool {
		return word == d.ID || word == d.Key() || word == d.Kind || word == d.Pack || word == d.Pack+":"+d.Key()
	}
}
