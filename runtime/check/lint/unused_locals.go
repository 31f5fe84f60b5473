package lint

import "sleight/runtime/diag"

// unusedLocals finds locals that scripts declare and never use.
func unusedLocals(d *pass) {
	for _, code := range d.code {
		for _, l := range code.Program.Facts().Unused {
			d.report(diag.New("unused/local", l.Place, "nothing uses the local %s", l.Text).
				WithHint("remove it, or call it _ if only its position matters"))
		}
	}
}
