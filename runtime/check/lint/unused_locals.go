package lint

import "sleight/runtime/diag"

// unusedLocals finds locals that scripts declare and never use.
func unusedLocals(p *pass) {
	for _, code := range p.code {
		for _, l := range code.Program.Facts().Unused {
			p.report(diag.New("unused/local", l.Place, "nothing uses the local %s", l.Text).
				WithHint("remove it, or call it _ if only its position matters"))
		}
	}
}
