// Package embedding tests the public API as another program uses it: a program of
// another module, built as docs/embedding.md says, and the ways of an edit, a
// command and a simulation through package sleight alone.
package embedding
