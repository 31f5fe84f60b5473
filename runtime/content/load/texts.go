package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// keywordRef is a {name} in a text that is not a parameter, so it must be a
// keyword.
type keywordRef struct {
	placeholder def.Part
	passage
}

// passage is a text in which placeholders are filled.
type passage struct {
	text *def.Node
	move *def.Node // the move that it describes, whose values may fill placeholders; or nil
}

// values lists the names of the values in the move that the text describes.
func (p passage) values() (names []string) {
	if p.move != nil {
		for _, f := range p.move.Fields() {
			if _, ok := def.MoveValue(p.move, f.Key); ok {
				names = append(names, f.Key)
			}
		}
	}
	return names
}

// declaring are the sections of a game whose entries have names and texts.
var declaring = [...]string{"variables", "profile", "zones", "phases", "windows", "actions", "views"}

// described returns the texts of a definition in which placeholders are filled: its own,
// that of its use, those of its moves, and those of what a game declares.
func described(d *def.Node) []passage {
	texts := []passage{{text: d.Get("text")}, {text: d.Get("use").Get("text")}}
	for _, section := range declaring {
		for _, f := range d.Each(section) {
			texts = append(texts, passage{text: f.Value.Get("text")})
		}
	}
	for _, f := range d.Each("moves") {
		texts = append(texts, passage{f.Value.Get("text"), f.Value})
	}
	return texts
}

// titles returns the texts of a definition in which only parameters are filled
// in: its name, those of its moves, of what a game declares and of the groups
// of its layout, and the labels of options.
func titles(d *def.Node) []*def.Node {
	texts := []*def.Node{d.Get("name")}
	for _, section := range declaring {
		for _, f := range d.Each(section) {
			texts = append(texts, f.Value.Get("name"))
		}
	}
	for _, group := range d.All("layout") {
		texts = append(texts, group.Get("name"))
	}
	for _, f := range d.Each("moves") {
		texts = append(texts, f.Value.Get("name"))
	}
	actions := []*def.Node{d.Get("use")}
	for _, f := range d.Each("actions") {
		actions = append(actions, f.Value)
	}
	for _, a := range actions {
		for _, t := range a.All("targets") {
			for _, f := range t.Each("labels") {
				texts = append(texts, f.Value)
			}
		}
	}
	return texts
}

// checkPlaceholders checks the placeholders in the texts of a definition, and
// collects its expressions and the names that may be keywords.
func (b *builder) checkPlaceholders(d *document, out *def.Definition) (problems diag.List) {
	d.keywordRefs = nil
	for _, t := range described(out.Data) {
		n := t.text
		if n == nil {
			continue
		}
		for p := range def.Placeholders(n.Text()) {
			if _, ok := def.MoveValue(t.move, p.Name); ok {
				continue
			}
			if problem := b.checkPlaceholder(d, out, t, p); problem != nil {
				problems = append(problems, *problem)
			}
		}
		if from, to, ok := def.Unclosed(n.Text()); ok {
			problems = append(problems, diag.New("content/text", b.inText(n, from, to), "the expression that begins here does not end").
				WithHint("close it with a brace: {=self.damage + 1}"))
		}
	}
	for _, n := range titles(out.Data) {
		if n == nil {
			continue
		}
		for p := range def.Placeholders(n.Text()) {
			_, ok := out.Param(p.Name)
			switch {
			case p.Expression != "":
				problems = append(problems, diag.New("content/text", b.inText(n, p.From, p.To), "a name cannot contain an expression").
					WithHint("write it into text: instead"))
			case !ok:
				problems = append(problems, unknownPlaceholder(out, p, b.inText(n, p.From, p.To), nil))
			}
		}
	}
	return problems
}

// checkPlaceholder checks one placeholder of a text.
func (b *builder) checkPlaceholder(d *document, out *def.Definition, t passage, p def.Part) *diag.Diagnostic {
	n := t.text
	_, isParam := out.Param(p.Name)
	switch {
	case p.Name != "" && !isParam:
		d.keywordRefs = append(d.keywordRefs, keywordRef{p, t})
	case p.Forms != nil && len(p.Forms) != sourceForms:
		problem := diag.New("content/text", b.inText(n, p.From, p.To), "in the source language, a number has %d plural forms, not %d", sourceForms, len(p.Forms)).
			WithHint("write the word for one and the word for other numbers: {cards|card|cards}")
		return &problem
	case p.Expression != "" && !slices.ContainsFunc(out.Expressions, func(c def.Expression) bool { return c.Lua == p.Expression }):
		out.Expressions = append(out.Expressions, def.Expression{Lua: p.Expression, Place: b.inText(n, p.From+len("{="), p.From+len("{=")+len(p.Expression))})
	}
	return nil
}

// sourceForms is the number of plural forms of the language in which definitions
// are written, which is English: one and other.
const sourceForms = 2

// isPlain reports whether a field holds a number, a text or a boolean.
func isPlain(n *def.Node) bool {
	return n != nil && (n.Type() == def.Number || n.Type() == def.Text || n.Type() == def.Bool)
}

// fieldAsParameter explains how a text shows a field of its definition.
func fieldAsParameter(problem diag.Diagnostic, p def.Part) diag.Diagnostic {
	write := "{=self." + p.Name
	if p.Forms != nil {
		write += "|" + strings.Join(p.Forms, "|")
	}
	return problem.WithHint("%s is a field, not a parameter: write %s}", p.Name, write)
}

