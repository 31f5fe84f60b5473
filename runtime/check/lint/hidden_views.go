package lint

import "sleight/runtime/diag"

// hiddenViews finds views with the name of a variable or a zone: a test that expects a
// value by that name never reads the view.
func hiddenViews(p *pass) {
	for _, f := range p.data.Each("views") {
		for _, s := range []struct{ section, what string }{{"variables", "variable"}, {"profile", "variable"}, {"zones", "zone"}} {
			if first := p.data.Get(s.section).Get(f.Key); first != nil {
				p.report(diag.New("content/doubt", f.KeyPlace(), "this view has the name of a %s, so tests that expect %s read that and not the view", s.what, f.Key).
					WithHint("give the view another name").WithNote(first.Place(), "the %s is here", s.what))
			}
		}
	}
}
