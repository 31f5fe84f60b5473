package lint

import (
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// strangeBraces finds texts that name a parameter as in other languages: { goal },
// {{goal}}, {goal:d}, {goal, or that leave a gap for it: {}, %d. Players would read the
// braces. ${goal} may be a price.
func strangeBraces(r *reporter, n *notes) {
	x := n.of
	if len(x.Params) == 0 {
		return
	}
	r.strangeBraces(x, x.Data.Get("text"))
	for _, section := range []string{"variables", "zones", "views", "phases", "windows", "actions", "moves"} {
		for _, f := range x.Data.Each(section) {
			r.strangeBraces(x, f.Value.Get("text"))
			r.strangeBraces(x, f.Value.Get("prompt"))
		}
	}
}

func (r *reporter) strangeBraces(x *def.Definition, n *def.Node) {
	if n == nil || n.Type() != def.Text || n.File() != x.Place.File || !strings.ContainsAny(n.Text(), "{%") {
		return
	}
	text := n.Text()
	for _, m := range strangeGap.FindAllStringSubmatchIndex(text, -1) {
		written, name := text[m[0]:m[1]], ""
		if m[2] >= 0 {
			name = text[m[2]:m[3]]
		}
		isParam := slices.ContainsFunc(x.Params, func(p def.Param) bool { return p.Name == name })
		switch {
		case name != "" && (!isParam || isPlaceholder(text, m[0], m[1])):
			continue
		case name == "" && m[4] < 0: // {}, or the % of another word
			name = x.Params[0].Name
		case name == "":
			written, name = text[m[4]:m[5]], x.Params[0].Name
			m[0], m[1] = m[4], m[5]
		}
		r.report(diag.New("content/doubt", n.PlaceIn(m[0], m[1]), "a text shows a parameter as {%s}, not as %s", name, written).
			WithHint("write {%s}", name))
	}
}

// isPlaceholder reports whether a range of a text is exactly one placeholder, or is part of one.
func isPlaceholder(text string, from, to int) bool {
	for p := range def.Placeholders(text) {
		if p.From <= from && to <= p.To {
			return true
		}
	}
	return false
}

// strangeGap matches what resembles a gap: a name in braces with anything beside it, empty
// braces, or a verb of a format as a word of its own.
var strangeGap = regexp.MustCompile(`\{\{?\s*([a-z_][a-z0-9_]*)(?:[:.!][^{}|\s]*)?(?:\s*\}){0,2}|\{\s*\}|(?:^|\s)(%[ds])\b`)
