// Package layers enforces rules that the compiler does not: imports go down
// only, outside libraries are used only where the architecture allows, and
// files, functions and folders keep within their bounds. It contains only
// tests.
package layers
