package lua

import "sleight/runtime/diag"

// Traceback returns the lines of the functions that were running when the last
// protected section failed, from the given depth on, outermost first. A
// function that ended with a tail call is not among them. It must be called
// before anything else runs.
func (vm *VM) Traceback(from int) []diag.Place {
	var out []diag.Place
	for i := max(from, 0); i < vm.failed; i++ {
		f := vm.frames[i]
		out = append(out, f.fn.proto.origin.at(f.line))
	}
	return out
}
