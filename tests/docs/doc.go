// Package docs holds the documents to the program: what is generated is up to
// date, what is shown as a command is run, and what is shown as its output is
// what it prints. `go test ./tests/docs -update` writes what was found.
package docs
