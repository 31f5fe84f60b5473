// Package settings edits sleight.yaml, the workspace file that enables packs
// and settles conflicts between them. It keeps comments and layout.
//
// Layer packs, at its bottom. It does not load content.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// File is the text of a sleight.yaml being edited. The zero value is an empty
// file.
type File struct {
	name string
	text []byte
}

// Read parses the text of a file, which must be YAML; name is its name in
// problems. An empty text gives a new file.
func Read(name string, text []byte) (*File, diag.List) {
	f := &File{name, bytes.Clone(text)}
	if len(bytes.TrimSpace(text)) == 0 {
		f.text = []byte("kind: workspace\nformat: 1\n")
	}
	if _, problems := f.node(); problems.Failed() {
		return nil, problems
	}
	return f, nil
}

// Bytes returns the text with all edits.
func (f *File) Bytes() []byte { return f.text }

func (f *File) node() (*def.Node, diag.List) {
	n, problems := yaml.ReadOne(f.name, f.text)
	if n != nil && n.Type() != def.Map {
		return nil, diag.List{diag.New("pack/workspace", n.Place(), "%s is one mapping that starts with kind: workspace", f.name)}
	}
	return n, problems
}

// Settle sets which pack wins the conflict named by a key, replacing any
// earlier setting.
func (f *File) Settle(key, pack string) error { return f.set("settle", key, pack) }

