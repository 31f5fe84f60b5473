package docs

import (
	"errors"
	"io/fs"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
)

// words returns the texts of the list at a key, or the one text there.
func words(n *def.Node, key string) (out []string) {
	for _, item := range n.All(key) {
		if item.Type() == def.Text {
			out = append(out, item.Text())
		}
	}
	return out
}

// schemas are the schema files of content, by kind.
type schemas map[string]*def.Node

const schemaSuffix = ".schema.json"

// envelope is the file with the parts that kinds share.
const envelope = "envelope"

func readSchemas(from fs.FS) (schemas, error) {
	names, err := fs.Glob(from, "*"+schemaSuffix)
	if err != nil {
		return nil, err
	}
	all := schemas{}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		nodes, problems := yaml.Parse(name, text) // JSON is YAML
		if problems.Failed() {
			return nil, problems
		}
		all[strings.TrimSuffix(name, schemaSuffix)] = nodes[0]
	}
	if _, ok := all[envelope]; !ok {
		return nil, errors.New("there is no " + envelope + schemaSuffix)
	}
	return all, nil
}
