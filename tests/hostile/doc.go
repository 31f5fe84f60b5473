// Package hostile holds content, archives, saves and commands that try to hang,
// crash, bloat or escape from the program, one file per case, and gives each to
// the real program within bounds on time and memory.
//
// The first line of a case is the code of the problem that must be reported, or
// none if the case must do no harm without being reported. The second line says what
// it tries. In the rest, <<5000 * "(">> stands for five thousand brackets; in a
// repeated text, %d is the number of the repetition and %p the previous number.
// <<only "…">> stands for the whole content of the file.
package hostile
