package analysis

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// shortest is the minimum length of names whose similarity is probably a misspelling.
const shortest = 3

// misdeclared looks for unused locals whose names resemble unknown ones. If
// such an unknown name is used more than once, the declaration is misspelt: the
// problem is reported there, once.
func (r *resolver) misdeclared() {
	declared := r.unused()
	if len(declared) == 0 {
		return
	}
	uses := map[string]int{}
	for _, p := range r.problems {
		if p.Code == "script/unknown-global" {
			uses[p.Message.Args[0]]++
		}
	}
	names, reported := slices.Sorted(maps.Keys(declared)), map[string]bool{}
	var problems diag.List
	for _, p := range r.problems {
		if p.Code != "script/unknown-global" {
			problems = append(problems, p)
			continue
		}
		name := p.Message.Args[0]
		near, ok := diag.Nearest(name, names)
		switch at := declared[near]; {
		case !ok || len(name) < shortest || r.Library.Absent[name] != "":
			problems = append(problems, p)
		case uses[name] == 1:
			p.Edits = nil // those of an earlier suggestion
			problems = append(problems, p.Suggest(name, names).WithNote(at, "%s is declared here but never used", near))
		case !reported[name]:
			reported[name] = true
			better := diag.New(p.Code, at, "the local %s is never used, and %s is not declared", near, name).
				WithHint("did you mean %q?", name).WithNote(p.Place, "%s is used here", name)
			if at.Length > 0 {
				better = better.WithEdit(near, name)
			}
			problems = append(problems, better)
		}
	}
	r.problems = problems
}

// unused returns the places where unused locals are declared, the first of each
// name.
func (r *resolver) unused() map[string]diag.Place {
	used := map[*Binding]bool{}
	for _, b := range r.Uses {
		used[b] = true
	}
	out := map[string]diag.Place{}
	for by, all := range r.Declared {
		st, ok := by.(ast.PositionHolder)
		for _, b := range all {
			if !ok || used[b] || len(b.Name) < shortest || b.Name == "self" {
				continue
			}
			if before, twice := out[b.Name]; !twice || st.Line()+r.src.Line < before.Line {
				out[b.Name] = r.src.Find(st.Line(), b.Name, false)
			}
		}
	}
	return out
}
