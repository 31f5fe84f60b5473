package locale

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/def"
	"sleight/runtime/diag"
)

// Piece is a text that a locale is to have.
type Piece struct {
	// Definition is whose text it is; nil for what scripts say.
	Definition *def.Definition
	Shown
}

// Key names a piece for people: KIND/ID.PATH, or the sentence.
func (p *Piece) Key() string {
	if p.Definition == nil {
		return p.Text
	}
	return p.Definition.Key() + "." + p.Path
}

// Pieces lists what is to be translated of a pack: the texts of its definitions
// in the order of files, then what its scripts say. Texts without a letter are
// not among them.
func Pieces(c *def.Catalog, pack string, speech *Speech) []Piece {
	var all []*def.Definition
	for _, d := range c.All() {
		if d.Pack == pack {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, byPlace)
	var out []Piece
	for _, d := range all {
		for s := range Texts(d) {
			if readable(s.Text) {
				out = append(out, Piece{d, s})
			}
		}
	}
	if speech != nil {
		for _, s := range speech.Said {
			out = append(out, Piece{nil, Shown{Text: s.Text, Place: s.Place}})
		}
	}
	return out
}

// Gaps lists the pieces of a pack that no locale of a language has, by what has
// says of their entries there, and counts all pieces.
func Gaps(c *def.Catalog, pack, tag string, speech *Speech, has func(entry *def.Node) bool) (missing []Piece, all int) {
	have, said := map[string]bool{}, map[string]bool{}
	for _, l := range c.Locales {
		data, _ := l.Read()
		if l.Tag != tag || data == nil {
			continue
		}
		for _, f := range data.Each("texts") {
			if d := Target(c, l, f.Key); d != nil {
				for _, t := range f.Value.Fields {
					have[keyOf(d, t.Key)] = has(t.Value)
				}
			}
		}
		for _, n := range data.All("says") {
			said[shapeOf(n.TextOr("from", ""))] = has(n)
		}
	}
	pieces := Pieces(c, pack, speech)
	for _, p := range pieces {
		if p.Definition != nil && !have[keyOf(p.Definition, p.Path)] || p.Definition == nil && !said[shapeOf(p.Text)] {
			missing = append(missing, p)
		}
	}
	return missing, len(pieces)
}

// missing tells how much a locale that has begun still lacks.
func (k *checker) missing() {
	data, _ := k.locale.Read()
	for _, pack := range Begun(k.catalog, k.locale) {
		lacks, all := Gaps(k.catalog, pack, k.locale.Tag, k.speech[pack], Translated)
		if len(lacks) == 0 {
			continue
		}
		d := diag.New("locale/missing", data.Get("id").At(data.Place), "%d of %d texts of %s are not translated, such as %s", len(lacks), all, pack, lacks[0].Key()).
			WithNote(lacks[0].Place, "this one stands here")
		if absent, _ := Gaps(k.catalog, pack, k.locale.Tag, k.speech[pack], Present); len(absent) > 0 {
			d = d.WithHint("sleight locale update %s --pack %s adds them", k.locale.Tag, k.locale.Pack)
		} else {
			d = d.WithHint("write what they are into their to:")
		}
		k.report(d)
	}
}

// Begun lists the packs of whose definitions a locale says texts, sorted.
func Begun(c *def.Catalog, l *def.Locale) []string {
	data, _ := l.Read()
	var out []string
	for _, f := range data.Each("texts") {
		if d := Target(c, l, f.Key); d != nil {
			out = append(out, d.Pack)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func byPlace(a, b *def.Definition) int {
	return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
}
