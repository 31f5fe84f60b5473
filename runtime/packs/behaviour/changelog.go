package behaviour

import (
	"fmt"
	"strings"

	"sleight/runtime/content/def"
)

// Draft describes what a version of a pack changes, as a changelog section in
// Markdown. It is empty if nothing differs.
func Draft(before, now *def.Catalog, pack, version string) string {
	var b strings.Builder
	for _, d := range def.Diff(before, now) {
		of := ""
		if owner := d.Definition().Pack; owner != pack {
			of = " (of " + owner + ")"
		}
		name := d.Definition().Kind + " " + d.Definition().Name + of
		switch {
		case d.Old == nil:
			fmt.Fprintf(&b, "- New: %s.\n", name)
		case d.New == nil:
			fmt.Fprintf(&b, "- Gone: %s.\n", name)
		default:
			if words := describe(d); len(words) > 0 {
				fmt.Fprintf(&b, "- Changed: %s: %s.\n", name, strings.TrimSuffix(strings.Join(words, "; "), "."))
			}
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "## " + version + "\n\n" + b.String()
}

// describe describes the changes in a definition, without its tests, which
// players do not see.
func describe(d def.Difference) (words []string) {
	for _, key := range d.Fields {
		switch key {
		case "tests":
		case "script", "lua":
			words = append(words, "it behaves differently")
		default:
			words = append(words, compare(key, d.Old.Data.Get(key), d.New.Data.Get(key))...)
		}
	}
	return words
}

// compare describes how a value has changed: mappings key by key, long values
// by name only.
func compare(path string, was, is *def.Node) (words []string) {
	const long = 60
	switch {
	case def.Equal(was, is):
	case was == nil:
		words = append(words, "new "+path)
	case is == nil:
		words = append(words, "without "+path)
	case was.Type() == def.Map && is.Type() == def.Map:
		for _, f := range is.Fields() {
			words = append(words, compare(path+"."+f.Key, was.Get(f.Key), f.Value)...)
		}
		for _, f := range was.Fields() {
			if is.Get(f.Key) == nil {
				words = append(words, "without "+path+"."+f.Key)
			}
		}
	default:
		from, to := was.Show(), is.Show()
		if len(from)+len(to) > long {
			return []string{path + " is another"}
		}
		words = append(words, fmt.Sprintf("%s %s → %s", path, from, to))
	}
	return words
}

// Prepend inserts a section before the others of a changelog, unless the
// changelog already has one for that version.
func Prepend(changelog, section string) string {
	title, _, _ := strings.Cut(section, "\n")
	for line := range strings.Lines(changelog) {
		if strings.TrimSpace(line) == title || strings.HasPrefix(line, title+" ") {
			return changelog
		}
	}
	at := strings.Index(changelog, "\n## ")
	switch {
	case strings.HasPrefix(changelog, "## "):
		return section + "\n" + changelog
	case at >= 0:
		return changelog[:at+1] + section + "\n" + changelog[at+1:]
	case strings.TrimSpace(changelog) == "":
		return "# Changelog\n\n" + section
	}
	return strings.TrimRight(changelog, "\n") + "\n\n" + section
}
