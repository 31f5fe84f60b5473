package session

import "sleight/runtime/diag"

// sharedBudget limits the fuel that the read-only expressions of several calls spend
// together.
type sharedBudget struct {
	total, left int64 // units of fuel; total is 0 while there is no limit
}

// WithBudget runs a job in which all read-only expressions together may spend a
// number of units of fuel; the budget of each still applies. Expressions that are
// evaluated when nothing is left fail. A shared budget within another has no effect.
func (s *Session) WithBudget(fuel int64, job func()) {
	if s.shared.total > 0 {
		job()
		return
	}
	s.shared = sharedBudget{fuel, fuel}
	defer func() { s.shared = sharedBudget{} }()
	job()
}

// allowance returns the budget of a read-only job, or a problem if the shared
// budget is spent.
func (s *Session) allowance() (int64, *diag.Diagnostic) {
	switch r := s.shared; {
	case r.total == 0:
		return s.fuel(), nil
	case r.left <= 0:
		return 0, s.overBudget(s.game.Definition.Place)
	default:
		return min(s.fuel(), r.left), nil
	}
}

func (s *Session) overBudget(at diag.Place) *diag.Diagnostic {
	d := diag.New("script/fuel", at, "the expressions of one board took more than %d units of work together", s.shared.total).
		WithHint("compute less in views, details and texts, or compute it in a hook and keep it in a variable")
	return &d
}
