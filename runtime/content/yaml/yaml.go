// Package yaml parses YAML into nodes with positions, and locates and explains
// errors. It accepts the subset of YAML that has a meaning in JSON: no anchors,
// tags or merge keys.
//
// Layer content, below schema. It knows def and diag; it does not know what a
// definition is. Only this package imports the YAML library; it hides the
// library's panics, errors without a line, and missing positions.
package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	library "gopkg.in/yaml.v3"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Parse parses every document of a file. It omits empty documents. It returns
// the nodes it could read even if the list has errors. Texts of the nodes share
// the memory of src, which must not change afterwards.
func Parse(file string, src []byte) ([]*def.Node, diag.List) {
	nodes, problems, ambiguous := Read(file, src)
	problems = append(problems, ambiguous...)
	problems.Sort()
	return nodes, problems
}

// Read is Parse, but lists ambiguous values separately: a schema may
// have a better message for them.
func Read(file string, src []byte) (nodes []*def.Node, problems, ambiguous diag.List) {
	if roots, ok := readFast(file, src, nil); ok {
		return roots, nil, nil
	}
	return readByLibrary(file, src)
}

func readByLibrary(file string, src []byte) (nodes []*def.Node, problems, ambiguous diag.List) {
	if marks := countMarks(src); marks > 2*maxNodes { // before the library allocates nodes for them
		at := diag.Place{File: file}
		return nil, diag.List{diag.New("file/too-large", at, "the file contains more than %d values", maxNodes).
			WithHint("split it into several files")}, nil
	}
	readable, problem := checkDirectives(file, src)
	if problem != nil {
		return nil, diag.List{*problem}, nil
	}
	trees, err := decodeYAML(readable)
	c := &converter{file: def.InFile(file), src: src, lines: Lines(src), ascii: isASCII(src)}
	for _, tree := range trees {
		if len(tree.Content) == 0 || isEmptyScalar(tree.Content[0]) {
			continue
		}
		c.spare = make([]def.Node, min(values(tree.Content[0]), maxNodes))
		nodes = append(nodes, c.value(tree.Content[0], c.file, 0, 1))
	}
	if err != nil {
		problem := syntaxProblem(file, readable, err)
		if better := foreignSyntax(file, src, problem.Place.Line); better != nil {
			problem = *better
		} else if problem.Code == "content/yaml" {
			problem = nearby(file, src, problem)
		}
		c.problems = append(c.problems, problem)
	}
	c.problems.Sort()
	return nodes, c.problems[:min(len(c.problems), MaxProblems)], c.ambiguous[:min(len(c.ambiguous), MaxProblems)]
}

// countMarks counts the characters that separate values, including those inside
// texts.
func countMarks(src []byte) (n int) {
	for _, mark := range []string{",", "\n"} {
		n += bytes.Count(src, []byte(mark))
	}
	return n
}

// values counts a value and those in it.
func values(n *library.Node) int {
	count := 1
	for i, inner := range n.Content {
		if n.Kind != library.MappingNode || i%2 == 1 {
			count += values(inner)
		}
	}
	return count
}

func isEmptyScalar(n *library.Node) bool {
	return n.Kind == library.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}

// decodeYAML returns the documents before the first syntax error, and that
// error. It decodes to nodes only: yaml.v3 panics on some input when it builds
// values.
func decodeYAML(src []byte) (trees []*library.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	decoder := library.NewDecoder(bytes.NewReader(src))
	for {
		tree := new(library.Node)
		if err := decoder.Decode(tree); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return trees, err
		}
		trees = append(trees, tree)
	}
}
