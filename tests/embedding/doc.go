// Package embedding tests the public API as other programs use it: it builds a
// program in another module as docs/embedding.md says, and follows an edit, a
// command and a simulation through package sleight alone.
package embedding
