package session

import "sleight/runtime/diag"

// ration limits what the read-only expressions of several calls spend together.
type ration struct {
	total, left int64 // units of fuel; total is 0 while nothing is rationed
}

// Ration runs a job in which all read-only expressions together may spend a
// number of units of fuel, besides the budget of each. Those that come when
// nothing is left fail. A ration within another has no effect.
func (s *Session) Ration(fuel int64, job func()) {
	if s.ration.total > 0 {
		job()
		return
	}
	s.ration = ration{fuel, fuel}
	defer func() { s.ration = ration{} }()
	job()
}

// allowance returns the budget of a read-only job, or a problem if its ration is
// spent.
func (s *Session) allowance() (int64, *diag.Diagnostic) {
	switch r := s.ration; {
	case r.total == 0:
		return s.fuel(), nil
	case r.left <= 0:
		return 0, s.overRation(s.game.Definition.Place)
	default:
		return min(s.fuel(), r.left), nil
	}
}

func (s *Session) overRation(at diag.Place) *diag.Diagnostic {
	d := diag.New("script/fuel", at, "the expressions of one board took more than %d units of work together", s.ration.total).
		WithHint("compute less in views, details and texts, or compute it in a hook and keep it in a variable")
	return &d
}