func unknownPlaceholder(d *def.Definition, p def.Part, at diag.Place, keywords []string) diag.Diagnostic {
	var known []string
	for _, param := range d.Params {
		known = append(known, param.Name)
	}
	what := "parameter"
	if keywords != nil {
		what = "parameter or keyword"
	}
	problem := diag.New("content/reference", at, "%s has no %s %q", d.Key(), what, p.Name)
	if len(known) == 0 {
		problem = problem.WithHint("declare it: params: {%s: 1}", p.Name)
	}
	if keywords != nil && isPlain(d.Data.Get(p.Name)) {
		return fieldAsParameter(problem, p)
	}
	problem = problem.Suggest(p.Name, append(known, keywords...))
	for i := range problem.Edits {
		e := &problem.Edits[i]
		e.Old, e.New = "{"+e.Old+"}", "{"+e.New+"}"
	}
	if p.Forms != nil {
		problem.Edits = nil
	}
	return problem
}

// linkKeywords links definitions to the keywords that their texts mention:
// keywords first, since they may mention each other.
func (b *builder) linkKeywords(docs []*document, x *extender) {
	var words []*document
	changed := false
	for _, d := range docs {
		if len(d.keywordRefs) > 0 && d.kind == def.KeywordKind {
			list, problems := b.mentioned(d, x)
			b.reportOnce(problems)
			words, changed = append(words, d), changed || !slices.Equal(list, d.built.Keywords)
		}
	}
	for _, d := range words {
		if changed {
			other := *d.built // older catalogs have the definition, too
			d.built = &other
		}
	}
	for _, d := range words {
		if changed {
			d.built.Keywords, _ = b.mentioned(d, x)
		}
	}
	for _, d := range docs {
		if len(d.keywordRefs) > 0 && d.kind != def.KeywordKind {
			b.reportOnce(b.linkKeywordsOf(d, x))
		}
	}
}

// unpatchedProblems returns the problems that a document has without the changes of
// other packs: of its data, and of what its texts mention.
func (b *builder) unpatchedProblems(d *document, x *extender) (own, mentioned diag.List) {
	now := d.keywordRefs
	_, own = b.define(d, d.linked(x.unpatched.resolve(d).node), d.builtFrom)
	_, mentioned = b.mentioned(d, x)
	d.keywordRefs = now
	return own, mentioned
}

// linkKeywordsOf links a definition that is not a keyword.
func (b *builder) linkKeywordsOf(d *document, x *extender) diag.List {
	list, problems := b.mentioned(d, x)
	if len(problems) > 0 && len(d.changes) > 0 {
		_, before := b.unpatchedProblems(d, x)
		problems = blamePatches(problems, before, d.changes)
	}
	if !slices.Equal(list, d.built.Keywords) {
		other := *d.built
		other.Keywords = list
		d.built = &other
	}
	return problems
}

// mentioned returns the keywords that the texts of a document mention.
func (b *builder) mentioned(d *document, x *extender) (list []*def.Definition, problems diag.List) {
	for _, m := range d.keywordRefs {
		k := x.keyword(d, m.placeholder.Name)
		switch {
		case k != nil && k.built != nil && !slices.Contains(list, k.built):
			list = append(list, k.built)
		case k == nil && !b.unread[d.pack]:
			p := m.placeholder
			problems = append(problems, unknownPlaceholder(d.built, p, b.inText(m.text, p.From, p.To), slices.Concat(x.ids(d, def.KeywordKind), x.ids(d, def.PresetKind), m.values())))
		}
	}
	return list, problems
}

// keyword finds a keyword as a document sees it.
func (x *extender) keyword(d *document, id string) *document {
	return x.visible(d, def.KeywordKind, id)
}

// visible finds the definition that a document sees under a name: its own
// pack's, or otherwise that of the latest pack it depends on.
func (x *extender) visible(d *document, kind, id string) *document {
	if own := x.byKey[d.pack+":"+kind+"/"+id]; own != nil {
		return own
	}
	for _, other := range slices.Backward(x.documentsByName()[kind+"/"+id]) {
		if x.sees(d.pack, other.pack) {
			return other
		}
	}
	return nil
}

// ids lists the ids of the definitions of a kind that a document sees, sorted.
func (x *extender) ids(d *document, kind string) []string {
	var ids []string
	for _, other := range x.usable {
		if other.kind == kind && (other.pack == d.pack || x.sees(d.pack, other.pack)) {
			ids = append(ids, other.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// reportOnce adds problems that have not been reported at their places yet: a text that
// several definitions inherit, or that a definition and its upgrade have, is in one
// place. Problems that a patch is blamed for are distinguished by their notes.
func (b *builder) reportOnce(problems diag.List) {
	here := func(a, b diag.Note) bool { return a.Place == b.Place }
	for _, f := range problems {
		if !slices.ContainsFunc(b.problems, func(o diag.Diagnostic) bool {
			return o.Place == f.Place && o.Code == f.Code && slices.EqualFunc(o.Notes, f.Notes, here)
		}) {
			b.problems = append(b.problems, f)
		}
	}
}
