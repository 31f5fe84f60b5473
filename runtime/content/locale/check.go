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
func (m *Checker) Check(c *def.Catalog, scriptTexts map[string]*ScriptTexts) diag.List {
	m.before, m.now = m.now, make(map[*def.Definition][]Unit, len(m.now))
	var problems diag.List
	seen := map[string]diag.Place{}
	for _, l := range c.Locales {
		k := checker{catalog: c, scriptTexts: scriptTexts, locale: l, seen: seen, readable: m.readable}
		k.run()
		problems = append(problems, k.problems[:min(len(k.problems), maxFindings)]...)
	}
	problems.Sort()
	return problems
}

// readable returns the readable texts of a definition.
func (m *Checker) readable(d *def.Definition) []Unit {
	list, ok := m.now[d]
	if !ok {
		if list, ok = m.before[d]; !ok {
			list = neededUnits(d)
		}
		m.now[d] = list
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

func (k *checker) report(d diag.Diagnostic) { k.problems = append(k.problems, d) }

// full reports whether maxFindings is reached.
func (k *checker) full() bool { return len(k.problems) >= maxFindings }

func (k *checker) run() {
	data, problems := k.locale.Read()
	k.problems = append(k.problems, problems...)
	if data == nil {
		return
	}
	lang, err := language.Parse(k.locale.Tag)
	if err != nil {
		k.report(diag.New("locale/file", data.Get("id").At(data.Place()), "%q is not a BCP 47 language tag", k.locale.Tag).
			WithHint("name the file by a tag such as de or pt-BR"))
		return
	}
	k.lang, k.plurals = lang, Forms(lang)
	for _, f := range data.Each("texts") {
		if k.full() {
			return
		}
		k.definition(f)
	}
	k.checkSays(data)
	k.reportMissing()
}

// packs returns the packs whose texts the locale may translate.
func (k *checker) packs() []string {
	out := []string{k.locale.Pack}
	if p, ok := k.catalog.Pack(k.locale.Pack); ok {
		out = append(out, p.Uses...)
	}
	return out
}

// definition checks the translations of one definition.
func (k *checker) definition(f def.Field) {
	d := Target(k.catalog, k.locale, f.Key)
	if d == nil {
		k.report(diag.New("locale/unknown", f.KeyPlace(), "unknown definition %q in the pack and those that it requires", f.Key).
			Suggest(f.Key, k.keys(strings.Contains(f.Key, ":"))))
		return
	}
	shown := map[string]DisplayedText{}
	var known []string
	for s := range Texts(d) {
		shown[s.Path] = s
		known = append(known, s.Path)
	}
	for _, t := range f.Value.Fields() {
		if k.full() {
			return
		}
		s, ok := shown[t.Key]
		if !ok {
			path, _ := def.ParsePath(t.Key)
			n := path.At(d.Data)
			if n == nil || n.Type() != def.Text {
				k.report(diag.New("locale/unknown", t.KeyPlace(), "%s has no text %q", d.Key(), t.Key).Suggest(t.Key, untranslated(known, f.Value)))
				continue
			}
			s = DisplayedText{t.Key, n.Text(), n.Place()}
		}
		k.checkCurrent(d, s, t.Value)
		k.checkEntry(t.Value)
		k.checkDuplicate(keyOf(d, t.Key), t.KeyPlace())
	}
}

// untranslated lists the keys of texts for which a locale has no translation.
func untranslated(keys []string, translated *def.Node) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return translated.Get(key) != nil })
}

// checkDuplicate reports a text that another file of the pack translates into the same
// language.
func (k *checker) checkDuplicate(text string, at diag.Place) {
	if k.seen == nil {
		return
	}
	key := k.locale.Pack + " " + k.locale.Tag + " " + text
	if first, ok := k.seen[key]; ok && first.File != at.File {
		k.report(diag.New("locale/twice", at, "another file translates this text, too").
			WithHint("remove one of them").WithNote(first, "first translated here"))
		return
	}
	k.seen[key] = at
}

