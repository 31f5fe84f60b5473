// Package layers holds what no compiler holds: that imports go down only, that
// outside libraries stay where they belong, and that files, functions and
// folders keep their bounds. It has tests and nothing else.
package layers
