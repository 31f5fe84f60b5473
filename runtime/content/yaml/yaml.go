// Package yaml reads YAML into nodes with positions, and locates and words what
// is wrong with it. It accepts the part of YAML that has a meaning in JSON: no
// anchors, tags or merge keys.
//
// Layer content, below schema. It knows def and diag; it does not know what a
// definition is. It alone imports the YAML library: its panics, errors without
// a line and missing positions end here.
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

// Parse reads every document of a file. Empty documents are left out. Nodes are
// returned even when the list has failed, as far as they could be read.
func Parse(file string, src []byte) ([]*def.Node, diag.List) {
	nodes, faults, doubts := Read(file, src)
	faults = append(faults, doubts...)
	faults.Sort()
	return nodes, faults
}

// Read is Parse, with values that may not mean what they say listed separately
// in doubts: a schema may have a better message for them.
func Read(file string, src []byte) (nodes []*def.Node, faults, doubts diag.List) {
	if root, ok := readQuickly(file, src); ok {
		return []*def.Node{root}, nil, nil
	}
	return readByLibrary(file, src)
}

func readByLibrary(file string, src []byte) (nodes []*def.Node, faults, doubts diag.List) {
	if marks := countMarks(src); marks > 2*maxNodes { // before the library makes nodes of them
		at := diag.Place{File: file}
		return nil, diag.List{diag.New("file/too-large", at, "the file contains more than %d values", maxNodes).
			WithHint("split it into several files")}, nil
	}
	if fault := refusedDirective(file, src); fault != nil {
		return nil, diag.List{*fault}, nil
	}
	trees, err := decodeYAML(src)
	c := &converter{file: def.InFile(file), src: src, lines: Lines(src), ascii: isASCII(src)}
	for _, tree := range trees {
		if len(tree.Content) == 0 || isEmptyScalar(tree.Content[0]) {
			continue
		}
		c.spare = make([]def.Node, min(values(tree.Content[0]), maxNodes))
		nodes = append(nodes, c.value(tree.Content[0], c.file, 0, 1))
	}
	if err != nil {
		c.faults = append(c.faults, syntaxFault(file, src, err))
	}
	c.faults.Sort()
	return nodes, c.faults[:min(len(c.faults), MaxFaults)], c.doubts[:min(len(c.doubts), MaxFaults)]
}

// countMarks counts the characters that stand between values, those within
// texts as well.
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

// decodeYAML returns the documents before the first syntax error, and it. It
// decodes to nodes only: yaml.v3 panics on some input when it builds values.
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