// Disable disables packs. Packs that are already disabled stay disabled.
func (f *File) Disable(ids ...string) error {
	for _, id := range ids {
		if slices.Contains(f.disabled(), id) {
			continue
		}
		if err := f.add("disabled", id); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) disabled() (ids []string) {
	n, _ := f.node()
	for _, item := range n.All("disabled") {
		ids = append(ids, item.Text())
	}
	return ids
}

// Enable enables a pack: it removes the pack from the disabled ones and, if
// packs: lists the enabled ones, adds it there with the given version range.
func (f *File) Enable(id, versions string) error {
	if err := f.remove("disabled", id); err != nil {
		return err
	}
	n, _ := f.node()
	if packs := n.Get("packs"); packs == nil || packs.Get(id) != nil {
		return nil
	}
	return f.set("packs", id, versions)
}

// errByHand is the error for a file in a form that this package cannot edit.
var errByHand = errors.New("it is written in a form that only its author can edit")

// set writes "key: value" into the mapping under a key of the file.
func (f *File) set(under, key, value string) error {
	n, problems := f.node()
	if problems.Failed() {
		return problems
	}
	entry := scalar(key) + ": " + scalar(value)
	mapping := n.Get(under)
	switch at := mapping.Get(key); {
	case at != nil:
		if at.Type() != def.Text || at.Position().Length == 0 {
			return f.byHand(under)
		}
		start := f.offset(at.Position())
		f.splice(start, f.after(at.Position()), scalar(value))
	case mapping == nil || mapping.Type() == def.Null:
		return f.addFirst(under, mapping, entry, func(n *def.Node) bool { return n.TextOr(key, "") == value })
	case len(mapping.Fields()) == 0 || f.text[f.offset(mapping.Position())] == '{':
		f.insertFlow(mapping, len(mapping.Fields()) == 0, entry)
	default:
		first := mapping.Fields()[0].KeyPosition()
		f.insertLine(f.lastLine(mapping), int(first.Column)-1, entry)
	}
	return f.verify(under, func(n *def.Node) bool { return n.TextOr(key, "") == value })
}

// add appends an item to the list under a key of the file.
func (f *File) add(under, item string) error {
	n, problems := f.node()
	if problems.Failed() {
		return problems
	}
	has := func(n *def.Node) bool {
		return slices.ContainsFunc(n.Items(), func(i *def.Node) bool { return i.Text() == item })
	}
	list := n.Get(under)
	switch {
	case list == nil || list.Type() == def.Null:
		return f.addFirst(under, list, "- "+scalar(item), has)
	case len(list.Items()) == 0 || f.text[f.offset(list.Position())] == '[':
		f.insertFlow(list, len(list.Items()) == 0, scalar(item))
	default:
		f.insertLine(f.lastLine(list), bytes.IndexByte(f.line(int(list.Items()[0].Line())), '-'), "- "+scalar(item))
	}
	return f.verify(under, has)
}

// addFirst writes the first entry below a key, and the key itself unless it exists
// without a value.
func (f *File) addFirst(under string, empty *def.Node, entry string, check func(*def.Node) bool) error {
	if empty != nil {
		n, _ := f.node()
		for _, field := range n.Fields() {
			if field.Key == under {
				f.insertLine(int(field.KeyPosition().Line), 2, entry)
			}
		}
		return f.verify(under, check)
	}
	if !bytes.HasSuffix(f.text, []byte("\n")) {
		f.text = append(f.text, '\n')
	}
	f.text = append(f.text, under+":\n  "+entry+"\n"...)
	return f.verify(under, check)
}

// remove removes an item from the list under a key of the file, and the key too
// if the list is then empty.
func (f *File) remove(under, item string) error {
	n, _ := f.node()
	list := n.Get(under)
	i := slices.IndexFunc(n.All(under), func(i *def.Node) bool { return i.Text() == item })
	if i < 0 {
		return nil
	}
	if list.Type() != def.List {
		return f.byHand(under)
	}
	start, end := f.offset(list.Items()[i].Position()), f.after(list.Items()[i].Position())
	switch flow := f.text[f.offset(list.Position())] == '['; {
	case flow && i+1 < len(list.Items()):
		end = f.offset(list.Items()[i+1].Position())
	case flow && i > 0:
		start = f.after(list.Items()[i-1].Position())
	case flow:
	case len(list.Items()) == 1:
		key := slices.IndexFunc(n.Fields(), func(f def.Field) bool { return f.Key == under })
		start, end = f.lineStart(int(n.Fields()[key].KeyPosition().Line)), f.lineStart(int(list.Items()[0].Line())+1)
	default:
		start, end = f.lineStart(int(list.Items()[i].Line())), f.lineStart(int(list.Items()[i].Line())+1)
	}
	f.splice(start, end, "")
	return f.verify(under, func(n *def.Node) bool {
		return n == nil || !slices.ContainsFunc(n.Items(), func(i *def.Node) bool { return i.Text() == item })
	})
}

// verify parses the file again and checks that it contains the written values.
func (f *File) verify(under string, check func(*def.Node) bool) error {
	n, problems := f.node()
	if problems.Failed() || !check(n.Get(under)) {
		return f.byHand(under)
	}
	return nil
}

func (f *File) byHand(under string) error { return fmt.Errorf("%s, %s: %w", f.name, under, errByHand) }

// insertFlow inserts an entry before the closing bracket of a one-line value.
func (f *File) insertFlow(n *def.Node, empty bool, entry string) {
	at := f.offset(n.Position()) + 1
	if !empty {
		entry = ", " + entry
		last := n
		for len(last.Fields())+len(last.Items()) > 0 {
			if len(last.Fields()) > 0 {
				last = last.Fields()[len(last.Fields())-1].Value
			} else {
				last = last.Items()[len(last.Items())-1]
			}
		}
		at = f.after(last.Position())
	}
	f.splice(at, at, entry)
}

// insertLine inserts an indented line below another.
func (f *File) insertLine(below, indent int, text string) {
	at := f.lineStart(below + 1)
	if at == len(f.text) && !bytes.HasSuffix(f.text, []byte("\n")) {
		text = "\n" + strings.Repeat(" ", indent) + text
	} else {
		text = strings.Repeat(" ", indent) + text + "\n"
	}
	f.splice(at, at, text)
}

// lastLine returns the last line of a multi-line value.
func (f *File) lastLine(n *def.Node) int {
	line := int(n.Line())
	for _, field := range n.Fields() {
		line = max(line, int(field.KeyPosition().Line), f.lastLine(field.Value))
	}
	for _, item := range n.Items() {
		line = max(line, f.lastLine(item))
	}
	return line
}

func (f *File) splice(from, to int, text string) {
	f.text = slices.Concat(f.text[:from], []byte(text), f.text[to:])
}

// lineStart returns the offset of a line, counted from 1, or the end of the
// text.
func (f *File) lineStart(line int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(f.text[at:], '\n')
		if i < 0 {
			return len(f.text)
		}
		at += i + 1
	}
	return at
}

func (f *File) line(n int) []byte {
	line, _, _ := bytes.Cut(f.text[f.lineStart(n):], []byte("\n"))
	return line
}

// offset returns where a value begins, in bytes.
func (f *File) offset(s def.Position) int { return f.skip(f.lineStart(int(s.Line)), int(s.Column)-1) }

// after returns where a one-line value ends, in bytes.
func (f *File) after(s def.Position) int { return f.skip(f.offset(s), int(s.Length)) }

func (f *File) skip(at, characters int) int {
	for ; characters > 0; characters-- {
		_, size := utf8.DecodeRune(f.text[at:])
		at += size
	}
	return at
}

var plainText = regexp.MustCompile(`^[a-z][a-z0-9_/.-]*$`)

// scalar returns a text as YAML, in quotes unless it can only be read as a
// string.
func scalar(text string) string {
	switch text {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + text + `"`
	}
	if plainText.MatchString(text) {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
