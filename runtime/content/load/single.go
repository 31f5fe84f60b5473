package load

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// ReadYAML reads a file that stands outside of packs and holds one document.
// There is no node when the list has failed.
func ReadYAML(name string, src []byte) (*def.Node, diag.List) {
	if f := (&file{path: name}); len(src) > f.limit() {
		return nil, diag.List{tooLarge(f, int64(len(src)))}
	}
	clean, fault := cleanText(name, src)
	if fault != nil {
		return nil, diag.List{*fault}
	}
	nodes, problems := parseYAML(name, clean)
	if len(nodes) != 1 && !problems.Failed() {
		problems = append(problems, diag.New("content/yaml", diag.Place{File: name, Line: 1, Column: 1}, "the file holds %d documents, and one is expected", len(nodes)))
	}
	if problems.Failed() {
		return nil, problems
	}
	return nodes[0], problems
}
