package load

import (
	"sleight/runtime/content/filename"
	"sleight/runtime/diag"
)

// checkNames checks the names of all listed files.
func (a *scanner) checkNames() {
	for _, f := range a.listed {
		a.checkName(f.root, f.inner)
	}
	a.listed = nil
}

// checkName checks the name of a file below a root, and that it differs from
// earlier names on every system.
func (a *scanner) checkName(root Root, name string) {
	at := diag.Place{File: root.shown(name)}
	if problem := filename.Problem(name); problem != "" {
		a.problems = append(a.problems, diag.New("file/name", at, "the name %s", problem).
			WithHint("rename it, so that everyone can unpack it"))
	}
	key := root.Name + "/" + filename.Folded(name)
	if first, ok := a.names[key]; ok {
		a.problems = append(a.problems, diag.New("file/name", at, "the names of two files differ only in case or accents").
			WithHint("rename one of them: some systems treat them as the same file").
			WithNote(diag.Place{File: first}, "this is the other file"))
		return
	}
	a.names[key] = at.File
}