// keys returns the definitions that the locale may name.
func (k *checker) keys(withPack bool) []string {
	var out []string
	packs := k.packs()
	for _, d := range k.catalog.All() {
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
func (k *checker) checkCurrent(d *def.Definition, s DisplayedText, n *def.Node) {
	from, was := n.Get("from"), n.Get("was")
	if from.Text() == s.Text {
		if was != nil {
			k.report(diag.New("locale/stale", was.Place(), "the source has changed since it was translated").
				WithHint("correct to: and remove this line").WithNote(from.Place(), "it is now this"))
		}
		return
	}
	for _, c := range d.Changes {
		if c.Path == s.Path && (c.Before != nil && c.Before.Text() == from.Text() || c.After != nil && c.After.Text() == from.Text()) {
			return
		}
	}
	k.stale = append(k.stale, stale{n, s.Text})
	k.report(diag.New("locale/stale", from.Place(), "the text has changed since it was translated; it is now %q", short(s.Text)).
		WithHint("run sleight locale update %s --pack %s, then correct to:", k.locale.Tag, k.locale.Pack).
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
func (k *checker) checkEntry(n *def.Node) {
	names := placeholdersOf(n.Get("from").Text())
	to := n.Get("to")
	switch {
	case to == nil || to.Type() == def.Null:
		return
	case to.Type() == def.Text:
		k.checkNames(to, names, n.Get("from"))
		k.checkForeignSigns(n.Get("from").Text(), to)
		k.checkDropped(n, names, []string{to.Text()})
		return
	}
	var all []string
	for _, f := range to.Fields() {
		if f.Key == "count" {
			if !slices.Contains(names, f.Value.Text()) {
				k.report(diag.New("locale/param", f.Value.Place(), "the text has no {%s} to count by", f.Value.Text()).Suggest(f.Value.Text(), names))
			}
			continue
		}
		k.checkNames(f.Value, names, n.Get("from"))
		k.checkForeignSigns(n.Get("from").Text(), f.Value)
		all = append(all, f.Value.Text())
	}
	k.checkDropped(n, names, all)
	k.checkForms(n, to)
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
func (k *checker) checkNames(n *def.Node, known []string, from *def.Node) {
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
			k.report(d)
		}
		if needed := k.plurals; len(p.Forms) > 1 && len(p.Forms) != len(needed) {
			k.report(diag.New("locale/plural", n.PlaceIn(p.From, p.To), "in %s, a number has %d plural forms, not %d", k.locale.Tag, len(needed), len(p.Forms)).
				WithHint("write, in this order: %s", strings.Join(needed, ", ")))
		}
	}
}

// checkForeignSigns reports placeholders in the syntax of other programs, ${name} or
// {{name}}, unless the source has the sign before a placeholder too.
func (k *checker) checkForeignSigns(from string, n *def.Node) {
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
		k.report(d)
	}
	for p := range def.Placeholders(n.Text()) {
		if p.Name == "" || p.From == 0 {
			continue
		}
		sign := n.Text()[p.From-1 : p.From]
		if (sign == "$" || sign == "{") && !before(from, sign) {
			d := diag.New("locale/param", n.PlaceIn(p.From-1, p.To), "the %s before {%s} is shown as it is", sign, p.Name).WithHint("write {%s}", p.Name)
			d.Severity = diag.Warning
			k.report(d)
		}
	}
}

// checkDropped reports a {name} of the source that no form has.
func (k *checker) checkDropped(n *def.Node, names, forms []string) {
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
			k.report(d)
		}
	}
}

// checkForms reports plural categories that the language has and the text lacks, and
// those that the text has and the language lacks.
func (k *checker) checkForms(n, to *def.Node) {
	needed := k.plurals
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
		k.report(diag.New("locale/plural", to.Place(), "in %s, plural texts also need: %s", k.locale.Tag, strings.Join(missing, ", ")))
	}
	if len(idle) > 0 {
		k.report(diag.New("locale/plural", to.Get(idle[0]).Place(), "%s has no plural category %s", k.locale.Tag, strings.Join(idle, ", ")).
			WithHint("it has: %s", strings.Join(needed, ", ")))
	}
	_, names := splitPlaceholders(n.Get("from").Text())
	if len(names) == 0 {
		k.report(diag.New("locale/plural", to.Place(), "the source shows no number that could decide between these texts"))
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
