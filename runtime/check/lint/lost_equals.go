package lint

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// lostEquals finds bounds and limits with a text that is meant as an expression:
// limit: game.slots for limit: "=game.slots". Start values are reported when the game
// is built.
func lostEquals(p *pass) {
	check := func(decl *def.Node) {
		for _, key := range []string{"min", "max", "limit"} {
			if n := decl.Get(key); n != nil && def.MissingEquals(n.Text()) {
				p.report(diag.New("script/doubt", n.Place(), "%s is a text here, not an expression", n.Text()).WithHint("write: %s: \"=%s\"", key, n.Text()))
			}
		}
	}
	for _, part := range []string{"variables", "profile", "zones"} {
		for _, f := range p.data.Each(part) {
			check(f.Value)
		}
	}
	for _, kind := range p.data.Each("properties") {
		for _, f := range kind.Value.Fields() {
			check(f.Value)
		}
	}
}
