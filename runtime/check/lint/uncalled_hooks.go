package lint

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// uncalledHooks finds definitions that listen although none of the zones they can
// be in allows it.
func uncalledHooks(d *pass) {
	zonesOf := map[string][]def.Field{}
	for _, code := range d.code {
		if code.Owner == nil || code.Expression || code.Owner.Kind == "game" {
			continue
		}
		zones, ok := zonesOf[code.Owner.Kind]
		if !ok {
			zones = d.zonesOf(code.Owner.Kind)
			zonesOf[code.Owner.Kind] = zones
		}
		listens := len(zones) == 0
		for _, z := range zones {
			listens = listens || z.Value.BoolOr("listens", false)
		}
		if listens {
			continue
		}
		for _, h := range code.Program.Hooks() {
			if !strings.HasPrefix(h.Name, "on_") && !strings.HasPrefix(h.Name, "modify_") {
				continue
			}
			p := diag.New("unused/hook", h.Place, "%s never runs: no zone that takes a %s listens", h.Name, code.Owner.Kind).
				WithHint("write listens: true in the zone that holds it")
			for _, z := range zones {
				p = p.WithNote(z.KeyPlace(), "this zone does not listen")
			}
			d.report(p)
		}
	}
}
