package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Book is what a game says in one language. A nil book says everything as it
// is written. It is immutable and may be shared by any number of goroutines.
type Book struct {
	tag language.Tag
	// texts are those of definitions, by PACK:KIND/ID.PATH; the last counts.
	texts map[string][]Entry
	// whole are texts without gaps, by how they are written and, behind that,
	// in small letters; phrases are those with gaps, the most fixed first.
	whole, small map[string]*Entry
	phrases      []phrase
	// sentences are those that the engine and its front ends say, and what packs
	// say in their place, by how they are written.
	sentences map[string]*phrase
}

// Open makes the book of a game in a language, of all locales that concern it.
// It is nil when that is the language of the source, or no locale comes near.
func Open(c *def.Catalog, game *def.Definition, lang Language) *Book {
	b := &Book{tag: lang, texts: map[string][]Entry{}, whole: map[string]*Entry{}, small: map[string]*Entry{}, sentences: map[string]*phrase{}}
	all := about(c, game)
	for _, tag := range slices.Backward(chainOf(all, lang)) { // the nearest language comes last, and counts
		b.own(tag)
		for _, l := range all {
			if l.Tag == tag {
				b.take(c, l)
			}
		}
	}
	if len(b.texts) == 0 && len(b.whole) == 0 && len(b.phrases) == 0 && len(b.sentences) == 0 {
		return nil
	}
	slices.Reverse(b.phrases) // what comes later counts
	slices.SortStableFunc(b.phrases, func(x, y phrase) int { return y.weight - x.weight })
	return b
}

// about lists the locales that say something of a game: those of packs that the
// game sees, and of packs that build on the game's.
func about(c *def.Catalog, game *def.Definition) []*def.Locale {
	if len(c.Locales) == 0 {
		return nil
	}
	sees := c.PacksOf(game)
	var out []*def.Locale
	for _, l := range c.Locales {
		p, ok := c.Pack(l.Pack)
		if slices.Contains(sees, l.Pack) || ok && slices.Contains(p.Uses, game.Pack) {
			out = append(out, l)
		}
	}
	return out
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
			if !counts(t.Value) {
				continue
			}
			e := readEntry(t.Value, lang)
			key := keyOf(d, t.Key)
			b.texts[key] = append(b.texts[key], e)
			b.add(filled(d, e))
		}
	}
	for _, n := range data.All("says") {
		if counts(n) {
			e := readEntry(n, lang)
			b.add(e)
			p := newPhrase(e)
			b.sentences[e.From] = &p // it may be one of the engine's
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
		if p.weight > 0 && len(p.names) <= maxGaps {
			b.phrases = append(b.phrases, p)
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
	for _, e := range slices.Backward(b.texts[keyOf(d, path)]) {
		if e.From == source {
			return fill(d, &e)
		}
	}
	text := d.Fill(source)
	if e := b.whole[text]; e != nil { // such as what it inherits
		return e.To
	}
	return text
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

// Put returns a sentence of the engine or a front end, with the values for its
// {names} in their order.
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

// Message returns a message in the language of the book. Arguments that are
// texts of content are translated, as far as it knows them.
func (b *Book) Message(m *diag.Message) string {
	if b == nil || m == nil {
		return m.String()
	}
	values := make([]string, len(m.Args))
	for i, a := range m.Args {
		switch a := a.(type) {
		case string:
			values[i] = b.Say(a)
		case *diag.Message:
			values[i] = b.Message(a)
		default:
			values[i] = fmt.Sprint(a)
		}
	}
	text := b.Put(m.Format, values...)
	if m.Then != nil {
		text += " " + b.Message(m.Then)
	}
	return text
}
