package locale

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// maxFindings is the maximum number of problems reported for one locale.
const maxFindings = 200

// Check reports the entries of all locales that do not match the packs; scriptTexts
// holds the texts in the Lua of each pack. The list is sorted.
func Check(c *def.Catalog, scriptTexts map[string]*ScriptTexts) diag.List {
	return new(Checker).Check(c, scriptTexts)
}

// Checker checks locales repeatedly and remembers the texts of unchanged
// definitions. The zero Checker is ready to use; it is not safe for concurrent
// use.
type Checker struct {
	before, now map[*def.Definition][]Unit
}

// Check checks locales as the function Check does.
func (c *Checker) Check(catalog *def.Catalog, scriptTexts map[string]*ScriptTexts) diag.List {
	c.before, c.now = c.now, make(map[*def.Definition][]Unit, len(c.now))
	var problems diag.List
	seen := map[string]diag.Place{}
	for _, l := range catalog.Locales {
		k := checker{catalog: catalog, scriptTexts: scriptTexts, locale: l, seen: seen, readable: c.readable}
		k.run()
		problems = append(problems, k.problems[:min(len(k.problems), maxFindings)]...)
	}
	problems.Sort()
	return problems
}

// readable returns the readable texts of a definition.
func (c *Checker) readable(d *def.Definition) []Unit {
	list, ok := c.now[d]
	if !ok {
		if list, ok = c.before[d]; !ok {
			list = neededUnits(d)
		}
		c.now[d] = list
	}
	return list
}

// checker checks one locale.
type checker struct {
	catalog     *def.Catalog
	scriptTexts map[string]*ScriptTexts
	locale      *def.Locale
	lang        language.Tag
	plurals     []string // the plural categories of the language
	problems    diag.List
	stale       []stale
	readable    func(*def.Definition) []Unit
	// seen are the places of the texts translated by locales that were checked
	// before, by pack, language and text; nil if that is not checked.
	seen map[string]diag.Place
}

// stale is an entry whose source text has changed.
type stale struct {
	entry *def.Node
	now   string
}

func (c *checker) report(d diag.Diagnostic) { c.problems = append(c.problems, d) }

// full reports whether maxFindings is reached.
func (c *checker) full() bool { return len(c.problems) >= maxFindings }

func (c *checker) run() {
	data, problems := c.locale.Read()
	c.problems = append(c.problems, problems...)
	if data == nil {
		return
	}
	lang, err := language.Parse(c.locale.Tag)
	if err != nil {
		c.report(diag.New("locale/file", data.Get("id").At(data.Place()), "%q is not a BCP 47 language tag", c.locale.Tag).
			WithHint("name the file by a tag such as de or pt-BR"))
		return
	}
	c.lang, c.plurals = lang, Forms(lang)
	for _, f := range data.Each("texts") {
		if c.full() {
			return
		}
		c.definition(f)
	}
	c.checkSays(data)
	c.reportMissing()
}

// packs returns the packs whose texts the locale may translate.
func (c *checker) packs() []string {
	out := []string{c.locale.Pack}
	if p, ok := c.catalog.Pack(c.locale.Pack); ok {
		out = append(out, p.Uses...)
	}
	return out
}

// definition checks the translations of one definition.
func (c *checker) definition(f def.Field) {
	d := Target(c.catalog, c.locale, f.Key)
	if d == nil {
		c.report(diag.New("locale/unknown", f.KeyPlace(), "unknown definition %q in the pack and those that it requires", f.Key).
			Suggest(f.Key, c.keys(strings.Contains(f.Key, ":"))))
		return
	}
	shown := map[string]DisplayedText{}
	var known []string
	for s := range Texts(d) {
		shown[s.Path] = s
		known = append(known, s.Path)
	}
	for _, t := range f.Value.Fields() {
		if c.full() {
			return
		}
		s, ok := shown[t.Key]
		if !ok {
			path, _ := def.ParsePath(t.Key)
			n := path.At(d.Data)
			if n == nil || n.Type() != def.Text {
				c.report(diag.New("locale/unknown", t.KeyPlace(), "%s has no text %q", d.Key(), t.Key).Suggest(t.Key, untranslated(known, f.Value)))
				continue
			}
			s = DisplayedText{t.Key, n.Text(), n.Place()}
		}
		c.checkCurrent(d, s, t.Value)
		c.checkEntry(t.Value)
		c.checkDuplicate(keyOf(d, t.Key), t.KeyPlace())
	}
}

