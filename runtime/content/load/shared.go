package load

import "sleight/runtime/content/schema"

// The keys of what Root.Shared keeps: a file, the list of the files below a folder, and a
// locale.
type (
	sharedFile   string
	sharedList   string
	sharedLocale string
)

// share keeps a file for other loaders, before definitions are built from it.
func (r Root) share(f *file) {
	if key := sharedFile(f.path); r.Shared != nil && r.Shared.Get(key) == nil {
		r.Shared.Keep(key, f.copied())
	}
}

// shared returns a file that another loader has shared, or nil.
func (r Root) shared(name string) *file {
	if f, ok := r.Shared.Get(sharedFile(name)).(*file); ok {
		return f.copied()
	}
	return nil
}

// copied returns a copy of a file whose documents belong to no loader: they remember that
// they match the built-in schemas, but not those of packs.
func (f *file) copied() *file {
	out := *f
	if f.docs == nil {
		return &out
	}
	docs := make([]document, len(f.docs))
	out.docs = make([]*document, len(f.docs))
	for i, d := range f.docs {
		docs[i] = *d
		docs[i].file = &out
		if d.rules != schema.BuiltIn() {
			docs[i].rules, docs[i].problems = nil, nil
		}
		out.docs[i] = &docs[i]
	}
	return &out
}
