// Package syntax reads Lua: it splits a text into tokens, and those of a correct
// text into the statements and expressions of a syntax tree.
//
// Layer lua. It imports gopher-lua's parser and diag.
//
// Source.Parse takes these steps: scan (tokens, and limits on the size of the
// text) → blocks (brackets and blocks that are not closed) → ambiguities
// (statements that two versions of Lua read differently) → tree, or gopher-lua's
// parser for what tree leaves to it. If a step fails, habits looks for signs of
// another language, whose report is clearer.
//
// The trees record lines only, so a Source also finds the places of names, texts
// and expressions.
package syntax