// untranslated lists the keys of texts for which a locale has no translation.
func untranslated(keys []string, translated *def.Node) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return translated.Get(key) != nil })
}

// checkDuplicate reports a text that another file of the pack translates into the same
// language.
func (c *checker) checkDuplicate(text string, at diag.Place) {
	if c.seen == nil {
		return
	}
	key := c.locale.Pack + " " + c.locale.Tag + " " + text
	if first, ok := c.seen[key]; ok && first.File != at.File {
		c.report(diag.New("locale/twice", at, "another file translates this text, too").
			WithHint("remove one of them").WithNote(first, "first translated here"))
		return
	}
	c.seen[key] = at
}

// keys returns the definitions that the locale may name.
func (c *checker) keys(withPack bool) []string {
	var out []string
	packs := c.packs()
	for _, d := range c.catalog.All() {
		switch {
		case !slices.Contains(packs, d.Pack):
		case withPack:
			out = append(out, d.Pack+":"+d.Key())
		default:
			out = append(out, d.Key())
		}
	}
	return out
}

// checkCurrent reports a text that has changed since it was translated. A text
// replaced by another pack must be translated by that pack.
func (c *checker) checkCurrent(d *def.Definition, s DisplayedText, n *def.Node) {
	from, was := n.Get("from"), n.Get("was")
	if from.Text() == s.Text {
		if was != nil {
			c.report(diag.New("locale/stale", was.Place(), "the source has changed since it was translated").
				WithHint("correct to: and remove this line").WithNote(from.Place(), "it is now this"))
		}
		return
	}
	for _, change := range d.Changes {
		if change.Path == s.Path && (change.Before != nil && change.Before.Text() == from.Text() || change.After != nil && change.After.Text() == from.Text()) {
			return
		}
	}
	c.stale = append(c.stale, stale{n, s.Text})
	c.report(diag.New("locale/stale", from.Place(), "the text has changed since it was translated; it is now %q", short(s.Text)).
		WithHint("run sleight locale update %s --pack %s, then correct to:", c.locale.Tag, c.locale.Pack).
		WithNote(s.Place, "the text is here"))
}

