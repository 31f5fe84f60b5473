package yaml

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// ReadOne parses a file that is not part of a pack and holds one document. The
// node is nil if the list has errors.
func ReadOne(name string, src []byte) (*def.Node, diag.List) {
	if len(src) > MaxBytes {
		return nil, diag.List{diag.New("file/too-large", diag.Place{File: name}, "the file has %d bytes; at most %d are read", len(src), MaxBytes).
			WithHint("split it into several files")}
	}
	clean, problem := Clean(name, src)
	if problem != nil {
		return nil, diag.List{*problem}
	}
	nodes, problems := Parse(name, clean)
	if len(nodes) != 1 && !problems.Failed() {
		problems = append(problems, diag.New("content/yaml", diag.Place{File: name, Line: 1, Column: 1}, "the file contains %d documents, expected one", len(nodes)))
	}
	if problems.Failed() {
		return nil, problems
	}
	return nodes[0], problems
}
