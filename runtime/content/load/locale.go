package load

import (
	"path"
	"slices"
	"strings"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// localeFolder is the folder of a pack that holds its translations.
const localeFolder = "locales"

// languageOf returns the language of a locale file: locales/de.yaml and every
// file in locales/de/ are in German.
func languageOf(name string) string {
	if folder := path.Dir(name); path.Base(folder) != localeFolder {
		return path.Base(folder)
	}
	return strings.TrimSuffix(path.Base(name), ".yaml")
}

// locale returns the locale of a file, which is parsed only when its language
// is needed. An unchanged file keeps its locale.
func (b *builder) locale(p *folder, name string) *def.Locale {
	f := b.read(p.root, name)
	f.pack = p.id
	if known, ok := p.root.Shared.Get(sharedLocale(f.path)).(*def.Locale); ok {
		f.locale = known
	}
	if f.locale != nil {
		return f.locale
	}
	f.locale = &def.Locale{
		Pack: p.id, Tag: languageOf(f.path), Place: diag.Place{File: f.path},
	}
	defer p.root.Shared.Keep(sharedLocale(f.path), f.locale)
	tag := f.locale.Tag
	f.locale.Read = sync.OnceValues(func() (*def.Node, diag.List) {
		if f.src == nil {
			return nil, f.problems
		}
		nodes, problems := yaml.Parse(f.path, f.src)
		at := diag.Place{File: f.path, Line: 1, Column: 1}
		switch {
		case problems.Failed():
			return nil, problems
		case len(nodes) != 1 || nodes[0].TextOr("kind", "") != schema.Locale:
			return nil, append(problems, diag.New("locale/file", at, "a locale must be a single mapping that starts with kind: %s", schema.Locale))
		}
		problems = append(problems, schema.BuiltIn().Check(schema.Locale, nodes[0])...)
		for i := range problems {
			if d := &problems[i]; d.Code == "content/pattern" && d.Place.Path == "id" && nodes[0].TextOr("id", "") != tag {
				*d = d.WithHint("write id: %s, as its place says", tag)
			}
		}
		if id := nodes[0].Get("id"); !problems.Failed() && id.Text() != tag {
			problems = append(problems, diag.New("locale/file", id.Place(), "the locale says %s, but its place says %s", id.Text(), tag).
				WithHint("a locale is in locales/%s.yaml, or in several files in locales/%s/", id.Text(), id.Text()))
		}
		if problems.Failed() {
			return nil, problems
		}
		return nodes[0], problems
	})
	return f.locale
}

// languages warns of languages that a manifest lists and the pack does not
// have.
func (b *builder) languages(p *folder, m *manifest.Manifest) {
	for _, l := range m.Locales {
		tag := l.Name
		if slices.ContainsFunc(p.locales, func(name string) bool { return languageOf(name) == tag }) {
			continue
		}
		name := path.Join("content", p.id, localeFolder, tag+".yaml")
		d := diag.New("pack/manifest", l.Place, "the manifest names the language %s, but there is no %s", tag, name).
			WithHint("sleight new locale %s --pack %s creates it", tag, p.id)
		d.Severity = diag.Warning
		b.problems = append(b.problems, d)
	}
}
