package load

import (
	"sleight/runtime/content/filename"
	"sleight/runtime/diag"
)

// checkNames checks the names of all listed files.
func (s *scanner) checkNames() {
	for _, f := range s.listed {
		s.checkName(f.root, f.inner)
	}
	s.listed = nil
}

// checkName checks the name of a file below a root, and that it differs from
// earlier names on every system.
func (s *scanner) checkName(root Root, name string) {
	at := diag.Place{File: root.shown(name)}
	if problem := filename.Problem(name); problem != "" {
		s.problems = append(s.problems, diag.New("file/name", at, "the name %s", problem).
			WithHint("rename it, so that everyone can unpack it"))
	}
	key := root.Name + "/" + filename.Folded(name)
	if first, ok := s.names[key]; ok {
		s.problems = append(s.problems, diag.New("file/name", at, "the names of two files differ only in case or accents").
			WithHint("rename one of them: some systems treat them as the same file").
			WithNote(diag.Place{File: first}, "this is the other file"))
		return
	}
	s.names[key] = at.File
}