// short returns a text shortened for a message.
func short(text string) string {
	const most = 120
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// checkEntry checks a translation by itself.
func (c *checker) checkEntry(n *def.Node) {
	names := placeholdersOf(n.Get("from").Text())
	to := n.Get("to")
	switch {
	case to == nil || to.Type() == def.Null:
		return
	case to.Type() == def.Text:
		c.checkNames(to, names, n.Get("from"))
		c.checkForeignSigns(n.Get("from").Text(), to)
		c.checkDropped(n, names, []string{to.Text()})
		return
	}
	var all []string
	for _, f := range to.Fields() {
		if f.Key == "count" {
			if !slices.Contains(names, f.Value.Text()) {
				c.report(diag.New("locale/param", f.Value.Place(), "the text has no {%s} to count by", f.Value.Text()).Suggest(f.Value.Text(), names))
			}
			continue
		}
		c.checkNames(f.Value, names, n.Get("from"))
		c.checkForeignSigns(n.Get("from").Text(), f.Value)
		all = append(all, f.Value.Text())
	}
	c.checkDropped(n, names, all)
	c.checkForms(n, to)
}

// placeholdersOf returns what fills the placeholders of a text: names, and
// expressions after an equals sign.
func placeholdersOf(text string) (out []string) {
	for p := range def.Placeholders(text) {
		out = append(out, nameOf(p))
	}
	return out
}

// nameOf returns what fills a placeholder.
func nameOf(p def.Part) string {
	if p.Expression != "" {
		return "=" + p.Expression
	}
	return p.Name
}

// checkNames reports placeholders that the source does not have, and plural forms
// that the language does not have.
func (c *checker) checkNames(n *def.Node, known []string, from *def.Node) {
	for p := range def.Placeholders(n.Text()) {
		name := nameOf(p)
		if !slices.Contains(known, name) {
			d := diag.New("locale/param", n.PlaceIn(p.From, p.To), "the source has no {%s}", name).Suggest(name, known).
				WithNote(from.Place(), "the source is here")
			for i := range d.Edits {
				e := &d.Edits[i]
				e.Old, e.New = "{"+e.Old+"}", "{"+e.New+"}"
			}
			if p.Expression != "" || p.Forms != nil {
				d.Edits = nil
			}
			c.report(d)
		}
		if needed := c.plurals; len(p.Forms) > 1 && len(p.Forms) != len(needed) {
			c.report(diag.New("locale/plural", n.PlaceIn(p.From, p.To), "in %s, a number has %d plural forms, not %d", c.locale.Tag, len(needed), len(p.Forms)).
				WithHint("write, in this order: %s", strings.Join(needed, ", ")))
		}
	}
}

// checkForeignSigns reports placeholders in the syntax of other programs, ${name} or
// {{name}}, unless the source has the sign before a placeholder too.
func (c *checker) checkForeignSigns(from string, n *def.Node) {
	before := func(text, sign string) bool {
		for p := range def.Placeholders(text) {
			if p.From > 0 && text[p.From-1:p.From] == sign {
				return true
			}
		}
		return false
	}
	if strings.HasSuffix(n.Text(), `"`) && strings.Count(n.Text(), `"`)%2 == 1 && strings.Count(from, `"`)%2 == 0 {
		d := diag.New("locale/param", n.Place(), "this text ends with a quote but does not begin with one").WithHint("write a quote before it too, or remove the one at its end")
		d.Severity = diag.Warning
		c.report(d)
	}
	for p := range def.Placeholders(n.Text()) {
		if p.Name == "" || p.From == 0 {
			continue
		}
		sign := n.Text()[p.From-1 : p.From]
		if (sign == "$" || sign == "{") && !before(from, sign) {
			d := diag.New("locale/param", n.PlaceIn(p.From-1, p.To), "the %s before {%s} is shown as it is", sign, p.Name).WithHint("write {%s}", p.Name)
			d.Severity = diag.Warning
			c.report(d)
		}
	}
}

// checkDropped reports a {name} of the source that no form has.
func (c *checker) checkDropped(n *def.Node, names, forms []string) {
	for i, name := range names {
		has := func(text string) bool {
			return slices.ContainsFunc(placeholdersOf(text), func(placeholder string) bool {
				near, _ := diag.Nearest(placeholder, names)
				return placeholder == name || near == name && !slices.Contains(names, placeholder) // which is reported
			})
		}
		if !slices.Contains(names[:i], name) && !slices.ContainsFunc(forms, has) {
			d := diag.New("locale/param", n.Get("to").Place(), "{%s} of the source is missing", name)
			d.Severity = diag.Warning
			c.report(d)
		}
	}
}

// checkForms reports plural categories that the language has and the text lacks, and
// those that the text has and the language lacks.
func (c *checker) checkForms(n, to *def.Node) {
	needed := c.plurals
	var missing, idle []string
	for _, form := range needed {
		if to.Get(form) == nil {
			missing = append(missing, form)
		}
	}
	for _, f := range to.Fields() {
		if f.Key != "count" && f.Key != "many" && !slices.Contains(needed, f.Key) {
			idle = append(idle, f.Key)
		}
	}
	if len(missing) > 0 {
		c.report(diag.New("locale/plural", to.Place(), "in %s, plural texts also need: %s", c.locale.Tag, strings.Join(missing, ", ")))
	}
	if len(idle) > 0 {
		c.report(diag.New("locale/plural", to.Get(idle[0]).Place(), "%s has no plural category %s", c.locale.Tag, strings.Join(idle, ", ")).
			WithHint("it has: %s", strings.Join(needed, ", ")))
	}
	_, names := splitPlaceholders(n.Get("from").Text())
	if len(names) == 0 {
		c.report(diag.New("locale/plural", to.Place(), "the source shows no number that could decide between these texts"))
	}
}

// Forms returns the plural categories of a language for whole numbers.
func Forms(lang language.Tag) []string {
	var out []string
	for n := range 200 {
		if form := pluralCategory(lang, fmt.Sprint(n)); !slices.Contains(out, form) {
			out = append(out, form)
		}
	}
	if !slices.Contains(out, "other") {
		out = append(out, "other")
	}
	order := []string{"zero", "one", "two", "few", "many", "other"}
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(slices.Index(order, a), slices.Index(order, b)) })
	return out
}
