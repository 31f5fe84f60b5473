package load

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/icon"
	"sleight/runtime/diag"
)

// unknownIcons reports the icons of a definition, and of what it declares, that
// look like the name of a drawing but are not.
func unknownIcons(d *def.Node) (problems diag.List) {
	check := func(n *def.Node) {
		if n == nil || icon.Exists(n.Text()) || !icon.IsName(n.Text()) && !icon.Exists(strings.ToLower(n.Text())) {
			return
		}
		problems = append(problems, diag.New("content/reference", n.Place(), "unknown icon %q", n.Text()).
			WithHint("write the name of an icon, or one sign such as ♥").Suggest(n.Text(), icon.Names()))
	}
	check(d.Get("icon"))
	for _, section := range []string{"variables", "profile", "zones", "views", "actions"} {
		for _, f := range d.Each(section) {
			check(f.Value.Get("icon"))
		}
	}
	for _, kind := range d.Each("properties") {
		for _, f := range d.Get("properties").Each(kind.Key) {
			check(f.Value.Get("icon"))
		}
	}
	return problems
}
