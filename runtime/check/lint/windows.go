package lint

import "sleight/runtime/diag"

// revealingWindows finds windows that skip players without a reaction, if
// skipping reveals something about a hidden hand.
func revealingWindows(p *pass) {
	for _, f := range p.data.Each("windows") {
		skip := f.Value.Get("skip")
		if !f.Value.BoolOr("skip", false) {
			continue
		}
		zones := f.Value.All("use")
		for _, a := range f.Value.All("actions") {
			for _, t := range p.data.Get("actions").Get(a.Text()).All("targets") {
				zones = append(zones, t.All("from")...)
			}
		}
		for _, zone := range zones {
			declared := p.data.Get("zones").Get(zone.Text())
			if declared.TextOr("visible", "all") == "all" {
				continue
			}
			p.report(diag.New("secrets/skip", skip.Place(), "the window %s reveals who has nothing to react with in %s, which others do not see", f.Key, zone.Text()).
				WithHint("remove skip, and give players pass_until instead").WithNote(declared.Place(), "the zone is declared here"))
			break
		}
	}
}
