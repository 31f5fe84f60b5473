// Package hostile holds content, archives, saves and commands that try to hang,
// crash, bloat or escape from the program, one file per case, and gives each to
// the real program within bounds on time and memory.
//
// The first line of a case names the code of the problem that must be reported,
// or none where the case must do no harm without one; the second line says what
// it tries. In the rest, <<5000 * "(">> stands for five thousand brackets, with
// %d for the number of each and %p for the one before, and <<only "…">> for all
// that the file has.
package hostile
