package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// parseYAML reads every document of a file. Documents that hold nothing are
// left out. Whatever is wrong is in the list; nodes are returned even then, as
// far as they could be read.
func parseYAML(file string, src []byte) ([]*def.Node, diag.List) {
	nodes, faults, doubts := readYAML(file, src)
	faults = append(faults, doubts...)
	faults.Sort()
	return nodes, faults
}

// readYAML is parseYAML, with what may not mean what it says apart: a schema
// may have better words for it.
func readYAML(file string, src []byte) (nodes []*def.Node, faults, doubts diag.List) {
	if root, ok := readQuickly(file, src); ok {
		return []*def.Node{root}, nil, nil
	}
	return readByLibrary(file, src)
}

func readByLibrary(file string, src []byte) (nodes []*def.Node, faults, doubts diag.List) {
	if marks := countMarks(src); marks > 2*maxNodes { // before the library makes nodes of them
		at := diag.Place{File: file}
		return nil, diag.List{diag.New("file/too-large", at, "the file holds more than %d values", maxNodes).
			WithHint("split it into several files")}, nil
	}
	trees, err := decodeYAML(src)
	c := &converter{file: def.InFile(file), src: src, lines: splitLines(src), ascii: isASCII(src)}
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
	return nodes, c.faults[:min(len(c.faults), maxFaults)], c.doubts[:min(len(c.doubts), maxFaults)]
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
func values(n *yaml.Node) int {
	count := 1
	for i, inner := range n.Content {
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			count += values(inner)
		}
	}
	return count
}

func isEmptyScalar(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}

// decodeYAML returns the documents before the first syntax error, and it. It
// decodes to nodes only: yaml.v3 panics on some input when it builds values.
func decodeYAML(src []byte) (trees []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	for {
		tree := new(yaml.Node)
		if err := decoder.Decode(tree); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return trees, err
		}
		trees = append(trees, tree)
	}
}
