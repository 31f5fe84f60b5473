// Package docs checks the documents against the program: generated pages are up
// to date, and the commands shown are run and must print the output shown. `go
// test ./tests/docs -update` writes the current output.
package docs
