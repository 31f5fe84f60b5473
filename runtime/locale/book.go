package locale

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/def"
)

// Book is what a game says in one language. A nil book says everything as it
// is written. It is immutable and may be shared by any number of goroutines.
type Book struct {
	tag language.Tag
	// texts are those of definitions, by PACK:KIND/ID.PATH, the last first.
	texts map[string][]Entry
	// whole are texts without gaps, by how they are written and, behind that,
	// in small letters; phrases are those with gaps, the most fixed first.
	whole, small map[string]*Entry
	phrases      []phrase
	// sentences are the phrases by how they are written.
	sentences map[string]*phrase
}

// Open makes the book of a game in a language, of all locales that concern it.
// It is nil when that is the language of the source, or no locale comes near.
func Open(c *def.Catalog, game *def.Definition, lang Language) *Book {
	b := &Book{tag: lang, texts: map[string][]Entry{}, whole: map[string]*Entry{}, small: map[string]*Entry{}, sentences: map[string]*phrase{}}
	chain := chainOf(c, game, lang)
	for _, tag := range slices.Backward(chain) { // the nearest language comes last, and counts
		b.own(tag)
		for _, l := range c.Locales {
			if l.Tag == tag && concerns(c, l, game) {
				b.take(c, l)
			}
		}
	}
	if len(b.texts) == 0 && len(b.whole) == 0 && len(b.phrases) == 0 {
		return nil
	}
	slices.SortStableFunc(b.phrases, func(x, y phrase) int { return y.weight - x.weight })
	return b
}

// concerns tells whether a locale says something of a game: it is of a pack
// that the game sees, or of one that builds on the game's.
func concerns(c *def.Catalog, l *def.Locale, game *def.Definition) bool {
	if slices.Contains(c.PacksOf(game), l.Pack) {
		return true
	}
	p, ok := c.Pack(l.Pack)
	return ok && slices.Contains(p.Uses, game.Pack)
}

// take takes in a locale. What of it has no meaning is passed over.
func (b *Book) take(c *def.Catalog, l *def.Locale) {
	data, _ := l.Read()
	lang, err := language.Parse(l.Tag)
	if data == nil || err != nil {
		return
	}
	for _, f := range data.Each("texts") {
		d := Target(c, l, f.Key)
		if d == nil {
			continue
		}
		for _, t := range f.Value.Fields {
			if !Done(t.Value) {
				continue
			}
			e := readEntry(t.Value, lang)
			key := keyOf(d, t.Key)
			b.texts[key] = append([]Entry{e}, b.texts[key]...)
			b.add(filled(d, e))
		}
	}
	for _, n := range data.All("says") {
		if Done(n) {
			b.add(readEntry(n, lang))
		}
	}
}

// filled is an entry with the parameters of its definition filled in.
func filled(d *def.Definition, e Entry) Entry {
	e.To, e.From, e.Forms = fill(d, &e), d.Fill(e.From), nil
	return e
}

func keyOf(d *def.Definition, path string) string { return d.Pack + ":" + d.Key() + "." + path }

// Target finds the definition whose texts a locale gives, by KIND/ID or
// PACK:KIND/ID; nil when there is none in its pack or those that this builds on.
func Target(c *def.Catalog, l *def.Locale, key string) *def.Definition {
	packs := []string{l.Pack}
	if p, ok := c.Pack(l.Pack); ok {
		packs = append(packs, p.Uses...)
	}
	pack, rest, named := strings.Cut(key, ":")
	for _, id := range packs {
		switch {
		case named && id != pack:
			continue
		case !named:
			rest = key
		}
		if d, ok := c.Get(id + ":" + rest); ok {
			return d
		}
	}
	return nil
}

// add takes in what a text is, wherever it is said.
func (b *Book) add(e Entry) {
	if p := newPhrase(e); len(p.names) > 0 {
		b.sentences[e.From] = &p
		if p.weight > 0 {
			b.phrases = append([]phrase{p}, b.phrases...)
		}
		return
	}
	b.whole[e.From] = &e
	b.small[strings.ToLower(e.From)] = &e
}

// Language is the language of the book by BCP 47; empty for that of the source.
func (b *Book) Language() string {
	if b == nil {
		return ""
	}
	return b.tag.String()
}

// Text returns the text of a definition at a path, written as source there,
// with its parameters filled in.
func (b *Book) Text(d *def.Definition, path, source string) string {
	if b == nil || source == "" {
		return d.Fill(source)
	}
	for _, e := range b.texts[keyOf(d, path)] {
		if e.From == source {
			return fill(d, &e)
		}
	}
	return d.Fill(source)
}

// fill is an entry in the other language with the parameters of a definition.
func fill(d *def.Definition, e *Entry) string {
	if e.Forms == nil {
		return d.Fill(e.To)
	}
	p, _ := d.Param(e.Count)
	return d.Fill(e.form(strconv.FormatFloat(p.Default, 'f', -1, 64)))
}

// Name returns the name of a definition.
func (b *Book) Name(d *def.Definition) string {
	if d.Name == "" {
		return Words(d.ID)
	}
	return b.Text(d, "name", d.Name)
}

// Describe returns the text of a definition with its parameters filled in.
func (b *Book) Describe(d *def.Definition) string { return b.Text(d, "text", d.Text) }

// Say returns what a text is that a script or the engine has said: as a whole,
// or line by line, or part by part between semicolons, or as a list.
func (b *Book) Say(text string) string {
	if b == nil || text == "" {
		return text
	}
	for _, between := range []string{"\n", "; "} {
		if _, known := b.within(text, 0); known || !strings.Contains(text, between) {
			continue
		}
		parts := strings.Split(text, between)
		for i, part := range parts {
			parts[i] = b.Say(part)
		}
		return strings.Join(parts, between)
	}
	return b.put(text, 0)
}

// maxWithin bounds how deep sentences stand in the gaps of others.
const maxWithin = 3

func (b *Book) within(text string, depth int) (string, bool) {
	if e := b.whole[text]; e != nil {
		return e.To, true
	}
	if depth > maxWithin {
		return "", false
	}
	for i := range b.phrases {
		if filled, ok := b.phrases[i].match(text); ok {
			return b.phrases[i].say(filled, func(value string) string { return b.put(value, depth+1) }), true
		}
	}
	return "", false
}

// put is what is put into a gap: a text or sentence of its own, in capitals or
// not; a list of such with commas, each with a number before it or none; or as
// it stands.
func (b *Book) put(text string, depth int) string {
	if isNumber(text) {
		return text
	}
	if to, ok := b.within(text, depth); ok {
		return to
	}
	if e := b.small[strings.ToLower(text)]; e != nil {
		return e.To
	}
	if parts := strings.Split(text, ", "); len(parts) > 1 && depth <= maxWithin {
		for i, part := range parts {
			parts[i] = b.put(part, depth+1)
		}
		return strings.Join(parts, ", ")
	}
	if number, rest, ok := strings.Cut(text, " "); ok && isNumber(number) && depth <= maxWithin {
		return number + " " + b.put(rest, depth+1)
	}
	return text
}

// Put says a sentence with {names}, for which the values stand in their order.
func (b *Book) Put(sentence string, values ...string) string {
	asIs := func(s string) string { return s }
	if b != nil {
		if p := b.sentences[sentence]; p != nil {
			return p.say(values, asIs)
		}
	}
	p := newPhrase(Entry{From: sentence, To: sentence})
	return p.say(values, asIs)
}
