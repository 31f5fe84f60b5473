package locale

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Translator translates the texts of a game into one language. A nil Translator returns
// every text unchanged. It is immutable and safe for concurrent use.
type Translator struct {
	tag   language.Tag
	forms plurals
	// texts are the texts of definitions, by PACK:KIND/ID.PATH; later locales
	// override earlier ones.
	texts map[string][]Entry
	// bySource are the texts of definitions with placeholders by their source
	// text.
	bySource map[string]Entry
	// exact are the texts without placeholders, by source text and also by the
	// source text in lower case.
	exact, lowercase map[string]*Entry
	// sentences are the sentences of scripts, of the engine and of its front
	// ends, by shape.
	sentences map[string]*phrase
	// problems are the formats of diagnostics, by the English format.
	problems map[string]string
}

// Open returns the translator of a game into a language, made from all locales that
// apply to the game. It is nil if the language is the source language or no
// locale matches it.
func Open(c *def.Catalog, game *def.Definition, lang Language) *Translator {
	b := newTranslator(lang)
	b.addAll(applicable(c, game), func(l *def.Locale) { b.addTexts(c, l); b.addSentences(l) })
	if len(b.texts) == 0 && len(b.exact) == 0 && len(b.sentences) == 0 {
		return nil
	}
	return b
}

func newTranslator(lang Language) *Translator {
	return &Translator{tag: lang, forms: pluralsOf(lang), texts: map[string][]Entry{}, bySource: map[string]Entry{}, exact: map[string]*Entry{}, lowercase: map[string]*Entry{}, sentences: map[string]*phrase{}, problems: map[string]string{}}
}

// addAll adds the texts of the engine, and calls add for those locales that are in
// the language or one that its speakers understand.
func (t *Translator) addAll(all []*def.Locale, add func(*def.Locale)) {
	for _, tag := range slices.Backward(fallbackLanguages(all, t.tag)) { // the closest language comes last and overrides the others
		t.addBuiltIn(tag)
		for _, l := range all {
			if l.Tag == tag {
				add(l)
			}
		}
	}
}

// applicable returns the locales that apply to a game: those of the packs it sees,
// and of packs that depend on the game's pack.
func applicable(c *def.Catalog, game *def.Definition) []*def.Locale {
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

// addTexts adds a locale's translations of definitions. It skips invalid ones.
func (t *Translator) addTexts(c *def.Catalog, l *def.Locale) {
	data, _ := l.Read()
	lang := language.Make(l.Tag)
	for _, f := range data.Each("texts") {
		d := Target(c, l, f.Key)
		if d == nil {
			continue
		}
		for _, text := range f.Value.Fields() {
			if !isCurrent(text.Value) {
				continue
			}
			e := readEntry(text.Value, lang)
			key := keyOf(d, text.Key)
			t.texts[key] = append(t.texts[key], e)
			if strings.Contains(e.From, "{") {
				t.bySource[e.From] = e
			}
			if !strings.Contains(e.From, "{=") { // else it is never shown as written
				t.add(filled(d, e))
			}
		}
	}
}

// addSentences adds a locale's translations of sentences.
func (t *Translator) addSentences(l *def.Locale) {
	data, _ := l.Read()
	lang := language.Make(l.Tag)
	for _, n := range data.All("says") {
		if isCurrent(n) {
			e := readEntry(n, lang)
			t.add(e)
			t.sentences[shapeOf(e.From)] = newPhrase(e)
		}
	}
}

// filled returns an entry with the parameters of its definition filled in.
func filled(d *def.Definition, e Entry) Entry {
	e.To, e.From, e.Forms = d.Fill(pluralForm(d, &e)), d.Fill(e.From), nil
	return e
}

func keyOf(d *def.Definition, path string) string { return d.Pack + ":" + d.Key() + "." + path }

// Target returns the definition that a locale translates, by KIND/ID or
// PACK:KIND/ID, or nil if there is none in its pack or the pack's dependencies.
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

// add adds the translation of a text, wherever the text is used.
func (t *Translator) add(e Entry) {
	t.exact[e.From] = &e
	t.lowercase[strings.ToLower(e.From)] = &e
}

// Language returns the BCP 47 tag of the language translated into; empty for the source
// language.
func (t *Translator) Language() string {
	if t == nil {
		return ""
	}
	return t.tag.String()
}

// Text returns the translation of the text at a path of a definition, with its
// placeholders filled in. source is the text as written there.
func (t *Translator) Text(d *def.Definition, path, source string) string {
	return Join(t.Spans(d, path, source, nil))
}

// entry returns the translation of the text at a path of a definition: its own,
// that of a definition it extends, or one of the same text elsewhere. It is nil
// if there is none.
func (t *Translator) entry(d *def.Definition, path, source string) *Entry {
	keys := append([]string{d.Pack + ":" + d.Key()}, d.Bases...)
	for _, key := range keys {
		for _, e := range slices.Backward(t.texts[key+"."+path]) {
			if e.From == source {
				return &e
			}
		}
	}
	if e, ok := t.bySource[source]; ok {
		return &e
	}
	return nil
}

// Name returns the translated name of a definition.
func (t *Translator) Name(d *def.Definition) string {
	source := d.Name[:len(d.Name)-d.Pluses]
	return t.Text(d, "name", source) + d.Name[len(source):]
}

// Describe returns the translated text of a definition with its placeholders
// filled in. Values may be nil.
func (t *Translator) Describe(d *def.Definition, values Values) string {
	return Join(t.Spans(d, "text", d.Text, values))
}

// Param returns a parameter of a definition with its texts translated.
func (t *Translator) Param(d *def.Definition, p def.Param) def.Param {
	for i, text := range [...]*string{&p.Text, &p.Unit, &p.Breaks} {
		if *text != "" {
			*text = t.Text(d, "params."+p.Name+"."+paramKeys[i], *text)
		}
	}
	return p
}

// Translate returns the translation of a sentence of the engine or a front end, with
// values for its {names} in order.
func (t *Translator) Translate(sentence string, values ...string) string {
	text, _ := t.translate(sentence, values)
	return text
}

// translate is Translate; ok reports whether the sentence has a translation.
func (t *Translator) translate(sentence string, values []string) (text string, ok bool) {
	if t != nil {
		if p := t.sentences[shapeOf(sentence)]; p != nil {
			return p.format(values), true
		}
	}
	if text, ok := fillPlain(sentence, values); ok {
		return text, false
	}
	return newPhrase(Entry{From: sentence, To: sentence}).format(values), false
}

// fillPlain fills the placeholders of an untranslated sentence in order. It
// returns ok == false for the rare sentence that needs a full parse: one that
// has a placeholder twice, or other braces.
func fillPlain(sentence string, values []string) (text string, ok bool) {
	var out []byte
	rest, filled := sentence, 0
	for {
		before, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		name, next, closed := strings.Cut(after, "}")
		if !closed || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" || filled == len(values) || strings.Contains(sentence[:len(sentence)-len(after)], "{"+name+"}") {
			return "", false
		}
		out = append(append(out, before...), values[filled]...)
		rest, filled = next, filled+1
	}
	if filled == 0 {
		return sentence, !strings.Contains(sentence, "}")
	}
	return string(append(out, rest...)), !strings.Contains(rest, "}")
}

// Problem returns the message of a diagnostic in the language of the translator; in
// English if its format has no translation.
func (t *Translator) Problem(s diag.Sentence) string {
	if t != nil {
		if format, ok := t.problems[s.Format]; ok {
			return s.In(format)
		}
	}
	return s.String()
}
