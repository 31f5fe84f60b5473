package lint

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// uncalledHooks finds definitions that listen although none of the zones they can
// be in allows it.
func uncalledHooks(p *pass) {
	p.hooksWithoutUse()
	zonesOf := map[string][]def.Field{}
	for _, code := range p.code {
		if code.Owner == nil || code.Expression || code.Owner.Kind == "game" {
			continue
		}
		zones, ok := zonesOf[code.Owner.Kind]
		if !ok {
			zones = p.zonesOf(code.Owner.Kind)
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
			problem := diag.New("unused/hook", h.Place, "%s never runs: no zone that takes a %s listens", h.Name, code.Owner.Kind).
				WithHint("write listens: true in the zone that holds it")
			for _, z := range zones {
				problem = problem.WithNote(z.KeyPlace(), "this zone does not listen")
			}
			p.report(problem)
		}
	}
}

// hooksWithoutUse finds definitions with a hook for using them that declare no use:, so
// that nobody can.
func (p *pass) hooksWithoutUse() {
	for _, c := range p.calls("call_hook") {
		if name, written := c.Texts[1]; !written || name == "use" {
			return
		}
	}
	for _, code := range p.code {
		x := code.Owner
		if x == nil || code.Expression || x.Kind == "game" || x.Data.Get("use") != nil || len(p.zonesOf(x.Kind)) == 0 {
			continue
		}
		for _, h := range code.Program.Hooks() {
			if h.Name == "use" {
				p.report(diag.New("unused/hook", h.Place, "use never runs: %s has no use:", x.Key()).
					WithHint("declare it in the YAML file, with its targets: use: {}"))
			}
		}
	}
}
