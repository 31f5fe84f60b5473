package engine

import "sleight/runtime/diag"

// SetFuel changes the budget of the commands to come.
func (s *Session) SetFuel(units int64) { s.setup.Fuel = units }

// FailAt makes the n-th API call of the next command fail as it begins: the
// calls of functions and the writes of variables and properties, counted from
// 1. It lasts until a command fails, which takes a new VM.
func (s *Session) FailAt(n int) {
	s.host.Trace = func(function string) func(diag.Place, int, int) {
		if n--; n == 0 {
			s.host.VM.Fail(diag.New("script/runtime", diag.Place{}, "%s was made to fail", function))
		}
		return func(diag.Place, int, int) {}
	}
}

// CountCalls counts the API calls from now on.
func (s *Session) CountCalls(n *int) {
	s.host.Trace = func(string) func(diag.Place, int, int) {
		*n++
		return func(diag.Place, int, int) {}
	}
}
