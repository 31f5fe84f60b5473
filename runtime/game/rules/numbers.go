package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// NumberAt returns the number at a path of a definition, such as hp or
// data.fights[2].gold. Parameters are not among these numbers.
func NumberAt(d *def.Definition, path string) (*def.Node, bool) {
	parsed, ok := def.ParsePath(path)
	if !ok || slices.Contains(withoutNumbers, parsed[0].Name) {
		return nil, false
	}
	n := parsed.At(d.Data)
	return n, n != nil && n.Type() == def.Number
}

// withoutNumbers are the keys whose numbers are not part of the rules, or are
// found otherwise.
var withoutNumbers = []string{"params", "tests", "players", "order"}

// NumberPaths lists the paths of the numbers in a definition.
func NumberPaths(d *def.Definition) (paths []string) {
	var walk func(n *def.Node, at string)
	walk = func(n *def.Node, at string) {
		if n.Type() == def.Number {
			paths = append(paths, at)
		}
		for _, f := range n.Fields() {
			walk(f.Value, at+"."+f.Key)
		}
		for i, item := range n.Items() {
			walk(item, fmt.Sprintf("%s[%d]", at, i))
		}
	}
	for _, f := range d.Data.Fields() {
		if !slices.Contains(withoutNumbers, f.Key) {
			walk(f.Value, f.Key)
		}
	}
	return paths
}

// override replaces the definitions that have the parameter or number by changed
// copies.
func override(all []*def.Definition, name string, value float64) *diag.Diagnostic {
	var known []string
	found := false
	for i, d := range all {
		for k, p := range d.Params {
			known = append(known, d.ID+"."+p.Name)
			if name != d.ID+"."+p.Name && name != d.Key()+"."+p.Name {
				continue
			}
			replaced := changed(d, p.Name, value)
			replaced.Params = slices.Clone(d.Params)
			replaced.Params[k].Default = value
			all[i], found = replaced, true
			break
		}
	}
	if found {
		return nil
	}
	for i, d := range all {
		path, ok := pathIn(d, name)
		if !ok {
			continue
		}
		before, ok := NumberAt(d, path)
		if !ok {
			continue
		}
		replaced := changed(d, path, value)
		parsed, _ := def.ParsePath(path)
		replaced.Data, _ = parsed.Put(d.Data, def.NewNumber(before.Position(), value), nil)
		all[i] = replaced
		return nil
	}
	d := diag.New("content/reference", diag.Place{}, "no definition has the parameter %q", name).Suggest(name, known)
	return &d
}

// pathIn returns the path that a name has within a definition, after its id or
// its kind and id.
func pathIn(d *def.Definition, name string) (path string, ok bool) {
	if path, ok = strings.CutPrefix(name, d.Key()+"."); ok {
		return path, true
	}
	return strings.CutPrefix(name, d.ID+".")
}

// changed returns a copy of a definition with a digest that includes the changed
// number.
func changed(d *def.Definition, name string, value float64) *def.Definition {
	replaced := *d
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s=%v", d.Digest, name, value))
	replaced.Digest = hex.EncodeToString(sum[:])
	return &replaced
}
