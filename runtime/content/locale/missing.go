package locale

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Unit is a text that a locale should translate.
type Unit struct {
	// Definition is the definition of the text; nil for texts of scripts.
	Definition *def.Definition
	DisplayedText
}

// Key returns the name of a unit for messages: KIND/ID.PATH, or the sentence.
func (u *Unit) Key() string {
	if u.Definition == nil {
		return u.Text
	}
	return u.Definition.Key() + "." + u.Path
}

// Units returns the texts of a pack to be translated: those of its definitions
// in the order of files, then those of its scripts. It omits texts without a
// letter.
func Units(c *def.Catalog, pack string, scriptTexts *ScriptTexts) []Unit {
	var out []Unit
	for _, p := range units(c, pack, scriptTexts, neededUnits) {
		out = append(out, *p)
	}
	return out
}

func units(c *def.Catalog, pack string, scriptTexts *ScriptTexts, of func(*def.Definition) []Unit) []*Unit {
	out := written(c, pack, of)
	if scriptTexts != nil {
		for _, s := range scriptTexts.Sentences {
			out = append(out, &Unit{nil, DisplayedText{Text: s.Text, Place: s.Place}})
		}
	}
	return out
}

// shared reports whether a definition's text comes from a definition it extends
// or from a preset.
func (u *Unit) shared() bool {
	d := u.Definition
	return len(d.Bases) > 0 || u.Place.File != d.Place.File || u.Place.Line < d.Place.Line
}

// readableUnits returns the texts of a definition that have a letter.
func readableUnits(d *def.Definition) []Unit { return readableOf(d, Texts(d)) }

// neededUnits returns the texts of a definition that have a letter and that players see:
// views and properties may be hidden, and their names may be translated but need not be.
func neededUnits(d *def.Definition) []Unit {
	if d.Kind != "game" {
		return readableUnits(d)
	}
	return slices.DeleteFunc(readableUnits(d), func(u Unit) bool {
		path := strings.SplitN(u.Path, ".", 4)
		switch {
		case path[0] == "views" && len(path) > 2:
			return !d.Data.Get("views").Get(path[1]).BoolOr("show", true)
		case path[0] == "properties" && len(path) > 3:
			return !d.Data.Get("properties").Get(path[1]).Get(path[2]).BoolOr("show", true)
		}
		return false
	})
}

func readableOf(d *def.Definition, texts iter.Seq[DisplayedText]) []Unit {
	var out []Unit
	for s := range texts {
		if readable(s.Text) {
			out = append(out, Unit{d, s})
		}
	}
	return slices.Clip(out)
}

// written returns the texts that a pack has written, in the order of files.
func written(c *def.Catalog, pack string, of func(*def.Definition) []Unit) []*Unit {
	var all []*def.Definition
	for _, d := range c.All() {
		if d.Pack == pack || slices.ContainsFunc(d.Changes, func(c def.Change) bool { return c.Pack == pack }) {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, byPlace)
	out := make([]*Unit, 0, 2*len(all))
	for _, d := range all {
		own := of(d)
		for i := range own {
			if writer(d, &own[i].DisplayedText) == pack {
				out = append(out, &own[i])
			}
		}
	}
	return out
}

// writer returns the pack that wrote a text of a definition: the one whose patch
// the text is in, or else the definition's own.
func writer(d *def.Definition, s *DisplayedText) string {
	for _, c := range d.Changes {
		if c.Place.File == s.Place.File {
			return c.Pack
		}
	}
	return d.Pack
}

// Untranslated returns the units of a pack that no locale of a language covers, and
// the number of all units, where a text that definitions share counts once. has
// decides whether an entry covers its unit.
func Untranslated(c *def.Catalog, pack, tag string, scriptTexts *ScriptTexts, has func(entry *def.Node, source string) bool) (missing []Unit, all int) {
	units := units(c, pack, scriptTexts, neededUnits)
	lacks, all := translationsOf(c, pack, tag).lacking(units, false, has)
	return unitsAt(units, lacks), all
}

// UntranslatedParams returns the texts of the parameters of a pack that no
// locale of a language covers: what they mean, their units, and what breaks.
// Players do not see these, so a translation is complete without them. Equal
// texts are listed once.
func UntranslatedParams(c *def.Catalog, pack, tag string) []Unit {
	texts := written(c, pack, func(d *def.Definition) []Unit { return readableOf(d, ParamTexts(d)) })
	lacks, _ := translationsOf(c, pack, tag).lacking(texts, true, Present)
	return unitsAt(texts, lacks)
}

// unitsAt returns the units with these indexes.
func unitsAt(all []*Unit, numbers []int32) []Unit {
	var out []Unit
	for _, n := range numbers {
		out = append(out, *all[n])
	}
	return out
}

// translations are the entries of all locales of a language that apply to a
// pack.
type translations map[entryKey][]*def.Node

// entryKey identifies the text that an entry translates: a definition's text by
// its path, or a message by its shape.
type entryKey struct {
	of   *def.Definition
	path string
}

func translationsOf(c *def.Catalog, pack, tag string) translations {
	entries := translations{}
	for _, l := range c.Locales {
		data, _ := l.Read()
		if l.Tag != tag || !related(c, l.Pack, pack) {
			continue
		}
		for _, f := range data.Each("texts") {
			if d := Target(c, l, f.Key); d != nil {
				for _, t := range f.Value.Fields() {
					key := entryKey{d, t.Key}
					entries[key] = append(entries[key], t.Value)
				}
			}
		}
		for _, n := range data.All("says") {
			key := entryKey{path: shapeOf(n.TextOr("from", ""))}
			entries[key] = append(entries[key], n)
		}
	}
	return entries
}

// sources returns the source texts of the entries for definitions. has decides
// which entries count.
func (t translations) sources(has func(entry *def.Node, source string) bool) map[string]bool {
	texts := map[string]bool{}
	for key, entries := range t {
		for _, n := range entries {
			if from := n.TextOr("from", ""); key.of != nil && has(n, from) {
				texts[from] = true
			}
		}
	}
	return texts
}

// covers reports whether some entry translates a unit. has decides whether an
// entry does.
func (t translations) covers(p *Unit, has func(entry *def.Node, source string) bool) bool {
	key := entryKey{p.Definition, p.Path}
	if p.Definition == nil {
		key.path = shapeOf(p.Text)
	}
	return slices.ContainsFunc(t[key], func(n *def.Node) bool { return has(n, p.Text) })
}

// lacking returns the indexes of the units that no locale covers, and how many units
// there are to translate. Equal texts that definitions share, by extending one another or
// by a preset, count as one unit; if once is set, all equal texts of definitions do.
func (t translations) lacking(units []*Unit, once bool, has func(entry *def.Node, source string) bool) (missing []int32, all int) {
	texts, seen := t.sources(has), map[string]bool{}
	for i := range units {
		p := units[i]
		shares := p.Definition != nil && (once || p.shared())
		lacks := !(shares && texts[p.Text]) && !t.covers(p, has)
		if lacks || !shares || !seen[p.Text] {
			all++
		}
		if lacks {
			missing = append(missing, int32(i))
		}
		if p.Definition != nil {
			texts[p.Text] = texts[p.Text] || lacks
			seen[p.Text] = true
		}
	}
	return missing, all
}

// related reports whether two packs are the same, or one requires the other, so that
// games of one use the locales of the other.
func related(c *def.Catalog, a, b string) bool {
	requires := func(a, b string) bool {
		p, ok := c.Pack(a)
		return ok && slices.Contains(p.Uses, b)
	}
	return a == b || requires(a, b) || requires(b, a)
}

// Present reports whether there is an entry.
func Present(*def.Node, string) bool { return true }

// Started reports whether an entry has a translation, even one of an earlier
// source.
func Started(n *def.Node, _ string) bool { return isTranslated(n) }

// Done reports whether an entry has a translation of the source and needs no
// review since the source changed.
func Done(n *def.Node, source string) bool {
	from := n.TextOr("from", "")
	return isCurrent(n) && (from == source || shapeOf(from) == shapeOf(source))
}

// reportMissing reports how many texts a started language still lacks. The first file
// of a language reports it for all of them.
func (c *checker) reportMissing() {
	data, _ := c.locale.Read()
	files := Files(c.catalog, c.locale.Pack, c.locale.Tag)
	if c.locale != files[0] {
		return
	}
	for _, pack := range TranslatedPacks(c.catalog, files) {
		units := units(c.catalog, pack, c.scriptTexts[pack], c.readable)
		known := translationsOf(c.catalog, pack, c.locale.Tag)
		lacks, all := known.lacking(units, false, Started)
		if len(lacks) == 0 {
			continue
		}
		d := diag.New("locale/missing", data.Get("id").At(data.Place()), "%d of %d texts of %s are not translated, such as %s", len(lacks), all, pack, units[lacks[0]].Key()).
			WithNote(units[lacks[0]].Place, "this text is here")
		texts := known.sources(Present)
		absent := func(p *Unit) bool {
			return !known.covers(p, Present) && !(texts[p.Text] && p.Definition != nil && p.shared())
		}
		if slices.ContainsFunc(units, absent) {
			d = d.WithHint("sleight locale update %s --pack %s adds them", c.locale.Tag, c.locale.Pack)
		} else {
			d = d.WithHint("fill in their to:")
		}
		c.report(d)
	}
}

// Files returns the locales of a pack in one language, in the order of their
// paths: LANGUAGE.yaml, and the files in LANGUAGE/.
func Files(c *def.Catalog, pack, tag string) []*def.Locale {
	var out []*def.Locale
	for _, l := range c.Locales {
		if l.Pack == pack && l.Tag == tag {
			out = append(out, l)
		}
	}
	return out
}

// TranslatedPacks returns the packs whose definitions locales translate, sorted.
func TranslatedPacks(c *def.Catalog, files []*def.Locale) []string {
	var out []string
	for _, l := range files {
		data, _ := l.Read()
		for _, f := range data.Each("texts") {
			if d := Target(c, l, f.Key); d != nil {
				out = append(out, d.Pack)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func byPlace(a, b *def.Definition) int {
	return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
}
